package io.heddle.check;

import io.heddle.finding.LaunchException;
import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.launch.LaunchSequence;
import io.heddle.launch.TensorSpec;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.Comparison;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What sides of pairs compute: launches of kernels, and formulas. */
public final class Computations {
    private Computations() {}

    /**
     * What the sides of a pair compute.
     *
     * @param candidate null if there is none
     */
    record Both(Computation reference, Computation candidate) {
        /** The same, with a kernel's tensors in the ranges that a formula assumes. */
        Both agreed() {
            return reference instanceof Evaluation e && candidate != null
                    ? new Both(reference, e.narrowed(candidate))
                    : this;
        }
    }

    /**
     * What the reference of {@code pair} computes.
     *
     * @throws InputException as of {@link #of(Side, KernelFiles)}, or if it is a formula that does
     *     not define what is compared
     */
    public static Computation ofReference(Pair pair, KernelFiles files) {
        Computation reference = of(pair.reference(), files);
        if (reference instanceof Evaluation e) {
            Set<String> defined =
                    e.outputs().keySet().stream().map(TensorSpec::name).collect(Collectors.toSet());
            Stream<String> compared =
                    pair.compare().isEmpty()
                            ? e.tensors().stream()
                                    .filter(TensorSpec::isOutput)
                                    .map(TensorSpec::name)
                            : pair.compare().stream().map(Comparison::tensor);
            compared.filter(name -> !defined.contains(name))
                    .findFirst()
                    .ifPresent(
                            name -> {
                                throw new InputException(
                                        pair.reference().ptx()
                                                + ": defines no "
                                                + name
                                                + ", which the kernel writes; compare = [...] names"
                                                + " what is compared");
                            });
        }
        return reference;
    }

    /**
     * What {@code side} computes.
     *
     * @throws InputException if its file cannot be used, or does not fit its arguments
     * @throws io.heddle.ptx.PtxSyntaxException if it names PTX that does not parse
     */
    public static Computation of(Side side, KernelFiles files) {
        if (!side.isFormula()) {
            return LaunchSequence.of(
                    side.launches().stream().map(l -> l.launch(files.module(l.ptx()))).toList());
        }
        try {
            return Evaluation.of(files.formula(side.ptx()), side.arguments(), side.dims());
        } catch (FormulaException | LaunchException e) {
            throw new InputException(e.getMessage());
        }
    }
}
