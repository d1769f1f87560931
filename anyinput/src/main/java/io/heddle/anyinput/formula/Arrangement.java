package io.heddle.anyinput.formula;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The hyperplanes at which what a warp does changes. Between them costs depend on remainders of
 * indices and sizes alone, so that the cost of a launch is a sum over the integer points of
 * polyhedra. It is a quasi-polynomial in the sizes from where on all hyperplanes lie in one order.
 */
final class Arrangement {
    /** Bytes of a sector. */
    static final int SECTOR = 32;

    private static final int MOST_CHOICES = 100_000; // of hyperplanes that meet
    private static final int FARTHEST = 1 << 16; // sizes that are looked at

    private final Variables variables;
    private final LaneValues lanes;
    private final Map<Poly, Interval> planes = new LinkedHashMap<>(); // by the part that varies
    private final Map<Integer, Long> periods = new TreeMap<>(); // of remainders
    private final Set<Form> compared = new HashSet<>();
    private final Map<Integer, Integer> from = new TreeMap<>();
    private int degree;

    Arrangement(Variables variables, LaneValues lanes) {
        this.variables = variables;
        this.lanes = lanes;
    }

    /** The numbers from one to another. */
    record Interval(Rational low, Rational high) {
        Interval and(Interval other) {
            return new Interval(
                    low.compareTo(other.low) <= 0 ? low : other.low,
                    high.compareTo(other.high) >= 0 ? high : other.high);
        }
    }

    /**
     * What a cost is as a function of sizes.
     *
     * @param from the least sizes from which on it is a quasi-polynomial, by variable; those that
     *     are not named may be any
     * @param periods of sizes, by variable
     * @param degree of the quasi-polynomial
     */
    record Shape(Map<Integer, Integer> from, Map<Integer, Long> periods, int degree) {
        static final Shape CONSTANT = new Shape(Map.of(), Map.of(), 0);

        /** The shape of sums. */
        Shape and(Shape other) {
            Map<Integer, Integer> greatest = new TreeMap<>(from);
            other.from.forEach((v, n) -> greatest.merge(v, n, Math::max));
            return new Shape(
                    greatest, Form.joined(periods, other.periods), Math.max(degree, other.degree));
        }
    }

    /** The sign of a form matters, and whether it is 0. */
    void compare(Form f) {
        if (f.isData() || !compared.add(f)) {
            return;
        }
        remember(f.periods());
        parts(f).forEach(
                        (varying, constants) ->
                                constants
                                        .values()
                                        .forEach(c -> add(varying, around(c, Rational.ONE))));
    }

    /**
     * Addresses that an access may have.
     *
     * @param modulus bytes after which what they cost repeats
     * @param bytes of one lane's access
     * @param isOne true if all lanes have one: what is aligned lies in one sector and in one word
     */
    void address(List<Form> forms, long modulus, int bytes, boolean isOne) {
        List<Map<Poly, Map<Integer, Interval>>> all = new ArrayList<>();
        for (Form f : forms) {
            if (!f.isData()) {
                if (!isOne) {
                    remember(f.periodsModulo(modulus));
                }
                all.add(parts(f));
            }
        }
        Rational near = Rational.of(modulus == SECTOR ? SECTOR + bytes : bytes);
        for (int warp = 0; warp < lanes.warps(); warp++) {
            Map<Poly, Interval> inWarp = new LinkedHashMap<>();
            for (Map<Poly, Map<Integer, Interval>> one : all) {
                for (Map.Entry<Poly, Map<Integer, Interval>> e : one.entrySet()) {
                    Interval i = e.getValue().get(warp);
                    if (i != null) {
                        inWarp.merge(e.getKey(), i, Interval::and);
                    }
                }
            }
            List<Poly> different = List.copyOf(inWarp.keySet());
            for (int a = 0; a < different.size(); a++) {
                for (Poly b : different.subList(0, a)) {
                    apart(different.get(a), inWarp.get(different.get(a)), b, inWarp.get(b), near);
                }
            }
        }
    }

