package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.spec.Formula;
import io.heddle.term.ElementType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A run whose time is over draws no inputs and goes no further. */
class LateRunsTest {
    private static final int SIZE = 1 << 20;
    private static final String LOADS =
            ".version 9.0\n.target sm_80\n.address_size 64\n"
                    + ".visible .entry k(.param .u64 p) {\n"
                    + ".reg .b64 %rd<4>;\n.reg .f32 %f<2>;\n"
                    + "ld.param.u64 %rd1, [p];\n"
                    + "mov.u64 %rd2, 1000;\n" // pages
                    + "L: ld.global.f32 %f1, [%rd1];\n"
                    + "add.u64 %rd1, %rd1, 1024;\nsub.u64 %rd2, %rd2, 1;\n"
                    + ".reg .pred %p;\nsetp.ne.u64 %p, %rd2, 0;\n@%p bra L;\nret;\n}";

    private int asked;

    private static TensorSpec tensor(String name, Role role, Init init, Long stride) {
        return new TensorSpec(
                name,
                ElementType.F32,
                stride == null ? List.of(SIZE) : List.of(SIZE / 4, 4),
                stride == null ? List.of(1L) : List.of(stride, 1L),
                role,
                init,
                null,
                null);
    }

    private static Launch launch(TensorSpec x) {
        return new Launch(
                PtxParser.parse("k.ptx", LOADS),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(new Argument.Tensor(x)));
    }

    private ReplayResult run(TensorSpec x, ReplayOptions options) {
        TensorContents counted =
                TensorContents.computed(
                        ElementType.F32,
                        SIZE,
                        flat -> {
                            asked++;
                            return 0;
                        });
        return Replay.run(launch(x), Map.of("x", counted), Map.of(), options);
    }

    private static ReplayOptions late() {
        return ReplayOptions.defaults().until(System.nanoTime() - 1);
    }

    private static void isOver(ReplayResult result) {
        ReplayResult.Stopped stopped = assertInstanceOf(ReplayResult.Stopped.class, result);
        assertEquals(ReplayResult.Reason.BUDGET, stopped.reason());
        assertTrue(stopped.message().contains("its time was over"), stopped.message());
    }

    @Test
    void noPageOfATensorIsFilledWithoutTime() {
        TensorSpec x = tensor("x", Role.IN, new Init.Symbolic(), null);
        assertInstanceOf(ReplayResult.Finished.class, run(x, ReplayOptions.defaults()));
        assertEquals(1000 * 256, asked); // elements of the pages that it reads
        asked = 0;
        isOver(run(x, late()));
        assertEquals(0, asked);
    }

    /** Elements that share places are all there when the run begins. */
    @Test
    void noTensorIsFilledAsAWholeWithoutTime() {
        TensorSpec x = tensor("x", Role.IN, new Init.Symbolic(), 2L);
        isOver(run(x, late()));
        assertEquals(0, asked);
    }

    /** In one turn all threads of a block may execute more than a run is allowed. */
    @Test
    void theClockIsLookedAtWithinATurnOfABlock() {
        String loop =
                ".version 9.0\n.target sm_80\n.address_size 64\n"
                        + ".visible .entry k() {\nL: bra L;\n}";
        Launch launch =
                new Launch(
                        PtxParser.parse("k.ptx", loop),
                        "k",
                        new Dim3(1, 1, 1),
                        new Dim3(1024, 1, 1),
                        0,
                        null,
                        List.of());
        ReplayOptions few = late().within(10_000_000);
        isOver(Replay.run(launch, Map.of(), Map.of(), few));
    }

    @Test
    void aFormulaIsNotEvaluatedWithoutTime() {
        TensorSpec x = tensor("x", Role.IN, new Init.Symbolic(), null);
        TensorSpec y = tensor("y", Role.OUT, new Init.Undefined(), null);
        Evaluation evaluation =
                Evaluation.of(
                        Formula.parse("f.py", "x: f32[N]\ny = 2 * x\n"),
                        List.of(new Argument.Tensor(x), new Argument.Tensor(y)));
        Inputs inputs =
                new Inputs(
                        evaluation,
                        evaluation,
                        (symbol, flat) -> {
                            asked++;
                            return 0;
                        },
                        0);
        isOver(new FormulaRuns(evaluation).run(inputs, late(), List.of()));
        assertEquals(0, asked);
    }
}
