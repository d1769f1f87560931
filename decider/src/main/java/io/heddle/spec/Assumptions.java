package io.heddle.spec;

import io.heddle.spec.index.ElementFacts;
import io.heddle.spec.index.ElementRange;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.Relation;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The {@code assume} lines of a formula, for all values of the indices that are free in them.
 * Equalities and sets of numbers are of single elements; a range is of all elements of an input.
 */
final class Assumptions {
    private static final int MOST_CASES = 1 << 20;

    private final Elaborator elaborator;
    private final Map<Input, ElementFacts> facts = new LinkedHashMap<>();
    private final Map<Input, ElementRange> ranges = new LinkedHashMap<>();
    private final List<String> texts = new ArrayList<>();

    private final boolean partly;
    private final List<String> leftOut = new ArrayList<>();
    private boolean ofFirst; // bounds are those of the first element alone

    /**
     * @param partly leaves out what is about too many single elements
     */
    Assumptions(Elaborator elaborator, boolean partly) {
        this.elaborator = elaborator;
        this.partly = partly;
    }

    /** The lines that were left out, each with its place. */
    List<String> leftOut() {
        return leftOut;
    }

    /** What is assumed of single elements. */
    Map<Input, ElementFacts> facts() {
        return facts;
    }

    /** What is assumed of all elements. */
    Map<Input, ElementRange> ranges() {
        return ranges;
    }

    /** The lines, each with its place. */
    List<String> texts() {
        return texts;
    }

    /** Takes one line. */
    void add(Statement.Assumption a, Scope scope) {
        Map<String, Integer> free = new LinkedHashMap<>();
        indices(a.predicate(), scope, free);
        a.guards().forEach(g -> indices(g, scope, free));
        long cases = 1;
        for (int extent : free.values()) {
            cases = Math.multiplyExact(cases, (long) extent);
            if (cases > MOST_CASES) {
                large(a, scope, free);
                return;
            }
        }
        Map<Input, Bounds> bounds = new LinkedHashMap<>();
        each(
                new ArrayList<>(free.entrySet()),
                0,
                scope.inner(),
                indexed -> {
                    boolean holds = true;
                    for (Expression guard : a.guards()) {
                        Value value = elaborator.evaluate(guard, indexed);
                        holds &= isTrue(value, guard.place());
                    }
                    if (holds) {
                        take(a.predicate(), indexed, bounds);
                    }
                });
        bounds.forEach((input, b) -> range(input, b, a.place()));
        facts.forEach((input, f) -> check(isPossible(input, f), a.place()));
        texts.add(a.text() + " at " + a.place());
    }

    /** Takes a line about too many elements: a range of all of them is that of the first. */
    private void large(Statement.Assumption a, Scope scope, Map<String, Integer> free) {
        if (!partly) {
            throw new FormulaException(
                    a.place(), "an assumption of more than " + MOST_CASES + " elements");
        }
        String text = a.text() + " at " + a.place();
        boolean isRange =
                a.guards().isEmpty()
                        && a.predicate() instanceof Expression.Compared c
                        && !c.relations().contains("==");
        if (!isRange) {
            leftOut.add(text);
            return;
        }
        Scope first = scope.inner();
        free.keySet().forEach(name -> first.put(name, Value.IndexValue.of(0)));
        Map<Input, Bounds> bounds = new LinkedHashMap<>();
        ofFirst = true;
        take(a.predicate(), first, bounds);
        ofFirst = false;
        bounds.forEach((input, b) -> range(input, b, a.place()));
        texts.add(text);
    }

    /** The bounds that one line states of the elements of an input; null where it states none. */
    private static final class Bounds {
        private final Rational[] low;
        private final Rational[] high;

        /**
         * @param elements how many elements have bounds, from the first on
         */
        Bounds(long elements) {
            low = new Rational[Math.toIntExact(elements)];
            high = new Rational[low.length];
        }
    }

    private static boolean isTrue(Value value, Place place) {
        if (value instanceof Value.Truth t) {
            boolean isTrue = t.condition().equals(Condition.of(true));
            if (isTrue || t.condition().equals(Condition.of(false))) {
                return isTrue;
            }
        }
        throw new FormulaException(place, "expected a condition on indices");
    }

    private interface Body {
        void run(Scope indexed);
    }

    private void each(List<Map.Entry<String, Integer>> free, int from, Scope scope, Body body) {
        if (from == free.size()) {
            body.run(scope);
            return;
        }
        for (int i = 0; i < free.get(from).getValue(); i++) {
            Scope inner = scope.inner();
            inner.put(free.get(from).getKey(), Value.IndexValue.of(i));
            each(free, from + 1, inner, body);
        }
    }

    // ---------------------------------------------------------------- indices

