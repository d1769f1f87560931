package io.heddle.isa;

import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;

/**
 * Differences x − x. Over the reals they are 0. The machine may have computed the two operands in
 * two ways (a product with and without a rounding, an integer that became an f32 and an f64), so
 * that they differ in their last places; then the difference stays a term instead of 0.
 */
final class Cancellation {
    private Cancellation() {}

    /**
     * What an operation makes of floats of several formats, of which it converts all but the last
     * one first; unused operands are 0.
     *
     * @param tags of the operands
     */
    static int made(
            Warp w,
            Instruction i,
            FloatingPoint.RealOperation operation,
            byte[] tags,
            int x,
            int y,
            int z) {
        if (tags[0] != tags[z == 0 ? 1 : 2]) {
            w.views().roundedSteps().noteWidened(x, Tag.format(tags[0]));
            if (z != 0) {
                w.views().roundedSteps().noteWidened(y, Tag.format(tags[1]));
            }
        }
        return made(w, i, operation, x, y, z);
    }

    /** What an operation of floats makes; unused operands are 0. */
    static int made(
            Warp w, Instruction i, FloatingPoint.RealOperation operation, int x, int y, int z) {
        TermStore s = w.store();
        int t = operation.apply(s, x, y, z);
        boolean cancels = x == y && !s.isClosed(x) && i.opcode().equals("sub");
        if (!cancels || !ZeroResults.isZero(s, t)) {
            return t;
        }
        int difference = w.views().roundedSteps().difference(x);
        if (i.has("sat")) {
            return s.min(s.max(difference, s.zero()), s.one());
        }
        return i.has("relu") ? FloatingPoint.relu(s, difference) : difference;
    }
}
