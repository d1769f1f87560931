package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.Recovery;
import io.heddle.evaluate.GenericReadings.World;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class GenericReadingsTest {
    private static final int TERMS = 400;

    private final TermStore store = new TermStore();
    private final int[] roots = random(new SplittableRandom(5));
    private final Cone cone = new Cone(store, roots);
    private final GenericReadings readings =
            new GenericReadings(
                    cone,
                    Literals.recovered(store, Recovery.STANDARD),
                    List.of(Literals.exact(store)));
    private final double[] point = point();

    private int literal(float x) {
        return store.literal(FloatFormat.F32, Float.floatToIntBits(x) & 0xffffffffL);
    }

    /** Terms of elements and literals, of all operations that a world may look at. */
    private int[] random(SplittableRandom random) {
        int symbol = store.declare(new Symbol("x", ElementType.F32, List.of(6)));
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            numbers.add(store.element(symbol, i));
        }
        numbers.add(literal(0.1f));
        numbers.add(literal(1.442695f));
        numbers.add(store.one());
        for (int i = 0; i < TERMS; i++) {
            int a = numbers.get(random.nextInt(numbers.size()));
            int b = numbers.get(random.nextInt(numbers.size()));
            int c = numbers.get(random.nextInt(numbers.size()));
            numbers.add(
                    switch (random.nextInt(12)) {
                        case 0 -> store.add(a, b);
                        case 1 -> store.sub(a, b);
                        case 2 -> store.fma(a, b, c);
                        case 3 -> store.div(a, b);
                        case 4 -> store.max(a, b);
                        case 5 -> store.min(a, b);
                        case 6 -> store.abs(a);
                        case 7 -> store.ite(store.lt(a, b), b, c);
                        case 8 -> store.ite(store.eq(a, b), a, c);
                        case 9 -> store.floor(a);
                        case 10 -> store.exp2(a);
                        default -> store.mul(a, b);
                    });
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private double[] point() {
        double[] values = new double[cone.elementTerms().length];
        Arrays.setAll(values, i -> 0.3 + i);
        return values;
    }

    private double[] all(GenericReadings of) {
        double[] all = new double[3 * cone.size()];
        for (int node = 0; node < cone.size(); node++) {
            all[3 * node] = of.value(node);
            all[3 * node + 1] = of.isCompared(node) ? of.leastChange(0, node) : 0;
            all[3 * node + 2] = of.isCompared(node) ? of.size(node) : 0;
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void aWorldIsTheSameAfterAnyOther(World world) {
        readings.evaluate(point, 7, world);
        double[] alone = all(readings);
        for (World before : World.values()) {
            GenericReadings copy = readings.copy();
            copy.evaluate(point, 7, before);
            copy.evaluate(world);
            assertEquals(Arrays.toString(alone), Arrays.toString(all(copy)), before::name);
        }
    }

    @Test
    void onlyNodesAboveLiteralsChange() {
        readings.evaluate(point, 7, World.DATA);
        boolean some = false;
        for (int node = 0; node < cone.size(); node++) {
            boolean reads = reads(node);
            some |= reads && readings.isCompared(node) && readings.leastChange(0, node) > 0;
            assertTrue(reads || readings.leastChange(0, node) == 0);
        }
        assertTrue(some);
    }

    private boolean reads(int node) {
        return cone.store().op(cone.term(node)) == Op.LITERAL
                || Arrays.stream(cone.operands(node)).anyMatch(this::reads);
    }
}
