package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Value.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Logic and shifts (PTX ISA 9.7.8) and {@code prmt}. On symbolic operands they move bits exactly:
 * masks and shifts by constants take fields; the sign bit of a float cleared, flipped or set is
 * |t|, −t or −|t|. What is no such move is a named function.
 */
public final class LogicAndShift {
    private LogicAndShift() {}

    private interface BitOperation {
        long apply(long a, long b, long c);
    }

    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (type == PtxType.PRED) {
            return predicates(d, i);
        }
        return switch (i.opcode()) {
            case "and" -> logic(d, i, type, (a, b, c) -> a & b);
            case "or" -> logic(d, i, type, (a, b, c) -> a | b);
            case "xor" -> logic(d, i, type, (a, b, c) -> a ^ b);
            case "not" -> logic(d, i, type, (a, b, c) -> ~a);
            case "cnot" -> cnot(d, i, type);
            case "lop3" -> lop3(d, i);
            case "shl", "shr" -> shift(d, i, type);
            case "shf" -> funnel(d, i);
            default -> permute(d, i);
        };
    }

    /**
     * A float constant that its format represents becomes its bits, but for a computed zero, whose
     * sign is not known.
     */
    static Value concretise(Warp w, Value v) {
        if (!Tag.isFloat(v.tag())) {
            return v;
        }
        int t = Tag.term(v.payload());
        if (w.store().isRational(t) && w.store().rationalValue(t).isZero()) {
            return v;
        }
        OptionalLong pattern = w.views().pattern(t, Tag.format(v.tag()));
        return pattern.isPresent() ? Value.concrete(pattern.getAsLong(), v.width()) : v;
    }

    // ---------------------------------------------------------------- predicates

    private static Step predicates(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.predicate(i.operands().get(1));
        int b = i.operands().size() > 2 ? d.predicate(i.operands().get(2)) : 0;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int x = Comparison.predicate(w, a, lane);
                int y = i.operands().size() > 2 ? Comparison.predicate(w, b, lane) : 0;
                int r =
                        switch (i.opcode()) {
                            case "and" -> s.and(x, y);
                            case "or" -> s.or(x, y);
                            case "xor" -> s.ite(x, s.not(y), y);
                            case "not" -> s.not(x);
                            default -> throw new UnsupportedPtxException(i.mnemonic());
                        };
                w.setCondition(destination + lane, r);
            }
        };
    }

    // ---------------------------------------------------------------- logic

    private static Step logic(Decoder d, Instruction i, PtxType type, BitOperation operation) {
        int n = i.operands().size() - 1;
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = n > 1 ? d.source(i.operands().get(2), type) : a;
        boolean same = n > 1 && i.operands().get(1).equals(i.operands().get(2));
        long mask = Value.mask(type.bits());
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if ((w.tags[a + lane] | w.tags[b + lane]) == 0) {
                    w.tags[destination + lane] = Tag.CONCRETE;
                    w.bits[destination + lane] =
                            operation.apply(w.bits[a + lane], w.bits[b + lane], 0) & mask;
                    return;
                }
                if (same && i.opcode().equals("xor")) {
                    w.setConcrete(destination + lane, 0); // xor r, r -> 0, whatever r is
                    return;
                }
                Value x = concretise(w, w.value(a + lane).resize(type.bits()));
                if (n == 1) {
                    Value ones = Value.concrete(-1, type.bits());
                    w.set(destination + lane, combine(w, "xor", x, ones, type));
                    return;
                }
                Value y = concretise(w, w.value(b + lane).resize(type.bits()));
                w.set(destination + lane, combine(w, i.opcode(), x, y, type));
            }
        };
    }

    /** Combines two bit strings piece by piece. */
    private static Value combine(Warp w, String op, Value x, Value y, PtxType type) {
        if (x.isConcrete() && !y.isConcrete()) {
            return combine(w, op, y, x, type);
        }
        if (x.isConcrete() && y.isConcrete()) {
            long a = x.payload();
            long b = y.payload();
            return Value.concrete(
                    op.equals("and") ? a & b : op.equals("or") ? a | b : a ^ b, x.width());
        }
        int undefined = x.undefinedTerm() != 0 ? x.undefinedTerm() : y.undefinedTerm();
        Value whole = y.isConcrete() ? onPieces(w, op, x, y.payload(), type) : disjoint(op, x, y);
        if (whole != null) {
            return whole;
        }
        if (undefined != 0) {
            return Value.whole(Tag.UNDEFINED, undefined, x.width());
        }
        if (x.tag() == Tag.CHOICE || y.tag() == Tag.CHOICE) {
            return distribute(w, op, x, y, type);
        }
        if (isSignMask(w, x) || isSignMask(w, y)) {
            return isSignMask(w, y) ? masked(w, op, x, y, type) : masked(w, op, y, x, type);
        }
        int a = w.views().exactInteger(x, x.width(), false);
        int b = w.views().exactInteger(y, y.width(), false);
        Function f = new Function(op + ".b" + x.width(), 2, true);
        int t = a <= b ? w.store().apply(f, a, b) : w.store().apply(f, b, a);
        return w.views().ofInteger(t, x.width(), false);
    }

    /** True for an integer that is 0 or −1, as {@code x >> 31} is: all bits are the sign. */
    private static boolean isSignMask(Warp w, Value v) {
        Piece[] pieces = v.pieces();
        return pieces.length == 1
                && v.tag() == Tag.INT
                && pieces[0].isWhole()
                && Tag.signed(v.payload())
                && !Tag.isModular(v.payload())
                && w.views().fits(Tag.term(v.payload()), 1, true);
    }

    private static Value masked(Warp w, String op, Value x, Value mask, PtxType type) {
        int n = mask.width();
        int negative = w.store().lt(Tag.term(mask.payload()), w.store().zero());
        Value ones = combine(w, op, x, Value.concrete(-1, n), type);
        return w.views().ite(negative, ones, combine(w, op, x, Value.concrete(0, n), type));
    }

    private static Value distribute(Warp w, String op, Value x, Value y, PtxType type) {
        boolean first = x.tag() == Tag.CHOICE;
        io.heddle.value.Choices.Choice c = w.views().choice(first ? x : y);
        Value other = first ? y : x;
        return w.views()
                .ite(
                        c.condition(),
                        combine(w, op, c.then(), other, type),
                        combine(w, op, c.otherwise(), other, type));
    }

    /**
     * Where one side has zero bits the other's stand (or, xor) or zeros (and); null where both are
     * symbolic somewhere.
     */
    private static Value disjoint(String op, Value x, Value y) {
        List<Value> parts = new ArrayList<>();
        int at = 0;
        while (at < x.width()) {
            Piece p = pieceAt(x, at);
            Piece q = pieceAt(y, at);
            int n = Math.min(remaining(x, at), remaining(y, at));
            boolean zeroP = p.isConcrete() && isZero(x.slice(at, n));
            boolean zeroQ = q.isConcrete() && isZero(y.slice(at, n));
            if (!zeroP && !zeroQ) {
                return null;
            }
            if (op.equals("and")) {
                parts.add(Value.concrete(0, n));
            } else {
                parts.add(zeroP ? y.slice(at, n) : x.slice(at, n));
            }
            at += n;
        }
        return concat(parts);
    }

    private static boolean isZero(Value v) {
        return v.isConcrete() && v.payload() == 0;
    }

    private static Piece pieceAt(Value v, int bit) {
        int at = 0;
        for (Piece p : v.pieces()) {
            if (bit < at + p.width()) {
                return p;
            }
            at += p.width();
        }
        throw new AssertionError("bit " + bit + " of " + v.width());
    }

    private static int remaining(Value v, int bit) {
        int at = 0;
        for (Piece p : v.pieces()) {
            at += p.width();
            if (bit < at) {
                return at - bit;
            }
        }
        throw new AssertionError("bit " + bit + " of " + v.width());
    }

    private static Value concat(List<Value> parts) {
        Value result = parts.get(0);
        for (int k = 1; k < parts.size(); k++) {
            result = result.concat(parts.get(k));
        }
        return result;
    }

    /**
     * A symbolic value combined with a constant: fields, and the sign tricks on whole floats; null
     * if it is neither.
     */
    private static Value onPieces(Warp w, String op, Value x, long constant, PtxType type) {
        List<Value> parts = new ArrayList<>();
        int at = 0;
        for (Piece p : x.pieces()) {
            Value part = Value.of(p);
            long bits = constant >>> at & Value.mask(p.width());
            Value r =
                    p.isConcrete()
                            ? combine(w, op, part, Value.concrete(bits, p.width()), type)
                            : onPiece(w, op, p, part, bits);
            if (r == null) {
                return null;
            }
            parts.add(r);
            at += p.width();
        }
        return concat(parts);
    }

    private static Value onPiece(Warp w, String op, Piece p, Value part, long bits) {
        if (Tag.isFloat(p.tag()) && p.isWhole()) {
            int t = Tag.term(p.payload());
            Value signed = SignBits.of(w, op, t, Tag.format(p.tag()), bits);
            if (signed != null) {
                return signed;
            }
        }
        if (op.equals("xor") && bits != 0) {
            return p.tag() == Tag.INT ? flipped(w, p, part, bits) : null;
        }
        // and: fields where the mask is one; or: fields where it is zero
        List<Value> parts = new ArrayList<>();
        int at = 0;
        while (at < p.width()) {
            boolean one = (bits >>> at & 1) != 0;
            int n = 1;
            while (at + n < p.width() && (bits >>> (at + n) & 1) != 0 == one) {
                n++;
            }
            boolean keep = op.equals("and") == one || op.equals("xor");
            parts.add(keep ? part.slice(at, n) : Value.concrete(op.equals("or") ? -1 : 0, n));
            at += n;
        }
        return concat(parts);
    }

    /** The bits of an integer under a mask complemented. */
    private static Value flipped(Warp w, Piece p, Value part, long bits) {
        TermStore s = w.store();
        int n = p.width();
        long sign = 1L << (n - 1);
        if (p.isWhole()) {
            int t = Tag.term(p.payload());
            boolean signed = Tag.signed(p.payload());
            int half = s.rational(Rational.powerOfTwo(n - 1));
            if (bits == Value.mask(n)) { // ~t = −1 − t
                return complement(w, p.payload(), s.sub(ones(s, n, signed), t), n, signed);
            }
            if (bits == sign) { // t + 2^(n − 1) of a signed number is never negative
                int moved = signed ? s.add(t, half) : s.sub(t, half);
                return complement(w, p.payload(), moved, n, !signed);
            }
        }
        List<Value> parts = new ArrayList<>();
        int at = 0;
        while (at < n) {
            boolean one = (bits >>> at & 1) != 0;
            int run = Long.numberOfTrailingZeros(one ? ~(bits >>> at) : bits >>> at);
            run = Math.min(run, n - at);
            Value field = part.slice(at, run);
            int t = one ? w.views().integer(field, run, false) : 0;
            parts.add(one ? w.views().ofInteger(s.sub(ones(s, run, false), t), run, false) : field);
            at += run;
        }
        return concat(parts);
    }

    /** The result of complementing bits of an integer, which is one as much as that is. */
    private static Value complement(Warp w, long source, int t, int n, boolean signed) {
        return Tag.isModular(source)
                ? w.views().ofSum(t, n, signed, null)
                : w.views().ofInteger(t, n, signed);
    }

    /** The number whose bits are all ones. */
    private static int ones(TermStore s, int width, boolean signed) {
        return signed
                ? s.integer(-1)
                : s.rational(Rational.powerOfTwo(width).subtract(Rational.ONE));
    }

    private static Step cnot(Decoder d, Instruction i, PtxType type) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value v = w.value(a + lane).resize(type.bits());
                int t = w.views().exactInteger(v, type.bits(), false);
                int zero = w.store().eq(t, w.store().zero());
                w.set(
                        destination + lane,
                        w.views()
                                .ite(
                                        zero,
                                        Value.concrete(1, type.bits()),
                                        Value.concrete(0, type.bits())));
            }
        };
    }

    private static Step lop3(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        int table = (int) ((Operand.Immediate) i.operands().get(4)).bits() & 0xff;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value x = concretise(w, w.value(a + lane));
                Value y = concretise(w, w.value(b + lane));
                Value z = concretise(w, w.value(c + lane));
                w.set(destination + lane, lookup(w, x, y, z, table));
            }
        };
    }

    /**
     * Any function of three bits, as a sum of products of the two-operand operations: constants are
     * propagated bit by bit.
     */
    private static Value lookup(Warp w, Value x, Value y, Value z, int table) {
        if (x.isConcrete() && y.isConcrete() && z.isConcrete()) {
            return Value.concrete(lop3(x.payload(), y.payload(), z.payload(), table), 32);
        }
        // the known common forms
        if (table == 0xEA) { // (a & b) | c
            return combine(w, "or", combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xF8) { // a | (b & c)
            return combine(w, "or", x, combine(w, "and", y, z, PtxType.B32), PtxType.B32);
        }
        if (table == 0x6A) { // (a & b) ^ c
            return combine(w, "xor", combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0x78) { // a ^ (b & c)
            return combine(w, "xor", x, combine(w, "and", y, z, PtxType.B32), PtxType.B32);
        }
        if (table == 0x80) {
            return combine(w, "and", combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xFE) {
            return combine(w, "or", combine(w, "or", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0x96) {
            return combine(w, "xor", combine(w, "xor", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xCA) { // a ? b : c
            Value on = combine(w, "and", x, y, PtxType.B32);
            Value notX = combine(w, "xor", x, Value.concrete(-1, 32), PtxType.B32);
            return combine(w, "or", on, combine(w, "and", notX, z, PtxType.B32), PtxType.B32);
        }
        throw new UnsupportedPtxException(
                "the function 0x" + Integer.toHexString(table) + " of bits that are not concrete");
    }

    static long lop3(long a, long b, long c, int table) {
        long r = 0;
        for (int k = 0; k < 8; k++) {
            if ((table >>> k & 1) != 0) {
                r |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
            }
        }
        return r & 0xffffffffL;
    }

    // ---------------------------------------------------------------- shifts

    private static Step shift(Decoder d, Instruction i, PtxType type) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = d.source(i.operands().get(2), PtxType.U32);
        int width = type.bits();
        boolean left = i.opcode().equals("shl");
        boolean signed = type.isSigned();
        long mask = Value.mask(width);
        int up = 64 - width;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if ((w.tags[a + lane] | w.tags[b + lane]) == 0) {
                    long n = w.bits[b + lane] & 0xffffffffL;
                    long x = w.bits[a + lane];
                    long r;
                    if (left) {
                        r = n >= width ? 0 : x << n;
                    } else if (signed) {
                        r = x << up >> up >> Math.min(n, width - 1);
                    } else {
                        r = n >= width ? 0 : (x & mask) >>> n;
                    }
                    w.tags[destination + lane] = Tag.CONCRETE;
                    w.bits[destination + lane] = r & mask;
                    return;
                }
                Value n = concretise(w, w.value(b + lane));
                Value x = concretise(w, w.value(a + lane).resize(width));
                if (n.undefinedTerm() != 0) {
                    w.set(destination + lane, Value.whole(Tag.UNDEFINED, n.undefinedTerm(), width));
                    return;
                }
                if (!n.isConcrete()) {
                    throw new UnsupportedPtxException("a shift by an amount that is not concrete");
                }
                w.set(destination + lane, shifted(w, x, (int) Math.min(n.payload(), width)));
            }

            private Value shifted(Warp w, Value x, int n) {
                if (n == 0) {
                    return x;
                }
                int undefined = x.undefinedTerm();
                if (left) {
                    if (n == width) {
                        return Value.concrete(0, width);
                    }
                    if (x.tag() == Tag.INT) {
                        boolean view = Tag.signed(x.payload());
                        int t = w.views().congruent(x, width);
                        int scale = w.store().rational(Rational.powerOfTwo(n));
                        int r = w.store().mul(t, scale);
                        if (w.views().fits(r, width, view)) {
                            return w.views().ofInteger(r, width, view);
                        }
                    }
                    return Value.concrete(0, n).concat(x.slice(0, width - n));
                }
                if (!signed) {
                    return n == width
                            ? Value.concrete(0, width)
                            : x.slice(n, width - n).resize(width);
                }
                if (undefined != 0) {
                    return Value.whole(Tag.UNDEFINED, undefined, width);
                }
                int k = Math.min(n, width - 1);
                int t = w.views().integer(x.slice(k, width - k), width - k, true);
                return w.views().ofInteger(t, width, true);
            }
        };
    }

    /** {@code shf}: a 64-bit value shifted, one half taken (PTX ISA 9.7.8.7). */
    private static Step funnel(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.U32);
        boolean left = i.has("l");
        boolean wrap = i.has("wrap");
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value amount = concretise(w, w.value(c + lane));
                if (amount.undefinedTerm() != 0) {
                    w.set(
                            destination + lane,
                            Value.whole(Tag.UNDEFINED, amount.undefinedTerm(), 32));
                    return;
                }
                if (!amount.isConcrete()) {
                    throw new UnsupportedPtxException("a shift by an amount that is not concrete");
                }
                int n = (int) (wrap ? amount.payload() & 31 : Math.min(amount.payload(), 32));
                Value pair = w.value(a + lane).concat(w.value(b + lane));
                w.set(destination + lane, pair.slice(left ? 32 - n : n, 32));
            }
        };
    }

    // ---------------------------------------------------------------- prmt

    private static Step permute(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        String mode = i.modifiers().size() > 1 ? i.modifiers().get(1) : "";
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value selector = concretise(w, w.value(c + lane));
                if (!selector.isConcrete()) {
                    throw new UnsupportedPtxException(
                            "a permutation by a selector that is not concrete");
                }
                Value pair =
                        concretise(w, w.value(a + lane)).concat(concretise(w, w.value(b + lane)));
                Value result = null;
                for (int k = 0; k < 4; k++) {
                    int select = selector(mode, (int) selector.payload(), k);
                    Value part = pair.slice((select & 7) * 8, 8);
                    if ((select & 8) != 0) {
                        part = signByte(w, part);
                    }
                    result = result == null ? part : result.concat(part);
                }
                w.set(destination + lane, result);
            }
        };
    }

    /** The selector nibble of byte {@code k} in a mode (PTX ISA 9.7.9.7). */
    static int selector(String mode, int control, int k) {
        int n = control & 3;
        return switch (mode) {
            case "f4e" -> n + k;
            case "b4e" -> (n - k + 8) & 7;
            case "rc8" -> n;
            case "ecl" -> Math.max(k, n);
            case "ecr" -> Math.min(k, n);
            case "rc16" -> (n & 1) * 2 + (k & 1);
            default -> control >>> (4 * k) & 0xf;
        };
    }

    /** The byte's sign bit in all eight places. */
    private static Value signByte(Warp w, Value part) {
        if (part.isConcrete()) {
            return Value.concrete((part.payload() & 0x80) != 0 ? 0xff : 0, 8);
        }
        int t = w.views().integer(part, 8, true);
        int negative = w.store().lt(t, w.store().zero());
        return w.views().ite(negative, Value.concrete(0xff, 8), Value.concrete(0, 8));
    }
}
