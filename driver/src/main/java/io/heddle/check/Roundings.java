package io.heddle.check;

import io.heddle.algebra.FanOut;
import io.heddle.decide.VerificationCondition;
import io.heddle.simulate.SimulationResult;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedStep;
import io.heddle.value.RoundedSteps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * Where a rounding may decide an output of a pair: an integer that was made of a rounded float, or
 * a choice among constants and integers by a comparison of such. Choices among other numbers are
 * left out: most of them, such as maxima, do not jump where the comparison turns.
 *
 * @param assumed what an EQUIVALENT has to list: the steps that one side takes and the other does
 *     not, since what both do with the same number comes out the same
 * @param places all steps
 */
public record Roundings(List<String> assumed, List<String> places) {
    static final Roundings NONE = new Roundings(List.of(), List.of());

    /** Copies the lists. */
    public Roundings {
        assumed = List.copyOf(assumed);
        places = List.copyOf(places);
    }

    /** Those on which the sides of {@code conditions} rest. */
    static Roundings of(
            TermStore store,
            List<VerificationCondition> conditions,
            SimulationResult reference,
            SimulationResult candidate) {
        if (reference.roundedSteps().isEmpty() && candidate.roundedSteps().isEmpty()) {
            return NONE;
        }
        Set<String> assumed = new LinkedHashSet<>();
        Set<String> places = new LinkedHashSet<>();
        side(store, conditions, VerificationCondition::reference, reference, candidate)
                .addTo(assumed, places);
        side(store, conditions, VerificationCondition::candidate, candidate, reference)
                .addTo(assumed, places);
        return new Roundings(new ArrayList<>(assumed), new ArrayList<>(places));
    }

    private void addTo(Set<String> allAssumed, Set<String> allPlaces) {
        allAssumed.addAll(assumed);
        allPlaces.addAll(places);
    }

    private static Roundings side(
            TermStore store,
            List<VerificationCondition> conditions,
            ToIntFunction<VerificationCondition> term,
            SimulationResult own,
            SimulationResult other) {
        if (own.roundedSteps().isEmpty()) {
            return NONE;
        }
        Set<Operands> others = new HashSet<>();
        other.roundedSteps().forEach(s -> others.add(Operands.of(s)));
        Set<Operands> reached = reached(store, conditions.stream().mapToInt(term).toArray());
        List<String> assumed = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (RoundedStep step : own.roundedSteps()) {
            if (!step.isConstant() && !reached.contains(Operands.of(step))) {
                continue;
            }
            places.add(step.place());
            if (!step.isConstant() && !others.contains(Operands.of(step))) {
                assumed.add(
                        RoundedSteps.ASSUMED
                                + step.place()
                                + (step.isConversion()
                                        ? " does not change the integer"
                                        : " does not decide"));
            }
        }
        return new Roundings(assumed, places);
    }

    /** What a step is given. */
    private record Operands(int a, int b) {
        static Operands of(RoundedStep step) {
            return new Operands(step.a(), step.b());
        }
    }

    /** The operands of the roundings to integers below the roots, and of what chooses constants. */
    private static Set<Operands> reached(TermStore store, int[] roots) {
        FanOut fanOut = FanOut.of(store, roots);
        Set<Operands> found = new HashSet<>();
        Set<Integer> conditions = new HashSet<>();
        for (int t = 1; t <= fanOut.top(); t++) {
            Op op = store.op(t);
            if (!fanOut.isReached(t)) {
                continue;
            }
            if (op.isRounding()) {
                found.add(new Operands(store.a(t), 0));
            } else if (op == Op.ITE
                    && isDiscrete(store, store.b(t))
                    && isDiscrete(store, store.c(t))) {
                compared(store, store.a(t), conditions, found);
            }
        }
        return found;
    }

    private static boolean isDiscrete(TermStore store, int t) {
        return store.isClosed(t) || store.isInteger(t);
    }

    /** Adds the operands of the comparisons that a condition consists of. */
    private static void compared(
            TermStore store, int condition, Set<Integer> seen, Set<Operands> found) {
        Deque<Integer> open = new ArrayDeque<>();
        open.push(condition);
        while (!open.isEmpty()) {
            int c = open.pop();
            if (!store.op(c).isCondition() && store.op(c) != Op.ITE || !seen.add(c)) {
                continue;
            }
            switch (store.op(c)) {
                case LT, LE, EQ -> {
                    int a = store.a(c);
                    int b = store.b(c);
                    found.add(new Operands(Math.min(a, b), Math.max(a, b)));
                }
                default -> {
                    for (int operand : store.operands(c)) {
                        open.push(operand);
                    }
                }
            }
        }
    }
}
