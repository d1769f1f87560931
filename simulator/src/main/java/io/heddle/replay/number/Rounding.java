package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import java.util.Optional;

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

    /** The rounding that an instruction names, if it names one. */
    public static Optional<Rounding> of(Instruction instruction) {
        return instruction.modifiers().stream().flatMap(m -> spelled(m).stream()).findFirst();
    }

    private static Optional<Rounding> spelled(String modifier) {
        return switch (modifier) {
            case "rn" -> Optional.of(NEAREST_EVEN);
            case "rna" -> Optional.of(NEAREST_AWAY);
            case "rz" -> Optional.of(TOWARDS_ZERO);
            case "rm" -> Optional.of(DOWN);
            case "rp" -> Optional.of(UP);
            default -> Optional.empty();
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
