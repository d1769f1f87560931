package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import java.math.BigInteger;
import java.util.List;

/**
 * What instructions on integers and predicates compute (PTX ISA 9.7.1, 9.7.6, 9.7.8, 9.7.9). Floats
 * are not looked into.
 */
final class IntegerSemantics {
    private final BitTerms terms;

    IntegerSemantics(BitTerms terms) {
        this.terms = terms;
    }

    /**
     * The value of the first operand that an instruction sets, or null if this class does not know
     * it.
     *
     * @param o the other operands
     */
    BitTerm value(Instruction i, List<BitTerm> o) {
        PtxType type = type(i);
        if (type == null || type.isFloat() && !movesBits(i)) {
            return null;
        }
        int w = type.bits();
        return switch (i.opcode()) {
            case "mov" -> fit(o.get(0), w, false);
            case "cvta" -> Windows.converted(terms, i, fit(o.get(0), w, false));
            case "add" -> terms.add(fit(o.get(0), w), fit(o.get(1), w));
            case "sub" -> terms.sub(fit(o.get(0), w), fit(o.get(1), w));
            case "mul" -> product(i, type, o.get(0), o.get(1));
            case "mad" -> {
                BitTerm p = product(i, type, o.get(0), o.get(1));
                yield p == null ? null : terms.add(p, fit(o.get(2), p.width()));
            }
            case "div" ->
                    terms.divide(
                            type.isSigned() ? BitOp.SDIV : BitOp.UDIV,
                            fit(o.get(0), w),
                            fit(o.get(1), w));
            case "rem" ->
                    terms.divide(
                            type.isSigned() ? BitOp.SREM : BitOp.UREM,
                            fit(o.get(0), w),
                            fit(o.get(1), w));
            case "neg" -> terms.neg(fit(o.get(0), w));
            case "abs" -> {
                BitTerm a = fit(o.get(0), w);
                yield terms.ite(terms.slt(a, terms.constant(w, 0)), terms.neg(a), a);
            }
            case "min", "max" -> extremum(i, type, fit(o.get(0), w), fit(o.get(1), w));
            case "and" -> terms.and(fit(o.get(0), w), fit(o.get(1), w));
            case "or" -> terms.or(fit(o.get(0), w), fit(o.get(1), w));
            case "xor" -> terms.xor(fit(o.get(0), w), fit(o.get(1), w));
            case "not" ->
                    w == 1
                            ? terms.not(o.get(0))
                            : terms.sub(terms.constant(w, -1), fit(o.get(0), w));
            case "cnot" ->
                    terms.ite(
                            terms.eq(fit(o.get(0), w), terms.constant(w, 0)),
                            terms.constant(w, 1),
                            terms.constant(w, 0));
            case "shl" -> terms.shl(fit(o.get(0), w), amount(o.get(1), w));
            case "shr" ->
                    type.isSigned()
                            ? terms.ashr(fit(o.get(0), w), amount(o.get(1), w))
                            : terms.lshr(fit(o.get(0), w), amount(o.get(1), w));
            case "selp" -> terms.ite(o.get(2), fit(o.get(0), w), fit(o.get(1), w));
            case "setp", "set" -> comparison(i, type, o);
            case "cvt" -> conversion(i, o.get(0));
            case "bfe" -> field(type, o);
            case "bfi" -> insertion(type, o);
            case "lop3" -> lookup(o);
            default -> null;
        };
    }

    /** The second destination {@code q} of {@code setp}, or null. */
    BitTerm second(Instruction i, List<BitTerm> o) {
        PtxType type = type(i);
        if (!i.opcode().equals("setp") || type == null || type.isFloat()) {
            return null;
        }
        BitTerm c = compare(i.modifiers().get(0), type, o.get(0), o.get(1));
        return c == null ? null : combined(i, terms.not(c), o);
    }

    private static boolean movesBits(Instruction i) {
        return i.opcode().equals("mov") || i.opcode().equals("selp");
    }

