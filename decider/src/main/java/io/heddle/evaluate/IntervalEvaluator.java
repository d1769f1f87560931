package io.heddle.evaluate;

import io.heddle.algebra.RealConstants;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Optional;

/**
 * Evaluates a cone at one point in intervals of doubles with outward rounding: every value that it
 * reports is a theorem. A comparison with NaN is false.
 */
public final class IntervalEvaluator extends IntervalArithmetic {
    private static final int ADD = Op.ADD.ordinal();
    private static final int MUL = Op.MUL.ordinal();
    private static final int FMA = Op.FMA.ordinal();
    private static final int BLOCK = 4096;
    private static final MathContext DIGITS = new MathContext(40);
    private static final BigDecimal TINY = new BigDecimal("1e-35");

    private final boolean interpret;

    public IntervalEvaluator(Cone cone, Literals literals) {
        this(cone, literals, false);
    }

    /**
     * @param interpret take functions without a known meaning as the constant 1; else their values
     *     are unknown
     */
    public IntervalEvaluator(Cone cone, Literals literals, boolean interpret) {
        super(cone);
        this.interpret = interpret;
        int[] leaves = cone.leaves();
        for (int i = 0; i < leaves.length; i++) {
            leaf(leaves[i], cone.leafTerms()[i], literals);
        }
    }

    private void leaf(int node, int term, Literals literals) {
        TermStore store = cone.store();
        Op op = store.op(term);
        switch (op) {
            case RATIONAL -> set(node, store.rationalValue(term));
            case LITERAL -> {
                Optional<RecoveredConstant> recovered = literals.recovered(term);
                if (recovered.isEmpty()) {
                    set(node, store.rationalValue(term));
                } else if (recovered.get().isRational()) {
                    set(node, recovered.get().factor());
                } else {
                    BigDecimal value = recovered.get().value(DIGITS);
                    BigDecimal error = value.abs().multiply(TINY);
                    low[node] = DoubleInterval.down(value.subtract(error));
                    high[node] = DoubleInterval.up(value.add(error));
                }
            }
            case CONSTANT -> {
                low[node] = DoubleInterval.down(RealConstants.digits(store.constantOf(term)));
                high[node] = Math.nextUp(low[node]);
            }
            case NAN -> special(node, NAN);
            case UNDEFINED -> special(node, UNKNOWN);
            default -> point(node, DoubleFunctions.apply(op, 0, 0, 0)); // ±∞, true, false
            case ELEMENT -> point(node, 0);
        }
    }

    /**
     * Evaluates every node.
     *
     * @param point value of each of {@link Cone#elementTerms()}
     */
    public void evaluate(double[] point) {
        int[] elements = cone.elements();
        for (int i = 0; i < elements.length; i++) {
            point(elements[i], point[i]);
        }
        for (int from = 0; from < low.length; from += BLOCK) {
            evaluate(from, Math.min(from + BLOCK, low.length));
        }
    }

    private void evaluate(int from, int to) {
        byte[] op = cone.ops();
        int[] a = cone.a();
        int[] b = cone.b();
        int[] c = cone.c();
        for (int i = from; i < to; i++) {
            int o = op[i];
            if (o == FMA) {
                mul(i, a[i], b[i]);
                add(i, i, c[i]);
            } else if (o == ADD) {
                add(i, a[i], b[i]);
            } else if (o == MUL) {
                mul(i, a[i], b[i]);
            } else if (o > ADD) {
                other(i, cone.op(i), a[i], b[i], c[i]);
            }
        }
    }

    private void other(int i, Op op, int a, int b, int c) {
        switch (op) {
            case SUB -> {
                int x = a;
                if (isPole(a) || isPole(b)) {
                    if (a == b) {
                        special(i, INVALID); // ∞ − ∞
                    } else {
                        outside(i, Op.SUB, a, b);
                    }
                    return;
                }
                if (absorb(i, a, b)) {
                    return;
                }
                double l = -high[b];
                double h = -low[b];
                low[i] = l;
                high[i] = h;
                add(i, x, i);
            }
            case DIV -> div(i, a, b);
            case NEG -> {
                if (isPole(a)) {
                    outside(i, op, a, a);
                } else if (!absorb(i, a, a)) {
                    double l = -high[a];
                    high[i] = -low[a];
                    low[i] = l;
                }
            }
            case MAX, MIN -> extremum(i, op == Op.MAX, a, b);
            case LOG2 -> {
                if (isPole(a)) {
                    outside(i, op, a, a);
                } else if (!absorb(i, a, a)) {
                    unary(i, op, low[a], high[a], isInfinite(a));
                }
                if (isOutside(i) && cone.isSecondKind(i)) {
                    special(i, OUTSIDE); // a power may have a value there
                }
            }
            case ABS, EXP2, SQRT -> {
                if (isPole(a)) {
                    outside(i, op, a, a);
                } else if (!absorb(i, a, a)) {
                    unary(i, op, low[a], high[a], isInfinite(a));
                }
            }
            case FLOOR, CEIL, TRUNC, RINT -> {
                if (isInvalid(a) && cone.isSecondKind(i)) {
                    point(i, 0); // NaN converted to an integer
                } else if (isOutside(a)) {
                    special(i, OUTSIDE); // an integer register holds a number there
                } else if (!absorb(i, a, a)) {
                    unary(i, op, low[a], high[a], isInfinite(a));
                }
            }
            case APPLY -> apply(i);
            case ITE -> ite(i, a, b, c);
            case LT, LE, EQ -> compare(i, op, a, b);
            case NOT, AND, OR -> connective(i, op, a, b);
            case TRUE, FALSE, ARGS -> {}
            default -> throw new AssertionError(op);
        }
    }

