package io.heddle.check;

import io.heddle.decide.VerificationCondition;
import java.util.List;

/**
 * Which elements of a pair are compared, and what is known of them before any decision.
 *
 * @param conditions one for each element to decide, in order of tensor and index
 * @param compared elements that at least one side writes
 * @param skipped elements that neither side writes
 * @param oneSided elements that exactly one side writes and that were not initialised: different
 *     without a decision
 * @param undefined elements of which a compared term may be undefined
 * @param assumptions what the choice of elements assumes
 */
public record ComparedElements(
        List<VerificationCondition> conditions,
        long compared,
        long skipped,
        List<OneSided> oneSided,
        List<VerificationCondition> undefined,
        List<String> assumptions) {
    /** Copies the lists. */
    public ComparedElements {
        conditions = List.copyOf(conditions);
        oneSided = List.copyOf(oneSided);
        undefined = List.copyOf(undefined);
        assumptions = List.copyOf(assumptions);
    }

    /**
     * An element that only one side writes.
     *
     * @param tensor its tensor
     * @param index its row-major index
     * @param byReference true if the reference writes it
     */
    public record OneSided(String tensor, long index, boolean byReference) {}
}
