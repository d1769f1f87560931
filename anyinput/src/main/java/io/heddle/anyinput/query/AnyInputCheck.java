package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.query.Asker.Patience;
import io.heddle.anyinput.query.Phases.Reach;
import io.heddle.anyinput.query.Phases.Since;
import io.heddle.anyinput.query.Question.Kind;
import io.heddle.anyinput.solver.SolverProcess;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Axiom;
import io.heddle.anyinput.summary.Barrier;
import io.heddle.anyinput.summary.BarrierGroups;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Asks all that must not be: that two threads of a block, or of two blocks, access the same bytes
 * without order and one of them writes; that two threads of a block wait at different barriers;
 * that a thread accesses what lies outside an object.
 */
public final class AnyInputCheck {
    private static final long GAPS = 4_000_000_000L; // nanoseconds for what no thread comes to

    private final Summary summary;
    private final BitTerms terms;
    private final Threads threads;
    private final List<BitTerm> assumptions;
    private final Asker asker;
    private final Findings findings;
    private final Map<String, Axiom> axioms;
    private final Counters counters;
    private final CopyQuestions copies;
    private final Anywhere anywhere;
    private WarpQuestions warps;

    /**
     * A check.
     *
     * @param assumptions conditions over arguments and grid that hold
     * @param contents what is known of the functions that give the contents of objects
     * @param confirms whether a run shows a suspect to be a defect, so that its neighbours at the
     *     same lines need no question
     * @param deadline by {@link System#nanoTime}, after which no question is asked: what has not
     *     been excluded by then stays open
     */
    public AnyInputCheck(
            Summary summary,
            Threads threads,
            List<BitTerm> assumptions,
            Map<String, Axiom> contents,
            SolverProcess solver,
            Predicate<Suspect> confirms,
            long deadline) {
        this.threads = threads;
        this.assumptions = List.copyOf(assumptions);
        terms = summary.terms();
        asker = new Asker(solver, deadline);
        findings = new Findings(terms, threads, asker, confirms);
        axioms = new HashMap<>(summary.axioms());
        axioms.putAll(contents);
        Asker soon = new Asker(solver, Math.min(deadline, System.nanoTime() + GAPS));
        this.summary = ReachedGaps.of(summary, threads, copy(1, false), assumed(), soon);
        counters = new Counters(this.summary, threads, assumed(), asker, this::copy);
        copies = new CopyQuestions(this.summary.points(), terms, assumed(), asker);
        anywhere = new Anywhere();
    }

