package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Lower and upper bounds of terms that follow from clamps and constants; used where a proof of
 * range decides how bits are read. Bounds are those of the real number that a term is, but for a
 * float that is rounded before it becomes an integer or is compared ({@link DecidingOperands}): its
 * bounds are those of the machine's number, whatever format and order of rounding that has.
 */
public final class Bounds {
    private static final int MAX_DEPTH = 12;
    private static final int MAX_CHAIN = 1 << 14;
    private static final Rational ERROR = Rational.powerOfTwo(-7); // more than a bf16 is off
    private static final Rational SMALLEST = Rational.powerOfTwo(-14); // normal f16
    private static final Rational GREATEST = Rational.powerOfTwo(15);
    private static final Rational SUBNORMAL = Rational.powerOfTwo(-24); // the least f16
    private static final FloatFormat NARROW = FloatFormat.BF16;

    /**
     * A closed interval; a null end is unbounded.
     *
     * @param low lower end
     * @param high upper end
     */
    public record Interval(Rational low, Rational high) {
        static final Interval ALL = new Interval(null, null);

        /** True if every value lies in {@code [from, to]}. */
        boolean isWithin(long from, long to) {
            return isWithin(Rational.of(from), Rational.of(to));
        }

        /** True if every value lies in {@code [from, to]}. */
        boolean isWithin(Rational from, Rational to) {
            return low != null
                    && high != null
                    && low.compareTo(from) >= 0
                    && high.compareTo(to) <= 0;
        }

        /** True if some value may lie in {@code [from, to]}. */
        boolean meets(Rational from, Rational to) {
            return (low == null || low.compareTo(to) <= 0)
                    && (high == null || high.compareTo(from) >= 0);
        }

        Interval plus(Interval other) {
            return new Interval(
                    low == null || other.low == null ? null : low.add(other.low),
                    high == null || other.high == null ? null : high.add(other.high));
        }

        Interval scaled(Rational r) {
            Rational a = low == null ? null : low.multiply(r);
            Rational b = high == null ? null : high.multiply(r);
            if (r.isZero()) {
                return new Interval(Rational.ZERO, Rational.ZERO);
            }
            return r.signum() > 0 ? new Interval(a, b) : new Interval(b, a);
        }

        Interval times(Interval other) {
            if (low == null || high == null || other.low == null || other.high == null) {
                return ALL;
            }
            Interval a = other.scaled(low);
            Interval b = other.scaled(high);
            return new Interval(lesser(a.low, b.low), greater(a.high, b.high));
        }

        Interval rounded(Op op) {
            return new Interval(
                    low == null ? null : op.round(low), high == null ? null : op.round(high));
        }

        Interval magnitude() {
            return greatest(this, scaled(Rational.MINUS_ONE)).nonnegative();
        }

        /** The part of what is never negative. */
        private Interval nonnegative() {
            return new Interval(low == null ? Rational.ZERO : greater(low, Rational.ZERO), high);
        }

        /**
         * Where numbers of the interval are rounded to: a rounding leaves what is above a number of
         * the format above it.
         */
        Interval rounded() {
            return new Interval(
                    low == null ? null : low.subtract(error(low)),
                    high == null ? null : high.add(error(high)));
        }

        /** Where approximations of numbers of the interval lie, at whatever end. */
        Interval approximated() {
            return new Interval(
                    low == null ? null : low.subtract(most(low.abs())),
                    high == null ? null : high.add(most(high.abs())));
        }

        private static Rational most(Rational size) {
            return size.multiply(ERROR).add(SUBNORMAL);
        }

        private static Rational error(Rational end) {
            Rational size = end.abs();
            boolean normal = size.compareTo(SMALLEST) >= 0 && size.compareTo(GREATEST) <= 0;
            boolean held = end.isZero() || normal && RoundedTerms.isHeld(end, NARROW);
            return held ? Rational.ZERO : most(size);
        }

        /** The numbers in both. */
        Interval and(Interval other) {
            return new Interval(
                    low == null || other.low == null
                            ? low == null ? other.low : low
                            : greater(low, other.low),
                    high == null || other.high == null
                            ? high == null ? other.high : high
                            : lesser(high, other.high));
        }

        /** True if no number is in it. */
        boolean isEmpty() {
            return low != null && high != null && low.compareTo(high) > 0;
        }

