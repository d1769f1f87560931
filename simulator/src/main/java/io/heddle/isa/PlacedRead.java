package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.LinearSum;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * What a load reads at one of several places: a choice among the values there. Where these are
 * initial elements of one tensor in their order, as in a copy of a table, it is the element at the
 * index, as {@link Gather} reads it from the tensor.
 */
final class PlacedRead {
    private final SymbolicAddress address;
    private final int elementBytes;
    private final List<Read> reads = new ArrayList<>();

    /** The values at a place, and a condition that holds where the address is that one. */
    private record Read(long address, int condition, List<Value> values) {}

    PlacedRead(SymbolicAddress address, int elementBytes) {
        this.address = address;
        this.elementBytes = elementBytes;
    }

    /** Adds a place, which is above those that have been added. */
    void add(long place, int condition, List<Value> values) {
        reads.add(new Read(place, condition, values));
    }

    /** True if nothing was read. */
    boolean isEmpty() {
        return reads.isEmpty();
    }

    /** The value of an element of the load. */
    Value value(Warp w, int element) {
        int last = reads.size() - 1;
        Value first = reads.get(0).values().get(element);
        Value copied = last > 0 ? copied(w.store(), element, first) : null;
        if (copied != null) {
            return copied;
        }
        Value value = reads.get(last).values().get(element);
        for (int n = last - 1; n >= 0; n--) {
            Read r = reads.get(n);
            value = w.views().ite(r.condition(), r.values().get(element), value);
        }
        return value;
    }

    /** The element at the index if the values are elements of one tensor in order, else null. */
    private Value copied(TermStore store, int element, Value first) {
        int start = elementTerm(store, first);
        LinearSum offset = address.sum().plus(Rational.of(-reads.get(0).address()));
        if (start == 0 || !offset.isMultipleOf(elementBytes)) {
            return null;
        }
        for (Read r : reads) {
            int t = elementTerm(store, r.values().get(element));
            long steps = (r.address() - reads.get(0).address()) / elementBytes;
            if (t == 0
                    || store.a(t) != store.a(start)
                    || store.elementIndex(t) - store.elementIndex(start) != steps) {
                return null;
            }
        }
        Symbol symbol = store.symbolOf(start);
        int index = offset.plus(bytes(store.elementIndex(start))).dividedBy(elementBytes);
        return whole(symbol, store.apply(Function.elementOf(symbol), index));
    }

    private Rational bytes(long elements) {
        return Rational.of(elements).multiply(Rational.of(elementBytes));
    }

    /** The ELEMENT that a value is, as a load from its tensor gives it; else 0. */
    private int elementTerm(TermStore store, Value v) {
        boolean number = v.tag() == Tag.INT || Tag.isFloat(v.tag());
        int t = number ? Tag.term(v.payload()) : 0;
        return t != 0
                        && store.op(t) == Op.ELEMENT
                        && store.symbolOf(t).type().bits() == elementBytes * 8
                        && v.equals(whole(store.symbolOf(t), t))
                ? t
                : 0;
    }

    private static Value whole(Symbol symbol, int term) {
        return Value.whole(
                Tag.of(symbol.type()), Tag.payload(symbol.type(), term), symbol.type().bits());
    }
}
