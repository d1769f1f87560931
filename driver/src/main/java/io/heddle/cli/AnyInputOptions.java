package io.heddle.cli;

import io.heddle.suite.AnyInput;
import io.heddle.suite.InputException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The options that ask for a verdict for all inputs; a picocli mixin of inspect. */
final class AnyInputOptions {
    /** A tensor's role and name, its type, its shape if it has one, and the rest. */
    private static final Pattern TENSOR =
            Pattern.compile(
                    "((?:in|out|inout):[^:]*:)([\\w ]+?)(?:\\[([^\\]]*)\\])?((?: in \\[|=|"
                            + " distinct).*)?");

    /** A tensor in an aggregate: up to a comma or brace that is in no brackets. */
    private static final Pattern FIELD =
            Pattern.compile(
                    "(?<![\\w])(?:in|out|inout):[^:,{}\\[\\]]*:(?:[^,{}\\[\\]]|\\[[^\\])]*[\\])])*");

    private static final Pattern NUMBERS = Pattern.compile("\\s*\\d+\\s*(,\\s*\\d+\\s*)*");

    @Option(
            names = "--any-input",
            description = {
                "races, barrier divergence and bounds for all data, all scalars that are",
                "    sym:NAME:TYPE and, unless --grid says it, any grid; a tensor's shape",
                "    may be expressions over these scalars, or be left out"
            })
    private boolean anyInput;

    @Option(
            names = "--assume",
            paramLabel = "COND",
            description = {
                "with --any-input: what holds of scalars, blockDim.x, gridDim.x …,",
                "    such as 'n <= 1024 && ld >= n'; with --symbolic: of the sizes"
            })
    private List<String> assumptions = new ArrayList<>();

    private final Map<String, List<String>> extents = new TreeMap<>();

    /** True if a verdict for all inputs is asked for. */
    boolean isAsked() {
        return anyInput;
    }

    /** Refuses assumptions that nothing asks for. */
    void refuseAssumptions() {
        if (!anyInput && !assumptions.isEmpty()) {
            throw new InputException("--assume is for --any-input, which is not given");
        }
    }

    /** What the user assumes. */
    List<String> assumptions() {
        return List.copyOf(assumptions);
    }

    /** What the verdict is to hold for. */
    AnyInput inputs(boolean anyGrid) {
        return new AnyInput(assumptions, extents, anyGrid);
    }

    /**
     * Arguments whose tensors have shapes of numbers alone; what shapes of others say is kept for
     * {@link #inputs}.
     */
    List<String> withNumbers(List<String> arguments) {
        return arguments.stream().map(this::withNumbers).toList();
    }

    private String withNumbers(String argument) {
        return argument.startsWith("{")
                ? FIELD.matcher(argument)
                        .replaceAll(m -> Matcher.quoteReplacement(tensorWithNumbers(m.group())))
                : tensorWithNumbers(argument);
    }

    private String tensorWithNumbers(String argument) {
        Matcher m = TENSOR.matcher(argument);
        if (!m.matches() || m.group(3) != null && NUMBERS.matcher(m.group(3)).matches()) {
            return argument;
        }
        String name = m.group(1).split(":", -1)[1];
        List<String> dims =
                m.group(3) == null ? List.of() : Arrays.asList(m.group(3).split(",", -1));
        extents.put(name, dims);
        String rest = m.group(4) == null ? "" : m.group(4);
        return m.group(1) + m.group(2) + "[1]" + rest;
    }
}
