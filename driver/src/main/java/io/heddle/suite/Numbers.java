package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Pattern;

/** Number literals of command lines and suites, read exactly. */
final class Numbers {
    private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
    private static final Pattern HEXADECIMAL = Pattern.compile("[+-]?0[xX][0-9a-fA-F]+");
    private static final Pattern REAL =
            Pattern.compile(
                    "[+-]?([0-9]+\\.[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,4})?|[+-]?[0-9]+[eE][+-]?[0-9]{1,4}");

    private Numbers() {}

    /**
     * A literal.
     *
     * @param value exact
     * @param real written with a point or exponent
     * @param negative written with a minus, of which the value of a zero knows nothing
     */
    record Literal(Rational value, boolean real, boolean negative) {
        /** True if it is a zero with a sign, where it is a float. */
        boolean isNegativeZero() {
            return negative && value.isZero();
        }

        /** The scalar argument that is spelled so. */
        Argument argument() {
            return isNegativeZero()
                    ? new Argument.NegativeZero(real)
                    : new Argument.Scalar(value, real);
        }
    }

    /** The literal {@code text} (an integer, 0x…, or a decimal), or null if it is not a number. */
    static Literal parse(String text) {
        boolean negative = text.startsWith("-");
        if (INTEGER.matcher(text).matches()) {
            return new Literal(Rational.of(new BigInteger(plain(text))), false, negative);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            String digits = plain(text).replaceFirst("0[xX]", "");
            return new Literal(Rational.of(new BigInteger(digits, 16)), false, negative);
        }
        if (REAL.matcher(text).matches()) {
            return new Literal(Rational.of(new BigDecimal(plain(text))), true, negative);
        }
        return null;
    }

    private static String plain(String text) {
        return text.startsWith("+") ? text.substring(1) : text;
    }
}
