package io.heddle.evaluate;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;

/**
 * Evaluates a cone with readings of its literals where nothing but arithmetic decides: sums,
 * products and quotients are computed, all else gets a value that is drawn, the same in all
 * readings. An arm of a choice, the greater of two numbers, an integer, a function that is 0 or has
 * no value at ordinary points: each is as visible as any other number. So a sum that is 0 in one
 * reading only is seen however rarely a kernel comes to it.
 *
 * <p>This is the identity test of Schwartz and Zippel for polynomials over such values. Equal
 * operands give equal draws: a draw depends on the operation and on its operands' values in the
 * common reading, with which the others are compared, to 73 bits.
 *
 * <ul>
 *   <li>A maximum is the operand that the draws put above; a minimum is the negative of the maximum
 *       of the negatives, |a| that of a and −a.
 *   <li>A choice takes an arm by its condition's draw.
 *   <li>Of a constant and another operand or arm, the other one is taken.
 *   <li>A rounding to an integer is the integer of the common reading, and drawn where that is 0 or
 *       parts are taken: ⌈x⌉ is ⌊x⌋ + 1 at any point, and not where x is an integer.
 *   <li>2^a, log a, √a and the functions of reals keep their values where these are of ordinary
 *       size.
 * </ul>
 *
 * <p>That is one {@link World}. The difference of two choices between z and 0 is z − z there, so
 * others take either arm, or a part of each.
 *
 * <p>{@link ReadingValues} has the arithmetic.
 */
public final class GenericReadings {
    /** How the arms of choices and the greater of two numbers are drawn. */
    public enum World {
        /** Data rather than constants. */
        DATA(false),
        /** Any arm and any of two numbers. */
        ARMS(false),
        /** A part of each arm and of each of two numbers. */
        PARTS(true),
        /** As {@link #PARTS}; elements that a comparison for equality has are equal. */
        EQUALITIES(true),
        /** As {@link #PARTS}; divisors are drawn, and near 0. */
        POLES(true);

        private final boolean parts;

        World(boolean parts) {
            this.parts = parts;
        }
    }

    private static final double ORDINARY = 0x1p60;
    private static final double KEY_SCALE = 0x1p20; // 53 + 20 bits of a number tell it from others
    private static final double NEAR_ZERO = 0x1p-40;
    private static final double NEAR = 0x1p-24;
    private static final double NO_CHANCE = 0x1p-36; // that numbers are so close
    private static final double KEPT_BITS = 0x1p8; // 53 − 8 = 45 bits of a function's argument
    private static final double LN_2 = 0.6931471805599453;
    private static final double ROUNDING = 0x1p-50; // a few of doubles
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final Cone cone;
    private final ReadingValues values;
    private final double[] value; // of those
    private final BitSet constant = new BitSet();
    private final BitSet divisors = new BitSet(); // or the arguments of the roots that divide
    private final Map<Integer, Integer> equal = new HashMap<>(); // nodes, to others that they equal
    private final BitSet varying = new BitSet(); // nodes that a world may give another value
    private final BitSet moved = new BitSet(); // nodes above literals that readings move
    private World world = World.DATA;
    private double[] point;
    private long seed;

    /**
     * @param common the reading that the others are compared with, which decides what is drawn
     * @param others the others, numbered from 0
     */
    public GenericReadings(Cone cone, Literals common, List<Literals> others) {
        this.cone = cone;
        values = new ReadingValues(cone.size(), others.size());
        value = values.value;
        for (int i = 0; i < cone.leaves().length; i++) {
            leaf(cone.leaves()[i], cone.leafTerms()[i], common, others);
        }
        for (int node = 0; node < value.length; node++) {
            boolean all = cone.parts(node) > 0;
            for (int k = 0; k < cone.parts(node); k++) {
                all &= constant.get(cone.part(node, k));
            }
            if (all) {
                constant.set(node);
            }
            if (cone.op(node) == Op.EQ) {
                equality(cone.a()[node], cone.b()[node]);
            } else if (cone.op(node) == Op.DIV) {
                int divisor = cone.b()[node];
                divisors.set(cone.op(divisor) == Op.SQRT ? cone.a()[divisor] : divisor);
            }
        }
        equal.keySet().stream().filter(node -> moved.get(equal(node))).forEach(moved::set);
        for (int node = 0; node < value.length; node++) {
            boolean varies =
                    isChosen(cone.op(node)) || divisors.get(node) || equal.containsKey(node);
            if (varies && !constant.get(node) || cone.isAbove(varying, node)) {
                varying.set(node);
            }
            if (cone.isAbove(moved, node)) {
                moved.set(node);
            }
        }
    }

