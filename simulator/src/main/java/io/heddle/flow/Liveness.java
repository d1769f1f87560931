package io.heddle.flow;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.RegisterUse;
import java.util.BitSet;

/**
 * The live registers, by their index: those whose values may be read after a place in a function.
 * What an instruction reads counts only if its own result is needed or it does more than compute.
 */
public final class Liveness {
    private final ControlFlowGraph flow;
    private final BitSet[] live; // at the beginning of each block

    /** Computes the liveness along the edges of {@code flow}. */
    public Liveness(ControlFlowGraph flow) {
        this.flow = flow;
        int n = flow.blocks();
        live = new BitSet[n];
        for (int b = 0; b < n; b++) {
            live[b] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = n - 1; b >= 0; b--) {
                BitSet now = after(b);
                for (int i = flow.end(b) - 1; i >= flow.start(b); i--) {
                    before(flow.body().get(i), now);
                }
                if (!now.equals(live[b])) {
                    live[b] = now;
                    changed = true;
                }
            }
        }
    }

    /** True if the register may be read after the beginning of the block. */
    public boolean isLive(int block, int register) {
        return live[block].get(register);
    }

    /** The registers that may be read after the end of a block. */
    BitSet after(int block) {
        BitSet result = new BitSet();
        for (int s : flow.successors(block)) {
            result.or(live[s]);
        }
        return result;
    }

    /** The registers that may be read from an instruction on. */
    BitSet at(int index) {
        int block = flow.blockOf(index);
        BitSet now = after(block);
        for (int i = flow.end(block) - 1; i >= index; i--) {
            before(flow.body().get(i), now);
        }
        return now;
    }

    /** The registers that some instruction of a function reads, needed or not. */
    public static BitSet read(Function function) {
        BitSet read = new BitSet();
        function.body().forEach(i -> RegisterUse.of(i).read().forEach(r -> read.set(r.index())));
        return read;
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

    /** True for a pure instruction whose results are not live after it. */
    static boolean isDead(Instruction i, BitSet after) {
        return Opcode.isPure(i)
                && RegisterUse.of(i).set().stream().noneMatch(r -> after.get(r.index()));
    }
}
