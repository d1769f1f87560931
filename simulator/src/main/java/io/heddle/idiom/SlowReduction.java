package io.heddle.idiom;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.BitSet;
import java.util.List;

/**
 * The reduction of large arguments of sine and cosine (Payne and Hanek): a loop over the table
 * {@code __cudart_i2opi_f} that only arguments of 105615 and more enter.
 *
 * @param join the block after it, to which smaller arguments go at once
 * @param blocks its blocks
 */
record SlowReduction(int join, List<Integer> blocks) {
    private static final String TABLE = "__cudart_i2opi_f";

    /** The reduction that the branch at the end of {@code block} skips, or null. */
    static SlowReduction at(ControlFlow flow, int block) {
        Instruction branch = flow.branch(block);
        if (branch == null || flow.successors[block].length < 2) {
            return null;
        }
        int join = flow.target(branch);
        List<Integer> blocks = join > block + 1 ? flow.between(block, block + 1, join) : null;
        if (blocks == null || blocks.size() > 32) {
            return null;
        }
        boolean table = false;
        for (int b : blocks) {
            for (int i = flow.starts[b]; i < flow.end(b); i++) {
                Instruction instruction = flow.body.get(i);
                if (!isOfReduction(instruction)) {
                    return null;
                }
                table |=
                        instruction.operands().stream()
                                .anyMatch(
                                        o ->
                                                o instanceof Operand.Symbol s
                                                        && s.name().equals(TABLE));
            }
        }
        return table ? new SlowReduction(join, blocks) : null;
    }

    private static boolean isOfReduction(Instruction i) {
        return switch (i.opcode()) {
            case "bra", "ld" -> true;
            case "st" -> i.has("local");
            default -> Reader.isPure(i);
        };
    }

    /** True if something after the reduction reads what it computes. */
    boolean isNeeded(ControlFlow flow, Liveness liveness) {
        BitSet set = new BitSet();
        for (int b : blocks) {
            for (int i = flow.starts[b]; i < flow.end(b); i++) {
                Instruction instruction = flow.body.get(i);
                if (!instruction.opcode().equals("st") && !instruction.operands().isEmpty()) {
                    Liveness.registers(instruction.operands().get(0))
                            .forEach(r -> set.set(r.index()));
                }
            }
        }
        return set.stream().anyMatch(r -> liveness.isLive(join, r));
    }
}
