package io.heddle.check;

import io.heddle.check.MachineDecisions.Place;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decider;
import io.heddle.decide.Decision;
import io.heddle.finding.Assumption;
import io.heddle.refute.Refuter;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedNumbers;
import io.heddle.value.RoundedStep;
import io.heddle.value.RoundingEffect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where a rounding may decide an output of a pair: an integer that was made of a rounded float, its
 * bits that are read, or a choice by a comparison of such that jumps where the comparison turns. A
 * maximum does not.
 *
 * <p>Each output is proved equal once more, with the machine's numbers in place of the reals
 * wherever they become discrete (see {@link MachineDecisions}). What that proof does not cover is
 * assumed, and listed.
 *
 * @param assumed what an EQUIVALENT has to list
 * @param places all such places
 */
public record Roundings(List<Assumption> assumed, List<String> places) {
    static final Roundings NONE = new Roundings(List.of(), List.of());
    private static final long MOST_MONOMIALS = 1_000_000;

    /** Copies the lists. */
    public Roundings {
        assumed = List.copyOf(assumed);
        places = List.copyOf(places);
    }

    /**
     * The roundings on which the sides of {@code conditions} depend; throws {@link
     * LimitExceededException} when the time is up.
     */
    static Roundings of(
            TermStore store,
            List<VerificationCondition> conditions,
            RoundedNumbers reference,
            RoundedNumbers candidate,
            DecideOptions options) {
        boolean bits = store.functions().stream().anyMatch(MachineDecisions::isReading);
        if (!bits && reference.steps().isEmpty() && candidate.steps().isEmpty()) {
            return NONE;
        }
        return new Search(store, conditions, reference, candidate, options).roundings();
    }

    /** The search in one pair. */
    private static final class Search {
        private final TermStore store;
        private final List<VerificationCondition> conditions;
        private final RoundedNumbers reference;
        private final RoundedNumbers candidate;
        private final DecideOptions options;
        private final TermStore target = new TermStore();
        private final Continuity continuity;
        private final MachineDecisions references;
        private final MachineDecisions candidates;

        Search(
                TermStore store,
                List<VerificationCondition> conditions,
                RoundedNumbers reference,
                RoundedNumbers candidate,
                DecideOptions options) {
            this.store = store;
            this.conditions = conditions;
            this.reference = reference;
            this.candidate = candidate;
            this.options = options.within(MOST_MONOMIALS);
            continuity = new Continuity(store, this.options);
            references = new MachineDecisions(store, target, reference, continuity, options);
            candidates = new MachineDecisions(store, target, candidate, continuity, options);
        }

        Roundings roundings() {
            references.askBelow(left(conditions));
            candidates.askBelow(right(conditions));
            continuity.decide();
            Set<Place> all = places(conditions, true);
            if (all.isEmpty()) {
                return new Roundings(List.of(), constants());
            }
            Set<Place> assumed;
            try {
                assumed = assumed(all);
            } catch (LimitExceededException e) {
                assumed = all;
            }
            Set<String> places = new LinkedHashSet<>(constants());
            all.forEach(p -> places.add(p.step()));
            return new Roundings(
                    assumed.stream().map(Place::denied).toList(), new ArrayList<>(places));
        }

        /** What is not proved; all of it where the sides differ over the reals. */
        private Set<Place> assumed(Set<Place> all) {
            List<VerificationCondition> open = unlike(conditions);
            if (open.isEmpty()) {
                return Set.of();
            }
            Set<Place> domains = unlikePlaces(open);
            domains.removeIf(p -> p.effect() != RoundingEffect.NEGATES);
            if (domains.containsAll(all)) { // no proof can succeed
                return domains;
            }
            if (new Refuter(store, options).isAnyRefuted(open)) {
                return all;
            }
            open = unproved(open);
            if (open.isEmpty()) {
                return Set.of();
            }
            Set<Place> assumed = unlikePlaces(open);
            references.assume(assumed);
            candidates.assume(assumed);
            return assumed.isEmpty() || !unproved(open).isEmpty() ? places(open, true) : assumed;
        }

        /** The places of constants over the reals that are none on the machine. */
        private List<String> constants() {
            List<String> places = new ArrayList<>();
            for (RoundedNumbers side : List.of(reference, candidate)) {
                side.steps().stream()
                        .filter(RoundedStep::isConstant)
                        .forEach(s -> places.add(s.place()));
            }
            return places;
        }

        /** The conditions whose sides are not one term with the machine's decisions. */
        private List<VerificationCondition> unlike(List<VerificationCondition> of) {
            return of.stream()
                    .filter(c -> references.of(c.reference()) != candidates.of(c.candidate()))
                    .toList();
        }

        /** The conditions that are not proved with the machine's decisions. */
        private List<VerificationCondition> unproved(List<VerificationCondition> of) {
            List<VerificationCondition> different = unlike(of);
            List<VerificationCondition> translated =
                    different.stream()
                            .map(
                                    c ->
                                            new VerificationCondition(
                                                    c.tensor(),
                                                    c.index(),
                                                    references.of(c.reference()),
                                                    candidates.of(c.candidate())))
                            .toList();
            List<Decision> decisions = new Decider(target, options).decide(translated);
            List<VerificationCondition> open = new ArrayList<>();
            for (int i = 0; i < different.size(); i++) {
                if (!(decisions.get(i) instanceof Decision.Proved)) {
                    open.add(different.get(i));
                }
            }
            return open;
        }

        /** The places where one side decides by a number by which the other does not. */
        private Set<Place> unlikePlaces(List<VerificationCondition> open) {
            Map<Place, Set<Integer>> first = new LinkedHashMap<>();
            Map<Place, Set<Integer>> second = new LinkedHashMap<>();
            references.forEachBelow(left(open), false, (p, m) -> add(first, p, m));
            candidates.forEachBelow(right(open), false, (p, m) -> add(second, p, m));
            Set<Place> unlike = new LinkedHashSet<>();
            addUnlike(first, second, unlike);
            addUnlike(second, first, unlike);
            return unlike;
        }

        private static void add(Map<Place, Set<Integer>> decisions, Place place, int decision) {
            decisions.computeIfAbsent(place, p -> new LinkedHashSet<>()).add(decision);
        }

        private static void addUnlike(
                Map<Place, Set<Integer>> own, Map<Place, Set<Integer>> other, Set<Place> to) {
            Set<Integer> others = new LinkedHashSet<>();
            other.values().forEach(others::addAll);
            own.forEach(
                    (place, decisions) -> {
                        if (!others.containsAll(decisions)) {
                            to.add(place);
                        }
                    });
        }

        private Set<Place> places(List<VerificationCondition> of, boolean whole) {
            Set<Place> places = new LinkedHashSet<>();
            references.forEachBelow(left(of), whole, (p, m) -> places.add(p));
            candidates.forEachBelow(right(of), whole, (p, m) -> places.add(p));
            return places;
        }

        private static int[] left(List<VerificationCondition> of) {
            return of.stream().mapToInt(VerificationCondition::reference).toArray();
        }

        private static int[] right(List<VerificationCondition> of) {
            return of.stream().mapToInt(VerificationCondition::candidate).toArray();
        }
    }
}
