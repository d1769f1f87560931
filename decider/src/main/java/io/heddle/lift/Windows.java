package io.heddle.lift;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Strides, paddings and dilations with which convolutions and poolings give an output's shape. */
final class Windows {
    private static final int MOST_STRIDE = 3;
    private static final int MOST_PAD = 3;
    private static final int MOST_DILATION = 3;
    private static final int MOST = 64; // for one convolution

    private final List<Integer> output;

    /**
     * @param output the shape, whose first two extents are those of images and channels
     */
    Windows(List<Integer> output) {
        this.output = List.copyOf(output);
    }

    /** How a window moves along one dimension. */
    private record Move(int stride, int pad, int dil, int more) {}

    /** The words for a convolution: {@code , stride=2, pad=1}. */
    Set<String> convolutions(List<Integer> x, List<Integer> w) {
        return words(
                x.size(),
                d -> {
                    List<Move> moves = new ArrayList<>();
                    for (Move m : moves()) {
                        int reach = m.dil() * (w.get(d) - 1) + 1;
                        int free = x.get(d) + 2 * m.pad() - reach;
                        if (free >= 0
                                && free / m.stride() + 1 == output.get(d)
                                && m.pad() < reach) {
                            moves.add(m);
                        }
                    }
                    return moves;
                });
    }

    /** The words for a transposed convolution. */
    Set<String> transposed(List<Integer> x, List<Integer> w) {
        return words(
                x.size(),
                d -> {
                    List<Move> moves = new ArrayList<>();
                    for (Move m : moves()) {
                        int reach = m.dil() * (w.get(d) - 1) + 1;
                        int more =
                                output.get(d) - ((x.get(d) - 1) * m.stride() - 2 * m.pad() + reach);
                        if (more >= 0 && more < m.stride() && m.pad() < reach) {
                            moves.add(new Move(m.stride(), m.pad(), m.dil(), more));
                        }
                    }
                    return moves;
                });
    }

    /** The words for a pooling by windows of a size, which is the stride that need not be said. */
    Set<String> poolings(List<Integer> x, int size) {
        Set<String> words = new LinkedHashSet<>();
        Function<Integer, List<Move>> along =
                d -> {
                    List<Move> moves = new ArrayList<>();
                    for (Move m : moves()) {
                        int free = x.get(d) + 2 * m.pad() - size;
                        if (m.dil() == 1
                                && free >= 0
                                && free / m.stride() + 1 == output.get(d)
                                && 2 * m.pad() <= size) {
                            moves.add(m);
                        }
                    }
                    return moves;
                };
        for (Move m : along.apply(2)) {
            boolean isSame = true;
            for (int d = 3; d < x.size(); d++) {
                isSame &= along.apply(d).contains(m);
            }
            if (isSame) {
                words.add(
                        (m.stride() == size ? "" : ", stride=" + m.stride())
                                + (m.pad() == 0 ? "" : ", pad=" + m.pad()));
            }
        }
        return words;
    }

    private static List<Move> moves() {
        List<Move> moves = new ArrayList<>();
        for (int stride = 1; stride <= MOST_STRIDE; stride++) {
            for (int pad = 0; pad <= MOST_PAD; pad++) {
                for (int dil = 1; dil <= MOST_DILATION; dil++) {
                    moves.add(new Move(stride, pad, dil, 0));
                }
            }
        }
        return moves;
    }

    /** The words for one move of each dimension; those that are alike in all come first. */
    private static Set<String> words(int rank, Function<Integer, List<Move>> along) {
        List<List<Move>> all = List.of(List.of());
        for (int d = 2; d < rank; d++) {
            List<List<Move>> longer = new ArrayList<>();
            for (List<Move> before : all) {
                for (Move m : along.apply(d)) {
                    List<Move> moves = new ArrayList<>(before);
                    moves.add(m);
                    longer.add(moves);
                }
            }
            all = longer;
        }
        List<List<Move>> sorted = new ArrayList<>(all);
        sorted.sort(Collections.reverseOrder((a, b) -> Boolean.compare(areAlike(a), areAlike(b))));
        Set<String> words = new LinkedHashSet<>();
        for (List<Move> moves : sorted.subList(0, Math.min(MOST, sorted.size()))) {
            words.add(
                    word("stride", 1, moves.stream().map(Move::stride).toList())
                            + word("pad", 0, moves.stream().map(Move::pad).toList())
                            + word("dil", 1, moves.stream().map(Move::dil).toList())
                            + word("output_pad", 0, moves.stream().map(Move::more).toList()));
        }
        return words;
    }

    private static boolean areAlike(List<Move> moves) {
        return moves.stream().distinct().count() == 1;
    }

    private static String word(String name, int usual, List<Integer> values) {
        if (values.stream().allMatch(v -> v == usual)) {
            return "";
        }
        boolean areAlike = values.stream().distinct().count() == 1;
        String text =
                areAlike
                        ? values.get(0).toString()
                        : values.toString().replace("[", "(").replace("]", ")");
        return ", " + name + "=" + text;
    }
}
