package io.heddle.algebra;

import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Constant recovery: one function from (bit pattern, format) to the real number that the literal
 * rounds, or none (design.md section 6, "Constants"). The same function serves both sides of a pair
 * and the whole decider; every use is an assumption that a verdict lists.
 *
 * <p>The table is fixed: at most 10^4 values. <em>Scale-free</em> values (log2 e, ln 2, π, √n,
 * 1/√n, p/q, their simple products) stand for all their multiples by powers of two; decimals stand
 * for themselves. A value is recovered from the pattern that is nearest to it, and from the
 * patterns that compilers and host code write for it though they are not nearest, because each step
 * was rounded: 1/√n and n^(-1/2)·log2 e computed step by step, and two literals of CUDA's library.
 * Any other neighbour stands for itself. {@link #isNearest} tells the two apart, so that a pair
 * with several patterns for one number can leave all but one exact. Where several values qualify,
 * the first in the order of generation (simplest first) is taken.
 *
 * <p>Only f32 and f64 literals are looked up in the whole table. Half formats have so few
 * significands that most would hit by chance; they are looked up, nearest only, in a short list.
 *
 * <p>Measured chance of a hit for a random pattern between 2^-20 and 2^10 ({@code
 * ConstantTableTest}): f32 0.06 %, f64 none in 50 000, f16 0.8 %, bf16 6 %.
 */
public final class ConstantTable {
    private static final MathContext DIGITS = new MathContext(50);
    private static final BigDecimal HALF_ULP = new BigDecimal("0.5");
    private static final BigDecimal ULP_AND_A_HALF = new BigDecimal("1.5");
    private static final Rational LEAST = Rational.powerOfTwo(-64);
    private static final Rational GREATEST = Rational.powerOfTwo(64);
    private static final Rational LEAST_NORMAL_HALF = Rational.powerOfTwo(-14);
    private static final ConstantTable STANDARD = new ConstantTable();

    private final Index scaleFree;
    private final Index decimals;
    private final Index scaleFreeCore;
    private final Index decimalsCore;

    private ConstantTable() {
        Set<RecoveredConstant> free = new LinkedHashSet<>();
        addNamed(free);
        addFractions(free);
        addRoots(free);
        addProducts(free);
        scaleFree = new Index(free, true);
        decimals = new Index(decimals(), false);
        Set<RecoveredConstant> core = new LinkedHashSet<>();
        addCore(core);
        scaleFreeCore = new Index(core, true);
        decimalsCore = new Index(coreDecimals(), false);
    }

    /** The one table. */
    public static ConstantTable standard() {
        return STANDARD;
    }

    /** The number of values. */
    public int size() {
        return scaleFree.size() + decimals.size();
    }

    /**
     * The number that the pattern stands for, or empty; magnitudes outside [2^-64, 2^64] and
     * denormals stand for themselves.
     */
    public Optional<RecoveredConstant> recover(FloatFormat format, long pattern) {
        if (format.kind(pattern) != FloatFormat.Kind.FINITE) {
            return Optional.empty();
        }
        Rational value = format.value(pattern);
        boolean wide = format == FloatFormat.F32 || format == FloatFormat.F64;
        if (!wide && format != FloatFormat.F16 && format != FloatFormat.BF16) {
            return Optional.empty();
        }
        Rational magnitude = value.abs();
        Rational least = format == FloatFormat.F16 ? LEAST_NORMAL_HALF : LEAST;
        if (magnitude.compareTo(least) < 0 || magnitude.compareTo(GREATEST) > 0) {
            return Optional.empty();
        }
        RecoveredConstant found =
                (wide ? scaleFree : scaleFreeCore).find(magnitude, format.precision());
        if (found == null) {
            found = (wide ? decimals : decimalsCore).find(magnitude, format.precision());
        }
        if (found == null && wide) {
            found = scaleFree.findSpelled(magnitude, format);
        }
        if (found == null) {
            return Optional.empty();
        }
        return Optional.of(value.signum() < 0 ? found.times(Rational.MINUS_ONE) : found);
    }

    /** True if the number is within half a unit in the last place of the finite pattern's value. */
    public static boolean isNearest(RecoveredConstant number, FloatFormat format, long pattern) {
        Rational value = format.value(pattern);
        return distance(number, value, format.precision()).compareTo(HALF_ULP) <= 0;
    }

    /** The distance in units in the last place of {@code value}, a normal of that precision. */
    private static BigDecimal distance(RecoveredConstant number, Rational value, int precision) {
        BigDecimal ulp =
                Rational.powerOfTwo(exponentOf(value.abs()) - precision + 1).toDecimal(DIGITS);
        return number.value(DIGITS)
                .subtract(value.toDecimal(DIGITS), DIGITS)
                .abs()
                .divide(ulp, DIGITS);
    }

    /** ⌊log2 r⌋ of a positive dyadic rational. */
    private static int exponentOf(Rational r) {
        return r.numerator().bitLength() - r.denominator().bitLength();
    }

    // ---------------------------------------------------------------- generation

    private static RecoveredConstant log2E(Rational factor) {
        return new RecoveredConstant(factor, 1, 1, 0, 0);
    }

    private static RecoveredConstant ln2(Rational factor) {
        return new RecoveredConstant(factor, 1, -1, 0, 0);
    }

    private static RecoveredConstant pi(Rational factor, int halves) {
        return new RecoveredConstant(factor, 1, 0, 0, halves);
    }

    /** Log2 e, ln 2, log2 10, π and their near relations. */
    private static void addNamed(Set<RecoveredConstant> out) {
        out.add(log2E(Rational.ONE));
        out.add(ln2(Rational.ONE));
        out.add(new RecoveredConstant(Rational.ONE, 1, 0, 1, 0)); // log2 10
        out.add(new RecoveredConstant(Rational.ONE, 1, 0, -1, 0)); // log10 2
        out.add(new RecoveredConstant(Rational.ONE, 1, 1, -1, 0)); // log10 e
        out.add(new RecoveredConstant(Rational.ONE, 1, -1, 1, 0)); // ln 10
        for (int halves : new int[] {2, -2, 1, -1}) { // π, 1/π, √π, 1/√π
            out.add(pi(Rational.ONE, halves));
        }
        out.add(new RecoveredConstant(Rational.ONE, 2, 0, 0, 1)); // √(2π)
        out.add(new RecoveredConstant(Rational.ONE, 2, 0, 0, -1)); // √(2/π), 1/√(2π)
    }

    /** P/q with odd p, q ≤ 63 and 1/q with odd q ≤ 1023. */
    private static void addFractions(Set<RecoveredConstant> out) {
        for (int q = 3; q <= 63; q += 2) {
            for (int p = 1; p <= 63; p += 2) {
                addFraction(out, p, q);
            }
        }
        for (int q = 65; q <= 1023; q += 2) {
            addFraction(out, 1, q);
        }
    }

    private static void addFraction(Set<RecoveredConstant> out, int p, int q) {
        Rational r = Rational.of(p, q);
        if (!r.isInteger()) {
            out.add(RecoveredConstant.rational(r));
        }
    }

    /** √n and 1/√n for n ≤ 256 and for multiples of 8 up to 1024; (p/q)·√n for small p, q, n. */
    private static void addRoots(Set<RecoveredConstant> out) {
        for (int n = 2; n <= 1024; n += n < 256 ? 1 : 8) {
            addRoot(out, RecoveredConstant.root(Rational.ONE, n));
            addRoot(out, RecoveredConstant.root(Rational.of(1, n), n));
        }
        for (int n = 2; n <= 15; n++) {
            for (int q = 1; q <= 9; q += 2) {
                for (int p = 1; p <= 9; p += 2) {
                    addRoot(out, RecoveredConstant.root(Rational.of(p, q), n));
                }
            }
        }
    }

    private static void addRoot(Set<RecoveredConstant> out, RecoveredConstant root) {
        if (root.radicand() != 1) {
            out.add(root.oddPart());
        }
    }

    /** Products with log2 e, ln 2, log2 10 and π. */
    private static void addProducts(Set<RecoveredConstant> out) {
        for (int q = 1; q <= 15; q += 2) {
            for (int p = 1; p <= 15; p += 2) {
                Rational r = Rational.of(p, q);
                out.add(log2E(r));
                out.add(ln2(r));
                out.add(pi(r, 2));
                out.add(pi(r, -2));
            }
        }
        for (int q : new int[] {45, 63}) { // degrees; the exponent range of expf and exp10f
            out.add(log2E(Rational.of(1, q)));
            out.add(new RecoveredConstant(Rational.of(1, q), 1, 0, 1, 0));
            out.add(pi(Rational.of(1, q), 2));
            out.add(pi(Rational.of(q), -2));
        }
        for (int n = 2; n <= 1024; n += n < 256 ? 1 : 8) {
            RecoveredConstant inverse = RecoveredConstant.root(Rational.of(1, n), n).oddPart();
            out.add(withLog2E(inverse, 1)); // log2 e / √d, the scale of attention
            out.add(withLog2E(RecoveredConstant.root(Rational.ONE, n).oddPart(), 1));
        }
        Rational gelu = Rational.of(44715, 1_000_000);
        for (Rational r : List.of(Rational.ONE, gelu, gelu.multiply(Rational.of(3)))) {
            for (int power : new int[] {0, 1}) {
                out.add(new RecoveredConstant(r, 2, power, 0, -1).oddPart());
            }
        }
    }

    private static RecoveredConstant withLog2E(RecoveredConstant c, int power) {
        return new RecoveredConstant(
                c.factor(), c.radicand(), power, c.log2TenPower(), c.piHalves());
    }

    /** Decimals of one to three significant digits, some longer ones, and some times log2 e. */
    private static Set<RecoveredConstant> decimals() {
        Set<RecoveredConstant> out = new LinkedHashSet<>();
        for (int exponent = 3; exponent >= -14; exponent--) {
            for (int d = 1; d < 100; d++) {
                addDecimal(out, d, exponent, 0);
            }
        }
        for (String text :
                List.of("0.044715", "1.702", "0.797885", "0.79788", "0.707107", "0.70711")) {
            addDecimal(out, new BigDecimal(text).unscaledValue().intValue(), -scale(text), 0);
        }
        for (int exponent = -1; exponent >= -5; exponent--) {
            for (int d = 100; d < 1000; d++) {
                addDecimal(out, d, exponent, 0);
            }
        }
        addDecimal(out, 1702, -3, 1);
        for (int exponent = 0; exponent >= -4; exponent--) {
            for (int d = 1; d < 100; d++) {
                addDecimal(out, d, exponent, 1);
            }
        }
        return out;
    }

    private static int scale(String decimal) {
        return new BigDecimal(decimal).scale();
    }

    private static void addDecimal(
            Set<RecoveredConstant> out, int digits, int exponent, int log2EPower) {
        Rational r = Rational.of(digits).multiply(Rational.of(10).pow(exponent));
        out.add(new RecoveredConstant(r, 1, log2EPower, 0, 0));
    }

    /** The short scale-free list of the half formats. */
    private static void addCore(Set<RecoveredConstant> out) {
        out.add(log2E(Rational.ONE));
        out.add(ln2(Rational.ONE));
        out.add(pi(Rational.ONE, 2));
        out.add(new RecoveredConstant(Rational.ONE, 2, 0, 0, -1));
        out.add(RecoveredConstant.root(Rational.ONE, 2));
        out.add(RecoveredConstant.rational(Rational.of(1, 3)));
    }

    private static Set<RecoveredConstant> coreDecimals() {
        Set<RecoveredConstant> out = new LinkedHashSet<>();
        for (int exponent = -1; exponent >= -6; exponent--) {
            for (int d = 1; d < 10; d++) {
                addDecimal(out, d, exponent, 0);
            }
        }
        addDecimal(out, 44715, -6, 0);
        return out;
    }

    // ---------------------------------------------------------------- lookup

    /** Values sorted by approximation; scale-free ones by that of their multiple in [1, 2). */
    private static final class Index {
        private final boolean scaleFree;
        private final double[] keys;
        private final RecoveredConstant[] values;
        private final int[] ranks; // position in the order of generation

        Index(Set<RecoveredConstant> constants, boolean scaleFree) {
            this.scaleFree = scaleFree;
            List<Integer> order = new ArrayList<>();
            RecoveredConstant[] generated = constants.toArray(new RecoveredConstant[0]);
            double[] approximations = new double[generated.length];
            for (int i = 0; i < generated.length; i++) {
                if (scaleFree) {
                    int e = Math.getExponent(generated[i].approximation());
                    generated[i] = generated[i].times(Rational.powerOfTwo(-e));
                }
                approximations[i] = generated[i].approximation();
                order.add(i);
            }
            order.sort(Comparator.comparingDouble(i -> approximations[i]));
            keys = new double[generated.length];
            values = new RecoveredConstant[generated.length];
            ranks = new int[generated.length];
            for (int i = 0; i < keys.length; i++) {
                ranks[i] = order.get(i);
                keys[i] = approximations[ranks[i]];
                values[i] = generated[ranks[i]];
            }
        }

        int size() {
            return keys.length;
        }

        /** The first constant in the order of generation whose nearest pattern this is, or null. */
        RecoveredConstant find(Rational magnitude, int precision) {
            return first(magnitude, precision, HALF_ULP, c -> true);
        }

        /**
         * The first constant for which rounding each step of its computation gives this value, or
         * null.
         */
        RecoveredConstant findSpelled(Rational magnitude, FloatFormat format) {
            double value = magnitude.doubleValue();
            return first(
                    magnitude,
                    format.precision(),
                    ULP_AND_A_HALF,
                    c -> ConstantSpelling.of(c, format).contains(value));
        }

        /** The first constant within a tolerance that is admitted, or null. */
        private RecoveredConstant first(
                Rational magnitude,
                int precision,
                BigDecimal tolerance,
                Predicate<RecoveredConstant> admits) {
            Rational shift = Rational.powerOfTwo(scaleFree ? -exponentOf(magnitude) : 0);
            Rational x = magnitude.multiply(shift);
            double near = x.doubleValue();
            double slack = near * Math.max(Math.scalb(4.0, -precision), 0x1p-48);
            int best = -1;
            for (int i = firstAtLeast(near - slack);
                    i < keys.length && keys[i] <= near + slack;
                    i++) {
                if ((best < 0 || ranks[i] < ranks[best])
                        && distance(values[i], x, precision).compareTo(tolerance) <= 0
                        && admits.test(values[i].times(shift.reciprocal()))) {
                    best = i;
                }
            }
            return best < 0 ? null : values[best].times(shift.reciprocal());
        }

        private int firstAtLeast(double key) {
            int low = 0;
            int high = keys.length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (keys[middle] < key) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }
    }
}
