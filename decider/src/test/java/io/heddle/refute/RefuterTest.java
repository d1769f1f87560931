package io.heddle.refute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class RefuterTest {
    private final TermStore s = new TermStore();
    private final int x = s.declare(new Symbol("x", ElementType.F32, List.of(16)));
    private final int y = s.declare(new Symbol("y", ElementType.F32, List.of(16)));
    private final int a = s.declare(new Symbol("A", ElementType.F32, List.of(8, 8)));
    private final int b = s.declare(new Symbol("B", ElementType.F32, List.of(8, 8)));

    private int x(int i) {
        return s.element(x, i);
    }

    private int y(int i) {
        return s.element(y, i);
    }

    private Outcome outcome(int reference, int candidate) {
        return outcome(reference, candidate, DecideOptions.defaults());
    }

    private Outcome outcome(int reference, int candidate, DecideOptions options) {
        return new Refuter(s, options)
                .tryRefute(List.of(new VerificationCondition("out", 0, reference, candidate)))
                .get(0);
    }

    private Counterexample refuted(int reference, int candidate) {
        return assertInstanceOf(Outcome.Refuted.class, outcome(reference, candidate))
                .counterexample();
    }

    private void assertAgrees(int reference, int candidate) {
        Outcome.Agrees agrees =
                assertInstanceOf(Outcome.Agrees.class, outcome(reference, candidate));
        assertTrue(agrees.points() > 0);
    }

    private int f32(float value) {
        return s.literal(FloatFormat.F32, Float.floatToRawIntBits(value) & 0xffffffffL);
    }

    private int log2E() {
        return s.constant(NamedConstant.LOG2_E);
    }

    private int exp(int t) {
        return s.exp2(s.mul(t, log2E()));
    }

    private int sum(List<Integer> terms) {
        int sum = s.zero();
        for (int t : terms) {
            sum = s.add(sum, t);
        }
        return sum;
    }

    private int treeSum(List<Integer> terms) {
        if (terms.size() == 1) {
            return terms.get(0);
        }
        int half = terms.size() / 2;
        return s.add(treeSum(terms.subList(half, terms.size())), treeSum(terms.subList(0, half)));
    }

    private List<Integer> elements(int symbol, int n) {
        List<Integer> terms = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            terms.add(s.element(symbol, i));
        }
        return terms;
    }

    // ---------------------------------------------------------------- faults are seen

    @Test
    void anOffByOneBoundOfASumIsRefutedByOneInput() {
        Counterexample c = refuted(sum(elements(x, 16)), sum(elements(x, 15)));
        assertEquals(Rational.ONE, c.inputs().get("x[15]"));
        assertEquals(16 - 1, c.inputs().values().stream().filter(Rational::isZero).count());
        assertEquals("1", c.reference());
        assertEquals("0", c.candidate());
    }

    @Test
    void aSwappedIndexIsRefuted() {
        int reference = s.zero();
        int candidate = s.zero();
        for (int k = 0; k < 8; k++) {
            reference = s.fma(s.element(a, 3 * 8 + k), s.element(b, k * 8 + 5), reference);
            int swapped = k == 6 ? 5 * 8 + k : k * 8 + 5;
            candidate = s.fma(s.element(a, 3 * 8 + k), s.element(b, swapped), candidate);
        }
        Counterexample c = refuted(reference, candidate);
        assertTrue(c.inputs().get("A[3,6]").signum() != 0);
    }

    @Test
    void aPlainDifferenceIsSeenAtTheFirstPoints() {
        assertTrue(isPlainlyRefuted(s.add(x(0), x(1)), s.add(x(0), x(2))));
        assertFalse(
                isPlainlyRefuted(s.add(s.add(x(0), x(1)), x(2)), s.add(x(0), s.add(x(1), x(2)))));
    }

    private boolean isPlainlyRefuted(int reference, int candidate) {
        return new Refuter(s, DecideOptions.defaults())
                .isPlainlyRefuted(new VerificationCondition("out", 0, reference, candidate));
    }

    @Test
    void aChangedEpsilonIsRefuted() {
        int mean = s.mul(sum(elements(x, 4)), s.rational(Rational.of(1, 4)));
        int variance = s.zero();
        for (int i = 0; i < 4; i++) {
            int d = s.sub(x(i), mean);
            variance = s.fma(d, d, variance);
        }
        int d = s.sub(x(0), mean);
        int good = s.div(d, s.sqrt(s.add(variance, f32(1e-5f))));
        int bad = s.div(d, s.sqrt(s.add(variance, f32(1e-6f))));
        refuted(good, bad);
    }

    @Test
    void aMissingClampIsSeenBeyondItsThreshold() {
        int clamped = s.min(s.max(x(0), s.zero()), s.integer(6));
        int relu = s.max(x(0), s.zero());
        Counterexample c = refuted(clamped, relu);
        assertTrue(c.inputs().get("x[0]").compareTo(Rational.of(6)) > 0);
        int far = s.min(x(0), s.integer(30000));
        refuted(far, x(0));
    }

    @Test
    void anOffByOneClampBoundIsRefuted() {
        refuted(s.min(x(0), s.integer(255)), s.min(x(0), s.integer(254)));
    }

    @Test
    void strictAndWeakComparisonsAreToldApartAtTheTie() {
        int strict = s.ite(s.lt(s.integer(3), x(0)), s.one(), s.zero());
        int weak = s.ite(s.le(s.integer(3), x(0)), s.one(), s.zero());
        Counterexample c = refuted(strict, weak);
        assertEquals(Rational.of(3), c.inputs().get("x[0]"));
        int tied = s.ite(s.lt(x(0), x(1)), y(0), y(1));
        int reversed = s.ite(s.le(x(0), x(1)), y(0), y(1));
        refuted(tied, reversed);
    }

    @Test
    void aScaledThresholdIsSeenAtTheTie() {
        int scaled = s.add(s.mul(s.integer(4), x(0)), s.integer(7));
        int strict = s.ite(s.lt(scaled, s.integer(1001)), x(1), s.zero());
        int weak = s.ite(s.le(scaled, s.integer(1001)), x(1), s.zero());
        refuted(strict, weak);
    }

    @Test
    void tiesOfManyConditionsAreSeenTogether() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            int scaled = s.add(s.mul(s.integer(3), x(i)), s.mul(s.integer(5), y(i)));
            int strict = s.ite(s.lt(scaled, s.integer(100 + i)), s.one(), s.zero());
            int weak = s.ite(s.le(scaled, s.integer(100 + i)), s.one(), s.zero());
            conditions.add(new VerificationCondition("out", i, strict, weak));
        }
        for (Outcome outcome : new Refuter(s, DecideOptions.defaults()).tryRefute(conditions)) {
            assertInstanceOf(Outcome.Refuted.class, outcome);
        }
    }

    /** A report shows one of the elements that differ: the first are described, all are counted. */
    @Test
    void ofManyThatDifferTheFirstAreDescribed() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            int good = s.add(s.mul(x(i), y(i)), s.mul(x((i + 1) % 15), y((i + 1) % 15)));
            conditions.add(new VerificationCondition("out", i, good, s.mul(x(i), y(i))));
        }
        List<Counterexample> found =
                new Refuter(s, DecideOptions.defaults())
                        .tryRefute(conditions).stream()
                                .map(o -> assertInstanceOf(Outcome.Refuted.class, o))
                                .map(Outcome.Refuted::counterexample)
                                .toList();
        Counterexample first = found.get(0);
        assertEquals(Map.of("x[0]", Rational.ZERO, "x[1]", Rational.ONE), xs(first));
        assertEquals("candidate lacks x[1]*y[1]", first.difference());
        assertTrue(found.get(7).listed());
        assertFalse(found.get(8).listed());
        assertFalse(found.get(14).reference().equals(found.get(14).candidate()));
    }

    private static Map<String, Rational> xs(Counterexample c) {
        Map<String, Rational> xs = new TreeMap<>(c.inputs());
        xs.keySet().removeIf(name -> !name.startsWith("x"));
        return xs;
    }

    @Test
    void aWrongStrideIsRefuted() {
        int good = s.add(s.element(a, 0), s.element(a, 8));
        int bad = s.add(s.element(a, 0), s.element(a, 7));
        Counterexample c = refuted(good, bad);
        assertEquals(3, c.inputs().size());
    }

    @Test
    void theRootOfASquareIsNotItsArgument() {
        Counterexample c = refuted(s.sqrt(s.mul(x(0), x(0))), x(0));
        assertTrue(c.inputs().get("x[0]").signum() < 0);
    }

    @Test
    void aDroppedRescaleInOnlineSoftmaxIsRefuted() {
        refuted(naiveSoftmax(4, 2), onlineSoftmax(4, 2, true));
    }

    private int naiveSoftmax(int n, int out) {
        int max = s.negInf();
        for (int i = 0; i < n; i++) {
            max = s.max(max, x(i));
        }
        int sum = s.zero();
        for (int i = 0; i < n; i++) {
            sum = s.add(sum, exp(s.sub(x(i), max)));
        }
        return s.div(exp(s.sub(x(out), max)), sum);
    }

    private int onlineSoftmax(int n, int out, boolean dropRescale) {
        int max = s.negInf();
        int sum = s.zero();
        for (int i = 0; i < n; i++) {
            int next = s.max(max, x(i));
            int scale = dropRescale && i == 2 ? s.one() : exp(s.sub(max, next));
            sum = s.add(s.mul(sum, scale), exp(s.sub(x(i), next)));
            max = next;
        }
        return s.div(exp(s.sub(x(out), max)), sum);
    }

    @Test
    void nanOnOneSideByTheArithmeticOfInfinitiesIsADifference() {
        int masked = s.ite(s.lt(s.zero(), x(0)), x(0), s.negInf());
        int difference = s.exp2(s.sub(masked, masked)); // −∞ − −∞ where x[0] ≤ 0
        Counterexample c = refuted(s.one(), difference);
        assertEquals("NaN", c.candidate());
        assertEquals("1", c.reference());
    }

    // ---------------------------------------------------------------- equal things are not refuted

    @Test
    void sumsInAnyOrderAgree() {
        assertAgrees(sum(elements(x, 16)), treeSum(elements(x, 16)));
    }

    @Test
    void softmaxFormsAgree() {
        assertAgrees(naiveSoftmax(8, 3), onlineSoftmax(8, 3, false));
    }

    @Test
    void layerNormFormsAgree() {
        int n = 8;
        int inverse = s.rational(Rational.of(1, n));
        int mean = s.mul(sum(elements(x, n)), inverse);
        int squares = s.zero();
        int deviations = s.zero();
        for (int i = 0; i < n; i++) {
            squares = s.fma(x(i), x(i), squares);
            int d = s.sub(x(i), mean);
            deviations = s.fma(d, d, deviations);
        }
        int v1 = s.mul(deviations, inverse);
        int v2 = s.sub(s.mul(squares, inverse), s.mul(mean, mean));
        int epsilon = f32(1e-5f);
        int d = s.sub(x(1), mean);
        assertAgrees(
                s.mul(d, s.div(s.one(), s.sqrt(s.add(v1, epsilon)))),
                s.div(d, s.sqrt(s.add(v2, epsilon))));
    }

    @Test
    void aQuotientDiffersFromOneOnlyOutsideItsDomain() {
        assertAgrees(s.div(x(0), x(0)), s.one());
        assertAgrees(s.exp2(s.log2(x(0))), x(0));
        assertAgrees(s.mul(s.sqrt(x(0)), s.sqrt(x(0))), x(0));
    }

    @Test
    void roundedConstantsAreNoDifferenceUnlessConstantsAreExact() {
        int scale = f32((float) (1 / Math.sqrt(32)));
        int literal = s.mul(x(0), scale);
        int root = s.div(x(0), s.sqrt(s.integer(32)));
        assertAgrees(literal, root);
        int naive = s.exp2(s.mul(x(0), f32(1.442695f)));
        assertAgrees(naive, exp(x(0)));
        DecideOptions exact = new DecideOptions(true, Long.MAX_VALUE, 1000, 10, 1);
        assertInstanceOf(Outcome.Refuted.class, outcome(literal, root, exact));
    }

    @Test
    void aConstantThatIsNotRecoveredIsADifferenceBeyondItsRounding() {
        int root = s.div(x(0), s.sqrt(s.integer(32)));
        refuted(s.mul(x(0), f32(0.1768f)), root);
        assertInstanceOf(Outcome.Unclear.class, outcome(s.mul(x(0), f32(0.17677672f)), root));
    }

    @Test
    void aConstantInTwoPartsIsNotRefuted() {
        int high = f32(Float.intBitsToFloat(0x3FB8AA3B));
        int low = f32(Float.intBitsToFloat(0x32A57060));
        int two = s.exp2(s.fma(x(0), low, s.mul(x(0), high)));
        assertInstanceOf(Outcome.Unclear.class, outcome(two, exp(x(0))));
        refuted(two, s.exp2(s.mul(x(0), f32(1.4427f))));
        refuted(two, s.exp2(x(0)));
    }

    @Test
    void aTieAtALiteralIsStillSeen() {
        int threshold = f32(0.6023743f);
        int strict = s.ite(s.lt(threshold, x(0)), s.one(), s.zero());
        int weak = s.ite(s.le(threshold, x(0)), s.one(), s.zero());
        refuted(strict, weak);
    }

    @Test
    void opaqueFunctionsAreNeverRefuted() {
        int f = s.apply(new Function("mystery", 1, false), x(0));
        int g = s.apply(new Function("mystery", 1, false), x(1));
        assertFalse(outcome(f, g) instanceof Outcome.Refuted);
        assertFalse(outcome(f, s.add(f, s.one())) instanceof Outcome.Refuted);
    }

    // ---------------------------------------------------------------- domains

    @Test
    void pointsStayInsideTheRangeAndTheType() {
        int r =
                s.declare(
                        new Symbol(
                                "r", ElementType.F16, List.of(2), decimal("0.1"), decimal("0.9")));
        int t = s.element(r, 0);
        Counterexample c = refuted(t, s.mul(t, t));
        Rational value = c.inputs().get("r[0]");
        assertTrue(value.compareTo(decimal("0.1")) >= 0 && value.compareTo(decimal("0.9")) <= 0);
        assertTrue(FloatFormat.F16.pattern(value).isPresent());
        assertAgrees(s.abs(t), t);
    }

    @Test
    void aPointIsInsideOnlyIfEveryAssumedRangeHoldsThere() {
        int n = s.declare(new Symbol("n", ElementType.S32, List.of(2)));
        int m = s.declare(new Symbol("m", ElementType.S64, List.of()));
        int sum = s.add(s.element(n, 0), s.element(n, 1));
        Rational most = Rational.of(Integer.MAX_VALUE);
        s.assumedRanges().add(sum, Rational.of(Integer.MIN_VALUE), most);
        Refuter refuter = new Refuter(s, DecideOptions.defaults());
        VerificationCondition vc = new VerificationCondition("out", 0, s.element(n, 0), sum);
        Rational one = Rational.ONE;
        assertTrue(refuter.isInsideAssumed(vc, Map.of("n[0]", one, "n[1]", one)));
        assertFalse(refuter.isInsideAssumed(vc, Map.of("n[0]", most, "n[1]", one)));
        assertFalse(refuter.isInsideAssumed(vc, Map.of("n[0]", one)), "n[1] is not known");
        VerificationCondition other = new VerificationCondition("out", 0, x(0), y(0));
        assertTrue(refuter.isInsideAssumed(other, Map.of("x[0]", most, "y[0]", one)));
        VerificationCondition wide = new VerificationCondition("out", 0, s.element(m, 0), x(0));
        Rational rounded = Rational.powerOfTwo(60);
        assertFalse(refuter.isInsideAssumed(wide, Map.of("m", rounded, "x[0]", one)));
    }

    private static Rational decimal(String text) {
        return Rational.of(new BigDecimal(text));
    }

    @Test
    void anEmptyDomainIsUnclear() {
        int r =
                s.declare(
                        new Symbol(
                                "r", ElementType.S32, List.of(), decimal("0.1"), decimal("0.9")));
        int t = s.element(r, 0);
        assertInstanceOf(Outcome.Unclear.class, outcome(t, s.add(t, s.one())));
        int never = s.sqrt(s.neg(s.fma(x(0), x(0), s.one())));
        assertInstanceOf(Outcome.Unclear.class, outcome(never, s.one()));
    }

    @Test
    void anInfinityIsNoNumber() {
        int zero = s.sub(s.add(x(0), x(1)), s.add(x(1), x(0)));
        assertInstanceOf(Outcome.Refuted.class, outcome(s.div(x(0), zero), s.one()));
    }

    // ---------------------------------------------------------------- witnesses

    @Test
    void aWitnessSatisfiesTheConditions() {
        Refuter refuter = new Refuter(s, DecideOptions.defaults());
        VerificationCondition vc =
                new VerificationCondition("out", 0, naiveSoftmax(4, 1), onlineSoftmax(4, 1, false));
        assertTrue(refuter.witness(vc).isPresent());
        assertTrue(refuter.witness(vc, s.lt(x(0), x(1)), s.lt(s.zero(), x(0))).isPresent());
        assertTrue(refuter.witness(vc, s.lt(s.mul(x(0), x(0)), s.zero())).isEmpty());
    }

    /** The point of one condition serves others only where it is a witness of theirs, too. */
    @Test
    void aPointInsideAllAssumedRangesIsTriedForOtherConditions() {
        int n = s.declare(new Symbol("n", ElementType.S32, List.of(3)));
        int sum = s.add(s.add(s.element(n, 0), s.element(n, 1)), s.element(n, 2));
        s.assumedRanges().add(sum, Rational.of(Integer.MIN_VALUE), Rational.of(Integer.MAX_VALUE));
        Refuter refuter = new Refuter(s, DecideOptions.defaults());
        VerificationCondition whole = new VerificationCondition("out", 0, sum, sum);
        int square = s.mul(s.element(n, 1), s.element(n, 1));
        int one = s.add(square, s.one());
        VerificationCondition part = new VerificationCondition("out", 1, square, square);
        VerificationCondition differs = new VerificationCondition("out", 2, square, s.neg(one));
        VerificationCondition undefined = // where n[1]² < 0
                new VerificationCondition("out", 3, s.sqrt(s.neg(one)), s.sqrt(s.neg(one)));
        VerificationCondition elsewhere = new VerificationCondition("out", 4, x(0), x(0));
        for (int round = 0; round < 2; round++) { // of its own, then by the point of the first
            assertTrue(refuter.hasWitness(part, List.of()));
            assertFalse(refuter.hasWitness(differs, List.of()));
            assertFalse(refuter.hasWitness(undefined, List.of()));
            assertTrue(refuter.hasWitness(elsewhere, List.of()));
            assertTrue(refuter.hasWitness(whole, List.of()));
        }
    }

    /** No point is inside an empty range, whatever point served another condition. */
    @Test
    void aRangeThatNoPointIsInsideHasNoWitness() {
        int n = s.declare(new Symbol("n", ElementType.S32, List.of(2)));
        int square = s.mul(s.element(n, 0), s.element(n, 0));
        s.assumedRanges().add(square, Rational.of(-2), Rational.of(-1));
        Refuter refuter = new Refuter(s, DecideOptions.defaults());
        VerificationCondition free =
                new VerificationCondition("out", 0, s.element(n, 1), s.element(n, 1));
        VerificationCondition inside = new VerificationCondition("out", 1, square, square);
        assertTrue(refuter.hasWitness(free, List.of()));
        assertFalse(refuter.hasWitness(inside, List.of()));
    }

    @Test
    void zeroOverZeroHasNoWitness() {
        Refuter refuter = new Refuter(s, DecideOptions.defaults());
        int zero = s.sub(s.add(x(0), x(1)), s.add(s.mul(x(1), s.one()), x(0)));
        int d =
                s.sub(
                        s.mul(x(0), x(0)),
                        s.mul(s.mul(x(0), s.integer(2)), s.mul(x(0), s.rational(Rational.HALF))));
        assertEquals(s.zero(), zero);
        VerificationCondition vc =
                new VerificationCondition("out", 0, s.div(d, d), s.div(x(0), x(1)));
        assertTrue(refuter.witness(vc).isEmpty());
    }

    @Test
    void anyMeaningOfAnOpaqueFunctionServesAWitness() {
        int quotient = s.div(x(0), s.add(s.mul(x(1), x(1)), x(2)));
        int f = s.apply(new Function("mystery", 1, false), quotient);
        VerificationCondition vc = new VerificationCondition("out", 0, f, f);
        assertTrue(new Refuter(s, DecideOptions.defaults()).witness(vc).isPresent());
    }
}
