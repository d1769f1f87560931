package io.heddle.lifting;

import io.heddle.check.ExecutedKernel;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Compares formulas with the kernel at several sizes at once. */
final class Proofs {
    private final Workers workers;
    private final List<Supplier<ExecutedKernel>> kernels;

    /**
     * @param kernels the executions at each size, which may go on
     */
    Proofs(Workers workers, List<Supplier<ExecutedKernel>> kernels) {
        this.workers = workers;
        this.kernels = List.copyOf(kernels);
    }

    /**
     * The reports in their order, up to the first that is not EQUIVALENT.
     *
     * @param pairs a formula and the kernel, at each size
     */
    List<PairReport> of(List<Pair> pairs) {
        List<Supplier<PairReport>> comparisons = new ArrayList<>();
        for (int k = 0; k < pairs.size(); k++) {
            Supplier<ExecutedKernel> kernel = kernels.get(k);
            Pair pair = pairs.get(k);
            comparisons.add(workers.started(() -> kernel.get().compared(pair)));
        }
        List<PairReport> proofs = new ArrayList<>();
        boolean isProved = true;
        for (Supplier<PairReport> comparison : comparisons) {
            PairReport report = comparison.get(); // of all, since none may go on with a store
            if (isProved) {
                proofs.add(report);
                isProved = report.verdict() == Verdict.EQUIVALENT;
            }
        }
        return proofs;
    }
}
