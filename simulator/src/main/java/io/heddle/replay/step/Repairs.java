package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.Repair.Domain;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;

/** Replaces results of single instructions as a {@link Repair} says. */
final class Repairs {
    private final String opcode;
    private final PtxType to;
    private final PtxType from;
    private final PtxType last; // of the last operand, which differs in mixed precision
    private final int sources;
    private final boolean flush;
    private final boolean clamps; // what is negative becomes 0
    private final boolean rounds; // to an integer
    private final boolean
            directed; // rounds towards zero, up or down: may stop at the greatest number
    private final Repair repair;

    private Repairs(
            Instruction i, PtxType to, PtxType from, PtxType last, int sources, Repair repair) {
        this.opcode = i.opcode().equals("heddle") ? i.modifiers().get(0) : i.opcode();
        this.to = to;
        this.from = from;
        this.last = last;
        this.sources = sources;
        this.flush = i.has("ftz");
        this.clamps = i.has("sat") || i.has("relu");
        this.rounds = Stream.of("rni", "rzi", "rmi", "rpi").anyMatch(i::has);
        this.directed = isDirected(i);
        this.repair = repair;
    }

    /**
     * True if a result beyond the range of its type may be the greatest number of the type instead
     * of an infinity (IEEE 754-2019, 7.4).
     */
    private static boolean isDirected(Instruction i) {
        return Stream.of("rz", "rm", "rp").anyMatch(i::has);
    }

    /** {@code plain} with its results replaced; {@code plain} itself where none can need it. */
    static Scalar of(Instruction i, Scalar plain, Repair repair) {
        List<PtxType> types = Bits.types(i);
        if (types.isEmpty()) {
            return plain;
        }
        int sources = i.operands().size() - 1;
        if (i.opcode().equals("cvt")) {
            return conversion(i, plain, types, sources, repair);
        }
        PtxType type = types.get(types.size() - 1);
        boolean mixed = types.size() == 2 && types.get(0) == PtxType.F32;
        PtxType element = element(type);
        if (element == null) {
            boolean division = i.opcode().equals("div") || i.opcode().equals("rem");
            return division && repair.concerns(Domain.DIVISION)
                    ? (a, b, c) -> b == 0 ? 1 : plain.apply(a, b, c)
                    : plain;
        }
        PtxType to = mixed ? PtxType.F32 : element;
        Repairs repairs = new Repairs(i, to, element, to, sources, repair);
        return repairs.on(plain, element == type ? 1 : 2);
    }

    private static Scalar conversion(
            Instruction i, Scalar plain, List<PtxType> types, int sources, Repair repair) {
        PtxType first = types.get(0);
        PtxType from = types.get(types.size() - 1);
        PtxType to = element(first);
        if (repair == Repair.ROUNDED_INTEGER_TO_NAN && to == first && Bits.isInteger(from)) {
            return ofInteger(plain, from, to);
        }
        if (repair == Repair.CLAMPED_TO_OTHER && Bits.isInteger(first) && element(from) == from) {
            return ofClamped(i, plain, from, first);
        }
        boolean overflows =
                repair == Repair.OVERFLOW_TO_NAN
                        || repair == Repair.OVERFLOW_TO_GREATEST
                        || repair == Repair.OVERFLOW_TO_ONE
                        || repair == Repair.OVERFLOW_STOPS
                        || repair == Repair.OVERFLOW_OR_FLUSH_STOPS;
        if (to == PtxType.F16 && to == first && Bits.isInteger(from) && overflows) {
            return ofGreatInteger(i, plain, repair);
        }
        if (to == null || element(from) != from) {
            return plain; // to or from integers, or of pairs that cannot overflow
        }
        if (to == first) {
            return new Repairs(i, to, from, from, 1, repair).on(plain, 1);
        }
        // cvt.f16x2.f32 d, a, b: a goes to the upper half
        Repairs half = new Repairs(i, to, from, from, 1, repair);
        int width = to.bits();
        long mask = Bits.mask(width);
        return (a, b, c) -> {
            long r = plain.apply(a, b, c);
            long upper = half.result(a, 0, 0, r >>> width & mask);
            long lower = half.result(sources > 1 ? b : a, 0, 0, r & mask);
            return upper << width | lower;
        };
    }

    /** Another integer where the float, rounded, is beyond the range of the type. */
    private static Scalar ofClamped(Instruction i, Scalar plain, PtxType from, PtxType to) {
        DoubleUnaryOperator rounding =
                i.has("rzi")
                        ? x -> x < 0 ? Math.ceil(x) : Math.floor(x)
                        : i.has("rmi") ? Math::floor : i.has("rpi") ? Math::ceil : Math::rint;
        boolean signed = to.isSigned();
        double end = Math.scalb(1.0, signed ? to.bits() - 1 : to.bits());
        return (a, b, c) -> {
            long r = plain.apply(a, b, c);
            double x = rounding.applyAsDouble(floatValue(a, from));
            boolean fits = x >= (signed ? -end : 0) && x < end;
            return fits ? r : r ^ 1;
        };
    }

