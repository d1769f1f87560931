package io.heddle.lift;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.LimitExceededException;
import io.heddle.term.NamedConstant;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Formulas of terms as kernels make them, of 5 rows and 7 columns. */
final class LifterTest {
    private static final int ROWS = 5;
    private static final int COLUMNS = 7;
    private static final Map<String, Long> DIMS = Map.of("M", 5L, "N", 7L);

    private final TermStore store = new TermStore();
    private final TensorShape x = matrix("x");
    private final TensorShape y = matrix("y");
    private final int symbol = store.declare(new Symbol("x", ElementType.F32, x.shape()));

    private static TensorShape matrix(String name) {
        return new TensorShape(name, ElementType.F32, List.of(ROWS, COLUMNS), List.of("M", "N"));
    }

    private int read(int i, int j) {
        return store.element(symbol, (long) i * COLUMNS + j);
    }

    private Lifter lifter() {
        return new Lifter(
                store, List.of(x, y), Set.of(), DIMS, System.nanoTime() + 60_000_000_000L);
    }

    private List<Lifter.Output> output(IntBinaryOperator element) {
        List<Integer> terms = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                terms.add(element.applyAsInt(i, j));
            }
        }
        return List.of(new Lifter.Output(y, terms));
    }

    /** The definitions of the likeliest formula. */
    private String lifted(IntBinaryOperator element) {
        String text = lifter().lift(output(element), false).get(0).text();
        return text.replace("x: f32[M, N]\n", "").strip();
    }

    private int exp(int t) {
        return store.exp2(store.mul(t, store.constant(NamedConstant.LOG2_E)));
    }

    @Test
    void oneElementOfTheInput() {
        assertEquals("y[i:M, j:N] = x[i, j]", lifted(this::read));
        assertEquals("y[i:M, j:N] = x[i, N - 1 - j]", lifted((i, j) -> read(i, COLUMNS - 1 - j)));
        assertEquals("y[i:M, j:N] = x[i, 0]", lifted((i, j) -> read(i, 0)));
    }

    @Test
    void elementsAtTheSamePlaceWithoutIndices() {
        IntBinaryOperator element = (i, j) -> store.mul(exp(read(i, j)), store.abs(read(i, j)));
        List<Lifter.Formula> formulas = lifter().lift(output(element), true);
        assertEquals("x: f32[M, N]\ny = exp(x) * abs(x)\n", formulas.get(0).text());
        assertEquals(
                "x: f32[M, N]\ny[i:M, j:N] = exp(x[i, j]) * abs(x[i, j])\n",
                formulas.get(1).text());
        List<Lifter.Formula> turned =
                lifter().lift(output((i, j) -> read(i, COLUMNS - 1 - j)), true);
        assertEquals("x: f32[M, N]\ny[i:M, j:N] = x[i, N - 1 - j]\n", turned.get(0).text());
    }

    private int times(long factor, int t) {
        return store.mul(store.rational(Rational.of(factor)), t);
    }

    private int sum(IntUnaryOperator addend) {
        int sum = store.zero();
        for (int k = 0; k < COLUMNS; k++) {
            sum = store.add(sum, addend.applyAsInt(k));
        }
        return sum;
    }

    @Test
    void coefficientsThatIndicesDecide() {
        assertEquals(
                "y[i:M, j:N] = sum[k:N]((k + 1) * x[i, k])",
                lifted((i, j) -> sum(k -> times(k + 1, read(i, k)))));
        assertEquals(
                "y[i:M, j:N] = sum[k:N - 1]((k ** 2 + 2 * k + 1) * x[i, k + 1])",
                lifted((i, j) -> sum(k -> times((long) k * k, read(i, k)))));
        assertEquals(
                "y[i:M, j:N] = sum[k:N]((1 - (k % 2) * 2) * x[i, k])",
                lifted((i, j) -> sum(k -> times(1 - 2 * (k % 2), read(i, k)))));
        assertEquals("y[i:M, j:N] = j * x[i, j]", lifted((i, j) -> times(j, read(i, j))));
        assertEquals(
                "y[i:M, j:N] = x[i, j] + i * 2 + j",
                lifted((i, j) -> store.add(read(i, j), store.rational(Rational.of(2 * i + j)))));
    }

    @Test
    void coefficientsThatAreNoFunctionOfIndicesAreNotListed() {
        int all = store.zero();
        for (int i = 0; i < ROWS; i++) {
            for (int k = 0; k < COLUMNS; k++) {
                all = store.add(all, times((31 * i + 7 * k * k * k) % 101 + 1, read(i, k)));
            }
        }
        int sum = all;
        NoFormulaException e = assertThrows(NoFormulaException.class, () -> lifted((i, j) -> sum));
        assertTrue(e.getMessage().contains("no polynomial of the indices"), e.getMessage());
    }

    @Test
    void elementsOfTwoKindsByAComparisonOfIndices() {
        assertEquals(
                "y[i:M, j:N] = x[i, j] if i <= j else 0",
                lifted((i, j) -> i <= j ? read(i, j) : store.zero()));
        assertEquals(
                "y[i:M, j:N] = 2 if j < 3 else x[i, j - 3]",
                lifted((i, j) -> j < 3 ? store.integer(2) : read(i, j - 3)).replace("N - 4", "3"));
        assertEquals(
                "y[i:M, j:N] = x.pad(0)[i, j - 3]",
                lifted((i, j) -> j < 3 ? store.zero() : read(i, j - 3)).replace("N - 4", "3"));
    }

    @Test
    void quotientsAndRemaindersOfIndices() {
        assertEquals("y[i:M, j:N] = x[i, j // 2]", lifted((i, j) -> read(i, Math.floorDiv(j, 2))));
    }

    @Test
    void aSumInAnyOrder() {
        String sum = "y[i:M, j:N] = sum[k:N](x[i, k])";
        assertEquals(sum, lifted((i, j) -> chain(i, 0, COLUMNS)));
        assertEquals(sum, lifted((i, j) -> tree(i, 0, COLUMNS)));
        assertEquals("y[i:M, j:N] = sum[k:j + 1](x[i, k])", lifted((i, j) -> chain(i, 0, j + 1)));
        assertEquals("y[i:M, j:N] = sum[k:j](x[i, k])", lifted((i, j) -> chain(i, 0, j)));
    }

    private int chain(int row, int from, int to) {
        return IntStream.range(from, to).map(k -> read(row, k)).reduce(store.zero(), store::add);
    }

    private int tree(int row, int from, int to) {
        int middle = (from + to) / 2;
        return to - from == 1
                ? read(row, from)
                : store.add(tree(row, from, middle), tree(row, middle, to));
    }

    @Test
    void aProductOverAnIndex() {
        assertEquals(
                "y[i:M, j:N] = prod[k:j + 1](x[i, k])",
                lifted(
                        (i, j) ->
                                IntStream.rangeClosed(0, j)
                                        .map(k -> read(i, k))
                                        .reduce(store.one(), store::mul)));
    }

    @Test
    void aWindowThatTheEndsCutOffReadsPadding() {
        assertEquals(
                "y[i:M, j:N] = max[k:3](x.pad(-inf)[i, j + k - 1])",
                lifted((i, j) -> window(i, j).reduce(store.negInf(), store::max)));
        assertEquals(
                "y[i:M, j:N] = sum[k:3](x.pad(0)[i, j + k - 1]) / 3",
                lifted(
                        (i, j) ->
                                store.div(
                                        window(i, j).reduce(store.zero(), store::add),
                                        store.integer(3))));
    }

    @Test
    void aWindowOfFunctionsHasConditions() {
        assertEquals(
                "y[i:M, j:N] = sum[k:N, k <= j + 1, k >= j - 1](exp(x[i, k]))",
                lifted(
                        (i, j) ->
                                IntStream.range(0, COLUMNS)
                                        .filter(k -> Math.abs(k - j) <= 1)
                                        .map(k -> exp(read(i, k)))
                                        .reduce(store.zero(), store::add)));
    }

    @Test
    void whatAnElementReachesByStridesReadsPadding() {
        TensorShape w = new TensorShape("w", ElementType.F32, List.of(COLUMNS), List.of("N"));
        int weights = store.declare(new Symbol("w", ElementType.F32, w.shape()));
        Lifter lifter =
                new Lifter(
                        store,
                        List.of(w, x, y),
                        Set.of(),
                        DIMS,
                        System.nanoTime() + 60_000_000_000L);
        List<Lifter.Output> output =
                output(
                        (i, j) ->
                                IntStream.range(0, COLUMNS)
                                        .filter(k -> isColumn(j - k * 2 + 1))
                                        .map(
                                                k ->
                                                        store.mul(
                                                                store.element(weights, k),
                                                                read(i, j - k * 2 + 1)))
                                        .reduce(store.zero(), store::add));
        assertEquals(
                "w: f32[N]\nx: f32[M, N]\n"
                        + "y[i:M, j:N] = sum[k:4](w[k] * x.pad(0)[i, j - k * 2 + 1])\n",
                lifter.lift(output, false).get(1).text());
    }

    private static boolean isColumn(int j) {
        return j >= 0 && j < COLUMNS;
    }

    @Test
    void aRowOfOneElementIsNoPieceOfItsOwn() {
        assertEquals(
                "y[i:M, j:N] = exp(x[i, j]) / sum[k:j + 1](exp(x[i, k]))",
                lifted(
                        (i, j) ->
                                store.div(
                                        exp(read(i, j)),
                                        IntStream.rangeClosed(0, j)
                                                .map(k -> exp(read(i, k)))
                                                .reduce(store.zero(), store::add))));
    }

    @Test
    void bitsOfWords() {
        TensorShape q = new TensorShape("q", ElementType.U32, List.of(ROWS), List.of("M"));
        int words = store.declare(new Symbol("q", ElementType.U32, q.shape()));
        Lifter lifter =
                new Lifter(
                        store, List.of(q, y), Set.of(), DIMS, System.nanoTime() + 60_000_000_000L);
        String text =
                lifter.lift(output((i, j) -> bits(store.element(words, i), 4 * j)), false)
                        .get(0)
                        .text();
        assertEquals("N: dim\nq: u32[M]\ny[i:M, j:N] = q[i] // 16 ** j % 16\n", text);
    }

    /** Four bits of a word as shifts and masks give them. */
    private int bits(int word, int shift) {
        int low = quotient(word, shift);
        return store.sub(low, store.mul(store.integer(16), quotient(word, shift + 4)));
    }

    private int quotient(int word, int shift) {
        return shift == 0
                ? word
                : store.floor(store.div(word, store.rational(Rational.powerOfTwo(shift))));
    }

    private IntStream window(int row, int column) {
        return IntStream.rangeClosed(column - 1, column + 1)
                .filter(k -> k >= 0 && k < COLUMNS)
                .map(k -> read(row, k));
    }

    @Test
    void theMaximumOfASoftmaxGoesAwayHoweverOftenItChanged() {
        String softmax = "t1[i:M] = sum[j:N](exp(x[i, j]))\ny[i:M, j:N] = exp(x[i, j]) / t1[i]";
        assertEquals(softmax, lifted((i, j) -> store.div(exp(read(i, j)), exponentials(i))));
        assertEquals(softmax, lifted(this::onlineSoftmax));
    }

    private int exponentials(int row) {
        return IntStream.range(0, COLUMNS)
                .map(k -> exp(read(row, k)))
                .reduce(store.zero(), store::add);
    }

    private int onlineSoftmax(int row, int column) {
        int top = store.negInf();
        int sum = store.zero();
        for (int k = 0; k < COLUMNS; k++) {
            int larger = store.max(top, read(row, k));
            sum = store.fma(sum, exp(store.sub(top, larger)), exp(store.sub(read(row, k), larger)));
            top = larger;
        }
        return store.div(exp(store.sub(read(row, column), top)), sum);
    }

    @Test
    void aMeanIsATensorWithAName() {
        assertEquals(
                "t1[i:M] = sum[j:N](x[i, j]) / N\ny[i:M, j:N] = x[i, j] - t1[i]",
                lifted(
                        (i, j) ->
                                store.sub(
                                        read(i, j),
                                        store.div(chain(i, 0, COLUMNS), store.integer(COLUMNS)))));
    }

    @Test
    void aChoiceBySignIsAMaximumAndAMinimum() {
        int slope = store.literal(FloatFormat.F32, Float.floatToRawIntBits(0.01f));
        assertEquals(
                "y[i:M, j:N] = max(x[i, j], 0) + 0.01 * min(x[i, j], 0)",
                lifted(
                        (i, j) ->
                                store.ite(
                                        store.lt(store.zero(), read(i, j)),
                                        read(i, j),
                                        store.mul(slope, read(i, j)))));
        assertEquals(
                "y[i:M, j:N] = max(x[i, j], 0) + exp(min(x[i, j], 0)) - 1",
                lifted(
                        (i, j) ->
                                store.ite(
                                        store.lt(store.zero(), read(i, j)),
                                        read(i, j),
                                        store.sub(exp(read(i, j)), store.one()))));
    }

    @Test
    void aChoiceThatJumpsIsRefused() {
        NoFormulaException e =
                assertThrows(
                        NoFormulaException.class,
                        () ->
                                lifted(
                                        (i, j) ->
                                                store.ite(
                                                        store.lt(store.one(), read(i, j)),
                                                        read(i, j),
                                                        store.zero())));
        assertTrue(e.getMessage().startsWith("y[0,0]: a choice by data"), e.getMessage());
    }

    @Test
    void anEnumerationOfElementsIsNoLift() {
        int[] order = {3, 0, 6, 1, 5, 2, 4};
        NoFormulaException e =
                assertThrows(NoFormulaException.class, () -> lifted((i, j) -> read(i, order[j])));
        assertEquals(
                "y: index 1 of the elements of x that are read is no affine function of the"
                        + " output's indices",
                e.getMessage());
        Function[] functions = {
            Function.TANH, Function.SIN, Function.COS, Function.ERF, Function.TANH
        };
        e =
                assertThrows(
                        NoFormulaException.class,
                        () ->
                                lifted(
                                        (i, j) ->
                                                store.apply(
                                                        functions[i],
                                                        store.add(read(i, j), store.integer(j)))));
        assertEquals("y: its elements are of 28 kinds, which are too many pieces", e.getMessage());
    }

    @Test
    void aFunctionWithoutAWordIsNamed() {
        Function opaque = new Function("popc.b32", 1, true);
        NoFormulaException e =
                assertThrows(
                        NoFormulaException.class,
                        () -> lifted((i, j) -> store.apply(opaque, read(i, j))));
        assertTrue(e.getMessage().contains("popc.b32"), e.getMessage());
    }

    @Test
    void namesOfThePreludeByTheirNumbers() {
        assertEquals(
                "x: f32[M, N]\ny = softmax(x, axis=1)\n",
                lifter().named(output(this::onlineSoftmax)).findFirst().orElseThrow().text());
        assertEquals(
                List.of(),
                lifter().named(output((i, j) -> store.sub(read(i, j), read(i, 0)))).toList());
    }

    @Test
    void aTensorThatIsUpdatedInPlaceGetsAnotherName() {
        Lifter lifter =
                new Lifter(
                        store, List.of(x), Set.of("x"), DIMS, System.nanoTime() + 60_000_000_000L);
        List<Integer> terms = output((i, j) -> store.neg(read(i, j))).get(0).terms();
        assertEquals(
                "x: f32[M, N]\nx_new[i:M, j:N] = -x[i, j]\n",
                lifter.lift(List.of(new Lifter.Output(x, terms)), false).get(0).text());
    }

    @Test
    void sumsThatDoubleEndByALimit() {
        assertThrows(
                LimitExceededException.class,
                () ->
                        lifted(
                                (i, j) -> {
                                    int sum = read(i, j);
                                    for (int k = 0; k < 40; k++) {
                                        sum = store.add(sum, sum);
                                    }
                                    return sum;
                                }));
    }

    @Test
    void lateIsTooLate() {
        Lifter late = new Lifter(store, List.of(x, y), Set.of(), DIMS, System.nanoTime() - 1);
        assertThrows(LimitExceededException.class, () -> late.lift(output(this::read), false));
    }
}
