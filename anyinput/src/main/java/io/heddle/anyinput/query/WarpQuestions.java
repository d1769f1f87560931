package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.query.Phases.Reach;
import io.heddle.anyinput.query.Phases.Since;
import io.heddle.anyinput.query.Question.Kind;
import io.heddle.anyinput.query.WarpSchedule.Together;
import io.heddle.anyinput.query.WarpSchedule.Trouble;
import io.heddle.anyinput.query.WarpSchedule.When;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.BarrierGroups;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;

/**
 * Asks what must not be where warps come to named barriers each in its own way ({@link
 * WarpSchedule}): that warps wait for ever there, or that two of them access the same bytes in
 * stretches that have no order.
 */
final class WarpQuestions {
    private final Summary summary;
    private final BitTerms terms;
    private final Threads threads;
    private final List<BitTerm> assumed;
    private final ThreadCopy one;
    private final ThreadCopy two;
    private final Knowledge known;
    private final Asker asker;
    private final WarpTerms warps;
    private WarpSchedule schedule;
    private Gap gap;

    WarpQuestions(
            Summary summary,
            Threads threads,
            List<BitTerm> assumed,
            ThreadCopy one,
            ThreadCopy two,
            Knowledge known,
            Asker asker) {
        this.summary = summary;
        terms = summary.terms();
        this.threads = threads;
        this.assumed = assumed;
        this.one = one;
        this.two = two;
        this.known = known;
        this.asker = asker;
        warps = new WarpTerms(terms, threads);
    }

    /** Why the barriers are not followed; null if they are. */
    Gap gap() {
        return gap;
    }

    /** Finds what has no order; true if it is known. */
    boolean follow() {
        try {
            WarpProgram program = new WarpProgram(summary.points());
            List<BitTerm> places = new ArrayList<>(threads.inGrid(one::of));
            TripCounts counts =
                    new TripCounts(
                            summary, program.loops(), one, two, places, assumed, known, asker);
            WarpConditions conditions =
                    new WarpConditions(terms, threads, warps, counts, one, assumed, known, asker);
            conditions.findPeriod(program);
            Point start = summary.points().get(0);
            schedule = new WarpSchedule(program, conditions, warps, counts, start);
            schedule.run(asker);
            checkCopies();
            return true;
        } catch (NotFollowedException e) {
            gap = e.gap();
            return false;
        }
    }

    private void checkCopies() {
        for (Point p : summary.points()) {
            if (p.access() != null && p.access().copies()) {
                throw new NotFollowedException(
                        new Gap(
                                "--any-input does not follow an asynchronous copy here beside named"
                                        + " barriers to which warps come in different ways",
                                p.access().location(),
                                p.access().condition()));
            }
        }
    }

    /** Asks about ends that must not be. */
    void askEnds(Findings findings) {
        for (Trouble t : schedule.troubles()) {
            findings.ask(
                    new Question(
                            Kind.BARRIER_MISUSE, t.conditions(), assumed, t.at(), null, "", false),
                    known);
        }
    }

    // ---------------------------------------------------------------- races

    /** Two accesses in stretches without order. */
    private record Meeting(Point one, Point two, BitTerm ways, Map<Integer, BitSet> warps) {}

    /**
     * Asks about races of two warps.
     *
     * @param apart accesses that no two threads make to the same bytes
     */
    void askRaces(Questions questions, BiPredicate<Access, Access> apart) {
        Map<Meeting, BitTerm> meetings = new LinkedHashMap<>();
        schedule.together()
                .forEach(
                        (t, pairs) ->
                                alike(pairs)
                                        .forEach((sides, some) -> add(meetings, t, sides, some)));
        meetings.forEach(
                (m, when) -> {
                    if (!apart.test(m.one().access(), m.two().access())) {
                        ask(m, when, questions);
                    }
                });
    }

    private void ask(Meeting m, BitTerm when, Questions questions) {
        Access a = m.one().access();
        Access b = m.two().access();
        List<BitTerm> all = new ArrayList<>();
        all.addAll(threads.inGrid(one::of));
        all.add(
                new BarrierGroups.Pairs(Set.of(), false, m.warps())
                        .condition(terms, one.of(threads.warp()), two.of(threads.warp())));
        all.add(when);
        all.add(one.of(a.condition()));
        all.add(two.of(b.condition()));
        all.add(Bundles.overlap(terms, a, one, b, two));
        BitTerm key = terms.conjunction(all);
        questions.ask(
                "stretches " + m.one().number() + " " + m.two().number() + " " + key.number(),
                Question.race(all, assumed, a, b, false),
                m.ways(),
                known);
    }

