package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.ptx.PtxType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Choices;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Value.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code and}, {@code or} and {@code xor} of two bit strings that are not both concrete. With a
 * constant they select and complement bit fields, or change the sign bit of a float: −t, |t| or
 * −|t|. Anything else is a named function of both operands.
 */
final class BitCombination {
    private BitCombination() {}

    /** Combines two bit strings by {@code op}: {@code and}, {@code or} or {@code xor}. */
    static Value combine(Warp w, String op, Value x, Value y, PtxType type) {
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
        Optional<Value> exact =
                y.isConcrete() ? onPieces(w, op, x, y.payload(), type) : disjoint(op, x, y);
        if (exact.isPresent()) {
            return exact.get();
        }
        KnownZeros zeros = new KnownZeros(w);
        exact = y.isConcrete() ? exact : disjoint(op, zeros.shown(x), zeros.shown(y));
        if (exact.isPresent()) {
            return exact.get();
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
        int bits =
                op.equals("and")
                        ? Math.min(zeros.bits(x), zeros.bits(y))
                        : Math.max(zeros.bits(x), zeros.bits(y));
        if (bits < x.width()) {
            w.views().bounds().note(t, bits, false);
        }
        return w.views().ofInteger(t, x.width(), false);
    }

    /**
     * True for an integer that is known to be 0 or −1, such as {@code x >> 31}: all its bits are
     * equal.
     */
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
        Choices.Choice c = w.views().choice(first ? x : y);
        Value other = first ? y : x;
        return w.views()
                .ite(
                        c.condition(),
                        combine(w, op, c.then(), other, type),
                        combine(w, op, c.otherwise(), other, type));
    }

    /**
     * Combines bit strings of which one or the other is zero at each place: the other one's bits
     * stand there, or zeros for {@code and}. Empty if both are not zero somewhere.
     */
    private static Optional<Value> disjoint(String op, Value x, Value y) {
        List<Value> parts = new ArrayList<>();
        int at = 0;
        while (at < x.width()) {
            Piece p = pieceAt(x, at);
            Piece q = pieceAt(y, at);
            int n = Math.min(remaining(x, at), remaining(y, at));
            boolean zeroP = p.isConcrete() && isZero(x.slice(at, n));
            boolean zeroQ = q.isConcrete() && isZero(y.slice(at, n));
            if (!zeroP && !zeroQ) {
                return Optional.empty();
            }
            if (op.equals("and")) {
                parts.add(Value.concrete(0, n));
            } else {
                parts.add(zeroP ? y.slice(at, n) : x.slice(at, n));
            }
            at += n;
        }
        return Optional.of(concat(parts));
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
     * Combines a symbolic value with a constant, piece by piece: selects or complements fields, or
     * changes the sign of a whole float. Empty if a piece allows neither.
     */
    private static Optional<Value> onPieces(
            Warp w, String op, Value x, long constant, PtxType type) {
        List<Value> parts = new ArrayList<>();
        int at = 0;
        for (Piece p : x.pieces()) {
            Value part = Value.of(p);
            long bits = constant >>> at & Value.mask(p.width());
            if (p.isConcrete()) {
                parts.add(combine(w, op, part, Value.concrete(bits, p.width()), type));
            } else {
                Optional<Value> combined = onPiece(w, op, p, part, bits);
                if (combined.isEmpty()) {
                    return Optional.empty();
                }
                parts.add(combined.get());
            }
            at += p.width();
        }
        return Optional.of(concat(parts));
    }

    private static Optional<Value> onPiece(Warp w, String op, Piece p, Value part, long bits) {
        if (Tag.isFloat(p.tag()) && p.isWhole()) {
            int t = Tag.term(p.payload());
            Optional<Value> signed = SignBits.of(w, op, t, Tag.format(p.tag()), bits);
            if (signed.isPresent()) {
                return signed;
            }
        }
        if (op.equals("xor") && bits != 0) {
            return p.tag() == Tag.INT ? Optional.of(flipped(w, p, part, bits)) : Optional.empty();
        }
        // `and` keeps the bits where the mask is one, `or` those where it is zero
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
        return Optional.of(concat(parts));
    }

    /** Complements the bits of an integer where the mask {@code bits} is one. */
    private static Value flipped(Warp w, Piece p, Value part, long bits) {
        TermStore s = w.store();
        int n = p.width();
        long sign = 1L << (n - 1);
        if (p.isWhole()) {
            int t = Tag.term(p.payload());
            boolean signed = Tag.signed(p.payload());
            int half = s.rational(Rational.powerOfTwo(n - 1));
            if (bits == Value.mask(n)) { // ~t = −1 − t
                return complement(w, part, s.sub(ones(s, n, signed), t), n, signed);
            }
            if (bits == sign) { // t + 2^(n − 1) of a signed number is never negative
                int moved = signed ? s.add(t, half) : s.sub(t, half);
                return complement(w, part, moved, n, !signed);
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

    /** The complement {@code t} as a value, known as exactly as the {@code source} is. */
    private static Value complement(Warp w, Value source, int t, int n, boolean signed) {
        return Tag.isModular(source.payload())
                ? w.views().ofSum(t, n, signed, null, source)
                : w.views().ofInteger(t, n, signed);
    }

    /** The number of which all bits are ones: −1 if signed. */
    private static int ones(TermStore s, int width, boolean signed) {
        return signed
                ? s.integer(-1)
                : s.rational(Rational.powerOfTwo(width).subtract(Rational.ONE));
    }
}
