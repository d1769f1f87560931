package io.heddle.anyinput.formula;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A polynomial in sizes and quotients of sizes.
 *
 * @param terms its terms, none with the coefficient 0; no terms are 0
 */
public record Formula(List<Term> terms) {
    /** Copies the list. */
    public Formula {
        terms = List.copyOf(terms);
    }

    /**
     * A term.
     *
     * @param coefficient by which the factors are multiplied
     * @param factors that are multiplied; none for a constant
     */
    record Term(Rational coefficient, List<Factor> factors) {
        Term {
            factors = List.copyOf(factors);
        }

        Rational value(long[] sizes) {
            Rational product = coefficient;
            for (Factor f : factors) {
                product = product.multiply(Rational.of(f.value(sizes)));
            }
            return product;
        }

        /** Without its sign. */
        private String text() {
            Map<Factor, Integer> powers = new LinkedHashMap<>();
            factors.forEach(f -> powers.merge(f, 1, Integer::sum));
            List<String> parts = new ArrayList<>();
            Rational size = coefficient.abs();
            boolean whole = size.numerator().bitLength() == 1;
            if (!whole || powers.isEmpty()) {
                parts.add(size.numerator().toString());
            }
            powers.forEach((f, n) -> parts.add(n == 1 ? f.toString() : f + "^" + n));
            String product = String.join("*", parts);
            return size.isInteger() ? product : product + "/" + size.denominator();
        }
    }

    static Formula constant(long value) {
        return value == 0
                ? new Formula(List.of())
                : new Formula(List.of(new Term(Rational.of(value), List.of())));
    }

    /** True if it is 0 at all sizes. */
    public boolean isZero() {
        return terms.isEmpty();
    }

    /** The value at sizes, in the order in which they have names. */
    Rational value(long[] sizes) {
        Rational sum = Rational.ZERO;
        for (Term t : terms) {
            sum = sum.add(t.value(sizes));
        }
        return sum;
    }

    /** True if the value at sizes is a number. */
    public boolean isAt(long value, long... sizes) {
        return value(sizes).equals(Rational.of(value));
    }

    /** The least integer that is not below the value at sizes. */
    public long up(long... sizes) {
        return value(sizes).negate().floor().negate().longValueExact();
    }

    /** The greatest integer that is not above the value at sizes. */
    public long down(long... sizes) {
        return value(sizes).floor().longValueExact();
    }

    /** {@code 31*ceil(N/32) + 4}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (Term t : terms) {
            boolean negative = t.coefficient().signum() < 0;
            if (text.length() == 0) {
                text.append(negative ? "-" : "");
            } else {
                text.append(negative ? " - " : " + ");
            }
            text.append(t.text());
        }
        return text.length() == 0 ? "0" : text.toString();
    }
}
