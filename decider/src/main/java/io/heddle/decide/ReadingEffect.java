package io.heddle.decide;

import io.heddle.algebra.Budget;
import io.heddle.algebra.RecoveredConstant;
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
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds literals that make other numbers of a pair's terms if they are read as the numbers that
 * they round: 41·fl(1/41) − 1 is 4·10⁻⁸ or 0, and whatever multiplies it, data or a constant, makes
 * that visible. Reading 0.1 for fl(0.1) changes x·fl(0.1) by what a rounding changes it, which the
 * verdict's list of assumptions says; a change of many roundings it does not explain.
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
    private static final byte NONE = Byte.MAX_VALUE;
    private static final double FAR_IN_SINGLES = 0x1p-10;
    private static final double FAR_IN_DOUBLES = 0x1p-30;
    private static final double FAR_IN_CONSTANTS_OF_DOUBLES = 1e-12;
    private static final int SPARE_BITS = 3; // of a format narrower than a single

    // where all is generic: so many bits of a format's precision may be lost
    private static final int DOUBLE_SPARE_BITS = 11;
    private static final int SINGLE_SPARE_BITS = 9;
    private static final int NARROW_SPARE_BITS = 1; // and singles that meet doubles
    // by a bound that sees no cancellation
    private static final int BOUND_SPARE_BITS = 12;
    private static final int NARROW_BOUND_SPARE_BITS = 5;

    private final TermStore store;
    private final Recovery recovery;
    private final DecideOptions options;
    private final Cone cone;
    private final int[] roots; // nodes
    private final boolean doubles; // are among the tensors
    private final byte[] precision; // least of the moved literals below a node, or NONE

    /**
     * @param recovery the reading
     * @param options the seed of the points and the deadline
     * @param roots both terms of all conditions
     */
    ReadingEffect(TermStore store, Recovery recovery, DecideOptions options, int... roots) {
        this.store = store;
        this.recovery = recovery;
        this.options = options;
        cone = new Cone(store, roots);
        this.roots = Arrays.stream(roots).map(cone::node).distinct().toArray();
        doubles = store.symbols().stream().anyMatch(s -> s.type() == ElementType.F64);
        precision = new byte[cone.size()];
        Arrays.fill(precision, NONE);
    }

    /**
     * The literals below a term that the reading changes by more than roundings do; all that it
     * changes once the time is up.
     */
    Set<Recovery.Literal> beyondRounding() {
        if (!findMoved()) {
            return Set.of();
        }
        BitSet all = new BitSet();
        all.set(0, cone.size());
        try {
            BitSet far = options.isExpired() ? all : farConstants();
            if (far.isEmpty()) {
                far = farGenerically();
            }
            return literalsBelow(far.isEmpty() ? farTerms() : far);
        } catch (LimitExceededException e) {
            return literalsBelow(all);
        }
    }

    /** Fills {@link #precision}; false if the reading changes no literal. */
    private boolean findMoved() {
        boolean any = false;
        for (int i = 0; i < cone.leaves().length; i++) {
            int t = cone.leafTerms()[i];
            if (isMoved(t)) {
                precision[cone.leaves()[i]] = (byte) store.literalFormat(t).precision();
                any = true;
            }
        }
        for (int node = 0; any && node < precision.length; node++) {
            for (int k = 0; k < cone.parts(node); k++) {
                precision[node] = (byte) Math.min(precision[node], precision[cone.part(node, k)]);
            }
        }
        return any;
    }

    private boolean isMoved(int t) {
        if (store.op(t) != Op.LITERAL) {
            return false;
        }
        Optional<RecoveredConstant> read =
                recovery.recover(store.literalFormat(t), store.literalBits(t));
        return read.isPresent() && !read.get().isValue(store.rationalValue(t));
    }

    /** The part of a term's value that the reading may change. */
    private double allowed(int node) {
        int p = precision[node];
        if (p >= 53) {
            return FAR_IN_DOUBLES;
        }
        return p >= 24 ? FAR_IN_SINGLES : Math.scalb(1.0, SPARE_BITS - p);
    }

    /** The nodes of constants that the reading changes too much, and that are not above such. */
    private BitSet farConstants() {
        BitSet far = new BitSet();
        int[] constants =
                IntStream.range(0, cone.size())
                        .filter(n -> precision[n] != NONE && cone.parts(n) > 0)
                        .filter(n -> store.isClosed(cone.term(n)))
                        .filter(n -> !cone.op(n).isCondition())
                        .toArray();
        if (constants.length == 0) {
            return far;
        }
        Cone closed = new Cone(store, Arrays.stream(constants).map(cone::term).toArray());
        double[] none = new double[closed.elementTerms().length];
        Budget time = Budget.until(options.deadlineNanos());
        PreciseEvaluator exact = new PreciseEvaluator(closed, Literals.exact(store), time);
        PreciseEvaluator read =
                new PreciseEvaluator(closed, Literals.recovered(store, recovery), time);
        exact.evaluate(none);
        read.evaluate(none);
        for (int node : constants) {
            int at = closed.node(cone.term(node));
            double most = doubles ? FAR_IN_CONSTANTS_OF_DOUBLES : allowed(node);
            if (isFar(exact.value(at), read.value(at), most)) {
                far.set(node);
            }
        }
        return lowest(far);
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
     * The nodes whose values the reading changes too much at two points of three, and not above
     * such: at one point a sum may be 0 by chance.
     */
    private BitSet farTerms() {
        BitSet once = new BitSet();
        BitSet twice = new BitSet();
        for (int k = 0; k < POINTS; k++) {
            BitSet far = farTerms(InputDomain.sample(cone, options.seed() + k, STEP));
            BitSet again = (BitSet) far.clone();
            again.and(once);
            twice.or(again);
            once.or(far);
            if (once.isEmpty() && k == POINTS - 2) {
                break; // one point is left
            }
        }
        return lowest(twice);
    }

    /**
     * The nodes that the reading changes too much where all is generic, in proportion to the
     * greatest value at some points; and the results that it may change too much for what they
     * usually are, by a bound that sees no cancellation.
     */
    private BitSet farGenerically() {
        double[] change = new double[cone.size()];
        double[] size = new double[cone.size()];
        double[] moved = new double[roots.length];
        double[] usual = new double[roots.length];
        Literals exact = Literals.exact(store);
        Literals read = Literals.recovered(store, recovery);
        GenericReadings readings = new GenericReadings(cone, exact, read);
        Amplification amplification = new Amplification(cone, exact, read, readings);
        DoubleEvaluator there = new DoubleEvaluator(cone, read);
        for (int k = 0; k < POINTS; k++) {
            long seed = options.seed() + k;
            double[] point = InputDomain.sample(cone, seed, STEP);
            readings.evaluate(point, seed);
            for (int node = 0; node < size.length; node++) {
                if (precision[node] != NONE && readings.isCompared(node)) {
                    change[node] = Math.max(change[node], readings.leastChange(node));
                    size[node] = Math.max(size[node], readings.size(node));
                }
            }
            amplification.evaluate();
            there.evaluate(point);
            for (int i = 0; i < roots.length; i++) {
                moved[i] = Math.max(moved[i], amplification.moved(roots[i]));
                double value = Math.abs(there.value(roots[i]));
                usual[i] = Double.isFinite(value) ? Math.max(usual[i], value) : usual[i];
            }
        }
        BitSet far = new BitSet();
        for (int node = 0; node < size.length; node++) {
            if (change[node] > generically(node) * size[node]) {
                far.set(node);
            }
        }
        for (int i = 0; i < roots.length; i++) {
            double value = usual[i] > 0 ? usual[i] : size[roots[i]];
            if (moved[i] > bounded(roots[i]) * value) {
                far.set(roots[i]);
            }
        }
        return lowest(far);
    }

    /** The part of a term's value that the reading may change where all is generic. */
    private double generically(int node) {
        int p = precision[node];
        int spare = NARROW_SPARE_BITS;
        if (p >= 53) {
            spare = DOUBLE_SPARE_BITS;
        } else if (p >= 24 && !doubles) {
            spare = SINGLE_SPARE_BITS;
        }
        return Math.scalb(1.0, spare - p);
    }

    /** The part of a result that the reading may change by a bound that sees no cancellation. */
    private double bounded(int node) {
        int p = precision[node];
        int spare = p >= 24 ? BOUND_SPARE_BITS : NARROW_BOUND_SPARE_BITS;
        return Math.scalb(1.0, spare - p);
    }

    private BitSet farTerms(double[] point) {
        DoubleEvaluator exact = new DoubleEvaluator(cone, Literals.exact(store));
        DoubleEvaluator read = new DoubleEvaluator(cone, Literals.recovered(store, recovery));
        exact.evaluate(point);
        read.evaluate(point);
        BitSet far = new BitSet();
        BitSet turned = new BitSet();
        for (int node = 0; node < precision.length; node++) {
            if (precision[node] == NONE || cone.parts(node) == 0) {
                continue;
            }
            double x = exact.value(node);
            double y = read.value(node);
            if (isAbove(turned, node) || isStep(cone.op(node)) && x != y) {
                turned.set(node);
            } else if (cone.op(node) != Op.ARGS
                    && Math.abs(x - y) > allowed(node) * Math.max(Math.abs(x), Math.abs(y))) {
                far.set(node);
            }
        }
        return far.isEmpty() ? far : certain(far, point);
    }

    private boolean isAbove(BitSet nodes, int node) {
        boolean above = false;
        for (int k = 0; k < cone.parts(node); k++) {
            above |= nodes.get(cone.part(node, k));
        }
        return above;
    }

    private static boolean isStep(Op op) {
        return op.isCondition() || op.isRounding();
    }

    /** Those whose values are as far apart without the roundings of doubles. */
    private BitSet certain(BitSet far, double[] point) {
        Cone part = new Cone(store, far.stream().map(cone::term).toArray());
        double[] there = part.restrict(cone, point);
        IntervalEvaluator exact = new IntervalEvaluator(part, Literals.exact(store), true);
        IntervalEvaluator read =
                new IntervalEvaluator(part, Literals.recovered(store, recovery), true);
        exact.evaluate(there);
        read.evaluate(there);
        BitSet certain = new BitSet();
        far.stream()
                .filter(
                        node -> {
                            int at = part.node(cone.term(node));
                            double apart =
                                    Math.max(
                                            exact.low(at) - read.high(at),
                                            read.low(at) - exact.high(at));
                            double size =
                                    Math.max(
                                            Math.max(-exact.low(at), exact.high(at)),
                                            Math.max(-read.low(at), read.high(at)));
                            return exact.isFinite(at)
                                    && read.isFinite(at)
                                    && apart > allowed(node) * size;
                        })
                .forEach(certain::set);
        return certain;
    }

    /** The nodes that have no other of them as an operand. */
    private BitSet lowest(BitSet nodes) {
        BitSet lowest = new BitSet();
        nodes.stream().filter(n -> !isAbove(nodes, n)).forEach(lowest::set);
        return lowest;
    }

    private Set<Recovery.Literal> literalsBelow(BitSet nodes) {
        Set<Recovery.Literal> literals = new LinkedHashSet<>();
        TermWalk walk = new TermWalk(nodes.stream().map(cone::term).toArray());
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (isMoved(t)) {
                literals.add(new Recovery.Literal(store.literalFormat(t), store.literalBits(t)));
            }
            walk.open(store.operands(t));
        }
        return literals;
    }
}