        /** The least interval that holds both. */
        public Interval hull(Interval other) {
            return new Interval(
                    low == null || other.low == null ? null : lesser(low, other.low),
                    high == null || other.high == null ? null : greater(high, other.high));
        }
    }

    private final TermStore store;
    private final MachineNumbers numbers;
    private final DecidingOperands deciding;
    private final Map<Integer, Interval> ofSymbols = new HashMap<>();
    private final Map<Integer, Interval> ofChains = new HashMap<>(); // of the last link asked for
    private int greatestChain; // of those
    private final Map<Integer, Interval> ofFields = new HashMap<>();
    private final int unboundedWidth; // from which on the type of an integer bounds nothing; or 0
    private Interval lastA = Interval.ALL;
    private Interval lastB = Interval.ALL;
    private Interval lastProduct = Interval.ALL;

    Bounds(TermStore store) {
        this(store, new MachineNumbers(store), 0);
    }

    private Bounds(TermStore store, MachineNumbers numbers, int unboundedWidth) {
        this.store = store;
        this.numbers = numbers;
        this.deciding = numbers.deciding();
        this.unboundedWidth = unboundedWidth;
        numbers.onChange(this::forgetChains);
    }

    /** Forgets the bounds of chains that {@code t} may be a part of. */
    private void forgetChains(int t) {
        if (t <= greatestChain) {
            ofChains.clear();
            greatestChain = 0;
        }
    }

    /**
     * Bounds that follow from stated ranges, clamps and constants, and from the types of 8 and 16
     * bits: wider integers of which no range is stated have none.
     */
    Bounds ofStatedRanges() {
        return new Bounds(store, numbers, Integer.SIZE);
    }

    /**
     * True if roundings decide a comparison or an integer: nothing about integers of the inputs
     * follows from it, since over the reals it may be another.
     */
    public boolean isDecidedByRounding(int term) {
        return deciding.isBelow(term);
    }

    /** What is known of the machine's numbers; what is noted here changes bounds. */
    MachineNumbers numbers() {
        return numbers;
    }

    /** True if the machine may have another number for a term, which is used as an integer. */
    boolean isRounded(int t) {
        return deciding.has(t);
    }

    /** Notes that {@code field} is a number of {@code width} bits, signed or not. */
    public void note(int field, int width, boolean signed) {
        if (store.op(field) != Op.RATIONAL && !fits(field, width, signed)) {
            Rational end = Rational.powerOfTwo(signed ? width - 1 : width);
            Rational low = signed ? end.negate() : Rational.ZERO;
            ofFields.put(field, new Interval(low, end.subtract(Rational.ONE)));
        }
    }

    /** Notes that {@code t} is a number of a range. */
    public void note(int t, Rational low, Rational high) {
        ofFields.put(t, new Interval(low, high));
    }

    /** What comparisons of floats give of NaN. */
    public UnorderedComparisons unordered() {
        return numbers.unordered();
    }

    /** Notes that the float {@code t} is a whole number. */
    public void noteWhole(int t) {
        numbers.noteWhole(t);
    }

    /**
     * Notes that a float became the integer {@code t}, of a type with these ends.
     *
     * @param ofNan what a NaN becomes
     */
    public void noteConverted(int t, Rational low, Rational high, Rational ofNan) {
        numbers.noteConverted(t, new MachineNumbers.IntegerType(low, high, ofNan));
    }

    /** Bounds of a term whose value is finite. */
    Interval of(int t) {
        return store.isFinite(t) || ofFields.containsKey(t) ? of(t, 0) : Interval.ALL;
    }

    /** Bounds of a term of which those of its parts or those of its sum may be the closer ones. */
    public Interval ofSum(int t) {
        Interval parts = of(t);
        if (deciding.isBelow(t)) {
            return parts;
        }
        return parts.and(of(new LinearSum(store, t)));
    }

    /** Bounds of a sum. */
    Interval of(LinearSum sum) {
        Interval all = new Interval(sum.constant(), sum.constant());
        for (Map.Entry<Integer, Rational> e : sum.coefficients().entrySet()) {
            all = all.plus(of(e.getKey()).scaled(e.getValue()));
        }
        return all;
    }

    private Interval of(int t, int depth) {
        if (depth > MAX_DEPTH) {
            return Interval.ALL;
        }
        Interval field = ofFields.isEmpty() ? null : ofFields.get(t);
        if (field != null) {
            return field;
        }
        return deciding.has(t) ? ofRounded(t, depth) : ofReal(t, depth);
    }

