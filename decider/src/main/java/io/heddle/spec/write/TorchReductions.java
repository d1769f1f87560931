package io.heddle.spec.write;

import static io.heddle.spec.write.TorchValue.ATOM;
import static io.heddle.spec.write.TorchValue.COMPARISON;
import static io.heddle.spec.write.TorchValue.SIGN;
import static io.heddle.spec.write.TorchValue.SUM;

import io.heddle.spec.Expression;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Reductions over indices: {@code sum[k:K](…)}. */
final class TorchReductions {
    private static final Map<String, String> METHODS =
            Map.of(
                    "sum", "sum", "prod", "prod", "max", "amax", "min", "amin", "argmax", "argmax",
                    "argmin", "argmin");

    private final TorchProgram program;
    private final TorchExpressions expressions;

    TorchReductions(TorchProgram program, TorchExpressions expressions) {
        this.program = program;
        this.expressions = expressions;
    }

    /**
     * A reduction.
     *
     * @param over its word and its brackets
     */
    TorchValue of(Expression.Call call, Expression.Indexed over, TorchGrid grid) {
        if (!(over.a() instanceof Expression.Name word)
                || !METHODS.containsKey(word.name())
                || call.arguments().size() != 1) {
            throw TorchProgram.refusal(call, "this call");
        }
        TorchGrid inner = grid;
        for (Expression.Item item : over.items()) {
            if (item.second() != null) {
                String name = ((Expression.Name) item.first()).name();
                inner = inner.with(program.axis(name, most(item.second(), inner)));
            }
        }
        List<TorchGrid.Axis> own = inner.axes().subList(grid.axes().size(), inner.axes().size());
        TorchValue mask = null;
        for (Expression.Item item : over.items()) {
            TorchValue condition = condition(item, inner);
            mask = condition == null ? mask : TorchExpressions.both(mask, condition, " & ");
        }
        Expression body = call.arguments().get(0).value();
        if (word.name().equals("sum") && mask == null && program.isOfOneType()) {
            TorchValue product = einsum(body, own, grid, inner);
            if (product != null) {
                return product;
            }
        }
        if (word.name().startsWith("arg") && own.size() != 1) {
            throw TorchProgram.refusal(call, word.name() + " over several indices");
        }
        TorchValue all = expressions.of(body, mask == null ? inner : inner.guarded());
        return reduced(word.name(), all, mask, own);
    }

    /** Where an element counts; null if it always does. */
    private TorchValue condition(Expression.Item item, TorchGrid inner) {
        if (item.second() == null) {
            return expressions.condition(item.first(), inner);
        } else if (!isOfIndices(item.second(), inner)) {
            return null;
        }
        TorchValue index = expressions.of(item.first(), inner);
        TorchValue extent = expressions.of(item.second(), inner);
        return index.with(extent, index.text() + " < " + extent.at(SUM), COMPARISON);
    }

    private static boolean isOfIndices(Expression e, TorchGrid grid) {
        return Names.of(e).anyMatch(n -> grid.find(n) != null);
    }

    /** The greatest value of an extent. */
    private String most(Expression extent, TorchGrid grid) {
        TorchValue value = expressions.of(extent, grid);
        if (!isOfIndices(extent, grid)) {
            return value.text();
        }
        boolean isNext =
                extent instanceof Expression.Binary b
                        && b.operator().equals("+")
                        && b.a() instanceof Expression.Name n
                        && grid.find(n.name()) != null
                        && b.b() instanceof Expression.Numeral one
                        && one.text().equals("1");
        if (isNext) {
            return grid.find(((Expression.Name) ((Expression.Binary) extent).a()).name()).extent();
        }
        return "max(0, int(" + value.at(ATOM) + ".max()))";
    }

