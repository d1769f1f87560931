package io.heddle.replay;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InputVariablesTest {
    private static final Symbol CONSTANT = new Symbol("const k", ElementType.F32, List.of(2));
    private static final Symbol EXTERNAL = new Symbol("global e", ElementType.F32, List.of(1));

    /** A kernel that stores what it loads by {@code load} to y[0]. */
    private static Launch kernel(String load) {
        String ptx =
                """
                .version 9.0
                .target sm_80
                .address_size 64
                .const .align 4 .b8 k[8];
                .const .align 4 .f32 three[1] = {0f40400000};
                .extern .global .align 4 .f32 e;
                .visible .entry k0(.param .u64 y)
                {
                .reg .f32 %f<3>; .reg .b64 %q<2>;
                ld.param.u64 %q0, [y];
                """
                        + load
                        + "\nst.global.f32 [%q0], %f1;\nret;\n}\n";
        TensorSpec y =
                new TensorSpec(
                        "y",
                        ElementType.F32,
                        List.of(1),
                        List.of(1L),
                        TensorSpec.Role.OUT,
                        new TensorSpec.Init.Undefined(),
                        null,
                        null);
        return new Launch(
                PtxParser.parse("k.ptx", ptx),
                "k0",
                new Dim3(1, 1, 1),
                new Dim3(1, 1, 1),
                0,
                null,
                List.of(new Argument.Tensor(y)));
    }

    private static ReplayCheck check(String reference, String candidate) {
        List<Symbol> variables = List.of(CONSTANT, EXTERNAL);
        return new ReplayCheck(
                kernel(reference).reading(variables),
                kernel(candidate).reading(variables),
                ReplayOptions.defaults());
    }

    @Test
    void aVariableHoldsTheSameNumbersOnBothSides() {
        for (String load : List.of("ld.const.f32 %f1, [k+4];", "ld.global.f32 %f1, [e];")) {
            ReplayVerdict v = check(load, load).compare(List.of("y"));
            assertInstanceOf(ReplayVerdict.Agree.class, v, load);
            v = check(load, "ld.const.f32 %f1, [k];").compare(List.of("y"));
            assertInstanceOf(ReplayVerdict.Disagree.class, v, load);
        }
    }

    @Test
    void aCounterexampleSaysWhatAVariableHolds() {
        ReplayCheck check = check("ld.const.f32 %f1, [k];", "ld.const.f32 %f1, [three];");
        Rational three = Rational.of(3);
        assertInstanceOf(ReplayVerdict.Agree.class, check.at("y", 0, Map.of("const k[0]", three)));
        assertInstanceOf(
                ReplayVerdict.Disagree.class, check.at("y", 0, Map.of("const k[1]", three)));
    }

    @Test
    void noVariableIsPoisoned() {
        for (String load : List.of("ld.const.f32 %f1, [k+4];", "ld.global.f32 %f1, [e];")) {
            for (List<Symbol> variables : List.of(List.of(CONSTANT, EXTERNAL), List.<Symbol>of())) {
                SoloReplay.Result result =
                        new SoloReplay(
                                        kernel(load).reading(variables),
                                        ReplayOptions.defaults(),
                                        true,
                                        1000,
                                        60_000_000_000L)
                                .run(true);
                assertInstanceOf(SoloReplay.Result.Clean.class, result, load);
            }
        }
    }
}
