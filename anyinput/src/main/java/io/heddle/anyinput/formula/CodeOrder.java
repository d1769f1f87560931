package io.heddle.anyinput.formula;

import io.heddle.flow.ControlFlowGraph;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;

/**
 * Whether the lanes of a warp come to each basic block together, once an iteration. The machine
 * executes those lanes first that are at the least place of the code, and merges the ones that
 * meet. So they do if all branches lead forward, but one at the end of each loop to its beginning,
 * and what stands between these is in the loop.
 */
final class CodeOrder {
    private CodeOrder() {}

    /**
     * Refuses another order of code.
     *
     * @throws NoFormulaException naming the branch
     */
    static void check(Function entry) {
        for (Instruction i : entry.body()) {
            if (i.opcode().equals("brx") || i.opcode().equals("call")) {
                throw new NoFormulaException(
                        i.mnemonic() + " at " + i.position() + " is not followed");
            }
        }
        ControlFlowGraph flow = new ControlFlowGraph(entry);
        int[] loopEnd = new int[flow.blocks()]; // of the loop that begins at a block
        for (int b = 0; b < flow.blocks(); b++) {
            for (int next : flow.successors(b)) {
                if (next <= b) {
                    if (loopEnd[next] != 0) {
                        throw refused(flow, b, "goes back where another branch does");
                    }
                    loopEnd[next] = b + 1;
                }
            }
        }
        for (int first = 0; first < flow.blocks(); first++) {
            int end = loopEnd[first] - 1;
            for (int b = first; b <= end; b++) {
                if (!returns(flow, b, first, end)) {
                    throw refused(flow, b, "stands in a loop that it is not part of");
                }
                for (int p : flow.predecessors(b)) {
                    if (b != first && (p < first || p > end)) {
                        throw refused(flow, b, "is reached from outside of its loop");
                    }
                }
            }
        }
    }

    /** True if a block of a loop leads to its end without leaving it. */
    private static boolean returns(ControlFlowGraph flow, int block, int first, int end) {
        if (block == end) {
            return true;
        }
        for (int next : flow.successors(block)) {
            if (next > block && next <= end && returns(flow, next, first, end)) {
                return true;
            }
        }
        return false;
    }

    private static NoFormulaException refused(ControlFlowGraph flow, int block, String what) {
        int at = Math.min(flow.end(block), flow.body().size()) - 1;
        Instruction i = flow.body().get(Math.max(0, at));
        return new NoFormulaException("the code at " + i.position() + " " + what);
    }
}
