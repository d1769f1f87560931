package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.util.Optional;

/** How floating-point instructions are executed in one run: their roundings and their repairs. */
final class Arithmetic {
    private final Noise noise; // null for the roundings that the instructions name
    private final Repair repair;
    private final boolean exact;

    Arithmetic(ReplayOptions options) {
        noise =
                options.noise() == 0
                        ? null
                        : new Noise(
                                options.noise(),
                                options.conversionsFree(),
                                options.arithmeticFree());
        repair = options.repair();
        exact = options.exact();
    }

    /** Random roundings, or null. */
    Noise noise() {
        return noise;
    }

    /** The operation of an instruction of at most three sources, if it is one. */
    Optional<Scalar> operation(Instruction i) {
        Optional<Scalar> plain =
                exact ? ExactOperations.of(i) : noise == null ? Scalar.of(i) : noise.operation(i);
        return repair == Repair.NONE ? plain : plain.map(p -> Repairs.of(i, p, repair));
    }

    /** The pattern of the tf32 that a matrix product reads of an f32 which none holds. */
    long toTf32(long f32) {
        double value = BinaryFormat.F32.toDouble(f32);
        if (exact) {
            return ExactOperations.round(value, BinaryFormat.TF32);
        }
        return noise == null ? f32 >>> 13 : noise.round(value, BinaryFormat.TF32);
    }

    /**
     * The pattern of a sum of products of numbers.
     *
     * @param format null for double precision
     */
    long round(double sum, BinaryFormat format) {
        if (exact) {
            return ExactOperations.round(sum, format);
        }
        if (noise != null) {
            return noise.round(sum, format);
        }
        if (format == null) {
            return Double.doubleToRawLongBits(sum);
        }
        long bits = format.fromDouble(sum, Rounding.NEAREST_EVEN);
        boolean overflow = Double.isFinite(sum) && !Double.isFinite(format.toDouble(bits));
        if (overflow && repair == Repair.OVERFLOW_TO_GREATEST) {
            return format.fromDouble(sum, Rounding.NEAREST_EVEN, true);
        }
        if (overflow
                && (repair == Repair.OVERFLOW_STOPS || repair == Repair.OVERFLOW_OR_FLUSH_STOPS)) {
            throw StopException.overflow();
        }
        if (overflow && repair == Repair.OVERFLOW_TO_ONE) {
            return format.fromDouble(Math.copySign(1, sum), Rounding.NEAREST_EVEN);
        }
        return overflow && repair == Repair.OVERFLOW_TO_NAN ? format.nan() : bits;
    }
}
