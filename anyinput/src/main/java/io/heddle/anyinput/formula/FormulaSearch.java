package io.heddle.anyinput.formula;

import io.heddle.anyinput.formula.Formula.Term;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds a short formula with the values of a quasi-polynomial at launches that determine it. A
 * polynomial of its degree in sizes and quotients of them by divisors of its periods is a
 * quasi-polynomial of the same kind: what agrees at these launches agrees everywhere.
 */
final class FormulaSearch {
    private static final long PRIME = (1L << 31) - 1;
    private static final int MOST_TRIES = 8;
    private static final long MOST_WORK = 6_000_000; // multiplications for one formula
    private static final int FEW = 8; // remainders each of which may be told from the others
    private static final int MOST_TERMS = 8; // of a formula that is a sum of quotients

    private final Samples samples;
    private final List<List<Factor>> choices = new ArrayList<>(); // of factors, shortest first
    private final Map<Long, Optional<Formula>> found = new HashMap<>(); // by hash of the values
    private final Map<Long, long[]> values = new HashMap<>();
    private final Map<Factor, long[]> ofFactors = new HashMap<>();
    private long work; // for the formula that is looked for
    private final Random random = new Random(1); // which launches are looked at first

    FormulaSearch(Samples samples) {
        this.samples = samples;
        choices.add(List.of());
        for (int size = 0; size < samples.names().size(); size++) {
            List<List<Factor>> more = ofSize(size);
            for (List<Factor> others : List.copyOf(choices)) {
                for (List<Factor> one : more) {
                    List<Factor> both = new ArrayList<>(others);
                    both.addAll(one);
                    choices.add(both);
                }
            }
        }
        choices.sort(Comparator.comparingInt(List::size));
    }

    /** The factors of one size that may stand together. */
    private List<List<Factor>> ofSize(int size) {
        String name = samples.names().get(size);
        Factor whole = Factor.of(size, name);
        List<List<Factor>> all = new ArrayList<>();
        all.add(List.of(whole));
        List<List<Factor>> pairs = new ArrayList<>();
        for (long d : samples.divisors(size)) {
            Factor up = Factor.up(size, name, d);
            Factor down = Factor.down(size, name, d);
            for (Factor one : List.of(up, down)) {
                all.add(List.of(one));
                all.add(List.of(whole, one));
                pairs.forEach(p -> p.forEach(q -> all.add(List.of(q, one))));
            }
            all.add(List.of(up, down));
            all.add(List.of(whole, up, down));
            pairs.add(List.of(up, down));
        }
        for (long d : samples.divisors(size)) {
            if (d > 2 && d <= FEW) {
                List<Factor> each = new ArrayList<>(); // whose sum is the size
                for (long c = 0; c < d; c++) {
                    each.add(new Factor(size, name, c, d));
                }
                all.add(each);
            }
        }
        return all;
    }

    /**
     * The formula of values at the launches.
     *
     * @return nothing if there is no short one
     */
    Optional<Formula> find(long[] of) {
        long hash = Arrays.hashCode(of) * 31L + of.length;
        for (long v : of) {
            hash = hash * 1_000_003L + v;
        }
        if (values.containsKey(hash) && Arrays.equals(values.get(hash), of)) {
            return found.get(hash);
        }
        Optional<Formula> formula = search(of);
        values.put(hash, of.clone());
        found.put(hash, formula);
        return formula;
    }

    private Optional<Formula> search(long[] of) {
        if (Arrays.stream(of).allMatch(v -> v == of[0])) {
            return Optional.of(Formula.constant(of[0]));
        }
        work = 0;
        if (samples.names().size() == 1) {
            Optional<Formula> steps = steps(of);
            if (steps.isPresent()) {
                return steps;
            }
        }
        for (int degree = 1; degree <= samples.degree(); degree++) {
            for (List<Factor> factors : choices) {
                List<List<Factor>> monomials = monomials(factors, degree);
                if (monomials.size() > of.length) {
                    continue;
                }
                if (work > MOST_WORK) {
                    return Optional.empty();
                }
                Optional<Formula> formula = fit(monomials, of);
                if (formula.isPresent()) {
                    return formula;
                }
            }
        }
        return Optional.empty();
    }

    /** All products of at most as many factors as a degree, those of most factors first. */
    private static List<List<Factor>> monomials(List<Factor> factors, int degree) {
        List<List<Factor>> all = new ArrayList<>();
        products(factors, degree, List.of(), all);
        all.sort(Comparator.comparingInt(m -> -m.size()));
        return all;
    }

    private static void products(
            List<Factor> factors, int degree, List<Factor> product, List<List<Factor>> all) {
        all.add(product);
        if (degree > 0) {
            for (int k = 0; k < factors.size(); k++) {
                List<Factor> more = new ArrayList<>(product);
                more.add(factors.get(k));
                products(factors.subList(k, factors.size()), degree - 1, more, all);
            }
        }
    }

