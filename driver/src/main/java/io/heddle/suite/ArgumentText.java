package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.ptx.Bytes;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Reads kernel arguments as the command line spells them (contract.md, Commands): {@code
 * in:x:f32[4,8]=iota}, {@code in:x:s32[4] in [0,9]}, {@code in:i:s32[4] in [0,9] distinct}, {@code
 * out:y:f32[4]}, {@code 4}, {@code 0.5}, {@code sym:alpha:f32}, {@code null}, {@code bytes:00ff},
 * <code>{in:x:f32[8], 4, float:1.5}</code>.
 */
public final class ArgumentText {
    private static final String IN = " in ";
    private static final String DISTINCT = " distinct";

    private final String option;
    private final String whole; // of which the argument is a field, or the argument itself
    private final int begin; // of the argument in it
    private String text;
    private int at;

    private ArgumentText(String option, String whole, String text, int begin) {
        this.option = option;
        this.whole = whole;
        this.text = text;
        this.begin = begin;
    }

    /**
     * The argument spelled {@code text}.
     *
     * @param option the option that it belongs to, for messages
     * @throws InputException naming the column in {@code text} and what was expected
     */
    public static Argument parse(String option, String text) {
        return new ArgumentText(option, text, text, 0).argument();
    }

    private InputException error(int position, String message) {
        return new InputException(
                option + " " + whole + ": column " + (begin + position + 1) + ": " + message);
    }

    private Argument argument() {
        if (text.equals("null")) {
            return new Argument.Null();
        }
        Numbers.Literal literal = Numbers.parse(text);
        if (literal != null) {
            return literal.argument();
        }
        Argument nonFinite = Argument.NonFinite.parse(text);
        if (nonFinite != null) {
            return nonFinite;
        }
        if (StructText.is(text)) {
            try {
                return StructText.parse(
                        text, (field, from) -> new ArgumentText(option, text, field, from).open());
            } catch (StructText.UnreadableException e) {
                throw error(e.column(), e.getMessage());
            }
        }
        Argument open = open();
        if (open != null) {
            return open;
        }
        int colon = text.indexOf(':');
        String head = colon < 0 ? text : text.substring(0, colon);
        if (colon >= 0 && head.equals("bytes")) {
            at = colon + 1;
            return new Argument.Aggregate(bytes(at, text.substring(at)));
        }
        String nearest =
                NearestName.to(head, List.of("in", "out", "inout", "sym", "bytes", "null"));
        throw error(
                0,
                "expected a number, null, or in: out: inout: sym: bytes:"
                        + (nearest == null || text.isEmpty() ? "" : ", did you mean " + nearest));
    }

    /** A tensor or a symbolic scalar; null for another argument. */
    private Argument open() {
        int colon = text.indexOf(':');
        at = colon + 1;
        return switch (colon < 0 ? "" : text.substring(0, colon)) {
            case "in" -> tensor(Role.IN);
            case "out" -> tensor(Role.OUT);
            case "inout" -> tensor(Role.INOUT);
            case "sym" -> symbol();
            default -> null;
        };
    }

    private Argument symbol() {
        String name = name();
        expect(':');
        return new Argument.SymbolicScalar(name, type(text.length()));
    }

    private Argument tensor(Role role) {
        int early = text.indexOf(DISTINCT + IN);
        if (early >= 0) {
            throw error(early + 1, "'distinct' comes last, as in in:i:s32[4] in [0,9] distinct");
        }
        boolean distinct = text.endsWith(DISTINCT);
        if (distinct) {
            text = text.substring(0, text.length() - DISTINCT.length());
        }
        TensorSpec t = tensorOf(role);
        if (!distinct) {
            return new Argument.Tensor(t);
        }
        int column = text.length() + 1;
        String misfit = Tensors.notDistinct(t.type(), t.shape(), t.init(), t.low(), t.high());
        if (misfit != null) {
            throw error(column, misfit);
        }
        return new Argument.Tensor(
                new TensorSpec(
                        t.name(),
                        t.type(),
                        t.shape(),
                        t.strides(),
                        role,
                        t.init(),
                        t.low(),
                        t.high(),
                        true));
    }

    private TensorSpec tensorOf(Role role) {
        String name = name();
        expect(':');
        int bracket = text.indexOf('[', at);
        if (bracket < 0) {
            type(endOf(at, '='));
            throw error(at, "expected the shape, such as [4] or [16,64]");
        }
        ElementType type = type(bracket);
        List<Integer> shape = shape();
        Init init = Tensors.defaultInit(role);
        int in = text.indexOf(IN, at);
        int end = in < 0 ? text.length() : in;
        if (at < end) {
            expect('=');
            init = init(text.substring(at, end), type, shape);
        }
        Rational[] range = in < 0 ? new Rational[2] : range(in + IN.length(), type);
        List<Long> strides = TensorSpec.rowMajor(shape);
        return new TensorSpec(name, type, shape, strides, role, init, range[0], range[1]);
    }

