package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Guard;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.RealFunction;
import io.heddle.spec.index.Reduction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The functions that the language itself has; all others are in the prelude. */
final class Builtins {
    private static final int LONGEST = 64; // tuple that a function makes

    private Builtins() {}

    /** Takes them into a scope. */
    static void put(Scope scope) {
        for (RealFunction f : RealFunction.values()) {
            put(scope, f.toString(), arguments -> apply(f, arguments));
        }
        for (Reduction r : Reduction.values()) {
            put(scope, r.toString(), arguments -> reduce(r, arguments));
        }
        put(scope, "max", arguments -> extremum(true, arguments));
        put(scope, "min", arguments -> extremum(false, arguments));
        put(scope, "einsum", Builtins::einsum);
        put(scope, "ntuple", Builtins::copies);
        put(scope, "len", Builtins::length);
        put(scope, "count", Builtins::count);
        put(scope, "axes", Builtins::range);
        put(scope, "around", Builtins::around);
        put(scope, "same", Builtins::same);
        scope.put("pi", new Value.RealValue(new Real.Pi()));
        scope.put("inf", new Value.RealValue(new Real.Infinity(false)));
    }

    private static void put(Scope scope, String name, Value.Body body) {
        scope.put(name, new Value.Builtin(name, body));
    }

    private static Value apply(RealFunction f, Arguments arguments) {
        arguments.atMost(1);
        return Tensors.zip(
                arguments.at(0),
                Value.IndexValue.of(0),
                arguments.place(),
                (x, zero) -> Scalars.apply(f, x, arguments.place()));
    }

    /** {@code max(a, b, …)} element by element, or {@code max(x, axis=1)}. */
    private static Value extremum(boolean isMax, Arguments arguments) {
        if (arguments.count() < 2) {
            return reduce(isMax ? Reduction.MAX : Reduction.MIN, arguments);
        }
        arguments.atMost(Integer.MAX_VALUE);
        Value all = arguments.at(0);
        for (int i = 1; i < arguments.count(); i++) {
            all =
                    Tensors.zip(
                            all,
                            arguments.at(i),
                            arguments.place(),
                            (x, y) -> Scalars.extremum(isMax, x, y, arguments.place()));
        }
        return all;
    }

    private static Value reduce(Reduction reduction, Arguments arguments) {
        arguments.atMost(3, "axis", "keepdims");
        Value.Array x = arguments.array(0);
        Value axis = arguments.named("axis", 1);
        Value keep = arguments.named("keepdims", 2);
        Set<Integer> axes = axes(axis, x.rank(), arguments);
        if (reduction.isIndex() && axes.size() != 1) {
            throw arguments.wrong(reduction + " takes one axis");
        }
        return Tensors.reduce(
                reduction, x, axes, isTrue(keep, arguments), arguments.slots(), arguments.place());
    }

    private static Set<Integer> axes(Value axis, int rank, Arguments arguments) {
        Set<Integer> axes = new TreeSet<>();
        if (axis == null || axis instanceof Value.None) {
            for (int d = 0; d < rank; d++) {
                axes.add(d);
            }
            return axes;
        }
        for (Value one : axis instanceof Value.Tuple t ? t.items() : List.of(axis)) {
            int d = Scalars.constant(one, arguments.place());
            if (d < -rank || d >= rank) {
                throw arguments.wrong("a tensor of " + rank + " dimensions has no axis " + d);
            }
            if (!axes.add(d < 0 ? d + rank : d)) {
                throw arguments.wrong("the axis " + d + " is named twice");
            }
        }
        return axes;
    }

    private static boolean isTrue(Value value, Arguments arguments) {
        if (value == null) {
            return false;
        } else if (value instanceof Value.Truth t) {
            boolean isTrue = t.condition().equals(Condition.of(true));
            if (isTrue || t.condition().equals(Condition.of(false))) {
                return isTrue;
            }
        }
        throw arguments.wrong("expected True or False, found " + value.kind());
    }

    /** {@code ntuple(s, n)}: a tuple of n; an integer s stands for n of it. */
    private static Value copies(Arguments arguments) {
        arguments.atMost(2);
        Value value = arguments.at(0);
        int n = Scalars.constant(arguments.at(1), arguments.place());
        if (value instanceof Value.Tuple t) {
            if (t.items().size() != n) {
                throw arguments.wrong("expected " + n + " values, found " + t.items().size());
            }
            return t;
        }
        checkLength(n, arguments);
        return new Value.Tuple(Collections.nCopies(n, value));
    }

