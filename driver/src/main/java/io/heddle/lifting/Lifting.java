package io.heddle.lifting;

import io.heddle.check.ExecutedKernel;
import io.heddle.check.KernelFiles;
import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.lift.Lifter;
import io.heddle.lift.NoFormulaException;
import io.heddle.lift.TensorShape;
import io.heddle.report.ErrorCause;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Finds a formula for a kernel and proves it. */
public final class Lifting {
    private static final double LEAST_SECONDS = 1e-6;
    private static final double BRIEF_SECONDS = 2;

    private final KernelFiles files;
    private final Limits limits;
    private final Map<String, List<String>> extents;
    private final List<SizedLaunch> launches;
    private final boolean both;
    private final long began = System.nanoTime();

    /**
     * @param extents how the shapes of tensors are spelled, by name
     * @param launches the same kernel at one or several sizes; the formula is inferred from the
     *     first
     * @param both element by element, too, what names of the prelude say
     */
    public Lifting(
            KernelFiles files,
            Limits limits,
            Map<String, List<String>> extents,
            List<SizedLaunch> launches,
            boolean both) {
        this.files = files;
        this.both = both;
        this.limits = limits;
        this.extents = new LinkedHashMap<>(extents);
        this.launches = List.copyOf(launches);
    }

    /**
     * The definitions of what a launch computes, proved for its shapes; null if they are not found
     * within a short time.
     *
     * @param limits of which the memory is kept
     */
    public static String definitions(KernelFiles files, Side side, Limits limits) {
        Limits brief = new Limits(Math.min(limits.seconds(), BRIEF_SECONDS), limits.bytes());
        SizedLaunch launch = new SizedLaunch(side, "", Map.of());
        try {
            LiftReport report =
                    new Lifting(files, brief, Map.of(), List.of(launch), false).report();
            return report.isLifted() ? LiftText.definitions(report.formula()) : null;
        } catch (RuntimeException | AssertionError e) {
            return null; // a report that is finished does without
        }
    }

    /** What the kernel computes. */
    public LiftReport report() {
        try (Workers workers = new Workers(launches.size())) {
            List<Supplier<ExecutedKernel>> kernels = new ArrayList<>();
            for (SizedLaunch launch : launches) {
                Pair single = pair(launch.side(), null, Verdict.NO_DEFECT, launches.size());
                kernels.add(workers.started(() -> ExecutedKernel.of(files, single)));
            }
            ExecutedKernel first = kernels.get(0).get();
            PairReport alone = first.unconfirmed();
            if (alone.verdict() != Verdict.NO_DEFECT) {
                return defect(alone);
            }
            LiftReport report = report(first, new Proofs(workers, kernels));
            if (!report.isLifted() && report.defective().isEmpty()) {
                PairReport confirmed = first.confirmed(); // no proof has run the kernel
                return confirmed.verdict() == Verdict.NO_DEFECT ? report : defect(confirmed);
            }
            return report;
        }
    }

    private LiftReport report(ExecutedKernel first, Proofs proofs) {
        try {
            long deadline = began + (long) (limits.seconds() * 1e9);
            return found(new Inferred(first, launches.get(0), deadline), proofs);
        } catch (NoFormulaException e) {
            return notLifted(e.getMessage());
        } catch (LimitExceededException e) {
            return notLifted("stopped by " + e.getMessage());
        } catch (StackOverflowError e) {
            return notLifted("stopped by terms that nest too deep");
        } catch (OutOfMemoryError e) {
            return notLifted("stopped by the Java heap");
        }
    }