    private void add(
            Map<Meeting, BitTerm> meetings,
            Together t,
            List<Integer> sides,
            Map<Integer, BitSet> pairs) {
        for (Reach x : reached(t.one(), sides.get(0))) {
            for (Reach y : reached(t.two(), sides.get(1))) {
                if (x.access() == null
                        || y.access() == null
                        || !x.access().meets(y.access(), false)) {
                    continue;
                }
                BitTerm ways =
                        terms.and(
                                one.of(x.ways().condition(terms)),
                                two.of(y.ways().condition(terms)));
                Meeting m = new Meeting(x.point(), y.point(), ways, pairs);
                meetings.merge(m, when(t, x, y), terms::or);
            }
        }
    }

    /** How the iterations of two accesses belong together. */
    private BitTerm when(Together t, Reach x, Reach y) {
        When w = t.when();
        List<BitTerm> all = new ArrayList<>();
        all.addAll(x.firstIterations(one, terms));
        all.addAll(y.firstIterations(two, terms));
        BitTerm first = atBarrier(t.one(), x, one);
        BitTerm second = atBarrier(t.two(), y, two);
        if (w.ahead() != null && first != null && second != null) {
            all.add(terms.eq(terms.add(first, number(first, w.ahead())), second));
        }
        fix(first, w.one(), w.left(), t.one(), one, all);
        fix(second, w.two(), w.right(), t.two(), two, all);
        return terms.conjunction(all);
    }

    private void fix(
            BitTerm round,
            Integer is,
            Integer left,
            Point since,
            ThreadCopy copy,
            List<BitTerm> all) {
        if (round != null && is != null) {
            all.add(terms.eq(round, number(round, is)));
        }
        if (round != null && left != null) {
            BitTerm last = copy.of(since.barrier().loops().get(0).last());
            all.add(terms.eq(terms.add(round, number(round, left)), last));
        }
    }

    private BitTerm number(BitTerm like, int value) {
        return terms.constant(like.width(), value);
    }

    /** The iteration of the barrier since which an access was made; null if it is not known. */
    private BitTerm atBarrier(Point since, Reach r, ThreadCopy copy) {
        if (since.barrier() == null || since.barrier().loops().isEmpty()) {
            return null;
        }
        LoopRun loop = since.barrier().loops().get(0);
        Since rounds = r.since().get(loop);
        if (rounds == null || rounds == Since.FIRST || rounds.rounds() < 0) {
            return null;
        }
        BitTerm now = r.iteration(copy, loop);
        return now == null ? null : terms.sub(now, number(now, rounds.rounds()));
    }

    // ---------------------------------------------------------------- ways of warps

    private final Map<Integer, Phases> phases = new HashMap<>();
    private final Map<List<Integer>, List<Reach>> reached = new HashMap<>();
    private final Map<BitSet, Integer> sides = new HashMap<>();
    private final Map<Integer, Integer> sideOf = new HashMap<>();

    /** What a warp comes to from a point before it comes to another barrier. */
    private List<Reach> reached(Point start, int side) {
        return reached.computeIfAbsent(
                List.of(start.number(), side),
                k ->
                        phases.computeIfAbsent(
                                        side,
                                        w ->
                                                new Phases(
                                                        summary.points(),
                                                        WarpProgram::isOfSome,
                                                        e -> goes(e, w),
                                                        terms))
                                .from(start));
    }

    /** False if no lane of a warp goes this way: a guard that does not hold ends no way. */
    private boolean goes(Point.Edge e, int warp) {
        return !warps.isNever(e.condition(), warp) && !warps.isNever(e.to().condition(), warp);
    }

    /** The first warp that goes the ways that a warp goes. */
    private int side(int warp) {
        return sideOf.computeIfAbsent(
                warp,
                w -> {
                    BitSet goes = new BitSet();
                    int k = 0;
                    for (Point p : summary.points()) {
                        for (Point.Edge e : p.next()) {
                            goes.set(k++, goes(e, w));
                        }
                    }
                    return sides.computeIfAbsent(goes, g -> w);
                });
    }

    /** Pairs of warps, by the ways that they go. */
    private Map<List<Integer>, Map<Integer, BitSet>> alike(Map<Integer, BitSet> pairs) {
        Map<List<Integer>, Map<Integer, BitSet>> alike = new LinkedHashMap<>();
        pairs.forEach(
                (v, all) ->
                        all.stream()
                                .forEach(
                                        w ->
                                                alike.computeIfAbsent(
                                                                List.of(side(v), side(w)),
                                                                x -> new HashMap<>())
                                                        .computeIfAbsent(v, x -> new BitSet())
                                                        .set(w)));
        return alike;
    }
}
