package io.heddle.lift;

import java.util.List;

/**
 * Tells expressions that compute each element of a tensor from the elements of others at the same
 * place, which are written without indices: {@code y = x + w}.
 */
final class Elementwise {
    private final List<Index> indices;

    /**
     * @param indices of the element
     */
    Elementwise(List<Index> indices) {
        this.indices = List.copyOf(indices);
    }

    /** True if that is all an expression does, and if it reads a tensor of the same shape. */
    boolean is(Expr e) {
        return isPart(e) && readsAll(e);
    }

    private boolean isPart(Expr e) {
        boolean isSimple =
                e instanceof Expr.Exact
                        || e instanceof Expr.Decimal
                        || e instanceof Expr.Constant
                        || e instanceof Expr.Read r && isInPlace(r)
                        || e instanceof Expr.Sum
                        || e instanceof Expr.Product
                        || e instanceof Expr.Apply
                        || e instanceof Expr.Extremum;
        return isSimple && Extents.parts(e).stream().allMatch(this::isPart);
    }

    private boolean readsAll(Expr e) {
        boolean isWhole = e instanceof Expr.Read r && r.at().size() == indices.size();
        return isWhole && !indices.isEmpty() || Extents.parts(e).stream().anyMatch(this::readsAll);
    }

    /** True of a scalar, and of an element at the last of the indices, along which it is whole. */
    private boolean isInPlace(Expr.Read r) {
        int before = indices.size() - r.at().size();
        boolean fits = before >= 0 && r.padding() == null;
        for (int d = 0; fits && d < r.at().size(); d++) {
            Index index = indices.get(before + d);
            fits =
                    r.at().get(d).is(index)
                            && index.extent().isConstant()
                            && index.extent().constant() == r.symbol().shape().get(d);
        }
        return fits;
    }
}