    /** Finds the names that stand for indices: those that nothing defines, between brackets. */
    private void indices(Expression e, Scope scope, Map<String, Integer> free) {
        if (e instanceof Expression.Indexed i) {
            if (i.a() instanceof Expression.Name n
                    && scope.find(n.name()) instanceof Value.Array array) {
                for (int d = 0; d < Math.min(array.rank(), i.items().size()); d++) {
                    index(i.items().get(d), array.shape().get(d), scope, free);
                }
            }
        } else if (e instanceof Expression.Compared c) {
            c.operands().forEach(o -> indices(o, scope, free));
        } else if (e instanceof Expression.OneOf o) {
            indices(o.a(), scope, free);
        } else if (e instanceof Expression.Binary b) {
            indices(b.a(), scope, free);
            indices(b.b(), scope, free);
        } else if (e instanceof Expression.Negative n) {
            indices(n.a(), scope, free);
        }
    }

    private static void index(
            Expression.Item item, int extent, Scope scope, Map<String, Integer> free) {
        if (item.first() instanceof Expression.Name n && scope.find(n.name()) == null) {
            Integer before = free.putIfAbsent(n.name(), extent);
            if (before != null && before != extent) {
                throw new FormulaException(
                        item.place(),
                        "the index " + n.name() + " has the extents " + before + " and " + extent);
            }
        }
    }

    // ---------------------------------------------------------------- predicates

    private void take(Expression predicate, Scope scope, Map<Input, Bounds> bounds) {
        if (predicate instanceof Expression.OneOf o) {
            Real.Read read = read(elaborator.evaluate(o.a(), scope), o.a().place());
            List<Rational> values = new ArrayList<>();
            for (Expression v : o.values()) {
                Rational value = exact(elaborator.evaluate(v, scope), v.place());
                values.add(ofType(value, (Input) read.source(), v.place()));
            }
            check(facts(read).restrict(flat(read), values), o.place());
        } else if (predicate instanceof Expression.Compared c) {
            for (int i = 0; i < c.relations().size(); i++) {
                Value a = elaborator.evaluate(c.operands().get(i), scope);
                Value b = elaborator.evaluate(c.operands().get(i + 1), scope);
                compare(Relation.of(c.relations().get(i)), a, b, c.place(), bounds);
            }
        } else {
            throw new FormulaException(
                    predicate.place(), "expected a comparison, or an element in {…}");
        }
    }

    private void compare(
            Relation relation, Value a, Value b, Place place, Map<Input, Bounds> bounds) {
        boolean isNumberFirst = !isRead(a);
        Real.Read read = read(isNumberFirst ? b : a, place);
        Value other = isNumberFirst ? a : b;
        if (relation == Relation.EQUAL) {
            if (isRead(other)) {
                Real.Read second = read(other, place);
                if (!second.source().equals(read.source())) {
                    throw new FormulaException(
                            place, "two elements that are assumed to be equal are of one tensor");
                }
                check(facts(read).equate(flat(read), flat(second)), place);
            } else {
                Rational value = ofType(exact(other, place), (Input) read.source(), place);
                check(facts(read).set(flat(read), value), place);
            }
            return;
        }
        if (relation == null || relation == Relation.DIFFERENT || isRead(other)) {
            throw new FormulaException(
                    place, "an element may be ==, <, <=, > or >= a number, or == an element");
        }
        bound(relation, isNumberFirst, read, exact(other, place), place, bounds);
    }

    private static void check(boolean possible, Place place) {
        if (!possible) {
            throw new FormulaException(place, "no input meets what is assumed");
        }
    }

    private void bound(
            Relation relation,
            boolean isNumberFirst,
            Real.Read read,
            Rational number,
            Place place,
            Map<Input, Bounds> bounds) {
        Input input = (Input) read.source();
        boolean isLow =
                (relation == Relation.GREATER || relation == Relation.AT_LEAST) != isNumberFirst;
        boolean isStrict = relation == Relation.LESS || relation == Relation.GREATER;
        Rational limit = isStrict ? beside(number, input.type(), isLow, place) : number;
        Bounds b = bounds.computeIfAbsent(input, i -> new Bounds(ofFirst ? 1 : i.size()));
        Rational[] ends = isLow ? b.low : b.high;
        int flat = flat(read);
        Rational before = ends[flat];
        boolean isTighter =
                before == null || (isLow ? limit.compareTo(before) : before.compareTo(limit)) > 0;
        ends[flat] = isTighter ? limit : before;
    }

    /** The next number of the type above or below {@code number}. */
    private static Rational beside(Rational number, ElementType type, boolean up, Place place) {
        if (!type.isFloat()) {
            return up
                    ? Rational.of(number.floor()).add(Rational.ONE)
                    : Rational.of(number.negate().floor()).negate().subtract(Rational.ONE);
        }
        Rational beside = up ? above(number, type) : above(number.negate(), type);
        if (beside == null) {
            throw new FormulaException(
                    place, "no " + type.spelling() + " is " + (up ? "above " : "below ") + number);
        }
        return up ? beside : beside.negate();
    }

    /** The least number of a floating-point type above {@code number}; null if there is none. */
    private static Rational above(Rational number, ElementType type) {
        FloatFormat format = type.format();
        Rational greatest = format.lowestFinite().negate();
        if (number.compareTo(greatest) >= 0) {
            return null;
        }
        long low = format.pattern(greatest.negate()).orElseThrow();
        boolean isBelowAll = number.compareTo(greatest.negate()) < 0;
        return isBelowAll ? format.value(low) : next(number, format, greatest);
    }

