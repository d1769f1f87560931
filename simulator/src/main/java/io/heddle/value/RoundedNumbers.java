package io.heddle.value;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What one side's machine rounds and what may be decided by it.
 *
 * @param steps where a rounding may decide something
 * @param arithmetic of each term that is rounded otherwise than to nearest by its own operation, or
 *     made by other arithmetic than plain instructions
 */
public record RoundedNumbers(List<RoundedStep> steps, Kinds arithmetic) {
    /** Nothing is rounded. */
    public static final RoundedNumbers NONE = new RoundedNumbers(List.of(), Kinds.NONE);

    /** Copies the list. */
    public RoundedNumbers {
        steps = List.copyOf(steps);
    }

    /** These and others: a term that two executions make by different arithmetic has both. */
    public RoundedNumbers and(RoundedNumbers others) {
        Set<RoundedStep> all = new LinkedHashSet<>(steps);
        all.addAll(others.steps);
        return new RoundedNumbers(new ArrayList<>(all), arithmetic.and(others.arithmetic));
    }

    /** How the machine makes {@code t}; 0 for the plain instruction of its operation. */
    public long how(int t) {
        return arithmetic.of(t);
    }

    /**
     * True if the machine's number for {@code t} is a function of the exact result of its operation
     * on the machine's operands, as IEEE 754 requires; false for approximations and products of
     * matrices, which depend on the operands one by one.
     */
    public boolean isOfExactResult(int t) {
        return Rerounded.isOfExactResult(how(t));
    }
}
