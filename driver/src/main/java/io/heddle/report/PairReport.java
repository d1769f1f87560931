package io.heddle.report;

import io.heddle.cost.FormulaReport;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.simulate.Statistics;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that is known about one pair when it is finished (contract.md, {@code --format json}).
 *
 * @param suite name of the suite; {@code check} or {@code inspect} on the command line
 * @param pair name of the pair, of the instance where there is a matrix
 * @param verdict the one verdict
 * @param expected the effective expectation
 * @param unmet what of the expectation is not met, in words; null if all of it is
 * @param error why the verdict is ERROR, else null
 * @param method how it was proved for EQUIVALENT, else null
 * @param assumptions all that was assumed beyond real arithmetic
 * @param kernel the kernel that the verdict is about, or null
 * @param location the place that the verdict is about, or null
 * @param message one line: the cause
 * @param defect the defect behind the verdict with its threads and memory; null where the verdict
 *     is not a finding of one kernel
 * @param findings everything else that was found
 * @param scope what the verdict covers
 * @param counterexample of NOT_EQUIVALENT, else null
 * @param outputs number of output elements compared
 * @param vcs counts of verification conditions
 * @param stats counts of the executions
 * @param millis time spent
 * @param replay what the concrete replay confirmed; null if none was asked for
 * @param terms output terms asked for with {@code --terms}, by element; empty else
 */
