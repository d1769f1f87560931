package io.heddle.isa.matrix;

import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.sync.shadow.Access;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import java.util.ArrayList;
import java.util.List;

/** An access to the same bytes that counts as one by every lane of a warp. */
final class WholeWarpAccess {
    private static final int ALL_LANES = -1;

    private WholeWarpAccess() {}

    /**
     * Records the access and reports its races.
     *
     * @param offset in {@code o}, in bytes
     */
    static void record(Warp w, Step step, MemoryObject o, long offset, int bytes, boolean write) {
        int first = w.globalThread(0);
        int index = step.index();
        Shadow shadow = o.shadow();
        Conflict c;
        if (w.isConditional()) {
            c = shadow.accessUnder(accesses(w, index, offset, bytes, write));
        } else if (write) {
            c = shadow.writeTogether(first, ALL_LANES, index, offset, bytes);
        } else {
            c = shadow.readTogether(first, ALL_LANES, index, offset, bytes);
        }
        if (c != null) {
            w.machine().reportRace(c, o, w, c.thread() - first, step, write);
        }
    }

    private static List<Access> accesses(Warp w, int index, long offset, int bytes, boolean write) {
        List<Access> accesses = new ArrayList<>();
        for (int lane = 0; lane < Warp.LANES; lane++) {
            int thread = w.globalThread(lane);
            accesses.add(
                    write
                            ? Access.write(w.path(lane), thread, index, offset, bytes)
                            : Access.read(w.path(lane), thread, index, offset, bytes));
        }
        return accesses;
    }
}
