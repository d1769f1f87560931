package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.List;

/** Widths, masks and sign extension. */
public final class Bits {
    private Bits() {}

    /** The lowest {@code width} bits set; all for 64 and more. */
    public static long mask(int width) {
        return width >= 64 ? -1L : (1L << width) - 1;
    }

    /** The lowest {@code width} bits of {@code value}, sign-extended. */
    public static long signed(long value, int width) {
        return value << (64 - width) >> (64 - width);
    }

    /** The lowest bits of {@code value} read as an integer of type {@code type}. */
    public static long integer(long value, PtxType type) {
        return type.isSigned() ? signed(value, type.bits()) : value & mask(type.bits());
    }

    /** All type modifiers of an instruction, in order. */
    public static List<PtxType> types(Instruction instruction) {
        List<PtxType> types = new ArrayList<>();
        for (String m : instruction.modifiers()) {
            PtxType t = PtxType.parse(m);
            if (t != null) {
                types.add(t);
            }
        }
        return types;
    }

    /** The last type modifier of an instruction, or null. */
    public static PtxType type(Instruction instruction) {
        List<PtxType> types = types(instruction);
        return types.isEmpty() ? null : types.get(types.size() - 1);
    }

    /** True for s8 to u64. */
    public static boolean isInteger(PtxType type) {
        return switch (type) {
            case S8, U8, S16, U16, S32, U32, S64, U64 -> true;
            default -> false;
        };
    }

    /** True for b8 to b64. */
    public static boolean isUntyped(PtxType type) {
        return switch (type) {
            case B8, B16, B32, B64 -> true;
            default -> false;
        };
    }
}