    /** The first formula that is proved, by names of the prelude and element by element. */
    private LiftReport found(Inferred inferred, Proofs proofs) {
        Attempt named = null;
        for (Iterator<Lifter.Formula> names = inferred.named(); names.hasNext(); ) {
            Attempt attempt = attempt(names.next(), proofs);
            if (attempt.hasDefect()) {
                return defect(attempt.failed());
            } else if (attempt.isProved()) {
                named = attempt;
                break;
            }
        }
        if (named != null && !both) {
            return lifted(named, null, null);
        }
        String reason = "no formula was found";
        try {
            Attempt failed = null;
            for (Lifter.Formula f : inferred.elements(named == null)) {
                Attempt attempt = attempt(f, proofs);
                if (attempt.isProved()) {
                    return named == null
                            ? lifted(attempt, null, null)
                            : lifted(named, attempt.text(), null);
                } else if (attempt.hasDefect()) {
                    return defect(attempt.failed());
                }
                failed = failed == null ? attempt : failed;
            }
            reason = failed == null ? reason : failed.reason();
        } catch (NoFormulaException e) {
            reason = e.getMessage();
        }
        return named == null ? notLifted(reason) : lifted(named, null, reason);
    }

    private LiftReport notLifted(String reason) {
        return new LiftReport(kernel(), null, null, List.of(), reason, null, millis());
    }

    private LiftReport lifted(Attempt attempt, String elements, String reason) {
        String message = reason == null ? null : "not element by element: " + reason;
        Set<String> spelled = new HashSet<>();
        extents.values().forEach(spelled::addAll);
        String doubt =
                launches.size() == 1 ? null : SizeDoubts.of(attempt.text(), spelled, launches);
        if (doubt != null) {
            message = message == null ? doubt : doubt + "; " + message;
        }
        List<LiftReport.Proof> proofs = proofs(attempt, doubt == null);
        return new LiftReport(kernel(), attempt.text(), elements, proofs, message, null, millis());
    }

    private List<LiftReport.Proof> proofs(Attempt attempt, boolean isClear) {
        List<LiftReport.Proof> proofs = new ArrayList<>();
        List<List<Integer>> first = launches.get(0).shapes();
        for (int k = 0; k < attempt.proofs().size(); k++) {
            SizedLaunch launch = launches.get(k);
            boolean isFresh = isClear && !launch.shapes().equals(first);
            proofs.add(new LiftReport.Proof(launch.sizes(), isFresh, attempt.proofs().get(k)));
        }
        return proofs;
    }

    private LiftReport defect(PairReport report) {
        return new LiftReport(kernel(), null, null, List.of(), null, report, millis());
    }

    private String kernel() {
        Side side = launches.get(0).side();
        return side.entry() == null ? side.ptx() : side.ptx() + ", entry " + side.entry();
    }

    private long millis() {
        return (System.nanoTime() - began + 500_000) / 1_000_000;
    }

    /**
     * The limits of what is left to do: the time is that of all comparisons together.
     *
     * @param parts that share the memory
     */
    private Limits left(int parts) {
        double spent = (System.nanoTime() - began) / 1e9;
        double seconds = Math.max(limits.seconds() - spent, LEAST_SECONDS);
        return new Limits(seconds, Math.max(1, limits.bytes() / parts));
    }

    private Pair pair(Side reference, Side candidate, Verdict expected, int parts) {
        String file = launches.get(0).side().ptx();
        return new Pair(
                "lift",
                file.substring(file.lastIndexOf('/') + 1),
                reference,
                candidate,
                List.of(),
                Expectation.of(expected),
                left(parts),
                false,
                false);
    }

    // ---------------------------------------------------------------- inference

    /** What the terms of the kernel at one size suggest. */
    private final class Inferred {
        private final Lifter lifter;
        private final List<Lifter.Output> outputs = new ArrayList<>();