    private static double floatValue(long bits, PtxType type) {
        return type == PtxType.F64
                ? Double.longBitsToDouble(bits)
                : Comparison.floatFormat(type).toDouble(bits & Bits.mask(type.bits()));
    }

    /** An f16 of an integer that is beyond its range; every other format holds all magnitudes. */
    private static Scalar ofGreatInteger(Instruction i, Scalar plain, Repair repair) {
        BinaryFormat f16 = BinaryFormat.F16;
        double greatest = f16.toDouble(f16.greatest());
        boolean directed = isDirected(i);
        return (a, b, c) -> {
            long r = plain.apply(a, b, c);
            double got = f16.toDouble(r);
            boolean saturated = directed && Math.abs(got) == greatest;
            if (!saturated && !Double.isInfinite(got)) {
                return r;
            }
            double instead =
                    switch (repair) {
                        case OVERFLOW_TO_NAN -> Double.NaN;
                        case OVERFLOW_TO_ONE -> 1;
                        case OVERFLOW_STOPS, OVERFLOW_OR_FLUSH_STOPS ->
                                throw StopException.overflow();
                        default -> saturated ? Double.POSITIVE_INFINITY : greatest;
                    };
            return f16.fromDouble(Math.copySign(instead, got), Rounding.NEAREST_EVEN);
        };
    }

    /** NaN where the float is not the integer. */
    private static Scalar ofInteger(Scalar plain, PtxType from, PtxType to) {
        return (a, b, c) -> {
            long r = plain.apply(a, b, c);
            double got =
                    to == PtxType.F64
                            ? Double.longBitsToDouble(r)
                            : Comparison.floatFormat(to).toDouble(r);
            long n = Bits.integer(a, from);
            BigInteger given = BigInteger.valueOf(n);
            if (n < 0 && from == PtxType.U64) {
                given = given.add(BigInteger.ONE.shiftLeft(Long.SIZE));
            }
            boolean kept =
                    Double.isFinite(got)
                            && new BigDecimal(got).compareTo(new BigDecimal(given)) == 0;
            return kept
                    ? r
                    : to == PtxType.F64
                            ? Double.doubleToRawLongBits(Double.NaN)
                            : Comparison.floatFormat(to)
                                    .fromDouble(Double.NaN, Rounding.NEAREST_EVEN);
        };
    }

    /** The type of one number in a register of {@code type}; null if it holds no floats. */
    private static PtxType element(PtxType type) {
        return switch (type) {
            case F16, BF16, F32, F64 -> type;
            case F16X2 -> PtxType.F16;
            case BF16X2 -> PtxType.BF16;
            case F32X2 -> PtxType.F32;
            default -> null;
        };
    }

    private Scalar on(Scalar operation, int lanes) {
        Scalar plain =
                flush && repair == Repair.UNDERFLOW_TO_LEAST ? raised(operation, lanes) : operation;
        if (lanes == 1) {
            return (a, b, c) -> result(a, b, c, plain.apply(a, b, c));
        }
        int width = to.bits();
        long mask = Bits.mask(width);
        return (a, b, c) -> {
            long whole = plain.apply(a, b, c);
            long repaired = 0;
            for (int lane = 0; lane < lanes; lane++) {
                int s = lane * width;
                long r = result(a >>> s & mask, b >>> s & mask, c >>> s & mask, whole >>> s & mask);
                repaired |= (r & mask) << s;
            }
            return repaired;
        };
    }

    /** The operation with the least normal number in place of each operand that it flushes to 0. */
    private Scalar raised(Scalar operation, int lanes) {
        return (a, b, c) ->
                operation.apply(
                        raised(a, sources == 1 ? last : from, lanes),
                        raised(b, sources == 2 ? last : from, lanes),
                        raised(c, last, lanes));
    }

    private static long raised(long bits, PtxType type, int lanes) {
        int width = type.bits();
        long mask = Bits.mask(width);
        long all = bits;
        for (int s = 0; s < lanes * width; s += width) {
            if (isSubnormal(bits >>> s & mask, type)) {
                float v = Float.intBitsToFloat((int) (bits >>> s));
                long least = Float.floatToRawIntBits(Math.copySign(Float.MIN_NORMAL, v));
                all = all & ~(mask << s) | (least & mask) << s;
            }
        }
        return all;
    }

    private double value(long bits, PtxType type) {
        double v = floatValue(bits, type);
        return flush && Math.abs(v) < Float.MIN_NORMAL ? Math.copySign(0, v) : v;
    }

