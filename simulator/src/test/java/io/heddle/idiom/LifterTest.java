package io.heddle.idiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxModule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every probe lifts to its function. */
class LifterTest {
    /** A probe with its function recognised has at most so many instructions left. */
    static final int MOST_LEFT = 10;

    /** Pseudo-instructions and conversions of small floats in a function. */
    static List<String> functions(Function f) {
        return f.body().stream()
                .filter(i -> i.opcode().equals("heddle") || i.has("e4m3x2") || i.has("e5m2x2"))
                .map(i -> i.opcode().equals("heddle") ? i.modifiers().get(0) : i.mnemonic())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "encode_e4m3, cvt.rn.satfinite.e4m3x2.f32",
        "encode_e5m2, cvt.rn.satfinite.e5m2x2.f32",
        "decode_e4m3, cvt.rn.f16x2.e4m3x2",
        "decode_e5m2, cvt.rn.f16x2.e5m2x2"
    })
    void aConversionOfASmallFloatIsTheInstruction(String probe, String instruction) {
        PtxModule module = Library.probe(probe + ".sm_80.ptx");
        Function lifted = Lifter.lift(Library.function(module), module);
        assertEquals(List.of(instruction), functions(lifted));
        assertTrue(lifted.body().size() <= MOST_LEFT, lifted.body().toString());
    }

    @ParameterizedTest
    @CsvSource({
        "expf, exp",
        "exp10f, exp10",
        "logf, log",
        "log2f, log2",
        "log10f, log10",
        "log1pf, log1p",
        "tanhf, tanh",
        "erff, erf",
        "expm1f, expm1",
        "sinhf, sinh",
        "coshf, cosh",
        "erfcf, erfc",
        "normcdff, normcdf",
        "sinf, sin",
        "cosf, cos",
        "tanf, tan",
        "atanf, atan",
        "asinf, asin",
        "cbrtf, cbrt",
        "frsqrt_rn, rsqrt",
        "powf, pow",
        "pow_even, pow",
        "pow_odd, pow",
        "pow_fraction, pow",
        "pow_minus_even, pow",
        "pow_minus_odd, pow",
        "pow_minus_fraction, pow",
        "pow_of_2, pow",
        "pow_of_10, pow",
        "pow_of_10000, pow",
        "pow_of_500000, pow",
        "pow_of_1000000, pow",
        "hypotf, hypot",
        "fmodf, fmod",
        "remainderf, remainder",
        "exp, exp",
        "exp2, exp2",
        "exp10, exp10",
        "log, log",
        "log2, log2",
        "log10, log10",
        "expm1, expm1",
        "log1p, log1p",
        "tanh, tanh",
        "sinh, sinh",
        "erf, erf",
        "erfc, erfc",
        "atan, atan",
        "sin, sin",
        "cos, cos",
        "tan, tan",
        "pow, pow",
        "hexp, exp",
        "hexp2, exp2",
        "hexp10, exp10",
        "hlog, log",
        "hlog2, log2",
        "hlog10, log10",
        "hsin, sin",
        "hcos, cos"
    })
    void aProbeIsOnePseudoInstruction(String probe, String name) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            PtxModule module = Library.probe(probe + "." + generation + ".ptx");
            Function lifted = Lifter.lift(Library.function(module), module);
            assertEquals(List.of(name), functions(lifted), generation);
            assertTrue(lifted.body().size() <= MOST_LEFT, lifted.body().toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "h2exp, exp",
        "h2exp2, exp2",
        "h2exp10, exp10",
        "h2log, log",
        "h2log2, log2",
        "h2log10, log10",
        "h2sin, sin",
        "h2cos, cos"
    })
    void aProbeOfPairsIsOneForEachHalf(String probe, String name) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            PtxModule module = Library.probe(probe + "." + generation + ".ptx");
            Function lifted = Lifter.lift(Library.function(module), module);
            assertEquals(List.of(name, name), functions(lifted), generation);
            assertTrue(lifted.body().size() <= 2 + MOST_LEFT, lifted.body().toString());
        }
    }

    @Test
    void theSineAndCosineOfOneDoubleAreTwo() {
        for (String generation : List.of("sm_80", "sm_100a")) {
            PtxModule module = Library.probe("sincos." + generation + ".ptx");
            Function lifted = Lifter.lift(Library.function(module), module);
            assertEquals(List.of("sin", "cos"), functions(lifted), generation);
            assertTrue(lifted.body().size() <= MOST_LEFT, lifted.body().toString());
        }
    }

    @Test
    void aFunctionWithoutAnchorsStaysTheSameObject() {
        PtxModule module = Library.probe("expf.sm_80.ptx");
        Function raw = Library.function(module);
        Function plain = withBody(raw, List.of(raw.body().get(raw.body().size() - 1)));
        assertSame(plain, Lifter.lift(plain, module));
    }

    static Function withBody(Function f, List<Instruction> body) {
        return new Function(
                f.entry(),
                f.name(),
                f.defined(),
                f.returns(),
                f.parameters(),
                f.registers(),
                f.variables(),
                body,
                f.branchTargets(),
                f.callTargets(),
                f.prototypes(),
                f.directives(),
                f.position());
    }
}
