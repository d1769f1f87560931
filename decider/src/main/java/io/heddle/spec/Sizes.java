package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What {@code proved(N=2, D=64)} or {@code shipped(N=4096, D=64)} says: a value for every dim of a
 * formula that has none.
 *
 * @param place of the statement
 * @param isShipped false: the candidate is proved at this size
 * @param dims values by name
 */
public record Sizes(Place place, boolean isShipped, Map<String, Long> dims) {
    /** Copies the map, whose order stays. */
    public Sizes {
        dims = new LinkedHashMap<>(dims);
    }

    /** {@code N=2, D=64}. */
    @Override
    public String toString() {
        String text = dims.toString();
        return text.substring(1, text.length() - 1);
    }

    /**
     * What a statement says.
     *
     * @param open the dims that have no value
     * @throws FormulaException if it gives other dims than these, or no integers
     */
    static Sizes of(Statement.Sizes s, Set<String> open) {
        Map<String, Long> dims = new LinkedHashMap<>();
        for (Statement.Size size : s.dims()) {
            if (!open.contains(size.dim())) {
                throw new FormulaException(
                        size.place(),
                        size.dim()
                                + " is no dim without a value; "
                                + (open.isEmpty()
                                        ? "there is none"
                                        : "there are " + String.join(", ", open)));
            }
            Int value =
                    Scalars.integer(
                            new Elaborator().evaluate(size.value(), Scope.outermost()),
                            size.value().place());
            if (dims.put(size.dim(), value.constant()) != null) {
                throw new FormulaException(size.place(), "a second value of " + size.dim());
            }
        }
        open.stream()
                .filter(dim -> !dims.containsKey(dim))
                .findFirst()
                .ifPresent(
                        dim -> {
                            throw new FormulaException(s.place(), "no value of the dim " + dim);
                        });
        return new Sizes(s.place(), s.isShipped(), dims);
    }

    /** The dims of declarations that have no value, in their order. */
    static Set<String> open(List<Statement.Declaration> declarations, String dimType) {
        Set<String> open = new LinkedHashSet<>();
        Set<String> known = new LinkedHashSet<>();
        for (Statement.Declaration d : declarations) {
            if (d.value() != null) {
                known.add(d.name());
            } else if (d.type().equals(dimType)) {
                open.add(d.name());
            } else if (d.extents() != null) {
                d.extents().stream()
                        .filter(Expression.Name.class::isInstance)
                        .forEach(e -> open.add(((Expression.Name) e).name()));
            }
        }
        open.removeAll(known);
        return open;
    }
}
