package io.heddle.spec;

import io.heddle.spec.index.Definition;
import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Guard;
import io.heddle.spec.index.Input;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import io.heddle.spec.index.Real;
import io.heddle.spec.index.Reduction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;

/** The tensor layer's operations, each in terms of the elements of its operands. */
final class Tensors {
    private Tensors() {}

    /** A tensor whose elements an input or a definition has. */
    static Value.Array stored(Value.Stored elements) {
        return new Value.Array(elements.source().shape(), elements);
    }

    /** What an input is: a tensor, or the number of a scalar. */
    static Value of(Input input, Place place) {
        Value.Stored elements = new Value.Stored(input, input.isInteger(), null);
        return input.shape().isEmpty() ? elements.at(List.of(), null, place) : stored(elements);
    }

    /** {@code tensor} with a definition of that name, so that each element is made once. */
    static Value.Array defined(String name, Value.Array tensor, Place place) {
        Real padding = tensor.elements() instanceof Value.Stored s ? s.padding() : null;
        Definition d = definition(name, tensor, place);
        return stored(new Value.Stored(d, isInteger(tensor, place), padding));
    }

    /** A definition with the elements of a tensor. */
    static Definition definition(String name, Value.Array tensor, Place place) {
        Slots slots = new Slots();
        List<Int> index = slots.indices(tensor.rank());
        Real body = Scalars.real(tensor.element(index, slots, place), place);
        size(tensor.shape());
        return new Definition(name, tensor.shape(), slots.used(), body, place);
    }

    private static boolean isInteger(Value.Array tensor, Place place) {
        Slots slots = new Slots();
        return Scalars.isInteger(tensor.element(slots.indices(tensor.rank()), slots, place));
    }

    /** The same tensor with a definition of its own. */
    static Value.Array materialised(String name, Value.Array tensor, Place place) {
        if (tensor.elements() instanceof Value.Stored) {
            return tensor;
        }
        return defined(name, tensor, place);
    }

    // ---------------------------------------------------------------- element by element

    /** Joins two values element by element; a number goes with every element. */
    static Value zip(Value a, Value b, Place place, BinaryOperator<Value> operation) {
        if (!(a instanceof Value.Array) && !(b instanceof Value.Array)) {
            return operation.apply(a, b);
        }
        List<Integer> shape = broadcast(shape(a), shape(b), place);
        return new Value.Array(
                shape,
                (index, slots, at) ->
                        operation.apply(
                                element(a, index, slots, at), element(b, index, slots, at)));
    }

    private static List<Integer> shape(Value a) {
        return a instanceof Value.Array array ? array.shape() : List.of();
    }

    /** An element of what has perhaps fewer dimensions, or of some only one. */
    private static Value element(Value a, List<Int> index, Slots slots, Place place) {
        if (!(a instanceof Value.Array array)) {
            return a;
        }
        List<Int> own = new ArrayList<>(index.subList(index.size() - array.rank(), index.size()));
        for (int d = 0; d < own.size(); d++) {
            if (array.shape().get(d) == 1) {
                own.set(d, Int.of(0));
            }
        }
        return array.element(own, slots, place);
    }

    private static List<Integer> broadcast(List<Integer> a, List<Integer> b, Place place) {
        List<Integer> shape = new ArrayList<>();
        int rank = Math.max(a.size(), b.size());
        for (int d = 0; d < rank; d++) {
            int i = d - (rank - a.size());
            int j = d - (rank - b.size());
            int m = i < 0 ? 1 : a.get(i);
            int n = j < 0 ? 1 : b.get(j);
            if (m != n && m != 1 && n != 1) {
                throw new FormulaException(place, "shapes " + a + " and " + b + " do not fit");
            }
            shape.add(m == 1 ? n : m);
        }
        return shape;
    }

    // ---------------------------------------------------------------- reductions

