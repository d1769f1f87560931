package io.heddle.refute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.evaluate.Cone;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class StartPointsTest {
    private final TermStore store = new TermStore();
    private final int x = store.declare(new Symbol("x", ElementType.F32, List.of(3)));

    private StartPoints points(int... roots) {
        Cone cone = new Cone(store, roots);
        return new StartPoints(cone, new SamplePoints(cone, 1));
    }

    private int maximum(long start) {
        int greatest = store.integer(start);
        for (int i = 0; i < 3; i++) {
            greatest = store.max(greatest, store.element(x, i));
        }
        return greatest;
    }

    @Test
    void allNumbersAreBelowTheStartOfAMaximumAndThenAbove() {
        StartPoints points = points(maximum(-10_000));
        assertEquals(2, points.size());
        assertTrue(Arrays.stream(points.point(0)).allMatch(v -> v < -12_000));
        assertTrue(Arrays.stream(points.point(1)).allMatch(v -> v > -8_000));
    }

    @Test
    void constantsThatUsualPointsReachNeedNoPoint() {
        assertEquals(0, points(maximum(0)).size());
        assertEquals(0, points(store.add(store.element(x, 0), store.integer(-10_000))).size());
    }

    @Test
    void pointsStayWithinStatedRanges() {
        int b =
                store.declare(
                        new Symbol(
                                "b", ElementType.F32, List.of(1), Rational.of(-1), Rational.of(1)));
        double[] point = points(store.max(store.integer(-10_000), store.element(b, 0))).point(0);
        assertEquals(-1, point[0]);
    }
}
