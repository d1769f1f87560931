package io.heddle.value;

import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;

/**
 * Cells to which several threads add floats by atomics, so that the order is open. Two numbers give
 * one sum in both orders; the sum of three is rounded otherwise in another run.
 */
final class OpenOrders {
    private static final int SEVERAL = -1; // instead of a thread
    private static final int MANY = 3;

    /**
     * A cell of memory.
     *
     * @param memory the object, of which there is one instance
     * @param offset in bytes
     */
    record Cell(Object memory, long offset) {}

    /**
     * What was added to a cell.
     *
     * @param begun tells this sum from those that were in the cell before, and in others
     * @param numbers how many numbers the sum has, up to 3: its first value, unless 0, is one
     * @param thread that added them, or {@link #SEVERAL}
     */
    private record Sum(int begun, int numbers, int thread) {}

    private final TermStore store;
    private final Map<Cell, Sum> sums = new HashMap<>();
    private final Map<Integer, Integer> begun = new HashMap<>(); // by term, of open sums
    private int count;

    OpenOrders(TermStore store) {
        this.store = store;
    }

    /** Notes that {@code thread} adds a number to {@code before}; true if the order is open now. */
    boolean add(Cell cell, int thread, int before, int added) {
        if (added == store.zero()) {
            return false;
        }
        Sum sum = store.isClosed(before) ? null : sums.get(cell); // a constant begins another sum
        if (sum == null) {
            sum = new Sum(++count, before == store.zero() ? 0 : 1, thread);
        }
        Sum now =
                new Sum(
                        sum.begun,
                        Math.min(MANY, sum.numbers + 1),
                        sum.thread == thread ? thread : SEVERAL);
        sums.put(cell, now);
        return now.thread == SEVERAL && now.numbers == MANY;
    }

    /** Notes that the open sum of a cell is {@code t}; true if another open sum is, too. */
    boolean isSummedAgain(int t, Cell cell) {
        int now = sums.get(cell).begun;
        Integer first = begun.putIfAbsent(t, now);
        return first != null && first != now;
    }
}