    private static void checkLength(long n, Arguments arguments) {
        if (n < 0 || n > LONGEST) {
            throw arguments.wrong("a tuple has 0 to " + LONGEST + " items, not " + n);
        }
    }

    private static Value length(Arguments arguments) {
        arguments.atMost(1);
        if (arguments.at(0) instanceof Value.Tuple t) {
            return Value.IndexValue.of(t.items().size());
        }
        return Value.IndexValue.of(arguments.array(0).shape().get(0));
    }

    /** {@code count(x, axis)}: how many elements a reduction over the axis joins. */
    private static Value count(Arguments arguments) {
        arguments.atMost(2);
        Value.Array x = arguments.array(0);
        long count = 1;
        for (int d : axes(arguments.at(1), x.rank(), arguments)) {
            count = Math.multiplyExact(count, (long) x.shape().get(d));
        }
        return Value.IndexValue.of(count);
    }

    /** {@code axes(a, b)}: the tuple of a, …, b - 1. */
    private static Value range(Arguments arguments) {
        arguments.atMost(2);
        int from = Scalars.constant(arguments.at(0), arguments.place());
        int to = Scalars.constant(arguments.at(1), arguments.place());
        checkLength((long) to - from, arguments);
        List<Value> items = new ArrayList<>();
        for (int i = from; i < to; i++) {
            items.add(Value.IndexValue.of(i));
        }
        return new Value.Tuple(items);
    }

    /** {@code around(x, axis)}: the elements before the axis, its extent, the elements behind. */
    private static Value around(Arguments arguments) {
        arguments.atMost(2);
        Value.Array x = arguments.array(0);
        Set<Integer> axes = axes(arguments.at(1), x.rank(), arguments);
        if (axes.size() != 1) {
            throw arguments.wrong("expected one axis");
        }
        int axis = axes.iterator().next();
        return new Value.Tuple(
                List.of(
                        size(x.shape().subList(0, axis)),
                        Value.IndexValue.of(x.shape().get(axis)),
                        size(x.shape().subList(axis + 1, x.rank()))));
    }

    /** {@code same(a, b, what)}: the integer a, which is b. */
    private static Value same(Arguments arguments) {
        arguments.atMost(3);
        int a = Scalars.constant(arguments.at(0), arguments.place());
        int b = Scalars.constant(arguments.at(1), arguments.place());
        if (a != b && arguments.at(2) instanceof Value.Text what) {
            throw arguments.wrong("shapes do not fit: " + what.text() + ", " + a + " and " + b);
        }
        return arguments.at(0);
    }

    private static Value size(List<Integer> shape) {
        return Value.IndexValue.of(shape.stream().mapToLong(n -> n).reduce(1, Math::multiplyExact));
    }

    // ---------------------------------------------------------------- attributes

    /** {@code x.T}, {@code x.shape}, {@code x.ndim}, {@code x.reshape}, {@code x.pad}. */
    static Value attribute(Value.Array x, String name, Slots slots, Place place) {
        return switch (name) {
            case "T" -> Tensors.transposed(x, place);
            case "shape" ->
                    new Value.Tuple(
                            x.shape().stream().map(n -> (Value) Value.IndexValue.of(n)).toList());
            case "ndim" -> Value.IndexValue.of(x.rank());
            case "reshape" -> new Value.Builtin(name, arguments -> reshape(x, arguments));
            case "pad" -> new Value.Builtin(name, arguments -> pad(x, arguments));
            default -> throw new FormulaException(place, "a tensor has no ." + name);
        };
    }

    private static Value reshape(Value.Array x, Arguments arguments) {
        arguments.atMost(Integer.MAX_VALUE);
        List<Integer> shape = new ArrayList<>();
        for (int i = 0; i < arguments.count(); i++) {
            Value extent = arguments.at(i);
            for (Value one : extent instanceof Value.Tuple t ? t.items() : List.of(extent)) {
                shape.add(Scalars.constant(one, arguments.place()));
            }
        }
        Value.Array reshaped = Tensors.reshaped(x, shape, arguments.place());
        return shape.isEmpty()
                ? Tensors.made("reshape", reshaped, arguments.slots(), arguments.place())
                : reshaped;
    }

