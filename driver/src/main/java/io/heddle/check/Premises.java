package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.decide.ProofAssumption;
import io.heddle.finding.Assumption;
import io.heddle.replay.Excuse;
import io.heddle.replay.machine.StepAssumption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a verdict rests on: the assumptions of the executions and of the proofs, by kind. They say
 * which disagreements of a replay are none of the prover's.
 */
final class Premises {
    private final List<Assumption> assumed;
    private final Collection<ProofAssumption> proofs;

    private Premises(List<Assumption> assumed, Collection<ProofAssumption> proofs) {
        this.assumed = assumed;
        this.proofs = proofs;
    }

    /**
     * Those of executions, without a proof.
     *
     * @param runs any may be null, or without a result
     */
    static Premises of(Run... runs) {
        List<Assumption> all = new ArrayList<>();
        for (Run run : runs) {
            if (run != null && run.result() != null) {
                all.addAll(run.result().assumptions());
            }
        }
        return new Premises(all, List.of());
    }

    /** These, and those of proofs. */
    Premises with(Collection<ProofAssumption> ofProofs) {
        return new Premises(assumed, ofProofs);
    }

    /** True if an execution assumes something of one of {@code kinds}. */
    boolean have(Assumption.Kind... kinds) {
        return assumed.stream().anyMatch(a -> List.of(kinds).contains(a.kind()));
    }

    /** True if an integer of any width is assumed not to overflow. */
    boolean excludeOverflow() {
        return have(Assumption.Kind.INTEGER_OVERFLOW, Assumption.Kind.NARROW_OVERFLOW);
    }

    /** The subjects of what executions assume of a kind, each once. */
    List<String> subjects(Assumption.Kind kind) {
        return assumed.stream()
                .filter(a -> a.kind() == kind)
                .map(Assumption::subject)
                .distinct()
                .toList();
    }

    /** True if a proof reads some literal as the number that it rounds. */
    boolean readConstants() {
        return proofs.stream().anyMatch(ProofAssumption.Recovered.class::isInstance);
    }

    /** A few times the relative distance of the coarsest recovered literal to its number. */
    double ofConstants() {
        double most = 0;
        for (ProofAssumption p : proofs) {
            if (p instanceof ProofAssumption.Recovered r) {
                most = Math.max(most, Math.scalb(1.0, 2 - r.format().precision()));
            }
        }
        return most;
    }

    /** True if it is listed, here or with {@code roundings}, that some rounding does not decide. */
    boolean listRoundings(Roundings roundings) {
        return !roundings.assumed().isEmpty() || have(Assumption.Kind.ROUNDING);
    }

    /** The steps at which a rounding may decide: those listed here, then those of a pair. */
    List<String> steps(Roundings roundings) {
        Set<String> places = new LinkedHashSet<>(subjects(Assumption.Kind.ROUNDING));
        places.addAll(roundings.places());
        return List.copyOf(places);
    }

    /** What is assumed, here or with {@code roundings}, of single instructions. */
    Set<StepAssumption> ofInstructions(Roundings roundings) {
        Set<StepAssumption> all = new LinkedHashSet<>();
        for (Assumption a : assumed) {
            of(a).ifPresent(all::add);
        }
        for (Assumption a : roundings.assumed()) {
            of(a).ifPresent(all::add);
        }
        return all;
    }

    private static Optional<StepAssumption> of(Assumption a) {
        StepAssumption.Kind kind =
                switch (a.kind()) {
                    case ROUNDING -> StepAssumption.Kind.ROUNDING;
                    case SUBNORMAL -> StepAssumption.Kind.SUBNORMAL;
                    case INTEGER_OVERFLOW, NARROW_OVERFLOW -> StepAssumption.Kind.INTEGER_OVERFLOW;
                    case ROUNDED_INTEGER -> StepAssumption.Kind.ROUNDED_INTEGER;
                    case CLAMPED_CONVERSION -> StepAssumption.Kind.CLAMPED_CONVERSION;
                    case ZERO_SIGN -> StepAssumption.Kind.ZERO_SIGN;
                    case KEPT_EXPONENT -> StepAssumption.Kind.KEPT_EXPONENT;
                    case FLOAT_OVERFLOW -> StepAssumption.Kind.FLOAT_OVERFLOW;
                    case MAXIMUM_ABOVE_START,
                            FINITE_MASK,
                            LIBRARY_FUNCTION,
                            TRAP,
                            LEFT_VARIABLE,
                            OTHER ->
                            null;
                };
        return Optional.ofNullable(kind)
                .map(
                        k ->
                                new StepAssumption(
                                        k, a.location() == null ? null : a.location().position()));
    }

    /** What may happen at a point that the premises exclude. */
    Set<Excuse> excuses() {
        Set<Excuse> excuses = EnumSet.noneOf(Excuse.class);
        if (have(Assumption.Kind.ROUNDED_INTEGER)) {
            excuses.add(Excuse.ROUNDED_INTEGER);
        }
        if (have(Assumption.Kind.CLAMPED_CONVERSION)) {
            excuses.add(Excuse.CLAMPED_CONVERSION);
        }
        if (have(Assumption.Kind.ZERO_SIGN)) {
            excuses.add(Excuse.NEGATIVE_ZERO);
        }
        for (ProofAssumption p : proofs) {
            if (p instanceof ProofAssumption.InDomain d) {
                excuses.addAll(excuses(d));
            }
        }
        return excuses;
    }

    private static Set<Excuse> excuses(ProofAssumption.InDomain assumed) {
        return switch (assumed.kind()) {
            case NONZERO -> EnumSet.of(Excuse.DIVISION);
            case NONNEGATIVE -> EnumSet.of(Excuse.ROOT);
            case POSITIVE -> EnumSet.of(Excuse.LOGARITHM, Excuse.ROOT, Excuse.DIVISION);
            case NUMBER -> EnumSet.of(Excuse.SPECIAL_WORD);
        };
    }
}
