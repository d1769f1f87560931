package io.heddle.spec.write;

import io.heddle.spec.Expression;
import io.heddle.spec.Formula;
import io.heddle.spec.Statement;
import io.heddle.spec.index.FormulaException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A formula as a file of Python: {@code lifted}, a function of the formula's inputs that computes
 * what the formula defines with PyTorch.
 */
public final class TorchText {
    private static final String DIM = "dim";

    private final TorchProgram program = new TorchProgram();
    private final TorchExpressions expressions = new TorchExpressions(program);
    private final List<String> parameters = new ArrayList<>();
    private final List<String> sizes = new ArrayList<>();
    private final List<String> results = new ArrayList<>();

    private TorchText() {}

    /**
     * The text. The function returns what no definition reads, several tensors as a tuple.
     *
     * @throws FormulaException naming what has no words in PyTorch, and where it stands
     */
    public static String of(Formula formula) {
        return new TorchText().text(formula.statements());
    }

    private String text(List<Statement> statements) {
        Set<String> read = new LinkedHashSet<>();
        for (Statement s : statements) {
            if (s instanceof Statement.Definition d) {
                Names.of(d).forEach(read::add);
            }
        }
        for (Statement s : statements) {
            if (s instanceof Statement.Declaration d && d.type().equals(DIM)) {
                dim(d);
            }
        }
        for (Statement s : statements) {
            if (s instanceof Statement.Declaration d && !d.type().equals(DIM)) {
                declare(d);
            }
        }
        for (Statement s : statements) {
            if (s instanceof Statement.Declaration d && d.extents() != null) { // all dims are known
                program.putExtents(
                        d.name(),
                        expressions.all(d.extents(), TorchGrid.NONE).stream()
                                .map(TorchValue::text)
                                .toList());
            }
        }
        for (Statement s : statements) {
            if (s instanceof Statement.Definition d) {
                define(d, read);
            } else if (s instanceof Statement.Function f) {
                throw new FormulaException(
                        f.place(), "a function of the formula's own is not written as PyTorch");
            }
        }
        List<String> all = new ArrayList<>(parameters);
        sizes.stream().filter(program::isUsed).forEach(all::add);
        return program.text(String.join(", ", all), results);
    }

    private void dim(Statement.Declaration d) {
        String variable = program.variable(d.name());
        program.put(d.name(), TorchValue.number(variable, TorchValue.ATOM, true));
        if (d.value() == null) {
            sizes.add(variable);
        } else {
            program.line(variable + " = " + d.value());
        }
    }

    private void declare(Statement.Declaration d) {
        String variable = program.variable(d.name());
        boolean isInteger = !d.type().startsWith("f") && !d.type().startsWith("bf");
        if (d.value() != null) {
            program.line(variable + " = " + d.value());
            program.put(d.name(), TorchValue.number(variable, TorchValue.ATOM, isInteger));
            return;
        }
        parameters.add(variable);
        if (d.extents() == null) {
            program.put(d.name(), TorchValue.number(variable, TorchValue.ATOM, isInteger));
            return;
        }
        int rank = d.extents().size();
        program.put(d.name(), TorchValue.tensor(variable, TorchValue.ATOM, isInteger, rank));
        program.nextTo(variable);
        if (!isInteger) {
            program.putType(d.type());
        }
        dims(d, variable);
        if (isInteger) {
            program.line(variable + " = " + variable + ".long()");
        }
    }

    /** Takes the dims that nothing gives yet from a tensor's shape. */
    private void dims(Statement.Declaration d, String tensor) {
        List<String> variables = new ArrayList<>();
        for (Expression e : d.extents()) {
            String variable = "_";
            if (e instanceof Expression.Name n && program.find(n.name()) == null) {
                variable = program.variable(n.name());
                program.put(n.name(), TorchValue.number(variable, TorchValue.ATOM, true));
            }
            variables.add(variable);
        }
        program.sizes(variables, tensor);
    }

    private void define(Statement.Definition d, Set<String> read) {
        if (d.names().size() != 1) {
            throw new FormulaException(d.place(), "several names are not written as PyTorch");
        }
        String name = d.names().get(0);
        TorchGrid grid = TorchGrid.NONE;
        List<Statement.Binder> binders = d.binders() == null ? List.of() : d.binders();
        for (Statement.Binder b : binders) {
            String extent = expressions.of(b.extent(), TorchGrid.NONE).text();
            grid = grid.with(program.axis(b.name(), extent));
        }
        TorchValue value = expressions.of(d.value(), grid);
        String variable = program.variable(name);
        program.line(variable + " = " + (binders.isEmpty() ? value.text() : whole(value, grid)));
        if (binders.isEmpty()) {
            program.put(name, value.as(variable, TorchValue.ATOM));
        } else {
            program.put(
                    name,
                    TorchValue.tensor(
                            variable, TorchValue.ATOM, value.isInteger(), binders.size()));
            program.putExtents(name, grid.extents());
        }
        if (!read.contains(name)) {
            results.add(variable);
        }
    }

    /** A tensor that has all elements of a grid. */
    private String whole(TorchValue value, TorchGrid grid) {
        String shape = String.join(", ", grid.extents()) + (grid.axes().size() == 1 ? "," : "");
        if (!value.isTensor()) {
            String number = value.isInteger() ? "1.0 * " + value.at(TorchValue.SIGN) : value.text();
            number = value.text().matches("[0-9]+") ? value.text() + ".0" : number;
            return "torch.full((" + shape + "), " + number + program.device() + ")";
        } else if (value.over().containsAll(grid.axes())) {
            return value.text();
        }
        return "torch.broadcast_to(" + value.text() + ", (" + shape + "))";
    }
}
