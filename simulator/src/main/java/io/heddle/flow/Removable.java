package io.heddle.flow;

import io.heddle.ptx.RegisterUse;
import java.util.BitSet;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * A slow path whose only effects are the registers that it sets and words of local memory.
 *
 * @param instructions their indices
 * @param ranges the words: first and last offset of each variable
 */
public record Removable(BitSet instructions, Map<String, long[]> ranges) {
    /** The same path after a change of the function. {@code places}: new indices, or −1. */
    public Removable moved(IntUnaryOperator places) {
        BitSet moved = new BitSet();
        instructions.stream().map(places).filter(i -> i >= 0).forEach(moved::set);
        return new Removable(moved, ranges);
    }

    /** True if something after the path reads a register that it sets. */
    boolean isNeeded(ControlFlowGraph flow, Liveness liveness) {
        BitSet set = new BitSet();
        instructions.stream()
                .mapToObj(flow.body()::get)
                .forEach(i -> RegisterUse.of(i).set().forEach(r -> set.set(r.index())));
        return IntStream.range(0, flow.blocks() - 1)
                .filter(b -> instructions.get(flow.start(b)))
                .flatMap(b -> IntStream.of(flow.successors(b)))
                .filter(s -> !instructions.get(flow.start(s)))
                .anyMatch(s -> set.stream().anyMatch(r -> liveness.isLive(s, r)));
    }
}
