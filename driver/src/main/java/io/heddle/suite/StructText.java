package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.ptx.Bytes;
import io.heddle.replay.number.Elements;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a structure by its fields, {@code {in:x:f32[8], 4, u8:3, float(1.5), uint3(1,2,3), null,
 * {1, 2}}}, and lays them out as C++ does on 64-bit Linux: each at a multiple of its alignment, in
 * order, and the whole a multiple of the greatest. Bytes between fields are 0.
 *
 * <p>An integer without a type is an {@code int}. A number with a point needs a type, since C's
 * would be {@code double} and CUDA's mostly is {@code float}. A pointer to a tensor is spelled as
 * an argument is, in suites by the tensor's name.
 */
final class StructText {
    private static final Pattern VECTOR =
            Pattern.compile("(u?)(char|short|int|longlong|long)([1-4])|(float|double)([1-4])");
    private static final Map<String, ElementType> PAIRS =
            Map.of(
                    "half2", ElementType.F16,
                    "__half2", ElementType.F16,
                    "nv_bfloat162", ElementType.BF16,
                    "__nv_bfloat162", ElementType.BF16);
    private static final Set<String> OPEN = Set.of("in", "out", "inout", "sym");
    private static final int DEEPEST = 8; // one is read once for each structure that it is in, too

    private final String text;
    private final OpenFields open;
    private int at;
    private int depth;
    private final List<String> layout = new ArrayList<>();
    private final List<Argument.Field> fields = new ArrayList<>();
    private byte[] bytes = new byte[0];

    private StructText(String text, OpenFields open) {
        this.text = text;
        this.open = open;
    }

    /** What fields without given bytes may be. */
    @FunctionalInterface
    interface OpenFields {
        /**
         * The tensor or symbolic scalar that a field is; null if it is neither.
         *
         * @param field its text
         * @param column where it begins, from 0
         */
        Argument read(String field, int column);
    }

    /** What cannot be read, at {@link #column} of the text, from 0. */
    static final class UnreadableException extends Exception {
        private static final long serialVersionUID = 1L;
        private final int column;

        UnreadableException(int column, String message) {
            super(message);
            this.column = column;
        }

        int column() {
            return column;
        }
    }

    /** True of a text that begins as a structure does. */
    static boolean is(String text) {
        return text.startsWith("{");
    }

    /** The aggregate whose fields are spelled {@code text}. */
    static Argument parse(String text, OpenFields open) throws UnreadableException {
        StructText reader = new StructText(text, open);
        int alignment = reader.fields();
        if (reader.at < text.length()) {
            throw reader.error("expected the end" + reader.found());
        }
        reader.grow(round(reader.bytes.length, alignment));
        return new Argument.Aggregate(
                new Bytes(reader.bytes),
                reader.fields,
                String.join(", ", reader.layout) + ", " + reader.bytes.length + " bytes");
    }

    private UnreadableException error(String message) {
        return new UnreadableException(at, message);
    }

    private static int round(int offset, int alignment) {
        return (offset + alignment - 1) / alignment * alignment;
    }

    private void grow(int size) {
        bytes = Arrays.copyOf(bytes, size);
    }

    /**
     * The fields in braces, from an offset that suits them.
     *
     * @return their greatest alignment
     */
    private int fields() throws UnreadableException {
        if (++depth > DEEPEST) {
            throw error("structures are nested more than " + DEEPEST + " deep");
        }
        expect('{');
        int alignment = 1;
        do {
            alignment = Math.max(alignment, field());
        } while (take(','));
        expect('}');
        depth--;
        return alignment;
    }