    private TorchValue reduced(
            String word, TorchValue all, TorchValue mask, List<TorchGrid.Axis> own) {
        Set<TorchGrid.Axis> over = new LinkedHashSet<>(all.over());
        String text = all.at(ATOM);
        if (mask != null) {
            over.addAll(mask.over());
            text = "torch.where(" + String.join(", ", mask.text(), all.text(), neutral(word)) + ")";
        }
        List<TorchGrid.Axis> missing = own.stream().filter(a -> !over.contains(a)).toList();
        if (!missing.isEmpty()) { // as often as there are values of the index
            TorchGrid axes = new TorchGrid(own, false);
            text = "(" + (mask == null ? all.at(SUM) : text);
            for (TorchGrid.Axis a : missing) {
                text += " + 0 * " + axes.aligned(program.range(a), List.of(a));
            }
            text += ")";
        }
        own.forEach(over::remove);
        int n = own.size();
        String axes =
                n == 1
                        ? "-1"
                        : "("
                                + String.join(
                                        ", ",
                                        IntStream.rangeClosed(-n, -1)
                                                .mapToObj(Integer::toString)
                                                .toList())
                                + ")";
        String method = METHODS.get(word);
        if (word.equals("prod") && n > 1) {
            text += ".flatten(-" + n + ")";
            axes = "-1";
        }
        boolean areIntegers = all.isInteger() || word.startsWith("arg");
        return TorchValue.tensor(text + "." + method + "(" + axes + ")", ATOM, areIntegers, 0)
                .over(over);
    }

    /** What changes nothing. */
    private String neutral(String word) {
        return switch (word) {
            case "sum" -> "0";
            case "prod" -> "1";
            case "max", "argmax" -> "-" + program.math("inf");
            default -> program.math("inf");
        };
    }

    // ---------------------------------------------------------------- products

    /** A sum of products of tensors that are parts of the grid; null if it is another sum. */
    private TorchValue einsum(
            Expression body, List<TorchGrid.Axis> own, TorchGrid grid, TorchGrid inner) {
        List<String> letters = new ArrayList<>();
        List<String> operands = new ArrayList<>();
        List<Expression> others = new ArrayList<>();
        Set<TorchGrid.Axis> over = new LinkedHashSet<>();
        for (Expression factor : factors(body)) {
            boolean isInside =
                    Names.of(factor).map(inner::find).anyMatch(a -> a != null && own.contains(a));
            if (!isInside) {
                others.add(factor);
                continue;
            }
            List<TorchGrid.Axis> axes =
                    factor instanceof Expression.Indexed i
                                    && i.a() instanceof Expression.Name
                                    && i.items().stream().noneMatch(m -> m.isColon())
                            ? expressions.reads().axes(i, inner)
                            : null;
            if (axes == null) {
                return null;
            }
            TorchValue tensor = expressions.of(((Expression.Indexed) factor).a(), TorchGrid.NONE);
            if (tensor.isInteger()) {
                return null;
            }
            operands.add(tensor.text());
            letters.add(letters(axes, inner));
            over.addAll(axes);
        }
        if (operands.size() < 2 || !over.containsAll(own)) {
            return null;
        }
        List<TorchGrid.Axis> kept = grid.axes().stream().filter(over::contains).toList();
        String rule = String.join(",", letters) + "->" + letters(kept, inner);
        String text = "torch.einsum(\"" + rule + "\", " + String.join(", ", operands) + ")";
        TorchValue sum = TorchValue.tensor(grid.aligned(text, kept), ATOM, false, 0).over(kept);
        for (Expression e : others) {
            TorchValue factor = expressions.of(e, grid);
            sum = factor.with(sum, factor.at(SIGN) + " * " + sum.at(SIGN), TorchValue.PRODUCT);
        }
        return sum;
    }

    private static String letters(List<TorchGrid.Axis> axes, TorchGrid grid) {
        StringBuilder letters = new StringBuilder();
        axes.forEach(a -> letters.append((char) ('a' + grid.axes().indexOf(a))));
        return letters.toString();
    }

    private static List<Expression> factors(Expression e) {
        if (e instanceof Expression.Binary b && b.operator().equals("*")) {
            List<Expression> all = new ArrayList<>(factors(b.a()));
            all.addAll(factors(b.b()));
            return all;
        }
        return List.of(e);
    }
}
