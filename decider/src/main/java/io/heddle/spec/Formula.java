package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.term.ElementType;
import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A formula: the mathematics that a kernel is compared with, as a file of the formula language. Its
 * inputs' extents are expressions over dims, which the tensors that it is used with give.
 */
public final class Formula {
    private static final Map<String, ElementType> TYPES =
            Map.ofEntries(
                    Map.entry("f16", ElementType.F16),
                    Map.entry("bf16", ElementType.BF16),
                    Map.entry("f32", ElementType.F32),
                    Map.entry("f64", ElementType.F64),
                    Map.entry("i8", ElementType.S8),
                    Map.entry("u8", ElementType.U8),
                    Map.entry("i16", ElementType.S16),
                    Map.entry("u16", ElementType.U16),
                    Map.entry("i32", ElementType.S32),
                    Map.entry("u32", ElementType.U32),
                    Map.entry("i64", ElementType.S64),
                    Map.entry("u64", ElementType.U64),
                    Map.entry("bool", ElementType.U8));
    private static final long MOST_ELEMENTS = 1L << 40;
    private static final String DIM = "dim";

    private final String file;
    private final List<Statement> statements;
    private final boolean partly;

    private Formula(String file, List<Statement> statements, boolean partly) {
        this.file = file;
        this.statements = List.copyOf(statements);
        this.partly = partly;
    }

    /**
     * The same formula, which takes assumptions about more elements than can be listed where they
     * are ranges of all elements, and leaves out the others ({@link BoundFormula#leftOut}): for
     * runs at large sizes, not for proofs.
     */
    public Formula partly() {
        return new Formula(file, statements, true);
    }

    /**
     * Reads a formula.
     *
     * @param file its name, for messages
     * @throws FormulaException if it is none, with the place and what was expected
     */
    public static Formula parse(String file, String text) {
        Formula formula = new Formula(file, FormulaParser.parse(file, text), false);
        formula.statements.forEach(Formula::check);
        formula.sizes();
        boolean defines =
                formula.statements.stream().anyMatch(Statement.Definition.class::isInstance);
        if (!defines) {
            throw new FormulaException(
                    new Place(file, 1, 1), "a formula defines a tensor, such as y = A @ B");
        }
        return formula;
    }

    private static void check(Statement statement) {
        if (statement instanceof Statement.Definition d && d.declared() != null) {
            checkType(d.declared(), d.declared().type().equals(DIM));
            if (d.declared().type().equals(DIM)) {
                throw new FormulaException(d.place(), "a dim has no extents");
            }
        }
        if (statement instanceof Statement.Declaration d) {
            boolean isDim = d.type().equals(DIM);
            checkType(d, isDim);
            if (isDim && d.extents() != null) {
                throw new FormulaException(d.place(), "a dim has no extents");
            }
            boolean isInteger =
                    isDim || TYPES.containsKey(d.type()) && !TYPES.get(d.type()).isFloat();
            if (isInteger && d.value() != null && !d.value().matches("-?[0-9_]+")) {
                throw new FormulaException(
                        d.place(), d.value() + " is no " + d.type() + ", which is an integer");
            }
        }
    }

    private static void checkType(Statement.Declaration d, boolean isDim) {
        if (!isDim && !TYPES.containsKey(d.type())) {
            throw new FormulaException(
                    d.place(),
                    "no type "
                            + d.type()
                            + "; there are f16, bf16, f32, f64, i8 to i64, u8 to"
                            + " u64, bool and dim");
        }
    }

    /**
     * The sizes that {@code proved(…)} and {@code shipped(…)} give, in the order of the file.
     *
     * @throws FormulaException if they give other dims than those without a value
     */
    public List<Sizes> sizes() {
        Set<String> open = Sizes.open(declarations().toList(), DIM);
        return statements.stream()
                .filter(Statement.Sizes.class::isInstance)
                .map(s -> Sizes.of((Statement.Sizes) s, open))
                .toList();
    }

    /** The name by which formulas call a type; empty if they have none. */
    public static Optional<String> typeName(ElementType type) {
        return TYPES.entrySet().stream()
                .filter(e -> e.getValue() == type && !e.getKey().equals("bool"))
                .map(Map.Entry::getKey)
                .findAny();
    }

    /** What it says, in its order. */
    public List<Statement> statements() {
        return statements;
    }

    /** The name of the file. */
    public String file() {
        return file;
    }

    /** The names of the tensors and scalars that the formula is given, in its order. */
    public List<String> inputs() {
        return declarations().filter(d -> !d.type().equals(DIM)).map(d -> d.name()).toList();
    }

    /** The names of the dims that it declares without a value. */
    public List<String> dims() {
        return declarations()
                .filter(d -> d.type().equals(DIM) && d.value() == null)
                .map(d -> d.name())
                .toList();
    }

