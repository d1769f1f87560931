package io.heddle.isa;

/** The manual's formulas for integer instructions, literally; bits as the low bits of a long. */
final class Manual {
    private Manual() {}

    /** The result, or null where this has no formula or the manual gives no value. */
    static Long result(Spelling s, long[] v) {
        int w = s.source(0).bits();
        boolean signed = s.source(0).isSigned();
        long a = extend(v[0], w, signed);
        long b = v.length > 1 ? extend(v[1], s.source(1).bits(), signed) : 0;
        long c = v.length > 2 ? extend(v[2], s.source(2).bits(), signed) : 0;
        boolean hi = s.has("hi");
        return switch (s.form().opcode()) {
            case "add" -> a + b;
            case "sub" -> a - b;
            case "mul" -> hi ? high(a, b, w, signed) : a * b;
            case "mad" -> (hi ? high(a, b, w, signed) : a * b) + c;
            case "mul24" -> product24(v[0], v[1], signed) >> (hi ? 16 : 0);
            case "mad24" -> (product24(v[0], v[1], signed) >> (hi ? 16 : 0)) + c;
            case "sad" -> c + (less(a, b, signed) ? b - a : a - b);
            case "abs" -> a < 0 ? -a : a;
            case "neg" -> -a;
            case "min" -> relu(s, less(a, b, signed) ? a : b);
            case "max" -> relu(s, less(b, a, signed) ? a : b);
            case "popc" -> (long) Long.bitCount(extend(v[0], w, false));
            case "clz" -> (long) Long.numberOfLeadingZeros(extend(v[0], w, false)) - (64 - w);
            case "bfind" -> bfind(v[0], w, signed, s.has("shiftamt"));
            case "fns" -> fns(v[0], v[1], (int) v[2]);
            case "brev" -> Long.reverse(v[0]) >>> (64 - w);
            case "bfe" -> bfe(v[0], (int) v[1] & 0xff, (int) v[2] & 0xff, w, signed);
            case "bfi" -> bfi(v[0], v[1], (int) v[2] & 0xff, (int) v[3] & 0xff, w);
            case "szext" -> szext(v[0], v[1] & 0xffffffffL, signed, s.has("clamp"));
            case "bmsk" -> bmsk(v[0] & 0xffffffffL, v[1] & 0xffffffffL, s.has("clamp"));
            case "and" -> v[0] & v[1];
            case "or" -> v[0] | v[1];
            case "xor" -> v[0] ^ v[1];
            case "not" -> ~v[0];
            case "cnot" -> extend(v[0], w, false) == 0 ? 1L : 0L;
            case "shl" -> (v[1] & 0xffffffffL) >= w ? 0 : v[0] << v[1];
            case "shr" -> shr(a, extend(v[0], w, false), v[1] & 0xffffffffL, w, signed);
            case "shf" -> shf(v[0], v[1], v[2] & 0xffffffffL, s);
            default -> null;
        };
    }

    private static long extend(long x, int w, boolean signed) {
        return signed ? x << (64 - w) >> (64 - w) : x << (64 - w) >>> (64 - w);
    }

    private static boolean less(long a, long b, boolean signed) {
        return signed ? a < b : Long.compareUnsigned(a, b) < 0;
    }

    private static long relu(Spelling s, long x) {
        return s.has("relu") && x < 0 ? 0 : x;
    }

    private static long high(long a, long b, int w, boolean signed) {
        java.math.BigInteger p = big(a, signed).multiply(big(b, signed));
        return p.shiftRight(w).longValue();
    }

    private static java.math.BigInteger big(long x, boolean signed) {
        return signed
                ? java.math.BigInteger.valueOf(x)
                : new java.math.BigInteger(Long.toUnsignedString(x));
    }

    private static long product24(long a, long b, boolean signed) {
        return extend(a, 24, signed) * extend(b, 24, signed);
    }

    private static long bfind(long x, int w, boolean signed, boolean shift) {
        int msb = w - 1;
        long a = signed && (x >>> msb & 1) != 0 ? ~x : x;
        for (int i = msb; i >= 0; i--) {
            if ((a >>> i & 1) != 0) {
                return shift ? msb - i : i;
            }
        }
        return 0xffffffffL;
    }

    private static long fns(long mask, long base, int offset) {
        long b = base & 0xffffffffL;
        if (offset == 0) {
            return b < 32 && (mask >>> b & 1) == 1 ? b : 0xffffffffL;
        }
        long count = Math.abs((long) offset) - 1;
        for (long pos = b; pos >= 0 && pos < 32; pos += offset > 0 ? 1 : -1) {
            if ((mask >>> pos & 1) == 1 && count-- == 0) {
                return pos;
            }
        }
        return 0xffffffffL;
    }

    private static long bfe(long a, int pos, int len, int w, boolean signed) {
        int msb = w - 1;
        long sign = !signed || len == 0 ? 0 : a >>> Math.min(pos + len - 1, msb) & 1;
        long d = 0;
        for (int i = 0; i <= msb; i++) {
            d |= (i < len && pos + i <= msb ? a >>> (pos + i) & 1 : sign) << i;
        }
        return d;
    }

    private static long bfi(long a, long b, int pos, int len, int w) {
        long f = b;
        for (int i = 0; i < len && pos + i < w; i++) {
            f = f & ~(1L << (pos + i)) | (a >>> i & 1) << (pos + i);
        }
        return f;
    }

    private static long szext(long a, long b, boolean signed, boolean clamp) {
        int b1 = (int) b & 31;
        boolean large = b >= 32 && clamp;
        int mask = large ? 0 : -1 << b1;
        boolean sign = b1 != 0 && !large && signed && ((int) a >> ((b1 - 1) & 31) & 1) != 0;
        return (int) a & ~mask | (sign ? mask : 0);
    }

    private static long bmsk(long a, long b, boolean clamp) {
        int a1 = (int) a & 31;
        int b1 = (int) b & 31;
        int mask0 = clamp && a >= 32 ? 0 : -1 << a1;
        boolean over = a1 + b1 >= 32 || clamp && (a >= 32 || b >= 32);
        int mask1 = over ? 0 : b1 == 0 ? -1 : -1 << (a1 + b1);
        return mask0 & ~mask1;
    }

    private static long shr(long a, long unsigned, long n, int w, boolean signed) {
        return signed ? a >> Math.min(n, w - 1) : n >= w ? 0 : unsigned >>> n;
    }

    private static long shf(long a, long b, long amount, Spelling s) {
        long n = s.has("wrap") ? amount & 31 : Math.min(amount, 32);
        long pair = b << 32 | a & 0xffffffffL;
        return s.has("l") ? n == 0 ? b : pair >>> (32 - n) : n == 32 ? b : pair >>> n;
    }
}
