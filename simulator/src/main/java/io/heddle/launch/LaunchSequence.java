package io.heddle.launch;

import io.heddle.term.Symbol;
import java.util.List;

/**
 * Launches one after the other. Global memory persists from one to the next: equal names are one
 * buffer, and a symbolic scalar of a name is the same in all.
 */
public record LaunchSequence(List<Launch> launches) implements Computation {
    /** Copies the list, which has at least two. */
    public LaunchSequence {
        launches = List.copyOf(launches);
    }

    /** What launches compute: itself, of a single one. */
    public static Computation of(List<Launch> launches) {
        return launches.size() == 1 ? launches.get(0) : new LaunchSequence(launches);
    }

    @Override
    public List<Argument> arguments() {
        return launches.stream().flatMap(l -> l.arguments().stream()).toList();
    }

    @Override
    public List<Symbol> inputVariables() {
        return launches.stream().flatMap(l -> l.inputVariables().stream()).distinct().toList();
    }
}
