package io.heddle.launch;

import io.heddle.ptx.PtxModule;
import io.heddle.term.Symbol;
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
 * @param inputVariables variables of the module that are inputs, since the file does not say what
 *     they hold, as far as an execution has found them; a concrete run takes others to be zero
 */
public record Launch(
        PtxModule module,
        String entry,
        Dim3 grid,
        Dim3 block,
        int dynamicShared,
        Dim3 ctas,
        List<Argument> arguments,
        List<Symbol> inputVariables) {
    /** Copies the lists. */
    public Launch {
        arguments = List.copyOf(arguments);
        inputVariables = List.copyOf(inputVariables);
    }

    /** A launch of which no execution has found variables that are inputs. */
    public Launch(
            PtxModule module,
            String entry,
            Dim3 grid,
            Dim3 block,
            int dynamicShared,
            Dim3 ctas,
            List<Argument> arguments) {
        this(module, entry, grid, block, dynamicShared, ctas, arguments, List.of());
    }

    /** This launch with the variables that executions of it have found to be inputs. */
    public Launch reading(List<Symbol> variables) {
        return new Launch(module, entry, grid, block, dynamicShared, ctas, arguments, variables);
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
