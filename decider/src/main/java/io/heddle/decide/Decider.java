package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides many verification conditions over one store. Not thread-safe; the store is only read.
 *
 * <p>The stages are those of design.md section 6, cheapest first.
 */
public final class Decider {
    private final TermStore store;
    private final DecideOptions options;

    /** A decider over {@code store}. */
    public Decider(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
    }

    /**
     * The decisions, in the order of {@code conditions}; stops early never, refutes as cheaply as
     * it can.
     */
    public List<Decision> decide(List<VerificationCondition> conditions) {
        if (conditions.isEmpty()) {
            return List.of();
        }
        int[] roots = new int[conditions.size() * 2];
        int top = 0;
        for (int i = 0; i < conditions.size(); i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
            top = Math.max(top, Math.max(roots[2 * i], roots[2 * i + 1]));
        }
        Domain domain = new Domain(store, top);
        FanOut fanOut = FanOut.of(store, roots);
        Recoveries recoveries =
                options.exactConstants() ? Recoveries.NONE : Recoveries.of(store, fanOut, top);
        Prover prover =
                new Prover(store, options, fanOut, !recoveries.isEmpty(), hasExtrema(top));
        List<Decision> decisions = new ArrayList<>();
        for (VerificationCondition vc : conditions) {
            decisions.add(decide(vc, prover, domain, recoveries));
        }
        return decisions;
    }

    private boolean hasExtrema(int top) {
        for (int t = 1; t <= top; t++) {
            Op op = store.op(t);
            if (op == Op.MAX || op == Op.MIN) {
                return true;
            }
        }
        return false;
    }

    private Decision decide(
            VerificationCondition vc, Prover prover, Domain domain, Recoveries recoveries) {
        int s = vc.reference();
        int t = vc.candidate();
        if (!store.isFinite(s) || !store.isFinite(t)) {
            return decideExtended(s, t);
        }
        Decision.Method method = Decision.Method.SAME;
        boolean recovered = false;
        if (s != t) {
            Prover.Outcome outcome = prover.prove(s, t);
            if (!outcome.proved()) {
                return new Decision.Undecided(outcome.reason());
            }
            method = Decision.Method.EXACT;
            recovered = outcome.recovered();
        }
        try {
            List<Domain.Condition> open = domain.open(prover.forms(recovered), s, t);
            List<String> assumptions = new ArrayList<>(domain.describe(open));
            if (recovered) {
                assumptions.addAll(recoveries.describe());
            }
            return new Decision.Proved(method, assumptions);
        } catch (LimitExceededException e) {
            return new Decision.Undecided(e.getMessage());
        }
    }

    /** Terms that may be infinite, NaN or undefined. */
    private Decision decideExtended(int s, int t) {
        boolean infinite = store.op(s) == Op.NEG_INF || store.op(s) == Op.POS_INF;
        if (s == t && infinite) {
            return new Decision.Proved(Decision.Method.SAME, List.of());
        }
        if (s == t && (store.op(s) == Op.NAN || store.op(s) == Op.UNDEFINED)) {
            return new Decision.Undecided("both sides are " + store.show(s, 80));
        }
        return new Decision.Undecided(
                "a side may be infinite, NaN or undefined: "
                        + store.show(store.isFinite(s) ? t : s, 160));
    }
}
