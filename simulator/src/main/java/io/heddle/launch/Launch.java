package io.heddle.launch;

import io.heddle.ptx.PtxModule;
import io.heddle.term.Symbol;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
        List<Symbol> inputVariables)
        implements Computation {
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

    @Override
    public List<Launch> launches() {
        return List.of(this);
    }

    /**
     * The file of the module, by a name that does not depend on how a suite spells it. Launches of
     * one file share its variables.
     */
    public String file() {
        try {
            return Path.of(module.file()).normalize().toString();
        } catch (InvalidPathException e) {
            return module.file();
        }
    }

    /** This launch with other tensors for those of their names. */
    public Launch with(Map<String, TensorSpec> tensors) {
        return new Launch(
                module,
                entry,
                grid,
                block,
                dynamicShared,
                ctas,
                arguments.stream().map(a -> a.with(tensors)).toList(),
                inputVariables);
    }

    /** This launch with the variables that executions of it have found to be inputs. */
    public Launch reading(List<Symbol> variables) {
        return new Launch(module, entry, grid, block, dynamicShared, ctas, arguments, variables);
    }
}
