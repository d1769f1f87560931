package io.heddle.simulate;

import io.heddle.machine.Decoder;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.List;
import java.util.Set;

/**
 * The instructions whose result is a sum or difference of their operands, modulo a power of two.
 * What such a sum depends on shows with objects at any other addresses; of no other instruction can
 * that be said.
 */
final class AddressSums {
    private static final Set<String> SUMS = Set.of("add", "sub", "neg", "not");

    private AddressSums() {}

    static boolean isSum(Instruction i) {
        List<PtxType> types = Decoder.types(i);
        if (types.stream().anyMatch(AddressForms::isFloat) || i.has("sat") || i.has("hi")) {
            return false;
        }
        return switch (i.opcode()) {
            case "shfl" -> true;
            case "mov" -> !(i.operands().get(0) instanceof Operand.Vector);
            default -> SUMS.contains(i.opcode());
        };
    }
}
