package io.heddle.replay;

import io.heddle.launch.Dim3;
import java.util.ArrayList;
import java.util.List;

/**
 * CTAs that stand for a grid: all of a small one; else those at its corners and edges and some
 * inside.
 *
 * @param ctas in the order of the grid
 * @param weights how many CTAs of the grid each of them stands for
 */
record CtaSample(List<Dim3> ctas, List<Double> weights) {
    private static final int SMALL = 64;

    /** Copies the lists. */
    CtaSample {
        ctas = List.copyOf(ctas);
        weights = List.copyOf(weights);
    }

    /** A place in one dimension. */
    private record Place(int index, double weight) {}

    static CtaSample of(Dim3 grid) {
        boolean isSmall = grid.size() <= SMALL;
        boolean isLine = grid.y() == 1 && grid.z() == 1;
        List<Dim3> ctas = new ArrayList<>();
        List<Double> weights = new ArrayList<>();
        for (Place z : places(grid.z(), isSmall, 1)) {
            for (Place y : places(grid.y(), isSmall, 1)) {
                for (Place x : places(grid.x(), isSmall, isLine ? 3 : 1)) {
                    ctas.add(new Dim3(x.index(), y.index(), z.index()));
                    weights.add(x.weight() * y.weight() * z.weight());
                }
            }
        }
        return new CtaSample(ctas, weights);
    }

    /** True if these are all CTAs. */
    boolean isWhole() {
        return weights.stream().allMatch(w -> w == 1);
    }

    /**
     * The first, the last, and some between.
     *
     * @param inside how many
     */
    private static List<Place> places(int extent, boolean all, int inside) {
        List<Place> places = new ArrayList<>();
        if (all || extent <= inside + 2) {
            for (int i = 0; i < extent; i++) {
                places.add(new Place(i, 1));
            }
            return places;
        }
        places.add(new Place(0, 1));
        double weight = (extent - 2.0) / inside;
        for (int k = 0; k < inside; k++) { // the second, the last but one, and evenly between
            int at = inside == 1 ? extent / 2 : 1 + (int) ((extent - 3L) * k / (inside - 1));
            places.add(new Place(at, weight));
        }
        places.add(new Place(extent - 1, 1));
        return places;
    }
}
