package io.heddle.value;

import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value.Piece;
import java.util.Optional;

/**
 * Reads bit strings as integers.
 *
 * <p>A sum, difference or product that may wrap is kept as what it is over the integers, which is
 * congruent to the register modulo 2^width ({@link Tag#isModular}). Sums, products, shifts, fields,
 * narrower types and stores need no more than that and are exact. Where such a value must be one
 * number, it is reduced if it is unsigned, since unsigned arithmetic wraps by definition, or if it
 * is one of a minimum or maximum and wraps at one place only; that another signed one ({@link
 * SumOrigins}) does not overflow is assumed, listed, and recorded with its term ({@link
 * io.heddle.term.AssumedRanges}), so that no counterexample violates it.
 */
final class Integers {
    /** How a number is used. */
    enum Reading {
        /** An operation on numbers. */
        ARITHMETIC,
        /** A comparison: a case distinction does no harm. */
        ORDER,
        /** A minimum or a maximum, whose result is a number again: what wraps once is exact. */
        CHOICE,
        /** The bits matter: nothing may be assumed. */
        EXACT
    }

    /** More bits than any pattern has. */
    private static final int UNBOUNDED = 1 << 20;

    private static final int MAX_RANGE_DEPTH = 6;

    private final TermStore store;
    private final Views views;
    private final Bounds bounds;
    private final BitFields fields;
    private final SumOrigins origins;
    private final Assumptions assumptions;

    Integers(TermStore store, Views views, Bounds bounds, Assumptions assumptions) {
        this.store = store;
        this.views = views;
        this.bounds = bounds;
        this.assumptions = assumptions;
        this.fields = new BitFields(store, bounds);
        this.origins = new SumOrigins(views, bounds);
    }

    // ---------------------------------------------------------------- modulo 2^width

    /** An integer congruent modulo 2^width to the low {@code width} bits of {@code v}. */
    int congruent(Value v, int width) {
        Value low = v.width() == width ? v : v.resize(width);
        int undefined = low.undefinedTerm();
        if (undefined != 0) {
            return undefined;
        }
        Piece[] pieces = low.pieces();
        int sum = store.zero();
        int at = 0;
        for (int k = 0; k < pieces.length; k++) {
            Piece p = pieces[k];
            int part = k == pieces.length - 1 ? congruent(p) : part(p, false);
            sum = store.add(sum, store.mul(part, store.rational(Rational.powerOfTwo(at))));
            at += p.width();
        }
        return sum;
    }

    private int congruent(Piece p) {
        if (p.isConcrete()) {
            return concrete(p.payload(), p.width(), true);
        }
        if (p.tag() == Tag.INT && p.low() == 0) {
            return Tag.term(p.payload());
        }
        if (p.tag() == Tag.CHOICE) {
            Choices.Choice c = views.choice(p);
            return store.ite(
                    c.condition(),
                    congruent(c.then().slice(p.low(), p.width()), p.width()),
                    congruent(c.otherwise().slice(p.low(), p.width()), p.width()));
        }
        return part(p, false);
    }

    /**
     * The value of {@code width} bits that is congruent to {@code t}, a sum of {@code operands}:
     * those that entered modulo 2^width.
     */
    Value ofSum(int t, int width, boolean signed, Instruction at, Value... operands) {
        if (store.isRational(t) || store.op(t) == Op.UNDEFINED) {
            return views.ofInteger(t, width, signed);
        }
        if (bounds.fits(t, width, signed)) {
            return views.ofInteger(t, width, signed);
        }
        if (bounds.fits(t, width, !signed)) {
            return views.ofInteger(t, width, !signed);
        }
        boolean number = signed;
        for (Value v : operands) {
            number = number && origins.isSigned(v, width);
        }
        long payload = Tag.modular(t, width, number);
        origins.note(payload, at, operands);
        return Value.whole(Tag.INT, payload, width);
    }

    /** The number that is congruent to {@code v} if it is a signed one, else reduced to one. */
    int signedOperand(Value v, int width) {
        return origins.isSigned(v, width)
                ? congruent(v, width)
                : number(v, width, true, Reading.EXACT);
    }

    /**
     * The value of {@code t}, which equals the term of an integer's payload: wraps as that does.
     */
    Value like(long payload, int t) {
        int width = Tag.width(payload);
        boolean signed = Tag.signed(payload);
        if (!Tag.isModular(payload)) {
            return views.ofInteger(t, width, signed);
        }
        origins.copy(payload, Tag.modular(t, width, signed));
        return ofSum(t, width, signed, null);
    }

