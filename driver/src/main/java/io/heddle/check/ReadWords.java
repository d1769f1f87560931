package io.heddle.check;

import io.heddle.algebra.FanOut;
import io.heddle.check.Simulated.Run;
import io.heddle.condition.Counterexample;
import io.heddle.condition.VerificationCondition;
import io.heddle.launch.TensorSpec;
import io.heddle.replay.number.Elements;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedStep;
import io.heddle.value.RoundedSteps;
import java.util.HashSet;
import java.util.Set;

/**
 * The words that outputs are made of and that are the bits of floats. A term has the bits of the
 * number that is rounded by its own operations alone; those of one that was rounded to a narrower
 * format besides are others on the machine.
 */
final class ReadWords {
    private static final int UNITS = 4; // in the last place

    private ReadWords() {}

    /** True if rounding to the element's type does not hide the difference of a refutation. */
    static boolean differVisibly(Simulated simulated, Counterexample point) {
        for (TensorSpec t : simulated.reference().computation().tensors()) {
            if (t.name().equals(point.tensor()) && t.type().isFloat()) {
                double a = number(point.reference());
                double b = number(point.candidate());
                double unit = Elements.ulp(Math.max(Math.abs(a), Math.abs(b)), t.type());
                return Math.abs(a - b) > UNITS * unit; // false for NaN
            }
        }
        return true;
    }

    private static double number(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN; // no number
        }
    }

    /**
     * True if a side of a condition depends on such words.
     *
     * @param rounded only of those that are known to be rounded otherwise
     */
    static boolean areBelow(Simulated simulated, VerificationCondition vc, boolean rounded) {
        TermStore store = simulated.store();
        Set<Integer> known = new HashSet<>(); // floats
        for (Run run : new Run[] {simulated.reference(), simulated.candidate()}) {
            for (RoundedStep step : run.result().rounded().steps()) {
                if (step.place().equals(RoundedSteps.READ)) {
                    known.add(step.a());
                }
            }
        }
        FanOut fanOut = FanOut.of(store, vc.reference(), vc.candidate());
        for (int t = 1; t <= fanOut.top(); t++) {
            if (fanOut.isReached(t)
                    && store.op(t) == Op.APPLY
                    && MachineDecisions.isReading(store.functionOf(t))
                    && (!rounded || known.contains(store.b(t)))) {
                return true;
            }
        }
        return false;
    }
}
