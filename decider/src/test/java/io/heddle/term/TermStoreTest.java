package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each fold of the smart constructors, and the neighbour that it must leave alone. */
final class TermStoreTest {
    private final TermStore s = new TermStore();
    private final int symbol = s.declare(new Symbol("x", ElementType.F32, List.of(8)));
    private final int x = s.element(symbol, 0);
    private final int y = s.element(symbol, 1);
    private final int two = s.integer(2);
    private final int root = s.sqrt(x); // NaN where x < 0
    private final int masked = s.ite(s.lt(x, y), x, s.negInf());

    private int f32(float value) {
        return s.literal(FloatFormat.F32, Float.floatToRawIntBits(value) & 0xffffffffL);
    }

    @Test
    void commutedSumsAndProductsShareOneId() {
        assertEquals(s.add(x, y), s.add(y, x));
        assertEquals(s.mul(x, y), s.mul(y, x));
        assertEquals(s.fma(x, y, two), s.fma(y, x, two));
        assertEquals(s.max(x, y), s.max(y, x));
        assertEquals(s.eq(x, y), s.eq(y, x));
        assertNotEquals(s.sub(x, y), s.sub(y, x));
        assertNotEquals(s.div(x, y), s.div(y, x));
        assertNotEquals(s.lt(x, y), s.lt(y, x));
    }

    @Test
    void unitsVanish() {
        assertEquals(x, s.add(x, s.zero()));
        assertEquals(x, s.sub(x, s.zero()));
        assertEquals(x, s.mul(x, s.one()));
        assertEquals(x, s.div(x, s.one()));
        assertEquals(s.add(x, y), s.fma(x, s.one(), y));
        assertEquals(s.mul(x, y), s.fma(x, y, s.zero()));
        assertEquals(root, s.add(root, s.zero()));
        assertNotEquals(x, s.add(x, s.one()));
        assertNotEquals(x, s.mul(x, two));
    }

    /** What a choice of two numbers is compared with tells which one it is, or nothing. */
    @Test
    void comparedChoicesOfNumbersAreTheirConditions() {
        int c = s.lt(x, y);
        int choice = s.ite(c, s.integer(4), s.zero());
        assertEquals(c, s.eq(choice, s.integer(4)));
        assertEquals(s.not(c), s.eq(choice, s.zero()));
        assertEquals(s.falseTerm(), s.eq(choice, s.one()));
        assertEquals(c, s.lt(s.one(), choice));
        assertEquals(s.not(c), s.le(choice, s.one()));
        assertEquals(s.trueTerm(), s.lt(choice, s.integer(5)));
        int maybe = s.ite(s.lt(x, two), s.undefined(s.newUndefinedSite()), y);
        int unwritten = s.ite(s.lt(x, maybe), s.integer(4), s.zero());
        assertEquals(Op.EQ, s.op(s.eq(unwritten, s.one())));
    }

    @Test
    void anElementAtAChoiceOfIndicesIsAChoiceOfElements() {
        Symbol table = new Symbol("table", ElementType.F32, List.of(2));
        int symbol = s.declare(table);
        int c = s.lt(x, y);
        int read = s.apply(Function.elementOf(table), s.ite(c, s.one(), s.zero()));
        assertEquals(s.ite(c, s.element(symbol, 1), s.element(symbol, 0)), read);
        int outside = s.apply(Function.elementOf(table), s.ite(c, s.integer(2), s.zero()));
        assertEquals(Op.APPLY, s.op(outside));
    }

    @Test
    void aDifferenceMayBeKeptWhereItIsZeroOverTheReals() {
        int kept = s.keptDifference(x);
        assertEquals(Op.SUB, s.op(kept));
        assertEquals(kept, s.keptDifference(x));
        assertEquals(s.zero(), s.sub(x, x));
        assertEquals(s.zero(), s.keptDifference(two));
        assertEquals(s.sub(root, root), s.keptDifference(root));
    }

    @Test
    void whatCancelsIsZeroUnlessItMayBeNan() {
        assertEquals(s.zero(), s.sub(x, x));
        assertEquals(s.zero(), s.mul(x, s.zero()));
        assertEquals(y, s.fma(x, s.zero(), y));
        for (int t : List.of(root, s.div(y, x), s.log2(x), masked)) {
            assertNotEquals(s.zero(), s.sub(t, t));
            assertNotEquals(s.zero(), s.mul(t, s.zero()));
            assertNotEquals(y, s.fma(t, s.zero(), y));
        }
    }

