package io.heddle.term;

import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/**
 * Takes values, no value twice: for one that is taken the first of those behind it that is free.
 * What was passed over is not passed again, so that thousands of equal values take no long time.
 */
public final class FreeValues {
    private final DoubleUnaryOperator next;

    /** Of taken values: one behind them up to which all are taken. */
    private final Map<Double, Double> behind = new HashMap<>();

    /**
     * Nothing is taken yet.
     *
     * @param next the value behind another one; behind the last comes the first
     */
    public FreeValues(DoubleUnaryOperator next) {
        this.next = next;
    }

    /** Takes a value as it is; it may be taken already. */
    public void add(double value) {
        behind.putIfAbsent(value, next.applyAsDouble(value));
    }

    /** Takes a value, or the first free one behind it; returns that, or the value if none is. */
    public double take(double value) {
        double free = value;
        for (int passed = 0; behind.containsKey(free); passed++) {
            if (passed > behind.size()) {
                return value; // all are taken
            }
            free = behind.get(free);
        }
        double end = next.applyAsDouble(free);
        double passed = value;
        while (passed != free) {
            passed = behind.put(passed, end);
        }
        behind.put(free, end);
        return free;
    }
}
