package io.heddle.check;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.ProofAssumption;
import io.heddle.refute.Domain;
import java.util.ArrayList;
import java.util.List;

/**
 * Proofs that assume no more than the reference does: a proof holds where both sides are defined,
 * and a candidate such as exp(log(x)) is x for positive numbers only.
 */
final class ReferenceDomain {
    private ReferenceDomain() {}

    /**
     * The decisions, UNDECIDED where a proof assumes what the reference does not ask for.
     *
     * @param decisions on the conditions of a simulated pair, one each
     */
    static List<Decision> required(
            Simulated simulated, List<Decision> decisions, DecideOptions options) {
        List<Integer> partial = new ArrayList<>();
        List<VerificationCondition> ofReference = new ArrayList<>();
        for (int k = 0; k < decisions.size(); k++) {
            VerificationCondition vc = simulated.conditions().get(k);
            if (!domains(decisions.get(k)).isEmpty() && vc.reference() != vc.candidate()) {
                partial.add(k);
                ofReference.add(
                        new VerificationCondition(
                                vc.tensor(), vc.index(), vc.reference(), vc.reference()));
            }
        }
        if (partial.isEmpty()) {
            return decisions;
        }
        List<Decision> own =
                ParallelDecision.decide(
                        simulated.store(), ofReference, options, simulated.pair().limits());
        List<Decision> required = new ArrayList<>(decisions);
        for (int k = 0; k < partial.size(); k++) {
            List<ProofAssumption.InDomain> known = domains(own.get(k));
            List<String> more =
                    domains(decisions.get(partial.get(k))).stream()
                            .filter(d -> known.stream().noneMatch(r -> implies(r, d)))
                            .map(ProofAssumption.InDomain::text)
                            .toList();
            if (!more.isEmpty()) {
                required.set(
                        partial.get(k),
                        new Decision.Undecided(
                                "the candidate is equal only where "
                                        + String.join(", ", more)
                                        + ", which the reference does not ask for"));
            }
        }
        return required;
    }

    private static List<ProofAssumption.InDomain> domains(Decision d) {
        return d instanceof Decision.Proved p
                ? p.assumptions().stream()
                        .filter(ProofAssumption.InDomain.class::isInstance)
                        .map(ProofAssumption.InDomain.class::cast)
                        .toList()
                : List.of();
    }

    /** True if one condition implies another, but for the end of a range. */
    private static boolean implies(ProofAssumption.InDomain one, ProofAssumption.InDomain other) {
        boolean isStronger =
                one.kind() == other.kind()
                        || one.kind() == Domain.Kind.POSITIVE
                        || one.kind() == Domain.Kind.NONNEGATIVE
                                && other.kind() == Domain.Kind.POSITIVE;
        return isStronger && operand(one).equals(operand(other));
    }

    /** The text without the kind of the condition. */
    private static String operand(ProofAssumption.InDomain d) {
        return d.text().replaceFirst(" (!=|>=|>) 0", "");
    }
}