    // ---------------------------------------------------------------- coefficients

    /** The sum of the monomials that has the values; nothing if there is none. */
    private Optional<Formula> fit(List<List<Factor>> monomials, long[] of) {
        int[] rows = new int[Math.min(of.length, 2 * monomials.size() + 6)];
        for (int k = 0; k < rows.length; k++) {
            rows[k] = rows.length == of.length ? k : random.nextInt(of.length);
        }
        work += (long) rows.length * monomials.size() * monomials.size();
        for (int tries = 0; tries < MOST_TRIES && isSolvable(monomials, rows, of); tries++) {
            Rational[] coefficients = solve(monomials, rows, of);
            if (coefficients == null) {
                return Optional.empty();
            }
            Formula formula = sum(monomials, coefficients);
            int wrong = 0;
            while (wrong < of.length && formula.isAt(of[wrong], samples.launch(wrong))) {
                wrong++;
            }
            if (wrong == of.length) {
                return Optional.of(formula);
            }
            rows = Arrays.copyOf(rows, rows.length + 1);
            rows[rows.length - 1] = wrong;
        }
        return Optional.empty();
    }

    private static Formula sum(List<List<Factor>> monomials, Rational[] coefficients) {
        List<Term> terms = new ArrayList<>();
        for (int k = 0; k < coefficients.length; k++) {
            if (!coefficients[k].isZero()) {
                terms.add(new Term(coefficients[k], monomials.get(k)));
            }
        }
        terms.sort(Comparator.comparingInt((Term t) -> -t.factors().size()));
        return new Formula(terms);
    }

    /** The values of a monomial at some launches. */
    private long[] column(List<Factor> monomial, int[] launches) {
        long[] product = new long[launches.length];
        Arrays.fill(product, 1);
        for (Factor f : monomial) {
            long[] all =
                    ofFactors.computeIfAbsent(
                            f,
                            x ->
                                    IntStream.range(0, samples.count())
                                            .mapToLong(k -> x.value(samples.launch(k)))
                                            .toArray());
            for (int r = 0; r < product.length; r++) {
                product[r] = Math.multiplyExact(product[r], all[launches[r]]);
            }
        }
        return product;
    }

    /** True if there are coefficients modulo a prime: almost always if there are any. */
    private boolean isSolvable(List<List<Factor>> monomials, int[] rows, long[] of) {
        int n = monomials.size();
        long[][] a = new long[rows.length][n + 1];
        for (int c = 0; c < n; c++) {
            long[] column = column(monomials.get(c), rows);
            for (int r = 0; r < rows.length; r++) {
                a[r][c] = Math.floorMod(column[r], PRIME);
            }
        }
        for (int r = 0; r < rows.length; r++) {
            a[r][n] = Math.floorMod(of[rows[r]], PRIME);
        }
        int rank = 0;
        for (int c = 0; c < n && rank < rows.length; c++) {
            int pivot = rank;
            while (pivot < rows.length && a[pivot][c] == 0) {
                pivot++;
            }
            if (pivot == rows.length) {
                continue;
            }
            long[] row = a[pivot];
            a[pivot] = a[rank];
            a[rank] = row;
            long inverse = power(row[c], PRIME - 2);
            for (int k = c; k <= n; k++) {
                row[k] = row[k] * inverse % PRIME;
            }
            for (int r = rank + 1; r < rows.length; r++) {
                long factor = a[r][c];
                if (factor != 0) {
                    for (int k = c; k <= n; k++) {
                        a[r][k] = Math.floorMod(a[r][k] - factor * row[k] % PRIME, PRIME);
                    }
                }
            }
            rank++;
        }
        for (int r = rank; r < rows.length; r++) {
            if (a[r][n] != 0) {
                return false;
            }
        }
        return true;
    }

    private static long power(long base, long exponent) {
        long result = 1;
        long square = base;
        for (long e = exponent; e > 0; e >>= 1) {
            result = (e & 1) != 0 ? result * square % PRIME : result;
            square = square * square % PRIME;
        }
        return result;
    }

