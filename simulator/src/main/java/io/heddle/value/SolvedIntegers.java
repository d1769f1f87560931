package io.heddle.value;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a conjunction says of the integers in it, one by one. A sum that is a number gives the value
 * of each part, from the greatest factor on, to which the smaller parts together leave only one
 * ({@code 16 i + j = 35} with j below 16 is {@code i = 2, j = 3}), and conditions on one integer
 * its value where they leave only one ({@code i xor 5 = 4}).
 */
public final class SolvedIntegers {
    private static final int MAX_INTEGERS = 64;
    private static final int MAX_PARTS = 8;
    private static final int MAX_VALUES = 16;

    private final TermStore store;
    private final Bounds bounds;

    public SolvedIntegers(TermStore store, Bounds bounds) {
        this.store = store;
        this.bounds = bounds;
    }

    /**
     * A condition that holds on the same inputs, to which the values are added that follow; false
     * if no value is left of some integer.
     */
    public int solve(int condition) {
        List<Integer> known = conjuncts(condition);
        int solved = condition;
        for (int c : List.copyOf(known)) {
            for (int part : parts(c, condition)) {
                solved = with(solved, part, known);
            }
        }
        for (int integer : integers(solved)) {
            solved = with(solved, value(integer, solved), known);
        }
        return solved;
    }

    /** The conjunction with one more condition, unless that is known. */
    private int with(int condition, int more, List<Integer> known) {
        if (more == store.trueTerm() || known.contains(more)) {
            return condition;
        }
        known.add(more);
        return store.and(condition, more);
    }

    /**
     * A condition and one of the values of each integer that it leaves a few, the next integers
     * having the next values.
     *
     * @param number which values
     */
    public int choose(int condition, int number) {
        int chosen = condition;
        int next = number;
        for (int integer : integers(condition)) {
            List<Rational> values = someValues(integer, condition);
            if (values.size() > 1) {
                Rational value = values.get(next++ % values.size());
                chosen = store.and(chosen, store.eq(integer, store.rational(value)));
            }
        }
        return chosen;
    }

    /** A condition without those on an integer that follow from its value, which is stated. */
    public int withoutImplied(int condition) {
        Map<Integer, Integer> stated = new TreeMap<>(); // the statement, by integer
        for (int c : conjuncts(condition)) {
            int integer = statedInteger(c);
            if (integer != 0) {
                stated.put(integer, c);
            }
        }
        int left = store.trueTerm();
        boolean less = false;
        for (int c : conjuncts(condition)) {
            SortedSet<Integer> inputs = OneInteger.inputs(store, c);
            Integer statement = inputs.size() == 1 ? stated.get(inputs.first()) : null;
            boolean implied = statement != null && statement != c && follows(c, statement);
            left = implied ? left : store.and(left, c);
            less |= implied;
        }
        return less ? left : condition;
    }

    /** The integer whose value a condition states, or 0. */
    private int statedInteger(int condition) {
        if (store.op(condition) != Op.EQ) {
            return 0;
        }
        boolean left = store.isRational(store.a(condition));
        int number = left ? store.a(condition) : store.b(condition);
        int integer = left ? store.b(condition) : store.a(condition);
        boolean whole = store.isRational(number) && store.isInteger(integer);
        return whole && OneInteger.inputs(store, integer).contains(integer) ? integer : 0;
    }

    private boolean follows(int condition, int statement) {
        int integer = statedInteger(statement);
        int number = store.a(statement) == integer ? store.b(statement) : store.a(statement);
        return new OneInteger(store, bounds, integer).holds(condition, store.rationalValue(number));
    }

    private List<Rational> someValues(int integer, int condition) {
        OneInteger one = new OneInteger(store, bounds, integer);
        List<Integer> conditions = one.conditions(condition);
        List<Rational> values = new ArrayList<>();
        for (Interval i : one.where(condition).orElse(List.of())) {
            int tried = 0;
            for (Rational x = i.low();
                    x.compareTo(i.high()) <= 0
                            && values.size() < MAX_VALUES
                            && tried++ < MAX_VALUES;
                    x = x.add(Rational.ONE)) {
                if (one.mayHold(conditions, x)) {
                    values.add(x);
                }
            }
        }
        return values;
    }

