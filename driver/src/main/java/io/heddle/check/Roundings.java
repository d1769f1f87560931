package io.heddle.check;

import io.heddle.algebra.FanOut;
import io.heddle.condition.VerificationCondition;
import io.heddle.simulate.SimulationResult;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.PassedOn;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedStep;
import io.heddle.value.RoundedSteps;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a rounding may decide an output of a pair: an integer that was made of a rounded float, or
 * a choice by a comparison of such that jumps where the comparison turns. A maximum does not.
 *
 * @param assumed what an EQUIVALENT has to list: the steps that one side takes and the other does
 *     not, since what both do with the same number comes out the same
 * @param places all steps
 */
public record Roundings(List<String> assumed, List<String> places) {
    private static final String WORDS = RoundedSteps.ASSUMED + RoundedSteps.READ;

    static final Roundings NONE = new Roundings(List.of(), List.of());

    /** Copies the lists. */
    public Roundings {
        assumed = List.copyOf(assumed);
        places = List.copyOf(places);
    }

    /** The roundings on which the sides of {@code conditions} depend. */
    static Roundings of(
            TermStore store,
            List<VerificationCondition> conditions,
            SimulationResult reference,
            SimulationResult candidate) {
        boolean bits = store.functions().stream().anyMatch(Function::givesBits);
        if (!bits && reference.roundedSteps().isEmpty() && candidate.roundedSteps().isEmpty()) {
            return NONE;
        }
        Set<String> assumed = new LinkedHashSet<>();
        Set<String> places = new LinkedHashSet<>();
        int[] references = conditions.stream().mapToInt(VerificationCondition::reference).toArray();
        int[] candidates = conditions.stream().mapToInt(VerificationCondition::candidate).toArray();
        side(store, references, candidates, reference, candidate).addTo(assumed, places);
        side(store, candidates, references, candidate, reference).addTo(assumed, places);
        if (bits) {
            Set<Integer> words = words(store, references);
            Set<Integer> otherWords = words(store, candidates);
            if (!words.isEmpty() || !otherWords.isEmpty()) {
                places.add(WORDS);
            }
            if (!words.equals(otherWords)) {
                assumed.add(WORDS + " does not decide");
            }
        }
        return new Roundings(new ArrayList<>(assumed), new ArrayList<>(places));
    }

    private void addTo(Set<String> allAssumed, Set<String> allPlaces) {
        allAssumed.addAll(assumed);
        allPlaces.addAll(places);
    }

    private static Roundings side(
            TermStore store,
            int[] roots,
            int[] otherRoots,
            SimulationResult own,
            SimulationResult other) {
        if (own.roundedSteps().isEmpty()) {
            return NONE;
        }
        Set<Given> others = new HashSet<>();
        other.roundedSteps().forEach(s -> others.add(Given.of(s)));
        Set<Operands> rounded = new HashSet<>();
        own.roundedSteps().forEach(s -> rounded.add(Operands.of(s)));
        Set<Operands> reached = reached(store, roots, rounded);
        Set<Integer> converted = new HashSet<>();
        own.roundedSteps().stream()
                .filter(RoundedStep::isConversion)
                .forEach(s -> converted.add(s.a()));
        RoundingUses uses = RoundingUses.of(store, roots, converted);
        RoundingUses otherUses = RoundingUses.of(store, otherRoots, converted);
        List<String> assumed = new ArrayList<>();
        List<String> places = new ArrayList<>();
        for (RoundedStep step : own.roundedSteps()) {
            if (!step.isConstant() && !reached.contains(Operands.of(step))) {
                continue;
            }
            places.add(step.place());
            boolean alike =
                    !step.isConversion() || uses.by(step.a()).equals(otherUses.by(step.a()));
            if (!step.isConstant() && !(others.contains(Given.of(step)) && alike)) {
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

    /** The operands of a step, as terms. */
    private record Operands(int a, int b) {
        static Operands of(RoundedStep step) {
            return new Operands(step.a(), step.b());
        }

        static Operands of(TermStore store, int comparison) {
            int a = store.a(comparison);
            int b = store.b(comparison);
            return new Operands(Math.min(a, b), Math.max(a, b));
        }
    }

    /** The same with how the machine came to it. */
    private record Given(Operands operands, int how) {
        static Given of(RoundedStep step) {
            return new Given(Operands.of(step), step.how());
        }
    }

    /**
     * What below the roots becomes an integer, is read as a word or decides a choice that jumps.
     */
    private static Set<Operands> reached(TermStore store, int[] roots, Set<Operands> rounded) {
        FanOut fanOut = FanOut.of(store, roots);
        Set<Operands> found = new HashSet<>();
        Map<Integer, List<Integer>> comparisons = new HashMap<>();
        Jumps jumps = new Jumps(store);
        for (int t = 1; t <= fanOut.top(); t++) {
            Op op = store.op(t);
            if (!fanOut.isReached(t)) {
                continue;
            }
            if (op.isRounding()) {
                found.add(new Operands(store.a(t), 0));
            } else if (op == Op.APPLY && store.functionOf(t).givesBits()) {
                found.add(new Operands(store.b(t), store.b(t)));
            } else if (op == Op.ITE) {
                for (int c :
                        comparisons.computeIfAbsent(
                                store.a(t), k -> comparisons(store, k, rounded))) {
                    Operands compared = Operands.of(store, c);
                    if (!found.contains(compared) && (isDiscrete(store, t) || jumps.at(t, c))) {
                        found.add(compared);
                    }
                }
            }
        }
        return found;
    }

    /** The words below the roots that are the bits of a rounded float. */
    private static Set<Integer> words(TermStore store, int[] roots) {
        FanOut fanOut = FanOut.of(store, roots);
        Set<Integer> words = new HashSet<>();
        for (int t = 1; t <= fanOut.top(); t++) {
            if (fanOut.isReached(t)
                    && store.op(t) == Op.APPLY
                    && store.functionOf(t).givesBits()
                    && isComputed(store, store.b(t))) {
                words.add(t);
            }
        }
        return words;
    }

    private static boolean isComputed(TermStore store, int t) {
        return switch (store.op(t)) {
            case ADD, SUB, MUL, FMA, DIV, EXP2, LOG2, SQRT -> true;
            case APPLY -> !store.functionOf(t).readsBits();
            default -> {
                for (int operand : PassedOn.by(store, t)) {
                    if (isComputed(store, operand)) {
                        yield true;
                    }
                }
                yield false;
            }
        };
    }

    /** True for a choice among constants and integers, which jumps if its arms differ. */
    private static boolean isDiscrete(TermStore store, int choice) {
        return isStep(store, store.b(choice)) && isStep(store, store.c(choice));
    }

    private static boolean isStep(TermStore store, int t) {
        return store.isClosed(t) || store.isInteger(t);
    }

    /** The comparisons of {@code rounded} numbers that a condition consists of. */
    private static List<Integer> comparisons(
            TermStore store, int condition, Set<Operands> rounded) {
        List<Integer> found = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        Deque<Integer> open = new ArrayDeque<>();
        open.push(condition);
        while (!open.isEmpty()) {
            int c = open.pop();
            if (!store.op(c).isCondition() && store.op(c) != Op.ITE || !seen.add(c)) {
                continue;
            }
            switch (store.op(c)) {
                case LT, LE, EQ -> {
                    if (rounded.contains(Operands.of(store, c))) {
                        found.add(c);
                    }
                }
                default -> {
                    for (int operand : store.operands(c)) {
                        open.push(operand);
                    }
                }
            }
        }
        return found;
    }
}
