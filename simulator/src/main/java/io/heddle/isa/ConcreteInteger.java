package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.value.Value;
import io.heddle.value.Views;

/**
 * An integer operation (PTX ISA 9.7.1) on concrete operands, which wraps around as the machine
 * does. Operands are sign- or zero-extended to 64 bits, as the type says; an operand that the
 * operation lacks is arbitrary and ignored.
 */
@FunctionalInterface
interface ConcreteInteger {
    long apply(long a, long b, long c);

    /** The operation of an instruction on integers of {@code type}. */
    static ConcreteInteger of(Instruction i, PtxType type) {
        int w = type.bits();
        boolean signed = type.isSigned();
        return switch (i.opcode()) {
            case "add" -> (a, b, c) -> a + b;
            case "sub" -> (a, b, c) -> a - b;
            case "mul" -> i.has("hi") ? (a, b, c) -> high(a, b, w, signed) : (a, b, c) -> a * b;
            case "mad" ->
                    i.has("hi") ? (a, b, c) -> high(a, b, w, signed) + c : (a, b, c) -> a * b + c;
            case "mul24" -> (a, b, c) -> product24(a, b, signed, i.has("hi"));
            case "mad24" -> (a, b, c) -> product24(a, b, signed, i.has("hi")) + c;
            case "sad" -> (a, b, c) -> c + (isLess(a, b, signed) ? b - a : a - b);
            case "div" -> (a, b, c) -> divide(a, b, signed);
            case "rem" -> (a, b, c) -> remainder(a, b, signed);
            case "abs" -> (a, b, c) -> Math.abs(a);
            case "neg" -> (a, b, c) -> -a;
            case "min" -> relu(i, (a, b, c) -> isLess(a, b, signed) ? a : b);
            case "max" -> relu(i, (a, b, c) -> isLess(b, a, signed) ? a : b);
            case "popc" -> (a, b, c) -> Long.bitCount(a & Value.mask(w));
            case "clz" -> (a, b, c) -> Long.numberOfLeadingZeros(a & Value.mask(w)) - (64 - w);
            case "bfind" -> (a, b, c) -> findLeading(a, w, signed, i.has("shiftamt"));
            case "brev" -> (a, b, c) -> Long.reverse(a) >>> (64 - w);
            case "bfe" -> (a, b, c) -> extract(a, (int) b & 0xff, (int) c & 0xff, w, signed);
            case "fns" -> (a, b, c) -> findNth(a & 0xffffffffL, (int) b, (int) c);
            case "szext" -> (a, b, c) -> extend(a, b, signed, i.has("clamp"));
            case "bmsk" -> (a, b, c) -> bitMask(a, b, i.has("clamp"));
            default -> throw NotModelled.form(i);
        };
    }

    /** {@code .relu} of signed numbers: replaces a negative result by 0. */
    private static ConcreteInteger relu(Instruction i, ConcreteInteger operation) {
        return i.has("relu") ? (a, b, c) -> Math.max(operation.apply(a, b, c), 0) : operation;
    }

    private static boolean isLess(long a, long b, boolean signed) {
        return signed ? a < b : Long.compareUnsigned(a, b) < 0;
    }

    private static long high(long a, long b, int w, boolean signed) {
        if (w == 64) {
            return signed ? Math.multiplyHigh(a, b) : unsignedHigh(a, b);
        }
        return signed ? (a * b) >> w : (a * b) >>> w;
    }

    private static long unsignedHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    private static long product24(long a, long b, boolean signed, boolean hi) {
        long x = signed ? Views.signExtend(a, 24) : a & 0xffffff;
        long y = signed ? Views.signExtend(b, 24) : b & 0xffffff;
        return hi ? (x * y) >> 16 : x * y;
    }

    private static long divide(long a, long b, boolean signed) {
        if (b == 0) {
            throw new UnsupportedPtxException(
                    "an integer division by zero, whose result is not specified");
        }
        return signed ? a / b : Long.divideUnsigned(a, b);
    }

    private static long remainder(long a, long b, boolean signed) {
        if (b == 0) {
            throw new UnsupportedPtxException(
                    "an integer remainder by zero, whose result is not specified");
        }
        return signed ? a % b : Long.remainderUnsigned(a, b);
    }

    private static long findLeading(long a, int w, boolean signed, boolean shift) {
        long x = (signed && a < 0 ? ~a : a) & Value.mask(w);
        if (x == 0) {
            return -1;
        }
        int position = 63 - Long.numberOfLeadingZeros(x);
        return shift ? w - 1 - position : position;
    }

    private static long extract(long a, int position, int length, int w, boolean signed) {
        long x = a & Value.mask(w);
        if (length == 0) {
            return 0;
        }
        long sign = 0;
        if (signed) {
            sign = x >>> Math.min(position + length - 1, w - 1) & 1;
        }
        long field = position >= w ? 0 : x >>> position;
        int available = Math.max(0, Math.min(length, w - position));
        field &= available == 0 ? 0 : Value.mask(available);
        if (sign != 0 && available < w) {
            field |= available == 0 ? -1L : -1L << available;
        }
        return field;
    }

    private static long findNth(long mask, int base, int offset) {
        if (offset == 0) {
            return base >= 0 && base < 32 && (mask >>> base & 1) != 0 ? base : 0xffffffffL;
        }
        int step = offset > 0 ? 1 : -1;
        int left = Math.abs(offset);
        for (int p = base; p >= 0 && p < 32; p += step) {
            if ((mask >>> p & 1) != 0 && --left == 0) {
                return p;
            }
        }
        return 0xffffffffL;
    }

    private static long extend(long a, long b, boolean signed, boolean clamp) {
        int n = (int) (clamp ? Math.min(b & 0xffffffffL, 32) : b & 31);
        if (n == 0) {
            return 0;
        }
        return signed ? Views.signExtend(a, n) : a & Value.mask(n);
    }

    private static long bitMask(long a, long b, boolean clamp) {
        long start = clamp ? Math.min(a & 0xffffffffL, 32) : a & 31;
        long count = clamp ? Math.min(b & 0xffffffffL, 32) : b & 31;
        return Value.mask((int) count) << start & 0xffffffffL;
    }
}
