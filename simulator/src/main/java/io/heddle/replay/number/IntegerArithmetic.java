package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.Optional;

/** Integer arithmetic without carry (PTX ISA 9.7.1). */
public final class IntegerArithmetic {
    private IntegerArithmetic() {}

    /** The operation of an instruction of {@code type}, if it is one of integers. */
    static Optional<Scalar> decode(Instruction instruction, PtxType type) {
        if (type == PtxType.S16X2 || type == PtxType.U16X2) {
            return plain(instruction, type == PtxType.S16X2 ? PtxType.S16 : PtxType.U16)
                    .map(half -> half.packed(16, 2));
        }
        if (instruction.opcode().equals("dp4a") || instruction.opcode().equals("dp2a")) {
            return Optional.of(dotProduct(instruction));
        }
        return Bits.isInteger(type) ? plain(instruction, type) : Optional.empty();
    }

    private static Optional<Scalar> plain(Instruction i, PtxType type) {
        long mask = Bits.mask(type.bits());
        int n = type.bits();
        Scalar operation =
                switch (i.opcode()) {
                    case "add" ->
                            i.has("sat")
                                    ? (a, b, c) -> saturate(x(a, n) + x(b, n))
                                    : relu(i, type, (a, b, c) -> a + b & mask);
                    case "sub" ->
                            i.has("sat")
                                    ? (a, b, c) -> saturate(x(a, n) - x(b, n))
                                    : (a, b, c) -> a - b & mask;
                    case "mul" -> multiply(i, type);
                    case "mad" -> multiplyAdd(i, type);
                    case "mul24" -> multiply24(i, type);
                    case "mad24" -> multiplyAdd24(i, type);
                    case "sad" -> (a, b, c) -> c + difference(a, b, type) & mask;
                    case "div" -> (a, b, c) -> divide(a, b, type) & mask;
                    case "rem" -> (a, b, c) -> remainder(a, b, type) & mask;
                    case "abs" -> (a, b, c) -> Math.abs(Bits.signed(a, n)) & mask;
                    case "neg" -> (a, b, c) -> -a & mask;
                    case "min" ->
                            relu(i, type, (a, b, c) -> less(a, b, type) ? a & mask : b & mask);
                    case "max" ->
                            relu(i, type, (a, b, c) -> less(a, b, type) ? b & mask : a & mask);
                    default -> null;
                };
        return Optional.ofNullable(operation);
    }

    private static long x(long value, int width) {
        return Bits.signed(value, width);
    }

    private static long saturate(long exact) {
        return Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, exact)) & 0xFFFFFFFFL;
    }

    private static Scalar relu(Instruction i, PtxType type, Scalar operation) {
        if (!i.has("relu")) {
            return operation;
        }
        return (a, b, c) -> {
            long r = operation.apply(a, b, c);
            return Bits.signed(r, type.bits()) < 0 ? 0 : r;
        };
    }

    /** Whether {@code a < b} as integers of the type. */
    public static boolean less(long a, long b, PtxType type) {
        return type.isSigned()
                ? Bits.integer(a, type) < Bits.integer(b, type)
                : Long.compareUnsigned(Bits.integer(a, type), Bits.integer(b, type)) < 0;
    }

    private static long difference(long a, long b, PtxType type) {
        return less(a, b, type) ? b - a : a - b;
    }

    private static Scalar multiply(Instruction i, PtxType type) {
        int n = type.bits();
        long mask = Bits.mask(n);
        if (i.has("wide")) {
            long wide = Bits.mask(2 * n);
            return (a, b, c) -> Bits.integer(a, type) * Bits.integer(b, type) & wide;
        }
        if (i.has("hi")) {
            return (a, b, c) -> high(a, b, type);
        }
        return (a, b, c) -> a * b & mask;
    }

    /** The upper half of the product of two n-bit integers. */
    public static long high(long a, long b, PtxType type) {
        long p = Bits.integer(a, type);
        long q = Bits.integer(b, type);
        if (type.bits() < 64) {
            return p * q >> type.bits() & Bits.mask(type.bits());
        }
        long high = Math.multiplyHigh(p, q);
        if (!type.isSigned()) {
            high += (p >> 63 & q) + (q >> 63 & p);
        }
        return high;
    }

    private static Scalar multiplyAdd(Instruction i, PtxType type) {
        int n = type.bits();
        if (i.has("wide")) {
            long wide = Bits.mask(2 * n);
            return (a, b, c) -> Bits.integer(a, type) * Bits.integer(b, type) + c & wide;
        }
        if (i.has("hi") && i.has("sat")) {
            return (a, b, c) -> saturate(x(high(a, b, type), n) + x(c, n));
        }
        if (i.has("hi")) {
            return (a, b, c) -> high(a, b, type) + c & Bits.mask(n);
        }
        return (a, b, c) -> a * b + c & Bits.mask(n);
    }

    private static long product24(long a, long b, PtxType type) {
        return type.isSigned()
                ? Bits.signed(a, 24) * Bits.signed(b, 24)
                : (a & 0xFFFFFF) * (b & 0xFFFFFF);
    }

    private static Scalar multiply24(Instruction i, PtxType type) {
        int shift = i.has("hi") ? 16 : 0;
        return (a, b, c) -> product24(a, b, type) >> shift & 0xFFFFFFFFL;
    }

    private static Scalar multiplyAdd24(Instruction i, PtxType type) {
        int shift = i.has("hi") ? 16 : 0;
        if (i.has("sat")) {
            return (a, b, c) -> saturate(x(product24(a, b, type) >> shift, 32) + x(c, 32));
        }
        return (a, b, c) -> (product24(a, b, type) >> shift) + c & 0xFFFFFFFFL;
    }

    /** The quotient, truncated; all ones for a zero divisor, which the manual leaves open. */
    private static long divide(long a, long b, PtxType type) {
        long p = Bits.integer(a, type);
        long q = Bits.integer(b, type);
        if (q == 0) {
            return -1;
        }
        return type.isSigned() ? p / q : Long.divideUnsigned(p, q);
    }

    /** The remainder, of the dividend's sign; the dividend for a zero divisor. */
    private static long remainder(long a, long b, PtxType type) {
        long p = Bits.integer(a, type);
        long q = Bits.integer(b, type);
        if (q == 0) {
            return p;
        }
        return type.isSigned() ? p % q : Long.remainderUnsigned(p, q);
    }

    /** dp4a and dp2a (PTX ISA 9.7.1.23 and 24): the operand types are the last two modifiers. */
    private static Scalar dotProduct(Instruction i) {
        boolean four = i.opcode().equals("dp4a");
        PtxType first = Bits.types(i).get(0);
        PtxType second = Bits.types(i).get(1);
        int width = four ? 8 : 16;
        int lanes = four ? 4 : 2;
        int start = i.has("hi") ? 2 : 0;
        return (a, b, c) -> {
            long sum = c;
            for (int lane = 0; lane < lanes; lane++) {
                long x = a >>> (lane * width) & Bits.mask(width);
                long y = b >>> ((start + lane) * 8) & 0xFF;
                sum +=
                        (first.isSigned() ? Bits.signed(x, width) : x)
                                * (second.isSigned() ? Bits.signed(y, 8) : y);
            }
            return sum & 0xFFFFFFFFL;
        };
    }
}
