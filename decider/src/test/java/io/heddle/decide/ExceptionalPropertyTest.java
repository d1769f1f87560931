package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.evaluate.Real;
import io.heddle.term.ElementType;
import io.heddle.term.Exceptional;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The conditions under which terms are NaN or infinite, against exact values and IEEE doubles. */
final class ExceptionalPropertyTest {
    private static final int INPUTS = 4;

    private final TermStore s = new TermStore();
    private final int x = s.declare(new Symbol("x", ElementType.F64, List.of(INPUTS)));

    @Property(tries = 1000, seed = "4711")
    void conditionsHoldExactlyWhereValuesAreExceptional(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] pool = new int[24];
        for (int i = 0; i < INPUTS; i++) {
            pool[i] = s.element(x, i);
        }
        pool[INPUTS] = s.zero();
        pool[INPUTS + 1] = s.negInf();
        for (int i = INPUTS + 2; i < pool.length; i++) {
            pool[i] = randomTerm(random, pool, i);
        }
        double[] values = new double[INPUTS];
        for (int i = 0; i < INPUTS; i++) {
            values[i] = random.nextInt(-2, 3);
        }
        for (int term : pool) {
            check(term, values);
        }
    }

    private void check(int term, double... values) {
        Exceptional where = s.exceptional();
        int nan = where.isNan(term);
        int infinite = where.isInfinite(term);
        int up = where.isPositiveInfinity(term);
        int down = where.isNegativeInfinity(term);
        Real value = value(term, values);
        switch (value.kind()) {
            case FINITE -> {
                assertCondition(false, nan, term, values);
                assertCondition(false, infinite, term, values);
            }
            case NAN, INVALID -> {
                assertCondition(true, nan, term, values);
                assertTrue(Double.isNaN(rough(term, values)), () -> s.show(term, 300));
            }
            case POLE -> {
                assertCondition(false, nan, term, values);
                assertCondition(true, infinite, term, values);
                assertTrue(Double.isInfinite(rough(term, values)), () -> s.show(term, 300));
            }
            case POSITIVE_INFINITY, NEGATIVE_INFINITY, POSITIVE_POLE, NEGATIVE_POLE -> {
                boolean positive = value.plain() == Real.POSITIVE_INFINITY;
                assertCondition(true, infinite, term, values);
                assertCondition(positive, up, term, values);
                assertCondition(!positive, down, term, values);
            }
            case OUTSIDE, UNKNOWN, TRUE, FALSE -> {
                // nothing is known to compare with
            }
        }
    }

    private void assertCondition(boolean expected, int condition, int term, double... values) {
        if (condition == Exceptional.UNKNOWN) {
            return;
        }
        Real holds = value(condition, values);
        if (holds == Real.TRUE || holds == Real.FALSE) {
            assertEquals(Real.of(expected), holds, () -> s.show(term, 300));
        }
    }

    private Real value(int term, double... values) {
        Cone cone = new Cone(s, term);
        PreciseEvaluator evaluator = new PreciseEvaluator(cone, Literals.exact(s));
        evaluator.evaluate(point(cone, values));
        return evaluator.value(cone.node(term));
    }

    private double rough(int term, double... values) {
        Cone cone = new Cone(s, term);
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, Literals.exact(s));
        evaluator.evaluate(point(cone, values));
        return evaluator.value(cone.node(term));
    }

    private double[] point(Cone cone, double... values) {
        double[] point = new double[cone.elements().length];
        for (int i = 0; i < point.length; i++) {
            point[i] = values[(int) s.elementIndex(cone.elementTerms()[i])];
        }
        return point;
    }

    private int randomTerm(SplittableRandom random, int[] pool, int size) {
        int a = pool[random.nextInt(size)];
        int b = pool[random.nextInt(size)];
        int c = pool[random.nextInt(size)];
        return switch (random.nextInt(14)) {
            case 0 -> s.add(a, b);
            case 1 -> s.sub(a, b);
            case 2 -> s.mul(a, b);
            case 3 -> s.fma(a, b, c);
            case 4, 5 -> s.div(a, b);
            case 6 -> s.sqrt(a);
            case 7 -> s.log2(a);
            case 8 -> s.abs(a);
            case 9 -> s.neg(a);
            case 10 -> s.max(a, b);
            case 11 -> s.minOrNan(a, b);
            case 12 -> s.ite(s.lt(a, b), b, c);
            default -> s.apply(Function.TANH, a);
        };
    }

    @Test
    void aRootIsNanWhereItsArgumentIsNegative() {
        int a = s.element(x, 0);
        assertEquals(s.lt(a, s.zero()), s.exceptional().isNan(s.sqrt(a)));
        assertEquals(s.falseTerm(), s.exceptional().isNan(s.sqrt(s.mul(a, a))));
        assertEquals(s.falseTerm(), s.exceptional().isInfinite(s.sqrt(a)));
    }

    @Test
    void theSignOfAPoleIsNotKnownButThatOfItsMagnitudeIs() {
        int a = s.element(x, 0);
        int pole = s.div(s.one(), a);
        int zero = s.eq(a, s.zero());
        assertEquals(zero, s.exceptional().isInfinite(pole));
        assertEquals(Exceptional.UNKNOWN, s.exceptional().isPositiveInfinity(pole));
        assertEquals(zero, s.exceptional().isPositiveInfinity(s.abs(pole)));
        assertEquals(Exceptional.UNKNOWN, s.exceptional().isNan(s.sub(pole, pole)));
    }

    @Test
    void integersReadAsFloatsAreNanByTheirBits() {
        int n = s.element(s.declare(new Symbol("n", ElementType.U32, List.of())), 0);
        int nan = s.exceptional().isNan(s.apply(Function.ofBits(FloatFormat.F32), n));
        for (long bits : new long[] {0x7f800001L, 0xffffffffL, 0x7f800000L, 0xff800000L, 7L}) {
            boolean expected = Float.isNaN(Float.intBitsToFloat((int) bits));
            Cone cone = new Cone(s, nan);
            PreciseEvaluator evaluator = new PreciseEvaluator(cone, Literals.exact(s));
            evaluator.evaluate(new double[] {bits});
            assertEquals(Real.of(expected), evaluator.value(cone.node(nan)));
        }
    }

    @Test
    void outsideAPowersDomainNothingIsKnown() {
        int power = s.exp2(s.mul(s.element(x, 1), s.log2OfBase(s.element(x, 0))));
        assertEquals(Exceptional.UNKNOWN, s.exceptional().isNan(power));
    }

    @Test
    void deepTermsDoNotExhaustTheStack() {
        int sum = s.zero();
        int root = s.sqrt(s.element(x, 0));
        for (int i = 0; i < 100_000; i++) {
            sum = s.fma(root, s.element(x, 1), s.add(sum, root));
        }
        assertEquals(s.lt(s.element(x, 0), s.zero()), s.exceptional().isNan(sum));
    }
}