    /**
     * Where the machine's number of {@code t} lies.
     *
     * @param real where t does, which no operation made
     */
    Interval onMachine(int t, Interval real) {
        return isRounded(t) ? numbers.around(t, store.isInteger(t) ? real : real.rounded()) : real;
    }

    /**
     * Bounds of what is rounded on the machine: by each operation, and besides as {@link
     * MachineNumbers} knows. A minimum of numbers that were narrowed is the narrowed minimum, so
     * that rounding each part to whatever it was narrowed to does for it, and in the other cases
     * the term itself is known to be narrowed: {@code min(a, 7.99f)} as a bf16 may be 8.
     */
    private Interval ofRounded(int t, int depth) {
        return depth > MAX_DEPTH ? Interval.ALL : numbers.around(t, ofOperation(t, depth));
    }

    /** The same where no other rounding is known than that of the operation. */
    private Interval ofOperation(int t, int depth) {
        int next = depth + 1;
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> ofReal(t, depth);
            case ELEMENT, APPLY -> ofReal(t, depth).rounded(); // a float that was narrowed
            case ADD -> sum(store.a(t), store.b(t), Rational.ONE, next);
            case SUB -> sum(store.a(t), store.b(t), Rational.MINUS_ONE, next);
            case MUL -> ofRoundedProduct(store.a(t), store.b(t), next);
            case FMA ->
                    ofRoundedProduct(store.a(t), store.b(t), next)
                            .plus(ofRounded(store.c(t), next))
                            .rounded();
            case NEG -> ofRounded(store.a(t), next).scaled(Rational.MINUS_ONE);
            case ABS -> ofRounded(store.a(t), next).magnitude();
            case FLOOR, CEIL, TRUNC, RINT -> ofRounded(store.a(t), next).rounded(store.op(t));
            case ITE -> ofRounded(store.b(t), next).hull(ofRounded(store.c(t), next));
            case MIN -> least(ofRounded(store.a(t), next), ofRounded(store.b(t), next));
            case MAX -> greatest(ofRounded(store.a(t), next), ofRounded(store.b(t), next));
            default -> Interval.ALL;
        };
    }

    private Interval sum(int a, int b, Rational factor, int depth) {
        return ofRounded(a, depth).plus(ofRounded(b, depth).scaled(factor)).rounded();
    }

    private Interval ofRoundedProduct(int a, int b, int depth) {
        return ofRounded(a, depth).times(ofRounded(b, depth)).rounded();
    }

    private Interval ofReal(int t, int depth) {
        return switch (store.op(t)) {
            case RATIONAL, LITERAL -> new Interval(store.rationalValue(t), store.rationalValue(t));
            case ELEMENT ->
                    ofSymbols.computeIfAbsent(store.a(t), symbol -> element(store.symbolOf(t)));
            case ADD -> of(store.a(t), depth + 1).plus(of(store.b(t), depth + 1));
            case SUB ->
                    of(store.a(t), depth + 1)
                            .plus(of(store.b(t), depth + 1).scaled(Rational.MINUS_ONE));
            case NEG -> of(store.a(t), depth + 1).scaled(Rational.MINUS_ONE);
            case ABS -> of(store.a(t), depth + 1).magnitude();
            case MUL -> product(store.a(t), store.b(t), depth);
            case FMA -> chain(t, depth);
            case FLOOR, CEIL, TRUNC, RINT ->
                    of(store.a(t), depth + 1).rounded(store.op(t)); // each is increasing
            case ITE -> of(store.b(t), depth + 1).hull(of(store.c(t), depth + 1));
            case MIN -> least(of(store.a(t), depth + 1), of(store.b(t), depth + 1));
            case MAX -> greatest(of(store.a(t), depth + 1), of(store.b(t), depth + 1));
            case APPLY -> read(store.functionOf(t));
            default -> Interval.ALL;
        };
    }

    /** The bounds of a tensor's elements for one at an index that data decide. */
    private Interval read(Function function) {
        if (!function.readsTensor()) {
            return Interval.ALL;
        }
        int symbol = store.symbolNamed(function.name());
        return ofSymbols.computeIfAbsent(symbol, id -> element(store.symbols().get(id)));
    }

    private Interval element(Symbol symbol) {
        boolean wide = unboundedWidth != 0 && symbol.type().bits() >= unboundedWidth;
        boolean integer = !symbol.type().isFloat() && !wide;
        Rational low = integer ? symbol.type().minInteger() : null;
        Rational high = integer ? symbol.type().maxInteger() : null;
        return new Interval(
                symbol.low() == null ? low : symbol.low(),
                symbol.high() == null ? high : symbol.high());
    }

    /** True if every value of {@code t} is one of a {@code width}-bit integer, signed or not. */
    public boolean fits(int t, int width, boolean signed) {
        Interval bounds = of(t);
        Rational low = signed ? Rational.powerOfTwo(width - 1).negate() : Rational.ZERO;
        Rational end = Rational.powerOfTwo(signed ? width - 1 : width);
        return bounds.low != null
                && bounds.high != null
                && bounds.low.compareTo(low) >= 0
                && bounds.high.compareTo(end) < 0;
    }

    /** False if no value of {@code t} is one of a {@code width}-bit integer, signed or not. */
    boolean mayFit(int t, int width, boolean signed) {
        Interval bounds = of(t);
        Rational low = signed ? Rational.powerOfTwo(width - 1).negate() : Rational.ZERO;
        Rational end = Rational.powerOfTwo(signed ? width - 1 : width);
        return (bounds.high == null || bounds.high.compareTo(low) >= 0)
                && (bounds.low == null || bounds.low.compareTo(end) < 0);
    }

    /**
     * The one multiple of 2^width, from the least number of {@code width} bits on, that values of
     * {@code t} lie on both sides of.
     */
    Optional<Rational> wrapsOnce(int t, int width, boolean signed) {
        Interval bounds = of(t);
        if (bounds.low == null || bounds.high == null) {
            return Optional.empty();
        }
        Rational start = signed ? Rational.powerOfTwo(width - 1).negate() : Rational.ZERO;
        Rational turn = Rational.powerOfTwo(-width);
        BigInteger first = bounds.low.subtract(start).multiply(turn).floor();
        BigInteger last = bounds.high.subtract(start).multiply(turn).floor();
        return last.subtract(first).equals(BigInteger.ONE)
                ? Optional.of(Rational.of(last).multiply(Rational.powerOfTwo(width)).add(start))
                : Optional.empty();
    }

    private Interval product(int x, int y, int depth) {
        Interval a = of(x, depth + 1);
        Interval b = of(y, depth + 1);
        if (!a.equals(lastA) || !b.equals(lastB)) { // neighbours in a chain mostly agree
            lastA = a;
            lastB = b;
            lastProduct = a.times(b);
        }
        return x == y ? lastProduct.nonnegative() : lastProduct;
    }

    /** Bounds of a sum of products, walked down to where it was asked for before. */
    private Interval chain(int t, int depth) {
        Interval sum = new Interval(Rational.ZERO, Rational.ZERO);
        int at = t;
        for (int n = 0; isLink(at) && !ofChains.containsKey(at); n++) {
            sum = sum.plus(product(store.a(at), store.b(at), depth));
            if (n > MAX_CHAIN || sum.low == null && sum.high == null) {
                return Interval.ALL;
            }
            at = store.c(at);
        }
        Interval rest = isLink(at) ? ofChains.remove(at) : null;
        Interval all = sum.plus(rest == null ? of(at, depth + 1) : rest);
        ofChains.put(t, all);
        greatestChain = Math.max(greatestChain, t);
        return all;
    }

    private boolean isLink(int t) {
        return store.op(t) == Op.FMA && !deciding.has(t);
    }

    static Interval least(Interval a, Interval b) {
        Rational low = a.low == null || b.low == null ? null : lesser(a.low, b.low);
        Rational high = a.high == null ? b.high : b.high == null ? a.high : lesser(a.high, b.high);
        return new Interval(low, high);
    }

    static Interval greatest(Interval a, Interval b) {
        Rational low = a.low == null ? b.low : b.low == null ? a.low : greater(a.low, b.low);
        Rational high = a.high == null || b.high == null ? null : greater(a.high, b.high);
        return new Interval(low, high);
    }

    private static Rational lesser(Rational x, Rational y) {
        return x.compareTo(y) <= 0 ? x : y;
    }

    private static Rational greater(Rational x, Rational y) {
        return x.compareTo(y) >= 0 ? x : y;
    }
}