    private java.util.stream.Stream<Statement.Declaration> declarations() {
        return statements.stream()
                .filter(Statement.Declaration.class::isInstance)
                .map(Statement.Declaration.class::cast);
    }

    /**
     * The formula for tensors of these shapes.
     *
     * @param shapes of its inputs by name; what is missing must follow from the others and {@code
     *     dims}. A shape of another rank is that of the same elements in row-major order
     * @param dims given by name; each is read somewhere, and differs from none that the file gives
     * @throws FormulaException if they do not fit it, or it is wrong
     */
    public BoundFormula bind(Map<String, List<Integer>> shapes, Map<String, Long> dims) {
        return new Binding().bind(shapes, dims);
    }

    /** One binding. */
    private final class Binding {
        private final Elaborator elaborator = new Elaborator();
        private final Scope own;
        private final Map<String, Input> inputs = new LinkedHashMap<>();
        private final Assumptions assumptions = new Assumptions(elaborator, partly);
        private final Map<String, Value> outputs = new LinkedHashMap<>();
        private final Map<String, Output> declared = new LinkedHashMap<>();

        Binding() {
            Scope scope = Scope.outermost();
            Builtins.put(scope);
            Scope prelude = scope.inner();
            Prelude.put(prelude);
            own = prelude.inner();
        }

        BoundFormula bind(Map<String, List<Integer>> shapes, Map<String, Long> dims) {
            guarded(
                    new Place(file, 1, 1),
                    () -> new Dims(declarations().toList(), elaborator, own).solve(shapes, dims));
            statements.forEach(s -> guarded(s.place(), () -> take(s)));
            unused(own);
            unread(dims);
            Constants constants = new Constants(elaborator, own, inputs.values());
            return new BoundFormula(
                    Formula.this, inputs, outputs, declared, assumptions, constants);
        }

        /** Complains about a dim that is given and that nothing reads. */
        private void unread(Map<String, Long> dims) {
            for (String name : dims.keySet()) {
                if (!own.isUsed(name)) {
                    throw new FormulaException(
                            new Place(file, 1, 1),
                            "no dim is named "
                                    + name
                                    + ", or nothing reads it; it is given as "
                                    + dims.get(name));
                }
            }
        }

        private void guarded(Place place, Runnable action) {
            try {
                action.run();
            } catch (FormulaException e) {
                throw Prelude.has(e.place()) ? new FormulaException(place, e.complaint()) : e;
            } catch (ArithmeticException e) {
                throw new FormulaException(place, "a number here does not fit in 64 bits");
            } catch (LimitExceededException e) {
                throw new FormulaException(place, "more than " + e.getMessage());
            }
        }

        private void take(Statement s) {
            if (s instanceof Statement.Declaration d && !d.type().equals(DIM)) {
                declare(d, elaborator, own, inputs);
            } else if (s instanceof Statement.Function f) {
                elaborator.define(f, own);
            } else if (s instanceof Statement.Definition d) {
                elaborator.define(d, own);
                d.names().forEach(name -> outputs.put(name, own.find(name)));
                if (d.declared() != null) {
                    declared.put(d.names().get(0), output(d));
                }
            } else if (s instanceof Statement.Assumption a) {
                assumptions.add(a, own);
            }
        }

        /** The output that a definition with a type states; its value must have the shape. */
        private Output output(Statement.Definition d) {
            List<Integer> shape = new ArrayList<>();
            for (Expression extent : d.declared().extents()) {
                shape.add(Scalars.constant(elaborator.evaluate(extent, own), extent.place()));
            }
            String name = d.names().get(0);
            Definition definition = BoundFormula.definition(name, own.find(name), d.place());
            if (definition == null) {
                throw new FormulaException(d.place(), name + " is no tensor and no number");
            }
            boolean isNumber = definition.shape().isEmpty() && shape.equals(List.of(1));
            if (!isNumber && !definition.shape().equals(shape)) {
                throw new FormulaException(
                        d.place(),
                        name
                                + (definition.shape().isEmpty()
                                        ? " is one number, not of the shape "
                                        : " has the shape " + definition.shape() + ", not ")
                                + shape);
            }
            return new Output(definition, TYPES.get(d.declared().type()), shape);
        }
    }

    private void declare(
            Statement.Declaration d,
            Elaborator elaborator,
            Scope scope,
            Map<String, Input> inputs) {
        if (scope.has(d.name())) {
            throw new FormulaException(d.place(), d.name() + " is declared already");
        }
        if (d.value() != null) {
            scope.put(d.name(), elaborator.evaluate(constant(d), scope));
            return;
        }
        List<Integer> shape = new ArrayList<>();
        for (Expression extent : d.extents() == null ? List.<Expression>of() : d.extents()) {
            if (extent instanceof Expression.Name name && scope.find(name.name()) == null) {
                throw new FormulaException(
                        extent.place(),
                        "the dim "
                                + name.name()
                                + " is not known; no argument is a tensor "
                                + d.name());
            }
            int n = Scalars.constant(elaborator.evaluate(extent, scope), extent.place());
            if (n < 0) {
                throw new FormulaException(extent.place(), d.name() + " has the extent " + n);
            }
            shape.add(n);
        }
        Input input = new Input(d.name(), TYPES.get(d.type()), shape);
        if (input.size() > MOST_ELEMENTS) {
            throw new FormulaException(
                    d.place(), d.name() + " has more than " + MOST_ELEMENTS + " elements");
        }
        inputs.put(d.name(), input);
        scope.put(d.name(), Tensors.of(input, d.place()));
    }

