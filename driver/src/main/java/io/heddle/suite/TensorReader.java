package io.heddle.suite;

import io.heddle.launch.TensorSpec;
import io.heddle.launch.TensorSpec.Init;
import io.heddle.launch.TensorSpec.Role;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads one declaration of a suite's {@code tensors}. */
final class TensorReader {
    private static final List<String> KEYS =
            List.of("type", "shape", "role", "layout", "init", "range", "distinct");

    private TensorReader() {}

    /**
     * The tensor {@code name} as {@code node} declares it.
     *
     * @param folder that of the suite file
     */
    static TensorSpec read(String name, HoconNode node, SuiteFolder folder) {
        if (!name.matches(Tensors.NAME)) {
            throw node.error("'" + name + "' is not a tensor name");
        }
        Map<String, HoconNode> fields = node.fields(KEYS);
        for (String needed : List.of("type", "shape", "role")) {
            if (!fields.containsKey(needed)) {
                throw node.error("tensor " + name + " lacks " + needed);
            }
        }
        ElementType type = type(fields.get("type"));
        List<Integer> shape = shape(fields.get("shape"));
        Role role = fields.get("role").oneOf(Role.class);
        List<Long> strides =
                fields.containsKey("layout")
                        ? layout(fields.get("layout"), shape)
                        : TensorSpec.rowMajor(shape);
        Init init =
                fields.containsKey("init")
                        ? init(fields.get("init"), type, shape, folder)
                        : Tensors.defaultInit(role);
        Rational[] range = range(fields.get("range"), type);
        boolean distinct = fields.containsKey("distinct") && fields.get("distinct").flag();
        String misfit =
                distinct ? Tensors.notDistinct(type, shape, init, range[0], range[1]) : null;
        if (misfit != null) {
            throw fields.get("distinct").error(misfit);
        }
        return new TensorSpec(name, type, shape, strides, role, init, range[0], range[1], distinct);
    }

    static ElementType type(HoconNode node) {
        ElementType type = TypeNames.parse(node.text());
        if (type == null) {
            throw node.error(TypeNames.unknown(node.text()));
        }
        return type;
    }

    private static List<Integer> shape(HoconNode node) {
        List<Integer> shape = new ArrayList<>();
        for (HoconNode extent : node.itemsOrSelf()) {
            shape.add((int) extent.integer(1, Integer.MAX_VALUE));
        }
        if (shape.isEmpty() || !Tensors.isAddressable(shape)) {
            throw node.error(
                    shape.isEmpty()
                            ? "expected at least one extent"
                            : "the tensor has more than 2^31 - 1 elements");
        }
        return shape;
    }

    private static List<Long> layout(HoconNode node, List<Integer> shape) {
        if (!node.isList()) {
            return switch (node.text()) {
                case "row" -> TensorSpec.rowMajor(shape);
                case "col" -> Tensors.columnMajor(shape);
                default ->
                        throw node.error(
                                "layout: expected row, col or [strides], found '"
                                        + node.text()
                                        + "'");
            };
        }
        List<Long> strides = new ArrayList<>();
        for (HoconNode stride : node.items()) {
            strides.add(stride.integer(1, 1L << 40));
        }
        if (strides.size() != shape.size()) {
            throw node.error(
                    "layout: expected " + shape.size() + " strides, found " + strides.size());
        }
        if (!Tensors.isReachable(shape, strides)) {
            throw node.error("layout: these strides put an element beyond 2^47 bytes");
        }
        if (!Tensors.isInjective(shape, strides)) {
            throw node.error("layout: these strides put two elements at one place");
        }
        return strides;
    }

    private static Init init(
            HoconNode node, ElementType type, List<Integer> shape, SuiteFolder folder) {
        long elements = shape.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
        if (node.isObject()) {
            Map<String, HoconNode> fields = node.fields(List.of("file"));
            if (!fields.containsKey("file")) {
                throw node.error("init: expected { file = … }");
            }
            HoconNode file = fields.get("file");
            try {
                return TensorFile.read(folder.files(), folder.resolve(file.text()), type, elements);
            } catch (TensorFile.UnusableException e) {
                throw file.error(e.getMessage());
            }
        }
        if (node.isList()) {
            ValueList values = new ValueList(type);
            boolean nested = node.items().stream().anyMatch(HoconNode::isList);
            flatten(node, nested ? shape : List.of(), type, values);
            if (values.size() != elements) {
                throw node.error("init: has " + values.size() + " values, the tensor " + elements);
            }
            return values.init();
        }
        return switch (node.text()) {
            case "zero" -> new Init.Zero();
            case "symbolic" -> new Init.Symbolic();
            case "undefined" -> new Init.Undefined();
            case "iota" -> new Init.Iota();
            default ->
                    throw node.error(
                            "init: expected zero, symbolic, undefined, iota, [values] or { file = …"
                                    + " }, found '"
                                    + node.text()
                                    + "'");
        };
    }

    /**
     * Adds the values of a list. Lists in lists are rows, and have the tensor's shape.
     *
     * @param shape extents of the list and of those in it; empty where there are none in it
     */
    private static void flatten(
            HoconNode node, List<Integer> shape, ElementType type, ValueList values) {
        List<HoconNode> items = node.items();
        if (!shape.isEmpty() && items.size() != shape.get(0)) {
            throw node.error(
                    "init: has "
                            + items.size()
                            + " items here, the tensor's shape "
                            + shape.get(0)
                            + "; a list without lists in it has all elements row by row");
        }
        for (HoconNode item : items) {
            if (shape.size() > 1) {
                flatten(item, shape.subList(1, shape.size()), type, values);
                continue;
            }
            if (item.isObject() || item.isNull() || item.isList()) {
                item.number(); // says what is there instead
            }
            String misfit = values.add(item.text());
            if (misfit != null) {
                throw item.error("init: " + misfit);
            }
        }
    }

    private static Rational[] range(HoconNode node, ElementType type) {
        Rational[] range = new Rational[2];
        if (node == null) {
            return range;
        }
        List<HoconNode> ends = node.items();
        if (ends.size() != 2) {
            throw node.error("range: expected [lo, hi]");
        }
        range[0] = end(ends.get(0), "-inf");
        range[1] = end(ends.get(1), "inf");
        if (range[0] != null && range[1] != null && range[0].compareTo(range[1]) > 0) {
            throw node.error("range: " + range[0] + " is above " + range[1]);
        }
        if (!type.isFloat() && Tensors.holdsNone(range[0], range[1], type)) {
            throw node.error("range: holds no value of " + type.spelling());
        }
        return range;
    }

    /** An end of a range; null if it is open. */
    private static Rational end(HoconNode node, String open) {
        return node.isNull() || node.text().equals(open) ? null : node.number();
    }
}
