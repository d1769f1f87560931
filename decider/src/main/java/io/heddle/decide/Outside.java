package io.heddle.decide;

import io.heddle.algebra.Canonicalizer;
import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.NoFormException;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Domain;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether an equality that is proved where domain conditions hold is one where they do not hold,
 * too: there a side must be NaN or infinite for certain, or both sides, with NaN and infinities put
 * in for the operations that are not defined, must be equal by a proof of their own.
 */
final class Outside {
    private static final int MAX_CASES = 256; // for one pair of sides
    private static final long WORK = 20_000_000L; // terms made again, in all

    /** Terms of one form, and how they may violate conditions without a side being no number. */
    record Group(Set<Integer> terms, Set<Violation> violations) {}

    private final TermStore store;
    private final DecideOptions options;
    private final MonomialPool pool;
    private long work = WORK;

    /**
     * What is outside proofs about terms of {@code store}.
     *
     * @param pool from which its own proofs draw
     */
    Outside(TermStore store, DecideOptions options, MonomialPool pool) {
        this.store = store;
        this.options = options;
        this.pool = pool;
    }

    /**
     * True if nothing that the conditions leave out is an input at which both sides are numbers
     * that may differ.
     *
     * @param open the conditions under which the sides are proved equal
     * @param groups of the same conditions
     */
    boolean isCovered(VerificationCondition vc, List<Domain.Condition> open, List<Group> groups) {
        Propagation sides = new Propagation(store, vc.reference(), vc.candidate());
        long cases = 1;
        for (Group group : groups) {
            group.violations().removeIf(v -> sides.reaches(group.terms(), v));
            cases = Math.min(MAX_CASES + 1, cases * (group.violations().size() + 1));
        }
        return cases <= MAX_CASES && areCovered(vc, open, groups, 0, new HashMap<>());
    }

    /** The conditions by the number that they are on, as far as forms show it. */
    static List<Group> groups(List<Domain.Condition> open, Canonicalizer forms) {
        Map<Object, Group> byForm = new LinkedHashMap<>();
        for (Domain.Condition c : open) {
            Group group =
                    byForm.computeIfAbsent(
                            form(c.term(), forms),
                            k -> new Group(new LinkedHashSet<>(), EnumSet.noneOf(Violation.class)));
            group.terms().add(c.term());
            group.violations().addAll(Violation.of(c.kind()));
        }
        return new ArrayList<>(byForm.values());
    }

    private static Object form(int term, Canonicalizer forms) {
        try {
            return forms.form(term);
        } catch (NoFormException | LimitExceededException e) {
            return term; // like no other
        }
    }

    /** Goes through the cases in which each group from one on violates its conditions or not. */
    private boolean areCovered(
            VerificationCondition vc,
            List<Domain.Condition> open,
            List<Group> groups,
            int next,
            Map<Integer, Violation> violated) {
        if (next == groups.size()) {
            return violated.isEmpty() || isCovered(vc, open, violated);
        }
        Group group = groups.get(next);
        if (!areCovered(vc, open, groups, next + 1, violated)) {
            return false;
        }
        for (Violation v : group.violations()) {
            group.terms().forEach(t -> violated.put(t, v));
            boolean covered = areCovered(vc, open, groups, next + 1, violated);
            group.terms().forEach(violated::remove);
            if (!covered) {
                return false;
            }
        }
        return true;
    }

    private boolean isCovered(
            VerificationCondition vc,
            List<Domain.Condition> open,
            Map<Integer, Violation> violated) {
        for (boolean negative : new boolean[] {false, true}) {
            if (work <= 0 || options.isExpired()) {
                return false;
            }
            Violated there = new Violated(store, violated, negative);
            int s = there.of(vc.reference());
            int t = there.of(vc.candidate());
            work -= there.size();
            if (s != t
                    && !there.isImpossible()
                    && !there.isNoNumber(s)
                    && !there.isNoNumber(t)
                    && !isProved(there, vc, open, s, t)) {
                return false;
            }
            if (!there.dividesByZero()) {
                return true;
            }
        }
        return true;
    }

    /** True if the sides are equal by a proof that needs no condition but those that hold. */
    private boolean isProved(
            Violated there, VerificationCondition vc, List<Domain.Condition> open, int s, int t) {
        int[] sides = there.guarded(s, t);
        VerificationCondition made =
                new VerificationCondition(vc.tensor(), vc.index(), sides[0], sides[1]);
        try (Proofs proofs = Proofs.onTheWay(there.made(), options, made, pool)) {
            if (!(proofs.decide(made, Proofs.Effort.FULL) instanceof Decision.Proved)) {
                return false;
            }
            Set<Domain.Condition> holding = new HashSet<>();
            for (Domain.Condition c : open) {
                if (!there.isViolated(c.term())) {
                    holding.add(new Domain.Condition(c.kind(), there.of(c.term())));
                }
            }
            return holding.containsAll(proofs.assumed(made));
        }
    }
}
