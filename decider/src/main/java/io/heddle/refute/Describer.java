package io.heddle.refute;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.Literals;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Turns separating points into counterexamples: simpler points, values as texts, the difference in
 * words. A point that separates one condition is tried on similar ones before their own points are
 * minimised.
 *
 * <p>Work is bounded: beyond the budget a counterexample carries the values that separated the
 * sides, but no inputs.
 */
final class Describer {
    private static final int FIRST = 3; // are described, however large they are
    private static final long DESCRIBE_BUDGET = 400_000L; // nodes of described conditions
    private static final long MINIMIZE_BUDGET = 40_000_000L; // nodes evaluated to minimise
    private static final int MAX_MINIMIZING = 1000; // evaluations a condition
    private static final int MAX_TEMPLATES = 6;
    private static final int EXPLAINED = 3; // as many as a report may choose among
    private static final int DESCRIBED = 8; // a report shows one of them, and names a few more
    private static final int MAX_LISTED = 64;

    private final TermStore store;
    private final Cone.Builder cones;
    private final Assumed assumed;
    private final Literals[] modes;
    private final DecideOptions options;
    private final Explain explain;
    private final List<double[]> templates = new ArrayList<>(); // by position in own cones
    private long describeBudget = DESCRIBE_BUDGET;
    private long minimizeBudget = MINIMIZE_BUDGET;
    private int described;

    Describer(
            TermStore store,
            Cone.Builder cones,
            Assumed assumed,
            DecideOptions options,
            Literals... modes) {
        this.store = store;
        this.cones = cones;
        this.assumed = assumed;
        this.options = options;
        this.modes = modes.clone();
        this.explain = new Explain(store, cones, modes[0]);
    }

    /**
     * The counterexample of a condition.
     *
     * @param point a separating point of {@code whole}
     * @param values both sides' values there
     */
    Counterexample describe(
            VerificationCondition vc, Cone whole, double[] point, List<String> values) {
        boolean many = described >= (describeBudget > 0 ? DESCRIBED : FIRST);
        if (many || options.isExpired()) {
            String note =
                    many
                            ? "inputs not listed: too many elements differ"
                            : "inputs not listed: the time limit was reached";
            return new Counterexample(
                    vc.tensor(), index(vc), values.get(0), values.get(1), Map.of(), note, false);
        }
        Separation separation = new Separation(cones, assumed, options, vc, modes);
        Cone cone = separation.cone();
        describeBudget -= cone.size() + 100L;
        double[] simple = cone.restrict(whole, point);
        List<String> texts = values;
        described++;
        try {
            double[] simpler = simplest(separation, simple);
            texts = separation.values(simpler, true);
            simple = simpler;
        } catch (LimitExceededException e) {
            // the time is up: the point stays as it was found
        }
        boolean explained = described <= EXPLAINED;
        String words = explained ? explain.difference(vc.reference(), vc.candidate()) : "";
        Map<String, Rational> inputs = inputs(store, cone, simple);
        if (inputs.size() < simple.length) {
            words += (words.isEmpty() ? "" : "; ") + "inputs that are not listed are 0";
        }
        return new Counterexample(
                vc.tensor(), index(vc), texts.get(0), texts.get(1), inputs, words);
    }

    /** A simple separating point: one that separated a similar condition, or a minimised one. */
    private double[] simplest(Separation separation, double[] point) {
        SamplePoints samples = new SamplePoints(separation.cone(), options.seed());
        for (double[] template : templates) {
            if (template.length == point.length
                    && samples.contains(template)
                    && separation.separatesQuickly(template)) {
                templates.remove(template);
                templates.add(0, template);
                return template;
            }
        }
        int size = separation.cone().size();
        int evaluations = (int) Math.min(MAX_MINIMIZING, minimizeBudget / size);
        if (evaluations <= 0) {
            return point;
        }
        Minimizer minimizer = new Minimizer(separation, samples, evaluations);
        double[] simple = minimizer.minimize(point);
        minimizeBudget -= (long) minimizer.evaluated() * size;
        if (templates.size() == MAX_TEMPLATES) {
            templates.remove(MAX_TEMPLATES - 1);
        }
        templates.add(0, simple);
        return simple;
    }

    /** All inputs; if there are more than {@link #MAX_LISTED}, only those that are not zero. */
    static Map<String, Rational> inputs(TermStore store, Cone cone, double[] point) {
        Map<String, Rational> inputs = new TreeMap<>();
        int[] terms = cone.elementTerms();
        for (int i = 0; i < terms.length; i++) {
            boolean distinct = store.symbolOf(terms[i]).distinct();
            if (terms.length <= MAX_LISTED || point[i] != 0 || distinct) {
                inputs.put(
                        store.symbolOf(terms[i]).element(store.elementIndex(terms[i])),
                        Rational.ofExact(point[i]));
            }
        }
        return inputs;
    }

    /** The multi-index of the output element; flat where the output is not a declared symbol. */
    private List<Long> index(VerificationCondition vc) {
        for (Symbol symbol : store.symbols()) {
            if (symbol.name().equals(vc.tensor())) {
                return Arrays.stream(symbol.index(vc.index())).boxed().toList();
            }
        }
        return List.of(vc.index());
    }
}
