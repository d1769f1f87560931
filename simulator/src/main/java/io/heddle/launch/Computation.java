package io.heddle.launch;

import io.heddle.term.Symbol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a side of a pair computes with its arguments: one launch or several, or a formula. */
public sealed interface Computation permits Launch, LaunchSequence, Evaluation {
    /** The launches, in their order; none of a formula. */
    List<Launch> launches();

    /** One a parameter; of a formula those of the kernel that it is compared with. */
    List<Argument> arguments();

    /** Variables of a module that are inputs, since its file does not say what they hold. */
    List<Symbol> inputVariables();

    /** The tensors among the arguments and their fields, each once, in order of first use. */
    default List<TensorSpec> tensors() {
        Map<String, TensorSpec> byName = new LinkedHashMap<>();
        arguments().stream()
                .flatMap(Argument::parts)
                .filter(Argument.Tensor.class::isInstance)
                .map(a -> ((Argument.Tensor) a).tensor())
                .forEach(t -> byName.putIfAbsent(t.name(), t));
        return List.copyOf(byName.values());
    }
}
