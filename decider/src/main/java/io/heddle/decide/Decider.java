package io.heddle.decide;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Outcome;
import io.heddle.refute.Refuter;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;

/**
 * Decides many verification conditions over one store. Not thread-safe; the store is only read.
 *
 * <p>The stages are those of design.md section 6, cheapest first. Conditions are proved by
 * canonical forms as long as that succeeds. From the first condition on that is not proved at once,
 * the remaining ones are evaluated at sample points, and only those that no point separates go to
 * the more expensive proofs.
 */
public final class Decider {
    private static final int MAX_FAILURES = 8; // outputs of a kernel are alike
    private static final int CROSS_CHECKS = 2;
    private static final String TIME = "the time limit";
    private static final long CROSS_CHECK_TERMS = 200_000;

    private final TermStore store;
    private DecideOptions options;

    /** A decider over {@code store}. */
    public Decider(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
    }

    /** Decides every condition; the decisions are in the order of {@code conditions}. */
    public List<Decision> decide(List<VerificationCondition> conditions) {
        if (conditions.isEmpty()) {
            return List.of();
        }
        options = options.with(RecoveryChoice.of(store, conditions, options));
        Proofs proofs = Proofs.of(store, options, conditions);
        return decide(conditions, () -> proofs);
    }

    /**
     * The same by proofs that may know more conditions than these.
     *
     * @param proofs asked for when a first proof is tried: what plainly differs needs none
     */
    List<Decision> decide(List<VerificationCondition> conditions, Supplier<Proofs> proofs) {
        Decision[] decisions = new Decision[conditions.size()];
        int next = 0;
        boolean looked = false;
        while (next < decisions.length && !options.isExpired()) {
            VerificationCondition vc = conditions.get(next);
            if (!looked && vc.reference() != vc.candidate()) {
                looked = true;
                if (new Refuter(store, options).isPlainlyRefuted(vc)) {
                    break; // before anything is expanded for it
                }
            }
            Decision d = proofs.get().decide(vc, Proofs.Effort.QUICK);
            if (d instanceof Decision.Undecided) {
                break; // and try numbers on all that is left
            }
            decisions[next++] = d;
        }
        if (next < decisions.length) {
            decideHard(conditions, proofs, next, decisions);
        }
        BitSet hiding = new BitSet();
        for (int i = 0; i < decisions.length; i++) {
            boolean proved = decisions[i] instanceof Decision.Proved;
            hiding.set(i, proved && proofs.get().mayHide(conditions.get(i), decisions[i]));
        }
        unhide(conditions, proofs, decisions, hiding);
        if (!options.isExpired()) {
            crossCheck(conditions, decisions, hiding);
        }
        return Arrays.asList(decisions);
    }

    /**
     * Decides the conditions from one on that was not proved at once: a few points, proofs by
     * lemmas, many points, and every proof.
     */
    private void decideHard(
            List<VerificationCondition> conditions,
            Supplier<Proofs> proofs,
            int from,
            Decision[] decisions) {
        refute(conditions, from, decisions, Refuter.Extent.FEW);
        int failures = 0; // in a row
        for (int i = from; i < decisions.length && failures < MAX_FAILURES; i++) {
            if (!(decisions[i] instanceof Decision.Refuted) && !options.isExpired()) {
                Decision d = proofs.get().decide(conditions.get(i), Proofs.Effort.LEMMAS);
                failures = d instanceof Decision.Proved ? 0 : failures + 1;
                decisions[i] = merge(d, decisions[i]);
            }
        }
        refute(conditions, from, decisions, Refuter.Extent.ALL);
        failures = 0;
        for (int i = from; i < decisions.length; i++) {
            if (!(decisions[i] instanceof Decision.Undecided)) {
                continue;
            }
            if (options.isExpired()) {
                decisions[i] = merge(new Decision.Undecided(TIME), decisions[i]);
                continue;
            }
            boolean hopeless = failures >= MAX_FAILURES;
            Proofs.Effort effort = hopeless ? Proofs.Effort.CHEAP : Proofs.Effort.FULL;
            Decision d = proofs.get().decide(conditions.get(i), effort);
            failures = d instanceof Decision.Proved ? 0 : failures + 1;
            decisions[i] = merge(d, decisions[i]);
        }
    }

