package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.launch.TensorSpec;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.LinearSum;
import io.heddle.value.Tag;
import io.heddle.value.Value;

/**
 * What a load reads at an address that data decide: elements of one tensor, whose index is a sum of
 * integers from tensors. The launch must not write to the tensor ({@link MemoryObject#noteGather}):
 * what is read are its initial elements.
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
     * True if a load reads elements of a tensor that the launch is not to write, all of them whole,
     * so that no place of it need be looked at.
     */
    static boolean isOfInput(SymbolicAddress address, MemoryObject o, int bytes) {
        return isInput(o)
                && hasUnknownElements(o.tensor())
                && isWhole(offset(address, o), o, bytes);
    }

    /** True for a tensor that the launch is not to write, and has not written. */
    static boolean isInput(MemoryObject o) {
        return o.tensor() != null && o.tensor().role() == TensorSpec.Role.IN && !o.isWritten();
    }

    private static boolean hasUnknownElements(TensorSpec tensor) {
        return tensor.isRowMajor() && tensor.init() instanceof TensorSpec.Init.Symbolic;
    }

    private static LinearSum offset(SymbolicAddress address, MemoryObject o) {
        return address.sum().plus(Rational.of(o.base()).negate());
    }

    private static boolean isWhole(LinearSum offset, MemoryObject o, int bytes) {
        return bytes % o.unit() == 0 && offset.isMultipleOf(bytes);
    }

    /**
     * The elements of {@code bytes} bytes at an address inside an object.
     *
     * @throws UnsupportedPtxException if the object is no tensor, if they may be no whole elements,
     *     or are in memory whose initial contents are not symbolic
     */
    static Gather at(SymbolicAddress address, MemoryObject o, int bytes, Warp w, Step step) {
        String depends = address.dependence();
        TensorSpec tensor = o.tensor();
        if (tensor == null) {
            throw new UnsupportedPtxException(depends + address.hint(true));
        }
        if (!hasUnknownElements(tensor)) {
            throw new UnsupportedPtxException(
                    depends + ", and " + o.name() + " has contents or strides of its own");
        }
        LinearSum offset = offset(address, o);
        if (!isWhole(offset, o, bytes)) {
            throw new UnsupportedPtxException(
                    depends
                            + ", which is not known to be a multiple of "
                            + bytes
                            + " bytes from the start of "
                            + o.name());
        }
        w.machine().addresses().assumeAligned(o, bytes, step);
        o.noteGather(step.instruction());
        return new Gather(w.machine().store(), tensor, offset.dividedBy(o.unit()));
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
