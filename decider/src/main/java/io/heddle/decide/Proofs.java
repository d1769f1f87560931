package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.PrefixBasis;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Domain;
import io.heddle.refute.Refuter;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Proves verification conditions of one batch, with their assumptions and a witness. */
final class Proofs {
    /** How much a proof may cost. */
    enum Effort {
        /** Canonical forms only. */
        CHEAP,
        /** Every strategy, for conditions that no sample point separates. */
        FULL
    }

    private static final long WITNESS_NODES = 20_000_000L;

    private final TermStore store;
    private final DecideOptions options;
    private final Domain domain;
    private final Recoveries recoveries;
    private final Prover prover;
    private final Map<List<Domain.Condition>, Boolean> satisfiable = new HashMap<>();
    private Refuter refuter;
    private long witnessNodes; // of conditions whose assumed ranges were met at a point

    Proofs(TermStore store, DecideOptions options, List<VerificationCondition> conditions) {
        this.store = store;
        this.options = options;
        int[] roots = new int[conditions.size() * 2];
        for (int i = 0; i < conditions.size(); i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
        }
        FanOut fanOut = FanOut.of(store, roots);
        domain = new Domain(store, fanOut);
        recoveries =
                options.exactConstants()
                        ? Recoveries.NONE
                        : Recoveries.of(store, fanOut, options.recovery());
        PrefixBasis basis = domain.isTotal() ? PrefixBasis.NONE : PrefixBasis.of(store, fanOut);
        prover = new Prover(store, options, fanOut, !recoveries.isEmpty(), basis);
    }

    /** Proved, or Undecided with the reason. */
    Decision decide(VerificationCondition vc, Effort effort) {
        int s = vc.reference();
        int t = vc.candidate();
        boolean finite = store.isFinite(s) && store.isFinite(t);
        if (!finite && store.isClosed(s) && s == t) {
            return constant(s);
        }
        Decision.Method method = Decision.Method.SAME;
        boolean recovered = false;
        if (s != t || !finite) {
            Prover.Proof proof = prover.prove(s, t, effort);
            if (!proof.proved()) {
                return new Decision.Undecided(proof.reason());
            }
            method = proof.method();
            recovered = proof.recovered();
        }
        try {
            List<Domain.Condition> open = domain.open(prover.forms(recovered), s, t);
            if (!(open.isEmpty() && finite)
                    && !satisfiable.computeIfAbsent(open, c -> hasWitness(vc, open))) {
                return new Decision.Undecided(
                        "no point was found where both sides are the same number"
                                + (open.isEmpty() ? "" : " and ")
                                + String.join(", ", domain.describe(open)));
            }
            if (!store.assumedRanges().isEmpty() && !isAssumable(vc)) {
                return new Decision.Undecided(
                        "no point was found that satisfies the assumption that nothing overflows");
            }
            List<String> assumptions = new ArrayList<>(domain.describe(open));
            if (recovered) {
                assumptions.addAll(recoveries.describe());
            }
            return new Decision.Proved(method, assumptions);
        } catch (LimitExceededException e) {
            return new Decision.Undecided(e.getMessage());
        }
    }

    /**
     * True if some sample point is inside the domain and makes both sides equal. Where no domain
     * condition is open none is needed: finite terms are defined on every input.
     */
    private boolean hasWitness(VerificationCondition vc, List<Domain.Condition> open) {
        return refuter().witness(vc, open).isPresent();
    }

    /**
     * True if some sample point is inside all assumed ranges. After {@link #WITNESS_NODES}
     * evaluated nodes in total no further condition is tested.
     */
    private boolean isAssumable(VerificationCondition vc) {
        if (witnessNodes > WITNESS_NODES) {
            return true;
        }
        int nodes = refuter().assumedNodes(vc);
        witnessNodes += nodes;
        return nodes == 0 || hasWitness(vc, List.of());
    }

    private Refuter refuter() {
        if (refuter == null) {
            refuter = new Refuter(store, options);
        }
        return refuter;
    }

    /**
     * True if the proof of a condition says nothing of some inputs on which both sides may
     * nevertheless be numbers, since a comparison chose them there.
     */
    boolean mayHide(VerificationCondition vc, Decision d) {
        return domain.isTested()
                && vc.reference() != vc.candidate()
                && d instanceof Decision.Proved proved
                && !proved.assumptions().isEmpty();
    }

    /**
     * The decision where both sides are the same term without inputs that is not known to be
     * finite.
     */
    private Decision constant(int t) {
        return store.op(t) == Op.NEG_INF || store.op(t) == Op.POS_INF
                ? new Decision.Proved(Decision.Method.SAME, List.of())
                : new Decision.Undecided("both sides are " + store.show(t, 80));
    }
}