    /** The coefficients, 0 where they are free; null if there are none. */
    private Rational[] solve(List<List<Factor>> monomials, int[] rows, long[] of) {
        int n = monomials.size();
        Rational[][] a = new Rational[rows.length][n + 1];
        for (int c = 0; c < n; c++) {
            long[] column = column(monomials.get(c), rows);
            for (int r = 0; r < rows.length; r++) {
                a[r][c] = Rational.of(column[r]);
            }
        }
        for (int r = 0; r < rows.length; r++) {
            a[r][n] = Rational.of(of[rows[r]]);
        }
        int[] pivots = new int[n];
        Arrays.fill(pivots, -1);
        int rank = 0;
        for (int c = 0; c < n && rank < rows.length; c++) {
            int pivot = rank;
            while (pivot < rows.length && a[pivot][c].isZero()) {
                pivot++;
            }
            if (pivot == rows.length) {
                continue;
            }
            Rational[] row = a[pivot];
            a[pivot] = a[rank];
            a[rank] = row;
            Rational by = row[c].reciprocal();
            for (int k = c; k <= n; k++) {
                row[k] = row[k].multiply(by);
            }
            for (int r = 0; r < rows.length; r++) {
                Rational factor = a[r][c];
                if (r != rank && !factor.isZero()) {
                    for (int k = c; k <= n; k++) {
                        a[r][k] = a[r][k].subtract(factor.multiply(row[k]));
                    }
                }
            }
            pivots[c] = rank++;
        }
        for (int r = rank; r < rows.length; r++) {
            if (!a[r][n].isZero()) {
                return null;
            }
        }
        Rational[] coefficients = new Rational[n];
        for (int c = 0; c < n; c++) {
            coefficients[c] = pivots[c] < 0 ? Rational.ZERO : a[pivots[c]][n];
        }
        return coefficients;
    }

    // ---------------------------------------------------------------- bounds

    /**
     * A straight line that values are not above, or not below, where they grow as one from one
     * period to the next.
     */
    Optional<Formula> bound(long[] of, boolean above) {
        if (samples.names().size() > 1 || samples.degree() != 1 || of.length < 2) {
            return Optional.empty();
        }
        Map<Long, Long> at = new HashMap<>();
        for (int k = 0; k < of.length; k++) {
            at.put(samples.launch(k)[0], of[k]);
        }
        Rational slope = null;
        Rational constant = null;
        for (Map.Entry<Long, Long> e : at.entrySet()) {
            Long next = at.get(e.getKey() + samples.period(0));
            if (next != null) {
                Rational one = Rational.of(next - e.getValue(), samples.period(0));
                if (slope != null && !slope.equals(one)) {
                    return Optional.empty();
                }
                slope = one;
            }
        }
        for (Map.Entry<Long, Long> e : at.entrySet()) {
            Rational rest =
                    Rational.of(e.getValue()).subtract(slope.multiply(Rational.of(e.getKey())));
            boolean farther =
                    constant == null
                            || (above ? rest.compareTo(constant) : constant.compareTo(rest)) > 0;
            constant = farther ? rest : constant;
        }
        Term line = new Term(slope, List.of(Factor.of(0, samples.names().get(0))));
        Term offset = new Term(constant, List.of());
        return Optional.of(
                new Formula(
                        Stream.of(line, offset).filter(t -> !t.coefficient().isZero()).toList()));
    }

    // ---------------------------------------------------------------- steps

    /**
     * A sum of quotients with offsets: a function of one size that grows by the same amount from
     * one size to the next, and by more or less where a remainder is reached.
     */
    private Optional<Formula> steps(long[] of) {
        int period = (int) samples.period(0);
        Map<Long, Long> at = new HashMap<>(); // value by size
        for (int k = 0; k < of.length; k++) {
            at.put(samples.launch(k)[0], of[k]);
        }
        long first = samples.launch(0)[0];
        long[] growth = new long[period]; // to a size, by its remainder
        for (long n = first + 1; n <= first + period; n++) {
            if (!at.containsKey(n) || !at.containsKey(n - 1)) {
                return Optional.empty();
            }
            growth[(int) (n % period)] = at.get(n) - at.get(n - 1);
        }
        long usual = mostFrequent(growth);
        for (int k = 0; k < period; k++) {
            growth[k] -= usual;
        }
        String name = samples.names().get(0);
        List<List<Factor>> monomials = new ArrayList<>();
        monomials.add(List.of(Factor.of(0, name)));
        List<Long> divisors = new ArrayList<>(samples.divisors(0));
        divisors.sort(null);
        for (long d : divisors) {
            for (int r = 0; r < d; r++) {
                long[] jumps = new long[period / (int) d];
                for (int k = 0; k < jumps.length; k++) {
                    jumps[k] = growth[r + k * (int) d];
                }
                long jump = mostFrequent(jumps);
                if (jump != 0 && times(jumps, jump) > jumps.length / 2) {
                    for (int k = r; k < period; k += (int) d) {
                        growth[k] -= jump;
                    }
                    monomials.add(List.of(new Factor(0, name, (d - r) % d, d)));
                }
            }
        }
        monomials.add(List.of());
        return monomials.size() > MOST_TERMS + 1 ? Optional.empty() : fit(monomials, of);
    }

    private static long times(long[] all, long value) {
        return Arrays.stream(all).filter(v -> v == value).count();
    }

    private static long mostFrequent(long[] of) {
        Map<Long, Integer> times = new HashMap<>();
        for (long v : of) {
            times.merge(v, 1, Integer::sum);
        }
        return times.entrySet().stream()
                .max(Map.Entry.<Long, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
                .orElseThrow()
                .getKey();
    }
}
