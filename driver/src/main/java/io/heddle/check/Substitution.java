package io.heddle.check;

import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Kinds;
import io.heddle.value.RoundedNumbers;
import io.heddle.value.RoundedStep;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Substitutes terms for unknowns: under the condition beta = 0 a term equals the term with 0 for
 * beta. Keeps the terms that it has rewritten.
 */
final class Substitution {
    private final TermStore store;
    private final Map<Integer, Integer> done;

    /**
     * @param values by the term of the unknown
     */
    Substitution(TermStore store, Map<Integer, Integer> values) {
        this.store = store;
        this.done = new HashMap<>(values);
    }

    /** The term with the values put in. */
    int of(int root) {
        TermWalk.complete(
                root,
                done::containsKey,
                store::operands,
                t -> done.put(t, rewritten(t, store.operands(t))));
        return done.get(root);
    }

    /** What is known of rounded terms, also of what these have become. */
    RoundedNumbers of(RoundedNumbers rounded) {
        List<RoundedStep> steps = new ArrayList<>();
        for (RoundedStep s : rounded.steps()) {
            int a = done.getOrDefault(s.a(), s.a());
            int b = done.getOrDefault(s.b(), s.b());
            if (a != s.a() || b != s.b()) {
                boolean ordered = a <= b || b <= 0;
                steps.add(
                        new RoundedStep(
                                ordered ? a : b, ordered ? b : a, s.how(), s.place(), s.at()));
            }
        }
        Map<Integer, Long> arithmetic = new HashMap<>();
        Kinds kinds = rounded.arithmetic();
        for (int i = 0; i < kinds.size(); i++) {
            int t = kinds.term(i);
            if (done.getOrDefault(t, t) != t) {
                arithmetic.merge(done.get(t), kinds.kind(i), (x, y) -> x | y);
            }
        }
        return rounded.and(new RoundedNumbers(steps, Kinds.of(arithmetic)));
    }

    private int rewritten(int t, int[] old) {
        int[] x = new int[old.length];
        boolean same = true;
        for (int i = 0; i < x.length; i++) {
            x[i] = done.get(old[i]);
            same &= x[i] == old[i];
        }
        return same ? t : Rebuild.of(store, t, x);
    }
}
