package io.heddle.anyinput.formula;

import java.util.Optional;

/**
 * What is known of a count.
 *
 * @param least a formula that it is not below; none if that is 0 or has no short formula
 * @param most a formula that it is not above; none if there is none
 * @param reason why these are not the same; empty if they are
 */
public record Bounds(Optional<Formula> least, Optional<Formula> most, String reason) {
    /** True if the count is known. */
    public boolean isExact() {
        return least.isPresent() && least.equals(most);
    }

    /** True if nothing is counted at any sizes. */
    public boolean isZero() {
        return most.isPresent() && most.get().isZero();
    }

    /** {@code 3*N}, {@code 0 to 3*N}, or {@code not known}. */
    @Override
    public String toString() {
        if (isExact()) {
            return most.get().toString();
        }
        String from = least.map(Formula::toString).orElse("0");
        return most.map(f -> from + " to " + f)
                .orElse(
                        least.filter(f -> !f.isZero()).isPresent()
                                ? from + " or more"
                                : "no formula");
    }
}
