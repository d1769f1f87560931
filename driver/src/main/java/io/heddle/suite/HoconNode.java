package io.heddle.suite;

import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import io.heddle.term.Rational;
import io.heddle.term.ShortText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A value of a suite file with its place. Its methods read it as the type that the suite needs
 * there, or throw an {@link InputException} with file, line and what was expected.
 *
 * @param value the resolved value
 * @param path keys from the root, for messages
 * @param bindings matrix values, which also replace {@code ${NAME}} inside quoted strings
 * @param file the suite file, for values without an origin of their own
 */
record HoconNode(ConfigValue value, String path, Map<String, String> bindings, String file) {
    /** The error {@code message} at this value. */
    InputException error(String message) {
        return new InputException(place() + ": " + message);
    }

    /** File and line of this value. */
    String place() {
        return HoconFile.place(value.origin(), file);
    }

    private InputException expected(String what) {
        return error(path + ": expected " + what + ", found " + describe());
    }

    private String describe() {
        return switch (value.valueType()) {
            case OBJECT -> "{ … }";
            case LIST -> "[ … ]";
            case STRING, NUMBER, BOOLEAN -> "'" + ShortText.of(raw()) + "'";
            case NULL -> "null";
        };
    }

    private String raw() {
        return value.atKey("v").getString("v");
    }

    boolean isObject() {
        return value.valueType() == ConfigValueType.OBJECT;
    }

    boolean isList() {
        return value.valueType() == ConfigValueType.LIST;
    }

    boolean isNull() {
        return value.valueType() == ConfigValueType.NULL;
    }

    /**
     * The fields of this object, in file order.
     *
     * @throws InputException if it is no object or has a key that is not {@code known}
     */
    Map<String, HoconNode> fields(Collection<String> known) {
        Map<String, HoconNode> fields = fields();
        for (Map.Entry<String, HoconNode> field : fields.entrySet()) {
            if (!known.contains(field.getKey())) {
                String nearest = NearestName.to(field.getKey(), known);
                String where = path.isEmpty() ? "" : " in " + path;
                throw field.getValue()
                        .error(
                                "unknown key "
                                        + ShortText.of(field.getKey())
                                        + where
                                        + (nearest == null
                                                ? "; known are " + String.join(", ", known)
                                                : ", did you mean " + nearest));
            }
        }
        return fields;
    }

    /** The fields of this object, whatever their names. */
    Map<String, HoconNode> fields() {
        ConfigObject object = object();
        List<String> keys = new ArrayList<>(object.keySet());
        keys.sort(
                Comparator.comparingInt((String k) -> object.get(k).origin().lineNumber())
                        .thenComparing(k -> k));
        Map<String, HoconNode> fields = new LinkedHashMap<>();
        for (String key : keys) {
            String inner = path.isEmpty() ? key : path + "." + key;
            fields.put(key, new HoconNode(object.get(key), inner, bindings, file));
        }
        return fields;
    }

    /** This object as it is. */
    ConfigObject object() {
        if (!isObject()) {
            throw expected("{ … }");
        }
        return (ConfigObject) value;
    }

    /** The items of this list. */
    List<HoconNode> items() {
        if (!isList()) {
            throw expected("[ … ]");
        }
        List<HoconNode> items = new ArrayList<>();
        for (ConfigValue item : (ConfigList) value) {
            items.add(new HoconNode(item, path + "[" + items.size() + "]", bindings, file));
        }
        return items;
    }

    /** The items of this list, or this value alone. */
    List<HoconNode> itemsOrSelf() {
        return isList() ? items() : List.of(this);
    }

    /** Text: a string, or a number or truth value as written. */
    String text() {
        if (isObject() || isList() || isNull()) {
            throw expected("a string");
        }
        String text = raw();
        for (Map.Entry<String, String> binding : bindings.entrySet()) {
            text = text.replace("${" + binding.getKey() + "}", binding.getValue());
        }
        return text;
    }

    /** The number, or null if this is not a number. */
    Numbers.Literal literal() {
        return isObject() || isList() || isNull() ? null : Numbers.parse(text());
    }

    /** A number. */
    Rational number() {
        Numbers.Literal literal = literal();
        if (literal == null) {
            throw expected("a number");
        }
        return literal.value();
    }

    /** An integer from {@code low} to {@code high}. */
    long integer(long low, long high) {
        Rational n = literal() == null ? null : number();
        if (n == null
                || !n.isInteger()
                || n.compareTo(Rational.of(low)) < 0
                || n.compareTo(Rational.of(high)) > 0) {
            boolean tooLarge = n != null && n.isInteger() && n.compareTo(Rational.of(high)) > 0;
            String range =
                    tooLarge || high < Integer.MAX_VALUE
                            ? " from " + low + " to " + high
                            : (low == Long.MIN_VALUE ? "" : " of at least " + low);
            throw expected("an integer" + range);
        }
        return n.numerator().longValue();
    }

    /** A truth value. */
    boolean flag() {
        if (value.valueType() == ConfigValueType.BOOLEAN) {
            return (Boolean) value.unwrapped();
        }
        throw expected("true or false");
    }

    /** One of the constants of an enumeration, spelled in lower case with hyphens. */
    <E extends Enum<E>> E oneOf(Class<E> type) {
        String text = text();
        List<String> spellings = new ArrayList<>();
        for (E constant : type.getEnumConstants()) {
            String spelling = constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (spelling.equals(text)) {
                return constant;
            }
            spellings.add(spelling);
        }
        throw expected(String.join(" or ", spellings));
    }
}
