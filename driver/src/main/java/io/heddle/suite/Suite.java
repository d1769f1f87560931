package io.heddle.suite;

import java.io.Serializable;
import java.util.List;

/**
 * A suite file, instantiated for every combination of its matrix.
 *
 * @param name of the suite
 * @param file path of the file
 * @param pairs in file order, the instances of one pair together
 */
public record Suite(String name, String file, List<Pair> pairs) implements Serializable {
    /** Copies the list. */
    public Suite {
        pairs = List.copyOf(pairs);
    }
}
