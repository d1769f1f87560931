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
 * reports is a theorem.
 *
 * <p>Node i is the finite number within [low[i], high[i]] (an infinite end is no bound); or exactly
 * ±∞ where low = high = ±∞; or, where low is NaN, what high says: {@link #NAN}, {@link #UNKNOWN},
 * or that a domain condition fails: {@link #INVALID} (a root of a negative number, 0/0: the kernel
 * has NaN there), {@link #POLE} (1/0: it has −∞ or +∞), {@link #NEGATIVE_POLE} (log 0), {@link
 * #POSITIVE_POLE} (1/|0|), {@link #OUTSIDE} (its value is not modelled). A condition is [1,1],
 * [0,0] or, unknown, [0,1]. A comparison with NaN is false.
 */
public final class IntervalEvaluator {
    /** Code: nothing is known. */
    static final double UNKNOWN = 0;

    /** Code: not a number, by the arithmetic of infinities. */
    static final double NAN = 1;

    /** Code: outside the domain of some operation, whose value there is not modelled. */
    static final double OUTSIDE = 2;

    /** Code: NaN, outside the domain of some operation. */
    static final double INVALID = 3;

    /** Code: infinite, outside the domain of some operation; the sign is not known. */
    static final double POLE = 4;

    /** Code: −∞, outside the domain of some operation. */
    static final double NEGATIVE_POLE = 5;

    /** Code: +∞, outside the domain of some operation. */
    static final double POSITIVE_POLE = 6;

    private static final int ADD = Op.ADD.ordinal();
    private static final int MUL = Op.MUL.ordinal();
    private static final int FMA = Op.FMA.ordinal();
    private static final int BLOCK = 4096;
    private static final MathContext DIGITS = new MathContext(40);
    private static final BigDecimal TINY = new BigDecimal("1e-35");

    private final Cone cone;
    private final double[] low;
    private final double[] high;
    private final boolean interpret;

    public IntervalEvaluator(Cone cone, Literals literals) {
        this(cone, literals, false);
    }

    /**
     * @param interpret take functions without a known meaning as the constant 1; else their values
     *     are unknown
     */
    public IntervalEvaluator(Cone cone, Literals literals, boolean interpret) {
        this.cone = cone;
        this.interpret = interpret;
        this.low = new double[cone.size()];
        this.high = new double[cone.size()];
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

    private void set(int node, Rational r) {
        low[node] = DoubleInterval.down(r);
        high[node] = DoubleInterval.up(r);
    }

    private void point(int node, double x) {
        low[node] = x;
        high[node] = x;
    }

    private void special(int node, double code) {
        low[node] = Double.NaN;
        high[node] = code;
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

    // ---------------------------------------------------------------- states

    public double low(int node) {
        return low[node];
    }

    public double high(int node) {
        return high[node];
    }

    /** True if the node is NaN, outside the domain, or unknown. */
    public boolean isSpecial(int i) {
        return Double.isNaN(low[i]);
    }

    /** True if the node is exactly +∞ or −∞. */
    public boolean isInfinite(int i) {
        return low[i] == high[i] && Double.isInfinite(low[i]);
    }

    public boolean isFinite(int i) {
        return !isSpecial(i) && !isInfinite(i);
    }

    /** True if a domain condition fails at or below the node. */
    public boolean isOutside(int i) {
        return isSpecial(i) && high[i] >= OUTSIDE;
    }

    private boolean isInvalid(int i) {
        return isSpecial(i) && high[i] == INVALID;
    }

    /** True if a domain condition fails and the kernel has an infinity there. */
    public boolean isPole(int i) {
        return isSpecial(i) && high[i] >= POLE;
    }

    /** True if the node is NaN, outside its domain or not. */
    private boolean isNotANumber(int i) {
        return isNaN(i) || isInvalid(i);
    }

    private Real real(int x) {
        if (isSpecial(x)) {
            return switch ((int) high[x]) {
                case (int) NAN -> Real.NAN;
                case (int) OUTSIDE -> Real.OUTSIDE;
                case (int) INVALID -> Real.INVALID;
                case (int) POLE -> Real.POLE;
                case (int) NEGATIVE_POLE -> Real.NEGATIVE_POLE;
                case (int) POSITIVE_POLE -> Real.POSITIVE_POLE;
                default -> Real.UNKNOWN;
            };
        }
        if (isInfinite(x)) {
            return low[x] > 0 ? Real.POSITIVE_INFINITY : Real.NEGATIVE_INFINITY;
        }
        if (low[x] == high[x]) {
            return Real.of(Rational.ofExact(low[x]));
        }
        boolean bounded = Double.isFinite(low[x]) && Double.isFinite(high[x]);
        return bounded
                ? Real.between(new BigDecimal(low[x]), new BigDecimal(high[x]))
                : Real.UNKNOWN;
    }

    /**
     * Node i where x or y has a domain condition that fails: an operation that is not alike for all
     * of those has the precise evaluator's answer.
     */
    private void outside(int i, Op op, int x, int y) {
        set(i, RealArithmetic.apply(op, real(x), real(y), null));
    }

    private void set(int i, Real value) {
        switch (value.kind()) {
            case FINITE -> {
                if (value.exact() != null) {
                    set(i, value.exact());
                } else {
                    hull(i, DoubleInterval.down(value.low()), DoubleInterval.up(value.high()));
                }
            }
            case NEGATIVE_INFINITY -> point(i, Double.NEGATIVE_INFINITY);
            case POSITIVE_INFINITY -> point(i, Double.POSITIVE_INFINITY);
            case NAN -> special(i, NAN);
            case OUTSIDE -> special(i, OUTSIDE);
            case INVALID -> special(i, INVALID);
            case POLE -> special(i, POLE);
            case NEGATIVE_POLE -> special(i, NEGATIVE_POLE);
            case POSITIVE_POLE -> special(i, POSITIVE_POLE);
            case UNKNOWN -> special(i, UNKNOWN);
            case TRUE, FALSE -> point(i, value == Real.TRUE ? 1 : 0);
        }
    }

    public boolean isUnknown(int i) {
        return isSpecial(i) && high[i] == UNKNOWN;
    }

    public boolean isNaN(int i) {
        return isSpecial(i) && high[i] == NAN;
    }

    /**
     * The special state of an operation on x and y that is NaN where either is: the strongest of
     * its operands', else none.
     */
    private boolean absorb(int i, int x, int y) {
        if (!isSpecial(x) && !isSpecial(y)) {
            return false;
        }
        if (isInvalid(x) || isInvalid(y)) {
            special(i, INVALID);
        } else if (isOutside(x) || isOutside(y)) {
            special(i, OUTSIDE);
        } else if (isUnknown(x) || isUnknown(y)) {
            special(i, UNKNOWN);
        } else {
            special(i, NAN);
        }
        return true;
    }

    // ---------------------------------------------------------------- ring operations

    private void add(int i, int x, int y) {
        double xl = low[x];
        double yl = low[y];
        double xh = high[x];
        double yh = high[y];
        double l = DoubleInterval.addDown(xl, yl);
        double h = DoubleInterval.addUp(xh, yh);
        if (Double.isFinite(l) && Double.isFinite(h)) { // finite, the usual case
            low[i] = l;
            high[i] = h;
        } else {
            addExtended(i, x, y);
        }
    }

    private void addExtended(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.ADD, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        boolean infiniteX = isInfinite(x);
        boolean infiniteY = isInfinite(y);
        if (infiniteX && infiniteY) {
            if (low[x] == low[y]) {
                point(i, low[x]);
            } else {
                special(i, NAN); // ∞ − ∞
            }
        } else if (infiniteX || infiniteY) {
            point(i, infiniteX ? low[x] : low[y]);
        } else {
            unbounded(
                    i,
                    DoubleInterval.addDown(low[x], low[y]),
                    DoubleInterval.addUp(high[x], high[y]));
        }
    }

    /** A finite value whose bounds may have overflowed. */
    private void unbounded(int i, double l, double h) {
        low[i] = Double.isNaN(l) ? Double.NEGATIVE_INFINITY : l;
        high[i] = Double.isNaN(h) ? Double.POSITIVE_INFINITY : h;
    }

    private void mul(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.MUL, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        double xl = low[x];
        double xh = high[x];
        double yl = low[y];
        double yh = high[y];
        if (isInfinite(x) || isInfinite(y)) {
            mulInfinite(i, x, y);
        } else if (xl == xh && yl == yh) {
            low[i] = DoubleInterval.mulDown(xl, yl);
            high[i] = DoubleInterval.mulUp(xl, yl);
        } else if (xl >= 0 && yl >= 0) {
            low[i] = DoubleInterval.mulDown(xl, yl);
            high[i] = DoubleInterval.mulUp(xh, yh);
        } else {
            low[i] =
                    Math.min(
                            Math.min(
                                    DoubleInterval.mulDown(xl, yl), DoubleInterval.mulDown(xl, yh)),
                            Math.min(
                                    DoubleInterval.mulDown(xh, yl),
                                    DoubleInterval.mulDown(xh, yh)));
            high[i] =
                    Math.max(
                            Math.max(DoubleInterval.mulUp(xl, yl), DoubleInterval.mulUp(xl, yh)),
                            Math.max(DoubleInterval.mulUp(xh, yl), DoubleInterval.mulUp(xh, yh)));
        }
    }

    private void mulInfinite(int i, int x, int y) {
        int sign = sign(x) * sign(y);
        if (Math.abs(sign) > 1) {
            special(i, UNKNOWN);
        } else if (sign == 0) {
            special(i, NAN); // 0 · ∞
        } else {
            point(i, sign * Double.POSITIVE_INFINITY);
        }
    }

    /** −1, 0, 1, or 2 where the sign is not known (products with it exceed 1 or are 0 rightly). */
    private int sign(int x) {
        if (low[x] > 0) {
            return 1;
        }
        if (high[x] < 0) {
            return -1;
        }
        return low[x] == 0 && high[x] == 0 ? 0 : 2;
    }

    private void div(int i, int x, int y) {
        if (isPole(x) || isPole(y)) {
            outside(i, Op.DIV, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        int sign = sign(y);
        if (sign == 0) {
            int numerator = sign(x);
            if (numerator == 1 || numerator == -1) {
                boolean positive = cone.isPositiveZero(y);
                double infinity = numerator > 0 ? POSITIVE_POLE : NEGATIVE_POLE;
                special(i, positive ? infinity : POLE);
            } else {
                special(i, numerator == 0 ? INVALID : OUTSIDE);
            }
        } else if (sign == 2) {
            special(i, UNKNOWN);
        } else if (isInfinite(y)) {
            if (isInfinite(x)) {
                special(i, NAN);
            } else {
                point(i, 0);
            }
        } else if (isInfinite(x)) {
            point(i, low[x] * sign);
        } else {
            double xl = low[x];
            double xh = high[x];
            double yl = low[y];
            double yh = high[y];
            double l;
            double h;
            if (sign > 0) {
                l = DoubleInterval.divDown(xl, xl >= 0 ? yh : yl);
                h = DoubleInterval.divUp(xh, xh >= 0 ? yl : yh);
            } else {
                l = DoubleInterval.divDown(xh, xh >= 0 ? yh : yl);
                h = DoubleInterval.divUp(xl, xl >= 0 ? yl : yh);
            }
            unbounded(i, l, h);
        }
    }

    // ---------------------------------------------------------------- other operations

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

    private void extremum(int i, boolean max, int x, int y) {
        boolean nan = isNotANumber(x) || isNotANumber(y);
        if (cone.isSecondKind(i) && (nan || isOutside(x) || isOutside(y))) {
            boolean invalid = isInvalid(x) || isInvalid(y);
            boolean open = isOutside(x) && !isPole(x) || isOutside(y) && !isPole(y);
            if (nan || open) {
                special(i, invalid ? INVALID : nan ? NAN : OUTSIDE);
                return;
            }
        }
        if (nan || isOutside(x) || isOutside(y)) {
            outside(i, max ? Op.MAX : Op.MIN, x, y);
            return;
        }
        if (absorb(i, x, y)) {
            return;
        }
        if (max) {
            if (low[x] >= high[y]) {
                copy(i, x);
            } else if (low[y] >= high[x]) {
                copy(i, y);
            } else {
                hull(i, Math.max(low[x], low[y]), Math.max(high[x], high[y]));
            }
        } else if (high[x] <= low[y]) {
            copy(i, x);
        } else if (high[y] <= low[x]) {
            copy(i, y);
        } else {
            hull(i, Math.min(low[x], low[y]), Math.min(high[x], high[y]));
        }
    }

    private void hull(int i, double l, double h) {
        low[i] = l;
        high[i] = h;
    }

    private void copy(int i, int x) {
        low[i] = low[x];
        high[i] = high[x];
    }

    private void unary(int i, Op op, double l, double h, boolean infinite) {
        switch (op) {
            case ABS -> {
                if (l >= 0) {
                    hull(i, l, h);
                } else if (h <= 0) {
                    hull(i, -h, -l);
                } else {
                    hull(i, 0, Math.max(-l, h));
                }
            }
            case EXP2 -> {
                if (infinite) {
                    point(i, l > 0 ? l : 0);
                } else {
                    hull(i, DoubleInterval.exp2Down(l), DoubleInterval.exp2Up(h));
                }
            }
            case LOG2 -> {
                if (infinite) {
                    infiniteOrNaN(i, l);
                } else if (h <= 0) {
                    special(i, h < 0 ? INVALID : l == 0 ? NEGATIVE_POLE : OUTSIDE); // log 0: −∞
                } else if (l <= 0) {
                    special(i, UNKNOWN);
                } else {
                    hull(i, DoubleInterval.log2Down(l), DoubleInterval.log2Up(h));
                }
            }
            case SQRT -> {
                if (infinite) {
                    infiniteOrNaN(i, l);
                } else if (h < 0) {
                    special(i, INVALID);
                } else if (l < 0) {
                    special(i, UNKNOWN);
                } else {
                    hull(i, DoubleInterval.sqrtDown(l), DoubleInterval.sqrtUp(h));
                }
            }
            default ->
                    hull(i, DoubleFunctions.apply(op, l, 0, 0), DoubleFunctions.apply(op, h, 0, 0));
        }
    }

    private void infiniteOrNaN(int i, double infinity) {
        if (infinity > 0) {
            point(i, infinity);
        } else {
            special(i, NAN);
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

    private boolean isDefinitely(int x, double value) {
        return low[x] == value && high[x] == value;
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
        Optional<ExactFunction> known = ExactFunction.named(function.name());
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
