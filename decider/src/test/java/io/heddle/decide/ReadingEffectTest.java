package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Recovery;
import io.heddle.condition.DecideOptions;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadingEffectTest {
    private static final Set<Recovery.Literal> NOTHING = Set.of();

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final int x = terms.scalar("x");
    private final int part41 = terms.float32(1f / 41);

    private Set<Recovery.Literal> far(int... roots) {
        return new ReadingEffect(
                        store, Recovery.STANDARD, DecideOptions.defaults(), WorkThreads.ONE, roots)
                .beyondRounding();
    }

    private Set<Recovery.Literal> literal(int t) {
        return Set.of(new Recovery.Literal(store.literalFormat(t), store.literalBits(t)));
    }

    /** x times y, 64 times. */
    private int power(int y) {
        int product = x;
        for (int i = 0; i < 64; i++) {
            product = store.mul(product, y);
        }
        return product;
    }

    @Test
    void aProductWithALiteralMovesByOneRounding() {
        assertEquals(NOTHING, far(store.mul(x, part41), x));
        assertEquals(NOTHING, far(store.exp2(store.mul(x, terms.float32(1.442695f))), x));
    }

    @Test
    void aConstantThatIsZeroInOneReadingOnlyIsFar() {
        int rest = store.sub(part41, terms.number(1, 41));
        assertEquals(literal(part41), far(store.fma(rest, x, x)));
    }

    @Test
    void aConstantOfFunctionsIsFar() {
        int half = terms.float32(0.70710677f);
        int rest = store.sub(store.mul(store.sqrt(terms.number(2, 1)), half), store.one());
        assertEquals(literal(half), far(store.mul(x, rest)));
    }

    @Test
    void aConstantThatIsAnotherNumberIsFar() {
        int near = terms.float32((float) (Math.PI * (1 << 25)));
        int rest = store.sub(near, terms.number(105_414_352, 1));
        assertEquals(literal(near), far(store.mul(x, rest)));
        int small = store.sub(near, store.mul(store.constant(NamedConstant.PI), store.one()));
        assertEquals(NOTHING, far(store.mul(x, small)));
    }

    /** x·fl(1/41)·41 − x is 0 or a rounding, which may be multiplied by 2^24. */
    @Test
    void dataThatCancelAreFar() {
        int product = store.mul(store.mul(x, part41), terms.number(41, 1));
        assertEquals(literal(part41), far(store.sub(product, x)));
        assertEquals(NOTHING, far(store.sub(product, store.mul(x, terms.number(2, 1)))));
    }

    @Test
    void onlyTheLiteralsOfTheLowestTermsAreNamed() {
        int third = terms.float32(1f / 3);
        int product = store.mul(store.mul(x, part41), terms.number(41, 1));
        int cancelled = store.sub(product, x);
        assertEquals(literal(part41), far(store.mul(cancelled, third), store.mul(x, third)));
    }

    /** 64 factors that are off by 2^-12 each make 1.5 percent; of singles they make nothing. */
    @Test
    void manyFactorsOfANarrowFormatAreFar() {
        int ten = terms.number(10, 1);
        int half = store.literal(FloatFormat.F16, 0x2E66);
        assertEquals(literal(half), far(power(store.mul(ten, half))));
        int single = terms.float32(0.1f);
        assertEquals(NOTHING, far(power(store.mul(ten, single))));
    }

    /**
     * Two doubles of 1/3 and its multiples cancel to the roundings of doubles, not to the reading.
     */
    @Test
    void theRoundingsOfDoublesAreNotMistakenForTheReading() {
        int third = terms.float32(1f / 3);
        int left = store.mul(store.mul(x, third), terms.number(7, 10));
        int right = store.mul(store.mul(x, terms.number(7, 10)), third);
        assertEquals(NOTHING, far(store.add(x, store.sub(left, right))));
    }

    /** A rounding to an integer that the reading turns says nothing of amplification. */
    @Test
    void termsAboveATurnedStepAreNotLookedAt() {
        int one = store.mul(store.mul(x, part41), terms.number(41, 1));
        int step = store.floor(store.div(one, x)); // 1, or 0 where the literal is below 1/41
        assertEquals(NOTHING, far(step));
    }

    @Test
    void kernelsOfDoublesAllowLessInConstants() {
        int half = terms.float32(0.70710677f);
        int one = store.mul(store.sqrt(terms.number(2, 1)), half);
        assertEquals(NOTHING, far(store.mul(x, one)));
        int y = store.element(store.declare(new Symbol("d", ElementType.F64, List.of())), 0);
        assertEquals(literal(half), far(store.mul(y, one)));
    }

    /** A great cone in which one sum is 0 in one reading only, behind a choice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void anyNumberOfThreadsFindsTheSame(int count) {
        int[] y = terms.vector("y", 12_000);
        int[] roots = Arrays.stream(y).map(t -> store.fma(t, part41, x)).toArray();
        int product = store.mul(store.mul(x, part41), terms.number(41, 1));
        int hidden = store.ite(store.lt(x, y[0]), store.sub(product, x), y[1]);
        WorkThreads threads = new WorkThreads(count, Thread::new);
        for (boolean all : List.of(true, false)) {
            roots[7] = all ? store.add(y[7], hidden) : y[7];
            ReadingEffect effect =
                    new ReadingEffect(
                            store, Recovery.STANDARD, DecideOptions.defaults(), threads, roots);
            assertEquals(all ? literal(part41) : NOTHING, effect.beyondRounding());
        }
    }

    @Test
    void onceTheTimeIsUpEveryLiteralStaysExact() {
        DecideOptions late = DecideOptions.defaults().until(System.nanoTime() - 1);
        int product = store.mul(x, part41);
        assertEquals(NOTHING, far(product));
        assertEquals(
                literal(part41),
                new ReadingEffect(store, Recovery.STANDARD, late, WorkThreads.ONE, product)
                        .beyondRounding());
    }

    /** s·fl(1/41)·41 − s, which an ordinary x makes 0 or no number where s is so. */
    private int cancelled(int s) {
        return store.sub(store.mul(store.mul(s, part41), terms.number(41, 1)), s);
    }

    @Test
    void whatOrdinaryInputsDoNotReachIsFarAsWell() {
        int above = store.sub(x, terms.number(3, 1));
        int zero = store.zero();
        int deep = store.mul(terms.number(2000, 1), above);
        int[] rare = {
            store.max(above, zero),
            store.min(store.max(above, zero), store.one()),
            store.ite(store.lt(terms.number(3, 1), x), x, zero),
            store.max(store.sub(store.floor(x), terms.number(2, 1)), zero),
            store.exp2(deep),
            store.sqrt(above),
            store.log2(above),
            store.div(x, store.max(above, zero)),
        };
        for (int s : rare) {
            assertEquals(literal(part41), far(store.add(x, cancelled(s))), store.op(s).toString());
        }
    }

    @Test
    void equalArgumentsMakeEqualAtoms() {
        int y = terms.scalar("y");
        int z = terms.scalar("z");
        int three = terms.number(3, 1);
        int left = store.max(store.sub(store.add(store.add(x, y), z), three), store.zero());
        int right = store.max(store.sub(store.add(x, store.add(y, z)), three), store.zero());
        int product = store.mul(store.mul(left, part41), terms.number(41, 1));
        assertEquals(literal(part41), far(store.sub(product, right)));
    }

    @Test
    void whatLiesAboveATurnedStepIsLookedAt() {
        int step = store.floor(store.mul(x, store.mul(part41, terms.number(1L << 40, 1))));
        assertEquals(literal(part41), far(cancelled(step)));
        int equal = store.mul(store.mul(x, part41), terms.number(41, 1));
        assertEquals(literal(part41), far(store.ite(store.lt(x, equal), x, store.zero())));
        int apart = store.mul(store.mul(x, part41), terms.number(40, 1));
        assertEquals(NOTHING, far(store.ite(store.lt(x, apart), x, store.zero())));
    }

    /** Where trunc x is 41 the term is 0 or 2^24 roundings; what the other arm gives is x. */
    @Test
    void anArmThatIsFarForTheOtherArmIsFar() {
        int large = terms.number(1L << 24, 1);
        int part = store.mul(store.trunc(x), part41);
        int amplified = store.mul(store.sub(part, store.one()), large);
        int narrow =
                store.and(
                        store.lt(terms.number(41, 1), x),
                        store.lt(x, terms.number(410_002, 10_000)));
        int rare = store.ite(narrow, amplified, store.zero());
        assertEquals(literal(part41), far(store.add(x, rare)));
        int ordinary = store.ite(narrow, store.sub(part, store.one()), store.zero());
        assertEquals(NOTHING, far(store.add(x, ordinary)));
    }

    /** 49·fl(1/49) − 1 is 1e-17: nothing that doubles could tell from 0. */
    @Test
    void whatCancelsInDoublesIsKnownThere() {
        int part49 = store.literal(FloatFormat.F64, Double.doubleToRawLongBits(1.0 / 49));
        int product = store.mul(store.mul(x, part49), terms.number(49, 1));
        assertEquals(literal(part49), far(store.sub(product, x)));
        assertEquals(NOTHING, far(product));
    }

    /** What choices and maxima hide from any point is moved by 2^24 roundings of z all the same. */
    @Test
    void whatIsAmplifiedIsFarByWhateverDetour() {
        int z = terms.scalar("z");
        int three = terms.number(3, 1);
        int band =
                store.sub(
                        store.ite(store.lt(three, x), z, store.zero()),
                        store.ite(store.lt(terms.number(4, 1), x), z, store.zero()));
        int large = terms.number(1L << 24, 1);
        assertEquals(literal(part41), far(store.add(z, store.mul(large, cancelled(band)))));
        int root = store.sqrt(store.abs(cancelled(z)));
        assertEquals(literal(part41), far(store.add(z, root)));
        int quotient = store.div(z, store.add(store.one(), store.mul(large, cancelled(band))));
        assertEquals(literal(part41), far(quotient));
    }

    /** Layer norm of 6 elements, whose mean is taken by a literal. */
    @Test
    void aLayerNormMovesByRoundings() {
        int sixth = terms.float32(1f / 6);
        int[] v = terms.vector("v", 6);
        int mean = store.mul(terms.sum(v), sixth);
        int squares = store.zero();
        for (int e : v) {
            int d = store.sub(e, mean);
            squares = store.fma(d, d, squares);
        }
        int variance = store.fma(squares, sixth, terms.float32(1e-5f));
        assertEquals(NOTHING, far(store.div(store.sub(v[0], mean), store.sqrt(variance))));
    }

    /**
     * FlashAttention-1 with a literal for log2 e: each tile rescales by 2^(m − m') and l / l',
     * which telescopes over any number of tiles.
     *
     * @param score what is put in for a score
     */
    private int normalisedAfterEveryTile(IntUnaryOperator score) {
        int tiles = 128;
        int[] s = terms.vector("s", tiles);
        int[] v = terms.vector("v", tiles);
        int log2e = terms.float32(1.442695f);
        int greatest = score.applyAsInt(s[0]);
        int sum = store.one();
        int output = v[0];
        for (int k = 1; k < tiles; k++) {
            int larger = store.max(greatest, score.applyAsInt(s[k]));
            int old = store.exp2(store.mul(store.sub(greatest, larger), log2e));
            int weight = store.exp2(store.mul(store.sub(score.applyAsInt(s[k]), larger), log2e));
            int kept = store.mul(old, sum);
            sum = store.fma(old, sum, weight);
            output = store.div(store.fma(weight, v[k], store.mul(kept, output)), sum);
            greatest = larger;
        }
        return output;
    }

    @Test
    void rescalesOfManyTilesMoveByRoundings() {
        assertEquals(NOTHING, far(normalisedAfterEveryTile(t -> t)));
    }

    /** What telescopes hides nothing of what is amplified in the scores. */
    @Test
    void whatIsAmplifiedBelowRescalesIsFar() {
        int large = terms.number(1L << 24, 1);
        int three = terms.number(3, 1);
        IntUnaryOperator amplified =
                t -> {
                    int band =
                            store.sub(
                                    store.ite(store.lt(three, t), t, store.zero()),
                                    store.ite(store.lt(terms.number(4, 1), t), t, store.zero()));
                    return store.fma(large, cancelled(band), t);
                };
        assertTrue(far(normalisedAfterEveryTile(amplified)).containsAll(literal(part41)));
    }

    /** (x / l) l is x, but not where the divisor and the factor are two numbers. */
    @Test
    void aDivisionIsUndoneByItsOwnDivisorOnly() {
        int l = store.fma(x, x, store.one());
        int large = terms.number(1L << 24, 1);
        int moved = store.fma(large, cancelled(x), l);
        int z = terms.scalar("z");
        assertEquals(literal(part41), far(store.mul(store.div(z, l), moved)));
        assertEquals(literal(part41), far(store.mul(store.div(z, moved), l)));
    }

    /** The differences of such terms are 0 or z, and never 0 wherever parts of them are taken. */
    @Test
    void aSumThatOtherArmsCancelIsFar() {
        int z = terms.scalar("z");
        int three = terms.number(3, 1);
        int first = store.ite(store.lt(three, x), z, store.zero());
        int second = store.ite(store.lt(terms.number(4, 1), x), z, store.zero());
        int near = store.ite(store.lt(terms.number((1L << 40) + 1, 1L << 38), x), z, store.zero());
        int four = store.ite(store.lt(terms.number(4, 1), x), z, store.zero());
        int maxima = store.sub(store.max(x, three), store.max(x, terms.number(4, 1)));
        int[] bands = {store.sub(first, second), store.sub(four, near), maxima};
        for (int band : bands) {
            assertEquals(literal(part41), far(store.add(z, cancelled(band))));
            assertEquals(NOTHING, far(store.fma(band, part41, z)));
        }
    }

    /** Three rotations by 120 degrees move each element by roundings of the others. */
    @Test
    void aTransformAndItsInverseMoveByRoundings() {
        int half = terms.number(1, 2);
        int sine = terms.float32(0.8660254f);
        int u = x;
        int v = terms.scalar("y");
        for (int k = 0; k < 3; k++) {
            int turned = store.neg(store.add(store.mul(u, half), store.mul(v, sine)));
            v = store.sub(store.mul(u, sine), store.mul(v, half));
            u = turned;
        }
        assertEquals(NOTHING, far(u, v));
    }

    @Test
    void whatCancelsWhereElementsAreEqualIsFar() {
        int z = terms.scalar("z");
        int product = store.mul(store.mul(x, part41), terms.number(41, 1));
        int rest = store.sub(product, z);
        assertEquals(NOTHING, far(rest));
        assertEquals(literal(part41), far(store.ite(store.eq(x, z), rest, x)));
        int three = terms.number(3, 1);
        int constant = store.sub(product, three);
        assertEquals(NOTHING, far(constant));
        assertEquals(literal(part41), far(store.ite(store.eq(three, x), constant, x)));
    }

    /** (z p + 41·fl(1/41) z − z) / p is z, and more where p is small; so are its spellings. */
    @Test
    void whatADivisorNearZeroMakesLargeIsFar() {
        int z = terms.scalar("z");
        int off = store.sub(x, terms.number(3, 1));
        int pole = store.fma(off, off, terms.number(1, 1_000_000_000));
        int sum = store.fma(z, pole, store.mul(store.mul(z, part41), terms.number(41, 1)));
        assertEquals(literal(part41), far(store.div(store.sub(sum, z), pole)));
        int root = store.sqrt(pole);
        int roots = store.fma(z, root, store.mul(store.mul(z, part41), terms.number(41, 1)));
        assertEquals(
                literal(part41), far(store.mul(store.div(store.one(), root), store.sub(roots, z))));
        assertEquals(NOTHING, far(store.div(sum, pole)));
    }

    /** z 2^-x and roundings of z: where x may be 40 that is another number. */
    @Test
    void whatStatedRangesMakeLargeIsFar() {
        int z = terms.scalar("z");
        for (int reach : new int[] {2, 40}) {
            int symbol =
                    store.declare(
                            new Symbol(
                                    "w" + reach,
                                    ElementType.F32,
                                    List.of(1),
                                    Rational.of(-reach),
                                    Rational.of(reach)));
            int small = store.exp2(store.neg(store.element(symbol, 0)));
            int sum = store.fma(z, small, store.mul(store.mul(z, part41), terms.number(41, 1)));
            assertEquals(reach == 2 ? NOTHING : literal(part41), far(store.sub(sum, z)));
        }
    }

    /** A bf16 beside a single may change the eighth bit, which is none of the single's matter. */
    @Test
    void theLiteralsOfAFormatAreLookedAtAlone() {
        int tenth = store.literal(FloatFormat.BF16, 0x3DCD);
        int large = terms.number(1L << 14, 1);
        int moved = store.mul(large, cancelled(x));
        assertEquals(literal(part41), far(store.fma(tenth, x, moved)));
        assertEquals(NOTHING, far(store.fma(tenth, x, store.mul(x, part41))));
    }

    private final int log2E = terms.float32(1.442695f);

    /** 2^(fl(log2 e)·(t − shift)). */
    private int power(int t, int shift) {
        return store.exp2(store.mul(store.sub(t, shift), log2E));
    }

    private int first(int maximum, int... elements) {
        int[] powers = Arrays.stream(elements).map(t -> power(t, maximum)).toArray();
        return store.div(powers[0], terms.sum(powers));
    }

    @Test
    void theStartOfAMaximumMovesNothing() {
        int[] v = terms.vector("v", 4);
        for (float start : new float[] {-100, -1e4f, -65504, -1e9f, -1e30f}) {
            int maximum = store.max(terms.float32(start), terms.max(v));
            assertEquals(NOTHING, far(first(maximum, v)));
            int least = store.neg(store.min(terms.float32(-start), store.neg(terms.max(v))));
            assertEquals(NOTHING, far(first(least, v)));
        }
    }

    @Test
    void theStartOfAMaximumIsFarWhereItShows() {
        int million = terms.number(1_000_000, 1);
        int maximum = store.max(store.neg(million), x);
        int shifted = store.add(maximum, million); // about 10^6
        assertEquals(literal(log2E), far(store.exp2(store.mul(shifted, log2E))));
        assertEquals(literal(part41), far(store.mul(million, cancelled(maximum))));
        assertEquals(literal(log2E), far(almostOne(store.max(million, x))));
        // powers of ordinary numbers are below the start, and other numbers of a stated range
        int low = store.neg(store.exp2(store.mul(terms.number(10_000, 1), x)));
        assertEquals(literal(log2E), far(almostOne(store.max(terms.float32(-1e9f), low))));
        assertEquals(literal(log2E), far(almostOne(store.max(terms.float32(-1e9f), power(x)))));
        Rational most = Rational.of(2_000_000_000);
        Symbol wide = new Symbol("w", ElementType.F32, List.of(1), most.negate(), most);
        int w = store.element(store.declare(wide), 0);
        assertEquals(literal(log2E), far(almostOne(store.max(terms.float32(-1e9f), w))));
        assertEquals(NOTHING, far(almostOne(store.max(terms.float32(-1e9f), x))));
    }

    /** 2^(fl(log2 e)·t), divided by the power of t times the next float. */
    private int almostOne(int t) {
        int near = terms.number(12_102_204, 8_388_608);
        int inverse = store.exp2(store.neg(store.mul(t, near)));
        return store.mul(store.exp2(store.mul(t, log2E)), inverse);
    }

    @Test
    void aPowerThatVanishesMovesNothing() {
        int masked = terms.float32(-1e9f);
        int y = terms.scalar("y");
        assertEquals(NOTHING, far(first(store.max(x, y), x, y, masked)));
        assertEquals(NOTHING, far(power(masked, x)));
    }

    @Test
    void aPowerThatVanishesIsFarWhereItIsMadeANumber() {
        int masked = power(terms.float32(-1e9f), x);
        int exponent = terms.number(1_442_695_040, 1);
        int large = store.exp2(store.add(exponent, x));
        assertEquals(literal(log2E), far(store.mul(masked, large)));
        assertEquals(literal(log2E), far(store.mul(masked, store.exp2(exponent))));
        assertEquals(literal(log2E), far(store.add(store.log2(masked), exponent)));
        assertEquals(literal(log2E), far(store.div(x, masked)));
    }
}
