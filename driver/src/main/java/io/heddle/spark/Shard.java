package io.heddle.spark;

import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermSlice;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Verification conditions of one output tensor, with all the terms that they reach: the unit of
 * work of a task.
 */
final class Shard {
    private final int pair;
    private final int number;
    private final String tensor;
    private final long[] indices;
    private final TermSlice slice;
    private final Budget budget;

    /**
     * Does not copy the array.
     *
     * @param pair number of the pair in the run
     * @param number of the shard in the pair
     * @param tensor output tensor
     * @param indices row-major index of each condition's element
     * @param slice terms; roots 2i and 2i+1 are the sides of condition i
     * @param budget of the decision
     */
    Shard(int pair, int number, String tensor, long[] indices, TermSlice slice, Budget budget) {
        this.pair = pair;
        this.number = number;
        this.tensor = tensor;
        this.indices = indices;
        this.slice = slice;
        this.budget = budget;
        assert slice.rootCount() == 2 * indices.length;
    }

    /** Number of the pair in the run. */
    int pair() {
        return pair;
    }

    /** Number of the shard in the pair. */
    int number() {
        return number;
    }

    /** Output tensor of all conditions. */
    String tensor() {
        return tensor;
    }

    /** How many conditions there are. */
    int size() {
        return indices.length;
    }

    /** Row-major index of the element of condition {@code i}. */
    long index(int i) {
        return indices[i];
    }

    /** The terms. */
    TermSlice slice() {
        return slice;
    }

    /** Budget of the decision. */
    Budget budget() {
        return budget;
    }

    /** The conditions over a store that {@link TermSlice#toStore()} gave. */
    List<VerificationCondition> conditions(TermStore store) {
        assert store.size() > slice.nodes();
        List<VerificationCondition> conditions = new ArrayList<>(indices.length);
        for (int i = 0; i < indices.length; i++) {
            conditions.add(
                    new VerificationCondition(
                            tensor, indices[i], slice.root(2 * i), slice.root(2 * i + 1)));
        }
        return conditions;
    }
}
