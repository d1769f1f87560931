package io.heddle.flow;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The basic blocks of a function, numbered in the order of its body. The last block is empty and
 * stands for the end of the body. An instruction is named by its index in the body.
 */
public final class ControlFlowGraph {
    /**
     * A branch whose paths have neither side effects nor loops and that join again.
     *
     * @param join the block where they meet
     * @param closed true if the join is reached from this branch only
     */
    public record Hammock(int join, boolean closed) {}

    private final List<Instruction> body;
    private final int[] starts;
    private final int[][] successors;
    private final int[][] predecessors;
    private final int[] order;
    private final boolean[] pure;

    /** The graph with all branch targets of a function. */
    public ControlFlowGraph(Function f) {
        this(f, Map.of());
    }

    /**
     * The graph without branch targets that are known not to be taken.
     *
     * @param decided index of a conditional branch → the one index that it leads to
     */
    ControlFlowGraph(Function f, Map<Integer, Integer> decided) {
        body = f.body();
        starts = starts(f);
        int n = starts.length;
        successors = new int[n][];
        pure = new boolean[n];
        for (int b = 0; b < n; b++) {
            successors[b] = b == n - 1 ? new int[0] : successors(b, f, decided);
            pure[b] = isPure(b);
        }
        predecessors = Traversal.reversed(successors);
        order = Traversal.reversePostOrder(0, successors);
    }

    /** The dominators of the blocks. */
    public Dominators dominators() {
        return Dominators.of(0, successors);
    }

    /** The instructions of the function. */
    public List<Instruction> body() {
        return body;
    }

    /** The number of blocks, the empty one at the end included. */
    public int blocks() {
        return starts.length;
    }

    /** The index of a block's first instruction. */
    public int start(int block) {
        return starts[block];
    }

    /** The index after a block's last instruction. */
    public int end(int block) {
        return block + 1 < starts.length ? starts[block + 1] : starts[block];
    }

    /** The blocks that may follow a block, each once; not to be changed. */
    public int[] successors(int block) {
        return successors[block];
    }

    /** The blocks that a block may follow, each once; not to be changed. */
    public int[] predecessors(int block) {
        return predecessors[block];
    }

    private int blockAt(int index) {
        return Arrays.binarySearch(starts, index);
    }

    /** The block that an instruction is part of. */
    public int blockOf(int index) {
        int k = Arrays.binarySearch(starts, index);
        return k >= 0 ? k : -k - 2;
    }

    boolean isReachable(int block) {
        return order[block] != Integer.MAX_VALUE;
    }

    /**
     * The position of a block in reverse post-order: smaller than those of all blocks that it leads
     * to but by a branch back. The greatest integer for a block that is not reached.
     */
    public int position(int block) {
        return order[block];
    }

    /** The conditional branch that ends the block, if one does. */
    public Optional<Instruction> branch(int block) {
        if (end(block) == starts[block]) {
            return Optional.empty();
        }
        Instruction last = body.get(end(block) - 1);
        return last.opcode().equals("bra") && last.guard() != null
                ? Optional.of(last)
                : Optional.empty();
    }

    /** The block that a branch instruction leads to. */
    public int target(Instruction branch) {
        return blockAt(label(branch).target());
    }

    private static Operand.Label label(Instruction branch) {
        return (Operand.Label) branch.operands().get(0);
    }

    private static boolean endsBlock(Instruction i) {
        return switch (i.opcode()) {
            case "bra", "brx", "ret", "exit", "trap" -> true;
            default -> false;
        };
    }

    private static int[] starts(Function f) {
        BitSet leaders = new BitSet();
        leaders.set(0);
        leaders.set(f.body().size());
        for (int i = 0; i < f.body().size(); i++) {
            Instruction instruction = f.body().get(i);
            if (endsBlock(instruction)) {
                leaders.set(i + 1);
            }
            for (Operand o : instruction.operands()) {
                if (o instanceof Operand.Label l && l.target() >= 0) {
                    leaders.set(l.target());
                }
            }
        }
        f.branchTargets().values().forEach(list -> list.forEach(leaders::set));
        return leaders.stream().toArray();
    }

    private int[] successors(int block, Function f, Map<Integer, Integer> decided) {
        int end = end(block) - 1;
        if (decided.containsKey(end)) {
            return new int[] {blockAt(decided.get(end))};
        }
        Instruction last = body.get(end);
        TreeSet<Integer> all = new TreeSet<>();
        boolean falls = last.guard() != null;
        switch (last.opcode()) {
            case "bra" -> all.add(target(last));
            case "brx" ->
                    f.branchTargets()
                            .values()
                            .forEach(list -> list.forEach(i -> all.add(blockAt(i))));
            case "ret", "exit", "trap" -> {}
            default -> falls = true;
        }
        if (falls) {
            all.add(block + 1);
        }
        return all.stream().mapToInt(Integer::intValue).toArray();
    }

    private boolean isPure(int block) {
        for (int i = starts[block]; i < end(block); i++) {
            Instruction instruction = body.get(i);
            if (!Opcode.isPure(instruction) && !instruction.opcode().equals("bra")) {
                return false;
            }
        }
        return block < starts.length - 1;
    }

    /** The hammock that begins with the branch at the end of {@code block}, if one does. */
    public Optional<Hammock> hammock(int block) {
        TreeSet<Integer> frontier = new TreeSet<>((a, b) -> Integer.compare(order[a], order[b]));
        BitSet inside = new BitSet();
        inside.set(block);
        for (int s : successors[block]) {
            if (order[s] <= order[block]) {
                return Optional.empty();
            }
            frontier.add(s);
        }
        while (frontier.size() > 1) {
            int b = frontier.pollFirst();
            if (!pure[b] || !isReachedFrom(b, inside) || successors[b].length == 0) {
                return Optional.empty();
            }
            inside.set(b);
            for (int s : successors[b]) {
                if (order[s] <= order[b]) {
                    return Optional.empty();
                }
                frontier.add(s);
            }
        }
        int join = frontier.first();
        return Optional.of(new Hammock(join, isReachedFrom(join, inside)));
    }

    private boolean isReachedFrom(int block, BitSet blocks) {
        return Arrays.stream(predecessors[block]).allMatch(blocks::get);
    }

    /**
     * The blocks on the way from {@code from} to {@code join}; none if some of them are reached
     * otherwise than through {@code entry}, or the join is, or they are more than {@code most}.
     */
    public Optional<List<Integer>> between(int entry, int from, int join, int most) {
        if (from == join) {
            return Optional.empty();
        }
        BitSet inside = new BitSet();
        List<Integer> work = new ArrayList<>(List.of(from));
        inside.set(from);
        for (int k = 0; k < work.size(); k++) {
            if (k == most || successors[work.get(k)].length == 0) {
                return Optional.empty();
            }
            for (int s : successors[work.get(k)]) {
                if (s != join && !inside.get(s)) {
                    inside.set(s);
                    work.add(s);
                }
            }
        }
        List<Integer> result = new ArrayList<>(work);
        inside.set(entry);
        work.add(join);
        return work.stream().allMatch(b -> isReachedFrom(b, inside))
                ? Optional.of(result)
                : Optional.empty();
    }
}
