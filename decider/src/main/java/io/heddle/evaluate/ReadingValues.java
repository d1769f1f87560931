package io.heddle.evaluate;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/**
 * The values of nodes in several readings of literals, and their arithmetic: the value in the
 * reading that the others are compared with is a {@link DoubleDouble} with a bound of its error;
 * what another reading differs from it by is kept as such, in doubles with a bound of their error,
 * so that it is known where the value itself cancels.
 */
final class ReadingValues {
    private static final double ROUNDING = 0x1p-50; // a few of doubles
    private static final Change[] NONE = {};
    private static final double PART_UNIT = 0x1p-20; // so that 1 − part is exact

    final double[] value; // in the reading that others are compared with
    final double[] valueError;
    private final double[] rest; // what the value is more than a double
    private final Change[] changes; // to the others
    private Change[] here; // those that the next operations make, or none
    private final DoubleDouble work = new DoubleDouble();

    /** What each node's value changes by from the common reading to another. */
    private static final class Change {
        private final double[] by;
        private final double[] error;

        private Change(int nodes) {
            by = new double[nodes];
            error = new double[nodes];
        }

        private Change(Change of) {
            by = of.by.clone();
            error = of.error.clone();
        }

        private void set(int node, double change, double changeError) {
            by[node] = change;
            error[node] = changeError;
        }
    }

    /**
     * @param readings how many are compared with the common one
     */
    ReadingValues(int nodes, int readings) {
        value = new double[nodes];
        rest = new double[nodes];
        valueError = new double[nodes];
        changes = new Change[readings];
        for (int r = 0; r < readings; r++) {
            changes[r] = new Change(nodes);
        }
        here = changes;
    }

    /** The same values. */
    ReadingValues(ReadingValues of) {
        value = of.value.clone();
        rest = of.rest.clone();
        valueError = of.valueError.clone();
        changes = Arrays.stream(of.changes).map(Change::new).toArray(Change[]::new);
        here = changes;
    }

    /**
     * Tells whether the nodes that are evaluated next may have different values in the readings; of
     * others only the common value is computed.
     */
    void setMoved(boolean moved) {
        here = moved ? changes : NONE;
    }

    /** What a node's value is more than a double. */
    double rest(int node) {
        return rest[node];
    }

    /** The least that a reading's value is apart from the common one. */
    double leastChange(int reading, int node) {
        return Math.abs(changes[reading].by[node]) - changes[reading].error[node];
    }

    /** The least that a's and b's changes are apart by. */
    double leastChange(int reading, int a, int b) {
        Change change = changes[reading];
        double d = change.by[a] - change.by[b];
        return Math.abs(d) - change.error[a] - change.error[b] - ROUNDING * Math.abs(d);
    }

    /** The greatest that the difference of two nodes may be. */
    double difference(int a, int b) {
        work.set(value[a], rest[a]).add(-value[b], -rest[b]);
        return Math.abs(work.high()) + valueError[a] + valueError[b];
    }

    boolean isFinite(int node) {
        double all = value[node] + valueError[node];
        for (Change change : here) {
            all += change.by[node];
        }
        return Double.isFinite(all);
    }

    /** True if no reading's value may be 0. */
    boolean isApartFromZero(int node) {
        boolean apart = true;
        for (Change change : changes) {
            apart &= least(node, change) > 0;
        }
        return apart;
    }

    private double least(int node, Change change) {
        return Math.abs(value[node])
                - valueError[node]
                - Math.abs(change.by[node])
                - change.error[node];
    }

    /** Sets a node to a number in all readings. */
    void same(int node, double x) {
        work.set(x, 0);
        value(node, 0);
        for (Change change : here) {
            change.set(node, 0, 0);
        }
    }

    /** Sets a node to a number in the common reading and to one in each other. */
    void set(int node, BigDecimal common, BigDecimal[] others) {
        work.set(common);
        value(node, 0);
        for (int r = 0; r < changes.length; r++) {
            changes[r].set(node, others[r].subtract(common).doubleValue(), 0);
        }
    }

    void sum(int node, int a, int b, int sign) {
        double error = valueError[a] + valueError[b];
        double size = Math.abs(value[a]) + Math.abs(value[b]);
        work.set(value[a], rest[a]).add(sign * value[b], sign * rest[b]);
        value(node, error + DoubleDouble.UNIT * size);
        for (Change change : here) {
            double moved = Math.abs(change.by[a]) + Math.abs(change.by[b]);
            change.set(
                    node,
                    change.by[a] + sign * change.by[b],
                    change.error[a] + change.error[b] + ROUNDING * moved);
        }
    }

