package io.heddle.refute;

import io.heddle.condition.Counterexample;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Refutes verification conditions by numbers (design.md section 6, stage 2), and finds witnesses of
 * equalities.
 *
 * <p>All conditions are evaluated together, in doubles, at a sequence of sample points; where two
 * sides look different there, intervals decide, first of doubles, then of many digits. A refutation
 * is reported only at a point of the domain where the sides are rigorously separated.
 */
public final class Refuter {
    private static final int WITNESS_POINTS = 96;
    private static final double AGREEMENT = 1e-9; // relative width of a witness's value

    private final TermStore store;
    private final DecideOptions options;
    private final Literals exact;
    private final Literals recovered;
    private final Cone.Builder cones;
    private final Assumed assumed;
    private final IndexPoints indices;
    private Point insideAll; // the last witness at which all assumed ranges were evaluated

    /** A refuter over {@code store}, which is only read. */
    public Refuter(TermStore store, DecideOptions options) {
        this.store = store;
        this.options = options;
        this.exact = Literals.exact(store);
        this.recovered = Literals.recovered(store, options.recovery());
        this.cones = new Cone.Builder(store);
        this.assumed = new Assumed(store, cones);
        this.indices = new IndexPoints(store, options);
    }

    /** How many points are tried. */
    public enum Extent {
        /** Some of a dozen, as far as they cost next to nothing. */
        FIRST,
        /** A dozen, at which most wrong pairs differ. */
        FEW,
        /** Random points, ties, thresholds and patterns. */
        USUAL,
        /** Also points at which single inputs stand out, one after the other. */
        ALL
    }

    /** The outcome of each condition, in order. */
    public List<Outcome> tryRefute(List<VerificationCondition> conditions) {
        return tryRefute(conditions, Extent.ALL);
    }

