package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.RandomTerms;
import io.heddle.anyinput.bits.RandomTerms.Valued;
import io.heddle.anyinput.solver.SolverProcess;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What a term is under an assignment must be possible in each of the three ways of writing it. */
class EncodingPropertyTest {
    private static SolverProcess solver;

    @BeforeContainer
    static void start() {
        solver = new SolverProcess(1_000, null);
    }

    @AfterContainer
    static void end() {
        solver.close();
    }

    @Property(tries = 150)
    void integersAllowWhatIsTrue(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        List<BitTerm> truth = truth(random, random.condition(3));
        assertNotEquals("unsat", integers(truth, Products.Kind.SECOND_ROWS), truth::toString);
        assertNotEquals("unsat", integers(truth, Products.Kind.EXACT), truth::toString);
    }

    @Property(tries = 150)
    void integersAllowTheValueOfATerm(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.any(3);
        BitTerms terms = random.terms();
        List<BitTerm> truth = assignment(random);
        truth.add(terms.eq(v.term(), terms.constant(v.term().width(), v.value())));
        assertNotEquals("unsat", integers(truth, Products.Kind.SECOND_ROWS), truth::toString);
        assertNotEquals("unsat", integers(truth, Products.Kind.EXACT), truth::toString);
    }

    @Property(tries = 150)
    void vectorsAllowWhatIsTrueAndNothingElse(@ForAll long seed) {
        RandomTerms random = new RandomTerms(seed);
        Valued v = random.condition(3);
        assertEquals("sat", vectors(truth(random, v)));
        List<BitTerm> wrong = assignment(random);
        wrong.add(v.value().signum() != 0 ? random.terms().not(v.term()) : v.term());
        assertEquals("unsat", vectors(wrong));
    }

    private static List<BitTerm> assignment(RandomTerms random) {
        List<BitTerm> all = new ArrayList<>();
        random.variables()
                .forEach(
                        (t, value) ->
                                all.add(
                                        random.terms()
                                                .eq(t, random.terms().constant(t.width(), value))));
        return all;
    }

    private static List<BitTerm> truth(RandomTerms random, Valued condition) {
        List<BitTerm> all = assignment(random);
        boolean holds = condition.value().signum() != 0;
        all.add(holds ? condition.term() : random.terms().not(condition.term()));
        return all;
    }

    private static String integers(List<BitTerm> conditions, Products.Kind kind) {
        Script script = new Script();
        new IntegerText(script, kind, conditions);
        return solver.answer(script.text(), "", Long.MAX_VALUE, SolverProcess.MOST_STEPS).strip();
    }

    private static String vectors(List<BitTerm> conditions) {
        Script script = new Script();
        VectorText text = new VectorText(script);
        conditions.forEach(text::require);
        return solver.answer(script.text(), "", Long.MAX_VALUE, SolverProcess.MOST_STEPS).strip();
    }
}