    private static Value pad(Value.Array x, Arguments arguments) {
        arguments.atMost(1);
        Real padding = Scalars.real(arguments.at(0), arguments.place());
        if (arguments.slots() != null && !(x.elements() instanceof Value.Stored)) {
            throw arguments.wrong("name the tensor before it is padded");
        }
        Value.Array stored = Tensors.materialised("pad", x, arguments.place());
        Value.Stored elements = (Value.Stored) stored.elements();
        return Tensors.stored(new Value.Stored(elements.source(), elements.isInteger(), padding));
    }

    // ---------------------------------------------------------------- einsum

    /** {@code einsum("bhse,bhte->bhst", Q, K)}: letters that the result has not are summed over. */
    private static Value einsum(Arguments arguments) {
        arguments.atMost(Integer.MAX_VALUE);
        if (!(arguments.at(0) instanceof Value.Text text)) {
            throw arguments.wrong("einsum begins with text such as \"ij,jk->ik\"");
        }
        String[] sides = text.text().replace(" ", "").split("->", -1);
        String[] operands = sides[0].split(",", -1);
        if (!text.text().matches("[A-Za-z ,]*->[A-Za-z ]*")) {
            throw arguments.wrong(
                    "einsum takes letters and commas around one ->, such as \"ij,jk->ik\", not \""
                            + text.text()
                            + "\"");
        }
        if (sides.length != 2 || operands.length != arguments.count() - 1) {
            throw arguments.wrong(
                    "einsum(\""
                            + text.text()
                            + "\") does not fit "
                            + (arguments.count() - 1)
                            + " tensors");
        }
        Map<Character, Integer> extents = new LinkedHashMap<>();
        for (int i = 0; i < operands.length; i++) {
            extents(operands[i], arguments.array(i + 1), extents, arguments);
        }
        List<Integer> shape = new ArrayList<>();
        for (char c : sides[1].toCharArray()) {
            if (!extents.containsKey(c)) {
                throw arguments.wrong("einsum: the result's " + c + " is no index of an operand");
            } else if (sides[1].indexOf(c) != sides[1].lastIndexOf(c)) {
                throw arguments.wrong("einsum: the result has " + c + " twice");
            }
            shape.add(extents.get(c));
        }
        Value.Elements elements =
                (index, slots, at) -> {
                    Map<Character, Int> indices = new LinkedHashMap<>();
                    for (int d = 0; d < index.size(); d++) {
                        indices.put(sides[1].charAt(d), index.get(d));
                    }
                    List<Real.Range> ranges = new ArrayList<>();
                    extents.forEach(
                            (c, extent) -> {
                                if (!indices.containsKey(c)) {
                                    ranges.add(new Real.Range(slots.next(), Int.of(extent)));
                                    int slot = ranges.get(ranges.size() - 1).slot();
                                    indices.put(c, new Int.Index(slot));
                                }
                            });
                    Value product = null;
                    for (int i = 0; i < operands.length; i++) {
                        List<Int> own =
                                operands[i].chars().mapToObj(c -> indices.get((char) c)).toList();
                        Value next = arguments.array(i + 1).element(own, slots, at);
                        product = product == null ? next : Scalars.binary("*", product, next, at);
                    }
                    Real body = Scalars.real(product, at);
                    return new Value.RealValue(
                            ranges.isEmpty()
                                    ? body
                                    : new Real.Reduce(Reduction.SUM, ranges, Guard.TRUE, body, at),
                            Scalars.isInteger(product));
                };
        return Tensors.made(
                "einsum", new Value.Array(shape, elements), arguments.slots(), arguments.place());
    }

    private static void extents(
            String letters, Value.Array x, Map<Character, Integer> extents, Arguments arguments) {
        if (letters.length() != x.rank()) {
            throw arguments.wrong("einsum: '" + letters + "' does not fit " + x.kind());
        }
        for (int d = 0; d < letters.length(); d++) {
            Integer before = extents.putIfAbsent(letters.charAt(d), x.shape().get(d));
            if (before != null && !before.equals(x.shape().get(d))) {
                throw arguments.wrong(
                        "einsum: "
                                + letters.charAt(d)
                                + " is "
                                + before
                                + " and "
                                + x.shape().get(d));
            }
        }
    }
}
