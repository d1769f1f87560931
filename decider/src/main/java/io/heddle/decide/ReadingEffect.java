package io.heddle.decide;

import io.heddle.algebra.Budget;
import io.heddle.algebra.Recovery;
import io.heddle.condition.DecideOptions;
import io.heddle.evaluate.Amplification;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.DoubleEvaluator;
import io.heddle.evaluate.GenericReadings;
import io.heddle.evaluate.InputDomain;
import io.heddle.evaluate.IntervalEvaluator;
import io.heddle.evaluate.Literals;
import io.heddle.evaluate.PreciseEvaluator;
import io.heddle.evaluate.Real;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds literals that make other numbers of a pair's terms if they are read as the numbers that
 * they round to: 41·fl(1/41) − 1 is 4·10⁻⁸ or 0, and whatever multiplies it, data or a constant,
 * makes that visible. Reading 0.1 for fl(0.1) changes x·fl(0.1) by what a rounding changes it,
 * which the verdict's list of assumptions says; a change of many roundings it does not explain.
 *
 * <p>Constants are evaluated to 60 digits with both readings. All other terms are evaluated at
 * three points in doubles; where the readings differ by more than is allowed, intervals say whether
 * doubles are to blame. A term above a comparison or a rounding to an integer that the reading
 * turned is not looked at there. What such points do not reach, since it takes a narrow branch or
 * an unusual input, {@link GenericReadings} and {@link Amplification} show.
 */
final class ReadingEffect {
    private static final int POINTS = 3;
    private static final double STEP = 0x1p-20; // no two elements are equal or opposite by chance
    private static final double FAR_IN_CONSTANTS_OF_DOUBLES = 1e-12;

    private final TermStore store;
    private final DecideOptions options;
    private final WorkThreads threads;
    private final Cone cone;
    private final int[] roots; // nodes
    private final boolean doubles; // are among the tensors
    private final Literals read;
    private final List<MovedLiterals> choices = new ArrayList<>();

    /**
     * @param recovery the reading
     * @param options the seed of the points and the deadline
     * @param threads that evaluate
     * @param roots both terms of all conditions
     */
    ReadingEffect(
            TermStore store,
            Recovery recovery,
            DecideOptions options,
            WorkThreads threads,
            int... roots) {
        this.store = store;
        this.options = options;
        this.threads = threads;
        cone = new Cone(store, roots);
        this.roots = Arrays.stream(roots).map(cone::node).distinct().toArray();
        doubles = store.symbols().stream().anyMatch(s -> s.type() == ElementType.F64);
        read = Literals.recovered(store, recovery);
        Set<FloatFormat> moving = EnumSet.noneOf(FloatFormat.class);
        for (FloatFormat each : FloatFormat.values()) {
            MovedLiterals moved =
                    new MovedLiterals(cone, recovery, read, EnumSet.of(each), doubles);
            if (!moved.isEmpty()) {
                moving.add(each);
                choices.add(moved);
            }
        }
        if (moving.size() > 1) { // what is 0 if either is read
            choices.add(new MovedLiterals(cone, recovery, read, moving, doubles));
        }
    }

    /**
     * The literals below a term that the reading changes by more than roundings do; all that it
     * changes once the time is up. Those of each format are looked at alone, since what reading a
     * bf16 changes would hide what reading a single does, and then all together.
     */
    Set<Recovery.Literal> beyondRounding() {
        Set<Recovery.Literal> literals = new LinkedHashSet<>();
        try {
            List<MovedLiterals> left = new ArrayList<>();
            for (MovedLiterals choice : choices) {
                BitSet far = farConstants(choice);
                literals.addAll(choice.below(far));
                if (far.isEmpty()) {
                    left.add(choice);
                }
            }
            List<BitSet> far =
                    left.isEmpty()
                            ? List.of()
                            : new GenericEffect(cone, roots, read, options, threads, left).far();
            for (int i = 0; i < left.size(); i++) {
                MovedLiterals choice = left.get(i);
                boolean none = far.get(i).isEmpty();
                literals.addAll(choice.below(none ? farTerms(choice) : far.get(i)));
            }
        } catch (LimitExceededException e) {
            choices.forEach(choice -> literals.addAll(choice.all()));
        }
        return literals;
    }

