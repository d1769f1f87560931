package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.util.Optional;

/** Bit counting, bit fields (PTX ISA 9.7.1), logic and shifts (9.7.8), prmt (9.7.9). */
public final class BitOperations {
    private BitOperations() {}

    /** The operation of an instruction of {@code type}, if it is one of bits. */
    static Optional<Scalar> decode(Instruction i, PtxType type) {
        int n = type.bits();
        long mask = Bits.mask(n);
        Scalar operation =
                switch (i.opcode()) {
                    case "and" -> (a, b, c) -> a & b & mask;
                    case "or" -> (a, b, c) -> (a | b) & mask;
                    case "xor" -> (a, b, c) -> (a ^ b) & mask;
                    case "not" -> (a, b, c) -> ~a & mask;
                    case "cnot" -> (a, b, c) -> (a & mask) == 0 ? 1 : 0;
                    case "shl" ->
                            (a, b, c) ->
                                    Long.compareUnsigned(b & 0xFFFFFFFFL, n) >= 0
                                            ? 0
                                            : a << b & mask;
                    case "shr" -> (a, b, c) -> shiftRight(a, b, type);
                    case "shf" -> funnelShift(i);
                    case "popc" -> (a, b, c) -> Long.bitCount(a & mask);
                    case "clz" -> (a, b, c) -> Long.numberOfLeadingZeros(a & mask) - (64 - n);
                    case "brev" -> (a, b, c) -> Long.reverse(a) >>> (64 - n);
                    case "bfind" -> (a, b, c) -> findMostSignificant(a, type, i.has("shiftamt"));
                    case "fns" -> (a, b, c) -> findNthSet(a, b, c);
                    case "bfe" -> (a, b, c) -> extractField(a, b, c, type);
                    case "szext" -> (a, b, c) -> extend(a, b, type, i.has("clamp"));
                    case "bmsk" -> (a, b, c) -> bitMask(a, b, i.has("clamp"));
                    case "prmt" -> permutation(i);
                    default -> null;
                };
        return Optional.ofNullable(operation);
    }

    private static long shiftRight(long a, long b, PtxType type) {
        long amount = Math.min(b & 0xFFFFFFFFL, type.bits());
        if (type.isSigned()) {
            return Bits.signed(a, type.bits()) >> Math.min(amount, 63) & Bits.mask(type.bits());
        }
        return amount == type.bits() ? 0 : (a & Bits.mask(type.bits())) >>> amount;
    }

    private static Scalar funnelShift(Instruction i) {
        boolean left = i.has("l");
        boolean clamp = i.has("clamp");
        return (a, b, c) -> {
            long amount = c & 0xFFFFFFFFL;
            int n = (int) (clamp ? Math.min(amount, 32) : amount & 31);
            long pair = (b & 0xFFFFFFFFL) << 32 | (a & 0xFFFFFFFFL);
            if (left) {
                return n == 32 ? a & 0xFFFFFFFFL : pair << n >>> 32;
            }
            return pair >>> n & 0xFFFFFFFFL;
        };
    }

    private static long findMostSignificant(long a, PtxType type, boolean shiftAmount) {
        long value = Bits.integer(a, type);
        if (type.isSigned() && value < 0) {
            value = ~value;
        }
        value &= Bits.mask(type.bits());
        if (value == 0) {
            return 0xFFFFFFFFL;
        }
        int position = 63 - Long.numberOfLeadingZeros(value);
        return shiftAmount ? type.bits() - 1 - position : position;
    }

    private static long findNthSet(long mask, long base, long offset) {
        int wanted = (int) offset;
        int start = (int) base;
        if (wanted == 0) {
            return start >= 0 && start < 32 && (mask >>> start & 1) != 0 ? start : 0xFFFFFFFFL;
        }
        int left = Math.abs(wanted) - 1;
        int step = wanted > 0 ? 1 : -1;
        for (int position = start; position >= 0 && position < 32; position += step) {
            if ((mask >>> position & 1) != 0 && left-- == 0) {
                return position;
            }
        }
        return 0xFFFFFFFFL;
    }

    private static long extractField(long a, long b, long c, PtxType type) {
        int n = type.bits();
        int position = (int) (b & 0xFF);
        int length = (int) (c & 0xFF);
        long value = Bits.integer(a, type);
        if (length == 0) {
            return 0;
        }
        boolean negative =
                type.isSigned() && (value >>> Math.min(position + length - 1, n - 1) & 1) != 0;
        long fill = negative ? -1L : 0;
        long taken =
                position >= n ? fill : type.isSigned() ? value >> position : value >>> position;
        long field =
                length >= 64 ? taken : (taken & Bits.mask(length)) | (fill & ~Bits.mask(length));
        return field & Bits.mask(n);
    }

    /** bfi: {@code b} with {@code length} bits from {@code position} on replaced by those of a. */
    public static long insertField(long a, long b, long position, long length, PtxType type) {
        int from = (int) (position & 0xFF);
        if (from >= type.bits()) {
            return b & Bits.mask(type.bits());
        }
        long field = Bits.mask((int) (length & 0xFF)) << from;
        return ((b & ~field) | (a << from & field)) & Bits.mask(type.bits());
    }

    private static long extend(long a, long b, PtxType type, boolean clamp) {
        long width = b & 0xFFFFFFFFL;
        if (clamp && width >= 32) {
            return a & 0xFFFFFFFFL;
        }
        int n = (int) (width & 31);
        if (n == 0) {
            return 0;
        }
        return (type.isSigned() ? Bits.signed(a, n) : a & Bits.mask(n)) & 0xFFFFFFFFL;
    }

    private static long bitMask(long a, long b, boolean clamp) {
        long position = clamp ? a & 0xFFFFFFFFL : a & 31;
        long width = clamp ? b & 0xFFFFFFFFL : b & 31;
        if (position >= 32) {
            return 0;
        }
        return Bits.mask((int) Math.min(width, 32)) << position & 0xFFFFFFFFL;
    }

    private static Scalar permutation(Instruction i) {
        String mode =
                i.modifiers().stream().filter(m -> PtxType.parse(m) == null).findFirst().orElse("");
        return (a, b, c) -> permute(a, b, c, mode);
    }

    /** prmt (PTX ISA 9.7.9.7). */
    private static long permute(long a, long b, long c, String mode) {
        long source = (b & 0xFFFFFFFFL) << 32 | (a & 0xFFFFFFFFL);
        int control = (int) c & 3;
        long result = 0;
        for (int k = 0; k < 4; k++) {
            int selector =
                    switch (mode) {
                        case "f4e" -> control + k & 7;
                        case "b4e" -> control - k & 7;
                        case "rc8" -> control;
                        case "ecl" -> Math.max(k, control);
                        case "ecr" -> Math.min(k, control);
                        case "rc16" -> (control & 1) * 2 + (k & 1);
                        default -> (int) (c >>> (4 * k)) & 15;
                    };
            long octet = source >>> (8 * (selector & 7)) & 0xFF;
            if ((selector & 8) != 0) {
                octet = (octet & 0x80) != 0 ? 0xFF : 0;
            }
            result |= octet << (8 * k);
        }
        return result;
    }

    /** lop3: bit by bit the entry of the table that the three source bits select. */
    public static long logic3(long a, long b, long c, int table) {
        long result = 0;
        for (int row = 0; row < 8; row++) {
            if ((table >>> row & 1) != 0) {
                result |=
                        ((row & 4) != 0 ? a : ~a)
                                & ((row & 2) != 0 ? b : ~b)
                                & ((row & 1) != 0 ? c : ~c);
            }
        }
        return result & 0xFFFFFFFFL;
    }
}
