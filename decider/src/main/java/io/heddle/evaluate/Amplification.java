package io.heddle.evaluate;

import io.heddle.term.Op;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds how far the readings of literals can move the terms of a cone, to the first order,
 * whatever cancels: sums add up what their operands may move by, choices and maxima take the
 * greater part. Where {@link GenericReadings} sees a sum that is 0 in one reading, this sees what a
 * product with 2^24 makes of it, in whatever arm that is, and by whatever detour it gets there.
 *
 * <p>Products are bounded in the way in which they telescope: 2^(a − m) · 2^(m − n) is 2^(a − n),
 * and (x / l) · l is x. An online softmax multiplies by such factors once for every tile, and a
 * bound that takes each of them for a number of its own grows with the number of tiles. So a term
 * is a <em>core</em> times <em>factors</em>: powers of divisors, and of 2^(m·c) for maxima m and
 * constants c. A sum of terms with the same factors has them, too. What the factors may move by is
 * added last.
 *
 * <p>The bounds hold for inputs of about the size of those of the generic point, whose values give
 * the slopes of functions and the divisors. A rounding to an integer passes on what its operand
 * moves by.
 *
 * <p>A constant far below all that the other operand of a maximum may be at such inputs counts for
 * nothing there: the number at which a running maximum starts. Nor does a power 2^(x − C) of a C of
 * some thousands, the weight of a masked element: in every reading it is below 2^−1000, and that is
 * its bound. A division by it and a logarithm of it have none, and where the cone has a power that
 * may be as large as this one is small no power is bounded so.
 */
public final class Amplification {
    private static final double LN_2 = 0.6931471805599453;
    private static final int MOST_NESTED = 6; // sums and products in an exponent
    private static final int NO_CONSTANT = -1;
    private static final double FAR = 4; // times the reach of data that a constant is beyond
    private static final double LEAST_LOGARITHM = 150; // of a float, in magnitude
    private static final double VANISHING = -2048; // exponents below that
    private static final double LEAST_BOUND = 0x1p-1000; // less would be lost in doubles
    private static final double ORDINARY = 512; // exponents up to that, of either sign

    private final Cone cone;
    private final GenericReadings readings;
    private final double[] size; // without cancellation
    private final double[] reach; // the same at other inputs
    private final double[] elements; // their reaches
    private final double[] moved;
    private final double[] core; // what a term moves by if its factors do not move
    private final int[] factors; // of a term, in lists
    private final FactorLists lists = new FactorLists();
    private final BitSet divisors = new BitSet();
    private final Map<Long, Integer> powers = new HashMap<>(); // of maximum and constant
    private double[] movedPowers = new double[16]; // the part of each that it moves by

    // the product of the last call
    private int productFactors;
    private double productCore;
    private boolean vanishing; // are powers that are bounded as such
    private double exponentMoved;
    private double exponentConstant; // the sum of its constants
    private double exponentReach; // of all else in it
    private int exponentFactors;

    /**
     * @param readings of the same cone; its last point counts
     */
    public Amplification(Cone cone, GenericReadings readings) {
        this.cone = cone;
        this.readings = readings;
        size = new double[cone.size()];
        reach = new double[cone.size()];
        moved = new double[cone.size()];
        core = new double[cone.size()];
        elements = InputDomain.reaches(cone);
        factors = new int[cone.size()];
        for (int node = 0; node < size.length; node++) {
            if (cone.op(node) == Op.DIV && !readings.isConstant(cone.b()[node])) {
                divisors.set(cone.b()[node]);
            }
        }
    }

    /** Evaluates every node for a reading at the last point of the readings. */
    public void evaluate(int reading) {
        vanishing = true;
        all(reading);
        if (!vanishing) {
            all(reading);
        }
    }

    private void all(int reading) {
        for (int leaf : cone.leaves()) {
            set(leaf, finite(readings.size(leaf)), readings.leastChange(reading, leaf));
            reach[leaf] = size[leaf];
        }
        for (int i = 0; i < elements.length; i++) {
            reach[cone.elements()[i]] = elements[i];
        }
        for (int node = 0; node < size.length; node++) {
            if (cone.parts(node) > 0) {
                reach[node] = reach(node);
                node(node);
            }
        }
    }

