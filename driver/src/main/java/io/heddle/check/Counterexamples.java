package io.heddle.check;

import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.ReplayOutcome;
import io.heddle.term.Rational;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the decider's counterexamples into the report's. */
final class Counterexamples {
    private Counterexamples() {}

    /**
     * @param simulated whose launches know the output's shape, which the decider need not
     * @param replay what running the kernels there said; none if they were not run
     */
    static Counterexample of(
            Simulated simulated,
            io.heddle.condition.Counterexample point,
            ReplayOutcome.Kind replay) {
        Map<String, Rational> admitted =
                new AssumedTerms(simulated.reference().computation()).admitted(point.inputs());
        return of(
                point,
                admitted,
                ElementNames.index(simulated, point.tensor(), point.index()),
                replay);
    }

    /**
     * @param replay what running the kernels there said; none if they were not run
     */
    static Counterexample of(io.heddle.condition.Counterexample point, ReplayOutcome.Kind replay) {
        return of(point, point.inputs(), point.index(), replay);
    }

    private static Counterexample of(
            io.heddle.condition.Counterexample point,
            Map<String, Rational> at,
            List<Long> index,
            ReplayOutcome.Kind replay) {
        Map<String, String> inputs = new LinkedHashMap<>();
        for (Map.Entry<String, Rational> input : at.entrySet()) {
            inputs.put(input.getKey(), ExactText.of(input.getValue()));
        }
        return new Counterexample(
                point.tensor(),
                index,
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