    /** The number that a scalar is declared to be. */
    private static Expression constant(Statement.Declaration d) {
        boolean negative = d.value().startsWith("-");
        Expression number =
                new Expression.Numeral(
                        d.place(), d.value().substring(negative ? 1 : 0).replace("_", ""));
        return negative ? new Expression.Negative(d.place(), number) : number;
    }

    /** Complains about an input that nothing reads. */
    private void unused(Scope scope) {
        declarations()
                .filter(d -> !d.type().equals(DIM) && !scope.isUsed(d.name()))
                .findFirst()
                .ifPresent(
                        d -> {
                            throw new FormulaException(
                                    d.place(), d.name() + " is declared and not used");
                        });
    }

    /** Finds the dims. */
    private static final class Dims {
        private final List<Statement.Declaration> declarations;
        private final Elaborator elaborator;
        private final Scope scope;

        Dims(List<Statement.Declaration> declarations, Elaborator elaborator, Scope scope) {
            this.declarations = declarations;
            this.elaborator = elaborator;
            this.scope = scope;
        }

        /** Puts every dim's value into the scope. */
        void solve(Map<String, List<Integer>> shapes, Map<String, Long> given) {
            Map<String, Long> left = new HashMap<>(given);
            for (Statement.Declaration d : declarations) {
                if (d.type().equals(DIM)) {
                    Long value = left.remove(d.name());
                    if (d.value() != null) {
                        scope.put(d.name(), elaborator.evaluate(constant(d), scope));
                        contradiction(d, value);
                    } else if (value != null) {
                        scope.put(d.name(), Value.IndexValue.of(value));
                    }
                }
            }
            left.forEach((name, value) -> scope.put(name, Value.IndexValue.of(value)));
            for (Statement.Declaration d : declarations) {
                List<Integer> shape = shapes.get(d.name());
                if (d.extents() != null && shape != null && shape.size() == d.extents().size()) {
                    names(d, shape);
                }
            }
            for (Statement.Declaration d : declarations) {
                List<Integer> shape = shapes.get(d.name());
                if (d.extents() != null && shape != null) {
                    compare(d, shape);
                } else if (shape != null
                        && d.value() == null
                        && !shape.stream().allMatch(n -> n == 1)) {
                    throw new FormulaException(
                            d.place(), d.name() + " is one number here, not of the shape " + shape);
                }
            }
        }

        private static void contradiction(Statement.Declaration d, Long given) {
            if (given != null && !d.value().replace("_", "").equals(given.toString())) {
                throw new FormulaException(
                        d.place(), d.name() + " is " + d.value() + " here and given as " + given);
            }
        }

        private void names(Statement.Declaration d, List<Integer> shape) {
            for (int i = 0; i < shape.size(); i++) {
                if (d.extents().get(i) instanceof Expression.Name n && !scope.has(n.name())) {
                    scope.put(n.name(), Value.IndexValue.of(shape.get(i)));
                }
            }
        }

        private void compare(Statement.Declaration d, List<Integer> shape) {
            boolean sameRank = shape.size() == d.extents().size();
            long size = 1;
            for (int i = 0; i < d.extents().size(); i++) {
                Expression e = d.extents().get(i);
                if (e instanceof Expression.Name n && scope.find(n.name()) == null) {
                    throw new FormulaException(
                            e.place(),
                            "the dim "
                                    + n.name()
                                    + " is not known: "
                                    + d.name()
                                    + " has the shape "
                                    + shape);
                }
                Int extent = Scalars.integer(elaborator.evaluate(e, scope), e.place());
                if (sameRank && extent.constant() != shape.get(i)) {
                    throw new FormulaException(
                            e.place(),
                            d.name()
                                    + " has the shape "
                                    + shape
                                    + ", but dimension "
                                    + i
                                    + " is "
                                    + extent.constant()
                                    + " here");
                }
                size = Math.multiplyExact(size, extent.constant());
            }
            long elements = shape.stream().mapToLong(n -> n).reduce(1, Math::multiplyExact);
            if (size != elements) {
                throw new FormulaException(
                        d.place(),
                        d.name()
                                + " has "
                                + elements
                                + " elements, shape "
                                + shape
                                + ", but "
                                + size
                                + " here");
            }
        }
    }
}