    private void ite(int i, int condition, int then, int otherwise) {
        if (isSpecial(condition)) {
            special(i, high[condition]);
        } else if (low[condition] == 1) {
            copy(i, then);
        } else if (high[condition] == 0) {
            copy(i, otherwise);
        } else if (isFinite(then) && isFinite(otherwise)) {
            hull(i, Math.min(low[then], low[otherwise]), Math.max(high[then], high[otherwise]));
        } else {
            special(i, UNKNOWN);
        }
    }

    private void compare(int i, Op op, int x, int y) {
        if (isInvalid(x) || isInvalid(y) || isNaN(x) || isNaN(y)) {
            point(i, 0); // false where either is NaN
        } else if (isPole(x) || isPole(y)) {
            outside(i, op, x, y);
        } else if (isOutside(x) || isOutside(y)) {
            special(i, OUTSIDE);
        } else if (isUnknown(x) || isUnknown(y)) {
            special(i, UNKNOWN);
        } else if (op == Op.EQ) {
            boolean equal = low[x] == high[x] && low[y] == high[y] && low[x] == low[y];
            boolean different = high[x] < low[y] || high[y] < low[x];
            hull(i, equal ? 1 : 0, different ? 0 : 1);
        } else {
            boolean strict = op == Op.LT;
            boolean yes = strict ? high[x] < low[y] : high[x] <= low[y];
            boolean no = strict ? low[x] >= high[y] : low[x] > high[y];
            hull(i, yes ? 1 : 0, no ? 0 : 1);
        }
    }

    private void connective(int i, Op op, int x, int y) {
        if (op == Op.NOT) {
            if (!absorb(i, x, x)) {
                double l = 1 - high[x];
                high[i] = 1 - low[x];
                low[i] = l;
            }
            return;
        }
        double decisive = op == Op.AND ? 0 : 1; // false && anything, true || anything
        if (isDefinitely(x, decisive) || isDefinitely(y, decisive)) {
            point(i, decisive);
        } else if (!absorb(i, x, y)) {
            if (op == Op.AND) {
                hull(i, Math.min(low[x], low[y]), Math.min(high[x], high[y]));
            } else {
                hull(i, Math.max(low[x], low[y]), Math.max(high[x], high[y]));
            }
        }
    }

    // ---------------------------------------------------------------- functions

    private void apply(int i) {
        Function function = cone.function(i);
        int x = cone.b()[i];
        switch (function.name()) {
            case "tanh", "erf" -> {
                if (isSpecial(x) && high[x] > POLE) {
                    point(i, high[x] == POSITIVE_POLE ? 1 : -1);
                } else if (!absorb(i, x, x)) {
                    boolean tanh = function.name().equals("tanh");
                    double l = DoubleInterval.sigmoidal(tanh, low[x], -1);
                    hull(i, l, DoubleInterval.sigmoidal(tanh, high[x], 1));
                }
            }
            case "sin", "cos" -> {
                if (isPole(x)) {
                    special(i, INVALID);
                    return;
                }
                if (absorb(i, x, x)) {
                    return;
                }
                if (isInfinite(x)) {
                    special(i, NAN);
                } else {
                    wave(i, function.name().equals("sin"), low[x], high[x]);
                }
            }
            default -> integer(i, function);
        }
    }

    private void wave(int i, boolean sine, double l, double h) {
        double middle = l + (h - l) / 2;
        double radius = Math.max(middle - l, h - middle) * (1 + 0x1p-50); // |sin'| ≤ 1
        if (!(radius < 1)) {
            hull(i, -1, 1);
            return;
        }
        double value = sine ? Math.sin(middle) : Math.cos(middle);
        double error = radius * (1 + 0x1p-50) + 4 * Math.ulp(value);
        boolean zero = sine && l == 0 && h == 0;
        hull(i, zero ? 0 : Math.max(-1, value - error), zero ? 0 : Math.min(1, value + error));
    }

    private void integer(int i, Function function) {
        if (function.readsBits() || function.givesBits()) {
            set(i, BitPatterns.at(cone, i, this::real, interpret));
            return;
        }
        Optional<ExactFunction> known = ExactFunction.of(function);
        int[] nodes = cone.arguments(i);
        Rational[] arguments = new Rational[nodes.length];
        for (int k = 0; k < nodes.length; k++) {
            int x = nodes[k];
            if (isOutside(x)) {
                special(i, OUTSIDE);
                return;
            }
            arguments[k] = isFinite(x) && low[x] == high[x] ? Rational.ofExact(low[x]) : null;
        }
        Rational result =
                known.isEmpty() || Arrays.asList(arguments).contains(null)
                        ? null
                        : known.get().apply(arguments);
        if (known.isEmpty() && interpret) {
            point(i, 1);
        } else if (result == null) {
            special(i, UNKNOWN);
        } else {
            set(i, result);
        }
    }
}