    /** The last type that the mnemonic names, or null. */
    static PtxType type(Instruction i) {
        for (int k = i.modifiers().size() - 1; k >= 0; k--) {
            PtxType t = PtxType.parse(i.modifiers().get(k));
            if (t != null) {
                return t;
            }
        }
        return null;
    }

    /** The type of what an instruction sets, or null: the first type that its mnemonic names. */
    static PtxType destination(Instruction i) {
        for (String m : i.modifiers()) {
            PtxType t = PtxType.parse(m);
            if (t != null) {
                return t;
            }
        }
        return null;
    }

    private BitTerm fit(BitTerm t, int width) {
        return fit(t, width, false);
    }

    private BitTerm fit(BitTerm t, int width, boolean signed) {
        if (t.width() >= width) {
            return terms.low(t, width);
        }
        return signed ? terms.sext(t, width) : terms.zext(t, width);
    }

    /** A shift amount, a u32, as a term of the width that is shifted. */
    private BitTerm amount(BitTerm t, int width) {
        BitTerm n = fit(t, 32);
        if (width >= 32) {
            return terms.zext(n, width);
        }
        BitTerm most = terms.constant(32, width);
        return terms.low(terms.ite(terms.ult(n, most), n, most), width);
    }

    private BitTerm product(Instruction i, PtxType type, BitTerm a, BitTerm b) {
        int w = type.bits();
        if (i.has("wide")) {
            BitTerm x = widened(fit(a, w), 2 * w, type);
            return terms.mul(x, widened(fit(b, w), 2 * w, type));
        }
        if (i.has("lo")) {
            return terms.mul(fit(a, w), fit(b, w));
        }
        if (!i.has("hi")) {
            return null;
        }
        BitTerm x = widened(fit(a, w), 2 * w, type);
        BitTerm p = terms.mul(x, widened(fit(b, w), 2 * w, type));
        return terms.low(terms.lshr(p, terms.constant(2 * w, w)), w);
    }

    private BitTerm widened(BitTerm t, int width, PtxType type) {
        return type.isSigned() ? terms.sext(t, width) : terms.zext(t, width);
    }

    private BitTerm extremum(Instruction i, PtxType type, BitTerm a, BitTerm b) {
        if (i.has("relu") || type.elementBits() != type.bits()) {
            return null;
        }
        BitTerm less = type.isSigned() ? terms.slt(a, b) : terms.ult(a, b);
        return i.opcode().equals("min") ? terms.ite(less, a, b) : terms.ite(less, b, a);
    }

    /** {@code setp} and {@code set} of integers: PTX ISA 9.7.6. */
    private BitTerm comparison(Instruction i, PtxType type, List<BitTerm> o) {
        BitTerm c = compare(i.modifiers().get(0), type, o.get(0), o.get(1));
        if (c == null) {
            return null;
        }
        BitTerm result = combined(i, c, o);
        if (i.opcode().equals("setp")) {
            return result;
        }
        PtxType to = PtxType.parse(i.modifiers().get(i.modifiers().size() - 2));
        return to.isFloat()
                ? null
                : terms.ite(result, terms.constant(to.bits(), -1), terms.constant(to.bits(), 0));
    }

    private BitTerm combined(Instruction i, BitTerm c, List<BitTerm> o) {
        if (o.size() < 3) {
            return c;
        }
        BitTerm p = o.get(2);
        return switch (i.modifiers().get(1)) {
            case "and" -> terms.and(c, p);
            case "or" -> terms.or(c, p);
            case "xor" -> terms.xor(c, p);
            default -> throw new IllegalArgumentException(i.mnemonic());
        };
    }

    private BitTerm compare(String order, PtxType type, BitTerm first, BitTerm second) {
        BitTerm a = fit(first, type.bits());
        BitTerm b = fit(second, type.bits());
        return switch (order) {
            case "eq" -> terms.eq(a, b);
            case "ne" -> terms.not(terms.eq(a, b));
            case "lt", "lo" -> less(type, a, b);
            case "le", "ls" -> terms.not(less(type, b, a));
            case "gt", "hi" -> less(type, b, a);
            case "ge", "hs" -> terms.not(less(type, a, b));
            default -> null;
        };
    }

