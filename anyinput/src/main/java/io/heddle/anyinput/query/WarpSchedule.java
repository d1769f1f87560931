package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.query.WarpConditions.Place;
import io.heddle.anyinput.query.WarpFacts.Bound;
import io.heddle.anyinput.query.WarpProgram.Step;
import io.heddle.anyinput.query.WarpState.Arrived;
import io.heddle.anyinput.query.WarpState.Stretch;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import io.heddle.finding.Location;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What warps do between named barriers has no order but the one that barriers make: what a warp did
 * before it came to a barrier is over for those that waited there with it (PTX ISA, bar). One
 * schedule for each set of facts is enough to know it (Sharma, Bauer, Aiken, "Verification of
 * producer-consumer synchronization in GPU programs", Theorem 1): where it comes to the end, no
 * arrival is left, and all that come to a barrier know that its last use is complete, every other
 * schedule makes the same uses of barriers with the same warps.
 *
 * <p>Trip counts are decided as late as possible, and iterations are numbered anew when nothing but
 * their number has changed: then all further ones have been seen.
 */
final class WarpSchedule {
    private static final int MOST_STATES = 20_000;
    private static final int MOST_AHEAD = 24; // iterations between the first warp and the last one

    private final WarpProgram program;
    private final WarpConditions conditions;
    private final WarpTerms warps;
    private final TripCounts counts;
    private final Point start;
    private final int end;
    private final Map<Together, Map<Integer, BitSet>> together = new LinkedHashMap<>();
    private final List<Trouble> troubles = new ArrayList<>();

    /**
     * Two stretches of different warps that have no order.
     *
     * @param one since when the first warp does it
     * @param two since when the second one does
     * @param when how their iterations belong together
     */
    record Together(Point one, Point two, When when) {
        private Together swapped() {
            return new Together(two, one, when.swapped());
        }
    }

    /**
     * Iterations of two barriers.
     *
     * @param ahead how much greater the second one is, where both loops are of one class; or null
     * @param one the first iteration, or null
     * @param two the second one, or null
     * @param left how many iterations there are after the first one, or null
     * @param right how many there are after the second one, or null
     */
    record When(Integer ahead, Integer one, Integer two, Integer left, Integer right) {
        static final When ANY = new When(null, null, null, null, null);

        private When swapped() {
            return new When(ahead == null ? null : -ahead, two, one, right, left);
        }
    }

    /**
     * Where a schedule ends that must not.
     *
     * @param at a barrier
     * @param conditions under which the schedule is made
     */
    record Trouble(Location at, List<BitTerm> conditions) {}

    WarpSchedule(
            WarpProgram program,
            WarpConditions conditions,
            WarpTerms warps,
            TripCounts counts,
            Point start) {
        this.program = program;
        this.conditions = conditions;
        this.warps = warps;
        this.counts = counts;
        this.start = start;
        end = program.steps().size();
    }

    /** What has no order: for each pair of stretches the pairs of warps, the first one first. */
    Map<Together, Map<Integer, BitSet>> together() {
        return together;
    }

    /** Where schedules end that must not. */
    List<Trouble> troubles() {
        return troubles;
    }

    /** Makes all schedules, one for each set of facts. */
    void run(Asker asker) {
        WarpState first = new WarpState(warps.warps(), start, WarpFacts.none(counts.number()));
        for (int w = 0; w < warps.warps(); w++) {
            for (int v = 0; v < w; v++) {
                meet(first, first.present(v), v, first.present(w), w);
            }
        }
        Set<String> seen = new HashSet<>();
        ArrayDeque<WarpState> work = new ArrayDeque<>(List.of(first));
        while (!work.isEmpty()) {
            WarpState s = work.pop();
            if (asker.isLate()) {
                throw WarpProgram.notFollowed(program.first(), "the time is over");
            }
            if (seen.size() > MOST_STATES) {
                throw WarpProgram.notFollowed(
                        program.first(), "there are too many ways in which warps come to barriers");
            }
            normalise(s);
            if (seen.add(s.key(end))) {
                step(s).forEach(work::push);
            }
        }
    }

    private List<WarpState> step(WarpState s) {
        int warp = next(s);
        if (warp < 0) {
            finish(s);
            return List.of();
        }
        Step step = program.steps().get(s.at[warp]);
        Place place = place(s, warp);
        Boolean holds =
                switch (step.kind()) {
                    case ENTER -> enters(step, place, s);
                    case TURN -> conditions.goesOn(place, s.facts);
                    case MEET -> {
                        Barrier b = step.point().barrier();
                        yield conditions.holds(b.condition(), b, place, s.facts);
                    }
                };
        if (holds == null) {
            return conditions.open().stream().map(s::under).toList();
        }
        switch (step.kind()) {
            case ENTER -> s.at[warp] = holds ? s.at[warp] + 1 : step.other();
            case TURN -> {
                s.at[warp] = holds ? step.other() : s.at[warp] + 1;
                s.round[warp] = holds ? s.round[warp] + 1 : 0;
            }
            case MEET -> {
                if (!holds) {
                    s.at[warp]++;
                } else if (!arrive(s, warp, step.point(), place)) {
                    return List.of();
                }
            }
        }
        return List.of(s);
    }

    private Boolean enters(Step step, Place place, WarpState s) {
        if (isIdle(step, place.warp())) {
            return false;
        }
        Place before = new Place(place.warp(), null, 0, true);
        Barrier inside = program.in(step.loop()).get(0);
        return conditions.holds(step.loop().entered(), inside, before, s.facts);
    }

    /** The warp that goes on: one outside loops, or in the iteration that is furthest behind. */
    private int next(WarpState s) {
        int next = -1;
        long least = Long.MAX_VALUE;
        for (int w = 0; w < s.at.length; w++) {
            if (s.at[w] < end && !s.waits[w]) {
                LoopRun loop = loop(s, w);
                long key = loop == null ? -1 : s.round[w];
                if (key < least) {
                    least = key;
                    next = w;
                }
            }
        }
        return next;
    }

    private LoopRun loop(WarpState s, int warp) {
        Step step = s.at[warp] < end ? program.steps().get(s.at[warp]) : null;
        return step == null || step.kind() == WarpProgram.Kind.ENTER ? null : step.loop();
    }

    private int inClass(WarpState s, int warp) {
        LoopRun loop = loop(s, warp);
        return loop == null ? -1 : counts.of(loop);
    }

    private Place place(WarpState s, int warp) {
        LoopRun loop = loop(s, warp);
        boolean exact = loop == null || s.facts.isCounted(counts.of(loop));
        return new Place(warp, loop, s.round[warp], exact);
    }

    // ---------------------------------------------------------------- barriers

    private boolean arrive(WarpState s, int warp, Point point, Place place) {
        Barrier b = point.barrier();
        int number = conditions.number(b, place, s.facts);
        boolean all = b.kind() == Barrier.Kind.BLOCK || b.threads() == warps.wholeBlock();
        int count = all ? 0 : b.threads();
        if (count != 0 && !warps.isWhole(warp)) {
            throw WarpProgram.notFollowed(b, "a warp that has not all its lanes comes to it");
        }
        Arrived there = s.arrived.get(number);
        boolean wrong =
                b.kind() != Barrier.Kind.BLOCK && b.threads() == 0
                        || count % WarpTerms.WARP != 0
                        || s.used[number] && !s.knowsLast[warp][number]
                        || there != null
                                && (there.count() != count || there.warps().containsKey(warp));
        if (wrong) {
            trouble(s, b.location(), place);
            return false;
        }
        boolean waits = WarpProgram.waits(b);
        s.arrive(warp, number, count, waits, point);
        if (!waits) {
            goOn(s, warp);
        }
        int expected = count == 0 ? warps.warps() : count / WarpTerms.WARP;
        if (s.arrived.get(number).warps().size() == expected) {
            s.complete(number).forEach(w -> goOn(s, w));
        }
        return true;
    }

    /** A warp goes on from the barrier where it is: what it does now meets what is not over. */
    private void goOn(WarpState s, int warp) {
        Step step = program.steps().get(s.at[warp]);
        Stretch now = new Stretch(step.point(), inClass(s, warp), s.round[warp]);
        s.begin(warp, now);
        for (int v = 0; v < s.at.length; v++) {
            if (v == warp) {
                continue;
            }
            for (Stretch other : s.unordered(v, warp)) {
                meet(s, other, v, now, warp);
            }
            for (Point p : s.longAgo(v, warp)) {
                add(new Together(p, now.since(), When.ANY), v, warp);
            }
        }
        s.at[warp]++;
    }

    private void meet(WarpState s, Stretch one, int ofOne, Stretch two, int ofTwo) {
        boolean alike = one.ofClass() >= 0 && one.ofClass() == two.ofClass();
        When when =
                alike
                        ? new When(two.round() - one.round(), null, null, null, null)
                        : new When(null, round(s, one), round(s, two), left(s, one), left(s, two));
        add(new Together(one.since(), two.since(), when), ofOne, ofTwo);
    }

    private static Integer round(WarpState s, Stretch x) {
        return x.ofClass() >= 0 && s.facts.isCounted(x.ofClass()) ? x.round() : null;
    }

    private static Integer left(WarpState s, Stretch x) {
        Bound b = x.ofClass() < 0 ? null : s.facts.bounds().get(x.ofClass());
        return b != null && b.exact() ? b.least() - x.round() : null;
    }

    private void add(Together t, int one, int two) {
        Together ordered = one < two ? t : t.swapped();
        together.computeIfAbsent(ordered, x -> new TreeMap<>())
                .computeIfAbsent(Math.min(one, two), x -> new BitSet())
                .set(Math.max(one, two));
    }

    // ---------------------------------------------------------------- ends

    /** No warp goes on: all must have come to the end, and no arrival may be left. */
    private void finish(WarpState s) {
        for (int w = 0; w < s.at.length; w++) {
            if (s.at[w] < end) {
                Location at = program.steps().get(s.at[w]).point().barrier().location();
                trouble(s, at, place(s, w));
                return;
            }
        }
        if (!s.arrived.isEmpty()) {
            Arrived left = s.arrived.firstEntry().getValue();
            int last = left.places().firstKey();
            Place place = new Place(last, null, 0, true);
            trouble(s, left.places().get(last).barrier().location(), place);
        }
    }

    private void trouble(WarpState s, Location at, Place place) {
        troubles.add(new Trouble(at, conditions.conditions(s.facts, place, true)));
    }

    // ---------------------------------------------------------------- iterations

    /** Numbers iterations anew, and forgets what is over for all. */
    private void normalise(WarpState s) {
        s.forget(end);
        int[] inClass = new int[s.at.length];
        Arrays.setAll(inClass, w -> inClass(s, w));
        for (int c = 0; c < counts.number(); c++) {
            int base = base(s, c, inClass);
            while (base >= conditions.first() + conditions.period()) {
                s.shift(c, conditions.period(), inClass);
                base -= conditions.period();
            }
        }
    }

    /** The iteration of a class in which the last warp is. */
    private int base(WarpState s, int ofClass, int[] inClass) {
        int least = Integer.MAX_VALUE;
        int most = 0;
        for (int w = 0; w < s.at.length; w++) {
            if (inClass[w] == ofClass) {
                least = Math.min(least, s.round[w]);
                most = Math.max(most, s.round[w]);
            }
            for (int k = s.at[w]; k < end; k++) {
                Step step = program.steps().get(k);
                boolean enters = step.kind() == WarpProgram.Kind.ENTER;
                if (enters && counts.of(step.loop()) == ofClass && !isIdle(step, w)) {
                    least = 0;
                }
            }
        }
        if (most - Math.min(least, most) > MOST_AHEAD) {
            Barrier b = program.in(counts.ofClass(ofClass).get(0)).get(0);
            throw WarpProgram.notFollowed(b, "warps may be any number of iterations apart");
        }
        Bound b = s.facts.bounds().get(ofClass);
        return least < Integer.MAX_VALUE ? least : b.exact() ? b.least() : 0;
    }

    private boolean isIdle(Step step, int warp) {
        return program.in(step.loop()).stream().allMatch(b -> warps.isNever(b.condition(), warp))
                || warps.isNever(step.loop().entered(), warp);
    }
}
