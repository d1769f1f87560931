package io.heddle.spec.write;

import io.heddle.spec.Expression;
import io.heddle.spec.index.FormulaException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What is known of the function that is being written: its names, its lines, its helpers. */
final class TorchProgram {
    private static final Set<String> WORDS =
            Set.of(
                    ("torch F math max min abs range int float padded nearest"
                                    + " False None True and as assert async await break class"
                                    + " continue def del elif else except finally for from global"
                                    + " if import in is lambda nonlocal not or pass raise return"
                                    + " try while with yield")
                            .split(" "));

    /** The helpers, in their order, by name. */
    private static final List<String> HELPERS =
            List.of(
                    """
                    def padded(x, value, *at):
                        \"""The elements of x at some indices, and a value beyond its ends.\"""
                        inside, near = True, []
                        for i, n in zip(at, x.shape):
                            i = torch.as_tensor(i, device=x.device)
                            inside = inside & (i >= 0) & (i < n)
                            near.append(i.clamp(0, n - 1))
                        return torch.where(inside, x[tuple(near)], value)
                    """,
                    """
def nearest(x, *at):
    \"""The elements of x at some indices; those beyond its ends are not used.\"""
    ends = [n - 1 for n in x.shape]
    at = [torch.as_tensor(i, device=x.device) for i in at]
    return x[tuple(i.clamp(0, n) for i, n in zip(at, ends))]
""");

    private final Set<String> taken = new HashSet<>(WORDS);
    private final Map<String, TorchValue> values = new HashMap<>();
    private final Map<String, List<String>> extents = new HashMap<>();
    private final Map<String, List<String>> heads = new LinkedHashMap<>();
    private final List<String> lines = new ArrayList<>();
    private final Set<String> needed = new LinkedHashSet<>();
    private final Map<List<String>, String> ranges = new HashMap<>();
    private int axes;
    private final Set<String> types = new HashSet<>();
    private String device = "";
    private boolean usesMath;
    private boolean usesFunctional;

    /** A new variable, named as it is in the formula where that is possible. */
    String variable(String name) {
        String variable = name;
        for (int k = 2; !taken.add(variable); k++) {
            variable = name + (WORDS.contains(name) && k == 2 ? "_" : "_" + k);
        }
        return variable;
    }

    /** Lets a name stand for a value. */
    void put(String name, TorchValue value) {
        values.put(name, value);
    }

    /** What a name stands for; null if it stands for nothing here. */
    TorchValue find(String name) {
        return values.get(name);
    }

    /** The extents of a tensor, by its name in the formula. */
    void putExtents(String name, List<String> all) {
        extents.put(name, List.copyOf(all));
    }

    /** The extents of a tensor; null if they are not known. */
    List<String> extents(String name) {
        return extents.get(name);
    }

    /** Tensors of reals have a type, as the formula says it. */
    void putType(String type) {
        types.add(type);
    }

    /** True if all tensors of reals have one type. */
    boolean isOfOneType() {
        return types.size() < 2;
    }

    /** New tensors are made where this one is. */
    void nextTo(String tensor) {
        device = device.isEmpty() ? ", device=" + tensor + ".device" : device;
    }

    /** Where new tensors are made, as a last argument; empty if that does not matter. */
    String device() {
        return device;
    }

    void line(String line) {
        lines.add(line);
    }

    /** Before all other lines: sizes from the shape of a tensor, of which those used are kept. */
    void sizes(List<String> variables, String tensor) {
        heads.put(tensor, List.copyOf(variables));
    }

    /** True if a variable stands in some line. */
    boolean isUsed(String variable) {
        Pattern word = Pattern.compile("\\b" + Pattern.quote(variable) + "\\b");
        return lines.stream().anyMatch(l -> word.matcher(l).find());
    }

    private List<String> heads() {
        List<String> all = new ArrayList<>();
        heads.forEach(
                (tensor, variables) -> {
                    List<String> used = variables.stream().map(v -> isUsed(v) ? v : "_").toList();
                    if (used.stream().allMatch("_"::equals)) {
                        return;
                    }
                    all.add(
                            used.size() == 1
                                    ? used.get(0) + " = " + tensor + ".shape[0]"
                                    : String.join(", ", used) + " = " + tensor + ".shape");
                });
        return all;
    }

    TorchGrid.Axis axis(String name, String extent) {
        return new TorchGrid.Axis(name, extent, ++axes);
    }

    /** The numbers that an index runs over, as a tensor of one axis. */
    String range(TorchGrid.Axis axis) {
        return ranges.computeIfAbsent(
                List.of(axis.name(), axis.extent()),
                a -> {
                    String variable = variable(axis.name());
                    line(variable + " = torch.arange(" + axis.extent() + device + ")");
                    return variable;
                });
    }

    /** Uses {@code padded} or {@code nearest}. */
    String helper(String name) {
        needed.add(name);
        return name;
    }

    String math(String name) {
        usesMath = true;
        return "math." + name;
    }

    String functional(String name) {
        usesFunctional = true;
        return "F." + name;
    }

    /** The file. */
    String text(String signature, List<String> results) {
        StringBuilder text = new StringBuilder(usesMath ? "import math\n" : "");
        text.append("import torch\n");
        text.append(usesFunctional ? "import torch.nn.functional as F\n" : "");
        for (String helper : HELPERS) {
            if (needed.stream().anyMatch(n -> helper.startsWith("def " + n + "("))) {
                text.append("\n\n").append(helper);
            }
        }
        text.append("\n\ndef lifted(").append(signature).append("):\n");
        Stream.concat(heads().stream(), lines.stream())
                .forEach(l -> text.append("    ").append(l).append('\n'));
        return text.append("    return ")
                .append(String.join(", ", results))
                .append('\n')
                .toString();
    }

    /** An exception that says what has no words in PyTorch. */
    static FormulaException refusal(Expression e, String what) {
        return new FormulaException(e.place(), what + " is not written as PyTorch");
    }
}
