package io.heddle.replay.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Init.Special;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class TensorContentsTest {
    private static final String EMPTY =
            ".version 9.0\n.target sm_80\n.address_size 64\n"
                    + ".visible .entry k(.param .u64 p) { ret; }";

    private int asked;

    @Test
    void keptPatternsAreComputedOnce() {
        int size = 1000; // not a whole number of blocks
        TensorContents contents =
                TensorContents.kept(
                        ElementType.U32,
                        size,
                        flat -> {
                            asked++;
                            return 3L * flat;
                        });
        assertEquals(0, asked);
        for (int round = 0; round < 2; round++) {
            for (int flat = size - 1; flat >= 0; flat--) {
                assertEquals(3L * flat, contents.bits(flat));
            }
        }
        assertEquals(size, asked);
    }

    @Test
    void aGivenValueBecomesAPatternWhenItIsFirstRead() {
        List<Rational> values = Collections.nCopies(1000, Rational.of(3));
        Special infinite = new Special(700, 0x7F800000L);
        TensorContents contents =
                TensorContents.ofValues(
                        ElementType.F32,
                        new Init.Values(values, List.of(infinite)),
                        r -> {
                            asked++;
                            return r.numerator().longValue();
                        });
        assertEquals(0, asked);
        assertEquals(3, contents.bits(5));
        assertTrue(asked < 500, asked + " of 1000"); // some of its neighbours with it
        assertEquals(0x7F800000L, contents.bits(700));
        int once = asked;
        assertEquals(3, contents.bits(5));
        assertEquals(once, asked);
    }

    @Test
    void prescribedContentsAreMadeOnceForAllRuns() {
        TensorSpec x =
                new TensorSpec(
                        "x",
                        ElementType.F32,
                        List.of(2),
                        List.of(1L),
                        TensorSpec.Role.IN,
                        new Init.Values(List.of(Rational.ONE, Rational.of(1, 3))),
                        null,
                        null);
        Programs programs =
                new Programs(
                        new Launch(
                                PtxParser.parse("k.ptx", EMPTY),
                                "k",
                                new Dim3(1, 1, 1),
                                new Dim3(1, 1, 1),
                                0,
                                null,
                                List.of(new Argument.Tensor(x))),
                        new LiftedFunctions());
        TensorContents contents = programs.prescribed().get("x");
        assertSame(contents, programs.prescribed().get("x"));
        assertEquals(Float.floatToRawIntBits(1f / 3), contents.bits(1));
    }
}
