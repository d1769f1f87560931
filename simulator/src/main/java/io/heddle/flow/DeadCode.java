package io.heddle.flow;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Removes pure instructions whose results are not read, branches to the next instruction, code that
 * is then unreachable, and slow paths whose results are not read.
 */
public final class DeadCode {
    private DeadCode() {}

    /**
     * The function without dead code.
     *
     * @param paths slow paths whose only effect are the registers that they set
     */
    public static Function remove(Function f, List<Removable> paths) {
        Function now = f;
        List<Removable> left = paths;
        while (true) {
            ControlFlowGraph flow = new ControlFlowGraph(now);
            BitSet dead = dead(flow, left);
            if (dead.isEmpty()) {
                return now;
            }
            int[] places = new int[now.body().size()];
            for (int i = 0, at = 0; i < places.length; i++) {
                places[i] = dead.get(i) ? -1 : at++;
            }
            left = left.stream().map(r -> r.moved(i -> places[i])).toList();
            now = without(now, dead);
        }
    }

    private static BitSet dead(ControlFlowGraph flow, List<Removable> paths) {
        Liveness liveness = new Liveness(flow);
        BitSet dead = new BitSet();
        for (int b = 0; b < flow.blocks() - 1; b++) {
            if (!flow.isReachable(b)) {
                dead.set(flow.start(b), flow.end(b));
                continue;
            }
            BitSet now = liveness.after(b);
            for (int i = flow.end(b) - 1; i >= flow.start(b); i--) {
                Instruction instruction = flow.body().get(i);
                if (Liveness.isDead(instruction, now) || leadsNowhere(flow, i)) {
                    dead.set(i);
                }
                Liveness.before(instruction, now);
            }
        }
        paths.stream()
                .filter(r -> !r.isNeeded(flow, liveness))
                .forEach(r -> dead.or(r.instructions()));
        return dead;
    }

    /**
     * True for a branch whose target is reached from the next instruction, too, by unconditional
     * branches alone.
     */
    private static boolean leadsNowhere(ControlFlowGraph flow, int index) {
        Instruction i = flow.body().get(index);
        return i.opcode().equals("bra")
                && destination(flow, target(i)) == destination(flow, index + 1);
    }

    private static int target(Instruction branch) {
        return ((Operand.Label) branch.operands().get(0)).target();
    }

    /** Follows unconditional branches from {@code index} to the first other instruction. */
    private static int destination(ControlFlowGraph flow, int index) {
        int at = index;
        for (int hops = 0; hops < 20 && at < flow.body().size(); hops++) {
            Instruction i = flow.body().get(at);
            if (!i.opcode().equals("bra") || i.guard() != null) {
                break;
            }
            at = target(i);
        }
        return at;
    }

    private static Function without(Function f, BitSet dead) {
        List<Instruction> body = new ArrayList<>();
        int[] moved = new int[f.body().size() + 1];
        for (int i = 0; i < f.body().size(); i++) {
            moved[i] = body.size();
            if (!dead.get(i)) {
                body.add(f.body().get(i));
            }
        }
        moved[f.body().size()] = body.size();
        return f.rewritten(f.registers(), body, moved);
    }
}
