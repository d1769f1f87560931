package io.heddle.decide;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Refutes verification conditions by numbers (design.md section 6, stage 2), and finds witnesses of
 * equalities.
 *
 * <p>All conditions are evaluated together, in doubles, at a sequence of sample points; where two
 * sides look different there, intervals decide, first of doubles, then of many digits. A refutation
 * is reported only at a point of the domain where the sides are rigorously separated.
 */
final class Refuter {
    private static final long NODE_BUDGET = 250_000_000L; // evaluated in all, in doubles
    private static final int MIN_POINTS = 6;
    private static final int MAX_POINTS = 192;
    private static final double LOOKS_DIFFERENT = 1e-9;
    private static final long PRECISE_BUDGET =
            20_000_000L; // nodes evaluated one condition at a time
    private static final long MINIMIZE_BUDGET = 40_000_000L;
    private static final int MAX_MINIMIZING = 1000; // evaluations a condition
    private static final int MAX_TEMPLATES = 6;
    private static final int PRECISELY_DESCRIBED = 8;
    private static final int EXPLAINED = 16;
    private static final int MAX_LISTED = 64;

    private final TermStore store;
    private final DecideOptions options;
    private final Literals exact;
    private final Literals recovered;
    private final Cone.Builder cones;
    private final Explain explain;
    private long preciseBudget = PRECISE_BUDGET;
    private long minimizeBudget = MINIMIZE_BUDGET;

    /** A refuter over {@code store}, which is only read. */
    Refuter(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
        this.exact = Literals.exact(store);
        this.recovered = Literals.recovered(store);
        this.cones = new Cone.Builder(store);
        this.explain = new Explain(store, cones);
    }

