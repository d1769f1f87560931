package io.heddle.decide;

import io.heddle.term.Op;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Finds for many conditions at once whether there is a point of the domain where the sides are
 * finite and agree and given condition terms hold. For conditions that are proved: terms without a
 * domain condition, such as polynomials, need no point and are not compared.
 *
 * <p>A function without a known meaning is interpreted as the constant 1: an equality that holds
 * for every meaning needs a witness for one.
 */
final class Witnesses {
    private static final int MAX_POINTS = 96;
    private static final int MIN_POINTS = 8;
    private static final long NODE_BUDGET = 200_000_000L;
    private static final double LOOKS_EQUAL = 1e-6;
    private static final double AGREEMENT = 1e-9;

    private final TermStore store;
    private final DecideOptions options;
    private final Literals literals;

    Witnesses(TermStore store, DecideOptions options, Literals literals) {
        this.store = store;
        this.options = options;
        this.literals = literals;
    }

    /**
     * The positions of the conditions that have a witness.
     *
     * @param required for each condition the terms that must be true at its witness
     */
    BitSet of(List<VerificationCondition> conditions, List<int[]> required) {
        BitSet witnessed = new BitSet();
        if (anyEmptyDomain()) {
            return witnessed;
        }
        long[] total = totalTerms(conditions);
        BitSet open = new BitSet();
        for (int i = 0; i < conditions.size(); i++) {
            VerificationCondition vc = conditions.get(i);
            boolean always =
                    required.get(i).length == 0
                            && isSet(total, vc.reference())
                            && isSet(total, vc.candidate());
            (always ? witnessed : open).set(i);
        }
        if (!open.isEmpty()) {
            search(conditions, required, open);
            for (int i = 0; i < conditions.size(); i++) {
                if (!open.get(i)) {
                    witnessed.set(i);
                }
            }
        }
        return witnessed;
    }

    private boolean anyEmptyDomain() {
        for (Symbol symbol : store.symbols()) {
            if (new InputDomain(symbol).isEmpty()) {
                return true;
            }
        }
        return false;
    }

    // ---------------------------------------------------------------- total terms

    /** The terms that are finite numbers or truth values at every point: no domain condition. */
    private long[] totalTerms(List<VerificationCondition> conditions) {
        int greatest = 0;
        for (VerificationCondition vc : conditions) {
            greatest = Math.max(greatest, Math.max(vc.reference(), vc.candidate()));
        }
        long[] total = new long[(greatest >>> 6) + 1];
        for (int t = 1; t <= greatest; t++) {
            if (isTotal(t, total)) {
                total[t >>> 6] |= 1L << t;
            }
        }
        return total;
    }

    private static boolean isSet(long[] bits, int t) {
        return (bits[t >>> 6] >>> t & 1) != 0;
    }

    private boolean isTotal(int t, long[] total) {
        Op op = store.op(t);
        return switch (op) {
            case RATIONAL, LITERAL, CONSTANT, ELEMENT, TRUE, FALSE -> true;
            case ADD, SUB, MUL, MAX, MIN, LT, LE, EQ, AND, OR ->
                    isSet(total, store.a(t)) && isSet(total, store.b(t));
            case NEG, EXP2, ABS, FLOOR, CEIL, TRUNC, RINT, NOT -> isSet(total, store.a(t));
            case FMA, ITE ->
                    isSet(total, store.a(t))
                            && isSet(total, store.b(t))
                            && isSet(total, store.c(t));
            case DIV -> isSet(total, store.a(t)) && store.op(store.b(t)) == Op.CONSTANT;
            case SQRT, LOG2 ->
                    store.isRational(store.a(t)) && store.rationalValue(store.a(t)).signum() > 0;
            case APPLY, ARGS, NEG_INF, POS_INF, NAN, UNDEFINED -> false;
        };
    }

    // ---------------------------------------------------------------- search

    private void search(List<VerificationCondition> conditions, List<int[]> required, BitSet open) {
        Cone cone = new Cone(store, roots(conditions, required, open));
        SamplePoints samples = new SamplePoints(cone, options.seed());
        DoubleEvaluator doubles = new DoubleEvaluator(cone, literals);
        IntervalEvaluator intervals = new IntervalEvaluator(cone, literals, true);
        long affordable = NODE_BUDGET / cone.size();
        int points = (int) Math.max(MIN_POINTS, Math.min(MAX_POINTS, affordable));
        for (int k = 0; k < points && !open.isEmpty() && !options.isExpired(); k++) {
            double[] point = samples.point(k);
            doubles.evaluate(point);
            BitSet likely = new BitSet();
            open.stream()
                    .filter(i -> isLikely(doubles, cone, conditions.get(i), required.get(i)))
                    .forEach(likely::set);
            if (!likely.isEmpty()) {
                intervals.evaluate(point);
                likely.stream()
                        .filter(i -> isWitness(intervals, cone, conditions.get(i), required.get(i)))
                        .forEach(open::clear);
            }
        }
    }

    private static int[] roots(
            List<VerificationCondition> conditions, List<int[]> required, BitSet open) {
        return open.stream()
                .flatMap(
                        i ->
                                IntStream.concat(
                                        IntStream.of(
                                                conditions.get(i).reference(),
                                                conditions.get(i).candidate()),
                                        Arrays.stream(required.get(i))))
                .toArray();
    }

    private static boolean isLikely(
            DoubleEvaluator at, Cone cone, VerificationCondition vc, int[] required) {
        for (int t : required) {
            if (at.value(cone.node(t)) != 1) {
                return false;
            }
        }
        double x = at.value(cone.node(vc.reference()));
        double y = at.value(cone.node(vc.candidate()));
        return Double.isFinite(x)
                && Math.abs(x - y) <= LOOKS_EQUAL * Math.max(1, Math.max(Math.abs(x), Math.abs(y)));
    }

    /** True if intervals show a witness: all required terms true, both sides finite and alike. */
    static boolean isWitness(
            IntervalEvaluator at, Cone cone, VerificationCondition vc, int[] required) {
        for (int t : required) {
            if (at.low(cone.node(t)) != 1) {
                return false;
            }
        }
        int x = cone.node(vc.reference());
        int y = cone.node(vc.candidate());
        if (!at.isFinite(x) || !at.isFinite(y)) {
            return false;
        }
        double low = Math.min(at.low(x), at.low(y));
        double high = Math.max(at.high(x), at.high(y));
        return high - low <= AGREEMENT * Math.max(1, Math.max(Math.abs(low), Math.abs(high)));
    }
}
