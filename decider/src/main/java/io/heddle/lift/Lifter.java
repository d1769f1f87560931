package io.heddle.lift;

import io.heddle.term.ElementType;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds a formula for what a kernel computes, from the terms of its outputs' elements. What it
 * finds is a suggestion, to be proved against the kernel.
 */
public final class Lifter {
    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");
    private static final int MOST_NAMES = 3; // that numbers do not tell apart
    private static final double LARGEST_EPS = 0.02;
    private static final Set<String> WORDS =
            Set.of("sum", "max", "min", "prod", "exp", "log", "sqrt", "pi", "inf", "if", "else");

    private final TermStore store;
    private final Map<String, TensorShape> tensors = new LinkedHashMap<>();
    private final Set<String> inPlace;
    private final Map<String, Long> dims;
    private final long deadlineNanos;

    /**
     * An output.
     *
     * @param tensor which
     * @param terms of its elements, in row-major order
     */
    public record Output(TensorShape tensor, List<Integer> terms) {}

    /**
     * @param tensors that the kernel is given, and scalars
     * @param dims values of the names that spell extents
     * @param inPlace the names of those that the kernel reads and writes
     * @param deadlineNanos when to stop, by the nanosecond clock
     * @throws NoFormulaException if a name is a word of the language
     */
    public Lifter(
            TermStore store,
            List<TensorShape> tensors,
            Set<String> inPlace,
            Map<String, Long> dims,
            long deadlineNanos) {
        this.store = store;
        tensors.forEach(t -> this.tensors.put(t.name(), t));
        this.inPlace = Set.copyOf(inPlace);
        this.dims = new LinkedHashMap<>(dims);
        this.deadlineNanos = deadlineNanos;
        Hiding.checkWords(this.tensors.keySet());
        Hiding.checkWords(dims.keySet());
    }

    /**
     * The formulas that may be what the kernel computes, the likeliest first: one that gives
     * numbers the names of sizes, and one that does not.
     *
     * @param wholeToo also without indices, where all elements are at the same place
     * @throws NoFormulaException if there is none
     */
    public List<Formula> lift(List<Output> outputs, boolean wholeToo) {
        Forms forms = new Forms(deadlineNanos);
        TermForms termForms = new TermForms(store, forms, sizes());
        Generaliser generaliser = new Generaliser(forms);
        Map<TensorShape, List<Index>> indices = new LinkedHashMap<>();
        Map<TensorShape, Expr> bodies = new LinkedHashMap<>();
        for (int round = 0; round < 2; round++) { // the second knows what is worth a name
            generaliser.startAgain();
            for (Output o : outputs) {
                List<Index> own = indices(o.tensor());
                indices.put(o.tensor(), own);
                bodies.put(o.tensor(), expression(o, own, termForms, generaliser));
            }
        }
        Extents extents = new Extents(tensors);
        List<NamedTensor> named = generaliser.named(bodies.values());
        named.forEach(n -> extents.spell(n.body()));
        bodies.values().forEach(extents::spell);
        Set<Formula> formulas = new LinkedHashSet<>();
        for (boolean isWhole : wholeToo ? List.of(true, false) : List.of(false)) {
            for (SizeNames names : List.of(new SizeNames(dims), new SizeNames(Map.of()))) {
                formulas.add(printed(names, named, indices, bodies, isWhole));
            }
        }
        return List.copyOf(formulas);
    }

    /**
     * The formulas by names of the prelude, and by rows of tables, that may be what the kernel
     * computes, where it has one output: {@code y = softmax(x, axis=1)}. Each is looked for when it
     * is asked for.
     */
    public Stream<Formula> named(List<Output> outputs) {
        if (outputs.size() != 1) {
            return Stream.empty();
        }
        Output output = outputs.get(0);
        Matching matching =
                new Matching(store, output.terms(), tensors.values(), dims, deadlineNanos);
        Phrases.Observed observed = observed(output.terms());
        String name = nameOfOnly(output.tensor());
        List<TensorShape> inputs =
                tensors.values().stream()
                        .filter(t -> observed.inputs().contains(t.name()))
                        .toList();
        Set<String> taken = new HashSet<>(tensors.keySet());
        taken.addAll(dims.keySet());
        Stream<String> lookups =
                new Lookups(output.tensor(), inputs, taken).definitions(name).stream();
        Stream<String> names =
                new Names(output.tensor(), inputs, observed, dims)
                        .texts().stream().map(t -> name + " = " + t);
        return Stream.concat(lookups, names)
                .map(d -> withDeclarations(List.of(d)))
                .filter(matching::fits)
                .limit(MOST_NAMES);
    }

    private Phrases.Observed observed(List<Integer> terms) {
        BitSet below = new BitSet();
        terms.forEach(below::set);
        Set<String> symbols = new HashSet<>();
        Set<String> numbers = new TreeSet<>();
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (int t = below.length() - 1; t > 0; t = below.previousSetBit(t - 1)) {
            for (int operand : store.operands(t)) {
                below.set(operand);
            }
            Feature feature = Feature.of(store, t);
            if (feature != null) {
                features.add(feature);
            }
            if (isGathered(t)) {
                symbols.add(store.functionOf(t).name());
            } else if (store.op(t) == Op.ELEMENT) {
                symbols.add(store.symbolOf(t).name());
            } else if (store.op(t) == Op.LITERAL) {
                double value = store.rationalValue(t).doubleValue();
                if (value > 0 && value < LARGEST_EPS) {
                    numbers.add(ExprPrinter.decimal((float) value));
                }
            }
        }
        numbers.remove("1e-5"); // the default
        return new Phrases.Observed(symbols, List.copyOf(numbers), features);
    }

