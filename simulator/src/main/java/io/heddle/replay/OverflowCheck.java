package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.Repair;
import io.heddle.replay.machine.ReplayResult;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Whether it matters to a proof over the reals that numbers leave the range of their types, and
 * whether some input is known at which they do not.
 */
final class OverflowCheck {
    private static final int ROUNDS = 8; // of inputs of extreme magnitude
    private static final int FEW = 4; // which have a greater share of the budget
    private static final long CHEAP = 1_000_000; // instructions

    private final PairRuns runs;
    private final Points points;
    private final Set<Excuse> excuses;
    private final long cost;
    private final Function<Outcome, List<Element>> elements;
    private final BiPredicate<Element, Outcome> farOff;

    /**
     * @param cost instructions of a point
     * @param elements those to compare
     * @param farOff true of an element that the sides differ in by more than roundings
     */
    OverflowCheck(
            PairRuns runs,
            Points points,
            Set<Excuse> excuses,
            long cost,
            Function<Outcome, List<Element>> elements,
            BiPredicate<Element, Outcome> farOff) {
        this.runs = runs;
        this.points = points;
        this.excuses = excuses;
        this.cost = cost;
        this.elements = elements;
        this.farOff = farOff;
    }

    /**
     * True if at inputs of extreme magnitude one side leaves the range of its types and the other,
     * which does not, gives something else. Nothing else follows from such inputs. Those that
     * differ in random digits only are tried where runs are cheap.
     */
    boolean matters() {
        Extremes extremes =
                new Extremes(runs.reference(), runs.candidate(), points.get(0), runs.deadline());
        for (int k = 0; k < Extremes.kinds() * ROUNDS; k++) {
            long share = k < FEW ? runs.budget() / 6 : runs.budget() / 24;
            if (runs.spent() + cost > (k < Extremes.kinds() ? share : CHEAP)) {
                return false;
            }
            try {
                if (mattersAt(extremes.get(k))) {
                    return true;
                }
            } catch (PairRuns.Stop stop) {
                // a point at which a kernel stops says nothing
            }
        }
        return false;
    }

    private boolean mattersAt(Inputs inputs) {
        Outcome outcome = runs.run(inputs);
        Excuses reasons = new Excuses(runs, inputs, excuses);
        return elements.apply(outcome).stream()
                .filter(e -> farOff.test(e, outcome))
                .anyMatch(e -> reasons.overflowsOnOneSide(outcome, e));
    }

    /**
     * True if numbers left the range of their type, or were flushed, at each of some points: no
     * input is known at which they do not. False if the budget does not suffice to tell. A program
     * with a subnormal constant may flush it at all inputs, as its terms say; then flushes do not
     * count.
     *
     * @param agreeing numbers of points at which the sides agree
     */
    boolean isEverywhere(List<Integer> agreeing) {
        Repair stop =
                points.haveSubnormalConstant()
                        ? Repair.OVERFLOW_STOPS
                        : Repair.OVERFLOW_OR_FLUSH_STOPS;
        for (int number : agreeing) {
            if (runs.spent() + cost > runs.budget()) {
                return false;
            }
            try {
                runs.run(points.get(number), (usual, first) -> usual.repairing(stop));
                return false;
            } catch (PairRuns.Stop stopped) {
                if (stopped.reason() != ReplayResult.Reason.OVERFLOW) {
                    throw stopped;
                }
            }
        }
        return !agreeing.isEmpty();
    }
}
