package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A reduction whose indices are coordinates of the elements that are read. A coordinate that is no
 * affine function of the indices so far becomes an index itself, and the others follow from these:
 * the transposed convolution, of which tap {@code t - 2 * i} meets element i. What is beyond the
 * ends then is padding, or conditions leave it out.
 */
final class Coordinates {
    private static final long MOST = 1_000_000; // vectors of indices

    private final Generaliser generaliser;
    private final Sample wanted;
    private final Kind kind;
    private final List<List<Form>> members;
    private final List<long[]> reads = new ArrayList<>(); // of all members, row by row
    private final List<Integer> rowOf = new ArrayList<>();

    /**
     * @param wanted what the reduction is in each row
     * @param members of each row, all of one skeleton
     */
    Coordinates(Generaliser generaliser, Sample wanted, Kind kind, List<List<Form>> members) {
        this.generaliser = generaliser;
        this.wanted = wanted;
        this.kind = kind;
        this.members = members;
        for (int r = 0; r < members.size(); r++) {
            for (Form m : members.get(r)) {
                reads.add(generaliser.skeletons().reads(m));
                rowOf.add(r);
            }
        }
    }

    /** The reduction, if there is one. */
    Optional<Expr> reduction() {
        int length = reads.get(0).length;
        if (reads.stream().anyMatch(r -> r.length != length)) {
            return Optional.empty();
        }
        List<Integer> order = new ArrayList<>();
        for (int c = 0; c < length; c++) {
            order.add(c);
        }
        Optional<Expr> found = Optional.empty();
        for (int attempt = 0; attempt < 2 && found.isEmpty(); attempt++) {
            try {
                found = new Choice(order).reduction();
            } catch (NoFormulaException e) {
                found = Optional.empty(); // other coordinates may do
            }
            Collections.reverse(order);
        }
        return found;
    }

    /** Coordinates that are taken for indices. */
    private final class Choice {
        private final List<Index> over = new ArrayList<>();
        private final SortedMap<Integer, Index> byCoordinate = new TreeMap<>();
        private final List<Affine> dependent = new ArrayList<>();
        private final Sample inside;

        Choice(List<Integer> order) {
            List<Index> indices = new ArrayList<>(wanted.indices());
            List<long[]> rows = new ArrayList<>();
            rowOf.forEach(r -> rows.add(wanted.rows().get(r)));
            Sample sample = new Sample(indices, rows, List.of());
            for (int c : order) {
                Optional<Affine> known = sample.affine(m -> reads.get(m)[c]);
                if (known.isPresent()) {
                    dependent.add(known.get());
                    continue;
                }
                long least = reads.stream().mapToLong(r -> r[c]).min().orElseThrow();
                long greatest = reads.stream().mapToLong(r -> r[c]).max().orElseThrow();
                Index k = new Index(Affine.constant(greatest - least + 1), null);
                over.add(k);
                byCoordinate.put(c, k);
                indices.add(k);
                for (int m = 0; m < rows.size(); m++) {
                    long[] row = Arrays.copyOf(rows.get(m), rows.get(m).length + 1);
                    row[row.length - 1] = reads.get(m)[c] - least;
                    rows.set(m, row);
                }
                sample = new Sample(indices, rows, List.of());
            }
            List<Form> forms = new ArrayList<>();
            members.forEach(forms::addAll);
            inside = new Sample(indices, rows, forms);
        }

        Optional<Expr> reduction() {
            long size = wanted.size();
            for (Index k : over) {
                size *= k.extent().constant();
            }
            if (size > MOST || over.isEmpty()) {
                return Optional.empty();
            }
            Expr body = generaliser.part(inside);
            Optional<Expr> padded = padded(body);
            return padded.isPresent() ? padded : guarded(body);
        }

        private Optional<Expr> padded(Expr body) {
            if (kind == Kind.PRODUCT) {
                return Optional.empty();
            }
            Expr padding =
                    kind == Kind.SUM
                            ? new Expr.Exact(Rational.ZERO)
                            : new Expr.Infinity(kind == Kind.MAX);
            try {
                Expr all = reduce(List.of(), new Padding(wanted, over, padding).of(body));
                return Optional.of(all).filter(e -> generaliser.values().isThat(e, wanted));
            } catch (NoFormulaException e) {
                return Optional.empty();
            }
        }

        private Expr reduce(List<Expr.Condition> where, Expr body) {
            return new Expr.Reduce(kind, List.copyOf(byCoordinate.values()), where, body);
        }

        private Optional<Expr> guarded(Expr body) {
            return new Guards(wanted, over, inside, dependent)
                    .conditions()
                    .map(where -> reduce(where, body));
        }
    }
}
