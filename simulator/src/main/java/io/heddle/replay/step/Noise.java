package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.ReplayOptions.Direction;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Random roundings: an operation that rounds to nearest is done rounding up or rounding down, each
 * half of the time unless one direction is asked for, and so is a conversion to a float, whatever
 * it names, if that is asked for. Exact operations, other directed roundings and roundings to
 * integers stay as they are.
 */
final class Noise {
    private static final Set<String> ROUNDED =
            Set.of(
                    "add", "sub", "mul", "fma", "mad", "div", "rcp", "sqrt", "rsqrt", "ex2", "lg2",
                    "sin", "cos", "tanh", "cvt", "heddle");

    private static final Set<Rounding> NEAREST =
            Set.of(Rounding.NEAREST_EVEN, Rounding.NEAREST_AWAY);

    private final boolean conversionsFree;
    private final boolean arithmeticFree;
    private long state;
    private Direction direction = Direction.EITHER;

    /**
     * @param conversionsFree conversions to floats that name a direction are rounded at random, too
     * @param arithmeticFree so is arithmetic that names one
     */
    Noise(long seed, boolean conversionsFree, boolean arithmeticFree) {
        this.conversionsFree = conversionsFree;
        this.arithmeticFree = arithmeticFree;
        state = seed;
    }

    /** Draws from now on what it would draw if it were new, of either direction or only one. */
    void restart(long seed, Direction which) {
        state = seed;
        direction = which;
    }

    /** True for up. A coin: xorshift64 (Marsaglia 2003). */
    private boolean isUp() {
        if (direction != Direction.EITHER) {
            return direction == Direction.UP;
        }
        state ^= state << 13;
        state ^= state >>> 7;
        state ^= state << 17;
        return (state & 0x10000) != 0;
    }

    /**
     * The pattern of {@code x} rounded up or down at random; what the format holds exactly stays.
     *
     * @param format null for double precision, in which {@code x} moves to a neighbour
     */
    long round(double x, BinaryFormat format) {
        boolean up = isUp();
        if (format != null) {
            long nearest = format.fromDouble(x, Rounding.NEAREST_EVEN);
            return !format.isFinite(nearest)
                    ? nearest
                    : format.fromDouble(x, up ? Rounding.UP : Rounding.DOWN);
        }
        boolean exact = x == Math.rint(x) || !Double.isFinite(x);
        return Double.doubleToRawLongBits(exact ? x : up ? Math.nextUp(x) : Math.nextDown(x));
    }

    /** The operation of {@code i}, rounded at random if it is one of those. */
    Optional<Scalar> operation(Instruction i) {
        Optional<Scalar> plain = Scalar.of(i);
        if (plain.isEmpty() || !isRounded(i)) {
            return plain;
        }
        Optional<Scalar> down = Scalar.of(ExactOperations.rounding(i, "rm"));
        Optional<Scalar> up = Scalar.of(ExactOperations.rounding(i, "rp"));
        return down.isEmpty() || up.isEmpty()
                ? plain
                : Optional.of(either(i, plain.get(), down.get(), up.get()));
    }

    /** Rounds up or down at random what rounding to nearest leaves finite. */
    private Scalar either(Instruction i, Scalar plain, Scalar down, Scalar up) {
        List<PtxType> types = Bits.types(i);
        PtxType to = i.opcode().equals("cvt") ? types.get(0) : types.get(types.size() - 1);
        BinaryFormat format = Comparison.floatFormat(to);
        int width = to.bits();
        int half = format == null || width == format.width() ? 0 : format.width();
        return (a, b, c) -> {
            long nearest = plain.apply(a, b, c);
            if (!isFinite(nearest, format, width)) {
                return nearest;
            }
            long rounded = (isUp() ? up : down).apply(a, b, c);
            if (half > 0) { // each half on its own
                long other = (isUp() ? up : down).apply(a, b, c);
                rounded = rounded & Bits.mask(half) | other & ~Bits.mask(half);
            }
            return isFinite(rounded, format, width)
                    ? withZeros(nearest, rounded, format, width)
                    : nearest;
        };
    }

    /**
     * {@code rounded} with the zeros that {@code nearest} has, too: the sign of a sum that is
     * exactly 0 depends on the direction, which is no rounding.
     */
    private static long withZeros(long nearest, long rounded, BinaryFormat format, int width) {
        int each = format == null ? Long.SIZE : format.width();
        long mask = Bits.mask(each);
        long magnitude = mask >>> 1;
        long all = rounded;
        for (int shift = 0; shift < width; shift += each) {
            long one = nearest >>> shift & mask;
            long other = rounded >>> shift & mask;
            if ((one & magnitude) == 0 && (other & magnitude) == 0) {
                all = all & ~(mask << shift) | one << shift;
            }
        }
        return all;
    }

    /**
     * True if no number of a pattern is infinite or NaN: what leaves the range does so with every
     * rounding, since that is no matter of the last place.
     *
     * @param format null for double precision
     * @param width bits of all numbers together
     */
    private static boolean isFinite(long bits, BinaryFormat format, int width) {
        if (format == null) {
            return Double.isFinite(Double.longBitsToDouble(bits));
        }
        for (int shift = 0; shift < width; shift += format.width()) {
            if (!format.isFinite(bits >>> shift)) {
                return false;
            }
        }
        return true;
    }

    private boolean isRounded(Instruction i) {
        List<PtxType> types = Bits.types(i);
        if (!ROUNDED.contains(i.opcode()) || types.isEmpty()) {
            return false;
        }
        PtxType to = i.opcode().equals("cvt") ? types.get(0) : types.get(types.size() - 1);
        boolean real = !Bits.isInteger(to) && !Bits.isUntyped(to);
        Optional<Rounding> rounding = Rounding.of(i);
        boolean approximated = i.has("approx") && to == PtxType.F64;
        boolean toInteger = i.has("rni") || i.has("rzi") || i.has("rmi") || i.has("rpi");
        boolean widening = i.opcode().equals("cvt") && rounding.isEmpty();
        boolean free =
                (i.opcode().equals("cvt") ? conversionsFree : arithmeticFree)
                        || rounding.map(NEAREST::contains).orElse(true);
        return real && free && !approximated && !toInteger && !widening;
    }
}
