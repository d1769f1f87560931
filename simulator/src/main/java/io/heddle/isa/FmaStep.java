package io.heddle.isa;

import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;

/** {@code fma} with no directed rounding: the inner loop of every matrix product. */
final class FmaStep extends ValueStep {
    private final boolean flushed;
    private final byte tag;
    private final int destination;
    private final int a;
    private final int b;
    private final int c;
    private final int[] xs = new int[Warp.LANES]; // operands of the lanes that execute
    private final int[] ys = new int[Warp.LANES];
    private final int[] zs = new int[Warp.LANES];
    private final int[] known = new int[Warp.LANES]; // their results, as far as they exist

    /**
     * How many terms after its accumulator the last result was, by lane: the kernel that made these
     * terms made them in a loop, so the next result is as far from its own.
     */
    private final int[] ahead = new int[Warp.LANES];

    FmaStep(Instruction i, byte tag, int destination, int a, int b, int c) {
        this.flushed = i.has("ftz");
        this.tag = tag;
        this.destination = destination;
        this.a = a;
        this.b = b;
        this.c = c;
    }

    @Override
    public void execute(Warp w, int mask) {
        TermStore s = w.store();
        FloatFormat f = Tag.format(tag);
        boolean noted =
                flushed
                        || f != FloatFormat.F32
                        || w.views().roundedSteps().isWatched(instruction());
        int n = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            zs[n] = w.real(c + lane, tag);
            xs[n] = w.real(a + lane, tag);
            ys[n++] = w.real(b + lane, tag);
        }
        s.findFma(xs, ys, zs, n, ahead, known);
        n = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int z = zs[n];
            int x = xs[n];
            int y = ys[n];
            int at = n++;
            if (flushed) {
                x = Flushing.operand(s, f, x);
                y = Flushing.operand(s, f, y);
                z = Flushing.operand(s, f, z);
            }
            if (s.op(z) != Op.RATIONAL) {
                boolean found = known[at] != 0 && !flushed;
                int t = found ? known[at] : s.fma(x, y, z);
                boolean kept = found || s.op(t) == Op.FMA;
                if (!kept) {
                    w.views().zeroSigns().noteSum(t);
                }
                if (noted || !kept) {
                    FloatingPoint.note(w, instruction(), f, t, x, y, z);
                }
                if (kept) {
                    ahead[at] = t - z;
                    w.setReal(destination + lane, tag, t);
                } else {
                    set(w, lane, t);
                }
                continue;
            }
            int sum = s.fma(x, y, z);
            int t = w.views().integerSums().fused(sum, x, y, z, f, instruction());
            FloatingPoint.note(w, instruction(), f, t, x, y, z);
            w.views().zeroSigns().noteSum(t);
            set(w, lane, t);
        }
    }

    private void set(Warp w, int lane, int t) {
        if (ZeroResults.isZero(w.store(), t)) {
            FloatingPoint.setZero(
                    w, this, t, tag, new byte[] {tag, tag, tag}, destination, lane, a, b, c);
        } else {
            w.setReal(destination + lane, tag, t);
        }
    }

    @Override
    public int[] destinations() {
        return new int[] {destination};
    }
}
