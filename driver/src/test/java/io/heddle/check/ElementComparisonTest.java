package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.check.ComparedElements.OneSided;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.suite.Comparison;
import io.heddle.suite.Comparison.Elements;
import io.heddle.suite.Comparison.Range;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ElementComparisonTest {
    private final TermStore store = new TermStore();
    private final TensorSpec x = Made.input("x", 4);
    private final TensorSpec y = Made.output("y", 4);
    private final int a = store.element(store.declare(x.symbol()), 0);
    private final int b = store.element(store.declare(x.symbol()), 1);

    private ComparedElements list(
            OutputTensor reference, OutputTensor candidate, Comparison... compare) {
        return list(
                Made.result(Made.outcome(store.trueTerm(), reference)),
                Made.result(Made.outcome(store.trueTerm(), candidate)),
                compare);
    }

    private ComparedElements list(
            SimulationResult reference, SimulationResult candidate, Comparison... compare) {
        Side side = Made.side(x, y);
        return new ElementComparison(
                        Made.pair(side, side, compare),
                        store,
                        reference,
                        candidate,
                        DecideOptions.defaults())
                .list();
    }

    private static VerificationCondition claim(long index, int reference, int candidate) {
        return new VerificationCondition("y", index, reference, candidate);
    }

    @Test
    void everyElementThatBothWriteIsCompared() {
        ComparedElements c = list(Made.contents(y, a, b, 0, 0), Made.contents(y, b, b, 0, 0));
        assertEquals(List.of(claim(0, a, b), claim(1, b, b)), c.conditions());
        assertEquals(2, c.compared());
        assertEquals(2, c.skipped());
    }

    @Test
    void anElementWrittenByOneSideAndNotInitialisedIsOneSided() {
        ComparedElements c = list(Made.contents(y, a, 0, 0, 0), Made.contents(y, a, b, 0, 0));
        assertEquals(
                List.of(new OneSided("y", 1, KernelSide.CANDIDATE, store.trueTerm(), b)),
                c.oneSided());
        assertEquals(2, c.compared());
    }

    @Test
    void anInitialisedElementWrittenByOneSideIsComparedWithItsContents() {
        TensorSpec zeroed = Made.tensor("y", Role.INOUT, new Init.Zero(), 2);
        ComparedElements c = list(Made.contents(zeroed, a, 0), Made.contents(zeroed, 0, 0));
        assertEquals(List.of(claim(0, a, store.zero())), c.conditions());
        assertEquals(1, c.skipped());
        assertTrue(c.oneSided().isEmpty());
    }

    @Test
    void writtenByBothLeavesTheRestOutAsAnAssumptionWithCounts() {
        ComparedElements c =
                list(
                        Made.contents(y, a, a, 0, 0),
                        Made.contents(y, a, 0, b, 0),
                        new Comparison("y", List.of(), Elements.WRITTEN_BY_BOTH));
        assertEquals(List.of(claim(0, a, a)), c.conditions());
        assertEquals(1, c.compared());
        assertEquals(1, c.skipped());
        assertEquals(
                List.of(
                        "y: compared where both kernels write it, 1 elements; 2 that only one of"
                                + " them writes are left out"),
                c.assumptions());
    }

    @Test
    void writtenByBothComparesWhereBothDoAndCountsWhereOneDoesSometimes() {
        int always = store.trueTerm();
        int given = store.lt(store.zero(), a);
        int other = store.not(given);
        SimulationResult once =
                Made.result(
                        Made.outcome(given, Made.contents(y, a, a, 0, 0)),
                        Made.outcome(other, Made.contents(y, 0, a, 0, 0)));
        ComparedElements c =
                list(
                        once,
                        Made.result(Made.outcome(always, Made.contents(y, b, b, 0, 0))),
                        new Comparison("y", List.of(), Elements.WRITTEN_BY_BOTH));
        assertEquals(2, c.compared());
        assertEquals(3, c.conditions().size(), "one where given, two of the second element");
        assertEquals(BitSet.valueOf(new long[] {1}), c.sometimes().get("y"));
        assertEquals(
                List.of(
                        "y: compared where both kernels write it, 2 elements (1 of them for those"
                                + " inputs only for which both do); 0 that only one of them writes"
                                + " are left out"),
                c.assumptions());
    }

    @Test
    void aWindowLimitsWhatIsComparedAndCounted() {
        TensorSpec matrix = Made.output("y", 2, 2);
        ComparedElements c =
                list(
                        Made.contents(matrix, a, b, 0, b),
                        Made.contents(matrix, a, b, 0, b),
                        new Comparison(
                                "y", List.of(new Range(0, 2), new Range(1, 2)), Elements.ALL));
        assertEquals(List.of(claim(1, b, b), claim(3, b, b)), c.conditions());
        assertEquals(0, c.skipped());
    }

    @Test
    void onlyOutputsAreComparedByDefaultAndAllThatAreAskedFor() {
        OutputTensor in = Made.contents(x, 0, 0, 0, 0);
        SimulationResult side =
                Made.result(Made.outcome(store.trueTerm(), in, Made.contents(y, a, 0, 0, 0)));
        assertEquals(List.of(claim(0, a, a)), list(side, side).conditions());
        assertEquals(3, list(side, side).skipped());
        assertEquals(4, list(side, side, Comparison.whole("x")).skipped());
    }

    @Test
    void aStoreToAnInputIsANoteAndItsContentsAreCompared() {
        SimulationResult stores =
                Made.result(
                        Made.outcome(
                                store.trueTerm(),
                                Made.contents(x, 0, b, 0, 0),
                                Made.contents(y, a, 0, 0, 0)));
        SimulationResult keeps =
                Made.result(
                        Made.outcome(
                                store.trueTerm(),
                                Made.contents(x, 0, 0, 0, 0),
                                Made.contents(y, a, 0, 0, 0)));
        ComparedElements c = list(keeps, stores);
        assertEquals(
                List.of(new VerificationCondition("x", 1, b, b), claim(0, a, a)), c.conditions());
        assertEquals(1, c.notes().size());
        Defect note = c.notes().get(0);
        assertEquals(Finding.Kind.STORE_TO_INPUT, note.finding().kind());
        assertEquals(KernelSide.CANDIDATE, note.kernel());
        assertEquals("x[1]", note.finding().memory());
        assertEquals(2, list(keeps, stores, Comparison.whole("y")).conditions().size());
    }

    @Test
    void anUndefinedTermIsNotACondition() {
        int undefined = store.add(a, store.undefined(7));
        ComparedElements c =
                list(Made.contents(y, a, a, 0, 0), Made.contents(y, a, undefined, 0, 0));
        assertEquals(List.of(claim(0, a, a)), c.conditions());
        assertEquals(
                List.of(new ComparedElements.Unusable("y", 1, KernelSide.CANDIDATE, undefined)),
                c.undefined());
    }

    @Test
    void casesThatCanHoldTogetherAreComparedUnderTheirCondition() {
        int beta = store.element(store.declare(new Symbol("beta", ElementType.F32, List.of())), 0);
        int isZero = store.eq(beta, store.zero());
        SimulationResult forked =
                Made.result(
                        Made.outcome(isZero, Made.contents(y, a, 0, 0, 0)),
                        Made.outcome(store.not(isZero), Made.contents(y, b, 0, 0, 0)));
        SimulationResult plain =
                Made.result(Made.outcome(store.trueTerm(), Made.contents(y, b, 0, 0, 0)));
        ComparedElements same = list(forked, forked);
        assertEquals(2, same.conditions().size());
        assertEquals(1, same.compared());
        for (VerificationCondition c : same.conditions()) {
            assertEquals(c.reference(), c.candidate());
        }
        ComparedElements mixed = list(forked, plain);
        assertEquals(
                List.of(
                        claim(
                                0,
                                store.ite(isZero, a, store.zero()),
                                store.ite(isZero, b, store.zero())),
                        claim(
                                0,
                                store.ite(store.not(isZero), b, store.zero()),
                                store.ite(store.not(isZero), b, store.zero()))),
                mixed.conditions());
    }

    @Test
    void aConditionThatFixesAScalarPutsItsValueIn() {
        int beta = store.element(store.declare(new Symbol("beta", ElementType.F32, List.of())), 0);
        int isZero = store.eq(beta, store.zero());
        int blend = store.fma(beta, b, a);
        SimulationResult forked =
                Made.result(
                        Made.outcome(isZero, Made.contents(y, a, 0, 0, 0)),
                        Made.outcome(store.not(isZero), Made.contents(y, blend, 0, 0, 0)));
        SimulationResult plain =
                Made.result(Made.outcome(store.trueTerm(), Made.contents(y, blend, 0, 0, 0)));
        int guarded = store.ite(store.not(isZero), blend, store.zero());
        int fixed = store.ite(isZero, a, store.zero());
        assertEquals(
                List.of(claim(0, fixed, fixed), claim(0, guarded, guarded)),
                list(forked, plain).conditions());
    }

    /** A result in which the store's undefined value 7 is what y[index] held before. */
    private SimulationResult kept(String element, Location location, OutputTensor tensor) {
        Finding finding =
                new Finding(
                        Finding.Kind.UNINITIALIZED_READ,
                        element,
                        location,
                        null,
                        List.of(),
                        element,
                        false);
        SimulationResult plain = Made.result(Made.outcome(store.trueTerm(), tensor));
        return new SimulationResult(
                plain.findings(),
                true,
                plain.cases(),
                plain.assumptions(),
                plain.statistics(),
                1,
                Map.of(7, finding),
                List.of(),
                RoundedNumbers.NONE,
                List.of());
    }

    @Test
    void whatAConditionalStoreKeepsIsTheSameUnknownOnBothSides() {
        int guarded = store.ite(store.lt(a, b), a, store.undefined(7));
        OutputTensor tensor = Made.contents(y, guarded, 0, 0, 0);
        SimulationResult side = kept("y[0]", null, tensor);
        int before = store.element(store.declare(y.symbol()), 0);
        int closed = store.ite(store.lt(a, b), a, before);
        ComparedElements c = list(side, side);
        assertEquals(List.of(claim(0, closed, closed)), c.conditions());
        assertTrue(c.undefined().isEmpty());
    }

    @Test
    void writtenByBothComparesUnderTheConditionOfAStore() {
        int given = store.lt(a, b);
        OutputTensor tensor = Made.contents(y, store.ite(given, a, store.undefined(7)), 0, 0, 0);
        ComparedElements c =
                list(
                        kept("y[0]", null, tensor),
                        Made.result(Made.outcome(store.trueTerm(), Made.contents(y, b, 0, 0, 0))),
                        new Comparison("y", List.of(), Elements.WRITTEN_BY_BOTH));
        int before = store.element(store.declare(y.symbol()), 0);
        int closed = store.ite(given, a, before);
        assertEquals(
                List.of(
                        claim(
                                0,
                                store.ite(given, closed, store.zero()),
                                store.ite(given, b, store.zero()))),
                c.conditions());
        assertEquals(BitSet.valueOf(new long[] {1}), c.sometimes().get("y"));
    }

    @Test
    void anotherUndefinedValueInAConditionalStoreStaysUndefined() {
        int guarded = store.ite(store.lt(a, b), a, store.undefined(7));
        OutputTensor tensor = Made.contents(y, guarded, 0, 0, 0);
        SimulationResult read = kept("y[0]", Made.at(3), tensor);
        assertEquals(1, list(read, read).undefined().size() / 2);
        SimulationResult other = kept("y[1]", null, tensor);
        assertEquals(1, list(other, other).undefined().size() / 2);
    }

    @Test
    void anOutputThatOnlyOneSideTakesIsOneSided() {
        TensorSpec z = Made.output("z", 1);
        SimulationResult one =
                Made.result(
                        Made.outcome(
                                store.trueTerm(),
                                Made.contents(y, a, 0, 0, 0),
                                Made.contents(z, b)));
        SimulationResult other =
                Made.result(Made.outcome(store.trueTerm(), Made.contents(y, a, 0, 0, 0)));
        assertEquals(
                List.of(new OneSided("z", 0, KernelSide.REFERENCE, store.trueTerm(), b)),
                list(one, other).oneSided());
    }

    @Test
    void contentsThatAreNoWholeValueAreNamed() {
        OutputTensor torn =
                new OutputTensor(
                        y, new int[] {0, 0, 0, 0}, java.util.BitSet.valueOf(new long[] {1}));
        ComparedElements c = list(Made.contents(y, a, 0, 0, 0), torn);
        assertEquals(
                List.of(new ComparedElements.Unusable("y", 0, KernelSide.CANDIDATE, 0)),
                c.partial());
        assertTrue(c.conditions().isEmpty());
    }

    @Test
    void thousandsOfElementsAreNotComparedWithoutTime() {
        DecideOptions late = DecideOptions.defaults().until(System.nanoTime() - 1);
        for (int size : new int[] {4, 4096}) {
            TensorSpec z = Made.output("z", size);
            BitSet all = new BitSet();
            all.set(0, size);
            int[] terms = new int[size];
            Arrays.fill(terms, a);
            SimulationResult side =
                    Made.result(Made.outcome(store.trueTerm(), new OutputTensor(z, terms, all)));
            Side of = Made.side(x, z);
            for (SimulationResult candidate : new SimulationResult[] {side, null}) {
                ElementComparison comparison =
                        new ElementComparison(Made.pair(of, of), store, side, candidate, late);
                if (size == 4) {
                    assertEquals(size, comparison.list().compared());
                } else {
                    assertThrows(LimitExceededException.class, comparison::list);
                }
            }
        }
    }
}
