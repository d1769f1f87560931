package io.heddle.replay;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.TensorContents;
import io.heddle.replay.step.LiftedFunctions;
import io.heddle.replay.step.Programs;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs kernels of test resources and of snippets on given bit patterns. */
public final class Kernels {
    private Kernels() {}

    /** Parses a resource beside this class's package, such as {@code /replay/math1.sm_80.ptx}. */
    public static PtxModule resource(String path) {
        try (InputStream in = Kernels.class.getResourceAsStream(path)) {
            return PtxParser.parse(path, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A launch in the making. */
    public static final class Run {
        private final PtxModule module;
        private final String entry;
        private final List<Argument> arguments = new ArrayList<>();
        private final Map<String, TensorContents> contents = new LinkedHashMap<>();
        private Dim3 grid = new Dim3(1, 1, 1);
        private Dim3 block = new Dim3(1, 1, 1);
        private int shared;
        private ReplayOptions options = ReplayOptions.defaults();
        private LiftedFunctions lifted = new LiftedFunctions();

        public Run(PtxModule module, String entry) {
            this.module = module;
            this.entry = entry;
        }

        public Run threads(int x) {
            block = new Dim3(x, 1, 1);
            return this;
        }

        Run block(int x, int y) {
            block = new Dim3(x, y, 1);
            return this;
        }

        public Run ctas(int x) {
            grid = new Dim3(x, 1, 1);
            return this;
        }

        public Run shared(int bytes) {
            shared = bytes;
            return this;
        }

        /** Takes functions that may have been lifted for an earlier run. */
        public Run lifted(LiftedFunctions given) {
            lifted = given;
            return this;
        }

        public Run options(ReplayOptions given) {
            options = given;
            return this;
        }

        /** Adds a tensor with the given patterns. */
        public Run in(String name, ElementType type, long... bits) {
            contents.put(name, TensorContents.ofBits(type, bits));
            return tensor(name, type, bits.length, TensorSpec.Role.INOUT);
        }

        public Run floats(String name, float... values) {
            long[] bits = new long[values.length];
            for (int i = 0; i < bits.length; i++) {
                bits[i] = Float.floatToRawIntBits(values[i]) & 0xFFFFFFFFL;
            }
            return in(name, ElementType.F32, bits);
        }

        public Run out(String name, ElementType type, int size) {
            return tensor(name, type, size, TensorSpec.Role.OUT);
        }

        private Run tensor(String name, ElementType type, int size, TensorSpec.Role role) {
            arguments.add(
                    new Argument.Tensor(
                            new TensorSpec(
                                    name,
                                    type,
                                    List.of(size),
                                    List.of(1L),
                                    role,
                                    role == TensorSpec.Role.OUT
                                            ? new TensorSpec.Init.Undefined()
                                            : new TensorSpec.Init.Symbolic(),
                                    null,
                                    null)));
            return this;
        }

        public Run scalar(double value) {
            boolean real = value != Math.rint(value);
            arguments.add(new Argument.Scalar(Rational.ofExact(value), real));
            return this;
        }

        public Run bytes(byte[] bytes) {
            arguments.add(new Argument.Aggregate(new io.heddle.ptx.Bytes(bytes)));
            return this;
        }

        public ReplayResult result() {
            Launch launch = new Launch(module, entry, grid, block, shared, null, arguments);
            Programs programs = new Programs(launch, lifted);
            return Replay.run(programs, contents, Map.of(), options, Replay.blocks(launch));
        }

        /** The final contents of a tensor; fails if the run did not finish. */
        public TensorContents get(String name) {
            ReplayResult r = result();
            if (r instanceof ReplayResult.Finished f) {
                return f.tensors().get(name);
            }
            throw new AssertionError(entry + ": " + r);
        }

        public float[] getFloats(String name) {
            TensorContents t = get(name);
            float[] values = new float[t.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) t.value(i);
            }
            return values;
        }
    }
}
