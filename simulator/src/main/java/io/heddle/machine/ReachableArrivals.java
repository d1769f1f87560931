package io.heddle.machine;

import io.heddle.ptx.Operand;
import io.heddle.sync.barrier.ArrivalForecast;
import io.heddle.value.Tag;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the barrier instructions that waiting threads could still reach by control flow. Branch
 * conditions are ignored, and a barrier number in a register that is still to be written counts as
 * any number. So if it finds none, there is none; if it finds some, a thread need not reach it.
 */
final class ReachableArrivals implements ArrivalForecast {
    private final Program program;
    private final Warp[] warps;
    private final Map<Integer, BitSet> reachable = new HashMap<>();
    private final Map<Integer, Long> constants = new HashMap<>();
    private final Map<Integer, BitSet> writers = new HashMap<>();

    ReachableArrivals(Program program, Warp[] warps) {
        this.program = program;
        this.warps = warps;
        for (Program.Constant c : program.constants) {
            constants.put(c.register() * Warp.LANES, c.payload());
        }
        for (Step step : program.code) {
            for (int register : step.destinations()) {
                writers.computeIfAbsent(register, r -> new BitSet()).set(step.index());
            }
        }
        addMovedConstants();
    }

    /**
     * Adds registers that a single unguarded {@code mov} of an immediate writes: compilers make
     * them for inline assembly.
     */
    private void addMovedConstants() {
        for (Step step : program.code) {
            int[] written = step.destinations();
            if (written.length == 1
                    && writers.get(written[0]).cardinality() == 1
                    && step.guard() < 0
                    && step.instruction().opcode().equals("mov")
                    && step.instruction().operands().get(1) instanceof Operand.Immediate constant) {
                constants.put(written[0], constant.bits());
            }
        }
    }

    @Override
    public int nextArrival(int tid, int barrier) {
        Warp warp = warps[tid / Warp.LANES];
        int lane = tid % Warp.LANES;
        int after = first(warp, lane, warp.pc(lane) + 1, barrier);
        return after >= 0 ? after : first(warp, lane, 0, barrier);
    }

    private int first(Warp warp, int lane, int from, int barrier) {
        BitSet steps = reachable.computeIfAbsent(warp.pc(lane), this::stepsFrom);
        for (int p = steps.nextSetBit(from); p >= 0; p = steps.nextSetBit(p + 1)) {
            if (program.code[p] instanceof BarrierStep step) {
                Long id = number(step.barrierRegister(), warp, lane, steps);
                if (id == null || id == barrier) {
                    return p;
                }
            }
        }
        return -1;
    }

    /** The value that a register has on every path, or null if that is not known. */
    private Long number(int register, Warp warp, int lane, BitSet steps) {
        Long constant = constants.get(register);
        boolean settled =
                constant == null
                        && writers.containsKey(register)
                        && !writers.get(register).intersects(steps)
                        && warp.tags[register + lane] == Tag.CONCRETE;
        return settled ? Long.valueOf(warp.bits[register + lane]) : constant;
    }

    private BitSet stepsFrom(int pc) {
        BitSet seen = new BitSet();
        ArrayDeque<Integer> work = new ArrayDeque<>();
        work.push(pc + 1);
        while (!work.isEmpty()) {
            int p = work.pop();
            if (p >= program.code.length || seen.get(p)) {
                continue;
            }
            seen.set(p);
            Step step = program.code[p];
            if (step instanceof CallStep call) {
                for (int callee : call.callees()) {
                    work.push(callee);
                }
            } else if (step instanceof ReturnStep) {
                pushReturns(work);
            }
            for (int next : step.successors()) {
                work.push(next);
            }
        }
        return seen;
    }

    private void pushReturns(ArrayDeque<Integer> work) {
        for (int p = 0; p < program.code.length; p++) {
            if (program.code[p] instanceof CallStep) {
                work.push(p + 1);
            }
        }
    }
}
