package io.heddle.spec.write;

import static io.heddle.spec.write.TorchValue.ATOM;

import io.heddle.spec.Expression;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Elements and parts of tensors. */
final class TorchReads {
    private final TorchProgram program;
    private final TorchExpressions expressions;

    TorchReads(TorchProgram program, TorchExpressions expressions) {
        this.program = program;
        this.expressions = expressions;
    }

    /** {@code x.T} and {@code x.shape}. */
    TorchValue attribute(Expression.Attribute a, TorchGrid grid) {
        TorchValue of = expressions.of(a.a(), TorchGrid.NONE);
        if (a.name().equals("T") && grid.axes().isEmpty()) {
            return of.as(of.at(ATOM) + (of.rank() == 2 ? ".T" : ".mT"), ATOM);
        }
        throw TorchProgram.refusal(a, "." + a.name());
    }

    /** {@code x[…]}, and {@code x.pad(0)[…]}. */
    TorchValue of(Expression.Indexed e, TorchGrid grid) {
        if (grid.axes().isEmpty()) {
            return part(e);
        }
        Expression tensor = e.a();
        TorchValue padding = null;
        if (tensor instanceof Expression.Call c
                && c.a() instanceof Expression.Attribute a
                && a.name().equals("pad")
                && c.arguments().size() == 1) {
            tensor = a.a();
            padding = expressions.of(c.arguments().get(0).value(), grid);
        }
        TorchValue base = expressions.of(tensor, TorchGrid.NONE);
        if (base.rank() != e.items().size()) {
            throw TorchProgram.refusal(e, "a part of a tensor as an element");
        }
        List<TorchGrid.Axis> axes = axes(e, grid);
        if (axes != null) {
            return base.as(grid.aligned(base.at(ATOM), axes), ATOM).over(axes).element();
        }
        List<String> at = new ArrayList<>(List.of(base.text()));
        Set<TorchGrid.Axis> over = new LinkedHashSet<>();
        for (Expression.Item item : e.items()) {
            if (item.isColon() || item.second() != null) {
                throw TorchProgram.refusal(e, "a part of a tensor as an element");
            }
            TorchValue index = expressions.of(item.first(), grid);
            at.add(index.text());
            over.addAll(index.over());
        }
        String text;
        if (padding != null) {
            at.add(1, padding.text());
            text = program.helper("padded") + "(" + String.join(", ", at) + ")";
        } else if (grid.isGuarded() && !isInside(e, grid)) {
            text = program.helper("nearest") + "(" + String.join(", ", at) + ")";
        } else {
            text = base.at(ATOM) + "[" + String.join(", ", at.subList(1, at.size())) + "]";
        }
        return base.as(text, ATOM).over(over).element();
    }

    /** The axes that the brackets name, if the tensor read so is a part of the grid; else null. */
    List<TorchGrid.Axis> axes(Expression.Indexed e, TorchGrid grid) {
        List<TorchGrid.Axis> axes = new ArrayList<>();
        for (int d = 0; d < e.items().size(); d++) {
            Expression.Item item = e.items().get(d);
            boolean isName = item.second() == null && item.first() instanceof Expression.Name;
            TorchGrid.Axis axis =
                    isName ? grid.find(((Expression.Name) item.first()).name()) : null;
            if (axis == null || !axis.extent().equals(extent(e, d))) {
                return null;
            }
            axes.add(axis);
        }
        return grid.areDistinct(axes) ? axes : null;
    }

    /** True if every index is a number, or one of the grid that has the extent of the tensor. */
    private boolean isInside(Expression.Indexed e, TorchGrid grid) {
        for (int d = 0; d < e.items().size(); d++) {
            Expression index = e.items().get(d).first();
            TorchGrid.Axis axis = index instanceof Expression.Name n ? grid.find(n.name()) : null;
            boolean isWhole = axis != null && axis.extent().equals(extent(e, d));
            if (!isWhole && !(index instanceof Expression.Numeral)) {
                return false;
            }
        }
        return true;
    }

    private String extent(Expression.Indexed e, int d) {
        List<String> all = e.a() instanceof Expression.Name n ? program.extents(n.name()) : null;
        return all == null || d >= all.size() ? null : all.get(d);
    }

    /** A part of a whole tensor: {@code x[:, None]}. */
    private TorchValue part(Expression.Indexed e) {
        TorchValue base = expressions.of(e.a(), TorchGrid.NONE);
        int rank = base.rank();
        List<String> items = new ArrayList<>();
        for (Expression.Item item : e.items()) {
            if (item.isColon()) {
                items.add(":");
            } else if (item.second() == null && item.first() instanceof Expression.None) {
                items.add("None");
                rank++;
            } else if (item.second() == null) {
                items.add(expressions.of(item.first(), TorchGrid.NONE).text());
                rank--;
            } else {
                throw TorchProgram.refusal(e, "a slice");
            }
        }
        return TorchValue.tensor(
                base.at(ATOM) + "[" + String.join(", ", items) + "]", ATOM, base.isInteger(), rank);
    }
}
