package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.TensorContents;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Which elements of the tensors are compared.
 *
 * @param only of each tensor, by row-major index; null for all
 */
record ElementChoice(Map<String, BitSet> only) {
    /** Those of a tensor of so many elements. */
    BitSet of(String tensor, int size) {
        if (only != null) {
            return only.getOrDefault(tensor, new BitSet());
        }
        BitSet all = new BitSet();
        all.set(0, size);
        return all;
    }

    /**
     * Those that a run wrote.
     *
     * @param both true for those that both sides wrote, false for those that at least one did
     */
    List<Element> of(Outcome outcome, List<String> tensors, boolean both) {
        List<Element> elements = new ArrayList<>();
        for (String name : tensors) {
            TensorContents r = outcome.reference().get(name);
            TensorContents c = outcome.candidate().get(name);
            int size = r != null ? r.size() : c != null ? c.size() : 0;
            for (int i = next(name, 0); i >= 0 && i < size; i = next(name, i + 1)) {
                boolean one = r != null && r.isDefined(i);
                boolean other = c != null && c.isDefined(i);
                if (both ? one && other : one || other) {
                    elements.add(new Element(name, i));
                }
            }
        }
        return elements;
    }

    private int next(String tensor, int from) {
        if (only == null) {
            return from;
        }
        BitSet wanted = only.get(tensor);
        return wanted == null ? -1 : wanted.nextSetBit(from);
    }
}
