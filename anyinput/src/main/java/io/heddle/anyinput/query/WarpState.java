package io.heddle.anyinput.query;

import io.heddle.anyinput.summary.Point;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where all warps of a block are, what has arrived at barriers, and who knows of what. */
final class WarpState {
    private static final int NUMBERS = 16;
    private static final int MOST_RECENT = 12; // stretches of a warp that are told apart

    WarpFacts facts;
    final int[] at; // step
    final int[] round; // iteration of the loop that a warp is in
    final boolean[] waits;
    final int[][] knows; // [w][v]: how many stretches of v are over for w
    final boolean[][] knowsLast; // [w][b]: whether w knows the last completion at b
    final boolean[] used; // [b]: whether it was completed before
    private final List<List<Stretch>> recent = new ArrayList<>();
    private final int[] forgotten; // how many stretches are in old
    private final List<Set<Point>> old = new ArrayList<>();
    final TreeMap<Integer, Arrived> arrived = new TreeMap<>();

    /**
     * What a warp does from one barrier to the next one.
     *
     * @param since the barrier, or the beginning
     * @param ofClass of the loop that the barrier is in; −1 for none
     * @param round its iteration
     */
    record Stretch(Point since, int ofClass, int round) {}

    /** Who has come to a barrier. */
    static final class Arrived {
        private final int count;
        private final TreeMap<Integer, Boolean> warps = new TreeMap<>();
        private final TreeMap<Integer, Point> places = new TreeMap<>();
        private final int[] knows; // together
        private final boolean[] knowsLast; // whether one of them does

        private Arrived(int count, int[] knows, boolean[] knowsLast) {
            this.count = count;
            this.knows = knows.clone();
            this.knowsLast = knowsLast.clone();
        }

        private Arrived copy() {
            Arrived copy = new Arrived(count, knows, knowsLast);
            copy.warps.putAll(warps);
            copy.places.putAll(places);
            return copy;
        }

        /** The number of threads that it waits for; 0 for all. */
        int count() {
            return count;
        }

        /** The warps by their numbers; true for those that wait. */
        SortedMap<Integer, Boolean> warps() {
            return warps;
        }

        /** Where they have come to it. */
        SortedMap<Integer, Point> places() {
            return places;
        }
    }

    WarpState(int warps, Point start, WarpFacts facts) {
        this.facts = facts;
        at = new int[warps];
        round = new int[warps];
        waits = new boolean[warps];
        knows = new int[warps][warps];
        knowsLast = new boolean[warps][NUMBERS];
        used = new boolean[NUMBERS];
        forgotten = new int[warps];
        for (int w = 0; w < warps; w++) {
            recent.add(new ArrayList<>(List.of(new Stretch(start, -1, 0))));
            old.add(new LinkedHashSet<>());
        }
    }

    private WarpState(WarpState s, WarpFacts facts) {
        this.facts = facts;
        at = s.at.clone();
        round = s.round.clone();
        waits = s.waits.clone();
        knows = Arrays.stream(s.knows).map(int[]::clone).toArray(int[][]::new);
        knowsLast = Arrays.stream(s.knowsLast).map(boolean[]::clone).toArray(boolean[][]::new);
        used = s.used.clone();
        forgotten = s.forgotten.clone();
        s.recent.forEach(r -> recent.add(new ArrayList<>(r)));
        s.old.forEach(o -> old.add(new LinkedHashSet<>(o)));
        s.arrived.forEach((b, a) -> arrived.put(b, a.copy()));
    }

    /** The same under other facts. */
    WarpState under(WarpFacts others) {
        return new WarpState(this, others);
    }

    /** How many stretches a warp has begun. */
    private int begun(int warp) {
        return forgotten[warp] + recent.get(warp).size();
    }

    /** A warp comes to a barrier; with those that are there it knows what it knows now. */
    void arrive(int warp, int number, int count, boolean waiting, Point place) {
        Arrived a =
                arrived.computeIfAbsent(
                        number, b -> new Arrived(count, new int[at.length], new boolean[NUMBERS]));
        a.warps.put(warp, waiting);
        a.places.put(warp, place);
        knows[warp][warp] = begun(warp);
        waits[warp] = waiting;
        for (int v = 0; v < at.length; v++) {
            a.knows[v] = Math.max(a.knows[v], knows[warp][v]);
        }
        for (int b = 0; b < NUMBERS; b++) {
            a.knowsLast[b] |= knowsLast[warp][b];
        }
    }

