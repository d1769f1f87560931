package io.heddle.ptx;

import java.util.List;

/**
 * A PTX file.
 *
 * @param file path as the user gave it
 * @param version of {@code .version}, e.g. {@code 9.0}
 * @param target of {@code .target}, e.g. {@code sm_80}
 * @param addressSize 32 or 64
 * @param lines number of lines of the file
 * @param variables module-scope variables
 * @param functions entries, functions and declarations, in order
 */
public record PtxModule(
        String file,
        String version,
        List<String> target,
        int addressSize,
        int lines,
        List<Variable> variables,
        List<Function> functions) {
    /** Copies the lists. */
    public PtxModule {
        target = List.copyOf(target);
        variables = List.copyOf(variables);
        functions = List.copyOf(functions);
    }

    /** The number of the target architecture: 80 of {@code sm_80}; 0 if none is named. */
    public int architecture() {
        for (String t : target) {
            if (t.startsWith("sm_")) {
                String digits = t.substring(3).replaceAll("[^0-9].*", "");
                return digits.isEmpty() ? 0 : Integer.parseInt(digits);
            }
        }
        return 0;
    }

    /** The defined entries. */
    public List<Function> entries() {
        return functions.stream().filter(f -> f.entry() && f.defined()).toList();
    }

    /**
     * The function or entry named {@code name}, a definition rather than a declaration where there
     * are both, or null.
     */
    public Function function(String name) {
        Function found = null;
        for (Function f : functions) {
            if (f.name().equals(name) && (found == null || f.defined())) {
                found = f;
            }
        }
        return found;
    }
}