    /**
     * A reduction over some dimensions.
     *
     * @param keep leaves a dimension of extent 1 in place of each
     * @param slots of the definition that this is in; null if it is in none
     */
    static Value reduce(
            Reduction reduction,
            Value.Array x,
            Set<Integer> axes,
            boolean keep,
            Slots slots,
            Place place) {
        List<Integer> shape = new ArrayList<>();
        for (int d = 0; d < x.rank(); d++) {
            if (!axes.contains(d) || keep) {
                shape.add(axes.contains(d) ? 1 : x.shape().get(d));
            }
        }
        Value.Elements elements =
                (index, own, at) -> {
                    List<Real.Range> ranges = new ArrayList<>();
                    List<Int> all = new ArrayList<>();
                    int next = 0;
                    for (int d = 0; d < x.rank(); d++) {
                        if (axes.contains(d)) {
                            int slot = own.next();
                            ranges.add(new Real.Range(slot, Int.of(x.shape().get(d))));
                            all.add(new Int.Index(slot));
                            next += keep ? 1 : 0;
                        } else {
                            all.add(index.get(next++));
                        }
                    }
                    Value body = x.element(all, own, at);
                    return new Value.RealValue(
                            new Real.Reduce(
                                    reduction, ranges, Guard.TRUE, Scalars.real(body, at), at),
                            reduction.isIndex() || Scalars.isInteger(body));
                };
        return made(reduction.toString(), new Value.Array(shape, elements), slots, place);
    }

    /** A new tensor, or the number if it has no dimension; with a definition where it can. */
    static Value made(String name, Value.Array tensor, Slots slots, Place place) {
        Value.Array made = slots == null ? materialised(name, tensor, place) : tensor;
        return made.rank() == 0 ? made.element(List.of(), slots, place) : made;
    }

    // ---------------------------------------------------------------- shapes

    /** The last two dimensions exchanged. */
    static Value.Array transposed(Value.Array x, Place place) {
        int n = x.rank();
        if (n < 2) {
            throw new FormulaException(place, ".T needs two dimensions, not " + n);
        }
        List<Integer> shape = new ArrayList<>(x.shape());
        Collections.swap(shape, n - 1, n - 2);
        return new Value.Array(
                shape,
                (index, slots, at) -> {
                    List<Int> swapped = new ArrayList<>(index);
                    Collections.swap(swapped, n - 1, n - 2);
                    return x.element(swapped, slots, at);
                });
    }

    /** The same elements in row-major order; one extent may be -1, for what is left. */
    static Value.Array reshaped(Value.Array x, List<Integer> wanted, Place place) {
        long size = size(x.shape());
        long known = 1;
        for (int extent : wanted) {
            known = Math.multiplyExact(known, (long) (extent == -1 ? 1 : extent));
        }
        List<Integer> shape = new ArrayList<>(wanted);
        int open = wanted.indexOf(-1);
        if (open >= 0 && known != 0) {
            shape.set(open, Math.toIntExact(size / known));
        }
        if (shape.stream().anyMatch(n -> n < 0) || size(shape) != size) {
            throw new FormulaException(place, "shape " + x.shape() + " cannot become " + wanted);
        }
        return new Value.Array(
                shape,
                (index, slots, at) -> {
                    Int flat = Int.of(0);
                    for (int d = 0; d < shape.size(); d++) {
                        flat = Int.plus(index.get(d), shape.get(d), flat);
                    }
                    return x.element(unflattened(flat, x.shape(), at), slots, at);
                });
    }

    private static List<Int> unflattened(Int flat, List<Integer> shape, Place place) {
        List<Int> index = new ArrayList<>();
        Int left = flat;
        for (int d = shape.size() - 1; d >= 0; d--) {
            Int extent = Int.of(shape.get(d));
            index.add(0, d == 0 ? left : Int.modulo(left, extent, place));
            left = Int.over(left, extent, place);
        }
        return index;
    }

    private static long size(List<Integer> shape) {
        return shape.stream().mapToLong(i -> i).reduce(1, Math::multiplyExact);
    }

    // ---------------------------------------------------------------- products

