package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import io.heddle.value.Bounds;
import io.heddle.value.LinearSum;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.math.BigInteger;
import java.util.List;

/**
 * What a load reads at an address that data decide: elements of one tensor, whose index is a sum of
 * integers from tensors; floats take no part, since rounding may make another integer. The ranges
 * of these must keep the index inside the tensor. The launch must not write to the tensor ({@link
 * MemoryObject#noteGather}): what is read are its initial elements.
 */
final class Gather {
    private final TermStore store;
    private final TensorSpec tensor;
    private final int index; // row-major, of the first element

    private Gather(TermStore store, TensorSpec tensor, int index) {
        this.store = store;
        this.tensor = tensor;
        this.index = index;
    }

    /**
     * The elements of {@code bytes} bytes at a generic address.
     *
     * @param address an unsigned number that data decide
     * @throws UnsupportedPtxException if they may lie outside a tensor, in no whole elements, or in
     *     memory whose initial contents are not symbolic
     */
    static Gather at(int address, int bytes, Warp w, Step step) {
        TermStore store = w.machine().store();
        LinearSum sum = new LinearSum(store, address);
        String depends = "the address depends on " + sum.named();
        if (isMadeOfFloats(store, address)) {
            throw new UnsupportedPtxException(depends + ", where rounding may decide");
        }
        Bounds.Interval ends = w.views().bounds().ofSum(address);
        if (ends.low() == null || ends.high() == null) {
            throw new UnsupportedPtxException(depends);
        }
        MemoryObject o = object(sum, ends, w);
        if (o == null) {
            throw new UnsupportedPtxException(depends);
        }
        TensorSpec tensor = o.tensor();
        Rational from = ends.low().subtract(Rational.of(o.base()));
        Rational to = ends.high().subtract(Rational.of(o.base())).add(Rational.of(bytes));
        if (from.signum() < 0 || to.compareTo(Rational.of(o.size())) > 0) {
            throw new UnsupportedPtxException(
                    depends
                            + ", whose range leads from byte "
                            + from
                            + " to byte "
                            + to
                            + " of the "
                            + o.size()
                            + " of "
                            + o.name()
                            + "; give a range that keeps it inside");
        }
        if (!tensor.isRowMajor() || !(tensor.init() instanceof TensorSpec.Init.Symbolic)) {
            throw new UnsupportedPtxException(
                    depends + ", and " + o.name() + " has contents or strides of its own");
        }
        int unit = o.unit();
        LinearSum offset = sum.plus(Rational.of(o.base()).negate());
        if (bytes % unit != 0 || !offset.isMultipleOf(bytes)) {
            throw new UnsupportedPtxException(
                    depends
                            + ", which is not known to be a multiple of "
                            + bytes
                            + " bytes from the start of "
                            + o.name());
        }
        w.machine().addresses().assumeAligned(o, bytes, step);
        o.noteGather(step.instruction());
        return new Gather(store, tensor, offset.dividedBy(unit));
    }

    /** True if a float is below a term: rounding may make it another integer. */
    private static boolean isMadeOfFloats(TermStore store, int term) {
        TermWalk walk = new TermWalk(term);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            boolean input =
                    store.op(t) == Op.ELEMENT
                            || store.op(t) == Op.APPLY && store.functionOf(t).readsTensor();
            if (input && !store.isInteger(t)) {
                return true;
            }
            walk.open(store.operands(t));
        }
        return false;
    }

    /**
     * The object into which the address without what data decide points, or an end of its range.
     */
    private static MemoryObject object(LinearSum sum, Bounds.Interval ends, Warp w) {
        for (Rational address : List.of(sum.constant(), ends.low(), ends.high())) {
            BigInteger a = address.floor();
            MemoryObject o =
                    a.bitLength() < Long.SIZE
                            ? w.machine().addresses().shareable(a.longValue(), w)
                            : null;
            if (o != null && o.tensor() != null) {
                return o;
            }
        }
        return null;
    }

    /** The {@code bytes} bytes from one on. */
    Value value(int from, int bytes) {
        int unit = tensor.type().bytes();
        if (bytes % unit != 0) {
            throw new UnsupportedPtxException(
                    "part of an element of " + tensor.name() + " at an index that data decide");
        }
        Value value = null;
        for (int k = from / unit; k < (from + bytes) / unit; k++) {
            int at = store.add(index, store.rational(Rational.of(k)));
            int element = store.apply(Function.elementOf(tensor.symbol()), at);
            Value part =
                    Value.whole(
                            Tag.of(tensor.type()),
                            Tag.payload(tensor.type(), element),
                            tensor.type().bits());
            value = value == null ? part : value.concat(part);
        }
        return value;
    }
}