    /** What the summary leaves out and a thread may come to. */
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>(summary.gaps());
        gaps.addAll(copies.gaps());
        if (warps != null && warps.gap() != null) {
            gaps.add(warps.gap());
        }
        return gaps;
    }

    /** The suspects that no run has confirmed. */
    public List<Suspect> suspects() {
        return findings.suspects();
    }

    /** The number of questions that the solver was asked. */
    public int asked() {
        return asker.asked();
    }

    /** True if the assumptions cannot hold together. */
    public boolean isImpossible() {
        ThreadCopy one = copy(1, false);
        List<BitTerm> conditions = new ArrayList<>();
        conditions.addAll(threads.inGrid(one::of));
        return Boolean.FALSE.equals(asker.ask(conditions, assumed(), known(one)).can());
    }

    /** What the questions that are left say of arguments. */
    public SizeProducts openSizes() {
        return new SizeProducts(findings.openConditions());
    }

    /** Asks further questions until another deadline. */
    public void extend(long nanoTime) {
        asker.extend(nanoTime);
    }

    /** True if no suspect is left under further conditions over arguments and grid. */
    public boolean isExcluded(List<BitTerm> conditions) {
        return findings.areExcluded(conditions);
    }

    /** Asks all questions. */
    public void run() {
        bounds();
        anywhere.separate();
        ownCopies();
        boolean ofWarps = has(Barrier.Kind.WARP);
        boolean lanes = has(Barrier.Kind.LANES);
        BarrierGroups groups = new BarrierGroups(summary.points(), threads, terms);
        List<BarrierGroups.Pairs> pairs = groups.pairs();
        if (!groups.follows() && (has(Barrier.Kind.GROUP) || has(Barrier.Kind.ARRIVE))) {
            ThreadCopy one = copy(1, false);
            ThreadCopy two = copy(2, false);
            warps =
                    new WarpQuestions(
                            summary, threads, assumed(), one, two, known(one, two), asker);
        }
        if (warps != null && warps.follow()) {
            byWarps();
        } else if (!pairs.isEmpty()) {
            inGroups(pairs, lanes);
        } else if (!ofWarps && !lanes) {
            within(AnyInputCheck::isOfBlock, Two.ANY, true, true);
        } else {
            within(AnyInputCheck::isOfBlock, Two.OF_TWO_WARPS, true, true);
            within(AnyInputCheck::orders, Two.OF_ONE_WARP, true, !lanes);
            if (lanes) {
                within(b -> true, Two.OF_ONE_WARP, false, true);
            }
        }
        anywhere.askApart();
        findings.askAgain();
    }

    /** True for a barrier of the block, and for those of groups where these are not known. */
    private static boolean isOfBlock(Barrier b) {
        return b.kind() == Barrier.Kind.BLOCK || b.kind() == Barrier.Kind.GROUP;
    }

    /** True for a barrier that orders what lanes of a warp do. */
    private static boolean orders(Barrier b) {
        return isOfBlock(b) || b.kind() == Barrier.Kind.WARP;
    }

    /** True if all lanes of a warp are known to come to a barrier if one does. */
    private boolean isFollowed(Barrier b) {
        return warps != null && warps.gap() == null && WarpProgram.isOfSome(b);
    }

    /** Asks where warps come to named barriers each in its own way. */
    private void byWarps() {
        warps.askEnds(findings);
        within(AnyInputCheck::orders, Two.OF_ONE_WARP, true, false);
        within(b -> true, Two.OF_ONE_WARP, false, true);
        warps.askRaces(new Questions(findings), anywhere.pairs::areSeparate);
    }

    /** Asks where warps meet in groups: two threads are ordered by the barriers of both. */
    private void inGroups(List<BarrierGroups.Pairs> all, boolean lanes) {
        Predicate<Barrier> blocks = b -> b.kind() == Barrier.Kind.BLOCK;
        Predicate<Barrier> blocksAndWarps = blocks.or(b -> b.kind() == Barrier.Kind.WARP);
        within(blocks, Two.ANY, false, true);
        within(blocksAndWarps, Two.OF_ONE_WARP, false, !lanes);
        if (lanes) {
            within(b -> true, Two.OF_ONE_WARP, false, true);
        }
        for (BarrierGroups.Pairs pairs : all) {
            Predicate<Barrier> common = pairs.sameWarp() ? blocksAndWarps : blocks;
            within(
                    common.or(pairs.barriers()::contains),
                    (t, one, two) -> pairs.condition(t, one, two),
                    true,
                    false);
        }
    }

    /** Which two threads of a block are asked about. */
    private interface Two {
        Two ANY = (terms, one, other) -> terms.condition(true);
        Two OF_ONE_WARP = (terms, one, other) -> terms.eq(one, other);
        Two OF_TWO_WARPS = (terms, one, other) -> terms.not(terms.eq(one, other));

        /** A condition on the numbers of their warps. */
        BitTerm condition(BitTerms terms, BitTerm one, BitTerm other);
    }

    private boolean has(Barrier.Kind kind) {
        return summary.points().stream()
                .anyMatch(p -> p.barrier() != null && p.barrier().kind() == kind);
    }

    private ThreadCopy copy(int thread, boolean ownBlock) {
        return new ThreadCopy(terms, axioms, thread, ownBlock);
    }

    /** The assumptions, which are about what all threads share. */
    private List<BitTerm> assumed() {
        ThreadCopy one = copy(1, false);
        return assumptions.stream().map(one::of).toList();
    }

    // ---------------------------------------------------------------- one thread

    private void bounds() {
        ThreadCopy one = copy(1, false);
        for (Point p : summary.points()) {
            Access a = p.access();
            if (a == null || a.object().bytes() == null) {
                continue;
            }
            List<BitTerm> conditions = new ArrayList<>();
            conditions.addAll(threads.inGrid(one::of));
            conditions.add(one.of(a.condition()));
            conditions.add(terms.not(one.of(a.fits(terms))));
            findings.ask(
                    new Question(
                            Kind.OUT_OF_BOUNDS,
                            conditions,
                            assumed(),
                            a.location(),
                            null,
                            a.object().name(),
                            false),
                    known(one));
        }
    }

    /** Accesses of a thread to what copies of its own have in flight. */
    private void ownCopies() {
        ThreadCopy now = copy(1, false);
        ThreadCopy later = now.later();
        List<BitTerm> places = threads.inGrid(now::of);
        copies.own(now, later, places, known(now, later), new Questions(findings));
    }

    // ---------------------------------------------------------------- two threads of a block

    /**
     * Races and divergence within a block.
     *
     * @param separates the barriers that order the two threads
     * @param which threads the two are
     * @param races whether races are looked for
     * @param divergence whether divergence is
     */
    private void within(
            Predicate<Barrier> separates, Two which, boolean races, boolean divergence) {
        ThreadCopy one = copy(1, false);
        ThreadCopy two = copy(2, false);
        Knowledge known = known(one, two);
        List<BitTerm> places = new ArrayList<>();
        places.addAll(threads.inGrid(one::of));
        BitTerm same = terms.condition(true);
        for (BitTerm t : threads.thread()) {
            same = terms.and(same, terms.eq(one.of(t), two.of(t)));
        }
        places.add(terms.not(same));
        places.add(which.condition(terms, one.of(threads.warp()), two.of(threads.warp())));
        Phases phases = new Phases(summary.points(), separates, terms);
        Questions questions = new Questions(findings);
        for (Point start : summary.points()) {
            boolean begins =
                    start.number() == 0
                            || start.barrier() != null && separates.test(start.barrier());
            if (!begins) {
                continue;
            }
            List<Reach> reached = phases.from(start);
            Bundles bundles =
                    new Bundles(
                            terms,
                            reached.stream().map(Reach::access).toList(),
                            reached.stream().map(Reach::since).toList());
            for (int k = 0; k < reached.size(); k++) {
                for (int m = k; m < reached.size(); m++) {
                    Pair pair = new Pair(reached.get(k), reached.get(m), one, two);
                    if (races && pair.areAccesses()) {
                        int first = k;
                        int second = m;
                        pair.askRace(
                                places,
                                known,
                                questions,
                                no -> bundles.exclude(first, second, one, two, no));
                    } else if (divergence && pair.areBarriers()) {
                        pair.askDivergence(places, known, questions);
                    }
                }
            }
            if (races) {
                copies.others(start, reached, separates, one, two, places, known, questions);
            }
        }
    }

    /** Two threads that come to two points in one phase. */
    private final class Pair {
        private final Reach a;
        private final Reach b;
        private final ThreadCopy one;
        private final ThreadCopy two;
        private final BitTerm together;

        Pair(Reach a, Reach b, ThreadCopy one, ThreadCopy two) {
            this.a = a;
            this.b = b;
            this.one = one;
            this.two = two;
            List<BitTerm> relations = new ArrayList<>();
            Set<LoopRun> loops = new LinkedHashSet<>(a.since().keySet());
            loops.retainAll(b.since().keySet());
            for (LoopRun l : loops) {
                relations.add(relation(l, a.since().get(l), b.since().get(l)));
            }
            relations.addAll(a.firstIterations(one, terms));
            relations.addAll(b.firstIterations(two, terms));
            together = terms.conjunction(relations);
        }

        /** How the iterations of a loop that both were in since the phase began belong together. */
        private BitTerm relation(LoopRun l, Since ofOne, Since ofTwo) {
            BitTerm x = a.iteration(one, l);
            BitTerm y = b.iteration(two, l);
            if (x == null || y == null) {
                return terms.condition(true);
            }
            int first = ofOne.rounds();
            int second = ofTwo.rounds();
            if (first >= 0 && second >= 0 && (ofOne == Since.FIRST) == (ofTwo == Since.FIRST)) {
                BitTerm ahead = terms.constant(x.width(), (long) second - first);
                return terms.eq(terms.add(x, ahead), y);
            }
            return terms.condition(true);
        }

        boolean areAccesses() {
            return a.access() != null && b.access() != null;
        }

        boolean areBarriers() {
            return a.barrier() != null && b.barrier() != null;
        }

        void askRace(
                List<BitTerm> places,
                Knowledge known,
                Questions questions,
                Predicate<Predicate<BitTerm>> bundles) {
            String key = key("race");
            if (!a.access().meets(b.access(), false)
                    || anywhere.pairs.areSeparate(a.access(), b.access())
                    || questions.isDone(key)) {
                return;
            }
            List<BitTerm> conditions = new ArrayList<>(places);
            conditions.add(together);
            conditions.add(one.of(a.access().condition()));
            conditions.add(two.of(b.access().condition()));
            if (!questions.wasAsked(key)
                    && bundles.test(
                            overlap -> {
                                List<BitTerm> all = new ArrayList<>(conditions);
                                all.add(overlap);
                                return cannot(all, Patience.SOMETIME, known);
                            })) {
                questions.exclude(key);
                return;
            }
            conditions.add(Bundles.overlap(terms, a.access(), one, b.access(), two));
            Question q = Question.race(conditions, assumed(), a.access(), b.access(), false);
            questions.ask(key, q, ways(), known);
        }

        void askDivergence(List<BitTerm> places, Knowledge known, Questions questions) {
            boolean uniform = a.barrier().uniform() && b.barrier().uniform();
            boolean alike = isFollowed(a.barrier()) && isFollowed(b.barrier());
            boolean same = a.point() == b.point() && a.since().equals(b.since());
            boolean certain = same && !a.since().containsValue(Since.ANY);
            if (uniform
                    || alike
                    || certain && !a.since().containsValue(Since.LATER)
                    || questions.isDone(key("divergence"))) {
                return;
            }
            List<BitTerm> conditions = new ArrayList<>(places);
            conditions.add(together);
            conditions.add(one.of(a.barrier().condition()));
            conditions.add(two.of(b.barrier().condition()));
            Question q =
                    new Question(
                            Kind.BARRIER_DIVERGENCE,
                            conditions,
                            assumed(),
                            a.barrier().location(),
                            b.barrier().location(),
                            "",
                            false);
            questions.ask(key("divergence"), q, ways(), known);
        }

        /** What the two have decided since the phase began. */
        private BitTerm ways() {
            return terms.and(one.of(a.ways().condition(terms)), two.of(b.ways().condition(terms)));
        }

        private String key(String what) {
            return what
                    + " "
                    + a.point().number()
                    + " "
                    + b.point().number()
                    + " "
                    + together.number();
        }
    }

    private Knowledge known(ThreadCopy... copies) {
        return new CopyKnowledge(summary, counters, copies);
    }

    // ---------------------------------------------------------------- two blocks

    /** Two threads anywhere in the grid. */
    private final class Anywhere {
        private final ThreadCopy one = copy(1, true);
        private final ThreadCopy two = copy(2, true);
        private final Knowledge known = known(one, two);
        private final GlobalPairs pairs = new GlobalPairs(summary, threads, one, two);

        /** Finds what no two threads access both. */
        void separate() {
            pairs.separate(
                    terms.not(threads.areSame(one::of, two::of)),
                    all -> cannot(all, Patience.SOON, known));
        }

        /** Asks about races between two blocks. */
        void askApart() {
            BitTerm same = terms.condition(true);
            for (BitTerm t : threads.block()) {
                same = terms.and(same, terms.eq(one.of(t), two.of(t)));
            }
            for (GlobalPairs.Pair p :
                    pairs.pairs(terms.not(same), all -> cannot(all, Patience.SOMETIME, known))) {
                findings.ask(Question.race(p.conditions(), assumed(), p.a(), p.b(), true), known);
            }
        }
    }

    // ---------------------------------------------------------------- asking

    /** Conditions cannot hold together, which is soon known. */
    private boolean cannot(List<BitTerm> conditions, Patience patience, Knowledge known) {
        return Boolean.FALSE.equals(asker.ask(conditions, assumed(), known, patience).can());
    }
}
