package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Operations of a run that stops at the first result that is rounded, so that a run which comes to
 * its end has computed with real numbers. Of an operation of which it is not known whether it
 * rounds the run stops, too. Conversions to integers are taken as they are.
 */
final class ExactOperations {
    private static final Set<String> DIRECTIONS = Set.of("rn", "rna", "rz", "rm", "rp");
    private static final Set<String> TO_INTEGERS = Set.of("rni", "rzi", "rmi", "rpi");
    private static final Set<String> EXACT =
            Set.of("abs", "neg", "min", "max", "copysign", "mov", "selp", "slct", "setp", "set");

    private ExactOperations() {}

    /** The operation of {@code i}, if it is one. */
    static Optional<Scalar> of(Instruction i) {
        return Scalar.of(i).map(plain -> mayRound(i) ? unrounded(i, plain) : plain);
    }

    private static Scalar unrounded(Instruction i, Scalar plain) {
        Optional<Scalar> down = Scalar.of(rounding(i, "rm"));
        Optional<Scalar> up = Scalar.of(rounding(i, "rp"));
        if (down.isEmpty() || up.isEmpty() || i.has("approx") || i.has("full")) {
            return (a, b, c) -> {
                throw rounded();
            };
        }
        Scalar below = down.get();
        Scalar above = up.get();
        return (a, b, c) -> {
            if (below.apply(a, b, c) != above.apply(a, b, c)) {
                throw rounded();
            }
            return plain.apply(a, b, c);
        };
    }

    /**
     * The pattern of a sum of products of numbers.
     *
     * @param format null for double precision
     */
    static long round(double sum, BinaryFormat format) {
        if (format == null ? sum != Math.rint(sum) : !isHeld(sum, format)) {
            throw rounded();
        }
        return format == null
                ? Double.doubleToRawLongBits(sum)
                : format.fromDouble(sum, Rounding.NEAREST_EVEN);
    }

    private static boolean isHeld(double sum, BinaryFormat format) {
        double held = format.toDouble(format.fromDouble(sum, Rounding.NEAREST_EVEN));
        return Double.isNaN(sum) || held == sum;
    }

    private static StopException rounded() {
        return new StopException(ReplayResult.Reason.UNSUPPORTED, "a result is rounded");
    }

    private static boolean mayRound(Instruction i) {
        List<PtxType> types = Bits.types(i);
        if (types.isEmpty() || EXACT.contains(i.opcode())) {
            return false;
        }
        boolean converts = i.opcode().equals("cvt");
        PtxType to = converts ? types.get(0) : types.get(types.size() - 1);
        boolean real = !Bits.isInteger(to) && !Bits.isUntyped(to);
        boolean toInteger = i.modifiers().stream().anyMatch(TO_INTEGERS::contains);
        boolean widening = converts && Rounding.of(i).isEmpty();
        return real && !toInteger && !widening;
    }

    /** The instruction with another rounding modifier. */
    static Instruction rounding(Instruction i, String modifier) {
        List<String> modifiers = new ArrayList<>(i.modifiers());
        modifiers.removeAll(DIRECTIONS);
        modifiers.add(modifiers.size() - 1, modifier);
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                i.opcode(),
                modifiers,
                i.operands(),
                i.position(),
                i.source());
    }
}
