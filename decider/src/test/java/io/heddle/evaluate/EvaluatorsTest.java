package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The three evaluators against each other, against Rational arithmetic, and against {@link Math}.
 */
final class EvaluatorsTest {
    private final TermStore s = new TermStore();
    private final int x = s.declare(new Symbol("x", ElementType.F64, List.of(8)));

    private int x(int i) {
        return s.element(x, i);
    }

    private static double[] pointOf(Cone cone, TermStore store, double... values) {
        double[] point = new double[cone.elements().length];
        for (int i = 0; i < point.length; i++) {
            point[i] = values[(int) store.elementIndex(cone.elementTerms()[i])];
        }
        return point;
    }

    private Real precise(int term, double... values) {
        Cone cone = new Cone(s, term);
        PreciseEvaluator evaluator = new PreciseEvaluator(cone, Literals.exact(s));
        evaluator.evaluate(pointOf(cone, s, values));
        return evaluator.value(cone.node(term));
    }

    private double rough(int term, double... values) {
        Cone cone = new Cone(s, term);
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, Literals.exact(s));
        evaluator.evaluate(pointOf(cone, s, values));
        return evaluator.value(cone.node(term));
    }

    private String interval(int term, double... values) {
        Cone cone = new Cone(s, term);
        IntervalEvaluator evaluator = new IntervalEvaluator(cone, Literals.exact(s));
        evaluator.evaluate(pointOf(cone, s, values));
        int node = cone.node(term);
        if (evaluator.isOutside(node)) {
            return "outside";
        }
        if (evaluator.isUnknown(node)) {
            return "unknown";
        }
        if (evaluator.isNaN(node)) {
            return "NaN";
        }
        return evaluator.low(node) == evaluator.high(node) ? "" + evaluator.low(node) : "interval";
    }

    /** All three agree on a value that none of them may get wrong. */
    private void assertAll(String expected, int term, double... values) {
        assertEquals(expected, precise(term, values).text());
        assertEquals(expected, interval(term, values).replaceAll("\\.0$", ""));
        String number = "" + rough(term, values);
        assertEquals(expected, number.replaceAll("\\.0$", ""));
    }

    // ---------------------------------------------------------------- exact arithmetic

    @Property(tries = 300, seed = "4711")
    void ringOperationsAndComparisonsAreExact(
            @ForAll @IntRange(min = -50, max = 50) int p,
            @ForAll @IntRange(min = -50, max = 50) int q,
            @ForAll @IntRange(min = -50, max = 50) int r) {
        double u = p / 8.0;
        double v = q / 4.0;
        double w = r;
        Rational a = Rational.of(p, 8);
        Rational b = Rational.of(q, 4);
        Rational c = Rational.of(r);
        assertExact(a.add(b), s.add(x(0), x(1)), u, v, w);
        assertExact(a.subtract(b), s.sub(x(0), x(1)), u, v, w);
        assertExact(a.multiply(b), s.mul(x(0), x(1)), u, v, w);
        assertExact(a.multiply(b).add(c), s.fma(x(0), x(1), x(2)), u, v, w);
        assertExact(a.negate(), s.neg(x(0)), u, v, w);
        assertExact(a.abs(), s.abs(x(0)), u, v, w);
        assertExact(a.compareTo(b) >= 0 ? a : b, s.max(x(0), x(1)), u, v, w);
        assertExact(a.compareTo(b) <= 0 ? a : b, s.min(x(0), x(1)), u, v, w);
        assertExact(Op.FLOOR.round(a), s.floor(x(0)), u, v, w);
        assertExact(Op.CEIL.round(a), s.ceil(x(0)), u, v, w);
        assertExact(Op.TRUNC.round(a), s.trunc(x(0)), u, v, w);
        assertExact(Op.RINT.round(a), s.rint(x(0)), u, v, w);
        assertExact(a.compareTo(b) < 0 ? c : a, s.ite(s.lt(x(0), x(1)), x(2), x(0)), u, v, w);
        assertExact(a.compareTo(b) <= 0 ? c : a, s.ite(s.le(x(0), x(1)), x(2), x(0)), u, v, w);
        assertExact(a.equals(b) ? c : a, s.ite(s.eq(x(0), x(1)), x(2), x(0)), u, v, w);
        int both = s.and(s.lt(x(0), x(1)), s.lt(x(1), x(2)));
        boolean holds = a.compareTo(b) < 0 && b.compareTo(c) < 0;
        assertExact(holds ? c : a, s.ite(both, x(2), x(0)), u, v, w);
        int either = s.or(s.lt(x(0), x(1)), s.not(s.eq(x(1), x(2))));
        boolean any = a.compareTo(b) < 0 || !b.equals(c);
        assertExact(any ? c : a, s.ite(either, x(2), x(0)), u, v, w);
        if (!b.isZero()) {
            assertEquals(a.divide(b), precise(s.div(x(0), x(1)), u, v, w).exact());
            assertEquals(u / v, rough(s.div(x(0), x(1)), u, v, w), Math.ulp(u / v));
        }
    }

    private void assertExact(Rational expected, int term, double... values) {
        assertEquals(expected, precise(term, values).exact());
        assertEquals(expected.doubleValue(), rough(term, values) + 0.0);
        assertEquals(expected.doubleValue(), 0.0 + Double.parseDouble(interval(term, values)));
    }

    @Property(tries = 200, seed = "4711")
    void enclosuresOfRandomTermsHoldTheTruth(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] pool = new int[40];
        double[] values = new double[8];
        for (int i = 0; i < 8; i++) {
            pool[i] = x(i);
            values[i] = random.nextInt(1, 200) / 64.0 * (random.nextInt(3) == 0 ? -1 : 1);
        }
        for (int i = 8; i < pool.length; i++) {
            pool[i] = randomTerm(random, pool, i);
        }
        Cone cone = new Cone(s, pool);
        double[] point = pointOf(cone, s, values);
        IntervalEvaluator intervals = new IntervalEvaluator(cone, Literals.exact(s));
        PreciseEvaluator precise = new PreciseEvaluator(cone, Literals.exact(s));
        intervals.evaluate(point);
        precise.evaluate(point);
        for (int term : pool) {
            int node = cone.node(term);
            Real truth = precise.value(node);
            if (intervals.isFinite(node) && truth.isFinite()) {
                assertTrue(isAtMost(intervals.low(node), truth.high()), () -> s.show(term, 200));
                assertTrue(isAtMost(-intervals.high(node), truth.low().negate()));
            } else if (truth.isValue() && !intervals.isUnknown(node)) {
                assertEquals(truth.isFinite(), intervals.isFinite(node));
                assertEquals(truth.kind() == Real.Kind.NAN, intervals.isNaN(node));
            } else if (intervals.isOutside(node)) {
                assertTrue(truth.isOutside());
            }
        }
    }

    private static boolean isAtMost(double low, BigDecimal high) {
        return low == Double.NEGATIVE_INFINITY || new BigDecimal(low).compareTo(high) <= 0;
    }

    private int randomTerm(SplittableRandom random, int[] pool, int size) {
        int a = pool[random.nextInt(size)];
        int b = pool[random.nextInt(size)];
        int c = pool[random.nextInt(size)];
        switch (random.nextInt(16)) {
            case 0:
                return s.add(a, b);
            case 1:
                return s.sub(a, b);
            case 2:
                return s.mul(a, b);
            case 3:
                return s.div(a, b);
            case 4:
                return s.fma(a, b, c);
            case 5:
                return s.exp2(s.min(a, s.integer(20)));
            case 6:
                return s.log2(s.abs(a));
            case 7:
                return s.sqrt(s.abs(a));
            case 8:
                return s.max(a, b);
            case 9:
                return s.ite(s.lt(a, b), c, s.neg(a));
            case 10:
                return s.apply(Function.TANH, a);
            case 11:
                return s.apply(Function.ERF, a);
            case 12:
                return s.apply(Function.SIN, a);
            case 13:
                return s.apply(Function.COS, a);
            case 14:
                return s.floor(a);
            default:
                return s.ite(s.le(a, s.one()), s.negInf(), b);
        }
    }

    // ---------------------------------------------------------------- infinities and NaN

    @Test
    void infinitiesFollowTheArithmeticOfKernels() {
        int inf = s.ite(s.lt(s.zero(), x(0)), s.posInf(), x(1)); // +∞ at x[0] = 1
        int minus = s.ite(s.lt(s.zero(), x(0)), s.negInf(), x(1));
        assertAll("Infinity", s.add(inf, x(1)), 1, 5);
        assertAll("NaN", s.add(inf, minus), 1, 5);
        assertAll("NaN", s.mul(inf, s.sub(x(1), s.integer(5))), 1, 5);
        assertAll("-Infinity", s.mul(inf, x(1)), 1, -5);
        assertAll("0", s.div(x(1), inf), 1, 5);
        assertAll("NaN", s.div(minus, inf), 1, 5);
        assertAll("0", s.exp2(minus), 1, 5);
        assertAll("Infinity", s.exp2(inf), 1, 5);
        assertAll("Infinity", s.log2(inf), 1, 5);
        assertAll("Infinity", s.sqrt(inf), 1, 5);
        assertAll("Infinity", s.abs(minus), 1, 5);
        assertAll("5", s.max(minus, x(1)), 1, 5);
        assertAll("-Infinity", s.min(minus, x(1)), 1, 5);
        assertAll("3", s.add(s.max(minus, x(1)), s.integer(-2)), 1, 5);
    }

    @Test
    void maxAndMinOfANumberAndNaNGiveTheNumber() {
        int inf = s.ite(s.lt(s.zero(), x(0)), s.posInf(), x(1));
        int nan = s.sub(inf, inf);
        assertAll("NaN", nan, 1, 5);
        assertAll("5", s.max(nan, x(1)), 1, 5);
        assertAll("5", s.max(x(1), nan), 1, 5);
        assertAll("5", s.min(nan, x(1)), 1, 5);
        assertAll("NaN", s.abs(nan), 1, 5);
    }

    @Test
    void comparisonsWithNaNAreFalse() {
        int inf = s.ite(s.lt(s.zero(), x(0)), s.posInf(), x(1));
        int nan = s.sub(inf, inf);
        assertAll("0", s.ite(s.lt(nan, x(1)), s.one(), s.zero()), 1, 5);
        assertAll("0", s.ite(s.le(x(1), nan), s.one(), s.zero()), 1, 5);
        assertAll("0", s.ite(s.eq(nan, x(1)), s.one(), s.zero()), 1, 5);
        assertAll("1", s.ite(s.not(s.lt(nan, x(1))), s.one(), s.zero()), 1, 5);
    }

    @Test
    void outsideADomainTheKernelHasNanOrAnInfinityOrWhatIsNotModelled() {
        int root = s.sqrt(s.neg(x(1)));
        int pole = s.div(x(1), x(0));
        for (int nan : List.of(root, s.div(x(0), x(0)), s.add(root, x(1)), s.mul(pole, x(0)))) {
            assertSame(Real.INVALID, precise(nan, 0, 5));
            assertTrue(Double.isNaN(rough(nan, 0, 5)));
        }
        for (int infinite : List.of(pole, s.neg(pole), s.mul(pole, x(1)))) {
            assertSame(Real.POLE, precise(infinite, 0, 5));
            assertTrue(Double.isInfinite(rough(infinite, 0, 5)));
        }
        int up = s.div(x(1), s.abs(x(0)));
        int down = s.log2(x(0));
        assertSame(Real.POSITIVE_POLE, precise(up, 0, 5));
        assertSame(Real.POSITIVE_POLE, precise(s.abs(pole), 0, 5));
        assertSame(Real.NEGATIVE_POLE, precise(down, 0, 5));
        assertSame(Real.NEGATIVE_POLE, precise(s.neg(s.add(up, up)), 0, 5));
        assertSame(Real.INVALID, precise(s.sub(pole, pole), 0, 5));
        assertSame(Real.INVALID, precise(s.add(up, down), 0, 5));
        assertSame(Real.INVALID, precise(s.sqrt(down), 0, 5));
        assertSame(Real.INVALID, precise(s.max(root, s.div(x(0), x(0))), 0, 5));
        int power = s.exp2(s.mul(x(1), s.log2OfBase(s.neg(x(1)))));
        for (int open : List.of(s.add(pole, up), s.max(pole, x(1)), s.floor(root), power)) {
            assertSame(Real.OUTSIDE, precise(open, 0, 5));
        }
        assertSame(Real.FALSE, precise(s.lt(root, x(1)), 0, 5));
        assertSame(Real.TRUE, precise(s.not(s.le(root, x(1))), 0, 5));
        assertSame(Real.FALSE, precise(s.eq(pole, x(1)), 0, 5));
        assertSame(Real.OUTSIDE, precise(s.lt(pole, x(1)), 0, 5), "the sign of 1/0");
        assertSame(Real.FALSE, precise(s.lt(up, x(1)), 0, 5));
        assertSame(Real.TRUE, precise(s.lt(down, x(1)), 0, 5));
    }

    @Test
    void whatDropsNanOrAnInfinityIsANumberAgain() {
        int root = s.sqrt(s.neg(x(1)));
        int pole = s.div(x(1), x(0));
        int up = s.div(x(1), s.abs(x(0)));
        int down = s.log2(x(0));
        assertAll("5", s.max(root, x(1)), 0, 5);
        assertAll("5", s.min(x(1), root), 0, 5);
        assertAll("5", s.min(up, x(1)), 0, 5);
        assertAll("5", s.max(x(1), down), 0, 5);
        assertAll("0", s.div(x(1), pole), 0, 5);
        assertAll("0", s.exp2(down), 0, 5);
        assertAll("0", s.div(s.one(), s.add(up, up)), 0, 5);
        assertAll("1", s.ite(s.lt(x(1), up), s.one(), s.zero()), 0, 5);
        assertAll("1", s.apply(Function.TANH, up), 0, 5);
    }

    @Test
    void extremaOfTheSecondKindKeepNan() {
        int root = s.sqrt(s.neg(x(1)));
        for (int kept : List.of(s.maxOrNan(root, x(1)), s.minOrNan(x(1), root))) {
            assertSame(Real.INVALID, precise(kept, 0, 5));
            assertTrue(Double.isNaN(rough(kept, 0, 5)));
            assertEquals("outside", interval(kept, 0, 5));
        }
    }

    @Test
    void pointsOutsideADomainHaveNoValue() {
        for (int term :
                List.of(
                        s.div(x(1), x(0)),
                        s.mul(x(0), s.div(x(1), x(0))),
                        s.log2(x(0)),
                        s.log2(s.neg(x(1))),
                        s.sqrt(s.neg(x(1))),
                        s.max(x(1), s.div(x(1), x(0))))) {
            assertTrue(precise(term, 0, 5).isOutside());
            assertEquals("outside", interval(term, 0, 5));
        }
    }

    @Test
    void theArmThatIsNotTakenMayBeOutsideItsDomain() {
        int guarded = s.ite(s.eq(x(0), s.zero()), s.integer(7), s.div(x(1), x(0)));
        assertEquals("7", precise(guarded, 0, 5).text());
        assertEquals("7.0", interval(guarded, 0, 5));
        int and = s.and(s.lt(s.zero(), x(0)), s.lt(s.one(), s.div(x(1), x(0))));
        assertEquals("7", precise(s.ite(and, x(1), s.integer(7)), 0, 5).text());
    }

    @Test
    void undefinedAndOpaqueValuesAreUnknown() {
        assertSame(Real.UNKNOWN, precise(s.add(x(0), s.undefined(3)), 1));
        int f = s.apply(new Function("mystery", 2, false), x(0), x(1));
        assertSame(Real.UNKNOWN, precise(f, 1, 2));
        assertEquals("unknown", interval(f, 1, 2));
        assertFalse(Real.differ(precise(f, 1, 2), Real.ONE));
    }

    // ---------------------------------------------------------------- elementary functions

    @Test
    void elementaryFunctionsAgreeWithKnownDigits() {
        assertDigits("1.41421356237309504880168872420969807856967187537695", s.sqrt(x(0)), 2);
        assertDigits("1.58496250072115618145373894394781650875981440769248", s.log2(x(0)), 3);
        assertDigits("1.18920711500272106671749997056047591529297209246382", s.exp2(x(0)), 0.25);
        assertDigits(
                "0.76159415595576488811945828260479359041276859725794",
                s.apply(Function.TANH, x(0)),
                1);
        assertDigits(
                "0.84270079294971486934122063508260925929606699796630",
                s.apply(Function.ERF, x(0)),
                1);
        assertDigits(
                "0.84147098480789650665250232163029899962256306079837",
                s.apply(Function.SIN, x(0)),
                1);
        assertDigits(
                "0.54030230586813971740093660744297660373231042061792",
                s.apply(Function.COS, x(0)),
                1);
    }

    private void assertDigits(String digits, int term, double value) {
        Real real = precise(term, value);
        BigDecimal known = new BigDecimal(digits);
        assertTrue(
                real.low().subtract(known).abs().compareTo(new BigDecimal("2e-50")) < 0,
                real.low() + "");
        assertTrue(real.high().subtract(real.low()).compareTo(new BigDecimal("1e-56")) < 0);
        assertEquals(known.doubleValue(), rough(term, value), 1e-14);
    }

    @Property(tries = 100, seed = "4711")
    void elementaryFunctionsAgreeWithDoubles(@ForAll @IntRange(min = -6000, max = 6000) int n) {
        double v = n / 256.0;
        assertNear(Math.pow(2, v), s.exp2(x(0)), v);
        assertNear(Math.tanh(v), s.apply(Function.TANH, x(0)), v);
        assertNear(Math.sin(v), s.apply(Function.SIN, x(0)), v);
        assertNear(Math.cos(v), s.apply(Function.COS, x(0)), v);
        assertNear(DoubleFunctions.erf(v), s.apply(Function.ERF, x(0)), v);
        if (v > 0) {
            assertNear(Math.log(v) / Math.log(2), s.log2(x(0)), v);
            assertNear(Math.sqrt(v), s.sqrt(x(0)), v);
        }
    }

    private void assertNear(double expected, int term, double value) {
        double low = precise(term, value).low().doubleValue();
        assertEquals(expected, low, 1e-13 * Math.max(1, Math.abs(expected)));
        assertEquals(expected, rough(term, value), 1e-13 * Math.max(1, Math.abs(expected)));
    }

    @Test
    void hugeAndTinyExponentsAreHandled() {
        assertEquals(Real.Kind.UNKNOWN, precise(s.exp2(x(0)), 1e300).kind());
        Real tiny = precise(s.exp2(x(0)), -1e300);
        assertTrue(
                tiny.low().signum() >= 0 && tiny.high().compareTo(new BigDecimal("1e-1000")) < 0);
        Real large = precise(s.exp2(x(0)), 100000.5);
        assertTrue(large.low().signum() > 0);
        assertEquals("0", precise(s.sub(s.log2(s.exp2(s.integer(5))), x(0)), 5).text());
    }

    /** Exact differences of such bounds have hundreds of millions of digits. */
    @Test
    @Timeout(10)
    void whatIsAlmostZeroIsRoundedByItsSign() {
        int tiny = s.exp2(x(0)); // with millions of decimals
        assertEquals("1", precise(s.ceil(tiny), -9e7).text());
        assertEquals("0", precise(s.floor(tiny), -9e7).text());
        assertEquals("0", precise(s.rint(tiny), -9e7).text());
        assertEquals("-1", precise(s.floor(s.neg(tiny)), -9e7).text());
        assertEquals("0", precise(s.trunc(s.neg(tiny)), -9e7).text());
    }

    @Test
    void numbersOfVeryDifferentSizesAreCompared() {
        BigDecimal tiny = new BigDecimal("1e-2000000000");
        Real wide = Real.between(tiny, BigDecimal.ONE);
        assertFalse(Real.agree(wide, Real.of(Rational.ZERO), 20));
        assertFalse(Real.agree(wide, Real.between(tiny, tiny), 20));
        assertTrue(Real.agree(Real.between(BigDecimal.ZERO, tiny), Real.of(Rational.ZERO), 20));
        assertEquals(Rational.of(1, 2), wide.middle());
        assertEquals("0.5", wide.text());
        BigDecimal small = new BigDecimal("1e-300000000");
        Real near = Real.between(small, small);
        assertTrue(RealFunctions.wave(near, false).low().compareTo(new BigDecimal("0.9")) > 0);
        assertTrue(RealFunctions.wave(near, true).high().compareTo(new BigDecimal("1e-60")) < 0);
    }

    @Test
    void knownIntegerFunctionsAreExact() {
        assertAll("-2", s.apply(new Function("shr.s32", 2, true), x(0), x(1)), -7, 2);
        assertAll("32767", s.apply(new Function("shr.u32", 2, true), x(0), x(1)), -7, 17);
        assertAll("-3", s.apply(new Function("div.s32", 2, true), x(0), x(1)), -7, 2);
        assertAll("-1", s.apply(new Function("rem.s32", 2, true), x(0), x(1)), -7, 2);
        assertAll("8", s.apply(new Function("and.b32", 2, true), x(0), x(1)), 12, 10);
        assertAll("6", s.apply(new Function("xor.u8", 2, true), x(0), x(1)), 12, 10);
        assertAll("254", s.apply(new Function("shl.u8", 2, true), x(0), x(1)), 255, 1);
        assertEquals(
                "unknown", interval(s.apply(new Function("div.s32", 2, true), x(0), x(1)), 1, 0));
        assertEquals("unknown", interval(s.apply(new Function("bfind.s32", 1, true), x(0)), 1));
    }

    @Test
    void roundingToEightBitsIsExact() {
        int e4m3 = s.apply(Function.quantisation(FloatFormat.E4M3), x(0));
        assertAll("1.125", e4m3, 1.15);
        assertAll("1", e4m3, 1.0625); // a tie
        assertAll("-448", e4m3, -1e6);
        assertAll("0.001953125", e4m3, 0.0011); // the least subnormal, 2^-9
        assertAll("0", e4m3, 0.0009765625);
        int e5m2 = s.apply(Function.quantisation(FloatFormat.E5M2), x(0));
        assertAll("57344", e5m2, 65536);
        assertAll("1.25", e5m2, 1.15);
    }

    // ---------------------------------------------------------------- cones

    @Test
    void deepTermsNeedNoStack() {
        int sum = x(0);
        for (int i = 0; i < 200_000; i++) {
            sum = s.fma(x(1), x(i % 8), sum);
        }
        assertEquals("50001", precise(sum, 1, 1, 0, 0, 0, 0, 0, 0).text());
        assertEquals(
                precise(sum, 1, 2, 3, 4, 5, 6, 7, 8).exact().doubleValue(),
                rough(sum, 1, 2, 3, 4, 5, 6, 7, 8));
    }

    @Test
    void builtConesEqualScannedOnes() {
        SplittableRandom random = new SplittableRandom(5);
        int[] pool = new int[200];
        for (int i = 0; i < pool.length; i++) {
            pool[i] = i < 8 ? x(i) : randomTerm(random, pool, i);
        }
        Cone.Builder builder = new Cone.Builder(s);
        for (int k = 0; k < 50; k++) {
            int root = pool[random.nextInt(pool.length)];
            Cone built = builder.cone(root);
            Cone scanned = new Cone(s, root);
            assertEquals(scanned.size(), built.size());
            for (int i = 0; i < built.size(); i++) {
                assertEquals(scanned.op(i), built.op(i));
                assertEquals(scanned.a()[i], built.a()[i]);
                assertEquals(scanned.term(i), built.term(i));
                assertEquals(i, built.node(built.term(i)));
                assertEquals(i, scanned.node(built.term(i)));
            }
        }
    }
}
