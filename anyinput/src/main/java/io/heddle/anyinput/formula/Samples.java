package io.heddle.anyinput.formula;

import io.heddle.anyinput.formula.Arrangement.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Launches that determine a quasi-polynomial of a shape: of each class of remainders of the sizes
 * as many as determine a polynomial of its degree.
 */
final class Samples {
    private static final int MOST = 20_000;

    private final List<String> names;
    private final int degree;
    private final long[] from;
    private final long[] periods;
    private final List<long[]> launches = new ArrayList<>();

    /**
     * Makes the launches.
     *
     * @param names of the sizes
     * @param numbers of the variables that they are
     * @param meant the launches that are meant, by sizes; which they are, remainders decide
     * @throws NoFormulaException if they are too many
     */
    Samples(List<String> names, List<Integer> numbers, Shape shape, Predicate<long[]> meant) {
        this.names = List.copyOf(names);
        degree = shape.degree();
        from = new long[names.size()];
        periods = new long[names.size()];
        long classes = 1;
        for (int k = 0; k < from.length; k++) {
            from[k] = shape.from().getOrDefault(numbers.get(k), 1);
            periods[k] = shape.periods().getOrDefault(numbers.get(k), 1L);
            classes = periods[k] > MOST ? MOST + 1 : classes * periods[k];
        }
        if (classes > MOST) {
            throw new NoFormulaException(
                    "costs repeat only after very many sizes: " + period(names));
        }
        remainders(0, new long[from.length], meant);
        if (launches.isEmpty()) {
            throw new NoFormulaException("no sizes are as assumed");
        }
    }

    private String period(List<String> of) {
        List<String> parts = new ArrayList<>();
        for (int k = 0; k < from.length; k++) {
            parts.add(periods[k] + " of " + of.get(k));
        }
        return String.join(", ", parts);
    }

    private void remainders(int size, long[] least, Predicate<long[]> meant) {
        if (size == from.length) {
            if (meant.test(least)) {
                simplex(0, degree, least.clone());
            }
            return;
        }
        for (long k = 0; k < periods[size]; k++) {
            least[size] = from[size] + k;
            remainders(size + 1, least, meant);
        }
    }

    private void simplex(int size, int left, long[] at) {
        if (size == from.length) {
            launches.add(at.clone());
            if (launches.size() > MOST) {
                throw new NoFormulaException(
                        "costs repeat only after very many sizes: " + period(names));
            }
            return;
        }
        long first = at[size];
        for (int k = 0; k <= left; k++) {
            at[size] = first + k * periods[size];
            simplex(size + 1, left - k, at);
        }
        at[size] = first;
    }

    List<String> names() {
        return names;
    }

    int degree() {
        return degree;
    }

    int count() {
        return launches.size();
    }

    long[] launch(int k) {
        return launches.get(k);
    }

    /** The least size of a name. */
    long from(int size) {
        return from[size];
    }

    long period(int size) {
        return periods[size];
    }

    /** The divisors of a period beyond 1, but for those by which all sizes have one remainder. */
    List<Long> divisors(int size) {
        List<Long> all = new ArrayList<>();
        for (long d = 2; d <= periods[size]; d++) {
            long by = d;
            long remainder = launches.get(0)[size] % d;
            if (periods[size] % d == 0
                    && launches.stream().anyMatch(l -> l[size] % by != remainder)) {
                all.add(d);
            }
        }
        return all;
    }
}
