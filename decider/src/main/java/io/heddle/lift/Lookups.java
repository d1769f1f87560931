package io.heddle.lift;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the output may be where data say which rows of a table are read: {@code y[i:N, j:D] =
 * t[id[i], j]}, also with another tensor added.
 */
final class Lookups {
    private static final String LETTERS = "ijklmnopqrstuvabcdefgh";

    private final TensorShape output;
    private final List<TensorShape> inputs;
    private final List<String> letters;

    /**
     * @param inputs that the output reads
     * @param taken names that no index may have
     */
    Lookups(TensorShape output, List<TensorShape> inputs, Set<String> taken) {
        this.output = output;
        this.inputs = List.copyOf(inputs);
        this.letters =
                LETTERS.chars()
                        .mapToObj(c -> String.valueOf((char) c))
                        .filter(l -> !taken.contains(l))
                        .toList();
    }

    /**
     * The definitions.
     *
     * @param name of what is defined
     */
    List<String> definitions(String name) {
        List<String> definitions = new ArrayList<>();
        int rank = output.shape().size();
        if (rank > letters.size()) {
            return definitions;
        }
        List<String> binders = new ArrayList<>();
        for (int d = 0; d < rank; d++) {
            binders.add(letters.get(d) + ":" + output.extents().get(d));
        }
        for (TensorShape table : inputs) {
            for (TensorShape ids : inputs) {
                int places = ids.shape().size();
                boolean fits =
                        table.type().isFloat()
                                && !ids.type().isFloat()
                                && places > 0
                                && !table.shape().isEmpty()
                                && output.shape().equals(joined(ids.shape(), table.shape()));
                if (!fits) {
                    continue;
                }
                if (table.shape().size() == 2) {
                    embeddings(name, ids, table, definitions);
                }
                List<String> at = new ArrayList<>(letters.subList(places, rank));
                at.add(0, ids.name() + letters.subList(0, places));
                String row = name + binders + " = " + table.name() + at;
                definitions.add(row);
                for (TensorShape more : inputs) {
                    if (more.type().isFloat() && !more.equals(table) && isEnd(more.shape())) {
                        List<String> own = letters.subList(rank - more.shape().size(), rank);
                        definitions.add(row + " + " + more.name() + own);
                    }
                }
            }
        }
        return definitions;
    }

    private void embeddings(
            String name, TensorShape ids, TensorShape table, List<String> definitions) {
        String rows = name + " = embedding(" + ids.name() + ", " + table.name() + ")";
        definitions.add(rows);
        for (TensorShape more : inputs) {
            if (more.type().isFloat() && !more.equals(table) && isEnd(more.shape())) {
                definitions.add(rows + " + " + more.name());
            }
        }
    }

    private static List<Integer> joined(List<Integer> places, List<Integer> table) {
        List<Integer> shape = new ArrayList<>(places);
        shape.addAll(table.subList(1, table.size()));
        return shape;
    }

    private boolean isEnd(List<Integer> shape) {
        int front = output.shape().size() - shape.size();
        return !shape.isEmpty()
                && front >= 0
                && output.shape().subList(front, output.shape().size()).equals(shape);
    }
}