    /** By how much the readings may move a node; infinite where there is no bound. */
    public double moved(int node) {
        return Double.isNaN(moved[node]) ? Double.POSITIVE_INFINITY : moved[node];
    }

    /** What a node is at the generic point, less where it vanishes. */
    private double least(int node) {
        return Math.min(readings.size(node), size[node]);
    }

    private static double finite(double x) {
        return Double.isFinite(x) ? x : 0; // an infinity decides what it meets, and does not move
    }

    private void node(int node) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        int c = cone.c()[node];
        switch (cone.op(node)) {
            case ADD, SUB -> {
                set(node, size[a] + size[b], moved[a] + moved[b]);
                sum(node, core[a], factors[a], b);
            }
            case MUL -> {
                set(node, size[a] * size[b], ofProduct(a, b));
                product(a, b);
                refine(node, productCore, productFactors);
            }
            case FMA -> {
                set(node, size[a] * size[b] + size[c], ofProduct(a, b) + moved[c]);
                product(a, b);
                sum(node, productCore, productFactors, c);
            }
            case DIV -> quotient(node, a, b);
            case NEG, ABS -> {
                set(node, size[a], moved[a]);
                refine(node, core[a], factors[a]);
            }
            case MAX, MIN -> {
                int sign = cone.op(node) == Op.MAX ? 1 : -1;
                if (startsBelow(a, b, sign)) {
                    copy(node, b);
                } else if (startsBelow(b, a, sign)) {
                    copy(node, a);
                } else {
                    set(node, Math.max(size[a], size[b]), Math.max(moved[a], moved[b]));
                    choice(node, a, b);
                }
            }
            case ITE -> {
                set(node, Math.max(size[b], size[c]), Math.max(moved[b], moved[c]));
                choice(node, b, c);
            }
            case FLOOR, CEIL, TRUNC, RINT -> set(node, size[a] + 1, moved[a]);
            case EXP2 -> exponential(node, a);
            case LOG2 -> {
                double at = least(a);
                double slope = at > 2 * moved[a] ? 2 / at : Double.POSITIVE_INFINITY;
                set(node, finite(readings.size(node)), times(moved[a], slope));
            }
            case SQRT -> {
                double at = least(a);
                boolean far = at > 4 * moved[a];
                double by = far ? moved[a] / Math.sqrt(at) : Math.sqrt(2 * moved[a]);
                set(node, Math.sqrt(size[a]), by);
            }
            case APPLY, ARGS -> {
                double all = 0;
                for (int k = 0; k < cone.parts(node); k++) {
                    all += 2 * moved[cone.part(node, k)];
                }
                set(node, finite(readings.size(node)), all);
            }
            default -> set(node, 1, 0); // conditions
        }
    }

    /**
     * True for a constant far below all that another operand may be at inputs of the size of the
     * generic point's ({@code sign} 1), or far above (−1): the maximum or minimum of the two is the
     * other one. So a running maximum may start at −10^30.
     */
    private boolean startsBelow(int start, int other, int sign) {
        return readings.isConstant(start)
                && !readings.isConstant(other)
                && -sign * readings.value(start) - moved[start]
                        > FAR * (reach[other] + moved[other]);
    }

    private void copy(int node, int operand) {
        size[node] = size[operand];
        moved[node] = moved[operand];
        core[node] = core[operand];
        factors[node] = factors[operand];
        reach[node] = reach[operand];
    }

    /** What a node may be at other inputs: usual ones, integers and those of stated ranges. */
    private double reach(int node) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        int c = cone.c()[node];
        return switch (cone.op(node)) {
            case ADD, SUB -> reach[a] + reach[b];
            case MUL -> reach[a] * reach[b];
            case FMA -> reach[a] * reach[b] + reach[c];
            case DIV -> reach[a] / Math.min(1, readings.size(b));
            case NEG, ABS -> reach[a];
            case MAX, MIN -> Math.max(reach[a], reach[b]);
            case ITE -> Math.max(reach[b], reach[c]);
            case FLOOR, CEIL, TRUNC, RINT -> reach[a] + 1;
            case EXP2 -> Math.pow(2, reach[a]);
            case SQRT -> 1 + reach[a];
            case LOG2 -> LEAST_LOGARITHM + reach[a];
            case APPLY -> ofFunction(node);
            default -> 1; // conditions
        };
    }

    private double ofFunction(int node) {
        return switch (cone.function(node).name()) {
            case "tanh", "erf", "sin", "cos" -> 1;
            default -> Double.POSITIVE_INFINITY; // an integer, or the float of a word
        };
    }

    private double ofProduct(int a, int b) {
        return times(size[a] + moved[a], moved[b]) + times(size[b], moved[a]);
    }

    /** A product in which 0 counts for more than an infinity. */
    private static double times(double x, double y) {
        return x == 0 || y == 0 ? 0 : x * y;
    }

    private void quotient(int node, int a, int b) {
        double divisor = least(b);
        if (divisor > 2 * moved[b]) {
            double least = divisor - moved[b];
            set(node, size[a] / least, (moved[a] + times(size[a] / least, moved[b])) / least);
            if (divisors.get(b)) {
                double of = divisors.get(a) ? 0 : core[a];
                int by = divisors.get(a) ? factor(a) : factors[a];
                refine(node, of / least, lists.times(by, divisor(b), -1));
            }
        } else if (moved[b] == 0) {
            set(node, finite(readings.size(node)), moved[a]); // by 0: a drawn value
        } else {
            set(node, finite(readings.size(node)), Double.POSITIVE_INFINITY);
        }
    }

    private void set(int node, double by, double movedBy) {
        size[node] = by;
        moved[node] = movedBy;
        core[node] = movedBy;
        factors[node] = FactorLists.EMPTY;
    }

    // ---------------------------------------------------------------- cores and factors

    /** Takes a core and factors for a node whose size and first bound are set. */
    private void refine(int node, double coreMoved, int list) {
        if (list == FactorLists.NONE) {
            return;
        }
        moved[node] = Math.min(moved[node], coreMoved + times(size[node], movedFactors(list)));
        core[node] = list == FactorLists.EMPTY ? moved[node] : coreMoved;
        factors[node] = list;
    }

    private void sum(int node, double coreMoved, int list, int other) {
        int with = factors[other];
        double coreOther = core[other];
        if (list != with) {
            coreMoved += size[node] * movedDivisors(list);
            list = withoutDivisors(list);
            coreOther += size[node] * movedDivisors(with);
            with = withoutDivisors(with);
        }
        if (list == with) {
            refine(node, coreMoved + coreOther, list);
        }
    }

    private void choice(int node, int a, int b) {
        if (factors[a] == factors[b]) {
            refine(node, Math.max(core[a], core[b]), factors[a]);
        }
    }

    /** A product of two nodes: divisors are factors, so that a division by them is undone. */
    private void product(int a, int b) {
        int left = divisors.get(a) ? factor(a) : factors[a];
        int right = divisors.get(b) ? factor(b) : factors[b];
        double ofLeft = divisors.get(a) ? 0 : core[a];
        double ofRight = divisors.get(b) ? 0 : core[b];
        productFactors = lists.times(left, right);
        productCore = times(size[a] + ofLeft, ofRight) + times(size[b], ofLeft);
    }

    private int factor(int divisor) {
        return lists.times(FactorLists.EMPTY, divisor(divisor), 1);
    }

    private static int divisor(int node) {
        return 2 * node;
    }

    /** The product with each divisor to a positive power replaced by what it is a product of. */
    private int withoutDivisors(int list) {
        if (list == FactorLists.NONE) {
            return list;
        }
        int without = FactorLists.EMPTY;
        int[] all = lists.get(list);
        for (int i = 0; i < all.length; i += 2) {
            int power = isOpened(all, i) ? all[i + 1] : 0;
            if (power == 0) {
                without = lists.times(without, all[i], all[i + 1]);
            }
            for (int k = 0; k < power; k++) {
                without = lists.times(without, factors[all[i] / 2]);
            }
        }
        return without;
    }

    /** The part of a product that the cores of the divisors in it may move it by. */
    private double movedDivisors(int list) {
        double sum = 0;
        if (list != FactorLists.NONE) {
            int[] all = lists.get(list);
            for (int i = 0; i < all.length; i += 2) {
                sum += isOpened(all, i) ? all[i + 1] * part(all[i] / 2, core) : 0;
            }
        }
        return sum;
    }

    private static boolean isOpened(int[] list, int i) {
        return list[i] % 2 == 0 && list[i + 1] > 0;
    }

    /** The part of a product that its factors may move it by. */
    private double movedFactors(int list) {
        double sum = 0;
        int[] all = lists.get(list);
        for (int i = 0; i < all.length; i += 2) {
            boolean divisor = all[i] % 2 == 0;
            double of = divisor ? part(all[i] / 2, moved) : movedPowers[all[i] / 2];
            sum += Math.abs(all[i + 1]) * of;
        }
        return sum;
    }

    /** The part of a divisor that it may move by. */
    private double part(int divisor, double[] by) {
        double at = least(divisor);
        return at > 2 * by[divisor] ? by[divisor] / (at - by[divisor]) : Double.POSITIVE_INFINITY;
    }

    private void exponential(int node, int a) {
        double value = readings.size(node); // that of a constant may be infinite
        set(node, value, times(value, Math.expm1(LN_2 * moved[a])));
        exponentMoved = 0;
        exponentConstant = 0;
        exponentReach = 0;
        exponentFactors = FactorLists.EMPTY;
        split(a, NO_CONSTANT, 1, 0);
        refine(node, times(value, Math.expm1(LN_2 * exponentMoved)), exponentFactors);
        double most = exponentConstant + exponentReach + moved[a];
        if (most < VANISHING && exponentConstant < -FAR * exponentReach) {
            if (vanishing) {
                set(node, LEAST_BOUND, LEAST_BOUND);
            }
        } else if (!(reach[a] <= ORDINARY)) {
            vanishing = false; // it may be what makes a number of the others
        }
    }

    /** Adds a term of an exponent, times a constant: a maximum is a factor. */
    private void split(int node, int constant, int sign, int nested) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        Op op = cone.op(node);
        boolean scaled = (op == Op.MUL || op == Op.FMA) && constant == NO_CONSTANT;
        if (nested < MOST_NESTED && (op == Op.ADD || op == Op.SUB)) {
            split(a, constant, sign, nested + 1);
            split(b, constant, op == Op.ADD ? sign : -sign, nested + 1);
        } else if (nested < MOST_NESTED && op == Op.NEG) {
            split(a, constant, -sign, nested + 1);
        } else if (nested < MOST_NESTED
                && scaled
                && readings.isConstant(a) != readings.isConstant(b)) {
            boolean first = readings.isConstant(a);
            split(first ? b : a, first ? a : b, sign, nested + 1);
            if (op == Op.FMA) {
                split(cone.c()[node], NO_CONSTANT, sign, nested + 1);
            }
        } else if ((op == Op.MAX || op == Op.MIN) && !readings.isConstant(node)) {
            int factor = 2 * power(node, constant) + 1;
            exponentFactors = lists.times(exponentFactors, factor, sign);
            exponentReach += scaled(reach[node], constant);
        } else {
            exponentMoved += scaledMoved(node, constant);
            if (readings.isConstant(node)) {
                double by = constant == NO_CONSTANT ? 1 : readings.value(constant);
                exponentConstant += sign * readings.value(node) * by;
            } else {
                exponentReach += scaled(reach[node], constant);
            }
        }
    }

    private double scaled(double x, int constant) {
        return constant == NO_CONSTANT ? x : x * size[constant];
    }

    private double scaledMoved(int node, int constant) {
        return constant == NO_CONSTANT ? moved[node] : ofProduct(node, constant);
    }

    /** The number of 2^(maximum · constant); notes by what part of it that moves. */
    private int power(int maximum, int constant) {
        long key = (long) maximum << 32 | constant & 0xffffffffL;
        int number = powers.computeIfAbsent(key, k -> powers.size());
        if (number == movedPowers.length) {
            movedPowers = Arrays.copyOf(movedPowers, 2 * number);
        }
        movedPowers[number] = Math.expm1(LN_2 * scaledMoved(maximum, constant));
        return number;
    }
}
