package io.heddle.spec.write;

import io.heddle.spec.Expression;
import io.heddle.spec.Formula;
import io.heddle.spec.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A formula as an {@code align*} environment of LaTeX, with amsmath and amssymb. */
public final class LatexText {
    private static final String DIM = "dim";
    private static final String NEXT = "\\\\\n";

    private LatexText() {}

    /** The text: what the inputs are, and each definition with the ranges of its indices. */
    public static String of(Formula formula) {
        List<String> lines = new ArrayList<>();
        for (Statement s : formula.statements()) {
            if (s instanceof Statement.Declaration d) {
                lines.add(declaration(d));
            } else if (s instanceof Statement.Definition d) {
                lines.add(definition(d));
            }
        }
        return "\\begin{align*}\n" + String.join(NEXT, lines) + "\n\\end{align*}\n";
    }

    private static String declaration(Statement.Declaration d) {
        if (d.value() != null) {
            return LatexExpressions.name(d.name()) + " &= " + LatexExpressions.number(d.value());
        }
        boolean isReal = d.type().startsWith("f") || d.type().startsWith("bf");
        String set = d.type().equals(DIM) ? "\\mathbb{N}" : isReal ? "\\mathbb{R}" : "\\mathbb{Z}";
        String shape = "";
        if (d.extents() != null) {
            shape =
                    d.extents().stream()
                            .map(e -> LatexExpressions.of(e).at(LatexExpressions.PRODUCT))
                            .collect(Collectors.joining(" \\times ", "^{", "}"));
        }
        return LatexExpressions.name(d.name()) + " &\\in " + set + shape;
    }

    private static String definition(Statement.Definition d) {
        List<String> names = d.names().stream().map(LatexExpressions::name).toList();
        String left = String.join(",\\ ", names);
        String ranges = "";
        if (d.binders() != null) {
            List<String> indices = new ArrayList<>();
            List<String> bounds = new ArrayList<>();
            for (Statement.Binder b : d.binders()) {
                String index = LatexExpressions.name(b.name());
                indices.add(index);
                bounds.add("0 \\le " + index + " < " + LatexExpressions.of(b.extent()).text());
            }
            left += "_{" + String.join(",\\,", indices) + "}";
            ranges = " && (" + String.join(",\\ ", bounds) + ")";
        }
        Expression value = d.value();
        return left + " &= " + LatexExpressions.of(value).text() + ranges;
    }
}
