package io.heddle.sync.barrier;

import io.heddle.sync.clock.HappensBefore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds which threads wait for which when no thread of a CTA can run. Each barrier with waiting
 * threads is a node of a graph; it has edges to the barriers at which threads wait that could still
 * arrive at it. A cycle of this graph is reported first.
 */
final class Deadlock {
    private final int[] live;
    private final ArrivalForecast forecast;
    private final List<Node> nodes = new ArrayList<>();
    private final boolean diverged;

    /** The threads that wait at one barrier. */
    private static final class Node {
        /** By warp. */
        final int[] waiting;

        /** By warp: threads that could still arrive. */
        final int[] missing;

        /** How it is reported. */
        final BarrierFault.Wait wait;

        Node(int[] waiting, int[] missing, BarrierFault.Wait wait) {
            this.waiting = waiting;
            this.missing = missing;
            this.wait = wait;
        }

        boolean waitsFor(Node other) {
            for (int w = 0; w < missing.length; w++) {
                if ((missing[w] & other.waiting[w]) != 0) {
                    return true;
                }
            }
            return false;
        }
    }

    Deadlock(
            NamedBarrier[] named,
            List<WarpBarrier> warps,
            AlignedArrival[] aligned,
            int[] live,
            ArrivalForecast forecast) {
        this.live = live;
        this.forecast = forecast;
        for (int w = 0; w < aligned.length; w++) {
            if (aligned[w] != null) {
                add(w, aligned[w]);
            }
        }
        diverged = !nodes.isEmpty();
        for (NamedBarrier barrier : named) {
            if (barrier.waiters() > 0) {
                add(barrier);
            }
        }
        for (WarpBarrier barrier : warps) {
            add(barrier);
        }
    }

    BarrierFault diagnose() {
        List<Node> reported = shortestCycle();
        String message =
                diverged
                        ? "the lanes of a warp do not all reach the same aligned barrier"
                        : reported.isEmpty() ? "threads are blocked" : "threads wait in a cycle";
        for (Node node : nodes) {
            if (!reported.contains(node)) {
                reported.add(node);
            }
        }
        int[] waiting = new int[live.length];
        List<BarrierFault.Wait> waits = new ArrayList<>();
        for (Node node : reported) {
            waits.add(node.wait);
            for (int w = 0; w < live.length; w++) {
                waiting[w] |= node.waiting[w];
            }
        }
        return new BarrierFault(
                diverged ? BarrierFault.Kind.DIVERGENCE : BarrierFault.Kind.DEADLOCK,
                message,
                waits.isEmpty() ? -1 : waits.get(0).instruction(),
                waits.size() < 2 ? -1 : waits.get(1).instruction(),
                ThreadRanges.few(waiting),
                waits);
    }

    /** The shortest cycle, starting at the first of its nodes; empty if there is none. */
    private List<Node> shortestCycle() {
        List<Node> best = new ArrayList<>();
        for (int start = 0; start < nodes.size(); start++) {
            List<Node> cycle = cycleThrough(start);
            if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
                best = cycle;
            }
        }
        return best;
    }

    private List<Node> cycleThrough(int start) {
        int[] from = new int[nodes.size()];
        Arrays.fill(from, -1);
        ArrayDeque<Integer> work = new ArrayDeque<>(List.of(start));
        while (!work.isEmpty()) {
            int at = work.poll();
            if (nodes.get(at).waitsFor(nodes.get(start))) {
                List<Node> cycle = new ArrayList<>();
                for (int i = at; i != start; i = from[i]) {
                    cycle.add(0, nodes.get(i));
                }
                cycle.add(0, nodes.get(start));
                return cycle;
            }
            for (int next = 0; next < from.length; next++) {
                if (next != start && from[next] < 0 && nodes.get(at).waitsFor(nodes.get(next))) {
                    from[next] = at;
                    work.add(next);
                }
            }
        }
        return List.of();
    }

    private void add(int warp, AlignedArrival held) {
        int[] waiting = ofWarp(warp, held.lanes);
        int[] missing = ofWarp(warp, live[warp] & ~held.lanes);
        String text =
                "threads "
                        + ThreadRanges.of(waiting)
                        + " wait at aligned "
                        + BarrierDiagnosis.name(held.call)
                        + " for threads "
                        + ThreadRanges.of(missing)
                        + " of their warp, which do not reach it";
        nodes.add(
                new Node(
                        waiting,
                        missing,
                        new BarrierFault.Wait(held.call.instruction(), text, "", -1)));
    }

    private void add(NamedBarrier barrier) {
        int[] missing = new int[live.length];
        int arrival = -1;
        int liveThreads = 0;
        for (int w = 0; w < live.length; w++) {
            liveThreads += Integer.bitCount(live[w]);
            for (int rest = live[w] & ~barrier.arrived[w]; rest != 0; rest &= rest - 1) {
                int lane = Integer.numberOfTrailingZeros(rest);
                int next = forecast.nextArrival(w * HappensBefore.WARP + lane, barrier.id);
                if (next >= 0 || barrier.count() == Barriers.ALL) {
                    missing[w] |= 1 << lane;
                    arrival = arrival < 0 ? next : arrival;
                }
            }
        }
        int expected = barrier.count() == Barriers.ALL ? liveThreads : barrier.count();
        String text =
                "threads "
                        + ThreadRanges.of(barrier.waiting)
                        + " wait at barrier "
                        + barrier.id
                        + ", generation "
                        + barrier.generation()
                        + " ("
                        + barrier.counted()
                        + " of "
                        + expected
                        + " arrived"
                        + exitedSince(barrier)
                        + ")";
        nodes.add(
                new Node(
                        barrier.waiting,
                        missing,
                        new BarrierFault.Wait(
                                barrier.instruction(), text, lack(missing, arrival), arrival)));
    }

    /**
     * Names the threads that arrived for the previous generation and have exited since; empty if
     * there are none.
     */
    private String exitedSince(NamedBarrier barrier) {
        int[] exited = new int[live.length];
        for (int w = 0; w < live.length; w++) {
            exited[w] = barrier.lastArrived[w] & ~barrier.arrived[w] & ~live[w];
        }
        if (barrier.count() == Barriers.ALL || Arrays.stream(exited).allMatch(e -> e == 0)) {
            return "";
        }
        return "; threads "
                + ThreadRanges.of(exited)
                + " came to generation "
                + (barrier.generation() - 1)
                + " and have exited";
    }

    private static String lack(int[] missing, int arrival) {
        if (Arrays.stream(missing).allMatch(lanes -> lanes == 0)) {
            return "for arrivals that no thread can still make";
        }
        return "for threads "
                + ThreadRanges.of(missing)
                + (arrival < 0 ? ", which cannot reach it" : ", which can reach it only at");
    }

    private void add(WarpBarrier barrier) {
        int[] waiting = ofWarp(barrier.warp, barrier.arrived);
        int[] missing = ofWarp(barrier.warp, barrier.mask & live[barrier.warp] & ~barrier.arrived);
        String text =
                "threads "
                        + ThreadRanges.of(waiting)
                        + " wait at a warp barrier with mask 0x"
                        + Integer.toHexString(barrier.mask)
                        + " for threads "
                        + ThreadRanges.of(missing);
        nodes.add(
                new Node(
                        waiting,
                        missing,
                        new BarrierFault.Wait(barrier.instruction, text, "", -1)));
    }

    private int[] ofWarp(int warp, int lanes) {
        int[] byWarp = new int[live.length];
        byWarp[warp] = lanes;
        return byWarp;
    }
}
