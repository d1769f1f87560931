package io.heddle.lift;

import io.heddle.lift.Affine.Part;
import io.heddle.lift.Affine.Step;
import io.heddle.lift.Expr.Condition;
import io.heddle.spec.index.Relation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.LongBinaryOperator;

/**
 * The conditions that tell the vectors of indices that a reduction runs through from the others of
 * a box: bounds of differences of indices, and of what is read.
 */
final class Guards {
    private static final int MOST = 4; // conditions

    private final Sample inside;
    private final List<Affine> dependent;
    private final int outer;
    private final List<Index> indices;
    private final List<long[]> all = new ArrayList<>();
    private final boolean[] isWanted;

    /**
     * @param sample the rows of what the reduction is a part of
     * @param over the indices of the reduction, of constant extents
     * @param inside a row for each member
     * @param dependent what is read at indices that follow from the others
     */
    Guards(Sample sample, List<Index> over, Sample inside, List<Affine> dependent) {
        this.inside = inside;
        this.dependent = List.copyOf(dependent);
        this.outer = sample.indices().size();
        this.indices = inside.indices();
        for (long[] row : sample.rows()) {
            add(row, over, 0);
        }
        all.sort(Arrays::compare);
        isWanted = new boolean[all.size()];
        for (long[] row : inside.rows()) {
            isWanted[Collections.binarySearch(all, row, Arrays::compare)] = true;
        }
    }

    private void add(long[] row, List<Index> over, int d) {
        if (d == over.size()) {
            all.add(row);
            return;
        }
        for (long i = 0; i < over.get(d).extent().constant(); i++) {
            long[] longer = Arrays.copyOf(row, row.length + 1);
            longer[row.length] = i;
            add(longer, over, d + 1);
        }
    }

    /** The conditions; empty if there are none of those known here. */
    Optional<List<Condition>> conditions() {
        List<Condition> valid = new ArrayList<>();
        for (int k = outer; k < indices.size(); k++) {
            for (int o = 0; o < k; o++) {
                bounds(k, o, valid);
            }
        }
        for (Affine a : dependent) {
            if (!a.isConstant()) {
                long least = extreme(inside.rows(), a, Math::min);
                long greatest = extreme(inside.rows(), a, Math::max);
                valid.add(new Condition(a, Relation.AT_LEAST, Affine.constant(least)));
                valid.add(new Condition(a, Relation.LESS, Affine.constant(greatest + 1)));
            }
        }
        if (!suffice(valid)) {
            for (int k = outer; k < indices.size(); k++) {
                for (int o = 0; o < k; o++) {
                    congruences(k, o, valid);
                }
            }
        }
        if (!suffice(valid)) {
            return Optional.empty();
        }
        for (int c = valid.size() - 1; c >= 0; c--) {
            List<Condition> fewer = new ArrayList<>(valid);
            fewer.remove(c);
            if (suffice(fewer)) {
                valid = fewer;
            }
        }
        return valid.size() <= MOST ? Optional.of(valid) : Optional.empty();
    }

    private void bounds(int k, int o, List<Condition> valid) {
        Affine difference = difference(k, o);
        long least = extreme(inside.rows(), difference, Math::min);
        long greatest = extreme(inside.rows(), difference, Math::max);
        if (greatest < extreme(all, difference, Math::max)) {
            valid.add(new Condition(whole(k, 0), Relation.AT_MOST, whole(o, greatest)));
        }
        if (least > extreme(all, difference, Math::min)) {
            valid.add(new Condition(whole(k, 0), Relation.AT_LEAST, whole(o, least)));
        }
    }

    private void congruences(int k, int o, List<Condition> valid) {
        for (long m = 2; m <= MOST; m++) {
            long modulus = m;
            long[] first = inside.rows().get(0);
            long rest = Math.floorMod(first[k] - first[o], m);
            boolean holds =
                    inside.rows().stream()
                            .allMatch(r -> Math.floorMod(r[k] - r[o], modulus) == rest);
            if (holds && rest == 0) {
                valid.add(new Condition(remainder(k, m), Relation.EQUAL, remainder(o, m)));
            }
        }
    }

    private Affine remainder(int index, long modulus) {
        return new Affine(0, List.of(new Step(1, indices.get(index), Part.REMAINDER, modulus)));
    }

    private Affine whole(int index, long constant) {
        return new Affine(constant, List.of(new Step(1, indices.get(index), Part.WHOLE, 1)));
    }

    private Affine difference(int a, int b) {
        return new Affine(
                0,
                List.of(
                        new Step(1, indices.get(a), Part.WHOLE, 1),
                        new Step(-1, indices.get(b), Part.WHOLE, 1)));
    }

    private long extreme(List<long[]> rows, Affine a, LongBinaryOperator of) {
        return rows.stream().mapToLong(r -> a.value(indices, r)).reduce(of).orElseThrow();
    }

    /** True if they hold for what is wanted and for nothing else. */
    private boolean suffice(List<Condition> conditions) {
        for (int v = 0; v < isWanted.length; v++) {
            long[] row = all.get(v);
            boolean holds =
                    conditions.stream()
                            .allMatch(
                                    c ->
                                            c.relation()
                                                    .holds(
                                                            c.left().value(indices, row),
                                                            c.right().value(indices, row)));
            if (holds != isWanted[v]) {
                return false;
            }
        }
        return true;
    }
}
