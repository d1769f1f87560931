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
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.anyinput.summary.Point;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
    private static final String ASKED = "asked "; // before a question's key
    private static final long GAPS = 4_000_000_000L; // nanoseconds for what no thread comes to

    private final Summary summary;
    private final BitTerms terms;
    private final Threads threads;
    private final List<BitTerm> assumptions;
    private final Asker asker;
    private final Findings findings;
    private final Map<String, Axiom> axioms;
    private final Counters counters;
    private final Anywhere anywhere;

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
        anywhere = new Anywhere();
    }

    /** What the summary leaves out and a thread may come to. */
    public List<Gap> gaps() {
        return summary.gaps();
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
        boolean warps = has(Barrier.Kind.WARP);
        boolean lanes = has(Barrier.Kind.LANES);
        Predicate<Barrier> blocks = b -> b.kind() == Barrier.Kind.BLOCK;
        if (!warps && !lanes) {
            within(blocks, null, true, true);
        } else {
            within(blocks, false, true, true);
            within(b -> b.kind() != Barrier.Kind.LANES, true, true, !lanes);
            if (lanes) {
                within(b -> true, true, false, true);
            }
        }
        anywhere.askApart();
        findings.askAgain();
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

    // ---------------------------------------------------------------- two threads of a block

    /**
     * Races and divergence within a block.
     *
     * @param separates the barriers that order the two threads
     * @param sameWarp whether they are of one warp; null if it does not matter
     * @param races whether races are looked for
     * @param divergence whether divergence is
     */
    private void within(
            Predicate<Barrier> separates, Boolean sameWarp, boolean races, boolean divergence) {
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
        if (sameWarp != null) {
            BitTerm eq = terms.eq(one.of(threads.warp()), two.of(threads.warp()));
            places.add(sameWarp ? eq : terms.not(eq));
        }
        Phases phases = new Phases(summary.points(), separates, terms);
        Set<String> done = new HashSet<>();
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
                                done,
                                no -> bundles.exclude(first, second, one, two, no));
                    } else if (divergence && pair.areBarriers()) {
                        pair.askDivergence(places, known, done);
                    }
                }
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
            addFirst(one, a, relations);
            addFirst(two, b, relations);
            together = terms.conjunction(relations);
        }

        /** A loop that was entered since the phase began, and not repeated, is in iteration 0. */
        private void addFirst(ThreadCopy copy, Reach r, List<BitTerm> relations) {
            r.since()
                    .forEach(
                            (l, since) -> {
                                BitTerm k = since == Since.FIRST ? iteration(copy, r, l) : null;
                                if (k != null) {
                                    relations.add(terms.eq(k, terms.constant(k.width(), 0)));
                                }
                            });
        }

        /** How the iterations of a loop that both were in since the phase began belong together. */
        private BitTerm relation(LoopRun l, Since ofOne, Since ofTwo) {
            BitTerm x = iteration(one, a, l);
            BitTerm y = iteration(two, b, l);
            if (x == null || y == null) {
                return terms.condition(true);
            }
            int first = steps(ofOne);
            int second = steps(ofTwo);
            if (first >= 0 && second >= 0 && (ofOne == Since.FIRST) == (ofTwo == Since.FIRST)) {
                BitTerm ahead = terms.constant(x.width(), (long) second - first);
                return terms.eq(terms.add(x, ahead), y);
            }
            return terms.condition(true);
        }

        private static int steps(Since s) {
            return switch (s) {
                case SAME, FIRST -> 0;
                case NEXT -> 1;
                default -> -1;
            };
        }

        /** The iteration that a thread is in, or that was its last one. */
        private BitTerm iteration(ThreadCopy copy, Reach r, LoopRun l) {
            if (r.inside().contains(l)) {
                return copy.of(l.counter());
            }
            // left since: where the loops around it are as they were, it was left in its last
            // iteration
            boolean still =
                    l.around().stream()
                            .allMatch(
                                    o ->
                                            r.since().getOrDefault(o, Since.ANY) == Since.SAME
                                                    && r.inside().contains(o));
            return still ? copy.of(l.last()) : null;
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
                Set<String> done,
                Predicate<Predicate<BitTerm>> bundles) {
            if (!meet(a.access(), b.access(), false)
                    || anywhere.pairs.areSeparate(a.access(), b.access())
                    || done.contains(key("race"))) {
                return;
            }
            List<BitTerm> conditions = new ArrayList<>(places);
            conditions.add(together);
            conditions.add(one.of(a.access().condition()));
            conditions.add(two.of(b.access().condition()));
            if (!done.contains(ASKED + key("race"))
                    && bundles.test(
                            overlap -> {
                                List<BitTerm> all = new ArrayList<>(conditions);
                                all.add(overlap);
                                return cannot(all, Patience.SOMETIME, known);
                            })) {
                done.add(key("race"));
                return;
            }
            conditions.add(Bundles.overlap(terms, a.access(), one, b.access(), two));
            ask("race", race(conditions, a.access(), b.access(), false), known, done);
        }

        void askDivergence(List<BitTerm> places, Knowledge known, Set<String> done) {
            boolean uniform = a.barrier().uniform() && b.barrier().uniform();
            boolean same = a.point() == b.point() && a.since().equals(b.since());
            boolean certain = same && !a.since().containsValue(Since.ANY);
            if (uniform
                    || certain && !a.since().containsValue(Since.LATER)
                    || done.contains(key("divergence"))) {
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
            ask("divergence", q, known, done);
        }

        /**
         * Asks whatever the two have decided since the phase began, which is the same question for
         * all phases, and only then with what they have decided.
         */
        private void ask(String what, Question q, Knowledge known, Set<String> done) {
            String key = key(what);
            BitTerm ways =
                    terms.and(one.of(a.ways().condition(terms)), two.of(b.ways().condition(terms)));
            if (ways.is(1)) {
                done.add(key);
                findings.ask(q, known);
            } else if (done.add(ASKED + key) && findings.isExcluded(q, known)) {
                done.add(key);
            } else if (done.add(key + " " + ways.number())) {
                findings.ask(q.under(ways), known);
            }
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

    static boolean meet(Access a, Access b, boolean apart) {
        return a.object().space() != Space.LOCAL
                && a.object().equals(b.object())
                && a.conflictsWith(b, apart);
    }

    private Question race(List<BitTerm> conditions, Access a, Access b, boolean apart) {
        return new Question(
                Kind.RACE,
                conditions,
                assumed(),
                a.location(),
                b.location(),
                a.object().name(),
                apart);
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
                findings.ask(race(p.conditions(), p.a(), p.b(), true), known);
            }
        }
    }

    // ---------------------------------------------------------------- asking

    /** Conditions cannot hold together, which is soon known. */
    private boolean cannot(List<BitTerm> conditions, Patience patience, Knowledge known) {
        return Boolean.FALSE.equals(asker.ask(conditions, assumed(), known, patience).can());
    }
}
