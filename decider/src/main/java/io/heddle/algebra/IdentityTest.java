package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * Polynomial identity testing (Schwartz 1980, Zippel 1979): two terms whose values agree at random
 * points modulo random primes are equal, up to an error that the degree and the height bound.
 *
 * <p>Sums, products and quotients are evaluated along the DAG; every other operation by its exact
 * form, whose atoms are the variables. An exponential 2^(Σ c·m) is the product of u_m^(c/g), where
 * u_m is a variable for each monomial m of exponents and g the common divisor of its coefficients:
 * monomials are independent over ℚ, so the u_m are a basis.
 */
public final class IdentityTest {
    private static final int WANTED_BITS = 101;
    private static final int MAX_BOUND_BITS = 40;
    private static final int MAX_POINTS = 8;
    private static final int MAX_ROOT_TRIES = 2000;

    private final Canonicalizer forms;
    private final TermStore store;
    private final Ring ring;
    private final Random random;

    /** A test over the forms of {@code forms}, reproducible by its seed. */
    public IdentityTest(Canonicalizer forms, long seed) {
        this.forms = forms;
        this.store = forms.store();
        this.ring = forms.ring();
        this.random = new Random(seed);
    }

    /**
     * True if s − t is zero with an error below 2^-100; false says nothing. Throws {@link
     * NoFormException} or {@link io.heddle.term.LimitExceededException} if the test cannot be made.
     */
    public boolean isZero(int s, int t) {
        int[] region = forms.arithmetic(s, t);
        Bounds bounds = new Bounds(region);
        double bits = bounds.errorBits(s, t);
        if (bits > MAX_BOUND_BITS) {
            return false;
        }
        int points = (int) Math.ceil(WANTED_BITS / (PrimeField.BITS - 2 - bits));
        if (points > MAX_POINTS) {
            return false;
        }
        for (int i = 0; i < points; i++) {
            ring.budget().checkClock();
            Point point = point(bounds);
            long[] values = point.evaluate(region);
            if (values[index(region, s)] != values[index(region, t)]) {
                return false;
            }
        }
        return true;
    }

    private static int index(int[] region, int t) {
        return Arrays.binarySearch(region, t);
    }

    /** A point at which every root atom has a root. */
    private Point point(Bounds bounds) {
        for (int i = 0; i < MAX_ROOT_TRIES; i++) {
            PrimeField field = PrimeField.random(random);
            if (bounds.roots == 0 || field.hasSimpleRoots()) {
                Point point = new Point(field, bounds.exponentUnits);
                if (point.hasRoots(bounds)) {
                    return point;
                }
            }
        }
        throw new NoFormException("no point with square roots was found");
    }

    // ---------------------------------------------------------------- degree and height

    /** Bounds of the degree and of the logarithm of the height, as fractions. */
    private final class Bounds {
        private final int[] region;
        private final double[] numerator; // degree + height of each term of the region
        private final double[] denominator;
        private final Map<Integer, double[]> atoms = new HashMap<>();
        private final Map<Long, Rational> exponentUnits = new HashMap<>();
        private int roots;

        Bounds(int[] region) {
            this.region = region;
            this.numerator = new double[region.length];
            this.denominator = new double[region.length];
            for (int t : region) {
                if (!Canonicalizer.isArithmetic(store.op(t))) {
                    collect(forms.form(t));
                }
            }
            for (int i = 0; i < region.length; i++) {
                bound(i);
            }
        }

        /** The logarithm to base 2 of the bound of s − t, roots included. */
        double errorBits(int s, int t) {
            int i = index(region, s);
            int j = index(region, t);
            double total =
                    Math.max(numerator[i] + denominator[j], numerator[j] + denominator[i])
                            + denominator[i]
                            + denominator[j]
                            + 2;
            return Math.log(total) / Math.log(2) + roots;
        }

        /** Finds the exponents and roots of a form. */
        private void collect(Polynomial p) {
            for (int i = 0; i < p.size(); i++) {
                int[] powers = ring.unpack(p.key(i));
                for (int j = 0; j < powers.length; j += 2) {
                    collectAtom(powers[j]);
                }
            }
        }

        private void collectAtom(int atomId) {
            if (atoms.containsKey(atomId)) {
                return;
            }
            atoms.put(atomId, new double[] {1, 0});
            Atom atom = ring.atom(atomId);
            if (atom.kind() == Atom.Kind.EXPONENTIAL) {
                Polynomial h = atom.part();
                for (int i = 0; i < h.size(); i++) {
                    exponentUnits.merge(h.key(i), h.coefficient(i).abs(), IdentityTest::divisor);
                }
            } else if (atom.kind() == Atom.Kind.SUM || atom.kind() == Atom.Kind.ROOT) {
                roots += atom.kind() == Atom.Kind.ROOT ? 1 : 0;
                collect(atom.part());
                atoms.put(atomId, bound(atom.part()));
            }
        }

        private double[] bound(Polynomial p) {
            double top = 0;
            double bottom = 0;
            for (int i = 0; i < p.size(); i++) {
                double up = p.coefficient(i).numerator().bitLength();
                double down = p.coefficient(i).denominator().bitLength() - 1;
                int[] powers = ring.unpack(p.key(i));
                for (int j = 0; j < powers.length; j += 2) {
                    double[] atom = atomBound(powers[j]);
                    int n = Math.abs(powers[j + 1]);
                    up += n * (powers[j + 1] > 0 ? atom[0] : atom[1]);
                    down += n * (powers[j + 1] > 0 ? atom[1] : atom[0]);
                }
                top = Math.max(top + down, up + bottom) + 1;
                bottom += down;
            }
            return new double[] {top, bottom};
        }

