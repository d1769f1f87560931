package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Guard;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.Reduction;
import io.heddle.term.Rational;
import io.heddle.term.ShortText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Finds out what expressions are, once the extents of all inputs are known: the tensor layer
 * becomes text of the index layer. Where a tensor is computed outside of all definitions, it
 * becomes a definition, so that its elements are made once.
 */
final class Elaborator {
    private static final int DEEPEST_CALL = 100;
    private static final int DEEPEST = 400; // expressions in one another
    private static final long MOST_STEPS = 2_000_000;

    private final Conditions conditions = new Conditions(this);
    private int calls;
    private int depth;
    private long steps;

    // ---------------------------------------------------------------- statements

    /** Takes a function into {@code scope}. */
    void define(Statement.Function f, Scope scope) {
        scope.put(f.name(), new Value.Function(f, scope));
    }

    /** Takes what a definition names into {@code scope}. */
    void define(Statement.Definition d, Scope scope) {
        for (String name : d.names()) {
            if (scope.has(name)) {
                throw new FormulaException(d.place(), name + " is defined already");
            }
        }
        if (d.names().size() > 1) {
            unpack(d, scope);
            return;
        }
        String name = d.names().get(0);
        Value value = d.binders() == null ? evaluate(d.value(), scope) : elementwise(d, scope);
        scope.put(name, scope.slots() == null ? named(name, value, d.place()) : value);
    }

    private void unpack(Statement.Definition d, Scope scope) {
        Value value = evaluate(d.value(), scope);
        List<Value> items = value instanceof Value.Tuple t ? t.items() : List.of(value);
        if (items.size() != d.names().size()) {
            throw new FormulaException(
                    d.place(), "expected " + d.names().size() + " values, found " + items.size());
        }
        for (int i = 0; i < items.size(); i++) {
            scope.put(d.names().get(i), items.get(i));
        }
    }

    /** A value with a definition of that name, unless it is known without one. */
    private static Value named(String name, Value value, Place place) {
        if (value instanceof Value.Array a) {
            return isKnown(name, a) ? a : Tensors.defined(name, a, place);
        } else if (value instanceof Value.RealValue n && !(n.real() instanceof Real.Exact)) {
            Definition d = new Definition(name, List.of(), 0, n.real(), place);
            return new Value.Stored(d, n.isInteger(), null).at(List.of(), null, place);
        }
        return value;
    }

    /** True of a tensor of a definition of that name, and of one that is padded. */
    private static boolean isKnown(String name, Value.Array a) {
        return a.elements() instanceof Value.Stored s
                && (s.padding() != null
                        || s.source() instanceof Definition d && d.name().equals(name));
    }

    /** The tensor that {@code name[i:N, …] = value} defines. */
    private Value elementwise(Statement.Definition d, Scope scope) {
        List<Integer> shape = new ArrayList<>();
        for (Statement.Binder b : d.binders()) {
            int extent = Scalars.constant(evaluate(b.extent(), scope), b.extent().place());
            if (extent < 0) {
                throw new FormulaException(b.place(), b.name() + " has the extent " + extent);
            }
            shape.add(extent);
        }
        return new Value.Array(
                shape,
                (index, slots, at) -> {
                    Scope inner = scope.indexed(slots);
                    for (int i = 0; i < shape.size(); i++) {
                        Statement.Binder b = d.binders().get(i);
                        checkIsNew(b.name(), inner, b.place());
                        inner.put(b.name(), new Value.IndexValue(index.get(i)));
                    }
                    Value element = evaluate(d.value(), inner);
                    if (element instanceof Value.Array a) {
                        throw new FormulaException(
                                d.value().place(), "expected a number, found " + a.kind());
                    }
                    return element;
                });
    }

    /** Complains about an index of the name of another, which it would hide. */
    private static void checkIsNew(String name, Scope scope, Place place) {
        boolean isIndex =
                scope.find(name) instanceof Value.IndexValue i && !i.integer().isConstant();
        if (isIndex || scope.has(name)) {
            throw new FormulaException(place, "a second index " + name);
        }
    }

    // ---------------------------------------------------------------- expressions

    /** What {@code e} is. */
    Value evaluate(Expression e, Scope scope) {
        enter(e.place());
        Value value = evaluated(e, scope);
        leave();
        return value;
    }

