package io.heddle.idiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxPrinter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every probe lifts to its function, and nothing that differs from it in one place does. */
class LifterTest {
    /** Pseudo-instructions of a function. */
    static List<String> functions(Function f) {
        return f.body().stream()
                .filter(i -> i.opcode().equals("heddle"))
                .map(i -> i.modifiers().get(0))
                .toList();
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
        "pow_of_1000000, pow"
    })
    void aProbeIsOnePseudoInstruction(String probe, String name) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            Function raw = Library.probe(probe + "." + generation + ".ptx");
            Function lifted = Lifter.lift(raw);
            assertEquals(List.of(name), functions(lifted), generation);
            assertTrue(lifted.body().size() <= 9, lifted.body().toString());
        }
    }

    @Test
    void aFunctionWithoutAnchorsStaysTheSameObject() {
        Function raw = Library.probe("expf.sm_80.ptx");
        Function plain = withBody(raw, List.of(raw.body().get(raw.body().size() - 1)));
        assertSame(plain, Lifter.lift(plain));
    }

    /**
     * Changing any constant of the code prevents recognition, also of corrections of rounding and
     * of the arms for NaN and infinite arguments.
     */
    @ParameterizedTest
    @CsvSource({
        "expf, -",
        "exp10f, -",
        "logf, -",
        "log2f, -",
        "log10f, -",
        "log1pf, -",
        "tanhf, -",
        "erff, -",
        "expm1f, -",
        "sinhf, -",
        "coshf, -",
        "erfcf, -",
        "sinf, add.u64.*",
        "atanf, -",
        "cbrtf, -",
        "frsqrt_rn, -",
        "powf, -",
        "pow_odd, -",
        "pow_of_10000, -"
    })
    void anotherConstantIsNotRecognised(String probe, String harmless) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            Function raw = Library.probe(probe + "." + generation + ".ptx");
            List<String> names = functions(Lifter.lift(raw));
            Set<String> survivors = new TreeSet<>();
            for (int k : places(raw, harmless)) {
                Instruction i = raw.body().get(k);
                for (int o = 0; o < i.operands().size(); o++) {
                    if (i.operands().get(o) instanceof Operand.Immediate c) {
                        Function changed = with(raw, k, o, nearby(c));
                        if (isRecognised(Lifter.lift(changed), names)) {
                            survivors.add(PtxPrinter.print(i));
                        }
                    }
                }
            }
            assertEquals(Set.of(), survivors, generation);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "expf, -",
        "exp10f, -",
        "logf, -",
        "log2f, -",
        "log10f, -",
        "log1pf, -",
        "tanhf, -",
        "erff, -",
        "expm1f, -",
        "sinhf, -",
        "coshf, -",
        "erfcf, -",
        "sinf, add.u64.*",
        "atanf, -",
        "cbrtf, -",
        "frsqrt_rn, -",
        "powf, -",
        "pow_odd, -",
        "pow_of_10000, -"
    })
    void aDroppedInstructionIsNotRecognised(String probe, String harmless) {
        for (String generation : List.of("sm_80", "sm_100a")) {
            Function raw = Library.probe(probe + "." + generation + ".ptx");
            List<String> names = functions(Lifter.lift(raw));
            Set<String> survivors = new TreeSet<>();
            for (int k : places(raw, harmless)) {
                Instruction i = raw.body().get(k);
                if (Reader.isPure(i) && i.operands().size() > 2) {
                    Operand source = i.operands().get(i.operands().size() == 4 ? 3 : 1);
                    Instruction move =
                            new Instruction(
                                    null,
                                    false,
                                    "mov",
                                    List.of("b32"),
                                    List.of(i.operands().get(0), source),
                                    i.position(),
                                    i.source());
                    List<Instruction> body = new ArrayList<>(raw.body());
                    body.set(k, move);
                    if (isRecognised(Lifter.lift(withBody(raw, body)), names)) {
                        survivors.add(PtxPrinter.print(i));
                    }
                }
            }
            assertEquals(Set.of(), survivors, generation);
        }
    }

    /** The instructions to change: all but harmless ones and those for huge arguments. */
    private static List<Integer> places(Function f, String harmless) {
        ControlFlow flow = new ControlFlow(f);
        Set<Integer> slow = new TreeSet<>();
        for (int b = 0; b < flow.starts.length; b++) {
            SlowReduction reduction = SlowReduction.at(flow, b);
            for (int inside : reduction == null ? List.<Integer>of() : reduction.blocks()) {
                IntStream.range(flow.starts[inside], flow.end(inside)).forEach(slow::add);
            }
        }
        return IntStream.range(0, f.body().size())
                .filter(k -> !slow.contains(k))
                .filter(k -> !PtxPrinter.print(f.body().get(k)).matches(harmless))
                .boxed()
                .toList();
    }

    /** True if this function is all that is left; inside of other code it is another program. */
    private static boolean isRecognised(Function lifted, List<String> names) {
        return functions(lifted).equals(names) && lifted.body().size() <= 8;
    }

    private static Operand.Immediate nearby(Operand.Immediate c) {
        return new Operand.Immediate(c.bits() ^ 16, c.kind());
    }

    private static Function with(Function f, int index, int operand, Operand value) {
        Instruction i = f.body().get(index);
        List<Operand> operands = new ArrayList<>(i.operands());
        operands.set(operand, value);
        List<Instruction> body = new ArrayList<>(f.body());
        body.set(
                index,
                new Instruction(
                        i.guard(),
                        i.guardNegated(),
                        i.opcode(),
                        i.modifiers(),
                        operands,
                        i.position(),
                        i.source()));
        return withBody(f, body);
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