    /** The outcome of each condition, in order, after some points. */
    public List<Outcome> tryRefute(List<VerificationCondition> conditions, Extent extent) {
        Cone cone = cone(conditions);
        Literals[] modes = modes(cone);
        PointSearch search = search(conditions, cone, modes, extent);
        Describer describer = new Describer(store, cones, assumed, options, modes);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < conditions.size(); i++) {
            outcomes.add(atIndices(conditions.get(i), search.outcome(i, describer), extent));
        }
        return outcomes;
    }

    /** A refutation where indices that data decide have values, if there is no other. */
    private Outcome atIndices(VerificationCondition vc, Outcome outcome, Extent extent) {
        if (outcome instanceof Outcome.Refuted r
                && !DistinctElements.areIn(r.counterexample().inputs(), store)) {
            return new Outcome.Unclear("no point with distinct elements separates the sides");
        }
        if (outcome instanceof Outcome.Refuted || !indices.concern(vc)) {
            return outcome;
        }
        Optional<Counterexample> found = indices.refute(vc, extent);
        return found.isPresent() && DistinctElements.areIn(found.get().inputs(), store)
                ? new Outcome.Refuted(found.get())
                : outcome;
    }

    /** True if one of the usual points refutes a condition, which is not explained. */
    public boolean isAnyRefuted(List<VerificationCondition> conditions) {
        Cone cone = cone(conditions);
        return search(conditions, cone, modes(cone), Extent.USUAL).hasRefuted();
    }

    /** True if one of the first points refutes a condition, so that no proof need be tried. */
    public boolean isPlainlyRefuted(VerificationCondition vc) {
        Cone cone = assumed.cone(cones, vc.reference(), vc.candidate());
        return search(List.of(vc), cone, modes(cone), Extent.FIRST).hasRefuted();
    }

    private PointSearch search(
            List<VerificationCondition> conditions, Cone cone, Literals[] modes, Extent extent) {
        PointSearch search = new PointSearch(conditions, cone, cones, assumed, options, modes);
        search.run(extent);
        return search;
    }

    private Cone cone(List<VerificationCondition> conditions) {
        int[] also = assumed.all();
        int[] roots = Arrays.copyOf(also, also.length + conditions.size() * 2);
        for (int i = 0; i < conditions.size(); i++) {
            VerificationCondition vc = conditions.get(i);
            boolean same = vc.reference() == vc.candidate();
            roots[also.length + 2 * i] = same ? 0 : vc.reference();
            roots[also.length + 2 * i + 1] = same ? 0 : vc.candidate();
        }
        return new Cone(store, roots);
    }

    /** The meanings of literals under which sides must differ; the exact one is last. */
    private Literals[] modes(Cone cone) {
        if (options.exactConstants()) {
            return new Literals[] {exact};
        }
        for (int t : cone.leafTerms()) {
            if (store.op(t) == Op.LITERAL && recovered.recovered(t).isPresent()) {
                return new Literals[] {recovered, exact};
            }
        }
        return new Literals[] {recovered}; // nothing to recover: the same as exact
    }

    /**
     * A point where all conditions hold and both sides are finite and agree.
     *
     * @param conditionTerms condition terms of the store
     */
    public Optional<Map<String, Rational>> witness(
            VerificationCondition vc, int... conditionTerms) {
        return witness(vc, List.of(), conditionTerms);
    }

    /**
     * A point inside the domain where all conditions hold and both sides are the same number, or
     * the same infinity.
     *
     * @param domain conditions on terms below the sides
     * @param conditionTerms condition terms of the store
     */
    public Optional<Map<String, Rational>> witness(
            VerificationCondition vc, List<Domain.Condition> domain, int... conditionTerms) {
        if (domain.isEmpty() && indices.concern(conditionTerms)) {
            return indices.witness(vc, conditionTerms)
                    .filter(inputs -> DistinctElements.areIn(inputs, store));
        }
        return find(vc, domain, conditionTerms)
                .map(found -> Describer.inputs(store, found.cone, found.values));
    }

    /**
     * True if there is a {@linkplain #witness witness}. The last point that was inside all assumed
     * ranges is tried first: where many conditions share inputs, a point of its own costs each of
     * them the evaluation of all.
     */
    public boolean hasWitness(VerificationCondition vc, List<Domain.Condition> domain) {
        return insideAll != null && isWitnessAt(insideAll, vc, domain)
                || find(vc, domain).isPresent();
    }

    /** Values of the elements of a cone. */
    private static final class Point {
        private final Cone cone;
        private final double[] values;

        Point(Cone cone, double[] values) {
            this.cone = cone;
            this.values = values;
        }
    }

    private Optional<Point> find(
            VerificationCondition vc, List<Domain.Condition> domain, int... conditionTerms) {
        int[] roots = Arrays.copyOf(conditionTerms, conditionTerms.length + 2);
        roots[conditionTerms.length] = vc.reference();
        roots[conditionTerms.length + 1] = vc.candidate();
        Cone cone = assumed.cone(cones, roots);
        Assumed.Ranges ranges = assumed.of(cone);
        SamplePoints samples = new SamplePoints(cone, options.seed());
        if (samples.isEmpty()) {
            return Optional.empty();
        }
        IntervalEvaluator intervals = new IntervalEvaluator(cone, mode(), true);
        Pinned pinned = new Pinned(store, conditionTerms);
        PatternPoints patterns = new PatternPoints(cone, samples, null);
        int points = WITNESS_POINTS + patterns.size();
        for (int k = 0; k < points && !options.isExpired(); k++) {
            boolean small = k < WITNESS_POINTS;
            double[] point = small ? samples.point(k) : patterns.point(k - WITNESS_POINTS);
            pinned.in(point, cone, samples);
            intervals.evaluate(point);
            if (samples.areDistinct(point)
                    && ranges.at(intervals) == Assumed.Ranges.Answer.INSIDE
                    && domain.stream().allMatch(c -> Domain.holds(intervals, cone, c))
                    && isWitness(intervals, cone, vc, conditionTerms)) {
                Point found = new Point(cone, point);
                if (ranges.size() == store.assumedRanges().byTerm().size()) {
                    insideAll = found;
                }
                return Optional.of(found);
            }
        }
        return Optional.empty();
    }

    /**
     * True if a point that is inside all assumed ranges is a witness of a condition, too. Its
     * values are in their domains, and distinct where they are to be.
     */
    private boolean isWitnessAt(
            Point inside, VerificationCondition vc, List<Domain.Condition> domain) {
        Cone cone = cones.cone(vc.reference(), vc.candidate());
        int[] elements = cone.elementTerms();
        int[] known = inside.cone.elementTerms(); // ascending
        double[] point = new double[elements.length];
        for (int i = 0; i < elements.length; i++) {
            int place = Arrays.binarySearch(known, elements[i]);
            if (place < 0) {
                return false; // not known
            }
            point[i] = inside.values[place];
        }
        IntervalEvaluator intervals = new IntervalEvaluator(cone, mode(), true);
        intervals.evaluate(point);
        return domain.stream().allMatch(c -> Domain.holds(intervals, cone, c))
                && isWitness(intervals, cone, vc, new int[0]);
    }

    private Literals mode() {
        return options.exactConstants() ? exact : recovered;
    }

    /** The size of a condition's cone if ranges are assumed of its terms, else 0. */
    public int assumedNodes(VerificationCondition vc) {
        Cone cone = cones.cone(vc.reference(), vc.candidate());
        return assumed.of(cone).isEmpty() ? 0 : cone.size();
    }

    /**
     * True if a point is certainly inside all ranges that are assumed of terms that share an input
     * with a condition.
     *
     * @param inputs the point: values by the user's spelling of the elements
     */
    public boolean isInsideAssumed(VerificationCondition vc, Map<String, Rational> inputs) {
        Cone cone = assumed.cone(cones, vc.reference(), vc.candidate());
        int[] elements = cone.elementTerms();
        double[] point = new double[elements.length];
        for (int i = 0; i < elements.length; i++) {
            Symbol symbol = store.symbolOf(elements[i]);
            Rational value = inputs.get(symbol.element(store.elementIndex(elements[i])));
            if (value == null || symbol.type().bits() == Long.SIZE && !isExact(value)) {
                return false; // not known
            }
            point[i] = value.doubleValue();
        }
        PreciseEvaluator values = new PreciseEvaluator(cone, exact);
        values.evaluate(point);
        return assumed.of(cone).contains(values);
    }

    /** True for integers that every double beside them tells apart, and for small fractions. */
    private static boolean isExact(Rational value) {
        return value.abs().compareTo(Rational.powerOfTwo(53)) < 0;
    }

    /** True if intervals show a witness: all required terms true, both sides alike. */
    private static boolean isWitness(
            IntervalEvaluator at, Cone cone, VerificationCondition vc, int[] required) {
        for (int t : required) {
            if (at.low(cone.node(t)) != 1) {
                return false;
            }
        }
        int x = cone.node(vc.reference());
        int y = cone.node(vc.candidate());
        if (!at.isFinite(x) || !at.isFinite(y)) {
            return at.isInfinite(x) && at.isInfinite(y) && at.low(x) == at.low(y);
        }
        double low = Math.min(at.low(x), at.low(y));
        double high = Math.max(at.high(x), at.high(y));
        return high - low <= AGREEMENT * Math.max(1, Math.max(Math.abs(low), Math.abs(high)));
    }
}