    /** Counts an expression that is a part of another. */
    void enter(Place place) {
        if (++steps > MOST_STEPS) {
            throw new FormulaException(
                    place, "the formula takes more than " + MOST_STEPS + " steps");
        } else if (++depth > DEEPEST) {
            throw new FormulaException(
                    place, "nested more than " + DEEPEST + " deep; give a part a name");
        }
    }

    /** Goes back to the other. */
    void leave() {
        depth--;
    }

    private Value evaluated(Expression e, Scope scope) {
        Place place = e.place();
        if (e instanceof Expression.Numeral n) {
            return number(n);
        } else if (e instanceof Expression.Name n) {
            return name(n, scope);
        } else if (e instanceof Expression.Binary b) {
            return binary(b, evaluate(b.a(), scope), evaluate(b.b(), scope), scope);
        } else if (e instanceof Expression.Negative n) {
            Value zero = Value.IndexValue.of(0);
            return Tensors.zip(
                    evaluate(n.a(), scope), zero, place, (x, z) -> Scalars.negative(x, place));
        } else if (e instanceof Expression.Indexed i) {
            return indexed(i, scope);
        } else if (e instanceof Expression.Call c) {
            return call(c, scope);
        } else if (e instanceof Expression.Attribute a) {
            return attribute(a, scope);
        } else if (e instanceof Expression.Conditional c) {
            return conditional(c, scope);
        } else if (e instanceof Expression.Tuple t) {
            return new Value.Tuple(t.items().stream().map(i -> evaluate(i, scope)).toList());
        } else if (e instanceof Expression.Text t) {
            return new Value.Text(t.text());
        } else if (e instanceof Expression.None) {
            return new Value.None();
        } else if (e instanceof Expression.OneOf) {
            throw new FormulaException(place, "'in {…}' has its place in assume(…)");
        }
        return new Value.Truth(conditions.of(e, scope));
    }

    private static Value number(Expression.Numeral n) {
        try {
            if (n.isInteger()) {
                return Value.IndexValue.of(Long.parseLong(n.text()));
            }
        } catch (NumberFormatException tooLarge) {
            throw new FormulaException(n.place(), n.text() + " does not fit in 64 bits");
        }
        float nearest = Float.parseFloat(n.text());
        boolean isZero = n.text().split("[eE]")[0].chars().noneMatch(c -> c >= '1' && c <= '9');
        if (isZero) {
            return new Value.RealValue(new Real.Exact(Rational.ZERO));
        } else if (Float.isInfinite(nearest) || nearest == 0) {
            throw new FormulaException(n.place(), n.text() + " is beyond the range of f32");
        }
        BigDecimal exact = new BigDecimal(n.text());
        boolean isExact = exact.compareTo(new BigDecimal(nearest)) == 0;
        return new Value.RealValue(
                isExact ? new Real.Exact(Rational.ofExact(nearest)) : new Real.Decimal(nearest));
    }

    private static Value name(Expression.Name n, Scope scope) {
        Value value = scope.find(n.name());
        if (value == null) {
            throw new FormulaException(n.place(), ShortText.of(n.name()) + " is not defined");
        }
        return value;
    }

    private static Value binary(Expression.Binary b, Value x, Value y, Scope scope) {
        if (b.operator().equals("@")) {
            if (x instanceof Value.Array p && y instanceof Value.Array q) {
                return Tensors.product(p, q, scope.slots(), b.place());
            }
            throw new FormulaException(
                    b.place(), "@ needs tensors, not " + x.kind() + " and " + y.kind());
        }
        if (x instanceof Value.Tuple p && y instanceof Value.Tuple q && b.operator().equals("+")) {
            List<Value> both = new ArrayList<>(p.items());
            both.addAll(q.items());
            return new Value.Tuple(both);
        }
        return Tensors.zip(
                x, y, b.place(), (p, q) -> Scalars.binary(b.operator(), p, q, b.place()));
    }

    private Value conditional(Expression.Conditional c, Scope scope) {
        Condition condition = conditions.of(c.condition(), scope);
        if (condition.equals(Condition.of(true))) {
            return evaluate(c.a(), scope);
        } else if (condition.equals(Condition.of(false))) {
            return evaluate(c.b(), scope);
        }
        return Tensors.zip(
                evaluate(c.a(), scope),
                evaluate(c.b(), scope),
                c.place(),
                (x, y) -> Scalars.choice(condition, x, y, c.place()));
    }

    // ---------------------------------------------------------------- brackets

