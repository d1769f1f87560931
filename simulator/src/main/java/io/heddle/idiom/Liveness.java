package io.heddle.idiom;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.RegisterUse;
import java.util.BitSet;

/** The registers that may be read after the beginning of each block. */
final class Liveness {
    private final ControlFlow flow;
    private final BitSet[] live;

    Liveness(ControlFlow flow) {
        this.flow = flow;
        int n = flow.starts.length;
        live = new BitSet[n];
        for (int b = 0; b < n; b++) {
            live[b] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = n - 1; b >= 0; b--) {
                BitSet now = after(b);
                for (int i = flow.end(b) - 1; i >= flow.starts[b]; i--) {
                    before(flow.body.get(i), now);
                }
                if (!now.equals(live[b])) {
                    live[b] = now;
                    changed = true;
                }
            }
        }
    }

    boolean isLive(int block, int register) {
        return live[block].get(register);
    }

    /** The registers that may be read after the end of a block. */
    BitSet after(int block) {
        BitSet result = new BitSet();
        for (int s : flow.successors[block]) {
            result.or(live[s]);
        }
        return result;
    }

    /** Turns the registers live after an instruction into those live before it. */
    static void before(Instruction i, BitSet now) {
        if (isDead(i, now)) {
            return;
        }
        RegisterUse use = RegisterUse.of(i);
        if (use.known() && i.guard() == null) {
            use.set().forEach(r -> now.clear(r.index()));
        }
        use.read().forEach(r -> now.set(r.index()));
    }

    /** True for a pure instruction whose results nobody reads. */
    static boolean isDead(Instruction i, BitSet after) {
        return Opcode.isPure(i)
                && RegisterUse.of(i).set().stream().noneMatch(r -> after.get(r.index()));
    }
}