        private double[] atomBound(int atomId) {
            Atom atom = ring.atom(atomId);
            if (atom.kind() != Atom.Kind.EXPONENTIAL) {
                return atoms.get(atomId);
            }
            double[] sum = new double[2];
            Polynomial h = atom.part();
            for (int i = 0; i < h.size(); i++) {
                Rational n = h.coefficient(i).divide(exponentUnits.get(h.key(i)));
                sum[n.signum() > 0 ? 0 : 1] += Math.abs(n.doubleValue());
            }
            return sum;
        }

        private void bound(int i) {
            int t = region[i];
            Op op = store.op(t);
            if (!Canonicalizer.isArithmetic(op)) {
                double[] own = bound(forms.form(t));
                numerator[i] = own[0];
                denominator[i] = own[1];
                return;
            }
            int a = index(region, store.a(t));
            double top = numerator[a];
            double bottom = denominator[a];
            if (op != Op.NEG) {
                int b = index(region, store.b(t));
                if (op == Op.ADD || op == Op.SUB) {
                    top = Math.max(top + denominator[b], numerator[b] + bottom) + 1;
                    bottom += denominator[b];
                } else {
                    boolean quotient = op == Op.DIV;
                    top += quotient ? denominator[b] : numerator[b];
                    bottom += quotient ? numerator[b] : denominator[b];
                }
            }
            if (op == Op.FMA) {
                int c = index(region, store.c(t));
                top = Math.max(top + denominator[c], numerator[c] + bottom) + 1;
                bottom += denominator[c];
            }
            numerator[i] = top;
            denominator[i] = bottom;
        }
    }

    /** The greatest rational that divides both into integers. */
    private static Rational divisor(Rational a, Rational b) {
        BigInteger d = a.denominator().multiply(b.denominator());
        BigInteger n =
                a.numerator()
                        .multiply(b.denominator())
                        .gcd(b.numerator().multiply(a.denominator()));
        return Rational.of(n, d);
    }

    // ---------------------------------------------------------------- evaluation

    /** Values of the atoms modulo one prime. */
    private final class Point {
        private final PrimeField field;
        private final Map<Long, Rational> exponentUnits;
        private final Map<Integer, Long> atoms = new HashMap<>();
        private final Map<Long, Long> exponentials = new HashMap<>();

        Point(PrimeField field, Map<Long, Rational> exponentUnits) {
            this.field = field;
            this.exponentUnits = exponentUnits;
        }

        boolean hasRoots(Bounds bounds) {
            if (bounds.roots > 0) {
                for (int t : bounds.region) {
                    if (!Canonicalizer.isArithmetic(store.op(t)) && value(forms.form(t)) < 0) {
                        return false;
                    }
                }
            }
            return true;
        }

        /** The value of a form, or −1 where a root has no value. */
        long value(Polynomial p) {
            long sum = 0;
            for (int i = 0; i < p.size(); i++) {
                long product = field.of(p.coefficient(i));
                int[] powers = ring.unpack(p.key(i));
                for (int j = 0; j < powers.length; j += 2) {
                    long atom = atom(powers[j]);
                    if (atom < 0) {
                        return -1;
                    }
                    long power = field.power(atom, BigInteger.valueOf(powers[j + 1]));
                    product = field.multiply(product, power);
                }
                sum = field.add(sum, product);
            }
            return sum;
        }

        private long atom(int atomId) {
            Long known = atoms.get(atomId);
            if (known == null) {
                Atom atom = ring.atom(atomId);
                known =
                        switch (atom.kind()) {
                            case EXPONENTIAL -> exponential(atom.part());
                            case SUM -> value(atom.part());
                            case ROOT -> root(value(atom.part()));
                            case INPUT,
                                    CONSTANT,
                                    OPAQUE,
                                    LOGARITHM,
                                    MAXIMUM,
                                    INDICATOR,
                                    FLOOR,
                                    FUNCTION ->
                                    field.randomUnit(random);
                        };
                atoms.put(atomId, known);
            }
            return known;
        }

        private long root(long square) {
            return square < 0 ? -1 : field.root(square);
        }

        private long exponential(Polynomial h) {
            long product = field.one();
            for (int i = 0; i < h.size(); i++) {
                long unit = exponentials.computeIfAbsent(h.key(i), k -> field.randomUnit(random));
                Rational n = h.coefficient(i).divide(exponentUnits.get(h.key(i)));
                product = field.multiply(product, field.power(unit, n.numerator()));
            }
            return product;
        }

        long[] evaluate(int[] region) {
            long[] values = new long[region.length];
            for (int i = 0; i < region.length; i++) {
                int t = region[i];
                Op op = store.op(t);
                if (!Canonicalizer.isArithmetic(op)) {
                    values[i] = value(forms.form(t));
                    continue;
                }
                long a = values[index(region, store.a(t))];
                long b = op == Op.NEG ? 0 : values[index(region, store.b(t))];
                values[i] =
                        switch (op) {
                            case ADD -> field.add(a, b);
                            case SUB -> field.subtract(a, b);
                            case NEG -> field.negate(a);
                            case MUL -> field.multiply(a, b);
                            case DIV -> field.multiply(a, field.inverse(b));
                            case FMA ->
                                    field.add(
                                            field.multiply(a, b),
                                            values[index(region, store.c(t))]);
                            default -> throw new AssertionError(op);
                        };
            }
            return values;
        }
    }
}
