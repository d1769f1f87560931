package io.heddle.replay.number;

import io.heddle.ptx.Instruction;

/** The rounding modifiers of floating-point results (PTX ISA 7.2, table of rounding modifiers). */
public enum Rounding {
    /** {@code .rn}: nearest, ties to even. */
    NEAREST_EVEN,
    /** {@code .rna}: nearest, ties away from zero. */
    NEAREST_AWAY,
    /** {@code .rz}. */
    TOWARDS_ZERO,
    /** {@code .rm}. */
    DOWN,
    /** {@code .rp}. */
    UP;

    /** The modifier of an instruction, or null where it has none. */
    public static Rounding of(Instruction instruction) {
        for (String m : instruction.modifiers()) {
            Rounding r = spelled(m);
            if (r != null) {
                return r;
            }
        }
        return null;
    }

    private static Rounding spelled(String modifier) {
        return switch (modifier) {
            case "rn" -> NEAREST_EVEN;
            case "rna" -> NEAREST_AWAY;
            case "rz" -> TOWARDS_ZERO;
            case "rm" -> DOWN;
            case "rp" -> UP;
            default -> null;
        };
    }

    /** True if a magnitude with the given remainder below its last place is to be incremented. */
    boolean increments(boolean negative, boolean odd, int remainderAgainstHalf, boolean exact) {
        return switch (this) {
            case NEAREST_EVEN -> remainderAgainstHalf > 0 || (remainderAgainstHalf == 0 && odd);
            case NEAREST_AWAY -> remainderAgainstHalf >= 0;
            case TOWARDS_ZERO -> false;
            case DOWN -> negative && !exact;
            case UP -> !negative && !exact;
        };
    }

    /** True if a magnitude beyond the greatest finite one becomes infinite. */
    boolean overflowsToInfinity(boolean negative) {
        return switch (this) {
            case NEAREST_EVEN, NEAREST_AWAY -> true;
            case TOWARDS_ZERO -> false;
            case DOWN -> negative;
            case UP -> !negative;
        };
    }
}