    /** True of an element whose index data decide. */
    private boolean isGathered(int t) {
        return store.op(t) == Op.APPLY && store.functionOf(t).kind() == Function.Kind.TENSOR;
    }

    private Set<Rational> sizes() {
        Set<Rational> sizes = new HashSet<>();
        for (TensorShape t : tensors.values()) {
            Rational all = Rational.ONE;
            for (int extent : t.shape()) {
                sizes.add(Rational.of(extent));
                all = all.multiply(Rational.of(extent));
            }
            sizes.add(all);
        }
        sizes.remove(Rational.ZERO);
        return sizes;
    }

    private static List<Index> indices(TensorShape tensor) {
        List<Index> indices = new ArrayList<>();
        for (int d = 0; d < tensor.shape().size(); d++) {
            indices.add(new Index(Affine.constant(tensor.shape().get(d)), tensor.extents().get(d)));
        }
        return indices;
    }

    private static Expr expression(
            Output output, List<Index> indices, TermForms termForms, Generaliser generaliser) {
        TensorShape tensor = output.tensor();
        Symbol symbol = new Symbol(tensor.name(), tensor.type(), tensor.shape());
        List<long[]> rows = new ArrayList<>();
        List<Form> forms = new ArrayList<>();
        for (int i = 0; i < output.terms().size(); i++) {
            rows.add(symbol.index(i));
            try {
                forms.add(termForms.form(output.terms().get(i)));
            } catch (NoFormulaException e) {
                throw new NoFormulaException(symbol.element(i) + ": " + e.getMessage());
            }
        }
        try {
            return generaliser.whole(new Sample(indices, rows, forms));
        } catch (NoFormulaException e) {
            throw new NoFormulaException(tensor.name() + ": " + e.getMessage());
        }
    }

    // ---------------------------------------------------------------- text

    /**
     * A formula as text.
     *
     * @param dims names that no input's shape gives, which must be given where it is used
     */
    public record Formula(String text, Set<String> dims) {
        /** Copies the names. */
        public Formula {
            dims = new TreeSet<>(dims);
        }
    }

    private Formula printed(
            SizeNames sizes,
            List<NamedTensor> named,
            Map<TensorShape, List<Index>> indices,
            Map<TensorShape, Expr> bodies,
            boolean isWhole) {
        Set<String> taken = new HashSet<>(WORDS);
        taken.addAll(tensors.keySet());
        taken.addAll(dims.keySet());
        List<String> definitions = new ArrayList<>();
        Map<NamedTensor, String> names = new HashMap<>();
        for (NamedTensor n : named) {
            int k = names.size() + 1;
            while (taken.contains("t" + k)) {
                k++;
            }
            names.put(n, "t" + k);
            taken.add("t" + k);
        }
        Set<String> given = new HashSet<>(tensors.keySet());
        given.addAll(dims.keySet());
        for (NamedTensor n : named) {
            definitions.add(
                    new ExprPrinter(sizes, names, taken, List.copyOf(tensors.keySet()))
                            .definition(names.get(n), n.indices(), n.body()));
            Hiding.check(given, definitions.get(definitions.size() - 1), n.body());
        }
        for (Map.Entry<TensorShape, Expr> e : bodies.entrySet()) {
            TensorShape tensor = e.getKey();
            boolean isNumber = tensor.shape().equals(List.of(1));
            List<Index> own = isNumber ? List.of() : indices.get(tensor);
            String name = bodies.size() == 1 ? nameOfOnly(tensor) : tensor.name();
            ExprPrinter printer =
                    new ExprPrinter(sizes, names, taken, List.copyOf(tensors.keySet()));
            definitions.add(
                    isWhole && new Elementwise(own).is(e.getValue())
                            ? printer.elementwise(name, e.getValue())
                            : printer.definition(name, own, e.getValue()));
            Hiding.check(given, definitions.get(definitions.size() - 1), e.getValue());
        }
        return withDeclarations(definitions);
    }

    /**
     * The name of an only output; of a tensor that is updated in place another one, since a formula
     * cannot read what it defines, and the last definition stands for the only output.
     */
    private String nameOfOnly(TensorShape tensor) {
        String name = tensor.name();
        boolean isInput = inPlace.contains(name);
        while (isInput && (name.equals(tensor.name()) || tensors.containsKey(name))) {
            name += "_new";
        }
        return name;
    }

    /** The formula of some definitions, with what they read declared before them. */
    Formula withDeclarations(List<String> definitions) {
        Set<String> words = new HashSet<>();
        for (String d : definitions) {
            Matcher m = NAME.matcher(d.substring(d.indexOf(" = ")));
            m.results().forEach(r -> words.add(r.group()));
        }
        List<String> lines = new ArrayList<>();
        Set<String> given = new HashSet<>();
        for (TensorShape t : tensors.values()) {
            if (words.contains(t.name())) {
                String shape = t.extents().isEmpty() ? "" : t.extents().toString();
                lines.add(t.name() + ": " + typeName(t.type()) + shape);
                given.addAll(t.extents());
            }
        }
        lines.addAll(definitions);
        Set<String> used = new HashSet<>();
        lines.forEach(l -> NAME.matcher(l).results().forEach(r -> used.add(r.group())));
        Set<String> open = new TreeSet<>(dims.keySet());
        open.retainAll(used);
        open.removeAll(given);
        List<String> all = new ArrayList<>(open.stream().map(d -> d + ": dim").toList());
        all.addAll(lines);
        return new Formula(String.join("\n", all) + "\n", open);
    }

    private static String typeName(ElementType type) {
        return io.heddle.spec.Formula.typeName(type)
                .orElseThrow(
                        () ->
                                new NoFormulaException(
                                        "formulas have no inputs of the type " + type));
    }
}
