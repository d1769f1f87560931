package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.ptx.Instruction;
import java.util.List;

/**
 * What the threads that come to a place of the code do there together: they begin a basic block,
 * branch, or access memory.
 *
 * @param instructions of the basic block that begins here, else the one that is meant
 * @param condition under which a thread comes to it
 * @param guard of a branch, which holds for threads that take it; null if this is none
 * @param accesses that the instruction makes, in the objects that its address may lead to; empty if
 *     this is no access
 * @param unknown true if its address may lead elsewhere, too
 * @param loops around it that were not executed round by round, outermost first
 */
public record Visit(
        List<Instruction> instructions,
        BitTerm condition,
        BitTerm guard,
        List<Access> accesses,
        boolean unknown,
        List<LoopRun> loops) {
    /** Copies the lists. */
    public Visit {
        instructions = List.copyOf(instructions);
        accesses = List.copyOf(accesses);
        loops = List.copyOf(loops);
    }

    /** True for the beginning of a basic block. */
    public boolean isBlock() {
        return guard == null && !isAccess();
    }

    /** True for an access. */
    public boolean isAccess() {
        return unknown || !accesses.isEmpty();
    }
}