    void product(int node, int a, int b) {
        double u = value[a];
        double v = value[b];
        double x = Math.abs(u);
        double y = Math.abs(v);
        double ex = valueError[a];
        double ey = valueError[b];
        work.set(u, rest[a]).multiply(v, rest[b]);
        value(node, x * ey + y * ex + ex * ey + DoubleDouble.UNIT * x * y);
        for (Change change : here) {
            double by = change.by[a];
            double with = change.by[b];
            double dx = Math.abs(by);
            double dy = Math.abs(with);
            change.set(
                    node,
                    by * v + with * u + by * with,
                    change.error[a] * (y + dy + change.error[b] + ey)
                            + change.error[b] * (x + dx + ex)
                            + dx * ey
                            + dy * ex
                            + ROUNDING * (dx * y + dy * x + dx * dy));
        }
    }

    /** The quotient, whose divisor is apart from 0 or a constant. */
    void quotient(int node, int a, int b) {
        double u = value[a];
        double v = value[b];
        double ex = valueError[a];
        double ey = valueError[b];
        double ratio = u / v;
        work.set(u, rest[a]).divide(v, rest[b]);
        double most = 0;
        for (Change change : changes) {
            double least = Math.abs(v) - ey - Math.abs(change.by[b]) - change.error[b];
            double q = (Math.abs(u) + ex) / least;
            most = Math.max(most, (ex + q * ey) / least + DoubleDouble.UNIT * q);
            change.set(
                    node,
                    (change.by[a] - ratio * change.by[b]) / (v + change.by[b]),
                    (change.error[a] + q * change.error[b]) / least
                            + (Math.abs(change.by[a]) + q * Math.abs(change.by[b]))
                                    / least
                                    * (ROUNDING + (ex + ey) / least));
        }
        value(node, most);
        if (here.length == 0) {
            for (Change change : changes) {
                change.set(node, 0, 0);
            }
        }
    }

    /**
     * A function of a node.
     *
     * @param x about where it is
     * @param y what it is there
     * @param slope what it has there
     * @param function the function
     */
    void function(int node, int a, double x, double y, double slope, DoubleUnaryOperator function) {
        double size = Math.abs(y);
        double near = 0x1p-16 * Math.min(1, Math.abs(value[a]));
        work.set(y, 0);
        value(node, 0);
        for (Change change : here) {
            double by = change.by[a];
            double linear = slope * by;
            double error = Math.abs(slope) * change.error[a];
            if (Math.abs(by) < near) {
                change.set(node, linear, error + Math.abs(linear) * 0x1p-4);
            } else {
                change.set(node, function.applyAsDouble(x + by) - y, error + ROUNDING * size);
            }
        }
    }

    /** A part of each of two nodes, the parts of −{@code drawn} being exchanged. */
    void parts(int node, int a, int b, double drawn) {
        double p = 0.5 + Math.rint(drawn / 8 / PART_UNIT) * PART_UNIT;
        double q = 1 - p;
        double size = p * Math.abs(value[a]) + q * Math.abs(value[b]);
        double error = p * valueError[a] + q * valueError[b];
        work.set(value[b], rest[b]).multiply(q, 0);
        double high = work.high();
        double low = work.low();
        work.set(value[a], rest[a]).multiply(p, 0).add(high, low);
        value(node, error + 4 * DoubleDouble.UNIT * size);
        for (Change change : here) {
            double moved = p * Math.abs(change.by[a]) + q * Math.abs(change.by[b]);
            change.set(
                    node,
                    p * change.by[a] + q * change.by[b],
                    p * change.error[a] + q * change.error[b] + ROUNDING * moved);
        }
    }

    void copy(int node, int operand) {
        value[node] = value[operand];
        rest[node] = rest[operand];
        valueError[node] = valueError[operand];
        for (Change change : here) {
            change.set(node, change.by[operand], change.error[operand]);
        }
    }

    void negate(int node) {
        value[node] = -value[node];
        rest[node] = -rest[node];
        for (Change change : here) {
            change.by[node] = -change.by[node];
        }
    }

    private void value(int node, double error) {
        value[node] = work.high();
        rest[node] = work.low();
        valueError[node] = error + DoubleDouble.UNIT * Math.abs(work.high());
    }

    /** Multiplies a node by a number. */
    void multiply(int node, double by) {
        double size = Math.abs(by);
        double error = size * valueError[node];
        work.set(value[node], rest[node]).multiply(by, 0);
        value(node, error);
        for (Change change : here) {
            double moved = by * change.by[node];
            double changed = size * change.error[node] + ROUNDING * Math.abs(moved);
            change.set(node, moved, changed);
        }
    }
}
