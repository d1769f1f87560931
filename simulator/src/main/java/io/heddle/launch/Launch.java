package io.heddle.launch;

import io.heddle.ptx.PtxModule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One kernel launch to execute.
 *
 * @param module parsed PTX
 * @param entry name of the entry
 * @param grid CTAs
 * @param block threads a CTA
 * @param dynamicShared bytes of dynamic shared memory
 * @param ctas the CTA to execute, or null for all of the grid
 * @param arguments one a parameter
 */
public record Launch(
        PtxModule module,
        String entry,
        Dim3 grid,
        Dim3 block,
        int dynamicShared,
        Dim3 ctas,
        List<Argument> arguments) {
    /** Copies the list. */
    public Launch {
        arguments = List.copyOf(arguments);
    }

    /** The tensors among the arguments and their fields, each once, in order of first use. */
    public List<TensorSpec> tensors() {
        Map<String, TensorSpec> byName = new LinkedHashMap<>();
        arguments.stream()
                .flatMap(Argument::parts)
                .filter(Argument.Tensor.class::isInstance)
                .map(a -> ((Argument.Tensor) a).tensor())
                .forEach(t -> byName.putIfAbsent(t.name(), t));
        return List.copyOf(byName.values());
    }
}