    /** One of two values, at least one of them an integer; no choices. */
    Value ite(int condition, Value then, Value otherwise, boolean signed) {
        int w = then.width();
        boolean modularThen = then.tag() == Tag.INT && Tag.isModular(then.payload());
        boolean modularElse = otherwise.tag() == Tag.INT && Tag.isModular(otherwise.payload());
        if (modularThen || modularElse) {
            int t = store.ite(condition, congruent(then, w), congruent(otherwise, w));
            if (store.isRational(t)) {
                return views.ofInteger(t, w, signed);
            }
            boolean number = origins.isSigned(then, w) && origins.isSigned(otherwise, w);
            long payload = Tag.modular(t, w, number);
            origins.note(payload, null, then, otherwise);
            return Value.whole(Tag.INT, payload, w);
        }
        int t =
                store.ite(
                        condition,
                        number(then, w, signed, Reading.EXACT),
                        number(otherwise, w, signed, Reading.EXACT));
        return Value.whole(Tag.INT, Tag.integer(t, w, signed), w);
    }

    // ---------------------------------------------------------------- numbers

    /** The integer that the low {@code width} bits of {@code v} are, read as signed or unsigned. */
    int number(Value v, int width, boolean signed, Reading reading) {
        Value low = v.width() == width ? v : v.resize(width);
        Piece[] pieces = low.pieces();
        if (pieces.length == 1) {
            Piece p = pieces[0];
            if (p.isConcrete()) {
                return concrete(p.payload(), width, signed);
            }
            if (p.tag() == Tag.UNDEFINED) {
                return Tag.term(p.payload());
            }
            if (p.tag() == Tag.INT && p.isWhole()) {
                return Tag.isModular(p.payload())
                        ? reduced(p.payload(), width, signed, reading)
                        : view(Tag.term(p.payload()), width, Tag.signed(p.payload()), signed);
            }
            if (p.tag() == Tag.INT && p.low() == 0) { // a number may need no more than its low bits
                int t = Tag.term(p.payload());
                if (bounds.fits(t, width, true)) {
                    return view(t, width, true, signed);
                }
                if (bounds.fits(t, width, false)) {
                    return view(t, width, false, signed);
                }
            }
            if (p.tag() == Tag.CHOICE) {
                Choices.Choice c = views.choice(p);
                Value then = c.then().slice(p.low(), width);
                Value otherwise = c.otherwise().slice(p.low(), width);
                return store.ite(
                        c.condition(),
                        number(then, width, signed, reading),
                        number(otherwise, width, signed, reading));
            }
        }
        int undefined = low.undefinedTerm();
        return undefined != 0 ? undefined : sum(pieces, signed);
    }

    /** The number that a modular value is. */
    private int reduced(long payload, int width, boolean signed, Reading reading) {
        int t = Tag.term(payload);
        if (reading == Reading.EXACT) {
            return wrapped(t, width, signed);
        }
        if (reading == Reading.CHOICE && bounds.wrapsOnce(t, width, signed).isPresent()) {
            return ordered(t, width, signed);
        }
        if (Tag.signed(payload) && mayFit(t, width)) {
            assumeFits(payload, width);
            return view(t, width, true, signed);
        }
        return reading != Reading.ARITHMETIC
                ? ordered(t, width, signed)
                : wrapped(t, width, signed);
    }

    /**
     * The {@code width}-bit number congruent to {@code t}, by floors alone: equal forms stay so.
     */
    private int wrapped(int t, int width, boolean signed) {
        int field = fields.of(t, UNBOUNDED, signed, 0, width, signed);
        bounds.note(field, width, signed);
        return field;
    }

    /** The same, by a case distinction where there are but two cases. */
    private int ordered(int t, int width, boolean signed) {
        Optional<Rational> split = bounds.wrapsOnce(t, width, signed);
        if (split.isEmpty()) {
            return wrapped(t, width, signed);
        }
        int modulus = store.rational(Rational.powerOfTwo(width));
        Rational start = signed ? Rational.powerOfTwo(width - 1).negate() : Rational.ZERO;
        Rational turns =
                split.get()
                        .subtract(start)
                        .multiply(Rational.powerOfTwo(-width)); // above the split
        int above = store.sub(t, store.mul(modulus, store.rational(turns)));
        int number =
                store.ite(
                        store.lt(t, store.rational(split.get())), store.add(above, modulus), above);
        bounds.note(number, width, signed);
        return number;
    }

    /** False if bounds prove that {@code t} is no signed number of {@code width} bits. */
    private boolean mayFit(int t, int width) {
        return bounds.mayFit(t, width, true);
    }

    private void assumeFits(long payload, int width) {
        Rational end = Rational.powerOfTwo(width - 1);
        store.assumedRanges().add(Tag.term(payload), end.negate(), end.subtract(Rational.ONE));
        origins.assume(payload, width, assumptions);
    }

