package io.heddle.simulate;

import io.heddle.isa.FloatingPoint;
import io.heddle.machine.Decoder;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.List;
import java.util.Set;

/**
 * The instructions whose result is the sum or difference of their operands modulo a power of two.
 * If such a result depends on where objects lie, an execution with the objects at any other
 * addresses shows it; that does not hold for other instructions.
 */
final class AddressSums {
    private static final Set<String> SUMS = Set.of("add", "sub", "neg", "not");

    private AddressSums() {}

    static boolean isSum(Instruction i) {
        List<PtxType> types = Decoder.types(i);
        if (types.stream().anyMatch(FloatingPoint::isFloat) || i.has("sat") || i.has("hi")) {
            return false;
        }
        return switch (i.opcode()) {
            case "shfl" -> true;
            case "mov" -> !(i.operands().get(0) instanceof Operand.Vector);
            default -> SUMS.contains(i.opcode());
        };
    }
}
