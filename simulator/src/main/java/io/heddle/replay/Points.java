package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.HashMap;
import java.util.Map;

/**
 * The inputs on which two programs are compared: first random ones of several kinds, then those at
 * which programs are known to go wrong, and those that the constants of the two programs suggest.
 * Each value is a function of the point's number and the element, so that a large tensor need not
 * be held.
 */
final class Points {
    /** Ordinary random points, which come first. */
    static final int ORDINARY = 8;

    /** The first ordinary point at which all reals are positive. */
    static final int POSITIVE = Kind.POSITIVE.ordinal();

    /** The first ordinary point at which all reals are negative. */
    static final int NEGATIVE = Kind.NEGATIVE.ordinal();

    private static final int MOST_LANDMARKS = 48;
    private static final double SMALL = 512;
    private static final double TINY = 9;
    private static final int NEAREST = 16; // powers of two from a range's end to zero

    private final Computation reference;
    private final Computation candidate;
    private final boolean wholeRangeIntegers;
    private boolean tinyIntegers;
    private long deadline;
    private final Landmarks landmarks;
    private final Map<ElementType, double[]> pools = new HashMap<>();

    private static final Kind[] KINDS = Kind.values();

    /** The kinds of random points, taken in turn. */
    private enum Kind {
        NORMAL,
        SMALL_INTEGERS,
        POSITIVE,
        WITH_ZEROS,
        NEGATIVE,
        WIDE,
        NEAR_ONE,
        TINY;

        double draw(double g, double coin) {
            return switch (this) {
                case NORMAL -> 2 * g;
                case SMALL_INTEGERS -> Math.rint(4 * g);
                case POSITIVE -> 0.25 + 2 * Math.abs(g);
                case WITH_ZEROS -> coin < 0.25 ? 0 : 2 * g;
                case NEGATIVE -> -0.25 - 2 * Math.abs(g);
                case WIDE -> 30 * g;
                case NEAR_ONE -> 1 + g / 8;
                case TINY -> g / 16;
            };
        }
    }

    /** Points that are not random: what stands in a row or in a tie. */
    private enum Pattern {
        EQUAL,
        ZEROS_OF_BOTH_SIGNS,
        ASCENDING,
        DESCENDING,
        TIED,
        ONE_HOT,
        LAST_GREATEST,
        EQUAL_NEGATIVE,
        SPREAD,
        LARGE,
        VANISHING;

        double value(long flat, long size, double g) {
            double place = size <= 1 ? 0 : (double) flat / (size - 1);
            return switch (this) {
                case EQUAL -> 0.75;
                case ZEROS_OF_BOTH_SIGNS -> flat % 2 == 0 ? -0.0 : 0.0;
                case ASCENDING -> 4 * place - 2;
                case DESCENDING -> 2 - 4 * place;
                case TIED -> flat % 3 == 1 ? 2 : 1;
                case ONE_HOT -> flat == size / 2 ? 1 : 0;
                case LAST_GREATEST -> flat == size - 1 ? 5 : g;
                case EQUAL_NEGATIVE -> -3;
                case SPREAD -> 100 * g;
                case LARGE -> 5000 * g;
                case VANISHING -> flat % 2 == 0 ? -1e-10 : 1e-10;
            };
        }
    }

    /**
     * @param wholeRangeIntegers false: integers of 32 and 64 bits stay small
     */
    Points(Computation reference, Computation candidate, boolean wholeRangeIntegers) {
        this.reference = reference;
        this.candidate = candidate;
        this.wholeRangeIntegers = wholeRangeIntegers;
        landmarks = Landmarks.of(reference, candidate);
    }

    /** The same, with all integers below ten. */
    Points withTinyIntegers() {
        tinyIntegers = true;
        return this;
    }

    /** Stops the drawing of inputs at a time, by the nanosecond clock; 0 for never. */
    Points until(long nanoTime) {
        deadline = nanoTime;
        return this;
    }

    /** How many points there are, not counting further random ones. */
    int count() {
        int most = 0;
        for (Symbol s : Inputs.unknowns(reference, candidate)) {
            most = Math.max(most, pool(s.type()).length);
        }
        return ORDINARY + Pattern.values().length + Math.min(MOST_LANDMARKS, most);
    }

    /** True if the inputs of a number are random ones, as most inputs are. */
    boolean isRandom(int number) {
        return number < ORDINARY || number >= count();
    }

    /** True if some f32 constant of the two programs is subnormal. */
    boolean haveSubnormalConstant() {
        return landmarks.hasSubnormal();
    }

    /** The point of a number; those past {@link #count()} are random and moderate. */
    Inputs get(int number) {
        Inputs.Source source;
        int beyond = number - count();
        if (number < ORDINARY || beyond >= 0) {
            int draw = beyond >= 0 ? ORDINARY + beyond : number;
            source = (symbol, flat) -> random(symbol, flat, draw);
        } else if (number < ORDINARY + Pattern.values().length) {
            Pattern pattern = Pattern.values()[number - ORDINARY];
            source = (symbol, flat) -> patterned(symbol, flat, pattern, number);
        } else {
            int turn = number - ORDINARY - Pattern.values().length;
            source = (symbol, flat) -> landmark(symbol, flat, turn, number);
        }
        Inputs.Source all = source;
        Inputs.Source tiny = (symbol, flat) -> tiny(symbol, all.value(symbol, flat));
        return new Inputs(reference, candidate, tinyIntegers ? tiny : all, deadline);
    }