    private GenericReadings(GenericReadings of) {
        cone = of.cone;
        values = new ReadingValues(of.values);
        value = values.value;
        constant.or(of.constant);
        divisors.or(of.divisors);
        equal.putAll(of.equal);
        varying.or(of.varying);
        moved.or(of.moved);
    }

    /** The same readings with values of their own, for another thread. */
    public GenericReadings copy() {
        return new GenericReadings(this);
    }

    /** True for operations of which {@link World}s make different values of the same operands. */
    private static boolean isChosen(Op op) {
        return op.isRounding() || List.of(Op.MAX, Op.MIN, Op.ABS, Op.ITE).contains(op);
    }

    /** Makes an element equal to another one, or to a constant. */
    private void equality(int a, int b) {
        int first = equal(a);
        int second = equal(b);
        if (first == second) {
            return;
        }
        if (cone.op(first) == Op.ELEMENT && (cone.op(second) == Op.ELEMENT || isLeaf(second))) {
            equal.put(first, second);
        } else if (cone.op(second) == Op.ELEMENT && isLeaf(first)) {
            equal.put(second, first);
        }
    }

    private boolean isLeaf(int node) {
        return constant.get(node) && cone.parts(node) == 0;
    }

    private int equal(int node) {
        int last = node;
        while (equal.containsKey(last)) {
            last = equal.get(last);
        }
        return last;
    }

    /** True if a world is another than {@link World#PARTS}, or that. */
    public boolean has(World other) {
        return switch (other) {
            case EQUALITIES -> !equal.isEmpty();
            case POLES -> !divisors.isEmpty();
            default -> true;
        };
    }

    private void leaf(int node, int term, Literals common, List<Literals> others) {
        TermStore store = cone.store();
        Op op = store.op(term);
        if (op == Op.ELEMENT || op == Op.UNDEFINED) {
            return;
        }
        constant.set(node);
        if (op != Op.RATIONAL && op != Op.LITERAL && op != Op.CONSTANT) {
            values.same(node, DoubleFunctions.apply(op, 0, 0, 0));
            return;
        }
        BigDecimal there = PreciseEvaluator.leaf(store, term, common).low();
        BigDecimal[] here = new BigDecimal[others.size()];
        Arrays.setAll(
                here,
                r ->
                        op == Op.LITERAL
                                ? PreciseEvaluator.leaf(store, term, others.get(r)).low()
                                : there);
        values.set(node, there, here);
        if (Arrays.stream(here).anyMatch(x -> x.compareTo(there) != 0)) {
            moved.set(node);
        }
    }

    /**
     * Evaluates every node.
     *
     * @param point about the value of each of {@link Cone#elementTerms()}, whose last bits are
     *     drawn: where it is 10, 10 − x is no sum that cancels; 0 and integers are drawn instead
     * @param seed of all draws
     */
    public void evaluate(double[] point, long seed, World world) {
        this.point = point;
        this.seed = seed;
        leaves(world);
        for (int node = 0; node < value.length; node++) {
            node(node);
        }
    }

    /** Evaluates in another world at the same point and with the same seed. */
    public void evaluate(World other) {
        leaves(other);
        for (int node = varying.nextSetBit(0); node >= 0; node = varying.nextSetBit(node + 1)) {
            node(node);
        }
    }

