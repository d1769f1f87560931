package io.heddle.spec.index;

import io.heddle.term.Rational;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a formula assumes of single elements of an input: which are equal, which are a known number,
 * and which are one of a few numbers.
 */
public final class ElementFacts implements Serializable {
    private static final long serialVersionUID = 1;

    private final int[] equal; // a lesser element that is equal, or the element itself
    private final Map<Integer, Rational> constants = new HashMap<>(); // by representative
    private final Map<Integer, List<Rational>> values = new HashMap<>(); // ascending

    /** Nothing is assumed yet of so many elements. */
    public ElementFacts(int size) {
        equal = new int[size];
        for (int i = 0; i < size; i++) {
            equal[i] = i;
        }
    }

    /** The least element that is assumed to be equal to the element. */
    public int representative(int flat) {
        int i = flat;
        while (equal[i] != i) {
            i = equal[i];
        }
        equal[flat] = i;
        return i;
    }

    /** The number that an element is assumed to be, or null. */
    public Rational constant(int flat) {
        return constants.get(representative(flat));
    }

    /** The numbers of which an element is assumed to be one, ascending; empty if it may be any. */
    public List<Rational> values(int flat) {
        return values.getOrDefault(representative(flat), List.of());
    }

    /** The range in which all elements are assumed to be; null if some element may be any. */
    public ElementRange range() {
        ElementRange range = null;
        for (int i = 0; i < equal.length; i++) {
            Rational constant = constant(i);
            List<Rational> few = constant == null ? values(i) : List.of(constant);
            if (few.isEmpty()) {
                return null;
            }
            ElementRange ofElement = new ElementRange(few.get(0), few.get(few.size() - 1));
            range = range == null ? ofElement : range.or(ofElement);
        }
        return range;
    }

    /** The number of elements. */
    public int size() {
        return equal.length;
    }

    /** The element's number, if it would otherwise be {@code proposed}. */
    public double near(int flat, double proposed) {
        Rational constant = constant(flat);
        if (constant != null) {
            return constant.doubleValue();
        }
        double nearest = proposed;
        double distance = Double.POSITIVE_INFINITY;
        for (Rational value : values(flat)) {
            double d = Math.abs(value.doubleValue() - proposed);
            if (d < distance) {
                distance = d;
                nearest = value.doubleValue();
            }
        }
        return nearest;
    }

    /** Assumes that two elements are equal; false if they are known to differ. */
    public boolean equate(int a, int b) {
        int first = Math.min(representative(a), representative(b));
        int second = Math.max(representative(a), representative(b));
        if (first == second) {
            return true;
        }
        Rational constant = constants.remove(second);
        List<Rational> ofSecond = values.remove(second);
        equal[second] = first;
        return (constant == null || set(first, constant))
                && (ofSecond == null || restrict(first, ofSecond));
    }

    /** Assumes that an element is a number; false if it is known to be another. */
    public boolean set(int flat, Rational value) {
        Rational before = constants.putIfAbsent(representative(flat), value);
        List<Rational> few = values(flat);
        return (before == null || before.equals(value)) && (few.isEmpty() || few.contains(value));
    }

    /** Assumes that an element is one of some numbers; false if it is known to be none of them. */
    public boolean restrict(int flat, List<Rational> few) {
        List<Rational> left = new ArrayList<>(few.stream().sorted().distinct().toList());
        if (!values(flat).isEmpty()) {
            left.retainAll(values(flat));
        }
        values.put(representative(flat), List.copyOf(left));
        Rational constant = constant(flat);
        return !left.isEmpty() && (constant == null || left.contains(constant));
    }
}
