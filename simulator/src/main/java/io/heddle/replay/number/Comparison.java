package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.List;
import java.util.Optional;

/**
 * The comparisons of setp and set (PTX ISA 9.3.1 and 9.7.6): ordered float comparisons are false of
 * a NaN, also {@code ne}; unordered ones ({@code equ} …) true.
 */
public final class Comparison {
    private Comparison() {}

    /** A comparison of two register contents. */
    @FunctionalInterface
    public interface Test {
        boolean holds(long a, long b);
    }

    /** How the result is combined with a third predicate. */
    @FunctionalInterface
    public interface Combination {
        boolean apply(boolean result, boolean predicate);
    }

    /**
     * The comparison of an instruction on operands of {@code type}, for packed types that of one
     * lane; none if the instruction names no comparison or the type cannot be compared.
     */
    public static Optional<Test> decode(Instruction i, PtxType type) {
        if (type == PtxType.F64) {
            return relation(
                    i, (a, b) -> order(Double.longBitsToDouble(a), Double.longBitsToDouble(b)));
        }
        BinaryFormat format = floatFormat(type);
        if (format == null) {
            return type == PtxType.PRED ? Optional.empty() : relation(i, integers(i, type));
        }
        boolean flush = i.has("ftz");
        return relation(
                i,
                (a, b) ->
                        order(
                                format.toDouble(flush ? format.flush(a) : a),
                                format.toDouble(flush ? format.flush(b) : b)));
    }

    /** The combining operator, or null if the instruction has none. */
    public static Combination combination(Instruction i) {
        if (i.has("and")) {
            return (r, p) -> r && p;
        }
        if (i.has("or")) {
            return (r, p) -> r || p;
        }
        return i.has("xor") ? (r, p) -> r != p : null;
    }

    /** The format of f16, bf16, f32 and their pairs, or null. */
    public static BinaryFormat floatFormat(PtxType type) {
        return switch (type) {
            case F16, F16X2 -> BinaryFormat.F16;
            case BF16, BF16X2 -> BinaryFormat.BF16;
            case F32, F32X2 -> BinaryFormat.F32;
            default -> null;
        };
    }

    /** −1, 0, 1 as a comparison says; 2 if either is NaN. */
    @FunctionalInterface
    private interface Order {
        int of(long a, long b);
    }

    private static int order(double a, double b) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
    }

    private static Order integers(Instruction i, PtxType type) {
        boolean unsigned =
                !type.isSigned() || List.of("lo", "ls", "hi", "hs").stream().anyMatch(i::has);
        int n = type.bits();
        return (a, b) ->
                unsigned
                        ? Long.compareUnsigned(a & Bits.mask(n), b & Bits.mask(n))
                        : Long.compare(Bits.signed(a, n), Bits.signed(b, n));
    }

    private static Optional<Test> relation(Instruction i, Order order) {
        return i.modifiers().stream().flatMap(m -> relation(m, order).stream()).findFirst();
    }

    private static Optional<Test> relation(String spelling, Order order) {
        Test test =
                switch (spelling) {
                    case "eq" -> (a, b) -> order.of(a, b) == 0;
                    case "ne" -> (a, b) -> isLess(order.of(a, b)) || isGreater(order.of(a, b));
                    case "lt", "lo" -> (a, b) -> isLess(order.of(a, b));
                    case "le", "ls" -> (a, b) -> order.of(a, b) <= 0;
                    case "gt", "hi" -> (a, b) -> isGreater(order.of(a, b));
                    case "ge", "hs" -> (a, b) -> order.of(a, b) == 0 || isGreater(order.of(a, b));
                    case "equ" -> (a, b) -> order.of(a, b) == 0 || isNan(order.of(a, b));
                    case "neu" -> (a, b) -> order.of(a, b) != 0;
                    case "ltu" -> (a, b) -> isLess(order.of(a, b)) || isNan(order.of(a, b));
                    case "leu" -> (a, b) -> !isGreater(order.of(a, b));
                    case "gtu" -> (a, b) -> order.of(a, b) > 0;
                    case "geu" -> (a, b) -> order.of(a, b) >= 0;
                    case "num" -> (a, b) -> !isNan(order.of(a, b));
                    case "nan" -> (a, b) -> isNan(order.of(a, b));
                    default -> null;
                };
        return Optional.ofNullable(test);
    }

    private static boolean isLess(int order) {
        return order < 0;
    }

    private static boolean isGreater(int order) {
        return order == 1;
    }

    private static boolean isNan(int order) {
        return order == 2;
    }

    /** testp (PTX ISA 9.7.3.1): zeros count as normal. */
    public static Scalar property(Instruction i) {
        boolean wide = Bits.type(i) == PtxType.F64;
        int exponentBits = wide ? 11 : 8;
        int fractionBits = wide ? 52 : 23;
        String property = i.modifiers().get(0);
        return (a, b, c) -> {
            long exponent = a >>> fractionBits & Bits.mask(exponentBits);
            long fraction = a & Bits.mask(fractionBits);
            boolean special = exponent == Bits.mask(exponentBits);
            boolean holds =
                    switch (property) {
                        case "finite" -> !special;
                        case "infinite" -> special && fraction == 0;
                        case "number" -> !special || fraction == 0;
                        case "notanumber" -> special && fraction != 0;
                        case "normal" -> !special && (exponent != 0 || fraction == 0);
                        default -> exponent == 0 && fraction != 0;
                    };
            return holds ? 1 : 0;
        };
    }
}
