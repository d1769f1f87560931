package io.heddle.decide;

import io.heddle.algebra.Budget;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.evaluate.Real;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Proofs by evaluation at every input, of terms that read so few integers of so small ranges (two
 * bytes, some flags) that all can be tried. Values are exact; where one is not an exact number, or
 * depends on more than integers, nothing is proved. Inputs that distinctness or an assumption
 * excludes are tried, too.
 */
final class Exhaustion {
    private static final long MOST_POINTS = 1 << 16;
    private static final long MOST_STEPS = 1 << 23; // points times terms
    private static final long MOST_STEPS_OF_CONDITION = 1 << 17; // conditions are many
    private static final int MOST_TERMS = 512;

    private final Cone cone;
    private final long steps; // at most
    private final double[] least;
    private final double[] greatest;
    private final double[] point;
    private final long points; // 0: too many, or none

    private Exhaustion(Cone cone, long steps) {
        this.cone = cone;
        this.steps = steps;
        int[] elements = cone.elementTerms();
        least = new double[elements.length];
        greatest = new double[elements.length];
        point = new double[elements.length];
        points = elements.length == 0 || hasLiterals() ? 0 : count(elements);
    }

    /** Literals may stand for numbers near them, and which is not decided here. */
    private boolean hasLiterals() {
        for (int t : cone.leafTerms()) {
            if (cone.store().op(t) == Op.LITERAL) {
                return true;
            }
        }
        return false;
    }

    private long count(int[] elements) {
        BigInteger all = BigInteger.ONE;
        for (int i = 0; i < elements.length; i++) {
            Symbol symbol = cone.store().symbolOf(elements[i]);
            if (symbol.type().isFloat()) {
                return 0;
            }
            BigInteger low = ceiling(symbol.low(), symbol.type().minInteger());
            BigInteger high = floor(symbol.high(), symbol.type().maxInteger());
            BigInteger values = high.subtract(low).add(BigInteger.ONE);
            all = all.multiply(values);
            if (values.signum() <= 0 || all.compareTo(BigInteger.valueOf(MOST_POINTS)) > 0) {
                return 0;
            }
            least[i] = low.doubleValue();
            greatest[i] = high.doubleValue();
        }
        boolean isExact = true;
        for (int i = 0; i < elements.length; i++) {
            isExact &= Math.abs(least[i]) < 0x1p52 && Math.abs(greatest[i]) < 0x1p52;
        }
        return isExact && all.longValueExact() * cone.size() <= steps ? all.longValueExact() : 0;
    }

    private static BigInteger ceiling(Rational bound, Rational ofType) {
        return bound == null || bound.compareTo(ofType) < 0
                ? ofType.floor()
                : bound.negate().floor().negate();
    }

    private static BigInteger floor(Rational bound, Rational ofType) {
        return (bound == null || bound.compareTo(ofType) > 0 ? ofType : bound).floor();
    }

    /**
     * True only if two terms are the same at every input: a number, an infinity or NaN; and a
     * number at some.
     */
    static boolean areEqual(TermStore store, Cone.Builder cones, int s, int t, Budget time) {
        Exhaustion all = new Exhaustion(cones.cone(s, t), MOST_STEPS);
        if (all.points == 0) {
            return false;
        }
        Literals exact = Literals.exact(store);
        IntervalEvaluator rough = new IntervalEvaluator(all.cone, exact);
        PreciseEvaluator precise = new PreciseEvaluator(all.cone, exact, time);
        int x = all.cone.node(s);
        int y = all.cone.node(t);
        boolean numbers = false;
        all.first();
        for (long k = 0; k < all.points; k++, all.next()) {
            time.step();
            rough.evaluate(all.point);
            if (isNumber(rough, x) && isNumber(rough, y)) {
                if (rough.low(x) != rough.low(y)) {
                    return false;
                }
                numbers = true;
                continue;
            }
            precise.evaluate(all.point);
            Rational one = precise.value(x).exact();
            boolean same =
                    one == null
                            ? areSameSpecial(precise.value(x), precise.value(y))
                            : one.equals(precise.value(y).exact());
            if (!same) {
                return false;
            }
            numbers |= one != null;
        }
        return numbers;
    }

    /** True if both are NaN on the machine, or infinities of one sign. */
    private static boolean areSameSpecial(Real x, Real y) {
        Set<Real.Kind> alike =
                switch (x.kind()) {
                    case NAN, INVALID -> EnumSet.of(Real.Kind.NAN, Real.Kind.INVALID);
                    case NEGATIVE_INFINITY, NEGATIVE_POLE ->
                            EnumSet.of(Real.Kind.NEGATIVE_INFINITY, Real.Kind.NEGATIVE_POLE);
                    case POSITIVE_INFINITY, POSITIVE_POLE ->
                            EnumSet.of(Real.Kind.POSITIVE_INFINITY, Real.Kind.POSITIVE_POLE);
                    default -> Set.of();
                };
        return alike.contains(y.kind());
    }

    private static boolean isNumber(IntervalEvaluator at, int node) {
        return at.isFinite(node) && at.low(node) == at.high(node);
    }

    /** True only if a condition holds at no input. */
    static boolean isNever(TermStore store, int condition) {
        if (!isSmall(store, condition)) {
            return false;
        }
        Exhaustion all =
                new Exhaustion(new Cone.Builder(store).cone(condition), MOST_STEPS_OF_CONDITION);
        if (all.points == 0) {
            return false;
        }
        PreciseEvaluator precise = new PreciseEvaluator(all.cone, Literals.exact(store));
        int node = all.cone.node(condition);
        all.first();
        for (long k = 0; k < all.points; k++, all.next()) {
            precise.evaluate(all.point);
            if (precise.value(node) != Real.FALSE) {
                return false;
            }
        }
        return true;
    }

    /** True if a term has few parts, and reads nothing but integers. */
    private static boolean isSmall(TermStore store, int term) {
        Set<Integer> seen = new HashSet<>();
        ArrayDeque<Integer> open = new ArrayDeque<>();
        open.add(term);
        while (!open.isEmpty()) {
            int t = open.poll();
            if (!seen.add(t)) {
                continue;
            }
            boolean isFloat = store.op(t) == Op.ELEMENT && store.symbolOf(t).type().isFloat();
            if (isFloat || seen.size() > MOST_TERMS) {
                return false;
            }
            for (int operand : store.operands(t)) {
                open.add(operand);
            }
        }
        return true;
    }

    private void first() {
        System.arraycopy(least, 0, point, 0, point.length);
    }

    private void next() {
        for (int i = 0; i < point.length; i++) {
            if (point[i] < greatest[i]) {
                point[i]++;
                return;
            }
            point[i] = least[i];
        }
    }
}
