package io.heddle.report;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.Map;

/**
 * Writes one JSON value on one line. Integers and finite decimals become numbers; all other values
 * become strings.
 */
public final class Json {
    private final StringBuilder text = new StringBuilder();
    private boolean first = true;

    /** Begins an object. */
    public Json open() {
        text.append('{');
        first = true;
        return this;
    }

    /** Ends an object. */
    public Json close() {
        text.append('}');
        first = false;
        return this;
    }

    /** A key, of an object value that follows. */
    public Json key(String key) {
        if (!first) {
            text.append(',');
        }
        first = true;
        string(key);
        text.append(':');
        return this;
    }

    /** A key and its value: null, text, a number, a truth value, a collection or a map of these. */
    public Json put(String key, Object value) {
        key(key);
        value(value);
        first = false;
        return this;
    }

    private void value(Object value) {
        if (value == null) {
            text.append("null");
        } else if (value instanceof Collection<?> list) {
            array(list);
        } else if (value instanceof Map<?, ?> map) {
            open();
            map.forEach((k, v) -> put(k.toString(), v));
            close();
        } else if (value instanceof Raw raw) {
            text.append(raw.json());
        } else if (value instanceof Boolean
                || value instanceof Integer
                || value instanceof Long
                || value instanceof BigDecimal) {
            text.append(value);
        } else {
            string(value.toString());
        }
    }

    private void array(Collection<?> list) {
        text.append('[');
        String separator = "";
        for (Object item : list) {
            text.append(separator);
            value(item);
            separator = ",";
        }
        text.append(']');
    }

    private void string(String s) {
        text.append('"');
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < 0x20 || Character.isSurrogate(c)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }

    /** Text that is JSON already. */
    public record Raw(String json) {}

    @Override
    public String toString() {
        return text.toString();
    }
}