    /** The range {@code [lo, hi]}, or {@code [lo, hi)} of integers. */
    private Rational[] range(int start, ElementType type) {
        at = start;
        expect('[');
        Rational low = end(',');
        expect(',');
        int of = at;
        boolean closed = text.indexOf(')', at) < 0;
        Rational high = end(closed ? ']' : ')');
        expect(closed ? ']' : ')');
        if (at < text.length()) {
            throw error(at, "expected the end" + found());
        }
        if (!closed && type.isFloat()) {
            throw error(at - 1, "expected ']': half-open ranges are of integers");
        }
        if (!closed && high != null) {
            high = Rational.of(high.negate().floor().negate()).subtract(Rational.ONE);
        }
        if (low != null && high != null && low.compareTo(high) > 0) {
            throw error(of, "range: " + low + " is above " + high);
        }
        if (!type.isFloat() && Tensors.holdsNone(low, high, type)) {
            throw error(of, "range: holds no value of " + type.spelling());
        }
        return new Rational[] {low, high};
    }

    /** A number before {@code stop}; null for -inf at the low end, inf at the high one. */
    private Rational end(char stop) {
        int end = endOf(at, stop);
        String spelling = text.substring(at, end).strip();
        Numbers.Literal literal = Numbers.parse(spelling);
        boolean open = spelling.equals(stop == ',' ? "-inf" : "inf");
        if (literal == null && !open) {
            throw error(
                    at,
                    "expected a number"
                            + (spelling.isEmpty() ? found() : ", found '" + spelling + "'"));
        }
        at = end;
        return open ? null : literal.value();
    }

    private int endOf(int from, char stop) {
        int end = text.indexOf(stop, from);
        return end < 0 ? text.length() : end;
    }

    private void expect(char c) {
        if (at >= text.length() || text.charAt(at) != c) {
            throw error(at, "expected '" + c + "'" + found());
        }
        at++;
    }

    private String found() {
        return at >= text.length() ? " at the end" : ", found '" + text.charAt(at) + "'";
    }

    private String name() {
        int end = endOf(at, ':');
        String name = text.substring(at, end);
        if (!name.matches(Tensors.NAME)) {
            throw error(at, "expected a name" + (name.isEmpty() ? "" : ", found '" + name + "'"));
        }
        at = end;
        return name;
    }

    private ElementType type(int end) {
        String spelling = text.substring(at, end);
        ElementType type = TypeNames.parse(spelling);
        if (type == null) {
            throw error(
                    at,
                    spelling.isEmpty()
                            ? "expected a type: " + TypeNames.all()
                            : TypeNames.unknown(spelling));
        }
        at = end;
        return type;
    }

    private List<Integer> shape() {
        int start = at;
        expect('[');
        List<Integer> shape = new ArrayList<>();
        while (true) {
            int end = at;
            while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0) {
                end++;
            }
            if (end == at || end - at > 10) {
                throw error(at, "expected an extent, a positive integer" + found());
            }
            long digits = Long.parseLong(text.substring(at, end));
            if (digits == 0) {
                throw error(at, "expected an extent, a positive integer, found '0'");
            }
            if (digits > Integer.MAX_VALUE) {
                throw error(at, "the tensor has more than 2^31 - 1 elements");
            }
            shape.add((int) digits);
            at = end;
            if (at < text.length() && text.charAt(at) == ',') {
                at++;
            } else {
                expect(']');
                break;
            }
        }
        if (!Tensors.isAddressable(shape)) {
            throw error(start, "the tensor has more than 2^31 - 1 elements");
        }
        return shape;
    }

    private Init init(String how, ElementType type, List<Integer> shape) {
        if (how.startsWith("@")) {
            long elements = shape.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
            try {
                return TensorFile.read(new LocalFiles(), how.substring(1), type, elements);
            } catch (TensorFile.UnusableException e) {
                throw error(at + 1, e.getMessage());
            }
        }
        return switch (how) {
            case "zero" -> new Init.Zero();
            case "iota" -> new Init.Iota();
            case "symbolic" -> new Init.Symbolic();
            case "undefined" -> new Init.Undefined();
            default -> {
                String nearest =
                        NearestName.to(how, List.of("zero", "iota", "symbolic", "undefined"));
                throw error(
                        at,
                        "expected zero, iota, symbolic, undefined or @FILE"
                                + (nearest == null ? "" : ", did you mean " + nearest));
            }
        };
    }

    private Bytes bytes(int start, String digits) {
        for (int i = 0; i < digits.length(); i++) {
            if (Character.digit(digits.charAt(i), 16) < 0) {
                throw error(
                        start + i, "expected hexadecimal digits, found '" + digits.charAt(i) + "'");
            }
        }
        if (digits.isEmpty() || digits.length() % 2 != 0) {
            throw error(start, "expected two hexadecimal digits a byte");
        }
        return new Bytes(HexFormat.of().parseHex(digits));
    }
}