    @Test
    void aTermIsPartialWhereItsDomainIsNotShown() {
        int square = s.mul(x, x);
        int epsilon = f32(1e-5f);
        for (int total :
                List.of(
                        s.sqrt(square),
                        s.sqrt(s.add(s.fma(y, y, square), epsilon)),
                        s.div(x, s.add(square, epsilon)),
                        s.div(y, s.sqrt(s.add(square, epsilon))),
                        s.log2(s.add(s.exp2(x), s.exp2(y))),
                        s.div(s.exp2(x), s.add(s.exp2(x), s.one())),
                        s.div(x, f32(-0.1f)),
                        s.sqrt(s.abs(x)),
                        s.sqrt(s.max(x, s.zero())),
                        s.log2(s.max(x, epsilon)),
                        s.sqrt(s.ite(s.lt(x, y), square, s.one())))) {
            assertTrue(s.isTotal(total), () -> s.show(total, 100));
        }
        for (int partial :
                List.of(
                        root,
                        s.div(y, x),
                        s.div(y, square),
                        s.log2(square),
                        s.sqrt(s.sub(square, epsilon)),
                        s.sqrt(s.min(x, s.one())),
                        s.sqrt(s.mul(x, y)),
                        s.add(s.one(), s.mul(two, root)),
                        s.abs(root),
                        s.max(root, x),
                        s.exp2(s.log2(x)),
                        s.floor(root),
                        s.ite(s.lt(x, y), root, y),
                        s.div(y, s.zero()))) {
            assertFalse(s.isTotal(partial), () -> s.show(partial, 100));
        }
    }

    @Test
    void aMaximumWithANanIsTheNumberAndSoShowsNothing() {
        int bounded = s.max(masked, s.integer(-1));
        assertTrue(s.isTotal(s.sqrt(s.max(masked, s.one()))));
        assertFalse(s.isTotal(s.sqrt(bounded)));
    }

    @Test
    void rangesShowSigns() {
        int n =
                s.declare(
                        new Symbol("n", ElementType.F32, List.of(), Rational.HALF, Rational.of(9)));
        int index = s.declare(new Symbol("i", ElementType.U8, List.of()));
        assertTrue(s.isTotal(s.div(x, s.element(n, 0))));
        assertTrue(s.isTotal(s.sqrt(s.element(index, 0))));
        assertFalse(s.isTotal(s.div(x, s.element(index, 0))));
    }

    @Test
    void constantsFoldExactly() {
        assertEquals(s.integer(5), s.add(two, s.integer(3)));
        assertEquals(s.rational(Rational.HALF), s.div(s.one(), two));
        assertEquals(s.mul(x, s.rational(Rational.HALF)), s.div(x, two));
        assertEquals(s.integer(8), s.exp2(s.integer(3)));
        assertEquals(s.integer(3), s.log2(s.integer(8)));
        assertEquals(s.integer(3), s.sqrt(s.integer(9)));
        assertEquals(Op.SQRT, s.op(s.sqrt(two)));
        assertEquals(Op.LOG2, s.op(s.log2(s.integer(3))));
        assertEquals(s.integer(-2), s.floor(s.rational(Rational.of(-3, 2))));
        assertEquals(s.integer(-1), s.trunc(s.rational(Rational.of(-3, 2))));
        assertEquals(s.integer(-1), s.ceil(s.rational(Rational.of(-3, 2))));
        assertEquals(s.integer(-2), s.rint(s.rational(Rational.of(-3, 2))));
        assertEquals(s.integer(2), s.rint(s.rational(Rational.of(5, 2))));
    }

    @Test
    void literalsOfManyDigitsStayForRecovery() {
        assertEquals(Op.LITERAL, s.op(f32(0.1f)));
        assertEquals(Op.RATIONAL, s.op(f32(1.5f)));
        assertEquals(Rational.of(13421773, 1 << 27), s.rationalValue(f32(0.1f)));
        assertEquals(s.nan(), f32(Float.NaN));
        assertEquals(s.zero(), f32(-0.0f));
        assertEquals(s.neg(f32(0.1f)), f32(-0.1f));
        assertEquals(f32(0.1f), s.abs(f32(-0.1f)));
    }