    /** {@code a @ b}, with the rules of NumPy for one dimension and for batches. */
    static Value product(Value.Array a, Value.Array b, Slots slots, Place place) {
        if (a.rank() == 0 || b.rank() == 0) {
            throw new FormulaException(place, "@ needs tensors");
        }
        Value.Array x = a.rank() == 1 ? reshaped(a, List.of(1, -1), place) : a;
        Value.Array y = b.rank() == 1 ? reshaped(b, List.of(-1, 1), place) : b;
        int inner = x.shape().get(x.rank() - 1);
        if (inner != y.shape().get(y.rank() - 2)) {
            throw new FormulaException(
                    place, "shapes " + a.shape() + " and " + b.shape() + " do not fit @");
        }
        List<Integer> shape =
                new ArrayList<>(
                        broadcast(
                                x.shape().subList(0, x.rank() - 2),
                                y.shape().subList(0, y.rank() - 2),
                                place));
        int batch = shape.size();
        if (a.rank() > 1) {
            shape.add(x.shape().get(x.rank() - 2));
        }
        if (b.rank() > 1) {
            shape.add(y.shape().get(y.rank() - 1));
        }
        Value.Elements elements =
                (index, own, at) -> {
                    int slot = own.next();
                    Int k = new Int.Index(slot);
                    List<Int> left = new ArrayList<>(index.subList(0, batch));
                    List<Int> right = new ArrayList<>(left);
                    int next = batch;
                    left.add(a.rank() > 1 ? index.get(next++) : Int.of(0));
                    left.add(k);
                    right.add(k);
                    right.add(b.rank() > 1 ? index.get(next) : Int.of(0));
                    Value body =
                            Scalars.binary(
                                    "*",
                                    element(
                                            x,
                                            left.subList(batch + 2 - x.rank(), batch + 2),
                                            own,
                                            at),
                                    element(
                                            y,
                                            right.subList(batch + 2 - y.rank(), batch + 2),
                                            own,
                                            at),
                                    at);
                    Real.Range range = new Real.Range(slot, Int.of(inner));
                    return new Value.RealValue(
                            new Real.Reduce(
                                    Reduction.SUM,
                                    List.of(range),
                                    Guard.TRUE,
                                    Scalars.real(body, at),
                                    at),
                            Scalars.isInteger(body));
                };
        return made("@", new Value.Array(shape, elements), slots, place);
    }

    // ---------------------------------------------------------------- one element

    /** Indices that are checked, unless the tensor's elements are stored and do so. */
    private static List<Int> inRange(Value.Array x, List<Value> index, Place place) {
        List<Int> checked = new ArrayList<>();
        for (int d = 0; d < index.size(); d++) {
            Int i = Scalars.integer(index.get(d), place);
            boolean isStored = x.elements() instanceof Value.Stored;
            checked.add(isStored ? i : Int.inRange(i, x.shape().get(d), place));
        }
        return checked;
    }

    /** An element, with the checks of its indices: broadcasting may use none of them. */
    private static Value checked(List<Int> index, Value element, Place place) {
        List<Int> checks = index.stream().filter(Int.InRange.class::isInstance).toList();
        return checks.isEmpty()
                ? element
                : new Value.RealValue(
                        new Real.Checked(checks, Scalars.real(element, place)),
                        Scalars.isInteger(element));
    }

    /** An element at integers of which data decide some. */
    static Value gathered(Value.Array x, List<Value> index, Slots slots, Place place) {
        if (index.stream().allMatch(Value.IndexValue.class::isInstance)) {
            List<Int> own = inRange(x, index, place);
            return checked(own, x.element(own, slots, place), place);
        }
        for (Value i : index) {
            if (!Scalars.isInteger(i)) {
                throw new FormulaException(place, "an index is an integer, not " + i.kind());
            }
        }
        if (x.elements() instanceof Value.Stored s && s.padding() != null) {
            throw new FormulaException(
                    place, "a padded tensor is read at indices, not where data say");
        }
        if (slots != null && !(x.elements() instanceof Value.Stored)) {
            throw new FormulaException(
                    place, "name the tensor before it is read at an index that data decide");
        }
        Value.Array stored = materialised("gathered", x, place);
        Value.Stored elements = (Value.Stored) stored.elements();
        return new Value.RealValue(
                new Real.Gathered(
                        elements.source(),
                        index.stream().map(i -> Scalars.real(i, place)).toList(),
                        place),
                elements.isInteger());
    }
}
