package io.heddle.isa.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.Replay;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A warp that loads given registers, executes a statement on them and stores its result registers,
 * in the simulator and in the independent interpreter. {@code $a} in the statement is the vector of
 * the registers of operand a.
 */
final class WarpKernel {
    /** Registers of the lanes, of {@code bits} bits each, by lane. */
    static final class Words {
        private final int bits;
        private final long[][] of;

        Words(int bits, long[][] of) {
            this.bits = bits;
            this.of = of;
        }

        private int registers() {
            return of[0].length;
        }
    }

    private final String statement;
    private final Map<String, Words> operands = new LinkedHashMap<>();
    private String resultName;
    private Words expected;

    WarpKernel(String statement) {
        this.statement = statement;
    }

    WarpKernel operand(String name, Words words) {
        operands.put(name, words);
        return this;
    }

    WarpKernel result(String name, Words words) {
        resultName = name;
        expected = words;
        return this;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        text.append(".version 9.0\n.target sm_90\n.address_size 64\n.visible .entry k(");
        for (String name : operands.keySet()) {
            text.append(".param .u64 ").append(name).append(", ");
        }
        text.append(".param .u64 result) {\n.reg .b32 %lane; .reg .b64 %at, %base;\n");
        text.append("mov.u32 %lane, %tid.x;\n");
        String body = statement;
        for (Map.Entry<String, Words> e : operands.entrySet()) {
            body = declare(text, body, e.getKey(), e.getValue());
            address(text, e.getKey(), e.getValue());
            access(text, e.getKey(), e.getValue(), true);
        }
        body = declare(text, body, resultName, expected);
        text.append(body).append('\n');
        address(text, "result", expected);
        access(text, resultName, expected, false);
        return text.append("ret;\n}\n").toString();
    }

    private static String declare(StringBuilder text, String body, String name, Words words) {
        int n = words.registers();
        text.append(".reg .b" + words.bits + " %" + name + "<" + n + ">;\n");
        StringBuilder vector = new StringBuilder("{");
        for (int k = 0; k < n; k++) {
            vector.append(k == 0 ? "" : ", ").append("%" + name + k);
        }
        return body.replace("$" + name, vector.append("}"));
    }

    private static void address(StringBuilder text, String name, Words words) {
        int bytes = words.registers() * words.bits / 8;
        text.append("ld.param.u64 %base, [" + name + "]; mul.wide.u32 %at, %lane, " + bytes + ";");
        text.append(" add.s64 %at, %at, %base;\n");
    }

    private static void access(StringBuilder text, String name, Words words, boolean load) {
        for (int k = 0; k < words.registers(); k++) {
            String register = "%" + name + k;
            String place = "[%at+" + k * words.bits / 8 + "]";
            String type = ".global.b" + words.bits + " ";
            text.append(
                    load
                            ? "ld" + type + register + ", " + place + ";\n"
                            : "st" + type + place + ", " + register + ";\n");
        }
    }

    private Launch launch() {
        List<Argument> arguments = new ArrayList<>();
        operands.forEach(
                (name, words) -> {
                    List<Rational> values = new ArrayList<>();
                    for (long[] lane : words.of) {
                        for (long word : lane) {
                            values.add(Rational.of(new BigInteger(Long.toUnsignedString(word))));
                        }
                    }
                    TensorSpec.Init init = new TensorSpec.Init.Values(values);
                    arguments.add(tensor(name, words, TensorSpec.Role.IN, init));
                });
        TensorSpec.Init undefined = new TensorSpec.Init.Undefined();
        arguments.add(tensor("result", expected, TensorSpec.Role.OUT, undefined));
        return new Launch(
                PtxParser.parse("k.ptx", text()),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(32, 1, 1),
                0,
                null,
                arguments);
    }

    private static Argument tensor(
            String name, Words words, TensorSpec.Role role, TensorSpec.Init init) {
        ElementType type = words.bits == 32 ? ElementType.U32 : ElementType.U64;
        List<Integer> shape = List.of(32, words.registers());
        return new Argument.Tensor(
                new TensorSpec(
                        name, type, shape, TensorSpec.rowMajor(shape), role, init, null, null));
    }

    /** The kinds of what the simulator finds. */
    List<String> findings() {
        return Simulator.run(launch(), new TermStore(), SimulationOptions.defaults())
                .findings()
                .stream()
                .map(f -> f.kind().name())
                .toList();
    }

    /** How many assumptions the simulator lists, but for that zeros of results are +0. */
    int assumptions() {
        return (int)
                Simulator.run(launch(), new TermStore(), SimulationOptions.defaults())
                        .assumptions()
                        .stream()
                        .filter(a -> !a.text().startsWith("zeros that are computed"))
                        .count();
    }

    /** Fails unless both give the expected registers. */
    void assertResults() {
        Launch launch = launch();
        ReplayResult replayed = Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults());
        ReplayResult.Finished finished =
                assertInstanceOf(ReplayResult.Finished.class, replayed, replayed::toString);
        TermStore store = new TermStore();
        SimulationResult simulated = Simulator.run(launch, store, SimulationOptions.defaults());
        assertEquals(List.of(), simulated.findings(), statement);
        OutputTensor result = simulated.cases().get(0).tensors().get("result");
        int n = expected.registers();
        for (int x = 0; x < 32 * n; x++) {
            String where = statement + " in lane " + x / n + ", register " + x % n;
            String wanted = Long.toHexString(expected.of[x / n][x % n]);
            assertEquals(
                    wanted,
                    Long.toHexString(finished.tensors().get("result").bits(x)),
                    "replay: " + where);
            int term = result.term(x);
            assertTrue(store.isRational(term), () -> where + ": " + store.show(term, 200));
            assertEquals(
                    wanted,
                    Long.toHexString(store.rationalValue(term).numerator().longValue()),
                    where);
        }
    }
}
