package io.heddle.check;

import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.MathContext;

/** Numbers as text. */
final class ExactText {
    private static final int LONGEST = 60;

    private ExactText() {}

    /**
     * The exact decimal of {@code r} where it has one of at most 60 characters, else {@code n/d}.
     */
    static String of(Rational r) {
        if (r.isInteger()) {
            return r.toString();
        }
        if (r.denominator().bitCount() == 1 && r.denominator().bitLength() < 200) {
            BigDecimal decimal =
                    new BigDecimal(r.numerator()).divide(new BigDecimal(r.denominator()));
            String plain = decimal.toPlainString();
            String text = plain.length() <= LONGEST ? plain : decimal.toString();
            if (text.length() <= LONGEST) {
                return text;
            }
        }
        return r.toString();
    }

    /** {@code r} to seven digits, for messages. */
    static String rounded(Rational r) {
        return r.isInteger() && r.isSmall()
                ? r.toString()
                : r.toDecimal(new MathContext(7)).stripTrailingZeros().toString();
    }
}
