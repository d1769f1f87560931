package io.heddle.anyinput.query;

import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The barriers of a kernel and the loops around them, in the order of the program. */
final class WarpProgram {
    private final List<Step> steps = new ArrayList<>();
    private final Set<LoopRun> loops = new LinkedHashSet<>();

    /** What a step does. */
    enum Kind {
        /** Threads come to a loop. */
        ENTER,
        /** They come to a barrier. */
        MEET,
        /** They have made an iteration. */
        TURN
    }

    /**
     * A step.
     *
     * @param point the barrier; null of other steps
     * @param loop the loop that it is in, or null
     * @param other the step behind the loop, of one that enters; the first one in it, of a turn
     */
    record Step(Kind kind, Point point, LoopRun loop, int other) {}

    /**
     * Puts barriers into order.
     *
     * @throws NotFollowedException if loops with barriers are in each other, or make as many
     *     iterations as a thread wants
     */
    WarpProgram(List<Point> points) {
        LoopRun inside = null;
        int entered = -1;
        for (Point p : points) {
            if (!isOfSome(p.barrier())) {
                continue;
            }
            LoopRun loop = loop(p.barrier());
            if (inside != null && !inside.equals(loop)) {
                leave(inside, entered);
            }
            if (loop != null && !loop.equals(inside)) {
                entered = steps.size();
                steps.add(new Step(Kind.ENTER, null, loop, -1));
                if (!loops.add(loop)) {
                    throw notFollowed(p.barrier(), "a loop here is not in one piece");
                }
            }
            inside = loop;
            steps.add(new Step(Kind.MEET, p, loop, -1));
        }
        if (inside != null) {
            leave(inside, entered);
        }
    }

    private void leave(LoopRun loop, int entered) {
        steps.add(new Step(Kind.TURN, null, loop, entered + 1));
        steps.set(entered, new Step(Kind.ENTER, null, loop, steps.size()));
    }

    private static LoopRun loop(Barrier b) {
        if (b.loops().isEmpty()) {
            return null;
        }
        if (b.loops().size() > 1) {
            throw notFollowed(b, "it is in a loop that is in another loop");
        }
        if (!b.loops().get(0).uniform()) {
            throw notFollowed(b, "threads may make different numbers of iterations around it");
        }
        return b.loops().get(0);
    }

    /** What is not followed at a barrier. */
    static NotFollowedException notFollowed(Barrier b, String why) {
        return new NotFollowedException(
                new Gap(
                        "--any-input does not know which warps meet at the named barrier here: "
                                + why,
                        b.location(),
                        b.condition()));
    }

    /** True for the barriers of the block and of warps in it. */
    static boolean isOfSome(Barrier b) {
        return waits(b) || b != null && b.kind() == Barrier.Kind.ARRIVE;
    }

    /** True for those of them at which threads wait. */
    static boolean waits(Barrier b) {
        return b != null && (b.kind() == Barrier.Kind.BLOCK || b.kind() == Barrier.Kind.GROUP);
    }

    /** The steps. */
    List<Step> steps() {
        return steps;
    }

    /** The first barrier. */
    Barrier first() {
        return steps.stream()
                .filter(s -> s.kind() == Kind.MEET)
                .findFirst()
                .orElseThrow()
                .point()
                .barrier();
    }

    /** The loops. */
    List<LoopRun> loops() {
        return List.copyOf(loops);
    }

    /** The barriers in a loop. */
    List<Barrier> in(LoopRun loop) {
        return steps.stream()
                .filter(s -> s.kind() == Kind.MEET && loop.equals(s.loop()))
                .map(s -> s.point().barrier())
                .toList();
    }
}
