package io.heddle.check;

import org.junit.jupiter.api.Test;

class RandomAnyInputTest {
    private static final int KERNELS = 40;

    @Test
    void verdictsForAnyInputAgreeWithAllInstancesOfSmallKernels() {
        RandomAnyInput.check(0, KERNELS);
    }
}
