package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds.Interval;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;

/**
 * What is known of the numbers that the machine has for terms: a term is the exact number, and how
 * far the machine's may be from it follows from what was noted when instructions made it. A number
 * that was narrowed is as far off as a float of that format; of one whose operands cancelled over
 * the reals, as in {@code (x / 49) * 49}, nothing is known.
 */
final class MachineNumbers {
    private static final int NEAR = 256; // terms
    private static final int FAR = 1 << 14; // terms

    private final TermStore store;
    private final DecidingOperands deciding;
    private final Rerounded rerounded;
    private final RoundedConstants constants;
    private final UnorderedComparisons unordered;
    private final BitSet cut = new BitSet(); // integers that some float may not keep
    private final BitSet open = new BitSet(); // as far off as numbers that the terms do not show
    private final Map<Integer, Set<IntegerType>> converted = new HashMap<>(); // from floats
    private final BitSet wholeFloats = new BitSet(); // whole numbers as floats
    private final List<IntConsumer> changes = new ArrayList<>();

    /**
     * What a float becomes that is converted to an integer.
     *
     * @param low the least number of the type
     * @param high the greatest number of the type
     * @param ofNan what a NaN becomes
     */
    record IntegerType(Rational low, Rational high, Rational ofNan) {
        /** Where numbers of an interval lie after they are cut at the ends of the type. */
        private Interval cut(Interval i) {
            return new Interval(
                    i.low() == null ? low : i.low().compareTo(high) > 0 ? high : i.low(),
                    i.high() == null ? high : i.high().compareTo(low) < 0 ? low : i.high());
        }
    }

    MachineNumbers(TermStore store) {
        this.store = store;
        deciding = new DecidingOperands(store);
        rerounded = new Rerounded(store);
        constants = new RoundedConstants(store);
        unordered = new UnorderedComparisons(store);
    }

    /** Which of them decide something. */
    DecidingOperands deciding() {
        return deciding;
    }

    /** Which are rounded otherwise than their operations say. */
    Rerounded rerounded() {
        return rerounded;
    }

    /** How far constants are off. */
    RoundedConstants constants() {
        return constants;
    }

    /** What comparisons give of NaN. */
    UnorderedComparisons unordered() {
        return unordered;
    }

    /** Integers that became floats which may not keep them. */
    BitSet cut() {
        return cut;
    }

    /** Has {@code change} told of each term of which more is noted from now on. */
    void onChange(IntConsumer change) {
        changes.add(change);
    }

    private void changed(int t) {
        changes.forEach(change -> change.accept(t));
    }

    /** Notes that {@code t} decides something, and that the machine may have another number. */
    void noteDeciding(int t) {
        if (deciding.note(t)) {
            changed(t);
        }
    }

    /**
     * Notes one more way in which {@code t} is rounded; true if it is the first one.
     *
     * @param event what was done to it, in full
     */
    boolean noteRerounded(int t, int way, String event) {
        int before = rerounded.ways(t);
        boolean first = rerounded.add(t, way, event);
        if (rerounded.ways(t) != before) {
            changed(t);
        }
        return first;
    }

    /** Notes that {@code t} is made of numbers which its term does not show. */
    void noteOpen(int t) {
        if (!open.get(t)) {
            open.set(t);
            changed(t);
        }
    }

    /** Notes that the integer {@code t} became a float that may not keep it. */
    void noteCut(int t) {
        if (!cut.get(t)) {
            cut.set(t);
            changed(t);
        }
    }

    /** Notes that the float {@code t} is a whole number. */
    void noteWhole(int t) {
        wholeFloats.set(t);
    }

    /** Notes that a float became the integer {@code t} by a conversion of this kind. */
    void noteConverted(int t, IntegerType type) {
        converted.computeIfAbsent(t, k -> new LinkedHashSet<>()).add(type);
    }

    /** True if {@code t} is an integer that a float became. */
    boolean isConverted(int t) {
        return converted.containsKey(t);
    }

    /** True if {@code t} is a whole number as a float, too. */
    boolean isFloat(int t) {
        return wholeFloats.get(t);
    }

    /**
     * True if the machine may have two numbers for {@code t}, or for what it is made of: one that
     * was narrowed, flushed or scaled and one that was not, or integers of unlike types that a
     * float became.
     */
    boolean mayBeTwo(int t) {
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if ((rerounded.ways(next) & ~Rerounded.APPROXIMATE) != 0
                    || converted.getOrDefault(next, Set.of()).size() > 1
                    || walk.count() > FAR) {
                return true;
            }
            walk.open(store.operands(next));
        }
        return false;
    }

    /**
     * Where an integer lies on the machine: conversions stop at the ends of their types and make a
     * number of NaN (PTX ISA 9.7.9, {@code cvt}).
     *
     * @param number where {@code t} lies before it is converted, if it is a number
     * @return the same if it never is
     */
    Interval converted(int t, Interval number) {
        Interval all = null;
        for (IntegerType type : converted.getOrDefault(t, Set.of())) {
            Interval one = type.cut(number).hull(new Interval(type.ofNan, type.ofNan));
            all = all == null ? one : all.hull(one);
        }
        return all == null ? number : all;
    }

    /** False if {@code t} is not made of such an integer, no further below than is near. */
    boolean isMadeOfCut(int t) {
        if (cut.isEmpty()) {
            return false;
        }
        TermWalk walk = new TermWalk(t);
        for (int next = walk.next(); next != 0; next = walk.next()) {
            if (cut.get(next) || walk.count() > NEAR) {
                return true;
            }
            walk.open(store.operands(next));
        }
        return false;
    }

    /**
     * Notes that {@code instruction} makes the constant {@code t} of constants, unused ones 0.
     *
     * @param narrow the format of the result
     */
    void noteConstant(int t, NarrowFormat narrow, Instruction instruction, int... operands) {
        double before = constants.error(t);
        constants.note(t, narrow, instruction, operands);
        if (constants.error(t) > before) {
            changed(t);
        }
    }

    /**
     * Where the machine's number for {@code t} lies.
     *
     * @param made where it would, if its operation were all that rounds
     */
    Interval around(int t, Interval made) {
        if (open.get(t)) {
            return Interval.ALL;
        }
        if (store.isClosed(t)) {
            return constants.error(t) == 0 ? made : constant(constants.error(t), made);
        }
        int ways = rerounded.ways(t);
        if ((ways & (Rerounded.SCALED | Rerounded.LOST | Rerounded.OPEN)) != 0) {
            return Interval.ALL;
        }
        Interval near = ways != 0 || cut.get(t) ? made.rounded() : made;
        return (ways & Rerounded.APPROXIMATE) != 0 ? near.approximated() : near;
    }

    private static Interval constant(double error, Interval made) {
        if (Double.isInfinite(error)) {
            return Interval.ALL;
        }
        Rational off = Rational.ofExact(2 * error); // itself computed in doubles
        return made.plus(new Interval(off.negate(), off));
    }
}
