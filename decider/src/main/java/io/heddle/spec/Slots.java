package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Int;
import io.heddle.spec.index.Place;
import java.util.ArrayList;
import java.util.List;

/** The places of a definition's indices in its frame. */
final class Slots {
    private static final int MOST_STEPS = 1 << 19;
    private static final int DEEPEST = 400;

    private int used;
    private int steps;
    private int depth;

    /** Counts an element that an element of the definition is made of. */
    void enter(Place place) {
        if (++steps > MOST_STEPS) {
            throw new FormulaException(
                    place, "one element takes more than " + MOST_STEPS + " steps");
        } else if (++depth > DEEPEST) {
            throw new FormulaException(
                    place, "nested more than " + DEEPEST + " deep; give a part a name");
        }
    }

    /** Goes back to what the element is a part of. */
    void leave() {
        depth--;
    }

    /** A place that nothing has yet. */
    int next() {
        return used++;
    }

    /** So many indices in places of their own. */
    List<Int> indices(int count) {
        List<Int> indices = new ArrayList<>();
        for (int d = 0; d < count; d++) {
            indices.add(new Int.Index(next()));
        }
        return indices;
    }

    /** How many places there are. */
    int used() {
        return used;
    }
}
