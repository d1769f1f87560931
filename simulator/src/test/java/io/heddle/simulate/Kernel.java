package io.heddle.simulate;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.PtxParser;
import io.heddle.term.ElementType;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/** A small kernel in PTX and its execution on symbolic tensors. */
public final class Kernel {
    private final TermStore store = new TermStore();
    private final List<Argument> arguments = new ArrayList<>();
    private final StringBuilder parameters = new StringBuilder();
    private final String body;
    private String items = "";
    private int threads = 1;
    private int ctas = 1;
    private SimulationOptions options = SimulationOptions.defaults();
    private SimulationResult result;

    private Kernel(String body) {
        this.body = body;
    }

    /**
     * Statements; line 7 of the file is their first. Registers: r0-9, d0-9 (64 bits), f0-9, h0-9,
     * p0-9.
     */
    public static Kernel of(String... statements) {
        return new Kernel(String.join("\n", statements));
    }

    public Kernel items(String text) {
        items = text;
        return this;
    }

    public Kernel threads(int n) {
        threads = n;
        return this;
    }

    public Kernel ctas(int n) {
        ctas = n;
        return this;
    }

    public Kernel options(SimulationOptions o) {
        options = o;
        return this;
    }

    public Kernel in(String name, ElementType type, int size) {
        return tensor(name, type, size, TensorSpec.Role.IN, new TensorSpec.Init.Symbolic());
    }

    public Kernel out(String name, ElementType type, int size) {
        return tensor(name, type, size, TensorSpec.Role.OUT, new TensorSpec.Init.Undefined());
    }

    public Kernel zero(String name, ElementType type, int size) {
        return tensor(name, type, size, TensorSpec.Role.INOUT, new TensorSpec.Init.Zero());
    }

    private Kernel tensor(
            String name, ElementType type, int size, TensorSpec.Role role, TensorSpec.Init init) {
        List<Integer> shape = List.of(size);
        arguments.add(
                new Argument.Tensor(
                        new TensorSpec(
                                name,
                                type,
                                shape,
                                TensorSpec.rowMajor(shape),
                                role,
                                init,
                                null,
                                null)));
        return parameter(".u64 " + name);
    }

    public Kernel scalar(String name, ElementType type) {
        arguments.add(new Argument.SymbolicScalar(name, type));
        return parameter("." + type.spelling() + " " + name);
    }

    private Kernel parameter(String text) {
        parameters.append(parameters.isEmpty() ? "" : ", ").append(".param ").append(text);
        return this;
    }

    public SimulationResult run() {
        if (result == null) {
            result = Simulator.run(launch(), store, options);
        }
        return result;
    }

    Launch launch() {
        String text =
                ".version 9.0\n.target sm_80\n.address_size 64\n"
                        + items
                        + "\n.visible .entry k("
                        + parameters
                        + ") { .reg .b32 r<10>; .reg .b64 d<10>; .reg .f32 f<10>;"
                        + " .reg .b16 h<10>; .reg .pred p<10>;\n\n"
                        + body
                        + "\n}\n";
        return new Launch(
                PtxParser.parse("k.ptx", text),
                "k",
                new Dim3(ctas, 1, 1),
                new Dim3(threads, 1, 1),
                0,
                null,
                arguments);
    }

    public TermStore store() {
        return store;
    }

    /** The element of a tensor after the run, printed. */
    public String shows(String tensor, int index) {
        SimulationResult r = run();
        if (!r.findings().isEmpty() || !r.complete()) {
            throw new AssertionError("findings: " + r.findings());
        }
        return store.show(r.cases().get(0).tensors().get(tensor).term(index), 400);
    }

    /** The kinds of findings with their lines: {@code RACE@9}. */
    public List<String> findings() {
        return run().findings().stream()
                .map(f -> f.kind() + "@" + f.location().position().line())
                .toList();
    }
}
