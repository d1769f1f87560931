package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Running maxima and minima that start at the lowest or the greatest finite number of their format,
 * or at an f32 of at least 2^127 in magnitude: by {@code max} and {@code min}, or by comparing and
 * selecting. Elements of a tensor are not beyond the numbers of their type, if they are finite.
 */
final class RunningExtrema {
    private static final int GREATEST_EXPONENT = 1024; // beyond every format
    private static final int MOST_OPENED = 4096; // terms below an operand

    private final Warp w;
    private final Instruction instruction;

    private RunningExtrema(Warp w, Instruction instruction) {
        this.w = w;
        this.instruction = instruction;
    }

    /**
     * The operand {@code x} of a maximum or minimum, or −∞ or +∞ in its place where it is the
     * constant that a running one starts at. Lists the assumption that the other operand is not
     * beyond that constant, unless a stated range shows it; where a stated range goes beyond, the
     * constant is itself.
     */
    static int start(Warp w, Step step, FloatFormat format, boolean max, int x, int other) {
        TermStore s = w.store();
        return s.isRational(x) && !s.isClosed(other)
                ? new RunningExtrema(w, step.instruction()).start(format, max, x, other)
                : x;
    }

    /**
     * A number that was selected by a comparison: of a maximum or minimum with the constant that a
     * running one starts at, the other operand.
     */
    static int selected(Warp w, Step step, FloatFormat format, int t) {
        TermStore s = w.store();
        boolean max = s.op(t) == Op.MAX;
        if (!max && s.op(t) != Op.MIN || s.propagatesNan(t)) {
            return t;
        }
        int a = s.a(t);
        int b = s.b(t);
        int x = start(w, step, format, max, a, b);
        int y = start(w, step, format, max, b, x);
        if (x == a && y == b) {
            return t;
        }
        return max ? s.max(x, y) : s.min(x, y);
    }

    /**
     * The condition {@code c} of a comparison, decided where it asks whether elements of tensors
     * are beyond the numbers of their type: lists that they are finite.
     */
    static int compared(Warp w, Instruction instruction, int c) {
        TermStore s = w.store();
        boolean negated = s.op(c) == Op.NOT;
        int order = negated ? s.a(c) : c;
        if (s.op(order) != Op.LT && s.op(order) != Op.LE) {
            return c;
        }
        // x < y fails where x is above or at y, x <= y holds where it is below or at y
        boolean strict = s.op(order) == Op.LT;
        int x = s.a(order);
        int y = s.b(order);
        RunningExtrema extrema = new RunningExtrema(w, instruction);
        boolean known =
                s.isRational(x) && extrema.isInput(y, s.rationalValue(x), !strict)
                        || s.isRational(y) && extrema.isInput(x, s.rationalValue(y), strict);
        if (!known) {
            return c;
        }
        int element = s.isRational(x) ? y : x;
        extrema.assumeFinite(element, "that are compared with an end of their type");
        return s.condition(strict == negated);
    }

    private int start(FloatFormat format, boolean max, int x, int other) {
        TermStore s = w.store();
        Rational value = s.rationalValue(x);
        Rational low = max ? value : value.negate();
        boolean far = low.compareTo(Rational.powerOfTwo(127).negate()) <= 0;
        boolean starts = low.equals(format.lowestFinite()) || format == FloatFormat.F32 && far;
        Optional<Rational> bound = w.views().bound(other, max);
        boolean open = bound.isEmpty();
        boolean within = open || bound.get().compareTo(value) * (max ? 1 : -1) >= 0;
        boolean beyond = max ? w.views().isBelow(other, value) : w.views().isAbove(other, value);
        if (!starts || !within || beyond) {
            return x;
        }
        String extremum = max ? "maximum" : "minimum";
        if (open && isInput(other, value, max)) {
            assumeFinite(other, "with which a " + extremum + " starts");
        } else if (open && !max && !far) {
            return x; // min(x, 65504) keeps x within the halves
        } else if (open) {
            assume(
                    Assumption.Kind.MAXIMUM_ABOVE_START,
                    "no overflow: the running "
                            + extremum
                            + " stays "
                            + (max ? "above " : "below ")
                            + value.doubleValue());
            Rational most = Rational.powerOfTwo(GREATEST_EXPONENT);
            if (max) {
                s.assumedRanges().add(other, value, most);
            } else {
                s.assumedRanges().add(other, most.negate(), value);
            }
        }
        return max ? s.negInf() : s.posInf();
    }

    /**
     * True for elements of tensors, maxima and minima of them and choices between them, none of
     * which is below a number ({@code above}), or above it, if it is finite.
     */
    private boolean isInput(int root, Rational value, boolean above) {
        TermStore s = w.store();
        TermWalk walk = new TermWalk(root);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (walk.count() > MOST_OPENED) {
                return false;
            }
            switch (s.op(t)) {
                case ELEMENT -> {
                    if (!isWithin(s, t, value, above)) {
                        return false;
                    }
                }
                case RATIONAL, LITERAL -> {
                    if (s.rationalValue(t).compareTo(value) * (above ? 1 : -1) < 0) {
                        return false;
                    }
                }
                case MAX, MIN -> walk.open(s.a(t), s.b(t));
                case ITE -> walk.open(s.b(t), s.c(t));
                default -> {
                    return false;
                }
            }
        }
        return !s.isClosed(root);
    }

    private static boolean isWithin(TermStore s, int element, Rational value, boolean above) {
        if (!s.symbolOf(element).type().isFloat()) {
            return false;
        }
        Rational lowest = s.symbolOf(element).type().format().lowestFinite();
        return lowest.compareTo(above ? value : value.negate()) >= 0;
    }

    private void assumeFinite(int t, String which) {
        TermStore s = w.store();
        SortedSet<String> names = new TreeSet<>();
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            switch (s.op(next)) {
                case ELEMENT -> names.add(s.symbolOf(next).name());
                case ITE -> walk.open(s.b(next), s.c(next));
                default -> walk.open(s.operands(next));
            }
        }
        assume(
                Assumption.Kind.OTHER,
                "the elements of " + String.join(" and ", names) + " " + which + " are finite");
    }

    private void assume(Assumption.Kind kind, String text) {
        w.machine().assumptions().add(kind, text, instruction);
    }
}
