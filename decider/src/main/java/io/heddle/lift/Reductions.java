package io.heddle.lift;

import io.heddle.lift.Form.Kind;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the indices over which a sum, a maximum or a minimum runs in each row of a sample. */
final class Reductions {
    private static final int MOST_SEARCHED = 4096; // elements, for other words for what is found

    private final Generaliser generaliser;
    private final Sample sample;

    Reductions(Generaliser generaliser, Sample sample) {
        this.generaliser = generaliser;
        this.sample = sample;
    }

    /**
     * The reduction.
     *
     * @param members of each row, all of one skeleton
     * @throws NoFormulaException if what they read is no box of indices
     */
    Expr reduce(Kind kind, List<List<Form>> members) {
        if (members.stream().allMatch(row -> row.size() == 1)) {
            return generaliser.part(sample.with(members.stream().map(row -> row.get(0)).toList()));
        }
        Sample wanted =
                sample.with(members.stream().map(row -> generaliser.joined(kind, row)).toList());
        Expr boxed = null;
        String reason = null;
        try {
            boxed = overBox(kind, members, wanted);
            if (bends(boxed) == 0) {
                return boxed;
            }
        } catch (NoFormulaException e) {
            reason = e.getMessage();
        }
        if (boxed != null && members.stream().mapToInt(List::size).sum() > MOST_SEARCHED) {
            return boxed;
        }
        Optional<Expr> other = new Coordinates(generaliser, wanted, kind, members).reduction();
        if (other.isPresent() && (boxed == null || bends(other.get()) < bends(boxed))) {
            return other.get();
        } else if (boxed == null) {
            throw new NoFormulaException(reason);
        }
        return boxed;
    }

    /** How many quotients and remainders of indices stand in a reduction. */
    private static long bends(Expr e) {
        long own = 0;
        if (e instanceof Expr.Read r) {
            own = r.at().stream().mapToLong(Reductions::bends).sum();
        } else if (e instanceof Expr.Reduce r) {
            own = r.over().stream().mapToLong(k -> bends(k.extent())).sum();
            own += r.where().stream().mapToLong(c -> bends(c.left()) + bends(c.right())).sum();
        }
        return own + Extents.parts(e).stream().mapToLong(Reductions::bends).sum();
    }

    private static long bends(Affine a) {
        return a.steps().stream().filter(s -> s.part() != Affine.Part.WHOLE).count();
    }

    /**
     * What a reduction runs over.
     *
     * @param inside a row for each member, by the indices of the reduction, too
     */
    record Members(List<Index> over, Sample inside) {}

    /**
     * The indices of a box that the members of each row are.
     *
     * @throws NoFormulaException if they are none
     */
    Members members(Kind kind, List<List<Form>> members) {
        List<List<Form>> sorted = sorted(members);
        List<long[]> extents = extents(kind, sorted);
        List<Index> over = over(extents).orElseThrow(() -> noBox(kind));
        return new Members(over, inside(sample, over, extents, sorted));
    }

    private Expr overBox(Kind kind, List<List<Form>> members, Sample wanted) {
        List<List<Form>> sorted = sorted(members);
        List<long[]> extents = extents(kind, sorted);
        Optional<List<Index>> over = over(extents);
        if (over.isEmpty()) {
            Expr window = window(kind, sorted, extents);
            if (!generaliser.values().isThat(window, wanted)) {
                throw noBox(kind);
            }
            return window;
        }
        Sample inside = inside(sample, over.get(), extents, sorted);
        return new Expr.Reduce(kind, over.get(), generaliser.part(inside));
    }

    /** Members in the order of what they read; of those that read more and more, in this order. */
    private List<List<Form>> sorted(List<List<Form>> members) {
        Skeletons skeletons = generaliser.skeletons();
        Comparator<Form> byLength = Comparator.comparingInt(f -> skeletons.reads(f).length);
        List<List<Form>> sorted = new ArrayList<>();
        for (List<Form> row : members) {
            List<Form> inOrder = new ArrayList<>(row);
            inOrder.sort(byLength.thenComparing(skeletons::reads, Arrays::compare));
            sorted.add(inOrder);
        }
        return sorted;
    }

