package io.heddle.flow;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Loops that a load ends: each round reads the same address again, and what the load reads decides
 * whether there is another round. By such a loop a thread waits for what another thread writes.
 *
 * <p>The address stays the same if the loop computes it, if at all, from registers that it does not
 * change. The value decides if an instruction that leaves the loop has a guard that is computed
 * from the value. Loops are natural ones: the instructions from which a branch back to their first
 * block, which dominates it, is reached.
 */
public final class SpinLoops {
    private final ControlFlowGraph flow;
    private final List<BitSet> loops; // the blocks of each loop
    private final IdentityHashMap<Instruction, Integer> indices = new IdentityHashMap<>();

    /** Finds the loops of {@code function}. */
    public SpinLoops(Function function) {
        flow = new ControlFlowGraph(function);
        loops = loops(flow);
        for (int i = 0; i < flow.body().size(); i++) {
            indices.put(flow.body().get(i), i);
        }
    }

    /** True if {@code load}, an instruction of the function, ends a loop that it is in. */
    public boolean isEndedBy(Instruction load) {
        int at = indices.get(load);
        int block = flow.blockOf(at);
        return loops.stream()
                .filter(loop -> loop.get(block))
                .anyMatch(loop -> readsOneAddress(load, loop) && decides(at, loop));
    }

    /** The natural loops; branches back to one block are of one loop. */
    private static List<BitSet> loops(ControlFlowGraph flow) {
        Dominators dominators = flow.dominators();
        Map<Integer, BitSet> byHeader = new TreeMap<>();
        for (int b = 0; b < flow.blocks(); b++) {
            for (int header : flow.successors(b)) {
                if (flow.isReachable(b) && (header == b || dominators.isBefore(header, b))) {
                    add(flow, b, header, byHeader.computeIfAbsent(header, h -> new BitSet()));
                }
            }
        }
        return List.copyOf(byHeader.values());
    }

    private static void add(ControlFlowGraph flow, int last, int header, BitSet loop) {
        loop.set(header);
        ArrayDeque<Integer> work = new ArrayDeque<>(List.of(last));
        while (!work.isEmpty()) {
            int b = work.pop();
            if (!loop.get(b)) {
                loop.set(b);
                for (int p : flow.predecessors(b)) {
                    work.push(p);
                }
            }
        }
    }

    private List<Instruction> instructions(BitSet loop) {
        List<Instruction> all = new ArrayList<>();
        loop.stream().forEach(b -> all.addAll(flow.body().subList(flow.start(b), flow.end(b))));
        return all;
    }

    // ---------------------------------------------------------------- the address

    private boolean readsOneAddress(Instruction load, BitSet loop) {
        Map<Integer, List<Instruction>> writers = new HashMap<>();
        for (Instruction i : instructions(loop)) {
            for (Operand.Register r : RegisterUse.of(i).set()) {
                writers.computeIfAbsent(r.index(), k -> new ArrayList<>()).add(i);
            }
        }
        List<Operand.Register> address = new ArrayList<>();
        load.operands().get(1).addRegisters(address);
        return isFixed(address, writers, new BitSet());
    }

    /** True if the loop computes the registers, if at all, from registers that it does not set. */
    private static boolean isFixed(
            List<Operand.Register> registers,
            Map<Integer, List<Instruction>> writers,
            BitSet pending) {
        for (Operand.Register r : registers) {
            List<Instruction> all = writers.getOrDefault(r.index(), List.of());
            if (all.isEmpty()) {
                continue;
            }
            if (all.size() > 1 || !Opcode.isPure(all.get(0)) || pending.get(r.index())) {
                return false;
            }
            pending.set(r.index());
            if (!isFixed(RegisterUse.of(all.get(0)).read(), writers, pending)) {
                return false;
            }
            pending.clear(r.index());
        }
        return true;
    }

    // ---------------------------------------------------------------- the value

    /** True if what the instruction at an index loads becomes the guard of an exit of the loop. */
    private boolean decides(int load, BitSet loop) {
        Map<Integer, BitSet> atEnd = new HashMap<>(); // of each block: registers that depend on it
        loop.stream().forEach(b -> atEnd.put(b, new BitSet()));
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b : loop.stream().toArray()) {
                BitSet now = new BitSet();
                for (int p : flow.predecessors(b)) {
                    now.or(atEnd.getOrDefault(p, new BitSet()));
                }
                for (int i = flow.start(b); i < flow.end(b); i++) {
                    follow(flow.body().get(i), i == load, now);
                }
                changed |= !now.equals(atEnd.put(b, now));
            }
        }
        return loop.stream().anyMatch(b -> leaves(b, loop, atEnd.get(b)));
    }

    /** Turns the registers that depend on the value before an instruction into those after it. */
    private static void follow(Instruction i, boolean loads, BitSet ofValue) {
        RegisterUse use = RegisterUse.of(i);
        boolean computes =
                Opcode.onlyComputes(i) && use.read().stream().anyMatch(r -> ofValue.get(r.index()));
        for (Operand.Register r : use.set()) {
            if (loads || computes) {
                ofValue.set(r.index());
            } else if (i.guard() == null && use.known()) {
                ofValue.clear(r.index());
            }
        }
    }

    /** True if the block ends with an instruction that leaves the loop under such a guard. */
    private boolean leaves(int block, BitSet loop, BitSet guards) {
        Instruction last = flow.body().get(flow.end(block) - 1);
        if (last.guard() == null || !guards.get(last.guard().index())) {
            return false;
        }
        return switch (last.opcode()) {
            case "ret", "exit" -> true;
            case "bra" -> Arrays.stream(flow.successors(block)).anyMatch(s -> !loop.get(s));
            default -> false;
        };
    }
}
