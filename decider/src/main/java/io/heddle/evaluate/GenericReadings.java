package io.heddle.evaluate;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.BitSet;
import java.util.SplittableRandom;

/**
 * Evaluates a cone with two readings of its literals where nothing but arithmetic decides: sums,
 * products and quotients are computed, all else gets a value that is drawn, the same in both
 * readings. An arm of a choice, the greater of two numbers, an integer, a function that is 0 or has
 * no value at ordinary points: each is as visible as any other number. So a sum that is 0 in one
 * reading only is seen however rarely a kernel comes to it.
 *
 * <p>This is the identity test of Schwartz and Zippel for polynomials over such values. Equal
 * operands give equal draws: a draw depends on the operation and on its operands' values in the
 * second reading, to the precision of a single.
 *
 * <ul>
 *   <li>A maximum is the operand that the draws put above; a minimum is the negative of the maximum
 *       of the negatives, |a| that of a and −a.
 *   <li>A choice takes an arm by its condition's draw.
 *   <li>Of a constant and another operand or arm, the other one is taken.
 *   <li>A rounding to an integer is the integer of the second reading, and drawn where that is 0.
 *   <li>2^a, log a, √a and the functions of reals keep their values where these are of ordinary
 *       size.
 * </ul>
 *
 * <p>The second reading's value is a {@link DoubleDouble} with a bound of its error; what the first
 * differs from it by is propagated as such, in doubles with a bound of their error, so that it is
 * known where the value itself cancels.
 */
public final class GenericReadings {
    private static final double ORDINARY = 0x1p60;
    private static final double KEPT_BITS = 0x1p29; // 53 − 29 = 24 bits of a function's argument
    private static final double LN_2 = 0.6931471805599453;
    private static final double ROUNDING = 0x1p-50; // a few of doubles
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final Cone cone;
    private final double[] value; // in the second reading
    private final double[] rest; // what it is more than that
    private final double[] valueError;
    private final double[] change; // from the second reading to the first
    private final double[] changeError;
    private final BitSet constant = new BitSet();
    private final DoubleDouble work = new DoubleDouble();
    private long seed;

    /**
     * @param first the first reading
     * @param second the second reading, which decides what is drawn
     */
    public GenericReadings(Cone cone, Literals first, Literals second) {
        this.cone = cone;
        value = new double[cone.size()];
        rest = new double[cone.size()];
        valueError = new double[cone.size()];
        change = new double[cone.size()];
        changeError = new double[cone.size()];
        for (int i = 0; i < cone.leaves().length; i++) {
            leaf(cone.leaves()[i], cone.leafTerms()[i], first, second);
        }
        for (int node = 0; node < value.length; node++) {
            boolean all = cone.parts(node) > 0;
            for (int k = 0; k < cone.parts(node); k++) {
                all &= constant.get(cone.part(node, k));
            }
            if (all) {
                constant.set(node);
            }
        }
    }

    private void leaf(int node, int term, Literals first, Literals second) {
        TermStore store = cone.store();
        Op op = store.op(term);
        if (op == Op.ELEMENT || op == Op.UNDEFINED) {
            return;
        }
        constant.set(node);
        if (op != Op.RATIONAL && op != Op.LITERAL && op != Op.CONSTANT) {
            same(node, DoubleFunctions.apply(op, 0, 0, 0));
            return;
        }
        BigDecimal there = PreciseEvaluator.leaf(store, term, second).low();
        work.set(there);
        value(node, 0);
        if (op == Op.LITERAL) {
            BigDecimal here = PreciseEvaluator.leaf(store, term, first).low();
            change(node, here.subtract(there).doubleValue(), 0);
        }
    }

    /**
     * Evaluates every node.
     *
     * @param point value of each of {@link Cone#elementTerms()}; 0 and integers are drawn instead
     * @param seed of all draws
     */
    public void evaluate(double[] point, long seed) {
        this.seed = seed;
        for (int i = 0; i < point.length; i++) {
            int node = cone.elements()[i];
            boolean drawn = point[i] == 0 || cone.store().isInteger(cone.elementTerms()[i]);
            same(node, drawn ? draw(Op.ELEMENT, node) : point[i]);
        }
        for (int i = 0; i < cone.leaves().length; i++) {
            if (cone.op(cone.leaves()[i]) == Op.UNDEFINED) {
                same(cone.leaves()[i], draw(Op.UNDEFINED, i));
            }
        }
        for (int node = 0; node < value.length; node++) {
            if (cone.parts(node) > 0) {
                evaluate(node);
            }
        }
    }

    /** True for a node that no element of a tensor reaches. */
    boolean isConstant(int node) {
        return constant.get(node);
    }

    /** True for a node that has a value in which readings can differ: a number, a comparison. */
    public boolean isCompared(int node) {
        return switch (cone.op(node)) {
            case LT, LE, EQ -> true;
            case ARGS, NOT, AND, OR, TRUE, FALSE -> false;
            default -> cone.parts(node) > 0;
        };
    }

