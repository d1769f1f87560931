package io.heddle.check;

import io.heddle.algebra.Recovery;
import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.Simulated.Times;
import io.heddle.condition.DecideOptions;
import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import io.heddle.decide.RecoveryChoice;
import io.heddle.decide.WorkThreads;
import io.heddle.finding.Location;
import io.heddle.launch.Computation;
import io.heddle.launch.Launch;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Millis;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Answers a pair, in one go or step by step.
 *
 * <p>No step throws because of a kernel or an input: such failures are answers (ERROR, UNSUPPORTED,
 * UNDECIDED).
 */
public final class PairChecker {
    /** Memory that one term costs in the store, its hash table and the decider's tables. */
    private static final long BYTES_PER_TERM = 40;

    /** Memory that one monomial of a canonical form costs, with its coefficient and its place. */
    private static final long BYTES_PER_MONOMIAL = 128;

    private static final long FEWEST = 1024; // terms or monomials, whatever the limit

    private final KernelFiles files;
    private final boolean recordBarriers;
    private SolverPool solvers = newSolvers();
    private boolean namesLemmas;
    private boolean oneCta;
    private boolean domainOfReference;

    /** A checker that reads PTX through {@code files}. */
    public PairChecker(KernelFiles files) {
        this(files, false);
    }

    /**
     * A checker that reads PTX through {@code files}.
     *
     * @param recordBarriers results list every generation of a named barrier
     */
    public PairChecker(KernelFiles files, boolean recordBarriers) {
        this.files = files;
        this.recordBarriers = recordBarriers;
    }

    /** Lets {@link #check} say where the kernels compute the two terms of each lemma shown. */
    public PairChecker namingLemmas() {
        namesLemmas = true;
        return this;
    }

    /**
     * Takes CTA 0,0,0 for a sample of the grid that nobody asked for: an element that one side
     * alone writes there is UNDECIDED, since the other side may write it in another CTA.
     */
    public PairChecker ofOneCta() {
        oneCta = true;
        return this;
    }

    /**
     * Lets {@link #check} prove equal only what is equal wherever the reference has a value: a
     * candidate that is defined for fewer inputs is UNDECIDED.
     */
    public PairChecker requiringDomainOfReference() {
        domainOfReference = true;
        return this;
    }

    /** Puts questions about all inputs to solvers that other checkers use, too. */
    public PairChecker asking(SolverPool shared) {
        solvers = shared;
        return this;
    }

    /** Solvers for questions about all inputs, each of which starts when it is asked first. */
    public static SolverPool newSolvers() {
        return AnyInputInspector.newSolvers();
    }

    /** The solvers that questions about all inputs are put to, kept from pair to pair. */
    SolverPool solvers() {
        return solvers;
    }

    /** The report on {@code pair}. */
    public PairReport check(Pair pair) {
        return answer(simulate(pair));
    }

