package io.heddle.spec.write;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;

/**
 * The indices of an element: each is an axis of the tensors that are computed, the last one the
 * last. Tensors of fewer axes are aligned at their last one, as PyTorch broadcasts them.
 *
 * @param isGuarded not all elements are used, so that indices may lie beyond the ends of a tensor
 */
record TorchGrid(List<Axis> axes, boolean isGuarded) {
    static final TorchGrid NONE = new TorchGrid(List.of(), false);

    /**
     * An index.
     *
     * @param name in the formula
     * @param extent of the axis, which is the greatest where the index has several
     * @param number that tells indices of one name apart
     */
    record Axis(String name, String extent, int number) {}

    /** Copies the axes. */
    TorchGrid {
        axes = List.copyOf(axes);
    }

    TorchGrid with(Axis axis) {
        List<Axis> more = new ArrayList<>(axes);
        more.add(axis);
        return new TorchGrid(more, isGuarded);
    }

    TorchGrid guarded() {
        return new TorchGrid(axes, true);
    }

    /** The index of a name, the innermost one; null if there is none. */
    Axis find(String name) {
        for (int k = axes.size() - 1; k >= 0; k--) {
            if (axes.get(k).name().equals(name)) {
                return axes.get(k);
            }
        }
        return null;
    }

    List<String> extents() {
        return axes.stream().map(Axis::extent).toList();
    }

    /**
     * A tensor whose axes are different ones of this grid, aligned to it.
     *
     * @param tensor which binds tightly
     * @param own its axes, in its order
     */
    String aligned(String tensor, List<Axis> own) {
        List<Integer> places = new ArrayList<>(own.stream().map(axes::indexOf).toList());
        List<Integer> sorted = new ArrayList<>(places);
        Collections.sort(sorted);
        String text = tensor;
        if (!sorted.equals(places)) {
            List<String> order = sorted.stream().map(p -> "" + places.indexOf(p)).toList();
            text += places.size() == 2 ? ".T" : ".permute(" + String.join(", ", order) + ")";
        }
        if (sorted.isEmpty()) {
            return text;
        }
        List<String> items = new ArrayList<>();
        for (int k = sorted.get(0); k < axes.size(); k++) {
            items.add(sorted.contains(k) ? ":" : "None");
        }
        while (!items.isEmpty() && items.get(items.size() - 1).equals(":")) {
            items.remove(items.size() - 1);
        }
        return items.isEmpty() ? text : text + "[" + String.join(", ", items) + "]";
    }

    /** True of different axes of the grid. */
    boolean areDistinct(List<Axis> some) {
        return axes.containsAll(some) && new HashSet<>(some).size() == some.size();
    }
}
