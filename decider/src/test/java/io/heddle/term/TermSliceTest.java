package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TermSliceTest {
    private static final Symbol X = new Symbol("x", ElementType.F32, List.of(4, 8));
    private static final Symbol N =
            new Symbol("n", ElementType.S32, List.of(), Rational.ZERO, Rational.of(100));
    private static final Function POW = new Function("pow3", 3, false);

    @Property(tries = 200)
    void aSliceHoldsTheSameTerms(@ForAll long seed, @ForAll @IntRange(max = 400) int size) {
        TermStore store = new TermStore();
        Random random = new Random(seed);
        List<Integer> terms = randomTerms(store, random, size);
        int[] roots = random.ints(5, 0, terms.size()).map(terms::get).toArray();
        TermSlicer slicer = new TermSlicer(store);
        for (int root : roots) {
            slicer.add(root);
        }
        int reached = slicer.count();
        TermSlice slice = slicer.cut(roots);
        TermStore copy = slice.toStore();
        assertTrue(slice.nodes() <= reached);
        Map<Integer, Integer> same = new HashMap<>();
        for (int i = 0; i < roots.length; i++) {
            assertSame(store, roots[i], copy, slice.root(i), same);
        }
        assertEquals(0, slicer.count());
    }

    @Test
    void largeRationalsSymbolsAndFunctionsTravel() {
        TermStore store = new TermStore();
        store.element(store.declare(new Symbol("unused", ElementType.F16, List.of(2))), 1);
        int x = store.element(store.declare(X), 31);
        int n = store.element(store.declare(N), 0);
        Rational large = Rational.of(BigInteger.ONE.shiftLeft(200), BigInteger.valueOf(7));
        int root = store.apply(POW, store.add(x, store.rational(large)), n, x);
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(root);
        TermSlice slice = slicer.cut(new int[] {root});
        TermStore copy = slice.toStore();
        assertEquals(List.of(X, N), copy.symbols(), "only what is reached travels");
        assertEquals(POW, copy.functionOf(slice.root(0)));
        int[] arguments = copy.operands(slice.root(0));
        assertEquals("x[3,7]", X.element(copy.elementIndex(arguments[2])));
        assertEquals(large, copy.rationalValue(copy.operands(arguments[0])[1]));
    }

    @Test
    void aTensorThatIsReadAtAnIndexTravels() {
        TermStore store = new TermStore();
        Symbol table = new Symbol("table", ElementType.S32, List.of(100));
        store.declare(table);
        int n = store.element(store.declare(N), 0);
        int root = store.apply(Function.elementOf(table), n);
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(root);
        TermSlice slice = slicer.cut(new int[] {root});
        TermStore copy = slice.toStore();
        assertEquals(table, copy.symbols().get(copy.symbolNamed("table")));
        assertEquals("table[n]", copy.show(slice.root(0), 80));
        assertTrue(copy.isInteger(slice.root(0)));
    }

    @Test
    void functionsOfOneNameAndTwoKindsStayTwoWhereTheyTravel() {
        TermStore store = new TermStore();
        int x = store.element(store.declare(X), 0);
        store.declare(new Symbol("f", ElementType.F32, List.of(100))); // which one kind reads
        for (Function.Kind kind : Function.Kind.values()) {
            Function f = new Function(kind, "f", 1, kind == Function.Kind.BITS_OF_FLOAT);
            int root = store.apply(f, x);
            TermSlicer slicer = new TermSlicer(store);
            slicer.add(root);
            TermSlice slice = slicer.cut(new int[] {root});
            assertEquals(f, slice.toStore().functionOf(slice.root(0)));
        }
        assertNotEquals(
                store.apply(new Function("f", 1, false), x),
                store.apply(new Function(Function.Kind.RUN_DEPENDENT, "f", 1, false), x));
    }

    @Test
    void aChainOfSumsTakesAFewBytesATerm() {
        TermStore store = new TermStore();
        int a = store.declare(new Symbol("A", ElementType.F32, List.of(4096)));
        int b = store.declare(new Symbol("B", ElementType.F32, List.of(4096)));
        int sum = store.zero();
        for (int k = 0; k < 4096; k++) {
            sum = store.fma(store.element(a, k), store.element(b, k), sum);
        }
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(sum);
        int count = slicer.count();
        TermSlice slice = slicer.cut(new int[] {sum});
        assertTrue(slice.size() < 5L * count, slice.size() + " bytes for " + count + " terms");
    }

    @Test
    void aSlicerStartsAfreshAfterACut() {
        TermStore store = new TermStore();
        int x = store.declare(X);
        int first = store.exp2(store.element(x, 0));
        int second = store.sqrt(store.element(x, 1));
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(first);
        slicer.cut(new int[] {first});
        slicer.add(second);
        TermSlice slice = slicer.cut(new int[] {second});
        assertEquals(2, slice.nodes());
        assertEquals(Op.SQRT, slice.toStore().op(slice.root(0)));
    }

    @Test
    void differentTermsStayDifferent() {
        TermStore store = new TermStore();
        int x = store.declare(X);
        int[] roots = {
            store.lt(store.element(x, 0), store.element(x, 1)),
            store.lt(store.element(x, 1), store.element(x, 0))
        };
        TermSlicer slicer = new TermSlicer(store);
        slicer.add(roots[0]);
        slicer.add(roots[1]);
        TermSlice slice = slicer.cut(roots);
        assertNotEquals(slice.root(0), slice.root(1));
    }

    private static List<Integer> randomTerms(TermStore store, Random random, int size) {
        int x = store.declare(X);
        int n = store.declare(N);
        List<Integer> terms = new ArrayList<>(List.of(store.zero(), store.negInf(), store.nan()));
        terms.add(store.element(n, 0));
        terms.add(store.undefined(random.nextInt(9)));
        terms.add(store.constant(NamedConstant.LOG2_E));
        terms.add(store.literal(FloatFormat.F32, 0x3DCCCCCD));
        terms.add(store.literal(FloatFormat.F64, 0xBFB999999999999AL));
        terms.add(store.rational(Rational.of(BigInteger.TEN.pow(40), BigInteger.valueOf(3))));
        for (int i = 0; i < size; i++) {
            int a = terms.get(random.nextInt(terms.size()));
            int b = terms.get(random.nextInt(terms.size()));
            int c = terms.get(random.nextInt(terms.size()));
            terms.add(randomTerm(store, random, x, a, b, c));
        }
        return terms;
    }

    private static int randomTerm(TermStore store, Random random, int x, int a, int b, int c) {
        return switch (random.nextInt(16)) {
            case 0 -> store.add(a, b);
            case 1 -> store.sub(a, b);
            case 2 -> store.mul(a, b);
            case 3 -> store.div(a, b);
            case 4 -> store.neg(a);
            case 5 -> store.fma(a, b, c);
            case 6 -> store.exp2(a);
            case 7 -> store.log2(a);
            case 8 -> store.sqrt(a);
            case 9 -> store.max(a, b);
            case 10 -> store.apply(POW, a, b, c);
            case 11 -> store.apply(Function.TANH, a);
            case 12 -> store.ite(store.and(store.lt(a, b), store.not(store.eq(b, c))), a, c);
            case 13 -> store.rational(Rational.of(random.nextInt(), 1 + random.nextInt(1000)));
            case 14 -> store.floor(a);
            default -> store.element(x, random.nextInt(32));
        };
    }

    /** Both terms have the same operation, class and fields, and so on down. */
    private static void assertSame(
            TermStore a, int s, TermStore b, int t, Map<Integer, Integer> same) {
        Integer known = same.putIfAbsent(s, t);
        if (known != null) {
            assertEquals(known, t);
            return;
        }
        assertEquals(a.word(s), b.word(t));
        switch (a.op(s)) {
            case RATIONAL, LITERAL -> assertEquals(a.rationalValue(s), b.rationalValue(t));
            case ELEMENT -> {
                assertEquals(a.symbolOf(s), b.symbolOf(t));
                assertEquals(a.elementIndex(s), b.elementIndex(t));
            }
            case APPLY -> assertEquals(a.functionOf(s), b.functionOf(t));
            case CONSTANT, UNDEFINED -> assertEquals(a.a(s), b.a(t));
            default -> {}
        }
        int[] left = a.operands(s);
        int[] right = b.operands(t);
        assertEquals(left.length, right.length);
        for (int i = 0; i < left.length; i++) {
            assertSame(a, left[i], b, right[i], same);
        }
    }
}