    @Test
    void infinitiesFollowIeee() {
        assertEquals(s.negInf(), s.add(x, s.negInf()));
        assertEquals(s.nan(), s.add(s.posInf(), s.negInf()));
        assertEquals(s.nan(), s.mul(s.zero(), s.posInf()));
        assertEquals(s.negInf(), s.mul(s.integer(-3), s.posInf()));
        assertEquals(s.nan(), s.div(s.posInf(), s.negInf()));
        assertEquals(s.zero(), s.div(x, s.posInf()));
        assertEquals(s.zero(), s.exp2(s.negInf()));
        assertEquals(s.negInf(), s.log2(s.zero()));
        assertEquals(s.nan(), s.log2(s.integer(-2)));
        assertEquals(s.nan(), s.sqrt(s.integer(-1)));
        assertEquals(s.nan(), s.div(s.zero(), s.zero()));
        assertNotEquals(s.negInf(), s.add(root, s.negInf()), "NaN where x < 0");
        assertNotEquals(s.zero(), s.div(root, s.posInf()));
        assertNotEquals(s.nan(), s.mul(x, s.posInf()), "infinite but where x = 0");
    }

    @Test
    void nanAbsorbsButUndefinedAbsorbsMore() {
        int undefined = s.undefined(s.newUndefinedSite());
        assertEquals(s.nan(), s.add(x, s.nan()));
        assertEquals(s.nan(), s.mul(s.zero(), s.nan()));
        assertEquals(undefined, s.mul(s.zero(), undefined));
        assertEquals(undefined, s.add(s.nan(), undefined));
        assertEquals(undefined, s.ite(undefined, x, y));
        assertEquals(x, s.ite(undefined, x, x));
    }

    @Test
    void extremaOfANumberAndNanAreTheNumberOrNan() {
        assertEquals(x, s.max(x, s.nan()));
        assertEquals(s.nan(), s.maxOrNan(x, s.nan()));
        assertEquals(x, s.max(x, s.negInf()));
        assertEquals(s.posInf(), s.max(root, s.posInf()));
        assertNotEquals(root, s.max(root, s.negInf()), "-inf where x < 0");
        assertEquals(s.max(x, y), s.maxOrNan(x, y));
        assertNotEquals(s.max(root, y), s.maxOrNan(root, y));
        assertNotEquals(s.min(root, y), s.minOrNan(root, y));
        assertTrue(s.propagatesNan(s.maxOrNan(root, y)));
        assertFalse(s.propagatesNan(s.max(root, y)));
        assertEquals(x, s.max(x, x));
        assertEquals(two, s.max(two, s.one()));
    }

    @Test
    void choicesBetweenComparedTermsAreExtremaWithTheirNan() {
        assertEquals(s.min(x, y), s.ite(s.lt(x, y), x, y));
        assertEquals(s.max(x, y), s.ite(s.lt(x, y), y, x));
        assertEquals(s.max(x, y), s.ite(s.le(x, y), y, x));
        assertEquals(s.min(root, y), s.ite(s.lt(root, y), root, y), "y where root is NaN");
        assertEquals(s.maxOrNan(root, y), s.ite(s.lt(root, y), y, root), "root where it is NaN");
        int other = s.log2(y);
        assertEquals(Op.ITE, s.op(s.ite(s.lt(root, other), other, root)));
        assertEquals(Op.ITE, s.op(s.ite(s.lt(x, y), x, two)));
        assertEquals(Op.ITE, s.op(s.ite(s.lt(masked, s.mul(masked, y)), masked, x)));
    }

    @Test
    void comparisonsOfATermWithItselfFoldWhereItIsANumber() {
        assertEquals(s.trueTerm(), s.eq(x, x));
        assertEquals(s.trueTerm(), s.le(x, x));
        assertEquals(s.falseTerm(), s.lt(x, x));
        assertNotEquals(s.trueTerm(), s.eq(root, root));
        assertNotEquals(s.trueTerm(), s.le(root, root));
        assertEquals(s.falseTerm(), s.eq(x, s.nan()));
    }

    @Test
    void comparisonsWithInfinitiesFoldWhereATermIsANumber() {
        assertEquals(s.trueTerm(), s.lt(x, s.posInf()));
        assertEquals(s.falseTerm(), s.eq(x, s.negInf()));
        assertEquals(s.trueTerm(), s.lt(s.negInf(), x));
        assertNotEquals(s.trueTerm(), s.lt(root, s.posInf()));
        assertNotEquals(s.falseTerm(), s.eq(s.div(y, x), s.posInf()));
        assertNotEquals(s.falseTerm(), s.eq(masked, s.negInf()));
    }

