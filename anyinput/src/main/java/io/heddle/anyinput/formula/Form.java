package io.heddle.anyinput.formula;

import io.heddle.term.Rational;
import java.util.Map;
import java.util.TreeMap;

/**
 * A number that is a polynomial plus a remainder: the remainder lies in an interval, and stays the
 * same where variables change by multiples of their periods.
 *
 * @param poly the polynomial
 * @param low the least remainder
 * @param high the greatest remainder
 * @param periods the period of each variable that the remainder depends on
 */
record Form(Poly poly, Rational low, Rational high, Map<Integer, Long> periods) {
    /** Copies the map. */
    Form {
        periods = new TreeMap<>(periods);
    }

    private static final int UNKNOWN = -1; // a variable

    /** What data decide. */
    static final Form DATA = of(Poly.of(UNKNOWN));

    /** True if data decide it. */
    boolean isData() {
        return poly.has(v -> v == UNKNOWN);
    }

    static Form of(Poly poly) {
        return new Form(poly, Rational.ZERO, Rational.ZERO, Map.of());
    }

    static Form of(Rational value) {
        return of(Poly.of(value));
    }

    /** A number from 0 to a greatest one that is periodic. */
    static Form remainder(Rational most, Map<Integer, Long> periods) {
        return new Form(Poly.ZERO, Rational.ZERO, most, periods);
    }

    /** True if there is no remainder. */
    boolean isPolynomial() {
        return low.isZero() && high.isZero();
    }

    boolean isConstant() {
        return isPolynomial() && poly.isConstant();
    }

    Form plus(Form other) {
        return new Form(
                poly.plus(other.poly),
                low.add(other.low),
                high.add(other.high),
                joined(periods, other.periods));
    }

    Form times(Rational factor) {
        boolean turns = factor.signum() < 0;
        return new Form(
                poly.times(factor),
                (turns ? high : low).multiply(factor),
                (turns ? low : high).multiply(factor),
                periods);
    }

    Form minus(Form other) {
        return plus(other.times(Rational.MINUS_ONE));
    }

    /** The same with a remainder that may also be less or more, and has further periods. */
    Form wider(Rational less, Rational more, Map<Integer, Long> others) {
        return new Form(poly, low.subtract(less), high.add(more), joined(periods, others));
    }

    /** The least common multiples. */
    static Map<Integer, Long> joined(Map<Integer, Long> a, Map<Integer, Long> b) {
        Map<Integer, Long> all = new TreeMap<>(a);
        b.forEach((v, n) -> all.merge(v, n, Form::lcm));
        return all;
    }

    static long lcm(long a, long b) {
        return Math.multiplyExact(a / gcd(a, b), b);
    }

    static long gcd(long a, long b) {
        return b == 0 ? Math.abs(a) : gcd(b, a % b);
    }

    /**
     * Periods of this number modulo another one: where the variables change by multiples of them,
     * it changes by a multiple of {@code modulus}.
     */
    Map<Integer, Long> periodsModulo(long modulus) {
        Map<Integer, Long> all = new TreeMap<>(periods);
        poly.parts()
                .forEach(
                        (m, c) -> {
                            long n = c.numerator().longValueExact();
                            long d = c.denominator().longValueExact();
                            long whole = Math.multiplyExact(modulus, d);
                            long step = whole / gcd(whole, n);
                            m.variables().forEach(v -> all.merge(v, step, Form::lcm));
                        });
        return all;
    }

    /**
     * The product.
     *
     * @throws NoFormulaException if a remainder is multiplied by a variable
     */
    Form times(Form other) {
        if (isData() || other.isData()) {
            return DATA;
        }
        if (isConstant()) {
            return other.times(poly.constant());
        }
        if (other.isConstant()) {
            return times(other.poly.constant());
        }
        if (isPolynomial() && other.isPolynomial()) {
            return of(poly.times(other.poly));
        }
        throw new NoFormulaException("a quotient or remainder is multiplied by a variable");
    }

    /** The quotient by a number, rounded down. */
    Form quotient(long by) {
        if (isData()) {
            return this;
        }
        Form exact = times(Rational.of(1, by));
        if (isConstant()) {
            return of(Rational.of(exact.poly.constant().floor()));
        }
        boolean divides =
                isPolynomial()
                        && exact.poly.parts().values().stream().allMatch(Rational::isInteger);
        return divides
                ? exact
                : exact.wider(Rational.of(by - 1, by), Rational.ZERO, periodsModulo(by));
    }

    /** The remainder of the division by a number, which is not negative. */
    Form modulo(long by) {
        return isData() ? this : remainder(Rational.of(by - 1), periodsModulo(by));
    }
}
