package io.heddle.idiom;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * An arm of a branch that works in local memory and may loop, such as the reduction of large
 * arguments of sine and cosine (Payne and Hanek), or one with a {@link DataLoop}: the blocks that
 * only this branch leads to and that all lead to where its other way goes at once.
 *
 * @param loops true if it may have a {@link DataLoop}
 * @param from its first block
 * @param join the block after it
 * @param blocks its blocks and, as the last, {@code join}
 * @param after for each of the blocks the next one that every way passes, as index into {@code
 *     blocks}, or −1
 */
record SlowPath(boolean loops, int from, int join, List<Integer> blocks, List<Integer> after) {
    private static final int MOST_BLOCKS = 60;

    /**
     * The slow path that the branch at the end of {@code block} enters, if it enters one.
     *
     * @param loops true if the branch compares as code with a {@link DataLoop} does
     */
    static Optional<SlowPath> at(ControlFlowGraph flow, int block, boolean loops) {
        Optional<Instruction> branch = flow.branch(block);
        if (branch.isEmpty() || flow.successors(block).length < 2) {
            return Optional.empty();
        }
        int target = flow.target(branch.get());
        return between(flow, loops, block, block + 1, target)
                .or(() -> between(flow, loops, block, target, block + 1));
    }

    private static Optional<SlowPath> between(
            ControlFlowGraph flow, boolean loops, int entry, int from, int join) {
        return flow.between(entry, from, join, MOST_BLOCKS)
                .filter(inside -> isSlow(flow, loops, inside))
                .map(
                        inside -> {
                            List<Integer> blocks = new ArrayList<>(inside);
                            blocks.add(join);
                            return new SlowPath(loops, from, join, blocks, after(flow, blocks));
                        });
    }

    /**
     * True if the blocks store something, but nothing to global or shared memory, or have a loop,
     * and otherwise only compute, load and branch.
     */
    private static boolean isSlow(ControlFlowGraph flow, boolean loops, List<Integer> blocks) {
        boolean any = false;
        for (int b : blocks) {
            any |= loops && DataLoop.is(flow, b);
            for (int i = flow.start(b); i < flow.end(b); i++) {
                Instruction instruction = flow.body().get(i);
                boolean known =
                        switch (instruction.opcode()) {
                            case "bra", "ld" -> true;
                            case "st" -> !instruction.has("global") && !instruction.has("shared");
                            default -> Opcode.isPure(instruction);
                        };
                if (!known) {
                    return false;
                }
                any |= instruction.opcode().equals("st");
            }
        }
        return any;
    }

    /** Immediate post-dominators; {@code blocks} ends with the exit. */
    private static List<Integer> after(ControlFlowGraph flow, List<Integer> blocks) {
        int n = blocks.size();
        long[] on = new long[n];
        for (int k = 0; k < n - 1; k++) {
            on[k] = -1L >>> (64 - n);
        }
        on[n - 1] = 1L << (n - 1);
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int k = n - 2; k >= 0; k--) {
                long all = -1L >>> (64 - n);
                for (int s : flow.successors(blocks.get(k))) {
                    all &= on[blocks.indexOf(s)];
                }
                all |= 1L << k;
                changed |= all != on[k];
                on[k] = all;
            }
        }
        List<Integer> after = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            int first = -1;
            for (int m = 0; m < n; m++) {
                boolean next = m != k && (on[k] & 1L << m) != 0;
                if (next && Long.bitCount(on[m]) == Long.bitCount(on[k]) - 1) {
                    first = m;
                }
            }
            after.add(first);
        }
        return after;
    }

    /** The next block that every way from {@code block} passes, or −1. */
    int after(int block) {
        int k = blocks.indexOf(block);
        return k < 0 || after.get(k) < 0 ? -1 : blocks.get(after.get(k));
    }

    /** True for its blocks without the join. */
    boolean contains(int block) {
        return block != join && blocks.contains(block);
    }

    /** The indices of its instructions. */
    BitSet instructions(ControlFlowGraph flow) {
        BitSet result = new BitSet();
        for (int b : blocks.subList(0, blocks.size() - 1)) {
            result.set(flow.start(b), flow.end(b));
        }
        return result;
    }
}