    private int field() throws UnreadableException {
        blanks();
        if (peek() == '{') {
            return nested();
        }
        int begin = at;
        while (at < text.length() && ",(){}:".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(begin, at).strip();
        if (OPEN.contains(word) && peek() == ':') {
            skipField();
        }
        Argument argument = open.read(text.substring(begin, at).strip(), begin);
        if (argument != null) {
            return put(argument);
        }
        if (peek() == ':' || peek() == '(') {
            return typed(word, begin);
        }
        if (word.equals("null")) {
            int size = Argument.Field.POINTER;
            return put("null pointer", size, size, new long[] {0});
        }
        Numbers.Literal literal = Numbers.parse(word);
        if (literal != null && !literal.real()) {
            return put("int", ElementType.S32, 4, new String[] {word}, begin);
        }
        boolean number = literal != null || Argument.NonFinite.parse(word) != null;
        at = begin;
        throw error(
                number
                        ? "write the type, float:" + word + " or double:" + word
                        : "expected a field: 4, TYPE:VALUE, TYPE(VALUE), float4(1,2,3,4), null,"
                                + " {…}, sym:NAME:TYPE or in:NAME:TYPE[SHAPE] (in suites NAME)"
                                + (word.isEmpty() ? found() : ", found '" + word + "'"));
    }

    /** A structure in a structure: its alignment is known only when it has been read. */
    private int nested() throws UnreadableException {
        int begin = at;
        StructText probe = new StructText(text, open);
        probe.at = at;
        probe.depth = depth;
        int alignment = probe.fields();
        grow(round(bytes.length, alignment));
        int start = bytes.length;
        at = begin;
        fields();
        grow(start + round(bytes.length - start, alignment));
        return alignment;
    }

    private int typed(String name, int begin) throws UnreadableException {
        boolean colon = peek() == ':';
        at++;
        int from = at;
        while (at < text.length() && (colon ? ",}" : ")").indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String[] values = text.substring(from, at).split(",", -1);
        if (!colon) {
            expect(')');
        }
        ElementType type = TypeNames.parse(name);
        if (type != null) {
            return put(name, type, type.bytes(), values, begin);
        }
        Matcher m = VECTOR.matcher(name.equals("dim3") ? "uint3" : name);
        int count = 2;
        if (PAIRS.containsKey(name)) {
            type = PAIRS.get(name);
        } else if (m.matches()) {
            count = Integer.parseInt(m.group(3) == null ? m.group(5) : m.group(3));
            type = element(m);
        } else {
            at = begin;
            throw error(TypeNames.unknown(name) + "; vectors such as uint3 and half2");
        }
        if (values.length != count) {
            at = from;
            throw error(name + " has " + count + " values, found " + values.length);
        }
        int size = type.bytes() * count;
        return put(name, type, count == 3 ? type.bytes() : Math.min(16, size), values, begin);
    }

    private static ElementType element(Matcher vector) {
        if (vector.group(4) != null) {
            return vector.group(4).equals("float") ? ElementType.F32 : ElementType.F64;
        }
        int bits =
                switch (vector.group(2)) {
                    case "char" -> 8;
                    case "short" -> 16;
                    case "int" -> 32;
                    default -> 64;
                };
        return ElementType.parse((vector.group(1).isEmpty() ? "s" : "u") + bits);
    }

    /** Goes on to the end of a field that may have commas in brackets. */
    private void skipField() {
        int brackets = 0;
        while (at < text.length() && (brackets > 0 || peek() != ',' && peek() != '}')) {
            brackets += peek() == '[' ? 1 : peek() == ']' || peek() == ')' ? -1 : 0;
            at++;
        }
    }

    private int put(Argument argument) {
        boolean pointer = argument instanceof Argument.Tensor;
        int size = new Argument.Field(0, argument).size();
        int offset = round(bytes.length, size);
        fields.add(new Argument.Field(offset, argument));
        grow(offset + size);
        String name =
                pointer
                        ? "pointer to " + ((Argument.Tensor) argument).tensor().name()
                        : ((Argument.SymbolicScalar) argument).name();
        layout.add(name + " at " + offset);
        return size;
    }

    private int put(String name, ElementType type, int alignment, String[] values, int begin)
            throws UnreadableException {
        if (values.length > 1 && type.bytes() == alignment && TypeNames.parse(name) != null) {
            at = begin;
            throw error(name + " has one value, found " + values.length);
        }
        long[] patterns = new long[values.length];
        for (int k = 0; k < values.length; k++) {
            patterns[k] = pattern(values[k].strip(), type, begin);
        }
        return put(name, type.bytes(), alignment, patterns);
    }

    private int put(String name, int width, int alignment, long[] patterns) {
        int offset = round(bytes.length, alignment);
        grow(offset + width * patterns.length);
        for (int k = 0; k < patterns.length; k++) {
            for (int b = 0; b < width; b++) {
                bytes[offset + k * width + b] = (byte) (patterns[k] >>> 8 * b);
            }
        }
        layout.add(name + " at " + offset);
        return alignment;
    }

    private long pattern(String value, ElementType type, int begin) throws UnreadableException {
        Numbers.Literal literal = Numbers.parse(value);
        Argument.NonFinite other = Argument.NonFinite.parse(value);
        String misfit = literal == null ? null : Tensors.misfit(literal.value(), type);
        if (literal != null && misfit == null) {
            boolean negativeZero = literal.isNegativeZero() && type.isFloat();
            return negativeZero ? Elements.sign(type) : Elements.bits(literal.value(), type);
        }
        if (other != null && type.isFloat()) {
            Kind kind =
                    Double.isNaN(other.value())
                            ? Kind.NAN
                            : other.value() < 0 ? Kind.NEGATIVE_INFINITY : Kind.POSITIVE_INFINITY;
            OptionalLong bits = type.format().pattern(kind);
            if (bits.isPresent()) {
                return bits.getAsLong();
            }
        }
        at = begin;
        throw error(
                misfit != null
                        ? misfit
                        : other != null
                                ? value + " is not a value of " + type.spelling()
                                : "expected a number, found '" + value + "'");
    }

    // ---------------------------------------------------------------- characters

    private char peek() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private void blanks() {
        while (Character.isWhitespace(peek())) {
            at++;
        }
    }

    private boolean take(char c) {
        blanks();
        boolean is = peek() == c;
        at += is ? 1 : 0;
        blanks();
        return is;
    }

    private void expect(char c) throws UnreadableException {
        if (!take(c)) {
            throw error("expected '" + c + "'" + found());
        }
    }

    private String found() {
        return at >= text.length() ? " at the end" : ", found '" + peek() + "'";
    }
}
