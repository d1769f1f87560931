package io.heddle.suite;

import java.io.Serializable;
import java.util.List;
import java.util.Map;

/**
 * A suite file, instantiated for every combination of its matrix.
 *
 * @param name of the suite
 * @param file path of the file
 * @param pairs in file order, the instances of one pair together
 * @param sources where each pair comes from, by its name
 */
public record Suite(String name, String file, List<Pair> pairs, Map<String, Source> sources)
        implements Serializable {
    /** Copies list and map. */
    public Suite {
        pairs = List.copyOf(pairs);
        sources = Map.copyOf(sources);
    }

    /**
     * Where a pair comes from.
     *
     * @param place file and line
     * @param tags words under which it can be chosen
     */
    public record Source(String place, List<String> tags) implements Serializable {
        /** Copies the list. */
        public Source {
            tags = List.copyOf(tags);
        }
    }

    /** Where a pair of this suite comes from. */
    public Source source(Pair pair) {
        return sources.get(pair.name());
    }
}