    /**
     * A barrier is complete: those that wait go on, and know all that those who came knew.
     *
     * @return those that go on
     */
    List<Integer> complete(int number) {
        Arrived a = arrived.remove(number);
        used[number] = true;
        for (int w = 0; w < at.length; w++) {
            knowsLast[w][number] = false;
        }
        arrived.values().forEach(other -> other.knowsLast[number] = false);
        List<Integer> on = new ArrayList<>();
        a.warps.forEach(
                (w, waiting) -> {
                    if (waiting) {
                        on.add(w);
                        waits[w] = false;
                        for (int v = 0; v < at.length; v++) {
                            knows[w][v] = Math.max(knows[w][v], a.knows[v]);
                        }
                        for (int b = 0; b < NUMBERS; b++) {
                            knowsLast[w][b] |= a.knowsLast[b];
                        }
                        knowsLast[w][number] = true;
                    }
                });
        return on;
    }

    /** A warp goes on from a barrier. */
    void begin(int warp, Stretch stretch) {
        recent.get(warp).add(stretch);
    }

    /** The present stretch of a warp. */
    Stretch present(int warp) {
        return recent.get(warp).get(recent.get(warp).size() - 1);
    }

    /** The recent stretches of a warp that are not over for another one. */
    List<Stretch> unordered(int warp, int forOther) {
        int from = Math.max(0, knows[forOther][warp] - forgotten[warp]);
        List<Stretch> all = recent.get(warp);
        return all.subList(Math.min(from, all.size()), all.size());
    }

    /** The barriers since which a warp did what is long ago and not over for another one. */
    Set<Point> longAgo(int warp, int forOther) {
        return knows[forOther][warp] < forgotten[warp] ? old.get(warp) : Set.of();
    }

    /** Forgets when stretches were that are over for all, or long ago. */
    void forget(int end) {
        for (int w = 0; w < at.length; w++) {
            int known = begun(w) - 1; // the present one stays
            boolean any = false;
            for (int v = 0; v < at.length; v++) {
                if (v != w && at[v] < end) {
                    known = Math.min(known, knows[v][w]);
                    any |= knows[v][w] < forgotten[w];
                }
            }
            List<Stretch> all = recent.get(w);
            while (forgotten[w] < known) {
                all.remove(0);
                forgotten[w]++;
            }
            while (all.size() > MOST_RECENT) {
                old.get(w).add(all.remove(0).since());
                forgotten[w]++;
                any = true;
            }
            if (!any) {
                old.get(w).clear();
            }
        }
    }

    /** Iterations of the loops of a class are counted from another one on. */
    void shift(int ofClass, int by, int[] inClass) {
        for (int w = 0; w < at.length; w++) {
            round[w] -= inClass[w] == ofClass ? by : 0;
            recent.get(w)
                    .replaceAll(
                            s ->
                                    s.ofClass() == ofClass
                                            ? new Stretch(s.since(), ofClass, s.round() - by)
                                            : s);
        }
        facts = facts.shifted(ofClass, by);
    }

    /** Tells states apart, but for how often all has been done. */
    String key(int end) {
        StringBuilder key = new StringBuilder();
        facts.decided().forEach((t, holds) -> key.append(t.number()).append(holds).append(' '));
        key.append(facts.bounds()).append(facts.counted());
        for (int w = 0; w < at.length; w++) {
            key.append('\n').append(at[w]).append(' ').append(round[w]).append(waits[w]);
            for (Stretch s : recent.get(w)) {
                key.append(s.since().number()).append('/').append(s.ofClass()).append('/');
                key.append(s.round()).append(' ');
            }
            old.get(w).forEach(p -> key.append(p.number()).append(','));
            for (int v = 0; v < at.length; v++) {
                boolean ended = at[v] >= end;
                int known = Math.max(-1, knows[v][w] - forgotten[w]);
                key.append(' ').append(ended ? "-" : known);
            }
            key.append(Arrays.toString(knowsLast[w]));
        }
        key.append(Arrays.toString(used));
        arrived.forEach(
                (b, a) -> {
                    key.append('\n').append(b).append(' ').append(a.count).append(a.warps);
                    for (int v = 0; v < at.length; v++) {
                        key.append(' ').append(Math.max(-1, a.knows[v] - forgotten[v]));
                    }
                    key.append(Arrays.toString(a.knowsLast));
                });
        return key.toString();
    }
}