    /** By halving: patterns of numbers of one sign are in the order of their magnitudes. */
    private static Rational next(Rational number, FloatFormat format, Rational greatest) {
        boolean isNegative = number.signum() < 0;
        long last = format.pattern(greatest).orElseThrow(); // magnitudes are 0 to last
        long low = 0;
        long high = last;
        while (low < high) {
            long middle = (low + high) >>> 1;
            Rational magnitude = format.value(middle);
            boolean isEnough =
                    isNegative
                            ? magnitude.compareTo(number.negate()) >= 0
                            : magnitude.compareTo(number) > 0;
            if (isEnough) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        // the least magnitude above number; or, of negative ones, not below it: the one before
        return isNegative ? format.value(low - 1).negate() : format.value(low);
    }

    private void range(Input input, Bounds b, Place place) {
        ElementRange before = ranges.getOrDefault(input, new ElementRange(null, null));
        Rational low = tighter(before.low(), ofAll(b.low, input, place), true);
        Rational high = tighter(before.high(), ofAll(b.high, input, place), false);
        check(isPossible(low, high, input.type()), place);
        ranges.put(input, new ElementRange(low, high));
    }

    /** The bound that is stated of each element; null if none is stated of any. */
    private static Rational ofAll(Rational[] ends, Input input, Place place) {
        for (Rational end : ends) {
            if (!Objects.equals(end, ends[0])) {
                throw new FormulaException(
                        place, "a range is assumed of all elements of " + input.name() + " alike");
            }
        }
        return ends.length == 0 ? null : ends[0];
    }

    /** True if some number of the type lies between the bounds. */
    private static boolean isPossible(Rational low, Rational high, ElementType type) {
        Rational lowest = type.isFloat() ? type.format().lowestFinite() : type.minInteger();
        Rational highest = type.isFloat() ? lowest.negate() : type.maxInteger();
        Rational least = type.isFloat() ? low : type.least(low);
        Rational greatest = type.isFloat() ? high : type.greatest(high);
        least = least == null ? lowest : least;
        greatest = greatest == null ? highest : greatest;
        return least.compareTo(greatest) <= 0;
    }

    private static Rational tighter(Rational a, Rational b, boolean isLow) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return (a.compareTo(b) > 0) == isLow ? a : b;
    }

    /** True if each element of which something is assumed can have one of the type's values. */
    private boolean isPossible(Input input, ElementFacts f) {
        ElementRange range = ranges.getOrDefault(input, new ElementRange(null, null));
        for (int i = 0; i < f.size(); i++) {
            Rational constant = f.constant(i);
            List<Rational> few = constant == null ? f.values(i) : List.of(constant);
            if (few.stream().anyMatch(v -> !isIn(v, range))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(Rational value, ElementRange range) {
        return (range.low() == null || value.compareTo(range.low()) >= 0)
                && (range.high() == null || value.compareTo(range.high()) <= 0);
    }

    // ---------------------------------------------------------------- elements

    private static boolean isRead(Value value) {
        return value instanceof Value.RealValue n && n.real() instanceof Real.Read;
    }

    private static Real.Read read(Value value, Place place) {
        if (value instanceof Value.RealValue n
                && n.real() instanceof Real.Read r
                && r.source() instanceof Input) {
            return r;
        }
        throw new FormulaException(
                place, "an assumption is about an element of an input, not " + value.kind());
    }

    private ElementFacts facts(Real.Read read) {
        return facts.computeIfAbsent(
                (Input) read.source(), i -> new ElementFacts(Math.toIntExact(i.size())));
    }

    private static int flat(Real.Read read) {
        long[] index = read.index().stream().mapToLong(Int::constant).toArray();
        long flat = read.source().flat(index);
        if (flat < 0) {
            throw new FormulaException(
                    read.place(), "an element of " + read.source().name() + " is out of range");
        }
        return (int) flat;
    }

    /** A number that the input's type has. */
    private static Rational ofType(Rational number, Input input, Place place) {
        ElementType type = input.type();
        boolean isOne =
                type.isFloat()
                        ? type.format().pattern(number).isPresent()
                        : number.isInteger()
                                && number.compareTo(type.minInteger()) >= 0
                                && number.compareTo(type.maxInteger()) <= 0;
        if (!isOne) {
            throw new FormulaException(
                    place,
                    input.name()
                            + " is "
                            + type.spelling().replaceFirst("^s", "i")
                            + ", which has no number "
                            + number);
        }
        return number;
    }

    private static Rational exact(Value value, Place place) {
        Real real = Scalars.real(value, place);
        if (real instanceof Real.Exact x) {
            return x.value();
        } else if (real instanceof Real.Decimal d) {
            return Rational.ofExact(d.value());
        }
        throw new FormulaException(place, "expected a rational number");
    }
}
