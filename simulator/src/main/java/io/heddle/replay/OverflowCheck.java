package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Whether it matters to a proof over the reals that numbers leave the range of their types, and
 * whether some input is known at which they do not.
 */
final class OverflowCheck {
    private static final int ROUNDS = 4; // of inputs of extreme magnitude
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
        Extremes extremes = new Extremes(runs.reference(), runs.candidate(), points.get(0));
        for (int k = 0; k < Extremes.kinds() * ROUNDS; k++) {
            long limit = k < Extremes.kinds() ? runs.budget() / 6 : CHEAP;
            if (runs.spent() + cost > limit) {
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
     * An element that depends on a result that overflowed, vanished or was flushed, at each of some
     * points: no input is known at which it does not. Empty if there is none, or if the budget does
     * not suffice to tell.
     *
     * @param agreeing numbers of points at which the sides agree
     */
    Optional<Element> elementThatAlwaysOverflows(List<Integer> agreeing) {
        Set<Element> always = null; // at all points so far
        for (int number : agreeing) {
            if (runs.spent() + 2 * cost > runs.budget()) {
                return Optional.empty();
            }
            Inputs inputs = points.get(number);
            Outcome outcome = runs.run(inputs);
            Excuses reasons = new Excuses(runs, inputs, excuses);
            if (always == null) {
                always = new LinkedHashSet<>(elements.apply(outcome));
            }
            always.removeIf(e -> !reasons.isOf(Excuse.OVERFLOW, outcome, e));
            if (always.isEmpty()) {
                return Optional.empty();
            }
        }
        return always == null ? Optional.empty() : Optional.of(always.iterator().next());
    }
}
