package io.heddle.check;

import io.heddle.check.Simulated.Times;
import io.heddle.launch.Computation;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.simulate.SimulationResult;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.term.TermStore;

/**
 * A kernel that is executed once, in a store of its own, and then compared with formulas: each of
 * them is evaluated into that store, and nothing is executed again. A comparison answers what
 * {@link PairChecker#check} answers. Not for several threads at once.
 */
public final class ExecutedKernel {
    private final KernelFiles files;
    private final Pair single;
    private final TermStore store;
    private final SideExecution execution; // as a candidate; null where there was nothing to run
    private final Times times;

    private ExecutedKernel(
            KernelFiles files, Pair single, TermStore store, SideExecution execution, Times times) {
        this.files = files;
        this.single = single;
        this.store = store;
        this.execution = execution;
        this.times = times;
    }

    /**
     * Executes a kernel.
     *
     * @param single a pair without a candidate
     */
    public static ExecutedKernel of(KernelFiles files, Pair single) {
        long start = System.nanoTime();
        TermStore store = new TermStore(PairChecker.mostTerms(single.limits()));
        Computation computation = null;
        try {
            computation = Computations.ofReference(single, files);
        } catch (PtxSyntaxException | InputException e) {
            return new ExecutedKernel(files, single, store, null, new Times(0, 0, start));
        }
        SideExecution execution =
                SideExecution.of(
                        KernelSide.CANDIDATE,
                        single.reference(),
                        computation,
                        store,
                        single.limits(),
                        false,
                        false,
                        PairChecker.deadline(single.limits(), start, 0));
        long millis = (System.nanoTime() - start + 500_000) / 1_000_000;
        return new ExecutedKernel(files, single, store, execution, new Times(0, millis, start));
    }

    /** What the symbolic execution alone says of the kernel: NO_DEFECT, a defect or an error. */
    public PairReport unconfirmed() {
        return execution == null
                ? confirmed()
                : alone().withoutRuns().simulated(() -> times).answer();
    }

    /** The same after the concrete runs that {@link PairChecker#check} makes of a kernel. */
    public PairReport confirmed() {
        return execution == null
                ? new PairChecker(files).check(single)
                : alone().simulated(() -> times).answer();
    }

    private PairExecution alone() {
        return new PairExecution(
                single, store, execution.as(KernelSide.REFERENCE), null, null, Replayer.HERE);
    }

    /** The terms of the result. */
    public TermStore store() {
        return store;
    }

    /** What the kernel leaves in memory; null if its execution failed. */
    public SimulationResult result() {
        return execution == null ? null : execution.run().result();
    }

    /**
     * The report on a formula and the kernel.
     *
     * @param pair whose reference is the formula and whose candidate is the kernel
     */
    public PairReport compared(Pair pair) {
        PairChecker checker = new PairChecker(files);
        if (execution == null) {
            return checker.check(pair);
        }
        long start = System.nanoTime();
        Computations.Both both;
        try {
            both =
                    new Computations.Both(
                                    Computations.ofReference(pair, files),
                                    execution.run().computation())
                            .agreed();
        } catch (InputException e) {
            return checker.check(pair);
        }
        if (!both.candidate().equals(execution.run().computation())) {
            return checker.check(pair); // a formula that assumes something about the inputs
        }
        SideExecution formula =
                SideExecution.of(
                        KernelSide.REFERENCE,
                        pair.reference(),
                        both.reference(),
                        store,
                        pair.limits(),
                        false,
                        false,
                        PairChecker.deadline(pair.limits(), start, 0));
        PairExecution execution =
                new PairExecution(
                        pair, store, formula, this.execution, both.candidate(), Replayer.HERE);
        return checker.answer(execution.simulated(() -> new Times(0, millisSince(start), start)));
    }

    private static long millisSince(long start) {
        return (System.nanoTime() - start + 500_000) / 1_000_000;
    }
}
