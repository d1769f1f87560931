package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigList;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@code matrix} of a suite: names and the values that each takes, in file order.
 *
 * @param values by name
 */
record Matrix(Map<String, List<ConfigValue>> values) {
    /**
     * One choice of values.
     *
     * @param values by name
     */
    record Combination(Map<String, ConfigValue> values) {
        /** The values as text. */
        Map<String, String> bindings() {
            Map<String, String> bindings = new LinkedHashMap<>();
            values.forEach((k, v) -> bindings.put(k, v.atKey("v").getString("v")));
            return bindings;
        }

        /** {@code [BM=32,BN=64]}, or empty. */
        String suffix() {
            List<String> parts = new ArrayList<>();
            bindings().forEach((k, v) -> parts.add(k + "=" + v));
            return parts.isEmpty() ? "" : "[" + String.join(",", parts) + "]";
        }

        /** {@code config} with the values bound at its root. */
        Config bind(Config config) {
            ConfigObject root = config.root();
            for (Map.Entry<String, ConfigValue> value : values.entrySet()) {
                root = root.withValue(value.getKey(), value.getValue());
            }
            return root.toConfig();
        }
    }

    /**
     * The matrix of an unresolved suite.
     *
     * @param text content of the file, to find the order of keys on one line
     */
    static Matrix of(Config config, String file, String text, List<String> rootKeys) {
        try {
            ConfigValue value = config.root().get("matrix");
            if (value == null) {
                return new Matrix(Map.of());
            }
            HoconNode node = new HoconNode(value, "matrix", Map.of(), file);
            Map<String, HoconNode> fields = inFileOrder(node.fields(), text);
            Map<String, List<ConfigValue>> values = new LinkedHashMap<>();
            fields.forEach((name, list) -> values.put(name, values(name, list, rootKeys)));
            return new Matrix(values);
        } catch (ConfigException.NotResolved e) {
            throw new InputException(
                    file + ": matrix: values must be literals, without substitutions");
        }
    }

    private static List<ConfigValue> values(String name, HoconNode list, List<String> rootKeys) {
        if (rootKeys.contains(name) || !name.matches(Tensors.NAME)) {
            throw list.error(
                    "matrix: "
                            + name
                            + " cannot name a value: it must be an identifier and not a key of"
                            + " suites");
        }
        List<HoconNode> items = list.items();
        if (items.isEmpty()) {
            throw list.error("matrix." + name + ": expected at least one value");
        }
        items.forEach(HoconNode::text);
        return List.copyOf((ConfigList) list.value());
    }

    private static Map<String, HoconNode> inFileOrder(Map<String, HoconNode> fields, String text) {
        String[] lines = text.split("\\R", -1);
        List<String> names = new ArrayList<>(fields.keySet());
        names.sort(
                Comparator.comparingInt((String n) -> line(fields.get(n)))
                        .thenComparingInt(n -> column(n, line(fields.get(n)), lines))
                        .thenComparing(n -> n));
        Map<String, HoconNode> ordered = new LinkedHashMap<>();
        names.forEach(n -> ordered.put(n, fields.get(n)));
        return ordered;
    }

    private static int line(HoconNode node) {
        return node.value().origin().lineNumber();
    }

    private static int column(String name, int line, String[] lines) {
        if (line < 1 || line > lines.length) {
            return 0;
        }
        java.util.regex.Matcher m =
                java.util.regex.Pattern.compile(
                                "(?<![A-Za-z0-9_.$])"
                                        + java.util.regex.Pattern.quote(name)
                                        + "(?![A-Za-z0-9_.$])")
                        .matcher(lines[line - 1]);
        return m.find() ? m.start() : lines[line - 1].length();
    }

    /**
     * How many combinations there are: 1 without a matrix.
     *
     * @param most greatest number of interest
     * @return the number, or some number above {@code most}
     */
    long count(long most) {
        long count = 1;
        for (List<ConfigValue> list : values.values()) {
            if (count <= most) {
                count *= list.size(); // both fit an int
            }
        }
        return count;
    }

    /** Combination {@code number}, from 0; the last name varies fastest. */
    Combination combination(long number) {
        Map<String, ConfigValue> reversed = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(values.keySet());
        long rest = number;
        for (int i = names.size() - 1; i >= 0; i--) {
            List<ConfigValue> list = values.get(names.get(i));
            reversed.put(names.get(i), list.get((int) (rest % list.size())));
            rest /= list.size();
        }
        Map<String, ConfigValue> one = new LinkedHashMap<>();
        names.forEach(n -> one.put(n, reversed.get(n)));
        return new Combination(one);
    }
}
