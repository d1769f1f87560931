package io.heddle.gate;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.spec.BoundFormula;
import io.heddle.spec.Output;
import io.heddle.spec.Sizes;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.suite.InputException;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A problem at one of its sizes: the inputs and outputs as arguments of kernels. */
final class SizedProblem {
    /** Of a tensor of a launch that is executed. */
    static final long MOST_ELEMENTS = Integer.MAX_VALUE;

    /** Of a tensor of a launch whose indices are looked at. */
    static final long MOST_ELEMENTS_OF_INDICES = 1L << 45;

    private final long most; // elements of a tensor

    private final String file;
    private final Sizes sizes;
    private final BoundFormula bound;
    private final Map<String, Argument> arguments = new LinkedHashMap<>();

    /**
     * @param most elements that a tensor may have
     * @throws InputException if the formula is wrong at this size
     */
    SizedProblem(Problem problem, Sizes sizes, long most) {
        this.most = most;
        this.file = problem.formula().file();
        this.sizes = sizes;
        try {
            bound =
                    (sizes.isShipped() ? problem.formula().partly() : problem.formula())
                            .bind(Map.of(), sizes.dims());
            for (Input input : bound.inputs().values()) {
                arguments.put(
                        input.name(),
                        input.shape().isEmpty()
                                ? new Argument.SymbolicScalar(input.name(), input.type())
                                : tensor(input.name(), input.type(), input.shape(), Role.IN));
            }
            for (Map.Entry<String, Output> o : bound.outputs().entrySet()) {
                Output output = o.getValue();
                arguments.put(
                        o.getKey(), tensor(o.getKey(), output.type(), output.shape(), Role.OUT));
            }
        } catch (FormulaException e) {
            throw new InputException(e.getMessage() + " (at " + sizes + ")");
        }
    }

    /** A tensor that a kernel is given. */
    Argument tensor(String name, ElementType type, List<Integer> shape, Role role) {
        long elements = 1;
        for (int extent : shape) {
            elements = Math.min(elements, most) * extent;
        }
        if (elements > most) {
            throw new InputException(name + ": a tensor of more than " + most + " elements");
        }
        Init init = role == Role.IN ? new Init.Symbolic() : new Init.Undefined();
        return new Argument.Tensor(
                new TensorSpec(
                        name, type, shape, TensorSpec.rowMajor(shape), role, init, null, null));
    }

    Sizes sizes() {
        return sizes;
    }

    /** The formula at this size. */
    BoundFormula bound() {
        return bound;
    }

    /** The argument that an input or output is, by its name. */
    Map<String, Argument> arguments() {
        return new LinkedHashMap<>(arguments);
    }

    /** The names of what a candidate is to write. */
    List<String> outputs() {
        return List.copyOf(bound.outputs().keySet());
    }

    /**
     * The formula as the side of a pair.
     *
     * @param tensors its inputs and outputs as the other side has them
     */
    Side side(List<Argument> tensors) {
        return Side.ofFormula(file, tensors, sizes.dims());
    }
}