    /** Two lanes share what they access only where the difference of their addresses is small. */
    private void apart(Poly a, Interval ofA, Poly b, Interval ofB, Rational near) {
        Interval constants =
                new Interval(ofA.low().subtract(ofB.high()), ofA.high().subtract(ofB.low()));
        add(a.minus(b), around(constants, near));
    }

    private static Interval around(Interval i, Rational by) {
        return new Interval(i.low().subtract(by), i.high().add(by));
    }

    private void remember(Map<Integer, Long> more) {
        more.forEach(
                (v, n) -> {
                    Form quotient = variables.quotient(v);
                    if (quotient != null) {
                        remember(quotient.periodsModulo(n));
                    } else if (!variables.isLane(v)) {
                        periods.merge(v, n, Form::lcm);
                    }
                });
    }

    /**
     * The parts of a form that vary with indices and sizes, and constants by warp, with remainders.
     */
    private Map<Poly, Map<Integer, Interval>> parts(Form f) {
        Poly pure = f.poly().filter(m -> m.variables().stream().allMatch(variables::isLane));
        Poly rest = f.poly().minus(pure);
        Map<Poly, Map<Integer, Interval>> parts = new LinkedHashMap<>();
        Map<List<Long>, Poly> known = new HashMap<>();
        List<Integer> inRest = rest.variables().stream().filter(variables::isLane).toList();
        boolean constant = pure.isConstant();
        for (int thread = 0; thread < lanes.threads(); thread++) {
            int at = thread;
            List<Long> values = inRest.stream().map(v -> lanes.value(v, at)).toList();
            Poly varying = known.computeIfAbsent(values, v -> with(rest, inRest, v));
            Rational c = constant ? pure.constant() : lanes.value(pure, thread);
            parts.computeIfAbsent(varying, v -> new TreeMap<>())
                    .merge(
                            thread / TermValues.LANES,
                            new Interval(c.add(f.low()), c.add(f.high())),
                            Interval::and);
        }
        return parts;
    }

    private static Poly with(Poly rest, List<Integer> lanes, List<Long> values) {
        Map<Integer, Poly> by = new HashMap<>();
        for (int k = 0; k < lanes.size(); k++) {
            by.put(lanes.get(k), Poly.of(Rational.of(values.get(k))));
        }
        return by.isEmpty() ? rest : rest.substitute(by);
    }

    private void add(Poly varying, Interval constants) {
        if (!varying.isZero()) {
            Rational c = varying.constant();
            Poly without = varying.withoutConstant();
            if (!without.isZero()) {
                planes.merge(
                        without,
                        new Interval(constants.low().add(c), constants.high().add(c)),
                        Interval::and);
            }
        }
    }

    // ---------------------------------------------------------------- the shape

    /**
     * The shape of the cost.
     *
     * @throws NoFormulaException if it is no quasi-polynomial, or that is not known
     */
    Shape shape() {
        List<Plane> all = new ArrayList<>();
        planes.forEach((varying, constants) -> all.add(plane(varying, constants)));
        for (Plane p : all) {
            if (p.slopes().isEmpty()) {
                ordered(p.rest(), p.constants());
            }
        }
        Map<Integer, Long> ofSizes = new TreeMap<>();
        periods.forEach(
                (v, n) -> {
                    if (variables.isSize(v)) {
                        ofSizes.put(v, n);
                    }
                });
        for (Set<Integer> indices : together(all)) {
            component(indices, all, ofSizes);
        }
        return new Shape(from, ofSizes, degree);
    }

    /** A hyperplane: the slopes by index, what sizes add, and the constants there are. */
    private record Plane(Map<Integer, Rational> slopes, Poly rest, Interval constants) {}