    private long result(long a, long b, long c, long r) {
        if (repair == Repair.NEGATIVE_ZERO_TO_POSITIVE) {
            return value(r, to) == 0 ? pattern(0) : r;
        }
        double x = value(a, sources == 1 ? last(1) : from);
        double y = sources > 1 ? value(b, last(2)) : 0;
        double z = sources > 2 ? value(c, last(3)) : 0;
        if (!Double.isFinite(x) || !Double.isFinite(y) || !Double.isFinite(z)) {
            return r;
        }
        double got = value(r, to);
        boolean division = dividesByZero(x, y);
        boolean root = takesRootOutside(x);
        boolean logarithm = takesLogarithmOutside(x, y);
        boolean outside = division || root || logarithm;
        boolean saturated = directed && Math.abs(got) == greatest();
        boolean overflow = (saturated || Double.isInfinite(got)) && !outside;
        return switch (repair) {
            case NONE,
                    ROUNDED_INTEGER_TO_NAN,
                    CLAMPED_TO_OTHER,
                    NEGATIVE_ZERO_TO_POSITIVE,
                    SPECIAL_WORD_TO_NUMBER ->
                    r;
            case OVERFLOW_TO_GREATEST ->
                    overflow
                            ? pattern(
                                    Math.copySign(
                                            saturated ? Double.POSITIVE_INFINITY : greatest(), got))
                            : r;
            case OVERFLOW_TO_NAN -> overflow ? pattern(Double.NaN) : r;
            case OVERFLOW_TO_ONE -> overflow ? pattern(Math.copySign(1, got)) : r;
            case OVERFLOW_STOPS, OVERFLOW_OR_FLUSH_STOPS -> {
                boolean stops = repair == Repair.OVERFLOW_OR_FLUSH_STOPS && isFlushed(a, b, c);
                if (overflow || stops) {
                    throw StopException.overflow();
                }
                yield r;
            }
            case UNDERFLOW_TO_LEAST -> {
                double exact = got == 0 && !outside && !rounds ? exact(x, y, z) : 0;
                yield exact > 0 || exact < 0 && !clamps
                        ? pattern(Math.copySign(least(), exact))
                        : r;
            }
            case DIVISION_TO_ONE,
                    ROOT_TO_ONE,
                    LOGARITHM_TO_ONE,
                    DIVISION_AND_ROOT_TO_ONE,
                    DIVISION_AND_LOGARITHM_TO_ONE,
                    ROOT_AND_LOGARITHM_TO_ONE,
                    ALL_DOMAINS_TO_ONE -> {
                boolean repaired =
                        division && repair.concerns(Domain.DIVISION)
                                || root && repair.concerns(Domain.ROOT)
                                || logarithm && repair.concerns(Domain.LOGARITHM);
                yield repaired ? pattern(1) : r;
            }
        };
    }

    private boolean dividesByZero(double x, double y) {
        return switch (opcode) {
            case "div", "fmod", "remainder" -> y == 0;
            case "rcp", "rsqrt" -> x == 0;
            case "pow" -> x == 0 && y < 0 && y == Math.rint(y);
            default -> false;
        };
    }

    /** The arc sine of x is the angle of the point (√(1 − x²), x). */
    private boolean takesRootOutside(double x) {
        return switch (opcode) {
            case "sqrt", "rsqrt" -> x < 0;
            case "asin" -> Math.abs(x) > 1;
            default -> false;
        };
    }

    /** x^y is 2^(y · log2 x) unless y is an integer. */
    private boolean takesLogarithmOutside(double x, double y) {
        return switch (opcode) {
            case "lg2", "log", "log2", "log10" -> x <= 0;
            case "log1p" -> x <= -1;
            case "pow" -> x <= 0 && y != Math.rint(y);
            default -> false;
        };
    }

    /** True if the operation flushes an operand that is not 0. */
    private boolean isFlushed(long a, long b, long c) {
        return flush
                && (isSubnormal(a, sources == 1 ? last(1) : from)
                        || sources > 1 && isSubnormal(b, last(2))
                        || sources > 2 && isSubnormal(c, last(3)));
    }

    private static boolean isSubnormal(long bits, PtxType type) {
        double v = floatValue(bits, type);
        return type == PtxType.F32 && v != 0 && Math.abs(v) < Float.MIN_NORMAL;
    }

    private PtxType last(int position) {
        return position == sources ? last : from;
    }

    /** A nonzero number of the result's sign if the result over the reals is not zero, else 0. */
    private double exact(double x, double y, double z) {
        return switch (opcode) {
            case "add" -> x + y;
            case "sub" -> x - y;
            case "mul" -> x == 0 || y == 0 ? 0 : Math.signum(x) * Math.signum(y);
            case "fma", "mad" ->
                    x == 0 || y == 0 || z != 0
                            ? Math.fma(x, y, z)
                            : Math.signum(x) * Math.signum(y);
            case "div" -> x == 0 ? 0 : Math.signum(x) * Math.signum(y);
            case "rcp", "cvt" -> x;
            case "ex2", "exp", "exp2", "exp10" -> 1;
            default -> 0;
        };
    }

    private double greatest() {
        return switch (to) {
            case F64 -> Double.MAX_VALUE;
            case F16 -> 65504;
            case BF16 -> 0x1.FEp127;
            default -> Float.MAX_VALUE;
        };
    }

    private double least() {
        return switch (to) {
            case F64 -> Double.MIN_NORMAL;
            case F16 -> 0x1p-14;
            default -> Float.MIN_NORMAL;
        };
    }

    private long pattern(double value) {
        return to == PtxType.F64
                ? Double.doubleToRawLongBits(value)
                : Comparison.floatFormat(to).fromDouble(value, Rounding.NEAREST_EVEN);
    }
}
