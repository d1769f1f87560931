package io.heddle.decide;

import io.heddle.algebra.RecoveredConstant;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How the proofs of a pair read literals: all as their exact value, or all as the number that they
 * round. One element that is equal only where a literal is exactly its pattern, and another that is
 * equal only where it is 1/41, do not make equal kernels.
 */
public final class Readings {
    private static final String CONTRADICTION =
            "equal only if literals have their exact value, while other elements are equal only if"
                    + " they stand for the numbers that they round";

    private Readings() {}

    /**
     * The decisions on all conditions of a pair, with one reading of literals. Where some proofs
     * read them as the numbers that they round, the others that read such literals are made again
     * in this way; a condition for which that fails is undecided.
     *
     * @param options with the pair's recovery ({@link RecoveryChoice})
     * @param decisions one for each condition
     */
    public static List<Decision> consistent(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            List<Decision> decisions) {
        int[] exact =
                IntStream.range(0, decisions.size())
                        .filter(
                                i ->
                                        decisions.get(i) instanceof Decision.Proved p
                                                && !isRecovered(p))
                        .filter(i -> conditions.get(i).reference() != conditions.get(i).candidate())
                        .toArray();
        if (exact.length == 0) {
            return decisions;
        }
        BitSet reading = reading(store, options, conditions);
        List<Decision> all = new ArrayList<>(decisions);
        Proofs proofs = null;
        for (int i : exact) {
            VerificationCondition vc = conditions.get(i);
            if (!reading.get(vc.reference()) && !reading.get(vc.candidate())) {
                continue;
            }
            if (proofs == null) {
                Ground ground = Ground.of(store, options, conditions, options.pool());
                proofs = new Proofs(ground, ground.nothingKept(Prover.Literals.RECOVERED));
            }
            Decision again = proofs.decide(vc, Proofs.Effort.CHEAP);
            all.set(
                    i,
                    again instanceof Decision.Proved
                            ? again
                            : new Decision.Undecided(CONTRADICTION));
        }
        return all;
    }

    /** True if some proof reads a literal as the number that it rounds. */
    public static boolean areRecovered(List<Decision> decisions) {
        return decisions.stream().anyMatch(d -> d instanceof Decision.Proved p && isRecovered(p));
    }

    private static boolean isRecovered(Decision.Proved proved) {
        return proved.assumptions().stream().anyMatch(ProofAssumption.Recovered.class::isInstance);
    }

    /** The terms that read a literal for which another number can stand. */
    private static BitSet reading(
            TermStore store, DecideOptions options, List<VerificationCondition> conditions) {
        int top =
                conditions.stream()
                        .mapToInt(vc -> Math.max(vc.reference(), vc.candidate()))
                        .max()
                        .orElse(0);
        BitSet reading = new BitSet(top + 1);
        for (int t = 1; t <= top; t++) {
            boolean reads = false;
            if (store.op(t) == Op.LITERAL) {
                Optional<RecoveredConstant> c =
                        options.recovery().recover(store.literalFormat(t), store.literalBits(t));
                reads = c.isPresent() && !c.get().isValue(store.rationalValue(t));
            } else {
                for (int operand : store.operands(t)) {
                    reads |= reading.get(operand);
                }
            }
            reading.set(t, reads);
        }
        return reading;
    }
}