    /** The outcome of each condition, in order. */
    List<Outcome> tryRefute(List<VerificationCondition> conditions) {
        Cone cone = cone(conditions);
        Search search = new Search(conditions, cone);
        search.run();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < conditions.size(); i++) {
            outcomes.add(search.outcome(i));
        }
        return outcomes;
    }

    private Cone cone(List<VerificationCondition> conditions) {
        int[] roots = new int[conditions.size() * 2];
        for (int i = 0; i < conditions.size(); i++) {
            VerificationCondition vc = conditions.get(i);
            boolean same = vc.reference() == vc.candidate();
            roots[2 * i] = same ? 0 : vc.reference();
            roots[2 * i + 1] = same ? 0 : vc.candidate();
        }
        return new Cone(store, roots);
    }

    /** The meanings of literals under which sides must differ; the exact one is last. */
    private Literals[] modes(Cone cone) {
        if (!options.exactConstants()) {
            for (int t : cone.leafTerms()) {
                if (store.op(t) == Op.LITERAL && recovered.recovered(t).isPresent()) {
                    return new Literals[] {recovered, exact};
                }
            }
        }
        return new Literals[] {exact};
    }

    private boolean expired() {
        return options.deadlineNanos() != Long.MAX_VALUE
                && System.nanoTime() - options.deadlineNanos() > 0;
    }

    // ---------------------------------------------------------------- the search

    /** One run over the sample points. */
    private final class Search {
        private final List<VerificationCondition> conditions;
        private final Cone cone;
        private final Literals[] modes;
        private final SamplePoints samples;
        private final int[] reference; // nodes
        private final int[] candidate;
        private final int[] agreed; // number of points
        private final double[] tolerance;
        private final double[][] refutedAt;
        private final BitSet doubtful = new BitSet();
        private final List<double[]> templates = new ArrayList<>(); // by position in own cones
        private int described;
        private int open;

        Search(List<VerificationCondition> conditions, Cone cone) {
            this.conditions = conditions;
            this.cone = cone;
            this.modes = modes(cone);
            this.samples = new SamplePoints(cone, options.seed());
            int n = conditions.size();
            reference = new int[n];
            candidate = new int[n];
            agreed = new int[n];
            tolerance = new double[n];
            refutedAt = new double[n][];
            Arrays.fill(tolerance, LOOKS_DIFFERENT);
            for (int i = 0; i < n; i++) {
                VerificationCondition vc = conditions.get(i);
                boolean same = vc.reference() == vc.candidate();
                reference[i] = same ? -1 : cone.node(vc.reference());
                candidate[i] = same ? -1 : cone.node(vc.candidate());
                open += same ? 0 : 1;
            }
        }

        void run() {
            if (cone.size() == 0 || samples.isEmpty()) {
                return;
            }
            DoubleEvaluator doubles = new DoubleEvaluator(cone, modes[0]);
            long affordable = NODE_BUDGET / cone.size();
            int points = (int) Math.max(MIN_POINTS, Math.min(MAX_POINTS, affordable));
            for (int k = 0; k < points && open > 0 && !expired(); k++) {
                visit(doubles, samples.point(k));
            }
            TiePoints ties = new TiePoints(cone, cones, samples, modes[0]);
            for (int k = 0; k < ties.size() && open > 0 && !expired(); k++) {
                visit(doubles, ties.point(k));
            }
            int stride = peakStride();
            if (stride * 2L > affordable - points) {
                return;
            }
            for (int phase = 0; phase < stride && open > 0 && !expired(); phase++) {
                visit(doubles, samples.peaks(phase, stride, phase % 2 == 0 ? 9 : -9, true));
                visit(doubles, samples.peaks(phase, stride, phase % 2 == 0 ? -1 : 1, false));
            }
        }

        /** The greatest number of inputs of one condition, as far as the first ones tell. */
        private int peakStride() {
            int stride = 1;
            for (int i = 0; i < Math.min(4, conditions.size()); i++) {
                VerificationCondition vc = conditions.get(i);
                if (refutedAt[i] == null && reference[i] >= 0) {
                    Cone own = cones.cone(vc.reference(), vc.candidate());
                    stride = Math.max(stride, own.elements().length);
                }
            }
            return stride;
        }

        private void visit(DoubleEvaluator doubles, double[] point) {
            doubles.evaluate(point);
            List<Integer> suspects = new ArrayList<>();
            for (int i = 0; i < reference.length; i++) {
                if (reference[i] < 0 || refutedAt[i] != null) {
                    continue;
                }
                double x = doubles.value(reference[i]);
                double y = doubles.value(candidate[i]);
                if (looksDifferent(x, y, tolerance[i])) {
                    suspects.add(i);
                } else if (Double.isFinite(x) && Double.isFinite(y)) {
                    agreed[i]++;
                }
            }
            if (!suspects.isEmpty()) {
                confirm(suspects, point);
            }
        }

        private void confirm(List<Integer> suspects, double[] point) {
            List<Integer> unresolved = suspects;
            BitSet separated = new BitSet();
            separated.set(0, conditions.size());
            if (suspects.size() > 4) {
                unresolved = new ArrayList<>();
                BitSet unknown = new BitSet();
                for (Literals mode : modes) {
                    IntervalEvaluator intervals = new IntervalEvaluator(cone, mode);
                    intervals.evaluate(point);
                    for (int i : suspects) {
                        Separation.Result result =
                                Separation.compare(intervals, reference[i], candidate[i]);
                        if (result != Separation.Result.SEPARATED) {
                            separated.clear(i);
                            unknown.set(i, result == null);
                            agreed[i] += result == Separation.Result.AGREE ? 1 : 0;
                        }
                    }
                }
                for (int i : suspects) {
                    if (separated.get(i)) {
                        refute(i, point);
                    } else if (unknown.get(i)) {
                        unresolved.add(i);
                    } else {
                        doubtful.set(i);
                    }
                }
            }
            for (int i : unresolved) {
                confirmAlone(i, point);
            }
        }

        private void confirmAlone(int i, double[] point) {
            if (preciseBudget <= 0 || expired()) {
                doubtful.set(i);
                return;
            }
            Separation separation = new Separation(cones, conditions.get(i), modes);
            preciseBudget -= separation.cone().size() + 1000L;
            switch (separation.at(restrict(cone, point, separation.cone()))) {
                case SEPARATED -> refute(i, point);
                case AGREE -> {
                    agreed[i]++;
                    tolerance[i] = Math.min(1e-3, tolerance[i] * 10);
                }
                case NOTHING -> doubtful.set(i);
            }
        }

        private void refute(int i, double[] point) {
            refutedAt[i] = point;
            open--;
        }

        Outcome outcome(int i) {
            if (refutedAt[i] != null) {
                return new Outcome.Refuted(counterexample(i));
            }
            if (agreed[i] > 0 || reference[i] < 0) {
                return new Outcome.Agrees(agreed[i]);
            }
            return new Outcome.Unclear(
                    doubtful.get(i)
                            ? "the sides look different at sample points outside the domain, or by"
                                    + " less than can be shown"
                            : "no sample point lies in the domain of both sides");
        }

        private Counterexample counterexample(int i) {
            VerificationCondition vc = conditions.get(i);
            Separation separation = new Separation(cones, vc, modes);
            double[] point = simplest(i, separation);
            described++;
            String[] values = separation.values(point, described <= PRECISELY_DESCRIBED);
            String words =
                    described <= EXPLAINED
                            ? explain.difference(vc.reference(), vc.candidate())
                            : "";
            return describe(vc, separation.cone(), point, values, words);
        }

        /** A simple separating point: one that served a like condition, or a minimised one. */
        private double[] simplest(int i, Separation separation) {
            double[] point = restrict(cone, refutedAt[i], separation.cone());
            SamplePoints own = new SamplePoints(separation.cone(), options.seed());
            for (double[] template : templates) {
                if (template.length == point.length
                        && own.contains(template)
                        && separation.at(template) == Separation.Result.SEPARATED) {
                    templates.remove(template);
                    templates.add(0, template);
                    return template;
                }
            }
            int size = separation.cone().size();
            int evaluations = (int) Math.min(MAX_MINIMIZING, minimizeBudget / size);
            if (evaluations > 0) {
                Minimizer minimizer = new Minimizer(separation, own, evaluations);
                point = minimizer.minimize(point);
                minimizeBudget -= (long) minimizer.evaluated() * size;
                if (templates.size() == MAX_TEMPLATES) {
                    templates.remove(MAX_TEMPLATES - 1);
                }
                templates.add(0, point);
            }
            return point;
        }
    }

    private static boolean looksDifferent(double x, double y, double tolerance) {
        if (x == y || Double.isNaN(x) && Double.isNaN(y)) {
            return false;
        }
        double difference = Math.abs(x - y);
        return !(difference <= tolerance * Math.max(Math.abs(x), Math.abs(y)));
    }

    /** The coordinates of {@code point}, one of {@code whole}, that {@code part} has. */
    private static double[] restrict(Cone whole, double[] point, Cone part) {
        int[] terms = part.elementTerms();
        double[] restricted = new double[terms.length];
        for (int i = 0; i < terms.length; i++) {
            restricted[i] = point[Arrays.binarySearch(whole.elementTerms(), terms[i])];
        }
        return restricted;
    }

    // ---------------------------------------------------------------- counterexamples

    private Counterexample describe(
            VerificationCondition vc, Cone cone, double[] point, String[] values, String words) {
        Map<String, Rational> inputs = inputs(cone, point);
        String note = words;
        if (inputs.size() < point.length) {
            note += (words.isEmpty() ? "" : "; ") + "inputs that are not listed are 0";
        }
        return new Counterexample(vc.tensor(), index(vc), values[0], values[1], inputs, note);
    }

    /** All inputs, or of more than {@link #MAX_LISTED} those that are not zero. */
    private Map<String, Rational> inputs(Cone cone, double[] point) {
        Map<String, Rational> inputs = new TreeMap<>();
        int[] terms = cone.elementTerms();
        for (int i = 0; i < terms.length; i++) {
            if (terms.length <= MAX_LISTED || point[i] != 0) {
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
                List<Long> index = new ArrayList<>();
                for (long i : symbol.index(vc.index())) {
                    index.add(i);
                }
                return index;
            }
        }
        return List.of(vc.index());
    }

    // ---------------------------------------------------------------- witnesses

    /**
     * A point of the domain where all conditions hold and both sides are finite and agree.
     *
     * @param conditionTerms condition terms of the store
     */
    Optional<Map<String, Rational>> witness(VerificationCondition vc, int... conditionTerms) {
        int[] roots = Arrays.copyOf(conditionTerms, conditionTerms.length + 2);
        roots[conditionTerms.length] = vc.reference();
        roots[conditionTerms.length + 1] = vc.candidate();
        Cone cone = cones.cone(roots);
        Literals mode = options.exactConstants() ? exact : recovered;
        SamplePoints samples = new SamplePoints(cone, options.seed());
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        PreciseEvaluator precise = new PreciseEvaluator(cone, mode, true);
        DoubleEvaluator doubles = new DoubleEvaluator(cone, mode);
        for (int k = 0; k < MAX_POINTS && !expired(); k++) {
            double[] point = samples.point(k);
            doubles.evaluate(point);
            double x = doubles.value(cone.node(vc.reference()));
            double y = doubles.value(cone.node(vc.candidate()));
            if (!Double.isFinite(x) || !Double.isFinite(y) || looksDifferent(x, y, 1e-3)) {
                continue;
            }
            precise.evaluate(point);
            if (isWitness(precise, cone, vc, conditionTerms)) {
                return Optional.of(inputs(cone, point));
            }
        }
        return Optional.empty();
    }

    /**
     * The positions of the conditions that have a witness, all found together: a point of the
     * domain where both sides are finite and agree and the required terms are true. Cheaper by far
     * than {@link #witness} for each.
     *
     * @param required for each condition the condition terms that must hold at its witness
     */
    BitSet witnessed(List<VerificationCondition> conditions, List<int[]> required) {
        Literals mode = options.exactConstants() ? exact : recovered;
        return new Witnesses(store, options, mode).of(conditions, required);
    }

    private static boolean isWitness(
            PreciseEvaluator at, Cone cone, VerificationCondition vc, int[] conditionTerms) {
        for (int t : conditionTerms) {
            if (at.value(cone.node(t)) != Real.TRUE) {
                return false;
            }
        }
        return Real.agree(
                at.value(cone.node(vc.reference())), at.value(cone.node(vc.candidate())), 20);
    }
}
