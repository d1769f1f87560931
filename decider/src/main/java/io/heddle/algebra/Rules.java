package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The operations on forms. The rules of one family of operations are in a class of their own. */
public final class Rules {
    /** The function of the atoms that stand for a number rounded to the nearest integer. */
    static final int RINT = -1;

    private final Ring ring;
    private final Signs signs;
    private final Content content;
    private final Exponentials exponentials;
    private final Roots roots;
    private final Extrema extrema;
    private final Comparisons comparisons;
    private final Ranges ranges;
    private final Floors floors;
    private final RoundedExtrema roundedExtrema;
    private final UnitCircle circle;
    private final Map<Polynomial, Ring.Factor> sums = new HashMap<>();

    Rules(Ring ring) {
        this.ring = ring;
        this.signs = new Signs(ring);
        this.content = new Content(ring);
        this.exponentials = new Exponentials(ring);
        this.roots = new Roots(ring);
        this.comparisons = new Comparisons(ring);
        this.extrema = new Extrema(ring);
        this.ranges = new Ranges(ring);
        this.floors = new Floors(ring);
        this.roundedExtrema = new RoundedExtrema(ring);
        this.circle = new UnitCircle(ring);
    }

    Signs signs() {
        return signs;
    }

    Content content() {
        return content;
    }

    /** 2^h as a monomial. */
    Ring.Factor exponential(Polynomial h) {
        return exponentials.exponential(h);
    }

    /** 2^h. */
    public Polynomial exp2(Polynomial h) {
        return polynomial(exponential(h));
    }

    /** log2 p; its domain p &gt; 0 is the caller's condition. */
    public Polynomial log2(Polynomial p) {
        return exponentials.logarithm(p);
    }

    /** √p; its domain p ≥ 0 is the caller's condition. */
    public Polynomial sqrt(Polynomial p) {
        return roots.root(p);
    }

    /** The greatest of two. */
    public Polynomial max(Polynomial p, Polynomial q, Facts facts) {
        return extrema.maximum(List.of(p, q), facts);
    }

    Extrema extrema() {
        return extrema;
    }

    Comparisons comparisons() {
        return comparisons;
    }

    Ranges ranges() {
        return ranges;
    }

    Floors floors() {
        return floors;
    }

    RoundedExtrema roundedExtrema() {
        return roundedExtrema;
    }

    UnitCircle circle() {
        return circle;
    }

    Polynomial polynomial(Ring.Factor f) {
        return Polynomial.monomial(f.key(), f.coefficient());
    }

    /** p as one monomial: a sum becomes content times a SUM atom. p ≠ 0. */
    Ring.Factor asFactor(Polynomial p) {
        if (p.size() == 1) {
            return new Ring.Factor(p.coefficient(0), p.key(0));
        }
        Ring.Factor known = sums.get(p);
        if (known == null) {
            known = newFactor(p);
            sums.put(p, known);
        }
        return known;
    }

    private Ring.Factor newFactor(Polynomial p) {
        Content.Split split = content.complete(p);
        boolean settled = split.factor().equals(Ring.Factor.ONE) || split.primitive().equals(p);
        if (!settled || split.primitive().size() == 1) {
            // clearing the denominators of p may have made new common factors
            return ring.times(split.factor(), asFactor(split.primitive()));
        }
        int sum = ring.atom(Atom.Kind.SUM, 0, split.primitive());
        return ring.times(split.factor(), new Ring.Factor(Rational.ONE, sum));
    }

    /** p^n as one monomial; p ≠ 0, which the caller's conditions say where n is negative. */
    Ring.Factor power(Polynomial p, int n) {
        if (n == 0) {
            return Ring.Factor.ONE;
        }
        if (p.isZero()) {
            throw new NoFormException("a division by zero");
        }
        Ring.Factor f = asFactor(p);
        Ring.Factor key = ring.power(f.key(), n);
        return new Ring.Factor(
                Polynomial.product(f.coefficient().pow(n), key.coefficient()), key.key());
    }

    /** 1/p; its domain p ≠ 0 is the caller's condition. */
    Ring.Factor inverse(Polynomial p) {
        return power(p, -1);
    }

    /** p/q; its domain q ≠ 0 is the caller's condition. */
    public Polynomial divide(Polynomial p, Polynomial q) {
        return ring.expand(ring.multiply(p, inverse(q)));
    }

    /**
     * p rounded to the nearest integer, ties to even. For an even integer m, rint(p + m) = rint(p)
     * + m, and rint(−p) = −rint(p): so the coefficient of every integer monomial below it is in
     * [−1, 1), and the last coefficient that has a sign is positive.
     */
    Polynomial rint(Polynomial p) {
        if (comparisons.isInteger(p)) {
            return p;
        }
        if (p.isConstant()) {
            return Polynomial.constant(Op.RINT.round(p.constantTerm()));
        }
        Polynomial spread = roundedExtrema.spread(p, this::rint);
        if (spread != null) {
            return spread;
        }
        Polynomial whole = evenPart(p);
        Polynomial rest = p.subtract(whole);
        if (isNegative(rest)) {
            return whole.subtract(rint(rest.negate()));
        }
        Atom rounded = new Atom(Atom.Kind.FUNCTION, RINT, List.of(rest));
        return whole.add(ring.variable(ring.atom(rounded, null, true)));
    }

    /** The even multiples of integer monomials that leave coefficients in [−1, 1) of p. */
    private Polynomial evenPart(Polynomial p) {
        Accumulator even = new Accumulator();
        for (int i = 0; i < p.size(); i++) {
            if (comparisons.isInteger(p.key(i))) {
                Rational half = p.coefficient(i).add(Rational.ONE).multiply(Rational.HALF);
                even.add(p.key(i), Rational.of(half.floor()).multiply(Rational.TWO));
            }
        }
        return even.toPolynomial();
    }

    /**
     * True if the last coefficient that has a sign of its own, n and −n being alike, is below 0.
     */
    private boolean isNegative(Polynomial p) {
        Rational minusOne = Rational.ONE.negate();
        for (int i = p.size() - 1; i >= 0; i--) {
            boolean alike = comparisons.isInteger(p.key(i)) && p.coefficient(i).equals(minusOne);
            if (p.key(i) != Ring.UNIT && !alike) {
                return p.coefficient(i).signum() < 0;
            }
        }
        return false;
    }

    /** ⌊p⌋. */
    Polynomial floor(Polynomial p) {
        return floors.floor(p);
    }
}
