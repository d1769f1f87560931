package io.heddle.algebra;

import io.heddle.term.ElementType;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.Random;

/** Random terms over three inputs, and their values by the definition of each operation. */
final class RandomTerms {
    static final int INPUTS = 3;

    final TermStore store = new TermStore();
    private final int[] inputs = new int[INPUTS];
    private final Random random;

    RandomTerms(long seed) {
        random = new Random(seed);
        int symbol = store.declare(new Symbol("x", ElementType.F32, List.of(INPUTS)));
        for (int i = 0; i < INPUTS; i++) {
            inputs[i] = store.element(symbol, i);
        }
    }

    /** A term of rational operations: + − · ÷, fma, max, min, |t|, floor, ite. */
    int rational(int depth) {
        if (depth == 0) {
            return leaf();
        }
        int a = rational(random.nextInt(depth));
        int b = rational(random.nextInt(depth));
        return switch (random.nextInt(13)) {
            case 0, 1 -> store.add(a, b);
            case 2 -> store.sub(a, b);
            case 3, 4 -> store.mul(a, b);
            case 5 -> b == store.zero() ? a : store.div(a, b);
            case 6 -> store.fma(a, b, rational(random.nextInt(depth)));
            case 7 -> store.max(a, b);
            case 8 -> store.min(a, b);
            case 9 -> store.abs(a);
            case 10 -> store.floor(a);
            case 11 -> store.trunc(a);
            default -> store.ite(condition(a, b), a, rational(random.nextInt(depth)));
        };
    }

    /** A term with exponentials, logarithms and roots, too. */
    int real(int depth) {
        if (depth == 0) {
            return leaf();
        }
        int a = real(random.nextInt(depth));
        int b = real(random.nextInt(depth));
        return switch (random.nextInt(11)) {
            case 0, 1 -> store.add(a, b);
            case 2 -> store.sub(a, b);
            case 3 -> store.mul(a, b);
            case 4 -> b == store.zero() ? a : store.div(a, b);
            case 5 -> store.exp2(a);
            case 6 -> store.exp2(store.sub(a, b));
            case 7 -> store.isFinite(store.log2(a)) ? store.log2(a) : a;
            case 8 -> store.isFinite(store.sqrt(a)) ? store.sqrt(a) : a;
            case 9 -> store.max(a, b);
            default -> store.sqrt(store.fma(a, a, store.one()));
        };
    }

    private int condition(int a, int b) {
        return switch (random.nextInt(4)) {
            case 0 -> store.lt(a, b);
            case 1 -> store.le(a, b);
            case 2 -> store.eq(a, b);
            default -> store.not(store.and(store.lt(a, b), store.le(b, store.one())));
        };
    }

    private int leaf() {
        return switch (random.nextInt(6)) {
            case 0 -> store.integer(random.nextInt(5) - 2);
            case 1 -> store.rational(Rational.of(random.nextInt(7) - 3, 2));
            default -> inputs[random.nextInt(INPUTS)];
        };
    }

    /** A point with zeros and ties among its values. */
    Rational[] point() {
        Rational[] point = new Rational[INPUTS];
        for (int i = 0; i < INPUTS; i++) {
            point[i] =
                    random.nextInt(3) == 0
                            ? Rational.of(random.nextInt(3) - 1)
                            : Rational.of(random.nextInt(25) - 12, 1 + random.nextInt(4));
        }
        return point;
    }

    /** The exact value of a term of rational operations, or null outside its domain. */
    Rational value(int t, Rational[] x) {
        Op op = store.op(t);
        switch (op) {
            case RATIONAL:
                return store.rationalValue(t);
            case ELEMENT:
                return x[(int) store.elementIndex(t)];
            case ITE:
                Boolean c = holds(store.a(t), x);
                // the forms promise nothing where either arm is outside its domain
                Rational p = value(store.b(t), x);
                Rational q = value(store.c(t), x);
                return c == null || p == null || q == null ? null : c ? p : q;
            default:
                break;
        }
        int[] operands = store.operands(t);
        Rational[] v = new Rational[operands.length];
        for (int i = 0; i < v.length; i++) {
            v[i] = value(operands[i], x);
            if (v[i] == null) {
                return null;
            }
        }
        return switch (op) {
            case ADD -> v[0].add(v[1]);
            case SUB -> v[0].subtract(v[1]);
            case MUL -> v[0].multiply(v[1]);
            case DIV -> v[1].isZero() ? null : v[0].divide(v[1]);
            case NEG -> v[0].negate();
            case FMA -> v[0].multiply(v[1]).add(v[2]);
            case MAX -> v[0].compareTo(v[1]) >= 0 ? v[0] : v[1];
            case MIN -> v[0].compareTo(v[1]) <= 0 ? v[0] : v[1];
            case ABS -> v[0].abs();
            case FLOOR, TRUNC, CEIL, RINT -> op.round(v[0]);
            default -> throw new AssertionError(op);
        };
    }

    private Boolean holds(int t, Rational[] x) {
        Op op = store.op(t);
        if (op == Op.TRUE || op == Op.FALSE) {
            return op == Op.TRUE;
        }
        if (op == Op.NOT) {
            Boolean a = holds(store.a(t), x);
            return a == null ? null : !a;
        }
        if (op == Op.AND || op == Op.OR) {
            Boolean a = holds(store.a(t), x);
            Boolean b = holds(store.b(t), x);
            if (a == null || b == null) {
                return null;
            }
            return op == Op.AND ? a && b : a || b;
        }
        Rational a = value(store.a(t), x);
        Rational b = value(store.b(t), x);
        if (a == null || b == null) {
            return null;
        }
        int order = a.compareTo(b);
        return op == Op.LT ? order < 0 : op == Op.LE ? order <= 0 : order == 0;
    }

    /** The value in doubles, NaN outside the domain. */
    double approximation(int t, Rational[] x) {
        Op op = store.op(t);
        if (op == Op.RATIONAL) {
            return store.rationalValue(t).doubleValue();
        }
        if (op == Op.ELEMENT) {
            return x[(int) store.elementIndex(t)].doubleValue();
        }
        int[] operands = store.operands(t);
        double[] v = new double[operands.length];
        for (int i = 0; i < v.length; i++) {
            v[i] = approximation(operands[i], x);
        }
        return switch (op) {
            case ADD -> v[0] + v[1];
            case SUB -> v[0] - v[1];
            case MUL -> v[0] * v[1];
            case DIV -> Math.abs(v[1]) < 1e-6 ? Double.NaN : v[0] / v[1];
            case NEG -> -v[0];
            case FMA -> v[0] * v[1] + v[2];
            case MAX -> Math.max(v[0], v[1]);
            case MIN -> Math.min(v[0], v[1]);
            case ABS -> Math.abs(v[0]);
            case EXP2 -> Math.pow(2, v[0]);
            case LOG2 -> v[0] < 1e-6 ? Double.NaN : Math.log(v[0]) / Math.log(2);
            case SQRT -> v[0] < 1e-6 ? Double.NaN : Math.sqrt(v[0]);
            default -> throw new AssertionError(op);
        };
    }
}
