package io.heddle.table;

import java.util.Arrays;
import java.util.Collection;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The names of all pairs of a run, as the mark of an unfinished run keeps them. */
final class RunPairs {
    private final SortedSet<String> names;

    RunPairs(Collection<String> names) {
        this.names = new TreeSet<>(names);
    }

    /** How many there are, and their names, a line each. */
    String text() {
        return names.size() + "\n" + String.join("\n", names);
    }

    /**
     * How these differ from the pairs of a mark, in words.
     *
     * @param mark the text of the mark
     * @return empty if they do not; also if the mark says nothing, because it is of an older
     *     version or the process ended while it wrote it
     */
    Optional<String> difference(String mark) {
        String[] lines = mark.split("\n");
        SortedSet<String> began = new TreeSet<>(Arrays.asList(lines).subList(1, lines.length));
        if (!lines[0].equals(Integer.toString(began.size())) || began.equals(names)) {
            return Optional.empty();
        }
        SortedSet<String> less = new TreeSet<>(began);
        less.removeAll(names);
        SortedSet<String> more = new TreeSet<>(names);
        more.removeAll(began);
        return Optional.of(
                (less.isEmpty() ? more.first() + " is not one" : less.first() + " is one")
                        + " of the pairs with which it began; give the same suites, --only and"
                        + " --skip");
    }
}
