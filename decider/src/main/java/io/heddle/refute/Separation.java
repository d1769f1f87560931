package io.heddle.refute;

import io.heddle.algebra.Budget;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.evaluate.Real;
import io.heddle.evaluate.RoundingNoise;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;

/**
 * Rigorous separation of the two sides of one verification condition at points of its own cone.
 *
 * <p>Without {@code exactConstants} the sides must be separated both where each literal is exactly
 * its pattern and where the recovered constants stand for themselves (design.md section 6).
 */
final class Separation {
    /** What a point shows. */
    enum Result {
        /** The sides differ. */
        SEPARATED,
        /** Both are finite, and equal as far as the enclosures tell. */
        AGREE,
        /** The sides differ, but by no more than the rounding of literals may make. */
        ROUNDING,
        /** The point is outside the domain, or a value is not known there. */
        NOTHING
    }

    private static final int AGREEMENT_DIGITS = 30;
    private static final double CLEARLY = 1e-6; // relative; more than the rounding of literals

    private final Cone cone;
    private final int reference;
    private final int candidate;
    private final Literals[] modes;
    private final IntervalEvaluator[] intervals;
    private final PreciseEvaluator[] precise;
    private final RoundingNoise noise;
    private final DoubleEvaluator doubles;
    private final Assumed.Ranges assumed;
    private final DecideOptions options;

    /**
     * @param modes the meanings of literals under which the sides must differ
     */
    Separation(
            Cone.Builder builder,
            Assumed assumed,
            DecideOptions options,
            VerificationCondition vc,
            Literals... modes) {
        this.options = options;
        cone = assumed.cone(builder, vc.reference(), vc.candidate());
        this.assumed = assumed.of(cone);
        reference = cone.node(vc.reference());
        candidate = cone.node(vc.candidate());
        this.modes = modes.clone();
        intervals = new IntervalEvaluator[modes.length];
        precise = new PreciseEvaluator[modes.length];
        noise = new RoundingNoise(cone, modes[0]);
        doubles = new DoubleEvaluator(cone, modes[0]);
    }

    Cone cone() {
        return cone;
    }

    /** What {@code point} shows under every meaning of the literals. */
    Result at(double[] point) {
        Result result = Result.SEPARATED;
        for (int m = 0; m < modes.length; m++) {
            Result here = at(point, m);
            if (here != Result.SEPARATED) {
                return here;
            }
            result = here;
        }
        return isRounding(point) ? Result.ROUNDING : result;
    }

    /** True if intervals of doubles show the sides apart under every meaning of the literals. */
    boolean separatesQuickly(double[] point) {
        for (int m = 0; m < modes.length; m++) {
            if (roughly(point, m) != Result.SEPARATED) {
                return false;
            }
        }
        return !isRounding(point);
    }

    private boolean isRounding(double[] point) {
        Budget time = Budget.until(options.deadlineNanos());
        return noise.explains(point, reference, candidate, time);
    }

    /**
     * True if doubles have two numbers that are clearly apart: a guide that costs a tenth of an
     * answer, and says nothing of domains and assumed ranges.
     */
    boolean looksSeparated(double[] point) {
        doubles.evaluate(point);
        double x = doubles.value(reference);
        double y = doubles.value(candidate);
        double difference = Math.abs(x - y);
        return Double.isFinite(difference)
                && difference > CLEARLY * Math.max(Math.abs(x), Math.abs(y));
    }

    private Result roughly(double[] point, int mode) {
        if (intervals[mode] == null) {
            intervals[mode] = new IntervalEvaluator(cone, modes[mode]);
        }
        intervals[mode].evaluate(point);
        Assumed.Ranges.Answer answer = assumed.at(intervals[mode]);
        if (answer == Assumed.Ranges.Answer.OUTSIDE) {
            return Result.NOTHING;
        }
        Result result = compare(intervals[mode], reference, candidate);
        return answer == Assumed.Ranges.Answer.UNKNOWN && result == Result.SEPARATED
                ? null
                : result;
    }

    private Result at(double[] point, int mode) {
        Result rough = roughly(point, mode);
        return rough != null ? rough : precisely(point, mode);
    }

    private Result precisely(double[] point, int mode) {
        evaluatePrecisely(point, mode);
        if (!assumed.contains(precise[mode])) {
            return Result.NOTHING;
        }
        Real x = precise[mode].value(reference);
        Real y = precise[mode].value(candidate);
        if (Real.differ(x, y)) {
            return Result.SEPARATED;
        }
        return Real.agree(x, y, AGREEMENT_DIGITS) ? Result.AGREE : Result.NOTHING;
    }

    private void evaluatePrecisely(double[] point, int mode) {
        if (precise[mode] == null) {
            precise[mode] =
                    new PreciseEvaluator(cone, modes[mode], Budget.until(options.deadlineNanos()));
        }
        precise[mode].evaluate(point);
    }

    /** What double intervals show, or null where more digits are needed. */
    static Result compare(IntervalEvaluator at, int x, int y) {
        if (at.isPole(x) && at.isFinite(y) || at.isPole(y) && at.isFinite(x)) {
            return Result.SEPARATED; // an infinity is no number
        }
        if (at.isOutside(x) || at.isOutside(y)) {
            return Result.NOTHING;
        }
        if (at.isUnknown(x) || at.isUnknown(y)) {
            return null;
        }
        boolean specialX = !at.isFinite(x);
        boolean specialY = !at.isFinite(y);
        if (specialX || specialY) {
            boolean same =
                    specialX
                            && specialY
                            && at.isNaN(x) == at.isNaN(y)
                            && (at.isNaN(x) || at.low(x) == at.low(y));
            return same ? Result.NOTHING : Result.SEPARATED;
        }
        if (at.high(x) < at.low(y) || at.high(y) < at.low(x)) {
            return Result.SEPARATED;
        }
        boolean points = at.low(x) == at.high(x) && at.low(y) == at.high(y);
        return points ? Result.AGREE : null;
    }

    /**
     * The values of both sides at a separating point as texts, literals exact if that is the last
     * mode.
     *
     * @param precisely all digits; else what intervals of doubles know
     */
    List<String> values(double[] point, boolean precisely) {
        int mode = modes.length - 1;
        roughly(point, mode);
        if (!precisely
                && isNarrow(intervals[mode], reference)
                && isNarrow(intervals[mode], candidate)) {
            return List.of(text(intervals[mode], reference), text(intervals[mode], candidate));
        }
        evaluatePrecisely(point, mode);
        return List.of(
                precise[mode].value(reference).text(), precise[mode].value(candidate).text());
    }

    private static boolean isNarrow(IntervalEvaluator at, int node) {
        if (!at.isFinite(node)) {
            return at.isNaN(node) || at.isInfinite(node);
        }
        double width = at.high(node) - at.low(node);
        return width <= 1e-11 * Math.abs(at.low(node));
    }

    /** The value of {@code node} as text, to the digits of a narrow interval's lower end. */
    static String text(IntervalEvaluator at, int node) {
        if (at.isSpecial(node)) {
            return at.real(node).text();
        }
        double low = at.low(node);
        if (Double.isInfinite(low)) {
            return (low > 0 ? Real.POSITIVE_INFINITY : Real.NEGATIVE_INFINITY).text();
        }
        return low == at.high(node)
                ? Real.of(Rational.ofExact(low)).text()
                : new BigDecimal(low).round(new MathContext(11)).stripTrailingZeros().toString();
    }
}