    private Plane plane(Poly varying, Interval constants) {
        Map<Integer, Rational> slopes = new TreeMap<>();
        if (varying.has(v -> variables.quotient(v) != null)) {
            throw new NoFormulaException("a quotient or remainder is multiplied by a variable");
        }
        Poly indices = varying.filter(m -> m.variables().stream().anyMatch(variables::isIndex));
        for (Map.Entry<Monomial, Rational> e : indices.parts().entrySet()) {
            if (e.getKey().degree() > 1) {
                throw new NoFormulaException(
                        "a comparison or the distance of two lanes has a product of variables");
            }
            slopes.put(e.getKey().variables().get(0), e.getValue());
        }
        return new Plane(slopes, varying.minus(indices), constants);
    }

    /** Sets of indices that hyperplanes connect. */
    private static List<Set<Integer>> together(List<Plane> all) {
        List<Set<Integer>> sets = new ArrayList<>();
        for (Plane p : all) {
            if (p.slopes().isEmpty()) {
                continue;
            }
            Set<Integer> joined = new TreeSet<>(p.slopes().keySet());
            for (Set<Integer> s : List.copyOf(sets)) {
                if (s.stream().anyMatch(joined::contains)) {
                    joined.addAll(s);
                    sets.remove(s);
                }
            }
            sets.add(joined);
        }
        return sets;
    }

    private void component(Set<Integer> indices, List<Plane> all, Map<Integer, Long> ofSizes) {
        List<Plane> mine =
                all.stream()
                        .filter(p -> p.slopes().keySet().stream().anyMatch(indices::contains))
                        .toList();
        List<Integer> order = List.copyOf(indices);
        int vertexDegree = 0;
        int[] chosen = new int[order.size()];
        for (int k = 0; k < chosen.length; k++) {
            chosen[k] = k;
        }
        int choices = 0;
        boolean more = chosen.length <= mine.size();
        while (more) {
            if (++choices > MOST_CHOICES) {
                throw new NoFormulaException("too many comparisons of indices");
            }
            List<Plane> meeting = new ArrayList<>();
            for (int c : chosen) {
                meeting.add(mine.get(c));
            }
            Vertex v = Vertex.of(order, meeting);
            if (v != null) {
                vertexDegree = Math.max(vertexDegree, vertex(v, order, mine, ofSizes));
            }
            more = next(chosen, mine.size());
        }
        degree += order.size() * vertexDegree;
    }

    private static boolean next(int[] chosen, int of) {
        int k = chosen.length - 1;
        while (k >= 0 && chosen[k] == of - chosen.length + k) {
            k--;
        }
        if (k < 0) {
            return false;
        }
        chosen[k]++;
        for (int j = k + 1; j < chosen.length; j++) {
            chosen[j] = chosen[j - 1] + 1;
        }
        return true;
    }

    /** Where hyperplanes meet: each index as a polynomial in the sizes, and constants. */
    private record Vertex(List<Poly> at, List<Interval> constants) {
        /** Solves for the indices by Gaussian elimination; null if the planes have no one point. */
        static Vertex of(List<Integer> order, List<Plane> planes) {
            int n = order.size();
            Rational[][] a = new Rational[n][2 * n];
            for (int r = 0; r < n; r++) {
                for (int c = 0; c < n; c++) {
                    a[r][c] = planes.get(r).slopes().getOrDefault(order.get(c), Rational.ZERO);
                    a[r][n + c] = r == c ? Rational.ONE : Rational.ZERO;
                }
            }
            for (int c = 0; c < n; c++) {
                int pivot = c;
                while (pivot < n && a[pivot][c].isZero()) {
                    pivot++;
                }
                if (pivot == n) {
                    return null;
                }
                Rational[] row = a[pivot];
                a[pivot] = a[c];
                a[c] = row;
                Rational by = row[c].reciprocal();
                for (int k = 0; k < 2 * n; k++) {
                    row[k] = row[k].multiply(by);
                }
                for (int r = 0; r < n; r++) {
                    Rational factor = a[r][c];
                    if (r != c && !factor.isZero()) {
                        for (int k = 0; k < 2 * n; k++) {
                            a[r][k] = a[r][k].subtract(factor.multiply(row[k]));
                        }
                    }
                }
            }
            List<Poly> at = new ArrayList<>();
            List<Interval> constants = new ArrayList<>();
            for (int r = 0; r < n; r++) {
                Poly sum = Poly.ZERO;
                Interval all = new Interval(Rational.ZERO, Rational.ZERO);
                for (int c = 0; c < n; c++) {
                    Rational factor = a[r][n + c].negate();
                    sum = sum.plus(planes.get(c).rest().times(factor));
                    all = sum(all, scaled(planes.get(c).constants(), factor));
                }
                at.add(sum);
                constants.add(all);
            }
            return new Vertex(at, constants);
        }
    }

