package io.heddle.lift;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Lets the body of a reduction read padding where an index is beyond the end of a tensor. */
final class Padding {
    private final List<Index> indices;
    private final List<long[]> rows = new ArrayList<>();
    private final Expr padding;

    /**
     * @param sample with the indices of what the reduction is a part of
     * @param over the indices of the reduction
     * @param padding what is read beyond the ends
     */
    Padding(Sample sample, List<Index> over, Expr padding) {
        this.padding = padding;
        this.indices = new ArrayList<>(sample.indices());
        indices.addAll(over);
        if (over.stream().anyMatch(k -> !k.extent().isConstant())) {
            throw new NoFormulaException("the bounds of a window depend on indices");
        }
        long inside = 1;
        for (Index k : over) {
            inside *= k.extent().constant();
        }
        for (long[] outer : sample.rows()) {
            for (long m = 0; m < inside; m++) {
                long[] row = Arrays.copyOf(outer, indices.size());
                long rest = m;
                for (int d = over.size() - 1; d >= 0; d--) {
                    long extent = over.get(d).extent().constant();
                    row[outer.length + d] = rest % extent;
                    rest /= extent;
                }
                rows.add(row);
            }
        }
    }

    /** The body, which is an element or a product. */
    Expr of(Expr body) {
        if (body instanceof Expr.Read r) {
            return isBeyond(r) ? new Expr.Read(r.symbol(), r.at(), padding) : r;
        } else if (body instanceof Expr.Product p && padding instanceof Expr.Exact) {
            return new Expr.Product(
                    p.parts().stream()
                            .map(f -> new Expr.Power(of(f.base()), f.exponent()))
                            .toList());
        }
        throw new NoFormulaException(
                "what a window reads is neither an element nor a product of elements");
    }

    private boolean isBeyond(Expr.Read read) {
        for (int d = 0; d < read.at().size(); d++) {
            long extent = read.symbol().shape().get(d);
            for (long[] row : rows) {
                long at = read.at().get(d).value(indices, row);
                if (at < 0 || at >= extent) {
                    return true;
                }
            }
        }
        return false;
    }
}
