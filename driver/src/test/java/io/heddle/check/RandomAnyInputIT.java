package io.heddle.check;

import org.junit.jupiter.api.Test;

/**
 * As {@link RandomAnyInputTest}, with more kernels; {@code -Danyinput.kernels=2000} says how many
 * (driver/README.md).
 */
class RandomAnyInputIT {
    private static final int KERNELS = Integer.getInteger("anyinput.kernels", 200);
    private static final long FIRST = Long.getLong("anyinput.first", 1_000);

    @Test
    void verdictsForAnyInputAgreeWithAllInstances() {
        RandomAnyInput.check(FIRST, KERNELS);
    }
}