    /** How many members there are along each index, by row. */
    private List<long[]> extents(Kind kind, List<List<Form>> sorted) {
        List<long[]> extents = new ArrayList<>();
        if (readMoreAndMore(sorted)) {
            sorted.forEach(row -> extents.add(new long[] {row.size()}));
            return extents;
        }
        List<Form> most = sorted.stream().max(Comparator.comparingInt(List::size)).orElseThrow();
        List<long[]> strides = Box.strides(reads(most)).orElseThrow(() -> noBox(kind));
        for (List<Form> row : sorted) {
            extents.add(Box.extents(reads(row), strides).orElseThrow(() -> noBox(kind)));
        }
        return extents;
    }

    /** True if no two members of a row read equally many elements, as with running maxima. */
    private boolean readMoreAndMore(List<List<Form>> sorted) {
        return sorted.stream()
                .allMatch(
                        row ->
                                row.stream()
                                                .mapToInt(
                                                        f ->
                                                                generaliser
                                                                        .skeletons()
                                                                        .reads(f)
                                                                        .length)
                                                .distinct()
                                                .count()
                                        == row.size());
    }

    /** An index for each extent; empty if one is no affine function of the sample's indices. */
    private Optional<List<Index>> over(List<long[]> extents) {
        List<Index> over = new ArrayList<>();
        for (int d = 0; d < extents.get(0).length; d++) {
            int level = d;
            Optional<Affine> extent = sample.affine(r -> extents.get(r)[level]);
            if (extent.isEmpty()) {
                return Optional.empty();
            }
            over.add(new Index(extent.get(), null));
        }
        return Optional.of(over);
    }

    /**
     * A reduction over a window that the ends of a tensor cut off in some rows: what the others
     * read gives the indices, and what is read beyond the ends is padding.
     */
    private Expr window(Kind kind, List<List<Form>> sorted, List<long[]> extents) {
        long[] whole = new long[extents.get(0).length];
        for (long[] e : extents) {
            for (int d = 0; d < whole.length; d++) {
                whole[d] = Math.max(whole[d], e[d]);
            }
        }
        BitSet full = new BitSet();
        List<List<Form>> members = new ArrayList<>();
        for (int r = 0; r < sorted.size(); r++) {
            if (Arrays.equals(extents.get(r), whole)) {
                full.set(r);
                members.add(sorted.get(r));
            }
        }
        if (full.cardinality() < 2) {
            throw noBox(kind);
        }
        List<Index> over =
                Arrays.stream(whole).mapToObj(n -> new Index(Affine.constant(n), null)).toList();
        Sample whereFull = sample.where(full::get);
        Sample inside =
                inside(whereFull, over, Collections.nCopies(members.size(), whole), members);
        Expr body = generaliser.part(inside);
        Expr padding = kind == Kind.SUM ? new Expr.Exact(Rational.ZERO) : infinity(kind);
        return new Expr.Reduce(kind, over, new Padding(sample, over, padding).of(body));
    }

    private static Expr infinity(Kind kind) {
        if (kind == Kind.PRODUCT) {
            throw noBox(kind);
        }
        return new Expr.Infinity(kind == Kind.MAX);
    }

    private List<long[]> reads(List<Form> row) {
        return row.stream().map(generaliser.skeletons()::reads).toList();
    }

    private static NoFormulaException noBox(Kind kind) {
        String what =
                switch (kind) {
                    case SUM -> "sum";
                    case PRODUCT -> "product";
                    case MAX -> "maximum";
                    default -> "minimum";
                };
        return new NoFormulaException(
                "the elements of a " + what + " are not those of indices between bounds");
    }

    /** A row for each member. */
    private static Sample inside(
            Sample sample, List<Index> over, List<long[]> extents, List<List<Form>> sorted) {
        List<Index> indices = new ArrayList<>(sample.indices());
        indices.addAll(over);
        List<long[]> rows = new ArrayList<>();
        List<Form> forms = new ArrayList<>();
        for (int r = 0; r < sorted.size(); r++) {
            long[] outer = sample.rows().get(r);
            for (int m = 0; m < sorted.get(r).size(); m++) {
                long[] row = Arrays.copyOf(outer, indices.size());
                long rest = m;
                for (int d = over.size() - 1; d >= 0; d--) {
                    row[outer.length + d] = rest % extents.get(r)[d];
                    rest /= extents.get(r)[d];
                }
                rows.add(row);
                forms.add(sorted.get(r).get(m));
            }
        }
        return new Sample(indices, rows, forms);
    }
}