    /** The nodes of constants that the reading changes too much. */
    private BitSet farConstants(MovedLiterals choice) {
        BitSet far = new BitSet();
        int[] constants =
                IntStream.range(0, cone.size())
                        .filter(n -> choice.areReadBy(n) && cone.parts(n) > 0)
                        .filter(n -> store.isClosed(cone.term(n)))
                        .filter(n -> !cone.op(n).isCondition())
                        .toArray();
        if (constants.length == 0) {
            return far;
        }
        Cone closed = new Cone(store, Arrays.stream(constants).map(cone::term).toArray());
        double[] none = new double[closed.elementTerms().length];
        Budget time = Budget.until(options.deadlineNanos());
        PreciseEvaluator here = new PreciseEvaluator(closed, choice.exact(), time);
        PreciseEvaluator there = new PreciseEvaluator(closed, read, time);
        here.evaluate(none);
        there.evaluate(none);
        for (int node : constants) {
            int at = closed.node(cone.term(node));
            double most = doubles ? FAR_IN_CONSTANTS_OF_DOUBLES : choice.allowed();
            if (isFar(here.value(at), there.value(at), most)) {
                far.set(node);
            }
        }
        return far;
    }

    private static boolean isFar(Real x, Real y, double most) {
        if (x.kind() != Real.Kind.FINITE || y.kind() != Real.Kind.FINITE) {
            return true;
        }
        BigDecimal distance = x.low().subtract(y.low()).abs();
        BigDecimal size = x.low().abs().max(y.low().abs());
        return distance.compareTo(size.multiply(BigDecimal.valueOf(most))) > 0;
    }

    /**
     * The nodes whose values the reading changes too much at two points of three: at one point a
     * sum may be 0 by chance.
     */
    private BitSet farTerms(MovedLiterals choice) {
        BitSet once = new BitSet();
        BitSet twice = new BitSet();
        for (int k = 0; k < POINTS; k++) {
            BitSet far = farTerms(choice, InputDomain.sample(cone, options.seed() + k, STEP));
            BitSet again = (BitSet) far.clone();
            again.and(once);
            twice.or(again);
            once.or(far);
            if (once.isEmpty() && k == POINTS - 2) {
                break; // one point is left
            }
        }
        return twice;
    }

    private BitSet farTerms(MovedLiterals choice, double[] point) {
        DoubleEvaluator here = new DoubleEvaluator(cone, choice.exact());
        DoubleEvaluator there = new DoubleEvaluator(cone, read);
        here.evaluate(point);
        there.evaluate(point);
        BitSet far = new BitSet();
        BitSet turned = new BitSet();
        for (int node = 0; node < cone.size(); node++) {
            if (!choice.areReadBy(node) || cone.parts(node) == 0) {
                continue;
            }
            double x = here.value(node);
            double y = there.value(node);
            if (cone.isAbove(turned, node) || isStep(cone.op(node)) && x != y) {
                turned.set(node);
            } else if (cone.op(node) != Op.ARGS
                    && Math.abs(x - y) > choice.allowed() * Math.max(Math.abs(x), Math.abs(y))) {
                far.set(node);
            }
        }
        return far.isEmpty() ? far : certain(choice, far, point);
    }

    private static boolean isStep(Op op) {
        return op.isCondition() || op.isRounding();
    }

    /** Those whose values are as far apart without the roundings of doubles. */
    private BitSet certain(MovedLiterals choice, BitSet far, double[] point) {
        Cone part = new Cone(store, far.stream().map(cone::term).toArray());
        double[] values = part.restrict(cone, point);
        IntervalEvaluator here = new IntervalEvaluator(part, choice.exact(), true);
        IntervalEvaluator there = new IntervalEvaluator(part, read, true);
        here.evaluate(values);
        there.evaluate(values);
        BitSet certain = new BitSet();
        far.stream()
                .filter(
                        node -> {
                            int at = part.node(cone.term(node));
                            double apart =
                                    Math.max(
                                            here.low(at) - there.high(at),
                                            there.low(at) - here.high(at));
                            double size =
                                    Math.max(
                                            Math.max(-here.low(at), here.high(at)),
                                            Math.max(-there.low(at), there.high(at)));
                            return here.isFinite(at)
                                    && there.isFinite(at)
                                    && apart > choice.allowed() * size;
                        })
                .forEach(certain::set);
        return certain;
    }
}
