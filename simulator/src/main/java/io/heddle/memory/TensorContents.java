package io.heddle.memory;

import io.heddle.launch.TensorSpec;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Arrays;

/** The initial contents of a tensor: its unknown elements, constants, or nothing. */
final class TensorContents implements MemoryObject.Contents {
    private final TensorSpec tensor;
    private final TermStore store;
    private final int symbol;
    private final byte tag;

    /** Each cell is the unknown element of its own index. */
    private final boolean isPlain;

    private final int[]
            flatOf; // slot in memory → row-major index, −1 for a gap; null if the identity

    TensorContents(TensorSpec tensor, TermStore store) {
        this.tensor = tensor;
        this.store = store;
        this.symbol = store.declare(tensor.symbol());
        this.flatOf = tensor.isRowMajor() ? null : inverse(tensor);
        this.tag = Tag.of(tensor.type());
        this.isPlain = flatOf == null && tensor.init() instanceof TensorSpec.Init.Symbolic;
    }

    private static int[] inverse(TensorSpec t) {
        int[] flatOf = new int[(int) t.span()];
        Arrays.fill(flatOf, -1);
        for (int i = 0; i < t.size(); i++) {
            flatOf[(int) t.offset(i)] = i;
        }
        return flatOf;
    }

    @Override
    public boolean initialise(long cell, byte[] tags, long[] payloads, int at) {
        if (!isPlain) {
            return false;
        }
        payloads[at] = Tag.payload(tensor.type(), store.element(symbol, cell));
        tags[at] = tag;
        return true;
    }

    @Override
    public Value initial(long cell, ReadContext read) {
        int bits = tensor.type().bits();
        long flat = flatOf == null ? cell : flatOf[(int) cell];
        TensorSpec.Init init = tensor.init();
        if (flat >= 0 && init instanceof TensorSpec.Init.Left left) {
            int term = left.terms().get((int) flat);
            if (term != 0) {
                return store.isRational(term) && !tensor.type().isFloat()
                        ? Value.concrete(
                                GlobalMemory.pattern(tensor.type(), store.rationalValue(term)),
                                bits)
                        : Value.whole(tag, Tag.payload(tensor.type(), term), bits);
            }
            init = left.before();
        }
        if (flat < 0 || init instanceof TensorSpec.Init.Undefined) {
            String what =
                    flat < 0
                            ? tensor.name() + " between its elements"
                            : tensor.symbol().element(flat);
            return Value.whole(Tag.UNDEFINED, read.undefined(tensor.name(), what), bits);
        }
        if (init instanceof TensorSpec.Init.Zero) {
            return Value.concrete(0, bits);
        }
        if (init instanceof TensorSpec.Init.Iota) {
            return Value.concrete(
                    GlobalMemory.pattern(tensor.type(), io.heddle.term.Rational.of(flat)), bits);
        }
        if (init instanceof TensorSpec.Init.Values v) {
            TensorSpec.Init.Special special = v.special((int) flat);
            if (special != null) {
                return Value.concrete(special.bits(), bits);
            }
            return Value.concrete(
                    GlobalMemory.pattern(tensor.type(), v.values().get((int) flat)), bits);
        }
        return Value.whole(tag, Tag.payload(tensor.type(), store.element(symbol, flat)), bits);
    }
}