    /**
     * Enters Refuted for every condition without a decision that evaluation refutes, and the reason
     * for every one about which it says nothing.
     */
    private void refute(
            List<VerificationCondition> conditions,
            int from,
            Decision[] decisions,
            Refuter.Extent extent) {
        int[] which = new int[decisions.length - from];
        int n = 0;
        for (int i = from; i < decisions.length; i++) {
            if (decisions[i] == null || decisions[i] instanceof Decision.Undecided) {
                which[n++] = i;
            }
        }
        if (n == 0) {
            return;
        }
        List<VerificationCondition> open =
                Arrays.stream(which, 0, n).mapToObj(conditions::get).toList();
        List<Outcome> outcomes = new Refuter(store, options).tryRefute(open, extent);
        for (int k = 0; k < n; k++) {
            Outcome outcome = outcomes.get(k);
            if (outcome instanceof Outcome.Refuted refuted) {
                decisions[which[k]] = new Decision.Refuted(refuted.counterexample());
            } else if (outcome instanceof Outcome.Agrees agrees) {
                decisions[which[k]] =
                        new Decision.Undecided("agrees at " + agrees.points() + " sample points");
            } else if (outcome instanceof Outcome.Unclear unclear) {
                decisions[which[k]] = new Decision.Undecided(unclear.reason());
            } else {
                throw new AssertionError(outcome);
            }
        }
    }

    private static Decision merge(Decision proof, Decision numbers) {
        if (proof instanceof Decision.Undecided open
                && numbers instanceof Decision.Undecided seen) {
            return new Decision.Undecided(open.reason() + "; " + seen.reason());
        }
        return proof;
    }

    /**
     * Looks for inputs outside the assumed domain on which both sides are numbers that differ: an
     * assumption must not hide those. Where none is found, there must be a proof that there is
     * none.
     */
    private void unhide(
            List<VerificationCondition> conditions,
            Supplier<Proofs> proofs,
            Decision[] decisions,
            BitSet hiding) {
        int[] which = hiding.stream().toArray();
        if (which.length == 0) {
            return;
        }
        List<Outcome> outcomes =
                new Refuter(store, options)
                        .tryRefute(Arrays.stream(which).mapToObj(conditions::get).toList());
        for (int i = 0; i < which.length; i++) {
            if (outcomes.get(i) instanceof Outcome.Refuted refuted) {
                decisions[which[i]] = new Decision.Refuted(refuted.counterexample());
            } else if (!proofs.get().isCoveredOutside(conditions.get(which[i]))) {
                decisions[which[i]] = proofs.get().hidden(conditions.get(which[i]));
            }
        }
    }

    /** Tries to refute a few of the proved conditions: a contradiction is a fault of Heddle. */
    private void crossCheck(
            List<VerificationCondition> conditions, Decision[] decisions, BitSet hiding) {
        List<VerificationCondition> sample = new ArrayList<>();
        for (int i = decisions.length - 1; i >= 0 && sample.size() < CROSS_CHECKS; i--) {
            VerificationCondition vc = conditions.get(i);
            if (decisions[i] instanceof Decision.Proved
                    && !hiding.get(i)
                    && vc.reference() != vc.candidate()) {
                sample.add(vc);
            }
        }
        if (sample.isEmpty() || store.size() > CROSS_CHECK_TERMS) {
            return;
        }
        List<Outcome> outcomes =
                new Refuter(store, options).tryRefute(sample, Refuter.Extent.USUAL);
        for (Outcome outcome : outcomes) {
            if (outcome instanceof Outcome.Refuted refuted) {
                throw new IllegalStateException(
                        "an equality was proved and refuted: " + refuted.counterexample());
            }
        }
    }
}