        Inferred(ExecutedKernel kernel, SizedLaunch launch, long deadline) {
            SimulationResult result = kernel.result();
            if (result.cases().size() != 1) {
                throw new NoFormulaException(
                        "scalar arguments decide between " + result.cases().size() + " cases");
            }
            List<TensorShape> tensors = new ArrayList<>();
            Set<String> inPlace = new HashSet<>();
            List<Argument> arguments =
                    launch.side().allArguments().stream().flatMap(Argument::parts).toList();
            for (Argument a : arguments) {
                if (a instanceof Argument.Tensor t) {
                    tensors.add(shape(t.tensor()));
                    if (t.tensor().role() == TensorSpec.Role.INOUT) {
                        inPlace.add(t.tensor().name());
                    }
                } else if (a instanceof Argument.SymbolicScalar s) {
                    tensors.add(new TensorShape(s.name(), s.type(), List.of(), List.of()));
                }
            }
            for (OutputTensor o : result.cases().get(0).tensors().values()) {
                if (o.spec().isOutput() && o.nextWritten(0) >= 0) {
                    outputs.add(new Lifter.Output(shape(o.spec()), terms(o)));
                }
            }
            if (outputs.isEmpty()) {
                throw new NoFormulaException("the kernel writes no output");
            }
            lifter = new Lifter(kernel.store(), tensors, inPlace, launch.dims(), deadline);
        }

        Iterator<Lifter.Formula> named() {
            return lifter.named(outputs).iterator();
        }

        List<Lifter.Formula> elements(boolean wholeToo) {
            return lifter.lift(outputs, wholeToo);
        }
    }

    private TensorShape shape(TensorSpec tensor) {
        List<String> spelled = extents.get(tensor.name());
        boolean isSpelled = spelled != null && spelled.size() == tensor.shape().size();
        List<String> digits = tensor.shape().stream().map(String::valueOf).toList();
        return new TensorShape(
                tensor.name(), tensor.type(), tensor.shape(), isSpelled ? spelled : digits);
    }

    private static List<Integer> terms(OutputTensor output) {
        List<Integer> terms = new ArrayList<>();
        for (int i = 0; i < output.size(); i++) {
            int term = output.term(i);
            if (!output.isWritten(i) || term == 0) {
                String element = output.spec().symbol().element(i);
                throw new NoFormulaException(
                        element
                                + (output.isWritten(i)
                                        ? " is " + output.unreadable(i)
                                        : " is not written, and a formula defines all elements"));
            }
            terms.add(term);
        }
        return terms;
    }

    // ---------------------------------------------------------------- proof

    /**
     * A formula that was compared with the kernel.
     *
     * @param proofs at each size, up to the first that failed
     */
    private record Attempt(String text, List<PairReport> proofs, List<SizedLaunch> launches) {
        boolean isProved() {
            return proofs.size() == launches.size()
                    && proofs.stream().allMatch(p -> p.verdict() == Verdict.EQUIVALENT);
        }

        PairReport failed() {
            return proofs.get(proofs.size() - 1);
        }

        /** True if the kernel has a defect at a size. */
        boolean hasDefect() {
            return switch (failed().verdict()) {
                case EQUIVALENT, NOT_EQUIVALENT, UNDECIDED, NO_DEFECT -> false;
                case ERROR -> failed().error() == ErrorCause.INTERNAL;
                default -> true;
            };
        }

        String reason() {
            String at = launches.get(proofs.size() - 1).sizes();
            return "the formula "
                    + text.strip().replace("\n", "; ")
                    + " is "
                    + failed().verdict()
                    + (at.isEmpty() ? "" : " at " + at)
                    + (failed().message() == null ? "" : ": " + failed().message());
        }
    }

    private Attempt attempt(Lifter.Formula formula, Proofs proofs) {
        String file = files.give("lifted", Side.FORMULA, formula.text());
        List<Pair> pairs = new ArrayList<>();
        for (SizedLaunch launch : launches) {
            Map<String, Long> dims = new LinkedHashMap<>(launch.dims());
            dims.keySet().retainAll(formula.dims());
            Side reference = Side.ofFormula(file, launch.side().arguments(), dims);
            pairs.add(pair(reference, launch.side(), Verdict.EQUIVALENT, launches.size()));
        }
        return new Attempt(formula.text(), proofs.of(pairs), launches);
    }
}