    private Value indexed(Expression.Indexed e, Scope scope) {
        Value base = evaluate(e.a(), scope);
        if (base instanceof Value.Tuple t && e.items().size() == 1) {
            int i = Scalars.constant(item(e.items().get(0), scope), e.place());
            int n = t.items().size();
            if (i < -n || i >= n) {
                throw new FormulaException(e.place(), "a tuple of " + n + " has no item " + i);
            }
            return t.items().get(i < 0 ? i + n : i);
        }
        if (!(base instanceof Value.Array array)) {
            throw new FormulaException(e.place(), base.kind() + " has no elements");
        }
        return element(array, e, scope);
    }

    private Value item(Expression.Item item, Scope scope) {
        if (item.isColon() || item.second() != null) {
            throw new FormulaException(item.place(), "a part of a tensor is ':' or an index");
        }
        return evaluate(item.first(), scope);
    }

    /** {@code x[i, :, None]}: indices, whole dimensions and new ones of extent 1. */
    private Value element(Value.Array x, Expression.Indexed e, Scope scope) {
        List<Value> fixed = new ArrayList<>(); // one a dimension of x; null where it stays
        List<Integer> shape = new ArrayList<>();
        List<Integer> from = new ArrayList<>(); // the dimension of x of each new one; or -1
        for (Expression.Item item : e.items()) {
            if (!item.isColon() && item.first() instanceof Expression.None) {
                shape.add(1);
                from.add(-1);
                continue;
            }
            if (fixed.size() == x.rank()) {
                throw new FormulaException(
                        item.place(), x.kind() + " has no dimension " + fixed.size());
            }
            if (item.isColon()) {
                shape.add(x.shape().get(fixed.size()));
                from.add(fixed.size());
                fixed.add(null);
            } else {
                fixed.add(item(item, scope));
            }
        }
        while (fixed.size() < x.rank()) {
            shape.add(x.shape().get(fixed.size()));
            from.add(fixed.size());
            fixed.add(null);
        }
        if (shape.isEmpty()) {
            boolean isOutside = scope.slots() == null;
            Value.Array a = isOutside ? Tensors.materialised("[…]", x, e.place()) : x;
            return Tensors.gathered(a, fixed, scope.slots(), e.place());
        }
        return new Value.Array(
                shape,
                (index, slots, at) -> {
                    List<Value> all = new ArrayList<>(fixed);
                    for (int d = 0; d < from.size(); d++) {
                        if (from.get(d) >= 0) {
                            all.set(from.get(d), new Value.IndexValue(index.get(d)));
                        }
                    }
                    return Tensors.gathered(x, all, slots, at);
                });
    }

    private Value attribute(Expression.Attribute e, Scope scope) {
        Value base = evaluate(e.a(), scope);
        if (!(base instanceof Value.Array x)) {
            throw new FormulaException(e.place(), base.kind() + " has no ." + e.name());
        }
        return Builtins.attribute(x, e.name(), scope.slots(), e.place());
    }

    // ---------------------------------------------------------------- calls

    private Value call(Expression.Call e, Scope scope) {
        if (e.a() instanceof Expression.Indexed i
                && i.a() instanceof Expression.Name n
                && reduction(n, scope) != null) {
            return reduce(reduction(n, scope), i, e, scope);
        }
        Value function = evaluate(e.a(), scope);
        List<Value> positional = new ArrayList<>();
        Map<String, Value> named = new LinkedHashMap<>();
        for (Expression.Argument a : e.arguments()) {
            Value value = evaluate(a.value(), scope);
            if (a.name() == null) {
                positional.add(value);
            } else if (named.put(a.name(), value) != null) {
                throw new FormulaException(e.place(), "a second argument " + a.name());
            }
        }
        if (function instanceof Value.Builtin b) {
            return b.body()
                    .call(new Arguments(e.place(), b.name(), positional, named, scope.slots()));
        } else if (function instanceof Value.Function f) {
            return call(f, positional, named, e.place(), scope.slots());
        }
        throw new FormulaException(e.place(), function.kind() + " cannot be called");
    }

