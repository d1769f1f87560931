package io.heddle.evaluate;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The values that an element of a symbol can take: representable in its type, inside its range, and
 * exact as a double.
 */
public final class InputDomain {
    private static final double EXACT_INTEGERS = 0x1p53;
    private static final double USUAL_SIZE = 2;
    private static final double GREATEST_SIZE = 0x1p20;

    private final FloatFormat format; // null for integers
    private final double least;
    private final double greatest;
    private final boolean isStated; // as a range

    /** The domain of {@code symbol}'s elements; it may be empty. */
    public InputDomain(Symbol symbol) {
        ElementType type = symbol.type();
        format = type.format();
        Rational lowest = type.isFloat() ? format.lowestFinite() : type.minInteger();
        Rational highest = type.isFloat() ? lowest.negate() : type.maxInteger();
        Rational low = greater(lowest, symbol.low());
        Rational high = greater(highest.negate(), negated(symbol.high())).negate();
        least = atLeast(low);
        greatest = -atLeastNegated(high);
        isStated = symbol.low() != null && symbol.high() != null;
    }

    /** {@code -r}; null, for no bound, of null. */
    private static Rational negated(Rational r) {
        return r == null ? null : r.negate();
    }

    private static Rational greater(Rational x, Rational y) {
        return y == null || x.compareTo(y) >= 0 ? x : y;
    }

    /** The least representable value not below r. */
    private double atLeast(Rational r) {
        double x = round(bounded(DoubleInterval.nearest(r)));
        while (Rational.ofExact(x).compareTo(r) < 0) {
            x = above(x);
        }
        double below = -above(-x); // rounding may have gone up too far
        boolean tooFar = Double.isFinite(below) && Rational.ofExact(below).compareTo(r) >= 0;
        return tooFar ? below : x;
    }

    private double atLeastNegated(Rational high) {
        return atLeast(high.negate());
    }

    private double bounded(double x) {
        return format == null ? Math.max(-EXACT_INTEGERS, Math.min(EXACT_INTEGERS, x)) : x;
    }

    private double above(double x) {
        if (format == null) {
            return x + 1;
        }
        double next = round(x + quantum(x) * 0.5000001);
        return next > x ? next : x + quantum(x);
    }

    /** The spacing of the format's values at x. */
    private double quantum(double x) {
        int leastExponent =
                switch (format) {
                    case F16, E5M2 -> -14;
                    case BF16, F32 -> -126;
                    case F64 -> -1022;
                    case E4M3 -> -6;
                };
        int e = Math.max(Math.getExponent(x), leastExponent);
        return Math.scalb(1.0, e - format.precision() + 1);
    }

    /** The value of the type nearest to x. */
    private double round(double x) {
        if (format == null) {
            return Math.rint(x);
        }
        if (format == FloatFormat.F64) {
            return x;
        }
        double q = quantum(x);
        return Math.rint(x / q) * q;
    }

    public boolean isInteger() {
        return format == null;
    }

    /** An integer of random bits, as many as fit. */
    public double bits(SplittableRandom random) {
        int all = Math.max(1, Math.getExponent(greatest - least + 1));
        int n = random.nextBoolean() ? all : 1 + random.nextInt(all);
        double x = random.nextLong(1L << Math.min(n, 52));
        return near(random.nextBoolean() ? least + x : Math.max(least, 0) + x);
    }

    /** An integer at or next to an end of the domain, or a power of two. */
    public double edge(SplittableRandom random) {
        double beside = random.nextInt(3) - 1;
        double power = Math.scalb(1.0, random.nextInt(Math.getExponent(greatest - least + 1) + 1));
        return switch (random.nextInt(4)) {
            case 0 -> near(least + beside);
            case 1 -> near(greatest + beside);
            case 2 -> near(power + beside);
            default -> near(beside - power);
        };
    }

    public boolean isEmpty() {
        return least > greatest;
    }

    double least() {
        return least;
    }