    private void leaves(World of) {
        world = of;
        values.setMoved(true);
        for (int i = 0; i < point.length; i++) {
            int node = cone.elements()[i];
            boolean drawn = point[i] == 0 || cone.store().isInteger(cone.elementTerms()[i]);
            double draw = draw(Op.ELEMENT, node);
            values.same(node, drawn ? draw : point[i] * (1 + NEAR * draw));
        }
        if (world == World.EQUALITIES) {
            equal.keySet().forEach(node -> values.copy(node, equal(node)));
        }
        for (int i = 0; i < cone.leaves().length; i++) {
            if (cone.op(cone.leaves()[i]) == Op.UNDEFINED) {
                values.same(cone.leaves()[i], draw(Op.UNDEFINED, i));
            }
        }
    }

    private void node(int node) {
        values.setMoved(moved.get(node));
        if (cone.parts(node) > 0) {
            evaluate(node);
        }
        if (world == World.POLES && divisors.get(node) && !constant.get(node)) {
            double size = NEAR_ZERO * Math.abs(draw(Op.DIV, key(node, 1)));
            values.same(node, value[node] < 0 ? -size : size);
        }
    }

    /** True for a node that no element of a tensor reaches. */
    boolean isConstant(int node) {
        return constant.get(node);
    }

    /** The common reading's value. */
    double value(int node) {
        return value[node];
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
     * The least that a reading's value is apart from the common one, rounding in doubles taken off;
     * of a comparison, the differences of its operands are meant.
     */
    public double leastChange(int reading, int node) {
        double least =
                cone.op(node).isCondition()
                        ? values.leastChange(reading, cone.a()[node], cone.b()[node])
                        : values.leastChange(reading, node);
        return Double.isFinite(least) ? least : 0;
    }

    /** The greatest that the common reading's value may be, of a comparison the difference's. */
    public double size(int node) {
        return cone.op(node).isCondition()
                ? values.difference(cone.a()[node], cone.b()[node])
                : Math.abs(value[node]) + values.valueError[node];
    }

    /**
     * True for a sum or a comparison whose operands are equal in the common reading, up to parts
     * that are no chance, and differ in another one by more than the part {@code most} of what is
     * left.
     */
    public boolean isCancelled(int reading, int node, double most) {
        double of;
        switch (cone.op(node)) {
            case ADD, SUB, LT, LE, EQ -> of = size(cone.a()[node]);
            case FMA -> of = size(cone.c()[node]);
            default -> {
                return false;
            }
        }
        double left = size(node);
        return left <= NO_CHANCE * of && leastChange(reading, node) > most * left;
    }

    private void evaluate(int node) {
        int a = cone.a()[node];
        int b = cone.b()[node];
        int c = cone.c()[node];
        switch (cone.op(node)) {
            case ADD -> sum(node, a, b, 1);
            case SUB -> sum(node, a, b, -1);
            case MUL -> {
                values.product(node, a, b);
                checked(node);
            }
            case FMA -> {
                values.product(node, a, b);
                sum(node, node, c, 1);
            }
            case DIV -> quotient(node, a, b);
            case NEG -> {
                values.copy(node, a);
                values.negate(node);
            }
            case EXP2 -> function(node, a, LN_2 * Math.pow(2, value[a]), GenericReadings::exp2);
            case LOG2 -> function(node, a, 1 / (LN_2 * value[a]), GenericReadings::log2);
            case SQRT -> function(node, a, 0.5 / Math.sqrt(value[a]), Math::sqrt);
            case MAX -> greater(node, a, b, 1);
            case MIN -> greater(node, a, b, -1);
            case ABS -> {
                values.copy(node, a);
                if (world.parts && !constant.get(a)) {
                    values.multiply(node, draw(Op.ABS, key(a, 1)) / 4);
                } else if (constant.get(a) ? value[a] < 0 : key(a, 1) < key(a, -1)) {
                    values.negate(node);
                }
            }
            case FLOOR, CEIL, TRUNC, RINT -> rounded(node, a);
            case ITE -> {
                if (world.parts) {
                    parts(node, b, c, value[a]);
                } else {
                    values.copy(node, (byData(b, c) ? constant.get(c) : value[a] > 0) ? b : c);
                }
            }
            case NOT -> values.same(node, -value[a]);
            case LT -> values.same(node, condition(Op.LT, a, b));
            case LE -> values.same(node, -condition(Op.LT, b, a)); // a <= b is not b < a
            case EQ, AND, OR -> values.same(node, condition(cone.op(node), a, b));
            case APPLY -> apply(node);
            default -> drawn(node);
        }
    }

    private void sum(int node, int a, int b, int sign) {
        values.sum(node, a, b, sign);
        checked(node);
    }

    private void parts(int node, int a, int b, double drawn) {
        values.parts(node, a, b, drawn);
        checked(node);
    }

    private void quotient(int node, int a, int b) {
        if (!values.isApartFromZero(b) && !constant.get(node)) {
            values.same(node, draw(Op.DIV, mix(key(a, 1), key(b, 1))));
            return;
        }
        values.quotient(node, a, b);
        checked(node);
    }

    /** Draws a value where arithmetic has none. */
    private void checked(int node) {
        if (!values.isFinite(node) && !constant.get(node)) {
            drawn(node);
        }
    }

    /** A function of one argument, with the slope there. */
    private void function(int node, int a, double slope, DoubleUnaryOperator function) {
        of(node, a, kept(value[a]), slope, function);
    }

    private static double exp2(double x) {
        return DoubleFunctions.apply(Op.EXP2, x, 0, 0);
    }

    private static double log2(double x) {
        return DoubleFunctions.apply(Op.LOG2, x, 0, 0);
    }

    /** The number near x that all numbers near it share, but for bad luck. */
    private static double kept(double x) {
        double scaled = x * KEPT_BITS;
        double near = Double.isFinite(scaled) ? x + scaled - scaled : x;
        return near == 0 ? x : near;
    }

    private void of(int node, int a, double x, double slope, DoubleUnaryOperator function) {
        double y = function.applyAsDouble(x);
        double size = Math.abs(y);
        boolean ordinary = size <= ORDINARY && size >= 1 / ORDINARY && Math.abs(slope) <= ORDINARY;
        if (!ordinary && !constant.get(node)) {
            drawn(node);
            return;
        }
        values.function(node, a, x, y, slope, function);
        if (cone.op(node) == Op.APPLY && !constant.get(node)) {
            values.valueError[node] += ROUNDING; // 1 + erf(-6) is not 0
        }
    }

    private void greater(int node, int a, int b, int sign) {
        if (constant.get(node)) {
            values.copy(node, sign * value[a] >= sign * value[b] ? a : b);
            return;
        }
        long above = key(a, sign);
        long below = key(b, sign);
        boolean first = above >= below;
        if (world.parts) {
            long both = first ? mix(above, below) : mix(below, above);
            parts(node, first ? a : b, first ? b : a, draw(Op.MAX, both));
        } else {
            values.copy(node, (byData(a, b) ? constant.get(b) : first) ? a : b);
        }
    }

    /** True if a constant and another operand are told apart by that. */
    private boolean byData(int a, int b) {
        return world == World.DATA && constant.get(a) != constant.get(b);
    }

    private void rounded(int node, int a) {
        double y = DoubleFunctions.apply(cone.op(node), value[a], 0, 0);
        if (y != 0 && Double.isFinite(y) && !world.parts || constant.get(node)) {
            values.same(node, y);
        } else {
            drawn(node);
        }
    }

    private void apply(int node) {
        int a = cone.b()[node];
        double x = kept(value[a]);
        switch (cone.function(node).name()) {
            case "tanh" -> of(node, a, x, 1 - Math.tanh(x) * Math.tanh(x), Math::tanh);
            case "erf" -> {
                double slope = 2 / Math.sqrt(Math.PI) * Math.exp(-x * x);
                of(node, a, x, slope, DoubleFunctions::erf);
            }
            case "sin" -> of(node, a, x, Math.cos(x), Math::sin);
            case "cos" -> of(node, a, x, -Math.sin(x), Math::cos);
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
        values.same(node, draw(cone.op(node), operands));
    }

    /** Equal for values that are equal up to roundings of double-doubles. */
    private long key(int node, int sign) {
        long bits = Double.doubleToLongBits(sign * value[node] + 0.0);
        double rest = Math.rint(values.rest(node) / Math.ulp(value[node]) * KEY_SCALE);
        return mix(mix(seed, bits), Double.doubleToLongBits(sign * rest + 0.0));
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