    private Value call(
            Value.Function f,
            List<Value> positional,
            Map<String, Value> named,
            Place place,
            Slots slots) {
        Statement.Function function = f.function();
        List<Statement.Parameter> parameters = function.parameters();
        if (positional.size() > parameters.size()) {
            throw new FormulaException(
                    place,
                    function.name()
                            + " takes "
                            + Arguments.count(parameters.size())
                            + ", not "
                            + positional.size());
        }
        Scope scope = f.scope().indexed(slots);
        Map<String, Value> left = new LinkedHashMap<>(named);
        for (int i = 0; i < parameters.size(); i++) {
            Statement.Parameter p = parameters.get(i);
            Value value = i < positional.size() ? positional.get(i) : left.remove(p.name());
            if (value == null && p.standard() == null) {
                throw new FormulaException(place, function.name() + " needs " + p.name());
            }
            scope.put(p.name(), value == null ? evaluate(p.standard(), f.scope()) : value);
        }
        if (!left.isEmpty()) {
            throw new FormulaException(
                    place, function.name() + " has no argument " + left.keySet().iterator().next());
        }
        if (calls == DEEPEST_CALL) {
            throw new FormulaException(
                    place, "more than " + DEEPEST_CALL + " calls in one another");
        }
        calls++;
        try {
            function.definitions().forEach(d -> define(d, scope));
            return evaluate(function.result(), scope);
        } catch (FormulaException e) {
            boolean isWithin = Prelude.has(e.place()) && !Prelude.has(place);
            throw isWithin
                    ? new FormulaException(place, function.name() + ": " + e.complaint())
                    : e;
        } finally {
            calls--;
        }
    }

    // ---------------------------------------------------------------- reductions

    private static Reduction reduction(Expression.Name n, Scope scope) {
        if (!(scope.find(n.name()) instanceof Value.Builtin builtin)) {
            return null;
        }
        for (Reduction r : Reduction.values()) {
            if (r.toString().equals(builtin.name())) {
                return r;
            }
        }
        return null;
    }

    /** {@code sum[k:K, k <= i](body)}. */
    private Value reduce(
            Reduction reduction, Expression.Indexed brackets, Expression.Call e, Scope scope) {
        boolean isOutside = scope.slots() == null;
        Slots slots = isOutside ? new Slots() : scope.slots();
        Scope inner = scope.indexed(slots);
        List<Real.Range> ranges = new ArrayList<>();
        Condition all = Condition.of(true);
        for (Expression.Item item : brackets.items()) {
            if (item.isColon()) {
                throw new FormulaException(item.place(), "expected an index or a condition");
            } else if (item.second() == null) {
                all = Condition.and(all, conditions.of(item.first(), inner));
            } else if (item.first() instanceof Expression.Name n) {
                checkIsNew(n.name(), inner, item.place());
                Int extent = Scalars.integer(evaluate(item.second(), inner), item.second().place());
                ranges.add(new Real.Range(slots.next(), extent));
                Int index = new Int.Index(ranges.get(ranges.size() - 1).slot());
                inner.put(n.name(), new Value.IndexValue(index));
            } else {
                throw new FormulaException(
                        item.place(), "expected an index and its extent, such as k:K");
            }
        }
        if (e.arguments().size() != 1 || e.arguments().get(0).name() != null) {
            throw new FormulaException(e.place(), reduction + "[…](…) takes one expression");
        }
        if (reduction.isIndex() && ranges.size() != 1) {
            throw new FormulaException(e.place(), reduction + " takes one index");
        }
        Value body = evaluate(e.arguments().get(0).value(), inner);
        boolean isInteger = reduction.isIndex() || Scalars.isInteger(body);
        Real reduced = reduce(reduction, ranges, all, Scalars.real(body, e.place()), e.place());
        if (isOutside) {
            Definition d =
                    new Definition(
                            reduction.toString(), List.of(), slots.used(), reduced, e.place());
            return new Value.Stored(d, isInteger, null).at(List.of(), null, e.place());
        }
        return new Value.RealValue(reduced, isInteger);
    }

    private static Real reduce(
            Reduction reduction, List<Real.Range> ranges, Condition all, Real body, Place place) {
        if (all instanceof Condition.OfIndices i) {
            return new Real.Reduce(reduction, ranges, i.guard(), body, place);
        }
        Real neutral =
                switch (reduction) {
                    case SUM -> new Real.Exact(Rational.ZERO);
                    case PROD -> new Real.Exact(Rational.ONE);
                    case MAX -> new Real.Infinity(true);
                    case MIN -> new Real.Infinity(false);
                    case ARGMAX, ARGMIN ->
                            throw new FormulaException(
                                    place,
                                    reduction.toString().toLowerCase(Locale.ROOT)
                                            + " with a condition on data");
                };
        return new Real.Reduce(
                reduction, ranges, Guard.TRUE, Condition.choice(all, body, neutral), place);
    }
}
