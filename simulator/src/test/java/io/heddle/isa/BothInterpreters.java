package io.heddle.isa;

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
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Kernels from a tensor {@code a} of random numbers to a tensor {@code d}, both u32, run by the
 * simulator and by the replay.
 *
 * <p>Registers: {@code r0} is the thread, {@code a} and {@code d} hold the tensors' addresses,
 * {@code s} the address of 8 KiB of shared memory in its window, {@code g} its generic address;
 * {@code r1} to {@code r19}, {@code q0} to {@code q9}, {@code p0} to {@code p9} are free. The first
 * line of a body is line 9.
 */
public final class BothInterpreters {
    private BothInterpreters() {}

    static String kernel(String body) {
        return ".version 9.0\n.target sm_100a\n.address_size 64\n"
                + ".visible .entry k(.param .u64 pa, .param .u64 pd) {\n"
                + ".reg .b32 r<20>, s; .reg .b64 q<10>, a, d, g; .reg .pred p<10>;\n"
                + ".shared .align 16 .b8 tile[8192];\n"
                + "ld.param.u64 a, [pa]; ld.param.u64 d, [pd]; mov.u32 s, tile; mov.u64 g, tile;"
                + " cvta.shared.u64 g, g;\n"
                + "mov.u32 r0, %tid.x;\n"
                + body
                + "\nret;\n}\n";
    }

    private static Launch launch(String text, int threads, int inputs, int outputs) {
        Random random = new Random(text.hashCode());
        List<Rational> values = new ArrayList<>();
        for (int i = 0; i < inputs; i++) {
            values.add(Rational.of(BigInteger.valueOf(random.nextInt() & 0xffffffffL)));
        }
        return new Launch(
                PtxParser.parse("k.ptx", text),
                "k",
                new Dim3(1, 1, 1),
                new Dim3(threads, 1, 1),
                0,
                null,
                List.of(
                        tensor("a", inputs, TensorSpec.Role.IN, new TensorSpec.Init.Values(values)),
                        tensor(
                                "d",
                                outputs,
                                TensorSpec.Role.OUT,
                                new TensorSpec.Init.Undefined())));
    }

    private static Argument.Tensor tensor(
            String name, int size, TensorSpec.Role role, TensorSpec.Init init) {
        List<Integer> shape = List.of(size);
        return new Argument.Tensor(
                new TensorSpec(
                        name,
                        ElementType.U32,
                        shape,
                        TensorSpec.rowMajor(shape),
                        role,
                        init,
                        null,
                        null));
    }

    /** Both compute the same for all of {@code d}, and nothing is found. */
    public static void agree(String body, int threads, int inputs, int outputs) {
        Launch launch = launch(kernel(body), threads, inputs, outputs);
        TermStore store = new TermStore();
        SimulationResult simulated = Simulator.run(launch, store, SimulationOptions.defaults());
        assertEquals(List.of(), simulated.findings(), body);
        assertTrue(simulated.complete(), body);
        for (ReplayOptions.Schedule schedule : ReplayOptions.Schedule.values()) {
            ReplayResult replayed =
                    Replay.run(launch, Map.of(), Map.of(), ReplayOptions.defaults().with(schedule));
            ReplayResult.Finished finished =
                    assertInstanceOf(ReplayResult.Finished.class, replayed, replayed::toString);
            OutputTensor d = simulated.cases().get(0).tensors().get("d");
            for (int i = 0; i < outputs; i++) {
                String where = schedule + ", element " + i + " of " + body;
                assertTrue(store.isRational(d.term(i)), where);
                assertEquals(
                        Long.toHexString(finished.tensors().get("d").bits(i)),
                        Long.toHexString(store.rationalValue(d.term(i)).numerator().longValue()),
                        where);
            }
        }
    }

    /** The kinds and lines of what the simulator finds. */
    public static List<String> findings(String body, int threads) {
        return results(body, threads).findings().stream()
                .map(f -> f.kind() + "@" + f.location().position().line())
                .toList();
    }

    /** The simulator's result for tensors of 4096 elements. */
    static SimulationResult results(String body, int threads) {
        return Simulator.run(
                launch(kernel(body), threads, 4096, 4096),
                new TermStore(),
                SimulationOptions.defaults());
    }
}
