package io.heddle.lift;

import io.heddle.lift.Affine.Part;
import io.heddle.lift.Affine.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;

/**
 * A function from indices to forms, given by all its values: which form stands at which indices.
 */
final class Sample {
    private final List<Index> indices;
    private final List<long[]> rows;
    private final List<Form> forms;
    private final Map<List<Integer>, List<Columns>> columns = new HashMap<>(); // made when needed

    /**
     * @param rows the values of the indices
     * @param forms one a row
     */
    Sample(List<Index> indices, List<long[]> rows, List<Form> forms) {
        this.indices = List.copyOf(indices);
        this.rows = rows;
        this.forms = forms;
    }

    List<Index> indices() {
        return indices;
    }

    List<long[]> rows() {
        return rows;
    }

    List<Form> forms() {
        return forms;
    }

    int size() {
        return forms.size();
    }

    /** The same indices with other forms. */
    Sample with(List<Form> others) {
        Sample sample = new Sample(indices, rows, others);
        sample.columns.putAll(columns);
        return sample;
    }

    /** The rows that fulfil a condition. */
    Sample where(IntPredicate condition) {
        List<long[]> kept = new ArrayList<>();
        List<Form> of = new ArrayList<>();
        for (int r = 0; r < size(); r++) {
            if (condition.test(r)) {
                kept.add(rows.get(r));
                of.add(forms.get(r));
            }
        }
        return new Sample(indices, kept, of);
    }

    /** The same function without the indices on which it does not depend. */
    Sample projected() {
        Sample sample = this;
        for (int d = indices.size() - 1; d >= 0; d--) {
            sample = sample.without(d).orElse(sample);
        }
        return sample;
    }

    private Optional<Sample> without(int d) {
        Map<List<Long>, Form> values = new LinkedHashMap<>();
        List<long[]> shorter = new ArrayList<>();
        for (int r = 0; r < size(); r++) {
            long[] row = remaining(rows.get(r), d);
            Form form = forms.get(r);
            Form before = values.putIfAbsent(boxed(row), form);
            if (before == null) {
                shorter.add(row);
            } else if (before != form) {
                return Optional.empty();
            }
        }
        List<Index> left = new ArrayList<>(indices);
        left.remove(d);
        return Optional.of(new Sample(left, shorter, List.copyOf(values.values())));
    }

    private static long[] remaining(long[] row, int without) {
        long[] left = new long[row.length - 1];
        for (int i = 0; i < left.length; i++) {
            left[i] = row[i < without ? i : i + 1];
        }
        return left;
    }

    private static List<Long> boxed(long[] row) {
        return Arrays.stream(row).boxed().toList();
    }

    /** True if the rows are all indices within constant extents. */
    boolean isBox() {
        long size = 1;
        for (Index i : indices) {
            if (!i.extent().isConstant()) {
                return false;
            }
            size *= i.extent().constant();
        }
        return size == size();
    }

    /** An integer of each row as an affine function of the indices, if it is one. */
    Optional<Affine> affine(ToLongFunction<Integer> value) {
        long[] values = new long[rows.size()];
        for (int r = 0; r < values.length; r++) {
            values[r] = value.applyAsLong(r);
        }
        for (Columns c : columns(List.of())) {
            Optional<Affine> fit = c.fit(values);
            if (fit.isPresent()) {
                return fit;
            }
        }
        for (int d = 0; d < indices.size(); d++) {
            for (Columns c : columns(List.of(d))) {
                Optional<Affine> fit = c.fit(values);
                if (fit.isPresent()) {
                    return fit;
                }
            }
        }
        return Optional.empty();
    }

    /** The columns with some index split into quotient and remainder, by each divisor. */
    private List<Columns> columns(List<Integer> split) {
        return columns.computeIfAbsent(
                split,
                s -> {
                    List<Columns> all = new ArrayList<>();
                    if (s.isEmpty()) {
                        all.add(new Columns(-1, 1));
                        return all;
                    }
                    int d = s.get(0);
                    long greatest = rows.stream().mapToLong(r -> r[d]).max().orElse(0);
                    for (long m = 2; m <= greatest; m++) {
                        all.add(new Columns(d, m));
                    }
                    return all;
                });
    }

    /** The integers of which a value may be a combination. */
    private final class Columns {
        private final List<Step> steps = new ArrayList<>();
        private final long[][] table; // by column, by row
        private final int[][] pairs; // by column: two rows that differ in it alone, or null

        Columns(int split, long divisor) {
            for (int d = 0; d < indices.size(); d++) {
                if (d == split) {
                    steps.add(new Step(1, indices.get(d), Part.QUOTIENT, divisor));
                    steps.add(new Step(1, indices.get(d), Part.REMAINDER, divisor));
                } else {
                    steps.add(new Step(1, indices.get(d), Part.WHOLE, 1));
                }
            }
            table = new long[steps.size()][rows.size()];
            for (int c = 0; c < table.length; c++) {
                int d = indices.indexOf(steps.get(c).index());
                for (int r = 0; r < rows.size(); r++) {
                    table[c][r] = steps.get(c).value(rows.get(r)[d]);
                }
            }
            pairs = new int[steps.size()][];
            for (int c = 0; c < pairs.length; c++) {
                pairs[c] = pair(c);
            }
        }

        private int[] pair(int column) {
            Map<List<Long>, Integer> first = new HashMap<>();
            for (int r = 0; r < rows.size(); r++) {
                List<Long> others = new ArrayList<>();
                for (int c = 0; c < table.length; c++) {
                    if (c != column) {
                        others.add(table[c][r]);
                    }
                }
                Integer other = first.putIfAbsent(others, r);
                if (other != null && table[column][other] != table[column][r]) {
                    return new int[] {other, r};
                }
            }
            return new int[0];
        }

        Optional<Affine> fit(long[] values) {
            if (values.length == 0) {
                return Optional.empty();
            }
            long[] factors = new long[steps.size()];
            long constant = values[0];
            for (int c = 0; c < factors.length; c++) {
                if (pairs[c].length == 2) {
                    long rise = values[pairs[c][1]] - values[pairs[c][0]];
                    long run = table[c][pairs[c][1]] - table[c][pairs[c][0]];
                    if (rise % run != 0) {
                        return Optional.empty();
                    }
                    factors[c] = rise / run;
                }
                constant -= factors[c] * table[c][0];
            }
            for (int r = 0; r < values.length; r++) {
                long value = constant;
                for (int c = 0; c < factors.length; c++) {
                    value += factors[c] * table[c][r];
                }
                if (value != values[r]) {
                    return Optional.empty();
                }
            }
            List<Step> used = new ArrayList<>();
            for (int c = 0; c < factors.length; c++) {
                Step s = steps.get(c);
                if (factors[c] != 0) {
                    used.add(new Step(factors[c], s.index(), s.part(), s.divisor()));
                }
            }
            return Optional.of(new Affine(constant, used));
        }
    }
}
