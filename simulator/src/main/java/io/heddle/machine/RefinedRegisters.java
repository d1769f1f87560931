package io.heddle.machine;

import io.heddle.value.PathValues;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Simplifies registers that are undefined on some paths by the path of the current lanes: a value
 * that was written under a condition is defined where that condition holds. {@link #restore} undoes
 * it.
 */
final class RefinedRegisters {
    private final Warp warp;
    private final List<Saved> saved = new ArrayList<>();

    /** The former contents of a register lane. */
    private record Saved(int index, byte tag, long bits, Value value) {}

    /** Simplifies the registers of the lanes of {@code mask}, whose paths have just been set. */
    RefinedRegisters(Warp warp, int mask) {
        this.warp = warp;
        if (!warp.views().hasUndefinedChoices()) {
            return;
        }
        for (int register = 0; register < warp.tags.length; register += Warp.LANES) {
            for (int m = mask; m != 0; m &= m - 1) {
                refine(register + Integer.numberOfTrailingZeros(m));
            }
        }
    }

    private void refine(int index) {
        byte tag = warp.tags[index];
        if (tag == Tag.CONCRETE || tag == Tag.UNDEFINED) {
            return;
        }
        int path = warp.path(index % Warp.LANES);
        PathValues paths = warp.machine().paths();
        if (tag == Tag.PRED) {
            int condition = Tag.term(warp.bits[index]);
            if (warp.store().mayBeUndefined(condition)) {
                save(index);
                warp.setCondition(index, paths.refine(condition, path));
            }
            return;
        }
        Value v = warp.value(index);
        if (warp.views().mayBeUndefined(v)) {
            save(index);
            warp.set(index, paths.refine(v, path));
        }
    }

    private void save(int index) {
        saved.add(new Saved(index, warp.tags[index], warp.bits[index], warp.pieces(index)));
    }

    /**
     * Restores the registers that were simplified, except for those that were written since.
     *
     * @param written lane bases of the registers that were written
     */
    void restore(int[] written) {
        if (saved.isEmpty()) {
            return;
        }
        BitSet changed = new BitSet();
        for (int register : written) {
            changed.set(register / Warp.LANES);
        }
        for (Saved s : saved) {
            if (!changed.get(s.index() / Warp.LANES)) {
                warp.put(s.index(), s.tag(), s.bits(), s.value());
            }
        }
    }
}
