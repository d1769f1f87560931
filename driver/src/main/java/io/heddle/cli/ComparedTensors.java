package io.heddle.cli;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.suite.Comparison;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What {@code check} compares: the tensors that are named, and of some of them a window. */
final class ComparedTensors {
    private ComparedTensors() {}

    /**
     * The comparisons that the options ask for; none if all outputs are to be compared whole.
     *
     * @param names the tensors to compare, or none for all outputs
     * @param windows parts of tensors to compare in place of the whole
     */
    static List<Comparison> of(List<String> names, List<Comparison> windows, Pair pair) {
        Map<String, Comparison> parts = new LinkedHashMap<>();
        for (Comparison window : windows) {
            String name = window.tensor();
            if (parts.put(name, window) != null) {
                throw new InputException("--window: there are two windows of " + name);
            }
            if (!names.isEmpty() && !names.contains(name)) {
                throw new InputException("--window: " + name + " is not among --compare");
            }
        }
        Set<String> compared = new LinkedHashSet<>(names);
        if (names.isEmpty() && !windows.isEmpty()) {
            compared.addAll(outputs(pair));
            compared.addAll(parts.keySet());
        }
        List<Comparison> all = new ArrayList<>();
        compared.forEach(n -> all.add(parts.getOrDefault(n, Comparison.whole(n))));
        return all;
    }

    private static List<String> outputs(Pair pair) {
        return Stream.of(pair.reference(), pair.candidate())
                .flatMap(side -> side.arguments().stream())
                .flatMap(Argument::parts)
                .filter(Argument.Tensor.class::isInstance)
                .map(a -> ((Argument.Tensor) a).tensor())
                .filter(t -> t.role() != Role.IN)
                .map(TensorSpec::name)
                .distinct()
                .toList();
    }
}