    private static Interval scaled(Interval i, Rational by) {
        Rational a = i.low().multiply(by);
        Rational b = i.high().multiply(by);
        return by.signum() < 0 ? new Interval(b, a) : new Interval(a, b);
    }

    private static Interval sum(Interval a, Interval b) {
        return new Interval(a.low().add(b.low()), a.high().add(b.high()));
    }

    /** Takes a point into account where hyperplanes meet; returns its degree in the sizes. */
    private int vertex(Vertex v, List<Integer> order, List<Plane> all, Map<Integer, Long> ofSizes) {
        int most = 0;
        for (int k = 0; k < order.size(); k++) {
            Poly at = v.at().get(k);
            most = Math.max(most, at.degree());
            Rational period = Rational.of(periods.getOrDefault(order.get(k), 1L));
            for (Map.Entry<Monomial, Rational> e : at.parts().entrySet()) {
                long d = e.getValue().divide(period).denominator().longValueExact();
                e.getKey().variables().forEach(s -> ofSizes.merge(s, d, Form::lcm));
            }
        }
        for (Plane p : all) {
            Poly rest = p.rest();
            Interval constants = p.constants();
            for (int k = 0; k < order.size(); k++) {
                Rational slope = p.slopes().getOrDefault(order.get(k), Rational.ZERO);
                rest = rest.plus(v.at().get(k).times(slope));
                constants = sum(constants, scaled(v.constants().get(k), slope));
            }
            ordered(rest, constants);
        }
        return most;
    }

    /** Finds from which sizes on the sign of a polynomial is one, whatever the constant. */
    private void ordered(Poly p, Interval constants) {
        Poly varying = p.withoutConstant();
        if (varying.isZero()) {
            return;
        }
        Rational c = p.constant();
        Interval all = new Interval(constants.low().add(c), constants.high().add(c));
        int low = 1;
        int high = 1;
        while (!isDecided(varying, all, high)) {
            low = high + 1;
            high *= 2;
            if (high > FARTHEST) {
                throw new NoFormulaException(
                        varying.variables().size() > 1
                                ? "sizes compete: which is greater decides"
                                : "it changes at sizes greater than " + FARTHEST);
            }
        }
        while (low < high) {
            int middle = (low + high) / 2;
            if (isDecided(varying, all, middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        int first = high;
        varying.variables().forEach(v -> from.merge(v, first, Math::max));
    }

    /** True if a polynomial has one sign where all sizes are at least {@code least}. */
    private static boolean isDecided(Poly p, Interval constants, int least) {
        Map<Integer, Poly> by = new HashMap<>();
        for (int v : p.variables()) {
            by.put(v, Poly.of(v).plus(Poly.of(Rational.of(least))));
        }
        Poly shifted = p.substitute(by);
        Poly rest = shifted.withoutConstant();
        boolean grows = rest.parts().values().stream().allMatch(c -> c.signum() > 0);
        boolean falls = rest.parts().values().stream().allMatch(c -> c.signum() < 0);
        Rational at = shifted.constant();
        return grows && at.add(constants.low()).signum() > 0
                || falls && at.add(constants.high()).signum() < 0;
    }
}