    private BitTerm less(PtxType type, BitTerm a, BitTerm b) {
        return type.isSigned() ? terms.slt(a, b) : terms.ult(a, b);
    }

    /** {@code cvt} between integers, without saturation: PTX ISA 9.7.9.21. */
    private BitTerm conversion(Instruction i, BitTerm a) {
        int n = i.modifiers().size();
        PtxType from = type(i);
        PtxType to = n < 2 ? null : PtxType.parse(i.modifiers().get(n - 2));
        if (to == null || to.isFloat() || from.isFloat() || n != 2) {
            return null;
        }
        BitTerm source = fit(a, from.bits());
        return to.bits() <= from.bits()
                ? terms.low(source, to.bits())
                : widened(source, to.bits(), from);
    }

    /** {@code bfe} of a constant place: PTX ISA 9.7.1.19. */
    private BitTerm field(PtxType type, List<BitTerm> o) {
        int w = type.bits();
        BitTerm a = fit(o.get(0), w);
        if (!o.get(1).isConstant() || !o.get(2).isConstant()) {
            return null;
        }
        int at = o.get(1).low().intValue() & 0xff;
        int length = o.get(2).low().intValue() & 0xff;
        if (length == 0) {
            return terms.constant(w, 0);
        }
        if (at + length > w) {
            return null;
        }
        BitTerm part = terms.lshr(a, terms.constant(w, at));
        if (length == 1) {
            BitTerm bit = lowest(part, 1);
            return type.isSigned() ? terms.sub(terms.constant(w, 0), bit) : bit;
        }
        return length == w ? part : widened(terms.low(part, length), w, type);
    }

    /**
     * {@code bfi} at a constant place: PTX ISA 9.7.1.20. What is inserted, what is below it and
     * what is above it have no bit in common, so that their sum has the bits of all.
     */
    private BitTerm insertion(PtxType type, List<BitTerm> o) {
        int w = type.bits();
        if (!o.get(2).isConstant() || !o.get(3).isConstant()) {
            return null;
        }
        BitTerm into = fit(o.get(1), w);
        int at = Math.min(o.get(2).low().intValue() & 0xff, w);
        int length = Math.min(o.get(3).low().intValue() & 0xff, w - at);
        int end = at + length;
        BitTerm middle = lowest(fit(o.get(0), w), length);
        BitTerm above = end == w ? terms.constant(w, 0) : terms.lshr(into, terms.constant(w, end));
        return terms.add(
                terms.add(lowest(into, at), shifted(middle, at, w)), shifted(above, end, w));
    }

    private BitTerm shifted(BitTerm t, int by, int width) {
        return by == width ? terms.constant(width, 0) : terms.shl(t, terms.constant(width, by));
    }

    /** The lowest bits of a term, with zeros above them. */
    private BitTerm lowest(BitTerm t, int bits) {
        int w = t.width();
        if (bits == 0 || bits == w) {
            return bits == w ? t : terms.constant(w, 0);
        }
        return bits == 1 ? terms.and(t, terms.constant(w, 1)) : terms.zext(terms.low(t, bits), w);
    }

    /** {@code lop3}: bit k of the table is the result where the operands' bits are those of k. */
    private BitTerm lookup(List<BitTerm> o) {
        if (!o.get(3).isConstant()) {
            return null;
        }
        int table = o.get(3).low().intValue() & 0xff;
        BitTerm all = terms.constant(32, -1);
        BitTerm result = terms.constant(32, BigInteger.ZERO);
        for (int k = 0; k < 8; k++) {
            if ((table >> k & 1) == 0) {
                continue;
            }
            BitTerm product = all;
            for (int operand = 0; operand < 3; operand++) {
                BitTerm x = fit(o.get(operand), 32);
                boolean set = (k >> (2 - operand) & 1) == 1;
                product = terms.and(product, set ? x : terms.sub(all, x));
            }
            result = terms.or(result, product);
        }
        return result;
    }
}
