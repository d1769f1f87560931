package io.heddle.lift;

import io.heddle.lift.Affine.Part;
import io.heddle.lift.Affine.Step;
import io.heddle.term.Rational;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rational numbers of the rows of a sample as a function of its indices. */
final class Weights {
    private static final int SPARE = 2; // numbers more than a polynomial has coefficients

    private final Sample sample;

    /**
     * @param sample whose indices are known; its forms do not matter
     */
    Weights(Sample sample) {
        this.sample = sample;
    }

    /**
     * An affine function of the indices, also of quotients and remainders of one, times a number,
     * or the reciprocal of one; or a polynomial of the second degree.
     *
     * @param values one a row
     */
    Optional<Expr> of(List<Rational> values) {
        if (values.stream().distinct().count() == 1) {
            return Optional.of(new Expr.Exact(values.get(0)));
        }
        Optional<Expr> affine = affine(values);
        if (affine.isEmpty() && values.stream().noneMatch(Rational::isZero)) {
            affine =
                    affine(values.stream().map(Rational::reciprocal).toList())
                            .map(e -> new Expr.Product(List.of(new Expr.Power(e, -1))));
        }
        return affine.isPresent() ? affine : polynomial(values);
    }

    private Optional<Expr> affine(List<Rational> values) {
        BigInteger denominator = BigInteger.ONE;
        BigInteger divisor = BigInteger.ZERO;
        for (Rational v : values) {
            BigInteger d = v.denominator();
            denominator = denominator.multiply(d).divide(denominator.gcd(d));
        }
        Rational common = Rational.of(denominator);
        for (Rational v : values) {
            divisor = divisor.gcd(v.multiply(common).numerator());
        }
        Rational unit = Rational.of(divisor).divide(common);
        long[] numbers = new long[values.size()];
        for (int r = 0; r < numbers.length; r++) {
            Rational n = values.get(r).divide(unit);
            if (!n.isSmall()) {
                return Optional.empty();
            }
            numbers[r] = n.smallNumerator();
        }
        return sample.affine(r -> numbers[r])
                .filter(a -> a.steps().size() + 1 < values.size())
                .map(Expr.OfIndices::new)
                .map(e -> unit.isOne() ? e : new Expr.Sum(List.of(new Expr.Multiple(unit, e))));
    }

    // ---------------------------------------------------------------- polynomials

    /** Up to two indices, given by their places. */
    private record Monomial(List<Integer> of) {
        Rational at(long[] row) {
            Rational value = Rational.ONE;
            for (int d : of) {
                value = value.multiply(Rational.of(row[d]));
            }
            return value;
        }
    }

    private Optional<Expr> polynomial(List<Rational> values) {
        List<Monomial> monomials = new ArrayList<>(List.of(new Monomial(List.of())));
        int n = sample.indices().size();
        for (int a = 0; a < n; a++) {
            monomials.add(new Monomial(List.of(a)));
            for (int b = a; b < n; b++) {
                monomials.add(new Monomial(List.of(a, b)));
            }
        }
        Rational[] solution = solved(monomials, values);
        if (solution.length == 0) {
            return Optional.empty();
        }
        List<Expr.Multiple> parts = new ArrayList<>();
        for (int m = solution.length - 1; m >= 0; m--) {
            if (!solution[m].isZero()) {
                parts.add(new Expr.Multiple(solution[m], expression(monomials.get(m))));
            }
        }
        boolean isShown = parts.size() + SPARE <= values.size();
        return isShown ? Optional.of(new Expr.Sum(parts)) : Optional.empty();
    }

    private Expr expression(Monomial m) {
        if (m.of().isEmpty()) {
            return new Expr.Exact(Rational.ONE);
        }
        List<Expr.Power> powers = new ArrayList<>();
        for (int d : m.of()) {
            Step step = new Step(1, sample.indices().get(d), Part.WHOLE, 1);
            powers.add(new Expr.Power(new Expr.OfIndices(new Affine(0, List.of(step))), 1));
        }
        boolean isSquare = m.of().size() == 2 && m.of().get(0).equals(m.of().get(1));
        if (isSquare) {
            return new Expr.Product(List.of(new Expr.Power(powers.get(0).base(), 2)));
        }
        return powers.size() == 1 ? powers.get(0).base() : new Expr.Product(powers);
    }

    /** The coefficients of the monomials, by elimination row by row; none if there are none. */
    private Rational[] solved(List<Monomial> monomials, List<Rational> values) {
        int n = monomials.size();
        Rational[][] steps = new Rational[n][]; // by the monomial that a row eliminates
        for (int r = 0; r < values.size(); r++) {
            Rational[] row = new Rational[n + 1];
            for (int m = 0; m < n; m++) {
                row[m] = monomials.get(m).at(sample.rows().get(r));
            }
            row[n] = values.get(r);
            int pivot = reduced(row, steps);
            if (pivot == n && !row[n].isZero()) {
                return new Rational[0];
            } else if (pivot < n) {
                Rational first = row[pivot];
                for (int m = pivot; m <= n; m++) {
                    row[m] = row[m].divide(first);
                }
                steps[pivot] = row;
            }
        }
        Rational[] solution = new Rational[n];
        for (int m = n - 1; m >= 0; m--) {
            solution[m] = Rational.ZERO;
            if (steps[m] != null) {
                solution[m] = steps[m][n];
                for (int k = m + 1; k < n; k++) {
                    solution[m] = solution[m].subtract(steps[m][k].multiply(solution[k]));
                }
            }
        }
        return solution;
    }

    /** Subtracts what is known from a row, and gives the place of the first number left. */
    private static int reduced(Rational[] row, Rational[][] steps) {
        int n = steps.length;
        for (int m = 0; m < n; m++) {
            if (row[m].isZero()) {
                continue;
            } else if (steps[m] == null) {
                return m;
            }
            Rational factor = row[m];
            for (int k = m; k <= n; k++) {
                row[k] = row[k].subtract(factor.multiply(steps[m][k]));
            }
        }
        return n;
    }
}
