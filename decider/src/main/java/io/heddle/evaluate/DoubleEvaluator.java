package io.heddle.evaluate;

import io.heddle.algebra.RealConstants;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.Optional;

/**
 * Evaluates a cone at one point in doubles, in one pass over its arrays: a guide, never a proof.
 *
 * <p>A function without a known meaning is taken as the constant 1, so that it neither hides nor
 * shows a difference of its own.
 */
public final class DoubleEvaluator {
    private static final int BLOCK = 4096;
    private static final int ADD = Op.ADD.ordinal();
    private static final int SUB = Op.SUB.ordinal();
    private static final int MUL = Op.MUL.ordinal();
    private static final int FMA = Op.FMA.ordinal();
    private static final int APPLY = Op.APPLY.ordinal();

    private final Cone cone;
    private final double[] values;

    public DoubleEvaluator(Cone cone, Literals literals) {
        this.cone = cone;
        this.values = new double[cone.size()];
        int[] leaves = cone.leaves();
        for (int i = 0; i < leaves.length; i++) {
            values[leaves[i]] = leaf(cone.store(), cone.leafTerms()[i], literals);
        }
    }

    private static double leaf(TermStore store, int term, Literals literals) {
        Op op = store.op(term);
        return switch (op) {
            case ELEMENT -> 0;
            case RATIONAL -> nearest(store.rationalValue(term));
            case LITERAL -> literals.approximation(term);
            case CONSTANT -> RealConstants.digits(store.constantOf(term)).doubleValue();
            default -> DoubleFunctions.apply(op, 0, 0, 0);
        };
    }

    private static double nearest(Rational r) {
        return DoubleInterval.nearest(r);
    }

    /**
     * Evaluates every node.
     *
     * @param point value of each of {@link Cone#elementTerms()}
     */
    public void evaluate(double[] point) {
        int[] elements = cone.elements();
        for (int i = 0; i < elements.length; i++) {
            values[elements[i]] = point[i];
        }
        above(0);
    }

    /**
     * Gives {@code node} another value than it has at the last point and evaluates again what is
     * above it.
     */
    public void replace(int node, double value) {
        values[node] = value;
        above(node + 1);
    }

    private void above(int first) {
        for (int from = first; from < values.length; from += BLOCK) {
            evaluate(from, Math.min(from + BLOCK, values.length));
        }
    }

    private void evaluate(int from, int to) {
        byte[] op = cone.ops();
        int[] a = cone.a();
        int[] b = cone.b();
        int[] c = cone.c();
        double[] v = values;
        for (int i = from; i < to; i++) {
            int o = op[i];
            if (o == FMA) {
                v[i] = v[a[i]] * v[b[i]] + v[c[i]];
            } else if (o == ADD) {
                v[i] = v[a[i]] + v[b[i]];
            } else if (o == MUL) {
                v[i] = v[a[i]] * v[b[i]];
            } else if (o >= ADD) {
                v[i] = other(i, o);
            }
        }
    }

    private double other(int i, int o) {
        double[] v = values;
        int a = cone.a()[i];
        int b = cone.b()[i];
        if (o == SUB) {
            return v[a] - v[b];
        }
        if (o == APPLY) {
            return apply(i);
        }
        Op op = cone.op(i);
        return switch (op.arity()) {
            case 0 -> v[i]; // TRUE, FALSE
            case 1 ->
                    op != Op.LOG2 && Double.isNaN(v[a]) && cone.isSecondKind(i)
                            ? 0 // NaN converted to an integer
                            : DoubleFunctions.apply(op, v[a], 0, 0);
            case 2 ->
                    (op == Op.MAX || op == Op.MIN)
                                    && cone.isSecondKind(i)
                                    && Double.isNaN(v[a] + v[b])
                                    && (Double.isNaN(v[a]) || Double.isNaN(v[b]))
                            ? Double.NaN
                            : DoubleFunctions.apply(op, v[a], v[b], 0);
            default -> DoubleFunctions.apply(op, v[a], v[b], v[cone.c()[i]]);
        };
    }

    private double apply(int node) {
        Function function = cone.function(node);
        double x = values[cone.b()[node]];
        return switch (function.name()) {
            case "tanh" -> Math.tanh(x);
            case "erf" -> DoubleFunctions.erf(x);
            case "sin" -> Math.sin(x);
            case "cos" -> Math.cos(x);
            default -> integer(function, node);
        };
    }

    private double integer(Function function, int node) {
        if (function.readsBits() || function.givesBits()) {
            return BitPatterns.near(cone, node, values[cone.b()[node]]);
        }
        Optional<ExactFunction> known = ExactFunction.of(function);
        if (known.isEmpty()) {
            return 1;
        }
        int[] nodes = cone.arguments(node);
        Rational[] arguments = new Rational[nodes.length];
        for (int i = 0; i < nodes.length; i++) {
            double x = values[nodes[i]];
            if (!Double.isFinite(x)) {
                return Double.NaN;
            }
            arguments[i] = Rational.ofExact(x);
        }
        Rational result = known.get().apply(arguments);
        return result == null ? Double.NaN : nearest(result);
    }

    /** The value of {@code node} at the last point. */
    public double value(int node) {
        return values[node];
    }
}