    /**
     * The least that the readings' values are apart by, rounding in doubles taken off; of a
     * comparison, the differences of its operands are meant.
     */
    public double leastChange(int node) {
        double least;
        if (cone.op(node).isCondition()) {
            int a = cone.a()[node];
            int b = cone.b()[node];
            double d = change[a] - change[b];
            least = Math.abs(d) - changeError[a] - changeError[b] - ROUNDING * Math.abs(d);
        } else {
            least = Math.abs(change[node]) - changeError[node];
        }
        return Double.isFinite(least) ? least : 0;
    }

    /** The greatest that the second reading's value may be, of a comparison the difference's. */
    public double size(int node) {
        if (!cone.op(node).isCondition()) {
            return Math.abs(value[node]) + valueError[node];
        }
        int a = cone.a()[node];
        int b = cone.b()[node];
        work.set(value[a], rest[a]).add(-value[b], -rest[b]);
        return Math.abs(work.high()) + valueError[a] + valueError[b];
    }

    private void evaluate(int node) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        int c = cone.c()[node];
        switch (cone.op(node)) {
            case ADD -> sum(node, a, b, 1);
            case SUB -> sum(node, a, b, -1);
            case MUL -> {
                product(node, a, b);
                checked(node);
            }
            case FMA -> {
                product(node, a, b);
                sum(node, node, c, 1);
            }
            case DIV -> quotient(node, a, b);
            case NEG -> {
                copy(node, a);
                negate(node);
            }
            case EXP2 -> function(node, a, LN_2 * Math.pow(2, value[a]));
            case LOG2 -> function(node, a, 1 / (LN_2 * value[a]));
            case SQRT -> function(node, a, 0.5 / Math.sqrt(value[a]));
            case MAX -> greater(node, a, b, 1);
            case MIN -> greater(node, a, b, -1);
            case ABS -> {
                copy(node, a);
                if (constant.get(a) ? value[a] < 0 : key(a, 1) < key(a, -1)) {
                    negate(node);
                }
            }
            case FLOOR, CEIL, TRUNC, RINT -> rounded(node, a);
            case ITE -> {
                boolean mixed = constant.get(b) != constant.get(c);
                copy(node, (mixed ? constant.get(c) : value[a] > 0) ? b : c);
            }
            case NOT -> same(node, -value[a]);
            case LT -> same(node, condition(Op.LT, a, b));
            case LE -> same(node, -condition(Op.LT, b, a)); // a <= b is not b < a
            case EQ, AND, OR -> same(node, condition(cone.op(node), a, b));
            case APPLY -> apply(node);
            default -> drawn(node);
        }
    }

    private void sum(int node, int a, int b, int sign) {
        double error = valueError[a] + valueError[b];
        double size = Math.abs(value[a]) + Math.abs(value[b]);
        double changes = Math.abs(change[a]) + Math.abs(change[b]);
        double changed = change[a] + sign * change[b];
        double changedError = changeError[a] + changeError[b] + ROUNDING * changes;
        work.set(value[a], rest[a]).add(sign * value[b], sign * rest[b]);
        value(node, error + DoubleDouble.UNIT * size);
        change(node, changed, changedError);
        checked(node);
    }

    private void product(int node, int a, int b) {
        double x = Math.abs(value[a]);
        double y = Math.abs(value[b]);
        double dx = Math.abs(change[a]);
        double dy = Math.abs(change[b]);
        work.set(value[a], rest[a]).multiply(value[b], rest[b]);
        value(
                node,
                x * valueError[b]
                        + y * valueError[a]
                        + valueError[a] * valueError[b]
                        + DoubleDouble.UNIT * x * y);
        change(
                node,
                change[a] * value[b] + change[b] * value[a] + change[a] * change[b],
                changeError[a] * (y + dy + changeError[b] + valueError[b])
                        + changeError[b] * (x + dx + valueError[a])
                        + dx * valueError[b]
                        + dy * valueError[a]
                        + ROUNDING * (dx * y + dy * x + dx * dy));
    }

    private void quotient(int node, int a, int b) {
        double least = Math.abs(value[b]) - valueError[b] - Math.abs(change[b]) - changeError[b];
        if (!(least > 0) && !constant.get(node)) {
            same(node, draw(Op.DIV, mix(key(a, 1), key(b, 1))));
            return;
        }
        double q = (Math.abs(value[a]) + valueError[a]) / least;
        double ratio = value[a] / value[b];
        work.set(value[a], rest[a]).divide(value[b], rest[b]);
        value(node, (valueError[a] + q * valueError[b]) / least + DoubleDouble.UNIT * q);
        change(
                node,
                (change[a] - ratio * change[b]) / (value[b] + change[b]),
                (changeError[a] + q * changeError[b]) / least
                        + (Math.abs(change[a]) + q * Math.abs(change[b]))
                                / least
                                * (ROUNDING + (valueError[a] + valueError[b]) / least));
        checked(node);
    }

    /** Draws a value where arithmetic has none. */
    private void checked(int node) {
        boolean finite = Double.isFinite(value[node] + valueError[node] + change[node]);
        if (!finite && !constant.get(node)) {
            drawn(node);
        }
    }

    /** A function of one argument, with the slope there. */
    private void function(int node, int a, double slope) {
        double x = kept(value[a]);
        double y = DoubleFunctions.apply(cone.op(node), x, 0, 0);
        double moved = DoubleFunctions.apply(cone.op(node), x + change[a], 0, 0) - y;
        of(node, a, y, slope, moved);
    }

    /** The number near x that all numbers near it share, but for bad luck. */
    private static double kept(double x) {
        double scaled = x * KEPT_BITS;
        double near = Double.isFinite(scaled) ? x + scaled - scaled : x;
        return near == 0 ? x : near;
    }

    private void of(int node, int a, double y, double slope, double moved) {
        double size = Math.abs(y);
        boolean ordinary = size <= ORDINARY && size >= 1 / ORDINARY && Math.abs(slope) <= ORDINARY;
        if (!ordinary && !constant.get(node)) {
            drawn(node);
            return;
        }
        work.set(y, 0);
        value(node, 0);
        boolean small = Math.abs(change[a]) < 0x1p-16 * Math.min(1, Math.abs(value[a]));
        double linear = slope * change[a];
        double curved = Math.abs(linear) * 0x1p-4;
        change(
                node,
                small ? linear : moved,
                Math.abs(slope) * changeError[a] + (small ? curved : ROUNDING * size));
    }

    private void greater(int node, int a, int b, int sign) {
        boolean first;
        if (constant.get(a) != constant.get(b)) {
            first = constant.get(b);
        } else if (constant.get(node)) {
            first = sign * value[a] >= sign * value[b];
        } else {
            first = key(a, sign) >= key(b, sign);
        }
        copy(node, first ? a : b);
    }

    private void rounded(int node, int a) {
        double y = DoubleFunctions.apply(cone.op(node), value[a], 0, 0);
        if (y != 0 && Double.isFinite(y) || constant.get(node)) {
            same(node, y);
        } else {
            drawn(node);
        }
    }

    private void apply(int node) {
        int a = cone.b()[node];
        double x = kept(value[a]);
        double to = x + change[a];
        switch (cone.function(node).name()) {
            case "tanh" -> {
                double y = Math.tanh(x);
                of(node, a, y, 1 - y * y, Math.tanh(to) - y);
            }
            case "erf" -> {
                double y = DoubleFunctions.erf(x);
                double slope = 2 / Math.sqrt(Math.PI) * Math.exp(-x * x);
                of(node, a, y, slope, DoubleFunctions.erf(to) - y);
            }
            case "sin" -> of(node, a, Math.sin(x), Math.cos(x), Math.sin(to) - Math.sin(x));
            case "cos" -> of(node, a, Math.cos(x), -Math.sin(x), Math.cos(to) - Math.cos(x));
            default -> drawn(node);
        }
    }

    private double condition(Op op, int a, int b) {
        return draw(op, mix(key(a, 1), key(b, 1)));
    }

    /** A value for what the node's operation makes of its operands. */
    private void drawn(int node) {
        long operands = cone.op(node) == Op.APPLY ? cone.a()[node] : 0;
        for (int k = 0; k < cone.parts(node); k++) {
            operands = mix(operands, key(cone.part(node, k), 1));
        }
        same(node, draw(cone.op(node), operands));
    }

    private void copy(int node, int operand) {
        value[node] = value[operand];
        rest[node] = rest[operand];
        valueError[node] = valueError[operand];
        change[node] = change[operand];
        changeError[node] = changeError[operand];
    }

    private void negate(int node) {
        value[node] = -value[node];
        rest[node] = -rest[node];
        change[node] = -change[node];
    }

    private void same(int node, double x) {
        work.set(x, 0);
        value(node, 0);
        change(node, 0, 0);
    }

    private void value(int node, double error) {
        value[node] = work.high();
        rest[node] = work.low();
        valueError[node] = error + DoubleDouble.UNIT * Math.abs(work.high());
    }

    private void change(int node, double by, double error) {
        change[node] = by;
        changeError[node] = error;
    }

    /** Equal for values that are equal up to roundings. */
    private long key(int node, int sign) {
        return mix(seed, Float.floatToIntBits((float) (sign * value[node]) + 0.0f));
    }

    private static long mix(long x, long y) {
        return new SplittableRandom(x * GOLDEN + y).nextLong();
    }

    /** A number between 1/2 and 2, or its negative. */
    private double draw(Op kind, long operands) {
        long bits = mix(mix(seed, kind.ordinal()), operands);
        double size = 0.5 + 1.5 * (bits >>> 12) * 0x1p-52;
        return (bits & 1) == 0 ? size : -size;
    }
}