    /** The integers of which conditions speak that speak of no other. */
    private SortedSet<Integer> integers(int condition) {
        SortedSet<Integer> integers = new TreeSet<>();
        for (int c : conjuncts(condition)) {
            SortedSet<Integer> inputs = OneInteger.inputs(store, c);
            if (inputs.size() == 1
                    && store.isInteger(inputs.first())
                    && integers.size() < MAX_INTEGERS) {
                integers.addAll(inputs);
            }
        }
        return integers;
    }

    private List<Integer> conjuncts(int condition) {
        List<Integer> conjuncts = new ArrayList<>();
        TermWalk walk = new TermWalk(condition);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (store.op(t) == Op.AND) {
                walk.open(store.operands(t));
            } else {
                conjuncts.add(t);
            }
        }
        return conjuncts;
    }

    /** That an integer is the only value that a condition leaves it. */
    private int value(int integer, int condition) {
        Optional<List<Interval>> where = new OneInteger(store, bounds, integer).where(condition);
        if (where.isEmpty() || where.get().size() > 1) {
            return store.trueTerm();
        }
        if (where.get().isEmpty()) {
            return store.falseTerm();
        }
        Interval only = where.get().get(0);
        return only.low().equals(only.high())
                ? store.eq(integer, store.rational(only.low()))
                : store.trueTerm();
    }

    /** A part of a sum: a factor and a number from 0 to a width, counted from a base. */
    private record Part(int term, Rational factor, Rational base, Rational width) {
        Rational size() {
            return factor.abs();
        }

        Rational reach() {
            return size().multiply(width);
        }
    }

    /** The values of the parts of a sum that a condition says to be a number. */
    private List<Integer> parts(int condition, int path) {
        if (store.op(condition) != Op.EQ || bounds.isDecidedByRounding(condition)) {
            return List.of();
        }
        boolean left = store.isRational(store.a(condition));
        int number = left ? store.a(condition) : store.b(condition);
        LinearSum sum = new LinearSum(store, left ? store.b(condition) : store.a(condition));
        if (!store.isRational(number)
                || sum.coefficients().size() < 2
                || sum.coefficients().size() > MAX_PARTS) {
            return List.of();
        }
        Rational rest = store.rationalValue(number).subtract(sum.constant());
        Rational greatest = Rational.ZERO;
        List<Part> parts = new ArrayList<>();
        for (Map.Entry<Integer, Rational> e : sum.coefficients().entrySet()) {
            Interval i = OneInteger.bounds(store, bounds, e.getKey(), path);
            if (i == null) {
                return List.of(store.falseTerm());
            }
            if (!store.isInteger(e.getKey()) || i.low() == null || i.high() == null) {
                return List.of();
            }
            Rational base = e.getValue().signum() > 0 ? i.low() : i.high();
            Part part = new Part(e.getKey(), e.getValue(), base, i.high().subtract(i.low()));
            parts.add(part);
            rest = rest.subtract(base.multiply(e.getValue()));
            greatest = greatest.add(part.reach());
        }
        parts.sort((x, y) -> y.size().compareTo(x.size()));
        return values(parts, rest, greatest);
    }

    /**
     * The values of parts in descending order of their factors, as far as each is determined.
     *
     * @param number the sum of factors times the numbers from the bases on
     * @param greatest the greatest such sum
     */
    private List<Integer> values(List<Part> parts, Rational number, Rational greatest) {
        Rational rest = number;
        Rational below = greatest;
        List<Integer> values = new ArrayList<>();
        for (Part p : parts) {
            if (rest.signum() < 0 || rest.compareTo(below) > 0) {
                return List.of(store.falseTerm());
            }
            below = below.subtract(p.reach());
            Rational least = Rational.of(below.subtract(rest).divide(p.size()).floor()).negate();
            Rational most = Rational.of(rest.divide(p.size()).floor());
            Rational from = least.signum() < 0 ? Rational.ZERO : least;
            Rational steps = most.compareTo(p.width()) > 0 ? p.width() : most;
            if (!from.equals(steps)) {
                return from.compareTo(steps) > 0 ? List.of(store.falseTerm()) : values;
            }
            rest = rest.subtract(steps.multiply(p.size()));
            Rational moved = p.factor().signum() > 0 ? steps : steps.negate();
            values.add(store.eq(p.term(), store.rational(p.base().add(moved))));
        }
        return rest.isZero() ? values : List.of(store.falseTerm());
    }
}