    @Test
    void aNegatedComparisonTurnsRoundWhereNeitherSideIsNan() {
        assertEquals(s.le(y, x), s.not(s.lt(x, y)));
        assertEquals(s.lt(y, x), s.not(s.le(x, y)));
        assertEquals(Op.NOT, s.op(s.not(s.lt(root, y))));
        assertEquals(Op.NOT, s.op(s.not(s.le(y, root))));
        assertEquals(s.lt(root, y), s.not(s.not(s.lt(root, y))));
    }

    @Test
    void connectivesOfAConditionWithItselfAndItsComplementFold() {
        int c = s.lt(x, y);
        int d = s.lt(y, two);
        assertEquals(c, s.and(c, c));
        assertEquals(c, s.or(c, c));
        assertEquals(s.falseTerm(), s.and(c, s.not(c)));
        assertEquals(s.trueTerm(), s.or(c, s.not(c)));
        assertEquals(c, s.and(c, s.trueTerm()));
        assertEquals(s.falseTerm(), s.and(c, s.falseTerm()));
        assertEquals(s.and(c, d), s.and(d, c));
        assertNotEquals(s.and(c, d), s.or(c, d));
    }

    @Test
    void signsLeaveAndReturn() {
        assertEquals(x, s.neg(s.neg(x)));
        assertEquals(s.sub(y, x), s.neg(s.sub(x, y)));
        assertEquals(s.abs(x), s.abs(s.neg(x)));
        assertEquals(s.abs(x), s.abs(s.abs(x)));
        assertEquals(s.neg(x), s.mul(x, s.integer(-1)));
        assertNotEquals(x, s.abs(x));
    }

    @Test
    void integersNeedNoRounding() {
        int n = s.element(s.declare(new Symbol("n", ElementType.S32, List.of())), 0);
        assertEquals(n, s.floor(n));
        assertEquals(s.floor(x), s.rint(s.floor(x)));
        assertNotEquals(x, s.floor(x));
        assertTrue(s.isInteger(s.add(n, s.one())));
        assertFalse(s.isInteger(s.mul(n, s.rational(Rational.HALF))));
    }

    @Test
    void theKindOfAnOperationTravelsWithASlice() {
        int both = s.sub(s.maxOrNan(root, y), s.max(root, y));
        TermSlicer slicer = new TermSlicer(s);
        slicer.add(both);
        TermSlice slice = slicer.cut(new int[] {both});
        TermStore copy = slice.toStore();
        int a = copy.a(slice.root(0));
        int b = copy.b(slice.root(0));
        assertTrue(copy.propagatesNan(a));
        assertFalse(copy.propagatesNan(b));
        assertFalse(copy.isTotal(b));
    }

    /**
     * A driver holds the stores of hundreds of small pairs: a mebibyte each would fill its heap.
     */
    @Test
    void aStoreStartsSmallAndGrowsWithItsTerms() {
        int count = 64;
        TermStore[] stores = new TermStore[count];
        long before = allocated();
        for (int i = 0; i < count; i++) {
            stores[i] = new TermStore();
        }
        long each = (allocated() - before) / count;
        assertTrue(each < 32 << 10, each + " bytes for a store");
        TermStore store = stores[0];
        long empty = store.bytes();
        assertTrue(empty <= each && empty > each / 4, empty + " of " + each + " bytes counted");
        for (int i = 0; i < 1000; i++) {
            store.integer(1000 + i);
        }
        long bytes = store.bytes();
        assertTrue(bytes >= 16 * 1000 && bytes < 256 << 10, bytes + " bytes for 1,000 terms");
    }

    /** Bytes that this thread has taken from the heap so far. */
    private static long allocated() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean())
                .getCurrentThreadAllocatedBytes();
    }

    @Test
    void aStoreHasALimitAndASymbolOneMeaning() {
        TermStore small = new TermStore(12);
        assertThrows(
                LimitExceededException.class,
                () -> {
                    for (int i = 0; i < 20; i++) {
                        small.integer(100 + i);
                    }
                });
        assertThrows(
                IllegalArgumentException.class,
                () -> s.declare(new Symbol("x", ElementType.F16, List.of(8))));
        assertThrows(IllegalArgumentException.class, () -> s.apply(Function.TANH, x, y));
    }
}
