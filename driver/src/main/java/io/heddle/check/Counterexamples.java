package io.heddle.check;

import io.heddle.report.PairReport.Counterexample;
import io.heddle.term.Rational;
import java.util.LinkedHashMap;
import java.util.Map;

/** Turns the decider's counterexamples into the report's. */
final class Counterexamples {
    private Counterexamples() {}

    /**
     * @param replay label of the replay, or null
     */
    static Counterexample of(io.heddle.decide.Counterexample point, String replay) {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (Map.Entry<String, Rational> input : point.inputs().entrySet()) {
            inputs.put(input.getKey(), ExactText.of(input.getValue()));
        }
        return new Counterexample(
                point.tensor(),
                point.index(),
                point.reference(),
                point.candidate(),
                inputs,
                point.difference(),
                replay);
    }

    /** {@code y[2] differs: reference 0.5, candidate 0.25; candidate lacks A[3,7]*B[7,5]}. */
    static String message(Counterexample c) {
        return c.element()
                + " differs: reference "
                + c.reference()
                + ", candidate "
                + c.candidate()
                + (c.difference().isEmpty() ? "" : "; " + c.difference());
    }
}
