package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.solver.SolverProcess;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions of which nothing is known but that equal operands give equal values. */
class ApplicationTest {
    private final BitTerms terms = new BitTerms();
    private final BitTerm narrow = terms.variable("x", 32, Level.GRID);
    private final BitTerm wide = terms.variable("y", 64, Level.GRID);
    private final BitTerm bit = terms.variable("z", 1, Level.GRID);

    private BitTerm apply(BitTerm... operands) {
        return terms.apply("add.ftz.f32 result 0", 32, Level.GRID, List.of(operands));
    }

    @Test
    void anOperationHasOperandsOfSeveralWidths() {
        BitTerm one = apply(narrow, narrow);
        for (BitTerm other : List.of(apply(narrow, wide), apply(narrow, bit))) {
            assertEquals("sat", vectors(terms.eq(one, other)));
            assertEquals("sat", vectors(terms.not(terms.eq(one, other))));
            assertEquals("sat", integers(terms.eq(one, other)));
            assertEquals("sat", integers(terms.not(terms.eq(one, other))));
        }
    }

    @Test
    void equalOperandsGiveEqualValues() {
        BitTerm same = terms.eq(narrow, terms.low(wide, 32));
        BitTerm values = terms.eq(apply(narrow, bit), apply(terms.low(wide, 32), bit));
        BitTerm wrong = terms.and(same, terms.not(values));
        assertEquals("unsat", vectors(wrong));
        assertEquals("unsat", integers(wrong));
    }

    private static String integers(BitTerm condition) {
        Script script = new Script();
        new IntegerText(script, Products.Kind.ROWS, List.of(condition));
        return answer(script);
    }

    private static String vectors(BitTerm condition) {
        Script script = new Script();
        new VectorText(script).require(condition);
        return answer(script);
    }

    private static String answer(Script script) {
        try (SolverProcess solver = new SolverProcess(5_000, null)) {
            return solver.answer(script.text(), "", 5_000, SolverProcess.MOST_STEPS).strip();
        }
    }
}
