package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.NumberEvaluator;
import io.heddle.spec.index.TermEvaluator;
import io.heddle.term.Function;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Formulas for tests: text with the tensors that it is used with. Those are text too, {@code x[2,3]
 * t[2]={0 1} s={2.5} N=8}: a tensor, one whose elements are given, a scalar, a dim. Element i of
 * what has no values is i + 1. In the formula, the two characters {@code \n} are a new line.
 */
final class Formulas {
    private static final Pattern TENSOR =
            Pattern.compile("(\\w+)(?:\\[([^]]*)])?(?:=(?:\\{([^}]*)}|(-?\\d+)))?");

    private final String text;
    private final Map<String, List<Integer>> shapes = new LinkedHashMap<>();
    private final Map<String, double[]> values = new HashMap<>();
    private final Map<String, Long> dims = new HashMap<>();

    private Formulas(String text, String tensors) {
        this.text = text.replace("\\n", "\n");
        Matcher m = TENSOR.matcher(tensors == null ? "" : tensors);
        while (m.find()) {
            if (m.group(4) != null) {
                dims.put(m.group(1), Long.valueOf(m.group(4)));
            }
            if (m.group(2) != null) {
                shapes.put(m.group(1), integers(m.group(2)));
            }
            if (m.group(3) != null) {
                values.put(m.group(1), doubles(m.group(3)));
            }
        }
    }

    static Formulas of(String text, String tensors) {
        return new Formulas(text, tensors);
    }

    private static List<Integer> integers(String text) {
        return text.isBlank()
                ? List.of()
                : Arrays.stream(text.split(",")).map(s -> Integer.valueOf(s.strip())).toList();
    }

    /** Numbers with spaces between them. */
    static double[] doubles(String text) {
        return text == null
                ? new double[0]
                : Arrays.stream(text.strip().split("\\s+")).mapToDouble(Formulas::number).toArray();
    }

    private static double number(String word) {
        int slash = word.indexOf('/');
        return slash < 0
                ? Double.parseDouble(word.replace("inf", "Infinity"))
                : Double.parseDouble(word.substring(0, slash))
                        / Double.parseDouble(word.substring(slash + 1));
    }

    /** Gives an input its elements. */
    Formulas with(String name, double... elements) {
        values.put(name, elements);
        return this;
    }

    BoundFormula bound() {
        return Formula.parse("f.py", text).bind(shapes, dims);
    }

    private LongToDoubleFunction elements(Input input) {
        double[] given = values.get(input.name());
        return i -> given == null ? i + 1 : given[(int) i];
    }

    /** The elements of a definition as the replay computes them. */
    double[] numbers(String name) {
        BoundFormula bound = bound();
        Map<Input, LongToDoubleFunction> inputs = new HashMap<>();
        bound.inputs().values().forEach(in -> inputs.put(in, elements(in)));
        NumberEvaluator evaluator = new NumberEvaluator(inputs, Set.of(), 100_000_000);
        Definition y = bound.output(name, true).orElseThrow();
        double[] numbers = new double[(int) y.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = evaluator.element(y, i);
        }
        return numbers;
    }

    /** The first element of a definition, in few operations; 0 if it has none. */
    Double firstNumber(String name) {
        BoundFormula bound = bound();
        Map<Input, LongToDoubleFunction> inputs = new HashMap<>();
        bound.inputs().values().forEach(in -> inputs.put(in, elements(in)));
        Definition y = bound.output(name, true).orElse(null);
        boolean isNone = y == null || y.shape().contains(0);
        return isNone ? 0 : new NumberEvaluator(inputs, Set.of(), 10_000_000).element(y, 0);
    }

    /** The term of the first element of a definition, made in little time. */
    String firstTerm(String name) {
        BoundFormula bound = bound();
        Definition y = bound.output(name, true).orElse(null);
        if (y == null || y.shape().contains(0)) {
            return "none";
        }
        Terms terms = new Terms(bound, y, 1, 2_000_000_000L);
        return "" + terms.store.op(terms.roots[0]);
    }

    /** The terms of a definition, as text. */
    List<String> terms(String name) {
        Terms terms = new Terms(bound(), name);
        List<String> shown = new ArrayList<>();
        for (int root : terms.roots) {
            shown.add(terms.store.show(root, 1000));
        }
        return shown;
    }

    /** The elements of a definition by the terms that proofs are about, in doubles. */
    double[] termValues(String name) {
        Terms terms = new Terms(bound(), name);
        Cone cone = new Cone(terms.store, terms.roots);
        double[] point = new double[cone.elements().length];
        for (int i = 0; i < point.length; i++) {
            int term = cone.elementTerms()[i];
            Input input = terms.bound.inputs().get(terms.store.symbolOf(term).name());
            point[i] = elements(input).applyAsDouble(terms.store.elementIndex(term));
        }
        DoubleEvaluator evaluator = new DoubleEvaluator(cone, Literals.exact(terms.store));
        evaluator.evaluate(point);
        return Arrays.stream(terms.roots).mapToDouble(t -> evaluator.value(cone.node(t))).toArray();
    }

    /** The elements of y, which both evaluators give. */
    double[] values() {
        double[] numbers = numbers("y");
        assertClose(numbers, termValues("y"), 1e-11);
        return numbers;
    }

    /**
     * As {@link #values}, for formulas that read inputs where data say: terms of these have none.
     */
    double[] numbers() {
        return numbers("y");
    }

    /** The message of the error that parsing, binding or evaluating ends in. */
    String error() {
        FormulaException e = assertThrows(FormulaException.class, () -> numbers("y"));
        return e.getMessage();
    }

    static void assertClose(double[] expected, double[] actual, double relative) {
        assertEquals(expected.length, actual.length);
        for (int i = 0; i < expected.length; i++) {
            double most = relative * Math.max(1e-3, Math.abs(expected[i]));
            boolean isClose =
                    Double.compare(expected[i], actual[i]) == 0
                            || Math.abs(expected[i] - actual[i]) <= most;
            if (!isClose) {
                assertEquals(Arrays.toString(expected), Arrays.toString(actual), "element " + i);
            }
        }
    }

    /** A definition in a store of its own. */
    private static final class Terms {
        final BoundFormula bound;
        final TermStore store = new TermStore();
        final int[] roots;

        Terms(BoundFormula bound, String name) {
            this(bound, bound.output(name, true).orElseThrow(), Integer.MAX_VALUE, 60_000_000_000L);
        }

        Terms(BoundFormula bound, Definition y, int most, long nanos) {
            this.bound = bound;
            Map<Input, LongToIntFunction> inputs = new HashMap<>();
            Map<Input, Function> gathered = new HashMap<>();
            for (Input in : bound.inputs().values()) {
                Symbol symbol = new Symbol(in.name(), in.type(), in.shape());
                int id = store.declare(symbol);
                inputs.put(in, i -> store.element(id, i));
                gathered.put(in, Function.elementOf(symbol));
            }
            long deadline = System.nanoTime() + nanos;
            TermEvaluator evaluator =
                    new TermEvaluator(store, inputs, gathered, bound.ranges(), deadline);
            roots = new int[(int) Math.min(most, y.size())];
            for (int i = 0; i < roots.length; i++) {
                roots[i] = evaluator.element(y, i);
            }
        }
    }
}
