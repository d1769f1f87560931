package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class FreeValuesTest {
    private static final int GREATEST = 19;

    private long asked;

    private double next(double x) {
        asked++;
        return x >= GREATEST ? 0 : x + 1;
    }

    /** The definition: one value after the other. */
    private static double take(Set<Double> taken, double value, DoubleUnaryOperator next) {
        double x = value;
        for (int passed = 0; !taken.add(x); passed++) {
            if (passed > taken.size()) {
                return value;
            }
            x = next.applyAsDouble(x);
        }
        return x;
    }

    @Test
    void eachIsTheFirstFreeOneBehind() {
        for (int seed = 0; seed < 500; seed++) {
            Random random = new Random(seed);
            FreeValues values = new FreeValues(this::next);
            Set<Double> taken = new HashSet<>();
            for (int i = 0; i <= GREATEST + 3; i++) { // at last there are none
                double x = random.nextInt(1 + random.nextInt(GREATEST + 1));
                if (random.nextInt(4) == 0) {
                    values.add(x);
                    taken.add(x);
                } else {
                    assertEquals(take(taken, x, this::next), values.take(x), "seed " + seed);
                }
            }
        }
    }

    @Test
    void manyEqualValuesAreNotPassedAgainAndAgain() {
        int n = 20_000;
        FreeValues values =
                new FreeValues(
                        x -> {
                            asked++;
                            return x + 1;
                        });
        for (int i = 0; i < n; i++) {
            assertEquals(i, values.take(i % 2)); // 0 is free, 1 is, and then 2 is the first
        }
        assertTrue(asked <= n, asked + " of " + n);
    }
}