public record PairReport(
        String suite,
        String pair,
        Verdict verdict,
        Verdict expected,
        String unmet,
        ErrorCause error,
        ProofMethod method,
        List<String> assumptions,
        KernelSide kernel,
        Location location,
        String message,
        Defect defect,
        List<Defect> findings,
        Scope scope,
        Counterexample counterexample,
        long outputs,
        VcCounts vcs,
        Stats stats,
        Millis millis,
        ReplayOutcome replay,
        Map<String, String> terms)
        implements Serializable {
    /** Copies the collections. */
    public PairReport {
        assumptions = List.copyOf(assumptions);
        findings = List.copyOf(findings);
        terms = new LinkedHashMap<>(terms);
    }

    /** True if the outcome is what the suite expects, line and message included. */
    public boolean asExpected() {
        return unmet == null;
    }

    /** This report with the most memory that was in use. */
    public PairReport withPeakBytes(long bytes) {
        return with(new Stats(stats.reference(), stats.candidate(), bytes), terms);
    }

    /** This report with the costs of the reference at launches of all sizes. */
    public PairReport withFormulas(FormulaReport formulas) {
        Statistics of = stats.reference();
        Statistics more = of == null || of.cost() == null ? of : of.with(of.cost().with(formulas));
        return with(new Stats(more, stats.candidate(), stats.peakBytes()), terms);
    }

    /** This report with output terms. */
    public PairReport withTerms(Map<String, String> shown) {
        return with(stats, shown);
    }

    private PairReport with(Stats measured, Map<String, String> shown) {
        return new PairReport(
                suite,
                pair,
                verdict,
                expected,
                unmet,
                error,
                method,
                assumptions,
                kernel,
                location,
                message,
                defect,
                findings,
                scope,
                counterexample,
                outputs,
                vcs,
                measured,
                millis,
                replay,
                shown);
    }

    /** The defect behind the verdict, if any, and all further findings. */
    public List<Defect> allDefects() {
        List<Defect> all = new ArrayList<>();
        if (defect != null) {
            all.add(defect);
        }
        all.addAll(findings);
        return all;
    }

    /**
     * What was found in one kernel, or an element in which the two differ.
     *
     * @param kernel whose; null for an element in which they differ
     * @param finding what
     */
    public record Defect(KernelSide kernel, Finding finding) implements Serializable {}

    /**
     * What a verdict covers.
     *
     * @param reference the reference's launch; null if it never got that far
     * @param candidate the candidate's launch, or null
     * @param compared output elements compared
     * @param skipped output elements that neither side writes, inside the windows
     * @param quantified what the verdict holds for all values of: {@code data}, scalars by name,
     *     {@code grid}; empty for one launch
     * @param condition under which no defect was found, over arguments and grid; empty where there
     *     is none
     */
    public record Scope(
            SideScope reference,
            SideScope candidate,
            long compared,
            long skipped,
            List<String> quantified,
            String condition)
            implements Serializable {
        /** Copies the list. */
        public Scope {
            quantified = List.copyOf(quantified);
        }

        /** The scope of one launch, or of a pair of launches. */
        public Scope(SideScope reference, SideScope candidate, long compared, long skipped) {
            this(reference, candidate, compared, skipped, List.of(), "");
        }

        /** True if the verdict covers every CTA of both grids. */
        public boolean isWhole() {
            return (reference == null || reference.isWhole())
                    && (candidate == null || candidate.isWhole());
        }
    }

    /**
     * What of one side was executed, or evaluated: a formula counts as one CTA of one thread.
     *
     * @param ptx file of PTX or of a formula
     * @param entry kernel, or what of the formula is compared
     * @param grid CTAs
     * @param block threads a CTA
     * @param cta the CTA that was asked for, or null for all
     * @param ctasChecked CTAs executed
     */
    public record SideScope(
            String ptx, String entry, Dim3 grid, Dim3 block, Dim3 cta, long ctasChecked)
            implements Serializable {
        /** True of a formula. */
        public boolean isFormula() {
            return ptx.endsWith(".py");
        }

        /** CTAs of the grid. */
        public long ctasTotal() {
            return grid.size();
        }

        /** True if every CTA of the grid was asked for. */
        public boolean isWhole() {
            return cta == null || ctasTotal() == 1;
        }
    }

    /**
     * A concrete input on which the kernels differ.
     *
     * @param tensor output tensor
     * @param index of the element
     * @param reference the reference's value, exact or a decimal; NaN, Infinity, -Infinity
     * @param candidate the candidate's value
     * @param inputs the input elements that the two terms read, by the user's spelling: exact
     *     decimals
     * @param difference how the terms differ, in words; may be empty
     * @param replay whether the concrete interpreter shows the difference in the kernels' own
     *     arithmetic (REPLAYED) or only real arithmetic does (REAL_ONLY); NONE if it did not run
     */
    public record Counterexample(
            String tensor,
            List<Long> index,
            String reference,
            String candidate,
            Map<String, String> inputs,
            String difference,
            ReplayOutcome.Kind replay)
            implements Serializable {
        /** Copies the collections. */
        public Counterexample {
            index = List.copyOf(index);
            inputs = new LinkedHashMap<>(inputs);
        }

        /** {@code y[1,2]}. */
        public String element() {
            StringBuilder text = new StringBuilder(tensor).append('[');
            for (int i = 0; i < index.size(); i++) {
                text.append(i == 0 ? "" : ",").append(index.get(i));
            }
            return text.append(']').toString();
        }
    }

    /**
     * Verification conditions by outcome.
     *
     * @param total all
     * @param proved equal
     * @param refuted different on a concrete input
     * @param undecided neither
     * @param lemmas equalities of inner terms that the proof of one element rests on, at most
     * @param shown some of these equalities of one element in the user's names; they are not stored
     *     in tables
     */
    public record VcCounts(
            long total, long proved, long refuted, long undecided, long lemmas, List<String> shown)
            implements Serializable {
        /** No conditions. */
        public static final VcCounts NONE = new VcCounts(0, 0, 0, 0, 0);

        /** Copies the list. */
        public VcCounts {
            shown = List.copyOf(shown);
        }

        /** Counts without the equalities themselves. */
        public VcCounts(long total, long proved, long refuted, long undecided, long lemmas) {
            this(total, proved, refuted, undecided, lemmas, List.of());
        }
    }

    /**
     * Counts of the executions.
     *
     * @param reference of the reference, or null if it did not run
     * @param candidate of the candidate, or null
     * @param peakBytes the most memory that the process has used; null where other pairs shared it
     */
    public record Stats(Statistics reference, Statistics candidate, Long peakBytes)
            implements Serializable {}

    /**
     * Wall-clock milliseconds by phase.
     *
     * @param parse reading and parsing the PTX
     * @param simulate both executions
     * @param decide the decision, of all its tasks together
     * @param replay the concrete replay
     * @param total from the start of the pair to its report, less the time in queues behind other
     *     pairs
     */
    public record Millis(long parse, long simulate, long decide, long replay, long total)
            implements Serializable {}
}
