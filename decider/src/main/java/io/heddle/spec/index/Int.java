package io.heddle.spec.index;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * An integer that indices decide. Sums of multiples are one node, so that {@code i*S + u*D - P}
 * costs two multiplications. Overflow of 64 bits is an {@link ArithmeticException}.
 */
public sealed interface Int extends Serializable {
    /** Its value for the indices in {@code frame}. */
    long value(long[] frame);

    /** True if no index decides it. */
    default boolean isConstant() {
        return false;
    }

    /** Its value, of a constant. */
    default long constant() {
        return value(new long[0]);
    }

    /** How many integers and comparisons it is written with, at least 1. */
    int size();

    /**
     * An index.
     *
     * @param slot its place in a frame
     */
    record Index(int slot) implements Int {
        @Override
        public long value(long[] frame) {
            return frame[slot];
        }

        @Override
        public int size() {
            return 1;
        }
    }

    /** A constant and multiples of other integers. */
    record Sum(long addend, List<Multiple> multiples) implements Int {
        /** Copies the list. */
        public Sum {
            multiples = List.copyOf(multiples);
        }

        @Override
        public long value(long[] frame) {
            long sum = addend;
            for (int i = 0; i < multiples.size(); i++) {
                Multiple m = multiples.get(i);
                sum = Math.addExact(sum, Math.multiplyExact(m.factor(), m.integer().value(frame)));
            }
            return sum;
        }

        @Override
        public boolean isConstant() {
            return multiples.isEmpty();
        }

        @Override
        public int size() {
            return 1 + multiples.stream().mapToInt(m -> m.integer().size()).sum();
        }
    }

    /** {@code factor * integer}. */
    record Multiple(long factor, Int integer) implements Serializable {}

    /** {@code a * b}. */
    record Product(Int a, Int b) implements Int {
        @Override
        public long value(long[] frame) {
            return Math.multiplyExact(a.value(frame), b.value(frame));
        }

        @Override
        public int size() {
            return 1 + a.size() + b.size();
        }
    }

    /** {@code a // b}: rounded down, as Python does. */
    record Quotient(Int a, Int b, Place place) implements Int {
        @Override
        public long value(long[] frame) {
            long divisor = notZero(b.value(frame), place);
            long dividend = a.value(frame);
            return divisor == -1 ? Math.negateExact(dividend) : Math.floorDiv(dividend, divisor);
        }

        @Override
        public int size() {
            return 1 + a.size() + b.size();
        }
    }

    /** {@code a % b}: of the sign of b, as in Python. */
    record Remainder(Int a, Int b, Place place) implements Int {
        @Override
        public long value(long[] frame) {
            return Math.floorMod(a.value(frame), notZero(b.value(frame), place));
        }

        @Override
        public int size() {
            return 1 + a.size() + b.size();
        }
    }

    /** {@code a ** b}. */
    record Power(Int a, Int b, Place place) implements Int {
        @Override
        public long value(long[] frame) {
            long exponent = b.value(frame);
            long base = a.value(frame);
            if (exponent < 0) {
                throw new FormulaException(
                        place, "an index to the power " + exponent + " is no integer");
            } else if (base >= -1 && base <= 1) {
                return exponent == 0 ? 1 : exponent % 2 == 0 ? base * base : base;
            }
            long power = 1;
            for (; exponent > 0; exponent--) {
                power = Math.multiplyExact(power, base);
            }
            return power;
        }

        @Override
        public int size() {
            return 1 + a.size() + b.size();
        }
    }

    /** {@code a}, which must lie from 0 to {@code extent}, exclusively. */
    record InRange(Int a, int extent, Place place) implements Int {
        @Override
        public long value(long[] frame) {
            long value = a.value(frame);
            if (value < 0 || value >= extent) {
                throw new FormulaException(
                        place, "the index " + value + " is out of range, the extent is " + extent);
            }
            return value;
        }

        @Override
        public int size() {
            return 1 + a.size();
        }
    }

    /** {@code a if guard else b}. */
    record Choice(Guard guard, Int a, Int b) implements Int {
        @Override
        public long value(long[] frame) {
            return (guard.holds(frame) ? a : b).value(frame);
        }

        @Override
        public int size() {
            return guard.size() + a.size() + b.size();
        }
    }

    /** A constant. */
    static Int of(long constant) {
        return new Sum(constant, List.of());
    }

    /** {@code a}, which must lie from 0 to {@code extent}, exclusively. */
    static Int inRange(Int a, int extent, Place place) {
        Int checked = new InRange(a, extent, place);
        return a.isConstant() ? of(checked.constant()) : checked;
    }

    /** {@code a + factor * b}. */
    static Int plus(Int a, long factor, Int b) {
        List<Multiple> multiples = new ArrayList<>(multiples(a));
        for (Multiple m : multiples(b)) {
            add(multiples, new Multiple(Math.multiplyExact(factor, m.factor()), m.integer()));
        }
        long constant = Math.addExact(addend(a), Math.multiplyExact(factor, addend(b)));
        boolean isOne = constant == 0 && multiples.size() == 1 && multiples.get(0).factor() == 1;
        return isOne ? multiples.get(0).integer() : checked(new Sum(constant, multiples));
    }

    private static void add(List<Multiple> multiples, Multiple more) {
        for (int i = 0; i < multiples.size(); i++) {
            Multiple m = multiples.get(i);
            if (m.integer().equals(more.integer())) {
                long factor = Math.addExact(m.factor(), more.factor());
                if (factor == 0) {
                    multiples.remove(i);
                } else {
                    multiples.set(i, new Multiple(factor, m.integer()));
                }
                return;
            }
        }
        if (more.factor() != 0) {
            multiples.add(more);
        }
    }

    private static long addend(Int a) {
        return a instanceof Sum s ? s.addend() : 0;
    }

    private static List<Multiple> multiples(Int a) {
        return a instanceof Sum s ? s.multiples() : List.of(new Multiple(1, a));
    }

    /** {@code a * b}. */
    static Int times(Int a, Int b) {
        if (b.isConstant()) {
            return plus(of(0), b.constant(), a);
        }
        return a.isConstant() ? times(b, a) : checked(new Product(a, b));
    }

    /** {@code a // b}. */
    static Int over(Int a, Int b, Place place) {
        boolean isOne = b.isConstant() && b.constant() == 1;
        return isOne ? a : folded(new Quotient(a, b, place), a, b);
    }

    /** {@code a % b}. */
    static Int modulo(Int a, Int b, Place place) {
        boolean isOne = b.isConstant() && b.constant() == 1;
        return isOne ? of(0) : folded(new Remainder(a, b, place), a, b);
    }

    /** {@code a ** b}. */
    static Int power(Int a, Int b, Place place) {
        return folded(new Power(a, b, place), a, b);
    }

    /** {@code a if guard else b}. */
    static Int choice(Guard guard, Int a, Int b) {
        if (guard.equals(Guard.TRUE)) {
            return a;
        }
        return guard.equals(Guard.FALSE) ? b : checked(new Choice(guard, a, b));
    }

    private static Int folded(Int made, Int a, Int b) {
        return a.isConstant() && b.isConstant() ? of(made.constant()) : checked(made);
    }

    private static Int checked(Int made) {
        Guard.checkSize(made.size());
        return made;
    }

    private static long notZero(long b, Place place) {
        if (b == 0) {
            throw new FormulaException(place, "an integer divided by 0");
        }
        return b;
    }
}