    double greatest() {
        return greatest;
    }

    /** The value of the domain near x. */
    public double near(double x) {
        return clamp(round(clamp(x)));
    }

    private double clamp(double x) {
        return Math.max(least, Math.min(greatest, x)) + 0.0; // no negative zero
    }

    /** The value of the domain that follows x, in the direction given. */
    public double next(double x, int direction) {
        return direction > 0 ? clamp(above(x)) : clamp(-above(-x));
    }

    /** The value that follows x; behind the greatest comes the least. */
    public double behind(double x) {
        double after = next(x, 1);
        return after == x ? near(Double.NEGATIVE_INFINITY) : after;
    }

    public boolean contains(double x) {
        return x >= least && x <= greatest && near(x) == x;
    }

    /**
     * A point near 0: multiples of 1/128 between -2 and 2, or other values of a domain without
     * them.
     *
     * @return a value for each of {@link Cone#elementTerms()}
     */
    public static double[] sample(Cone cone, long seed, double step) {
        TermStore store = cone.store();
        SplittableRandom random = new SplittableRandom(seed);
        Map<Integer, InputDomain> domains = new HashMap<>();
        int[] elements = cone.elementTerms();
        double[] point = new double[elements.length];
        for (int i = 0; i < point.length; i++) {
            int term = elements[i];
            point[i] =
                    domains.computeIfAbsent(
                                    store.a(term), s -> new InputDomain(store.symbolOf(term)))
                            .random(random, USUAL_SIZE, step);
        }
        return point;
    }

    /**
     * A point as {@link #sample}, whose elements are any real numbers of the ranges that are stated
     * for them.
     */
    public static double[] sampleStated(Cone cone, long seed, double step) {
        double[] point = sample(cone, seed, step);
        SplittableRandom random = new SplittableRandom(seed + 1);
        Map<Symbol, InputDomain> domains = new HashMap<>();
        for (int i = 0; i < point.length; i++) {
            Symbol symbol = cone.store().symbolOf(cone.elementTerms()[i]);
            InputDomain domain = domains.computeIfAbsent(symbol, InputDomain::new);
            if (domain.isWide() && domain.least < domain.greatest) {
                double x = random.nextDouble(domain.least, domain.greatest);
                point[i] = domain.isInteger() ? Math.rint(x) : x;
            }
        }
        return point;
    }

    /**
     * The magnitude that elements may have: an integer and an element of a stated range any of
     * theirs, others that of usual points.
     */
    static double[] reaches(Cone cone) {
        Map<Symbol, Double> reaches = new HashMap<>();
        return Arrays.stream(cone.elementTerms())
                .mapToObj(cone.store()::symbolOf)
                .mapToDouble(s -> reaches.computeIfAbsent(s, r -> new InputDomain(r).reach()))
                .toArray();
    }

    private double reach() {
        return isInteger() || isStated ? Math.max(-least, greatest) : USUAL_SIZE;
    }

    /** True if a range is stated for an element of the cone that leaves those near 0. */
    public static boolean areStated(Cone cone) {
        return Arrays.stream(cone.elementTerms())
                .mapToObj(cone.store()::symbolOf)
                .distinct()
                .anyMatch(s -> new InputDomain(s).isWide());
    }

    private boolean isWide() {
        double reach = Math.max(-least, greatest);
        return isStated && reach > USUAL_SIZE && reach <= GREATEST_SIZE;
    }

    /** A value from a range of the given size around 0, or of all the domain if that is narrow. */
    public double random(SplittableRandom random, double size, double step) {
        double x = Math.rint(random.nextDouble(-size, size) / step) * step;
        if (x >= least && x <= greatest) {
            return near(x);
        }
        double width = Math.min(greatest - least, 2 * size);
        double from = least <= 0 && greatest >= 0 ? Math.max(least, -size) : least;
        if (greatest < 0) {
            from = greatest - width;
        }
        return near(from + random.nextInt(65) / 64.0 * width);
    }
}
