package io.heddle.ptx;

import java.util.List;

/**
 * The parts of a {@code call}: {@code call (returns), target, (arguments), prototype;} (PTX ISA
 * 9.7.12.5).
 *
 * @param returns where results go
 * @param target the name of a function, or the register that holds the address of one
 * @param arguments what is passed
 */
public record CallParts(List<Operand> returns, Operand target, List<Operand> arguments) {
    /** Copies the lists. */
    public CallParts {
        returns = List.copyOf(returns);
        arguments = List.copyOf(arguments);
    }

    /** The parts of an instruction. */
    public static CallParts of(Instruction call) {
        List<Operand> all = call.operands();
        boolean hasReturns = !all.isEmpty() && all.get(0) instanceof Operand.Tuple;
        int at = hasReturns ? 1 : 0;
        return new CallParts(
                hasReturns ? ((Operand.Tuple) all.get(0)).elements() : List.of(),
                at < all.size() ? all.get(at) : null,
                at + 1 < all.size() && all.get(at + 1) instanceof Operand.Tuple t
                        ? t.elements()
                        : List.of());
    }

    /** True if a register holds the address of the function. */
    public boolean isIndirect() {
        return target instanceof Operand.Register;
    }
}
