package io.heddle.value;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.PassedOn;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Integers that became floats of fewer bits than they may need. Over the reals a conversion keeps
 * the number, and as long as the result is a float, what it lost is a rounding like any other; but
 * where the float becomes an integer again or is compared, that nothing was lost is an assumption:
 * it is listed, and recorded with the integer ({@link io.heddle.term.AssumedRanges}).
 */
public final class RoundedIntegers {
    /**
     * A conversion.
     *
     * @param instruction the conversion
     * @param format of its result
     */
    private record Origin(Instruction instruction, FloatFormat format) {}

    private final TermStore store;
    private final Bounds bounds;
    private final Assumptions assumptions;
    private final Map<Integer, Origin> origins = new HashMap<>();
    private int least = Integer.MAX_VALUE; // bits of a float that one became
    private final Map<FloatFormat, Set<Integer>> kept = new EnumMap<>(FloatFormat.class);
    private final Set<Integer> seen = new HashSet<>(); // and all below them

    RoundedIntegers(TermStore store, Bounds bounds, Assumptions assumptions) {
        this.store = store;
        this.bounds = bounds;
        this.assumptions = assumptions;
    }

    /** Notes that {@code instruction} made the integer {@code t} a float. */
    public void note(int t, FloatFormat format, Instruction instruction) {
        long most = 1L << format.precision();
        if (store.isRational(t) || bounds.of(t).isWithin(-most, most)) {
            return;
        }
        Origin before = origins.get(t);
        if (before == null || before.format().precision() > format.precision()) {
            origins.put(t, new Origin(instruction, format));
            least = Math.min(least, format.precision());
            seen.clear();
        }
    }

    /**
     * Lists what is assumed where numbers made of {@code a} and {@code b} are compared, of which
     * nothing about integers follows then: 2049 is not above 2048 as an f16.
     */
    public void assumeCompared(int a, int b) {
        if (!origins.isEmpty() && !isKept(a, b) && !isKept(b, a)) {
            assumeExact(a);
            assumeExact(b);
            MachineNumbers machine = bounds.numbers();
            if (machine.isMadeOfCut(a) || machine.isMadeOfCut(b)) {
                machine.noteDeciding(a);
                machine.noteDeciding(b);
            }
        }
    }

    /** Lists what is assumed where the bits of {@code t}, a float of {@code format}, are read. */
    void assumeRead(int t, FloatFormat format) {
        if (least < format.precision()) { // else it is rounded as the format says
            assumeExact(t);
        }
    }

    /** True if rounding the integer {@code t} keeps on which side of a constant it lies. */
    private boolean isKept(int t, int constant) {
        Origin origin = origins.get(t);
        if (origin == null || !store.isRational(constant)) {
            return false;
        }
        Rational magnitude = store.rationalValue(constant).abs();
        return magnitude.compareTo(Rational.powerOfTwo(origin.format().precision())) < 0;
    }

    /** Lists what is assumed where a number made of {@code t} becomes an integer. */
    public void assumeExact(int t) {
        if (origins.isEmpty() || store.isRational(t)) {
            return;
        }
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            if (!seen.add(next)) {
                continue;
            }
            Origin origin = origins.get(next);
            if (origin != null) {
                assume(next, origin, "integers converted by ");
            }
            for (int operand : store.operands(next)) {
                open.push(operand);
            }
        }
    }

    /**
     * Lists what is assumed where the integer {@code t}, which was computed in {@code format}, is
     * converted by {@code instruction}: that the format holds it, and the integers that it is made
     * of.
     */
    public void assumeKept(int t, FloatFormat format, Instruction instruction) {
        if (!store.isInteger(t)) {
            return; // its rounding is a step
        }
        long most = 1L << format.precision();
        Set<Integer> known = kept.computeIfAbsent(format, f -> new HashSet<>());
        Deque<Integer> open = new ArrayDeque<>();
        open.push(t);
        while (!open.isEmpty()) {
            int next = open.pop();
            boolean first = known.add(next) || next == t;
            if (first
                    && openComputed(next, open)
                    && store.isInteger(next)
                    && !bounds.of(next).isWithin(-most, most)) {
                String what = next == t ? "integers converted by " : "integers summed up for ";
                assume(next, new Origin(instruction, format), what);
            }
        }
    }

    /**
     * Opens the operands of the sums and products that {@code t} may be. Rounding keeps the order
     * of numbers: a maximum of rounded ones is exact if it is one that the format holds, whatever
     * the others are.
     *
     * @return true if there are any
     */
    private boolean openComputed(int t, Deque<Integer> open) {
        if (origins.containsKey(t)) {
            return false; // an integer
        }
        boolean computed = false;
        Set<Integer> passed = new HashSet<>();
        Deque<Integer> parts = new ArrayDeque<>();
        parts.push(t);
        while (!parts.isEmpty()) {
            int part = parts.pop();
            switch (store.op(part)) {
                case ADD, SUB, MUL, FMA -> {
                    computed = true;
                    for (int operand : store.operands(part)) {
                        open.push(operand);
                    }
                }
                default -> {
                    for (int operand : PassedOn.by(store, part)) {
                        if (passed.add(operand)) {
                            parts.push(operand);
                        }
                    }
                }
            }
        }
        return computed;
    }

    private void assume(int t, Origin origin, String what) {
        Instruction instruction = origin.instruction();
        int bits = origin.format().precision();
        Rational most = Rational.powerOfTwo(bits);
        store.assumedRanges().add(t, most.negate(), most);
        assumptions.add(
                Assumption.Kind.ROUNDED_INTEGER,
                what
                        + instruction.mnemonic()
                        + " at "
                        + instruction.position().file()
                        + ":"
                        + instruction.position().line()
                        + " are at most 2^"
                        + bits
                        + " in magnitude, so that the float keeps them",
                instruction);
    }
}
