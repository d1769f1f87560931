package io.heddle.ptx;

import io.heddle.ptx.Operand.Immediate;
import io.heddle.ptx.Operand.Immediate.Kind;
import java.util.Locale;
import java.util.Optional;

/** The spelling of numbers (PTX ISA 4.5). */
final class Literals {
    private Literals() {}

    /** The value of a number, or empty if it is not a PTX literal. */
    static Optional<Immediate> parse(String text) {
        String t = text.toLowerCase(Locale.ROOT);
        try {
            if (t.startsWith("0f")) {
                return t.length() == 10
                        ? Optional.of(new Immediate(Long.parseLong(t.substring(2), 16), Kind.F32))
                        : Optional.empty();
            }
            if (t.startsWith("0d")) {
                return t.length() == 18
                        ? Optional.of(
                                new Immediate(Long.parseUnsignedLong(t.substring(2), 16), Kind.F64))
                        : Optional.empty();
            }
            if (isDecimalReal(t)) {
                if (Character.isLetter(t.charAt(t.length() - 1))) {
                    return Optional.empty();
                }
                long bits = Double.doubleToRawLongBits(Double.parseDouble(t));
                return Optional.of(new Immediate(bits, Kind.F64));
            }
            return Optional.of(new Immediate(integer(t), Kind.INTEGER));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isDecimalReal(String t) {
        return t.indexOf('.') >= 0 || (t.indexOf('e') > 0 && !t.startsWith("0x"));
    }

    private static long integer(String spelled) {
        String t = spelled.endsWith("u") ? spelled.substring(0, spelled.length() - 1) : spelled;
        if (t.startsWith("0x")) {
            return Long.parseUnsignedLong(t.substring(2), 16);
        }
        if (t.startsWith("0b")) {
            return Long.parseUnsignedLong(t.substring(2), 2);
        }
        if (t.length() > 1 && t.charAt(0) == '0') {
            return Long.parseUnsignedLong(t, 8);
        }
        return Long.parseUnsignedLong(t);
    }

    /** Why {@link #parse} refused {@code text}. */
    static String complaint(String text) {
        String t = text.toLowerCase(Locale.ROOT);
        if (t.startsWith("0f")) {
            return "'" + text + "' is not a number: 0f needs exactly 8 hexadecimal digits";
        }
        if (t.startsWith("0d")) {
            return "'" + text + "' is not a number: 0d needs exactly 16 hexadecimal digits";
        }
        return "'" + text + "' is not a number of at most 64 bits";
    }

    /** The text between the quotes. */
    static String unquote(String text) {
        String inner = text.substring(1, text.length() - 1);
        if (inner.indexOf('\\') < 0) {
            return inner;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < inner.length(); i++) {
            char c = inner.charAt(i);
            boolean escape = c == '\\' && i + 1 < inner.length();
            plain.append(escape ? inner.charAt(++i) : c);
        }
        return plain.toString();
    }
}
