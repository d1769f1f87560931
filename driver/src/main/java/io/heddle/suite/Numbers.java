package io.heddle.suite;

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
     */
    record Literal(Rational value, boolean real) {}

    /** The literal {@code text} (an integer, 0x…, or a decimal), or null if it is not a number. */
    static Literal parse(String text) {
        if (INTEGER.matcher(text).matches()) {
            return new Literal(Rational.of(new BigInteger(plain(text))), false);
        }
        if (HEXADECIMAL.matcher(text).matches()) {
            String digits = plain(text).replaceFirst("0[xX]", "");
            return new Literal(Rational.of(new BigInteger(digits, 16)), false);
        }
        if (REAL.matcher(text).matches()) {
            return new Literal(Rational.of(new BigDecimal(plain(text))), true);
        }
        return null;
    }

    private static String plain(String text) {
        return text.startsWith("+") ? text.substring(1) : text;
    }
}
