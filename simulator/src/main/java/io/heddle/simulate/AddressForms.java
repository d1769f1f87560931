package io.heddle.simulate;

import io.heddle.isa.FloatingPoint;
import io.heddle.machine.Decoder;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.List;
import java.util.Set;

/** Says from the syntax of an instruction what it does with an address. */
final class AddressForms {
    /**
     * Integer operations whose result still counts as an address if an operand is an address of
     * shared memory.
     */
    private static final Set<String> INTEGER =
            Set.of(
                    "and", "or", "xor", "not", "shl", "shr", "shf", "lop3", "bfe", "bfi", "prmt",
                    "mul", "mul24", "add", "sub", "mad", "cvt");

    private AddressForms() {}

    /** True for an access to fewer bits than an address has. */
    static boolean isNarrow(Instruction i) {
        return width(i) < Long.SIZE;
    }

    /** The bits of an instruction's last type; 0 if it has none. */
    private static int width(Instruction i) {
        List<PtxType> types = Decoder.types(i);
        return types.isEmpty() ? 0 : types.get(types.size() - 1).bits();
    }

    /** True for a store that does not reach global memory. */
    static boolean staysInside(Instruction i) {
        return i.modifiers().stream()
                .anyMatch(
                        m -> m.equals("local") || m.startsWith("shared") || m.startsWith("param"));
    }

    /**
     * True for an {@code and}, {@code or} or {@code xor} with a constant that changes only bits
     * below the alignment {@code known}: they belong to the offset alone.
     */
    static boolean isRounded(Instruction i, int known) {
        if (!Set.of("and", "or", "xor").contains(i.opcode())) {
            return false;
        }
        int width = width(i);
        for (Operand o : i.operands()) {
            if (o instanceof Operand.Immediate m && width >= 32) {
                long bits = i.opcode().equals("and") ? ~m.bits() : m.bits();
                long touched = width == 32 ? bits & 0xffff_ffffL : bits;
                if (touched >= 0 && touched < known) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True if some operand is a mask that keeps only bits below the alignment {@code known}. */
    static boolean masksKnownBits(List<Operand> operands, int known) {
        for (Operand o : operands) {
            if (o instanceof Operand.Immediate m && m.bits() >= 0 && m.bits() < known) {
                return true;
            }
        }
        return false;
    }

    /**
     * True for a test whether an address equals 0. The address of a tensor never does, but a
     * variable may lie at address 0 of its window.
     */
    static boolean isNullTest(Instruction i) {
        return (i.has("eq") || i.has("ne"))
                && i.operands().stream()
                        .anyMatch(o -> o instanceof Operand.Immediate c && c.bits() == 0);
    }

    /** True for an operation on integers. */
    static boolean isInteger(Instruction i) {
        return INTEGER.contains(i.opcode())
                && Decoder.types(i).stream().noneMatch(FloatingPoint::isFloat);
    }
}
