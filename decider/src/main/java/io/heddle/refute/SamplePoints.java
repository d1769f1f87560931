package io.heddle.refute;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleInterval;
import io.heddle.evaluate.InputDomain;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The sample points of a cone, by number: small and regular ones first, so that counterexamples
 * read well, then random ones. Values are representable in each symbol's type and inside its range.
 *
 * <p>Point k depends only on the cone, the seed and k.
 */
final class SamplePoints {
    /** How the values of one point are drawn. */
    private enum Kind {
        SMALL_INTEGERS,
        POSITIVE,
        FRACTIONS,
        ONES,
        ZEROS,
        ALL_EQUAL,
        TIES,
        THRESHOLDS,
        RAMP,
        SMALL_FRACTIONS,
        DESCENDING,
        SIGNS,
        SPARSE,
        MIXED_SYMBOLS,
        WIDE,
        LARGE
    }

    private static final Kind[] KINDS = Kind.values();
    private static final int MAX_THRESHOLDS = 48;

    private final long seed;
    private final InputDomain[] domains; // by position in the cone's elements
    private final int[] symbols;
    private final long[] indices;
    private final double[] thresholds;
    private final boolean empty;
    private final DistinctElements distinct;

    SamplePoints(Cone cone, long seed) {
        this.seed = seed;
        TermStore store = cone.store();
        int[] terms = cone.elementTerms();
        domains = new InputDomain[terms.length];
        symbols = new int[terms.length];
        indices = new long[terms.length];
        Map<Integer, InputDomain> bySymbol = new HashMap<>();
        boolean anyEmpty = false;
        for (int i = 0; i < terms.length; i++) {
            int term = terms[i];
            symbols[i] = store.a(term);
            indices[i] = store.elementIndex(term);
            domains[i] =
                    bySymbol.computeIfAbsent(
                            symbols[i], s -> new InputDomain(store.symbolOf(term)));
            anyEmpty |= domains[i].isEmpty();
        }
        empty = anyEmpty;
        distinct = new DistinctElements(cone);
        thresholds = thresholds(cone);
    }

    /** The constants that values are compared with. */
    private static double[] thresholds(Cone cone) {
        Set<Double> found = new TreeSet<>();
        for (int i = 0; i < cone.size() && found.size() < 4 * MAX_THRESHOLDS; i++) {
            switch (cone.op(i)) {
                case LT, LE, EQ, MAX, MIN, SUB, ADD -> {
                    addConstant(cone, cone.a()[i], found);
                    addConstant(cone, cone.b()[i], found);
                }
                default -> {}
            }
        }
        List<Double> nearest = new ArrayList<>(found);
        nearest.sort((x, y) -> Double.compare(Math.abs(x), Math.abs(y)));
        return nearest.stream().limit(MAX_THRESHOLDS).mapToDouble(Double::doubleValue).toArray();
    }

    private static void addConstant(Cone cone, int node, Set<Double> found) {
        if (cone.op(node) == Op.RATIONAL || cone.op(node) == Op.LITERAL) {
            double value =
                    DoubleInterval.nearest(
                            cone.store().rationalValue(cone.leafTerms()[cone.a()[node]]));
            found.add(value);
            found.add(-value);
        }
    }

    /** True if some symbol's range holds no value of its type. */
    boolean isEmpty() {
        return empty;
    }

    /** True if every value of {@code point} is in its symbol's domain. */
    boolean contains(double[] point) {
        for (int i = 0; i < point.length; i++) {
            if (!domains[i].contains(point[i])) {
                return false;
            }
        }
        return areDistinct(point);
    }

    /** True if elements that are to be distinct are so at a point. */
    boolean areDistinct(double[] point) {
        return distinct.areAt(point);
    }

    /** Makes elements distinct that are to be so. */
    double[] withDistinct(double[] point) {
        return withDistinct(point, new BitSet());
    }

    /** The same, but for the elements at some positions, which stay as they are. */
    double[] withDistinct(double[] point, BitSet fixed) {
        distinct.make(point, domains, fixed);
        return point;
    }

    InputDomain domain(int position) {
        return domains[position];
    }

    /**
     * A point of unrelated values of moderate size; whether they are small fractions depends on
     * {@code k}.
     */
    double[] generic(int k) {
        SplittableRandom random = new SplittableRandom(seed - k);
        double[] point = new double[domains.length];
        for (int i = 0; i < point.length; i++) {
            point[i] = domains[i].random(random, k % 2 == 0 ? 2 : 0.5, 0x1p-7);
        }
        return point;
    }