    /** The report on a pair that was simulated. */
    public PairReport answer(Simulated simulated) {
        if (!simulated.needsDecision()) {
            return simulated.answer();
        }
        Pair pair = simulated.pair();
        try {
            long start = System.nanoTime();
            DecideOptions options = decideOptions(simulated, ParallelDecision.threads());
            List<Decision> decisions =
                    ParallelDecision.decide(
                            simulated.store(), simulated.conditions(), options, pair.limits());
            if (domainOfReference) {
                decisions = ReferenceDomain.required(simulated, decisions, options);
            }
            long decideMillis = millisSince(start);
            return conclude(
                    simulated,
                    new Decided(
                            options.recovery(),
                            namesLemmas ? LemmaPlaces.named(simulated, decisions) : decisions,
                            decideMillis));
        } catch (RuntimeException | AssertionError | StackOverflowError e) {
            return internalFailure(pair, e);
        }
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start + 500_000) / 1_000_000;
    }

    // ---------------------------------------------------------------- simulate

    /** Parses and executes both sides and lists what is to be decided. */
    public Simulated simulate(Pair pair) {
        return simulate(pair, Replayer.HERE);
    }

    /**
     * The same with concrete runs in other places: those of a single kernel, and those that show an
     * element that only one kernel writes.
     */
    public Simulated simulate(Pair pair, Replayer elsewhere) {
        long start = System.nanoTime() - parseNanos(pair); // read before this began
        Computation reference;
        Computation candidate;
        KernelSide parsing = KernelSide.REFERENCE;
        try {
            reference = Computations.ofReference(pair, files);
            parsing = KernelSide.CANDIDATE;
            candidate = pair.isSingle() ? null : Computations.of(pair.candidate(), files);
            Computations.Both both = new Computations.Both(reference, candidate).agreed();
            candidate = both.candidate();
            if (pair.anyInput() != null) {
                Launch launch = reference.launches().get(0);
                PairReport report =
                        pair.anyInput().shape() != null
                                ? IndexInspector.inspect(pair, launch, this)
                                : AnyInputInspector.inspect(pair, launch, this).build();
                Times times = new Times(parseNanos(pair) / 1_000_000, 0, start);
                return Simulated.answered(report, pair, null, null, null, times);
            }
        } catch (PtxSyntaxException e) {
            Location place = new Location(e.problems().get(0).position(), null);
            return failed(
                    pair,
                    new ReportBuilder(pair)
                            .error(ErrorCause.INPUT, e.getMessage())
                            .at(parsing, place),
                    new Times(millisSince(start), 0, start));
        } catch (InputException e) {
            return failed(
                    pair,
                    new ReportBuilder(pair)
                            .error(ErrorCause.INPUT, e.getMessage())
                            .at(parsing, null),
                    new Times(millisSince(start), 0, start));
        } catch (RuntimeException | AssertionError | StackOverflowError | OutOfMemoryError e) {
            return failed(
                    pair,
                    new ReportBuilder(pair)
                            .error(ErrorCause.INTERNAL, Failures.internal(e))
                            .at(parsing, null),
                    new Times(millisSince(start), 0, start));
        }
        parseNanos(pair); // claimed: it was read since this began
        long before = System.nanoTime() - start;
        return execute(
                pair, reference, candidate, (before + 500_000) / 1_000_000, start, elsewhere);
    }

    private long parseNanos(Pair pair) {
        return pair.files().stream().mapToLong(files::takeNanos).sum();
    }

    private static Simulated failed(Pair pair, ReportBuilder report, Times times) {
        PairReport answer = report.millis(millis(times, 0, 0)).build();
        return Simulated.answered(answer, pair, null, null, null, times);
    }

    private Simulated execute(
            Pair pair,
            Computation reference,
            Computation candidate,
            long parseMillis,
            long began,
            Replayer elsewhere) {
        long start = System.nanoTime();
        long deadline = deadline(pair.limits(), start, 0);
        TermStore store = new TermStore(mostTerms(pair.limits()));
        boolean costs = pair.expectation().costs() != null;
        SideExecution first =
                SideExecution.of(
                        KernelSide.REFERENCE,
                        pair.reference(),
                        reference,
                        store,
                        pair.limits(),
                        recordBarriers,
                        costs,
                        deadline);
        SideExecution second = null;
        if (candidate != null && first.error() == null) {
            second =
                    SideExecution.of(
                            KernelSide.CANDIDATE,
                            pair.candidate(),
                            candidate,
                            store,
                            pair.limits(),
                            recordBarriers,
                            costs,
                            deadline);
        }
        PairExecution execution =
                new PairExecution(pair, store, first, second, candidate, elsewhere)
                        .ofOneCta(oneCta || CtaChoice.isOneOfDifferentGrids(pair));
        return execution.simulated(() -> new Times(parseMillis, millisSince(start), began));
    }

    /** The greatest number of terms within the memory limit and this process's heap. */
    static long mostTerms(Limits limits) {
        long bytes = Math.min(limits.bytes(), Runtime.getRuntime().maxMemory());
        return Math.min(Math.max(bytes / BYTES_PER_TERM, FEWEST), Integer.MAX_VALUE - 1L);
    }

    static long deadline(Limits limits, long now, long spentMillis) {
        double seconds = Math.max(0, limits.seconds() - spentMillis / 1e3);
        return now + (long) (seconds * 1e9);
    }

    // ---------------------------------------------------------------- decide

    /**
     * Options of the decision of {@code pair}; its time starts now. Canonical forms have the memory
     * that the terms leave.
     */
    static DecideOptions decideOptions(Pair pair, Times spent, TermStore store) {
        DecideOptions defaults = DecideOptions.defaults();
        long left = pair.limits().bytes() - BYTES_PER_TERM * (long) store.size();
        return new DecideOptions(
                        pair.exactConstants(),
                        deadline(
                                pair.limits(), System.nanoTime(), spent.parse() + spent.simulate()),
                        defaults.maxMonomials(),
                        defaults.maxCases(),
                        defaults.seed())
                .holding(Math.max(left / BYTES_PER_MONOMIAL, FEWEST));
    }

    /**
     * Options of the decision of a simulated pair, one for all its conditions, with the numbers for
     * which literals stand in it.
     */
    public static DecideOptions decideOptions(Simulated simulated) {
        return decideOptions(simulated, WorkThreads.ONE);
    }

    /** The same, found by several threads. */
    private static DecideOptions decideOptions(Simulated simulated, WorkThreads threads) {
        DecideOptions options = decideOptions(simulated, Recovery.STANDARD);
        Recovery recovery =
                RecoveryChoice.of(simulated.store(), simulated.conditions(), options, threads);
        return options.with(recovery);
    }

    /** The same with a known reading of literals. */
    static DecideOptions decideOptions(Simulated simulated, Recovery recovery) {
        return decideOptions(simulated.pair(), simulated.times(), simulated.store()).with(recovery);
    }

    /**
     * Decides a range of a pair's conditions; one answer each.
     *
     * @param limits of the pair, for messages
     */
    public static List<Decision> decide(RangeDecider decider, int from, int to, Limits limits) {
        try {
            return decider.decide(from, to);
        } catch (LimitExceededException e) {
            return undecided(to - from, Failures.limit(e, limits));
        } catch (OutOfMemoryError e) {
            return undecided(to - from, Failures.outOfMemory(limits));
        }
    }

    /** The decisions on conditions for which no time is left. */
    public static List<Decision> overTime(int count, Limits limits) {
        return undecided(
                count, Failures.limit(new LimitExceededException("the time limit"), limits));
    }

    private static List<Decision> undecided(int count, String why) {
        return new ArrayList<>(Collections.nCopies(count, new Decision.Undecided(why)));
    }

    // ---------------------------------------------------------------- conclude

    /**
     * Replays and concludes.
     *
     * @param simulated the pair after simulation, which needed a decision
     */
    public static PairReport conclude(Simulated simulated, Decided decided) {
        return conclude(simulated, decided, 0, Replayer.HERE);
    }

    /**
     * The same for a pair that waited in queues between its simulation and this call; its total
     * time does not include that.
     *
     * @param waitedNanos time in which nothing was done for the pair
     * @param elsewhere where its kernels are run
     */
    public static PairReport conclude(
            Simulated simulated, Decided decided, long waitedNanos, Replayer elsewhere) {
        Times times = simulated.times().later(waitedNanos);
        return new Conclusion(simulated, decided, times, elsewhere).report();
    }

    /** The report of a pair whose input cannot be used. */
    public static PairReport unusableInput(Pair pair, InputException cause) {
        return new ReportBuilder(pair).error(ErrorCause.INPUT, cause.getMessage()).build();
    }

    /** The report of a pair whose processing failed because of a lost task or a fault of Heddle. */
    public static PairReport internalFailure(Pair pair, Throwable cause) {
        return new ReportBuilder(pair).error(ErrorCause.INTERNAL, Failures.internal(cause)).build();
    }

    /** The report of a pair whose processing failed elsewhere; {@code cause} is one line. */
    public static PairReport internalFailure(Pair pair, String cause) {
        return new ReportBuilder(pair)
                .error(ErrorCause.INTERNAL, "internal failure: " + cause)
                .build();
    }

    static Millis millis(Times times, long decide, long replay) {
        return new Millis(
                times.parse(), times.simulate(), decide, replay, millisSince(times.began()));
    }
}