    private static double tiny(Symbol symbol, double value) {
        return symbol.type().isFloat() ? value : Math.max(-TINY, Math.min(TINY, value));
    }

    private double random(Symbol symbol, long flat, int number) {
        Kind kind = KINDS[number % KINDS.length];
        double u = uniform(symbol, flat, number, 0);
        ElementType type = symbol.type();
        if (symbol.low() != null && symbol.high() != null) {
            double value = inRange(symbol, flat, number);
            return type.isFloat() ? value : Math.rint(value);
        }
        double value = kind.draw(2 * u - 1, uniform(symbol, flat, number, 1));
        if (type.isFloat()) {
            return value;
        }
        boolean small = type.bits() <= 16;
        if (kind.ordinal() % 2 == 0 && (small || wholeRangeIntegers)) {
            double low = type.minInteger().doubleValue();
            double high = type.maxInteger().doubleValue();
            return Math.rint(low + u * (high - low));
        }
        double whole = Math.rint(16 * value);
        return type.isSigned() ? whole : Math.abs(whole);
    }

    /**
     * A share of a symbol's range; of further points nearer and nearer to zero, each fourth time of
     * any magnitude.
     */
    private double inRange(Symbol symbol, long flat, int number) {
        double u = uniform(symbol, flat, number, 0);
        double low = symbol.low().doubleValue();
        double high = symbol.high().doubleValue();
        double drawn = low + u * (high - low);
        if (number < ORDINARY) {
            return drawn;
        }
        double least = Math.max(low, Math.min(high, 0));
        int most = Math.max(NEAREST, Math.getExponent(high - low));
        int shift =
                number % 4 == 3
                        ? (int) (most * uniform(symbol, flat, number, 1))
                        : 2 * (1 + number % 8);
        return least + Math.scalb(drawn - least, -shift);
    }

    private double patterned(Symbol symbol, long flat, Pattern pattern, int number) {
        double g = 2 * uniform(symbol, flat, number, 0) - 1;
        double value = pattern.value(flat, symbol.size(), g);
        if (symbol.low() != null && symbol.high() != null) {
            // the same pattern between the ends of the range
            double low = symbol.low().doubleValue();
            double width = symbol.high().doubleValue() - low;
            double share = (Math.max(-5, Math.min(5, value)) + 5) / 10;
            value = low + share * width;
        }
        return symbol.type().isFloat() ? value : Math.rint(value);
    }

    /** Each element takes each landmark in some turn. */
    private double landmark(Symbol symbol, long flat, int turn, int number) {
        double[] pool = pool(symbol.type());
        if (pool.length == 0) {
            return random(symbol, flat, number);
        }
        long shift = Math.floorMod(symbol.name().hashCode(), 1 << 16);
        return pool[(int) ((flat + shift + turn) % pool.length)];
    }

    private double[] pool(ElementType type) {
        boolean small = type.bits() <= 16 || wholeRangeIntegers;
        double largest = small ? Double.POSITIVE_INFINITY : SMALL;
        return pools.computeIfAbsent(
                type,
                t -> {
                    double[] all = landmarks.values(t, largest);
                    return java.util.Arrays.copyOf(all, Math.min(all.length, MOST_LANDMARKS));
                });
    }

    /** A number from 0 to 1 that depends on all its arguments (SplitMix64's finaliser). */
    static double uniform(Symbol symbol, long flat, int number, int which) {
        long z = symbol.name().hashCode() * 0x9E3779B97F4A7C15L;
        z +=
                flat * 0xD1B54A32D192ED03L
                        + number * 0x8CB92BA72F3D8DD7L
                        + which * 0x94D049BB133111EBL;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        z ^= z >>> 31;
        return (z >>> 11) * 0x1p-53;
    }

    /** A point near another: every real is moved by at most one part in a thousand. */
    Inputs near(Inputs point, int seed) {
        return new Inputs(
                reference,
                candidate,
                (symbol, flat) -> {
                    double value = point.value(symbol, flat);
                    boolean move = symbol.type().isFloat() && value != Math.rint(value);
                    double g = uniform(symbol, flat, seed, 2) - 0.5;
                    return move ? value * (1 + g / 500) : value;
                },
                deadline);
    }

    /** A given point; elements that it does not name are zero, or distinct. */
    Inputs given(Map<String, Rational> point) {
        return new Inputs(
                reference,
                candidate,
                new Inputs.Source() {
                    @Override
                    public double value(Symbol symbol, long flat) {
                        Rational value = point.get(symbol.element(flat));
                        return value == null ? 0 : value.doubleValue();
                    }

                    @Override
                    public boolean isFixed(Symbol symbol, long flat) {
                        return point.containsKey(symbol.element(flat));
                    }
                },
                deadline);
    }
}
