package io.heddle.refute;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.RoundingNoise;
import io.heddle.term.Function;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

/**
 * One run over the sample points: which conditions are separated, where, and which agree.
 *
 * <p>Points are evaluated in doubles for all conditions; where two sides look different there,
 * intervals of doubles decide for all suspects together, and many digits for what is left.
 */
final class PointSearch {
    private static final long NODE_BUDGET = 250_000_000L; // evaluated in all, in doubles
    private static final long FIRST_BUDGET = 2_000_000L;
    private static final int FEW_POINTS = 12;
    private static final int MIN_POINTS = 6;
    private static final int MAX_POINTS = 192;
    private static final double LOOKS_DIFFERENT = 1e-9;
    private static final long PRECISE_BUDGET = 20_000_000L; // nodes, one condition at a time
    private static final int FINE_POINTS = 8;
    private static final int FEW = 4; // suspects that are confirmed each alone

    private final DecideOptions options;
    private final Cone.Builder cones;
    private final Assumed assumed;
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
    private final BitSet rounding = new BitSet();
    private final List<List<String>> values = new ArrayList<>(); // where refuted
    private long preciseBudget = PRECISE_BUDGET;
    private int open;

    /**
     * @param cone of all conditions with different sides
     * @param modes the meanings of literals under which sides must differ; the exact one is last
     */
    PointSearch(
            List<VerificationCondition> conditions,
            Cone cone,
            Cone.Builder cones,
            Assumed assumed,
            DecideOptions options,
            Literals... modes) {
        this.conditions = conditions;
        this.cone = cone;
        this.cones = cones;
        this.assumed = assumed;
        this.options = options;
        this.modes = modes.clone();
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
            values.add(List.of());
        }
    }

    void run(Refuter.Extent extent) {
        if (cone.size() == 0 || samples.isEmpty()) {
            return;
        }
        DoubleEvaluator doubles = new DoubleEvaluator(cone, modes[0]);
        long affordable = NODE_BUDGET / cone.size();
        int points = (int) Math.max(MIN_POINTS, Math.min(MAX_POINTS, affordable));
        if (extent == Refuter.Extent.FEW) {
            points = FEW_POINTS;
        } else if (extent == Refuter.Extent.FIRST) {
            points = (int) Math.max(1, Math.min(FEW_POINTS, FIRST_BUDGET / cone.size()));
        }
        for (int k = 0; k < points && open > 0 && !options.isExpired(); k++) {
            visit(doubles, samples.point(k));
        }
        if (extent == Refuter.Extent.FEW || extent == Refuter.Extent.FIRST) {
            return;
        }
        TiePoints ties = new TiePoints(cone, cones, samples, modes[0]);
        for (int k = 0; k < ties.size() && open > 0 && !options.isExpired(); k++) {
            visit(doubles, ties.point(k));
        }
        PatternPoints patterns = new PatternPoints(cone, samples, ties);
        for (int k = 0; k < patterns.size() && open > 0 && !options.isExpired(); k++) {
            visit(doubles, patterns.point(k));
        }
        StartPoints starts = new StartPoints(cone, samples);
        for (int k = 0; k < starts.size() && open > 0 && !options.isExpired(); k++) {
            visit(doubles, starts.point(k));
        }
        for (int k = 0; k < FINE_POINTS && readsHalves() && open > 0; k++) {
            visit(doubles, samples.fine(k));
        }
        if (extent == Refuter.Extent.USUAL) {
            return;
        }
        int stride = peakStride();
        if (stride * 2L > affordable - points) {
            return;
        }
        for (int phase = 0; phase < stride && open > 0 && !options.isExpired(); phase++) {
            visit(doubles, samples.peaks(phase, stride, phase % 2 == 0 ? 9 : -9, true));
            visit(doubles, samples.peaks(phase, stride, phase % 2 == 0 ? -1 : 1, false));
        }
    }

    /** True if the lower halves of float patterns matter; they are zero in small numbers. */
    private boolean readsHalves() {
        for (int i = 0; i < cone.size(); i++) {
            if (cone.op(i) == Op.APPLY && cone.function(i).equals(Function.UPPER_HALF)) {
                return !options.isExpired();
            }
        }
        return false;
    }

    /** The greatest number of inputs of one condition, estimated from the first conditions. */
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

    private void visit(DoubleEvaluator doubles, double[] any) {
        double[] point = samples.withDistinct(any);
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
        if (suspects.size() <= FEW || !assumed.isEmpty()) {
            suspects.forEach(i -> confirmAlone(i, point));
            return;
        }
        BitSet separated = new BitSet();
        BitSet unknown = new BitSet();
        suspects.forEach(separated::set);
        IntervalEvaluator intervals = null;
        for (Literals mode : modes) {
            intervals = new IntervalEvaluator(cone, mode);
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
        withoutRounding(separated, point);
        for (int i : suspects) {
            if (separated.get(i)) {
                String x = Separation.text(intervals, reference[i]);
                refute(i, point, List.of(x, Separation.text(intervals, candidate[i])));
            } else if (unknown.get(i)) {
                confirmAlone(i, point);
            } else if (!rounding.get(i)) {
                doubtful.set(i);
            }
        }
    }

    /** Notes and removes the separated conditions whose difference may be rounding of literals. */
    private void withoutRounding(BitSet separated, double[] point) {
        int[] which = separated.stream().toArray();
        int[] x = Arrays.stream(which).map(i -> reference[i]).toArray();
        int[] y = Arrays.stream(which).map(i -> candidate[i]).toArray();
        boolean[] explained = new RoundingNoise(cone, modes[0]).explains(point, x, y);
        for (int i = 0; i < which.length; i++) {
            if (explained[i]) {
                rounding.set(which[i]);
                separated.clear(which[i]);
            }
        }
    }

    private void confirmAlone(int i, double[] point) {
        if (preciseBudget <= 0 || options.isExpired()) {
            doubtful.set(i);
            return;
        }
        Separation separation = new Separation(cones, assumed, options, conditions.get(i), modes);
        preciseBudget -= separation.cone().size() + 1000L;
        double[] own = separation.cone().restrict(cone, point);
        Separation.Result result;
        List<String> texts = List.of();
        try {
            result = separation.at(own);
            texts =
                    result == Separation.Result.SEPARATED
                            ? separation.values(own, false)
                            : List.of();
        } catch (LimitExceededException e) {
            result = Separation.Result.NOTHING; // the time is up
        }
        switch (result) {
            case SEPARATED -> refute(i, point, texts);
            case AGREE -> {
                agreed[i]++;
                tolerance[i] = Math.min(1e-3, tolerance[i] * 10);
            }
            case ROUNDING -> rounding.set(i);
            case NOTHING -> doubtful.set(i);
        }
    }

    private void refute(int i, double[] point, List<String> texts) {
        refutedAt[i] = point;
        values.set(i, texts);
        open--;
    }

    /** True if some condition was refuted. */
    boolean hasRefuted() {
        return Arrays.stream(refutedAt).anyMatch(Objects::nonNull);
    }

    Outcome outcome(int i, Describer describer) {
        if (refutedAt[i] != null) {
            return new Outcome.Refuted(
                    describer.describe(conditions.get(i), cone, refutedAt[i], values.get(i)));
        }
        if (rounding.get(i)) {
            return new Outcome.Unclear(
                    "the sides differ, but by no more than the rounding of their constants");
        }
        if (agreed[i] > 0 || reference[i] < 0) {
            return new Outcome.Agrees(agreed[i]);
        }
        return new Outcome.Unclear(
                doubtful.get(i)
                        ? "the sides look different, but only at sample points outside the domain"
                                + " or by less than the error of evaluation"
                        : "no sample point lies in the domain of both sides");
    }

    /** True if two doubles differ by more than {@code tolerance}, relatively. */
    private static boolean looksDifferent(double x, double y, double tolerance) {
        if (x == y || Double.isNaN(x) && Double.isNaN(y)) {
            return false;
        }
        if (Double.isInfinite(x) != Double.isInfinite(y)) {
            return true;
        }
        double difference = Math.abs(x - y);
        return !(difference <= tolerance * Math.max(Math.abs(x), Math.abs(y)));
    }
}