    /** A point of numbers that need all the digits of their types. */
    double[] fine(int k) {
        SplittableRandom random = new SplittableRandom(seed + k);
        double[] point = new double[domains.length];
        for (int i = 0; i < point.length; i++) {
            point[i] = domains[i].near(random.nextDouble(-4, 4));
        }
        return point;
    }

    /** Point {@code k}: the value of each of the cone's elements. */
    double[] point(int k) {
        SplittableRandom random = new SplittableRandom(seed + 0x9E3779B97F4A7C15L * k);
        Kind kind = KINDS[k % KINDS.length];
        double[] point = new double[domains.length];
        int round = k / KINDS.length;
        for (int i = 0; i < point.length; i++) {
            point[i] = value(kind, round, i, random);
        }
        return point;
    }

    private double value(Kind kind, int round, int i, SplittableRandom random) {
        InputDomain d = domains[i];
        return switch (kind) {
            case SMALL_INTEGERS -> d.random(random, 5 + round % 8, 1);
            case POSITIVE -> d.near(Math.abs(d.random(random, 5, 1)) + 1);
            case FRACTIONS -> d.random(random, 2, 0.125);
            case ONES -> d.near(round == 0 ? 1 : random.nextInt(2));
            case ZEROS -> d.near(round % 2 == 0 ? 0 : random.nextInt(16) == 0 ? 1 : 0);
            case ALL_EQUAL -> d.near(new double[] {2, -1, 0.5, 3, -7, 100}[round % 6]);
            case TIES -> d.near(random.nextInt(2 + round) - round / 2);
            case THRESHOLDS -> threshold(d, random);
            case RAMP -> d.near((indices[i] % 32 - (round % 2 == 0 ? 0 : 16)) * 0.5);
            case SMALL_FRACTIONS -> d.isInteger() ? d.bits(random) : d.random(random, 0.5, 0x1p-6);
            case DESCENDING -> d.near((16 - indices[i] % 32) * 0.5);
            case SIGNS -> d.near(random.nextBoolean() ? 1 : -1);
            case SPARSE -> d.near(random.nextInt(8) == 0 ? random.nextInt(-9, 10) : 0);
            case MIXED_SYMBOLS -> mixed(d, symbols[i], round, random);
            case WIDE ->
                    d.isInteger()
                            ? d.bits(random)
                            : d.near(d.random(random, 1, 0x1p-6) * (1 << random.nextInt(10)));
            case LARGE ->
                    d.isInteger()
                            ? d.edge(random)
                            : d.near(
                                    d.random(random, 1, 0x1p-6)
                                            * Math.scalb(1, 10 + 7 * (round % 4)));
        };
    }

    /** A constant of a comparison, or a value next to one. */
    private double threshold(InputDomain d, SplittableRandom random) {
        if (thresholds.length == 0) {
            return d.random(random, 9, 0.25);
        }
        double t = thresholds[random.nextInt(thresholds.length)];
        double at = d.near(t);
        return switch (random.nextInt(8)) {
            case 0 -> d.near(t + 1);
            case 1 -> d.near(t - 1);
            case 2 -> d.next(at, 1);
            case 3 -> d.next(at, -1);
            case 4 -> d.near(t * 2);
            default -> at;
        };
    }

    /** Each symbol zero, one or generic. */
    private double mixed(InputDomain d, int symbol, int round, SplittableRandom random) {
        int choice = Math.floorMod(symbol * 7 + round * 5 + round / 3, 4);
        return choice == 0 ? d.near(0) : choice == 1 ? d.near(1) : d.random(random, 6, 1);
    }

    /**
     * A point that singles out the elements whose index is {@code phase} modulo {@code stride}:
     * they have the value {@code peak}, the others are small.
     */
    double[] peaks(int phase, int stride, double peak, boolean others) {
        SplittableRandom random = new SplittableRandom(seed ^ (phase * 0x5851F42DL + stride));
        double[] point = new double[domains.length];
        for (int i = 0; i < point.length; i++) {
            boolean chosen = indices[i] % stride == phase;
            double other = others ? random.nextInt(3) - 1 : 0;
            point[i] = domains[i].near(chosen ? peak : other);
        }
        return point;
    }
}
