package io.heddle.launch;

import io.heddle.ptx.PtxModule;
import java.util.List;

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

    /** The tensors among the arguments, each once, in order of first use. */
    public List<TensorSpec> tensors() {
        return arguments.stream()
                .filter(Argument.Tensor.class::isInstance)
                .map(a -> ((Argument.Tensor) a).tensor())
                .distinct()
                .toList();
    }
}
