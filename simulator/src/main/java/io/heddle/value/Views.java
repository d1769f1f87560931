package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value.Piece;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads bit strings as numbers and writes numbers as bit strings.
 *
 * <p>Registers are untyped: only an operation's type fixes how its operands are read. Reading the
 * bits of one float format as another is a type confusion and not supported, but for two forms: a
 * bf16 above sixteen zeros is an f32 of the same value, and the upper half of an f32, alone as a
 * bf16 or above sixteen zeros, is a function of the f32 ({@link Function#UPPER_HALF}).
 */
public final class Views {
    private final TermStore store;
    private final Choices choices = new Choices();
    private final Bounds bounds;
    private final Bounds statedBounds;
    private final Integers integers;
    private final RoundedIntegers roundedIntegers;
    private final RoundedSteps roundedSteps;
    private final IntegerSums integerSums;
    private final FloatFields fields;
    private final Overflows overflows;
    private final ZeroSigns zeroSigns;
    private final FiniteMasks masks;
    private final Assumptions assumptions;
    private boolean undefinedChoices;

    /**
     * Readings over {@code store}.
     *
     * @param finiteMasks large negative finite constants are −∞
     */
    public Views(TermStore store, boolean finiteMasks, Assumptions assumptions) {
        this.masks = new FiniteMasks(store, finiteMasks);
        this.store = store;
        this.assumptions = assumptions;
        this.bounds = new Bounds(store);
        this.statedBounds = bounds.ofStatedRanges();
        this.integers = new Integers(store, this, bounds, assumptions);
        this.roundedIntegers = new RoundedIntegers(store, bounds, assumptions);
        this.roundedSteps = new RoundedSteps(store, bounds, roundedIntegers, assumptions);
        this.integerSums = new IntegerSums(this, bounds, assumptions);
        this.fields = new FloatFields(this, bounds, integerSums);
        this.overflows = new Overflows(store, assumptions);
        this.zeroSigns = new ZeroSigns(store, assumptions);
    }

    /** The results that may overflow. */
    public Overflows overflows() {
        return overflows;
    }

    /** Which zeros have a sign that is not known. */
    public ZeroSigns zeroSigns() {
        return zeroSigns;
    }

    /** The integers that became floats of too few bits. */
    public RoundedIntegers roundedIntegers() {
        return roundedIntegers;
    }

    /** The comparisons and conversions of what was rounded. */
    public RoundedSteps roundedSteps() {
        return roundedSteps;
    }

    /** The sums that are rounded to integers on purpose. */
    public IntegerSums integerSums() {
        return integerSums;
    }

    /** Bounds of terms that follow from types, ranges, clamps and fields of bits. */
    public Bounds bounds() {
        return bounds;
    }

    /** True if the magnitude of {@code t} is known to be greater than {@code r} at all inputs. */
    public boolean isBeyond(int t, Rational r) {
        return store.isFinite(t) && !bounds.of(t).meets(r.negate(), r);
    }

    /** The store of all terms. */
    public TermStore store() {
        return store;
    }

    // ---------------------------------------------------------------- reals

    /**
     * The number that a pattern of the program is in {@code format}: a mask counts as −∞ if masks
     * are assumed to be.
     */
    public int literal(FloatFormat format, long pattern) {
        return masks.literal(format, pattern);
    }

    /** The greatest finite constant that was read as −∞, or null. */
    public Rational greatestMask() {
        return masks.greatest();
    }

    /** The real number that the low bits of {@code v} are in {@code format}. */
    public int real(Value v, FloatFormat format) {
        Value low = v.width() == format.bits() ? v : v.resize(format.bits());
        Piece[] pieces = low.pieces();
        if (pieces.length == 1) {
            return realOfPiece(pieces[0], format);
        }
        int undefined = low.undefinedTerm();
        if (undefined != 0) {
            return undefined;
        }
        if (format == FloatFormat.F32 && pieces.length == 2 && isZero(pieces[0], 16)) {
            Piece high = pieces[1];
            if (high.tag() == Tag.BF16 && high.isWhole()) {
                roundedSteps.noteWidened(Tag.term(high.payload()), FloatFormat.BF16);
                return Tag.term(high.payload());
            }
            if (high.tag() == Tag.F32 && high.low() == 16) {
                return upperHalf(Tag.term(high.payload()));
            }
        }
        int built = fields.read(low, format);
        return built != 0 ? built : reinterpret(low, format);
    }

    /**
     * The real number that an element of a result is. A bf16 that is the upper half of an f32
     * counts as the f32 itself, as if the kernel had rounded it: that is listed.
     */
    public int stored(Value v, FloatFormat format) {
        int t = real(v, format);
        if (format != FloatFormat.BF16
                || store.op(t) != Op.APPLY
                || !store.functionOf(t).equals(Function.UPPER_HALF)) {
            return t;
        }
        assumptions.add(
                Assumption.Kind.OTHER,
                "the upper half of an f32 that is stored as a bf16 is the number itself, which it"
                        + " rounds",
                null);
        return store.operands(t)[0];
    }

    /** The number of the upper half of the bits of {@code t}, an f32. */
    private int upperHalf(int t) {
        return isHalf(t) ? t : store.apply(Function.UPPER_HALF, t);
    }

    /** True if t is known to have no lower half. */
    private boolean isHalf(int t) {
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> FloatFormat.BF16.pattern(store.rationalValue(t)).isPresent();
            case NEG_INF, POS_INF -> true;
            case ELEMENT -> store.symbolOf(t).type().format() == FloatFormat.BF16;
            case APPLY -> store.functionOf(t).equals(Function.UPPER_HALF);
            default -> false;
        };
    }

    static boolean isZero(Piece p, int width) {
        return p.isConcrete() && p.payload() == 0 && p.width() == width;
    }

    private int realOfPiece(Piece p, FloatFormat format) {
        if (p.isConcrete()) {
            return literal(format, p.payload());
        }
        if (p.tag() == Tag.UNDEFINED) {
            return Tag.term(p.payload());
        }
        if (p.tag() == Tag.of(format) && p.isWhole()) {
            return Tag.term(p.payload());
        }
        if (p.tag() == Tag.F32 && format == FloatFormat.BF16 && p.low() == 16) {
            return upperHalf(Tag.term(p.payload()));
        }
        if (p.tag() == Tag.CHOICE) {
            Choices.Choice c = choices.get(p.payload());
            Value then = c.then().slice(p.low(), p.width());
            Value otherwise = c.otherwise().slice(p.low(), p.width());
            return store.ite(c.condition(), real(then, format), real(otherwise, format));
        }
        return reinterpret(Value.of(p), format);
    }

    /** An opaque float of integer bits, or the float whose bits they are. */
    private int reinterpret(Value v, FloatFormat format) {
        for (Piece p : v.pieces()) {
            if (Tag.isFloat(p.tag()) && p.width() == v.width()) {
                throw new UnsupportedPtxException(
                        "bits of an "
                                + name(Tag.format(p.tag()))
                                + " value are read as "
                                + name(format));
            }
        }
        int bits = integer(v, format.bits(), false);
        if (store.op(bits) == Op.RATIONAL) {
            return literal(format, store.rationalValue(bits).numerator().longValue());
        }
        if (store.op(bits) == Op.APPLY && store.functionOf(bits).equals(Function.bitsOf(format))) {
            return store.operands(bits)[0];
        }
        return store.apply(Function.ofBits(format), bits);
    }

    private static String name(FloatFormat format) {
        return format.name().toLowerCase(Locale.ROOT);
    }

    // ---------------------------------------------------------------- integers

    Integers integers() {
        return integers;
    }

    /** The integer that the low {@code width} bits of {@code v} are, read as signed or unsigned. */
    public int integer(Value v, int width, boolean signed) {
        return integers.number(v, width, signed, Integers.Reading.ARITHMETIC);
    }

    /** As {@link #integer}, and no overflow is assumed away: what wraps is reduced. */
    public int exactInteger(Value v, int width, boolean signed) {
        return integers.number(v, width, signed, Integers.Reading.EXACT);
    }

    /** As {@link #integer}, for an operand of a comparison. */
    public int comparedInteger(Value v, int width, boolean signed) {
        return integers.number(v, width, signed, Integers.Reading.ORDER);
    }

    /** As {@link #integer}, for an operand of a minimum or a maximum. */
    public int chosenInteger(Value v, int width, boolean signed) {
        return integers.number(v, width, signed, Integers.Reading.CHOICE);
    }

    /**
     * An integer that is congruent modulo 2^width to the low bits of {@code v}: all that sums,
     * differences and products of that width need to know.
     */
    public int congruent(Value v, int width) {
        return integers.congruent(v, width);
    }

    /**
     * The value of {@code width} bits that is congruent modulo 2^width to {@code t}.
     *
     * @param signed how it is read if it must be a number
     * @param at what made it, for the assumption that it does not overflow; null if it is one
     *     operand moved
     * @param operands what entered it modulo 2^width; none if each entered as a number
     */
    public Value ofSum(int t, int width, boolean signed, Instruction at, Value... operands) {
        return integers.ofSum(t, width, signed, at, operands);
    }

    /** As {@link #congruent}, of what must be a signed number if nothing overflows. */
    public int signedOperand(Value v, int width) {
        return integers.signedOperand(v, width);
    }

    /** Exact pattern of a representable constant, else an opaque function of the real. */
    int bits(Piece p) {
        FloatFormat format = Tag.format(p.tag());
        int t = integerSums.read(Tag.term(p.payload()), format);
        if (p.low() + p.width() == format.bits()) {
            zeroSigns.assumeRead(t);
            if (store.isRational(t) && store.rationalValue(t).isZero()) {
                return store.apply(Function.bitsOf(format), t); // no refutation rests on its sign
            }
        }
        roundedSteps.noteRead(t, format);
        OptionalLong pattern = pattern(t, format);
        return pattern.isPresent()
                ? integers.concrete(pattern.getAsLong(), format.bits(), false)
                : store.apply(Function.bitsOf(format), t);
    }

    /** Notes that the bits of {@code v} are compared with themselves. */
    public void noteSame(Value v) {
        for (Piece p : v.pieces()) {
            if (Tag.isFloat(p.tag())) {
                roundedSteps.noteSame(Tag.term(p.payload()));
            } else if (p.tag() == Tag.CHOICE) {
                Choices.Choice c = choices.get(p.payload());
                noteSame(c.then());
                noteSame(c.otherwise());
            }
        }
    }

    /** The pattern of a constant term that {@code format} represents exactly. */
    public OptionalLong pattern(int t, FloatFormat format) {
        switch (store.op(t)) {
            case RATIONAL:
            case LITERAL:
                return format.pattern(store.rationalValue(t));
            case NEG_INF:
                return format == FloatFormat.E4M3
                        ? OptionalLong.empty()
                        : OptionalLong.of(infinity(format) | 1L << (format.bits() - 1));
            case POS_INF:
                return format == FloatFormat.E4M3
                        ? OptionalLong.empty()
                        : OptionalLong.of(infinity(format));
            default:
                return OptionalLong.empty();
        }
    }

    private static long infinity(FloatFormat format) {
        return Value.mask(format.bits() - format.precision()) << (format.precision() - 1);
    }

    /** Sign-extends the low {@code width} bits. */
    public static long signExtend(long bits, int width) {
        int shift = 64 - width;
        return bits << shift >> shift;
    }

    /**
     * True if types, ranges and clamps prove that {@code t} is a {@code width}-bit integer, signed
     * or not.
     */
    public boolean fits(int t, int width, boolean signed) {
        return bounds.fits(t, width, signed);
    }

    /** True if stated ranges and clamps keep {@code t} above {@code r}. */
    public boolean isAbove(int t, Rational r) {
        Rational low = statedBounds.of(t).low();
        return low != null && low.compareTo(r) > 0;
    }

    /** True if stated ranges and clamps keep {@code t} below {@code r}. */
    public boolean isBelow(int t, Rational r) {
        Rational high = statedBounds.of(t).high();
        return high != null && high.compareTo(r) < 0;
    }

    /** The number that stated ranges and clamps keep {@code t} above, or below, if any. */
    public Optional<Rational> bound(int t, boolean above) {
        return Optional.ofNullable(above ? statedBounds.of(t).low() : statedBounds.of(t).high());
    }

    /**
     * {@code t} clamped to {@code [low, high]} at those ends that stated ranges and clamps bound it
     * beyond.
     */
    public int clampedWhereBounded(int t, Rational low, Rational high) {
        Bounds.Interval ends = statedBounds.of(t);
        int raised =
                ends.low() != null && ends.low().compareTo(low) < 0
                        ? store.max(t, store.rational(low))
                        : t;
        return ends.high() != null && ends.high().compareTo(high) > 0
                ? store.min(raised, store.rational(high))
                : raised;
    }

    /** False if they prove that no value of {@code t} is such an integer. */
    public boolean mayFit(int t, int width, boolean signed) {
        return bounds.mayFit(t, width, signed);
    }

    // ---------------------------------------------------------------- choice

    /** {@code then} where {@code condition} holds, else {@code otherwise}; equal widths. */
    public Value ite(int condition, Value then, Value otherwise) {
        if (condition == store.trueTerm() || then.equals(otherwise)) {
            return then;
        }
        if (condition == store.falseTerm()) {
            return otherwise;
        }
        undefinedChoices = undefinedChoices || mayBeUndefined(then) || mayBeUndefined(otherwise);
        byte a = then.tag();
        byte b = otherwise.tag();
        if (a == Tag.PRED || b == Tag.PRED) {
            throw new AssertionError("predicates are merged as conditions");
        }
        byte f = Tag.isFloat(a) ? a : Tag.isFloat(b) ? b : 0;
        if (f != 0 && (choices.hasOwnBits(then, f) || choices.hasOwnBits(otherwise, f))) {
            return choices.of(condition, then, otherwise); // a number does not tell them
        }
        if (f != 0 && (a == f || isPlain(a)) && (b == f || isPlain(b))) {
            FloatFormat format = Tag.format(f);
            return Value.whole(
                    f,
                    store.ite(condition, real(then, format), real(otherwise, format)) & 0xffffffffL,
                    format.bits());
        }
        byte i = a == Tag.INT ? a : b == Tag.INT ? b : 0;
        if (i != 0 && (a == i || isPlain(a)) && (b == i || isPlain(b))) {
            boolean signed = Tag.signed(a == Tag.INT ? then.payload() : otherwise.payload());
            return integers.ite(condition, then, otherwise, signed);
        }
        return choices.of(condition, then, otherwise);
    }

    private static boolean isPlain(byte tag) {
        return tag == Tag.CONCRETE || tag == Tag.UNDEFINED || tag == Tag.CHOICE;
    }

    /** The value of an integer term; a constant term becomes concrete bits. */
    public Value ofInteger(int t, int width, boolean signed) {
        if (store.op(t) == Op.RATIONAL && store.rationalValue(t).isInteger()) {
            return Value.concrete(store.rationalValue(t).numerator().longValue(), width);
        }
        if (store.op(t) == Op.UNDEFINED) {
            return Value.whole(Tag.UNDEFINED, t, width);
        }
        return Value.whole(Tag.INT, Tag.integer(t, width, signed), width);
    }

    /** The value of a real term in {@code format}. */
    public Value ofReal(int t, FloatFormat format) {
        return Value.whole(Tag.of(format), t, format.bits());
    }

    /** The two alternatives of a CHOICE value that is whole. */
    public Choices.Choice choice(Value v) {
        return choices.get(v.payload());
    }

    /** The two alternatives of a CHOICE of which a piece is taken. */
    Choices.Choice choice(Piece p) {
        return choices.get(p.payload());
    }

    /** True if some bits of {@code v} are undefined on some path. */
    public boolean mayBeUndefined(Value v) {
        for (Piece p : v.pieces()) {
            boolean may =
                    switch (p.tag()) {
                        case Tag.CONCRETE -> false;
                        case Tag.UNDEFINED -> true;
                        case Tag.CHOICE -> mayBeUndefined(choices.get(p.payload()));
                        default -> store.mayBeUndefined(Tag.term(p.payload()));
                    };
            if (may) {
                return true;
            }
        }
        return false;
    }

    /** A term of some bits of {@code v} that may be undefined. */
    public int undefinedPart(Value v) {
        for (Piece p : v.pieces()) {
            if (p.tag() == Tag.CHOICE && mayBeUndefined(Value.of(p))) {
                Choices.Choice c = choice(p);
                Value then = c.then().slice(p.low(), p.width());
                Value otherwise = c.otherwise().slice(p.low(), p.width());
                return store.ite(
                        c.condition(),
                        mayBeUndefined(then) ? undefinedPart(then) : store.zero(),
                        mayBeUndefined(otherwise) ? undefinedPart(otherwise) : store.zero());
            }
            if (mayBeUndefined(Value.of(p))) {
                return Tag.term(p.payload());
            }
        }
        throw new AssertionError("no bits are undefined");
    }

    private boolean mayBeUndefined(Choices.Choice c) {
        return store.mayBeUndefined(c.condition())
                || mayBeUndefined(c.then())
                || mayBeUndefined(c.otherwise());
    }

    /** A condition that is chosen on a path: {@code then} or {@code otherwise}. */
    public int iteCondition(int condition, int then, int otherwise) {
        undefinedChoices =
                undefinedChoices || store.mayBeUndefined(then) || store.mayBeUndefined(otherwise);
        return store.ite(condition, then, otherwise);
    }

    /** True if some value that was chosen so far is undefined on some path. */
    public boolean hasUndefinedChoices() {
        return undefinedChoices;
    }
}