    /** The number whose bits the pieces are: a sign stands in the last one. */
    private int sum(Piece[] pieces, boolean signed) {
        int sum = store.zero();
        int at = 0;
        for (int k = 0; k < pieces.length; k++) {
            int part = part(pieces[k], signed && k == pieces.length - 1);
            sum = store.add(sum, store.mul(part, store.rational(Rational.powerOfTwo(at))));
            at += pieces[k].width();
        }
        return sum;
    }

    /** The number that the bits of one piece are. */
    private int part(Piece p, boolean signed) {
        if (p.isConcrete()) {
            return concrete(p.payload(), p.width(), signed);
        }
        if (p.tag() == Tag.CHOICE) {
            return number(Value.of(p), p.width(), signed, Reading.EXACT);
        }
        if (Tag.isFloat(p.tag())) {
            return field(p, views.bits(p), false, signed);
        }
        if (p.tag() != Tag.INT) {
            throw new UnsupportedPtxException("a predicate is read as an integer");
        }
        int t = Tag.term(p.payload());
        boolean source = Tag.signed(p.payload());
        return p.isWhole() && !Tag.isModular(p.payload())
                ? view(t, p.width(), source, signed)
                : field(p, t, source, signed);
    }

    private int field(Piece p, int t, boolean source, boolean signed) {
        boolean modular = p.tag() == Tag.INT && Tag.isModular(p.payload());
        int total = modular ? UNBOUNDED : p.sourceWidth();
        int field = fields.of(t, total, source, p.low(), p.width(), signed);
        bounds.note(field, p.width(), signed);
        return field;
    }

    int concrete(long bits, int width, boolean signed) {
        if (signed) {
            return store.integer(Views.signExtend(bits, width));
        }
        return bits >= 0
                ? store.integer(bits)
                : store.rational(
                        Rational.of(bits >>> 1).multiply(Rational.TWO).add(Rational.of(bits & 1)));
    }

    /** Converts the number {@code t} of a pattern between its signed and unsigned readings. */
    private int view(int t, int width, boolean from, boolean to) {
        if (from == to || store.op(t) == Op.UNDEFINED) {
            return t;
        }
        int modulus = store.rational(Rational.powerOfTwo(width));
        if (from) {
            Rational low = bounds.of(t).low();
            if (isNonNegative(t, 0) || low != null && low.signum() >= 0) {
                return t;
            }
            return store.ite(store.lt(t, store.zero()), store.add(t, modulus), t);
        }
        if (store.op(t) == Op.ITE
                && store.op(store.a(t)) == Op.LT
                && store.c(t) == store.a(store.a(t))
                && store.b(store.a(t)) == store.zero()
                && store.b(t) == store.add(store.c(t), modulus)
                && bounds.fits(store.c(t), width, true)) {
            return store.c(t); // the signed reading of the unsigned reading of a signed number
        }
        int half = store.rational(Rational.powerOfTwo(width - 1));
        return isBelow(t, width - 1) || bounds.fits(t, width, true)
                ? t
                : store.ite(store.lt(t, half), t, store.sub(t, modulus));
    }

    /** True if {@code t ≥ 0} follows from types, ranges and a few operations. */
    private boolean isNonNegative(int t, int depth) {
        if (depth > MAX_RANGE_DEPTH) {
            return false;
        }
        switch (store.op(t)) {
            case RATIONAL:
                return store.rationalValue(t).signum() >= 0;
            case ELEMENT:
                Rational low = store.symbolOf(t).low();
                return !store.symbolOf(t).type().isFloat()
                        && (!store.symbolOf(t).type().isSigned()
                                || low != null && low.signum() >= 0);
            case ABS:
                return true;
            case ADD:
            case MUL:
            case MIN:
                return isNonNegative(store.a(t), depth + 1) && isNonNegative(store.b(t), depth + 1);
            case MAX:
                return isNonNegative(store.a(t), depth + 1) || isNonNegative(store.b(t), depth + 1);
            case FLOOR:
                return isNonNegative(store.a(t), depth + 1);
            case ITE:
                return isNonNegative(store.b(t), depth + 1) && isNonNegative(store.c(t), depth + 1);
            default:
                return false;
        }
    }

    /** True if {@code t < 2^bits} follows from types, ranges or constants. */
    private boolean isBelow(int t, int bits) {
        Rational bound = Rational.powerOfTwo(bits);
        switch (store.op(t)) {
            case RATIONAL:
                return store.rationalValue(t).compareTo(bound) < 0;
            case ELEMENT:
                if (store.symbolOf(t).type().isFloat()) {
                    return false;
                }
                Rational high = store.symbolOf(t).high();
                return store.symbolOf(t).type().maxInteger().compareTo(bound) < 0
                        || high != null && high.compareTo(bound) < 0;
            case ITE:
                return isBelow(store.b(t), bits) && isBelow(store.c(t), bits);
            default:
                return false;
        }
    }
}
