package io.heddle.machine;

import io.heddle.memory.PlacedVariable;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxModule;
import io.heddle.sync.clock.Synchronisation;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The decoded code of a launch: the entry and all functions that it may call, in one array. */
public final class Program {
    /** The file. */
    final PtxModule module;

    /** The entry. */
    final Function entry;

    /** All steps; each function's steps are contiguous and end with its epilogue. */
    public final Step[] code;

    /** First program counter of each function, by name. */
    final Map<String, Integer> entryPoints;

    /** Each function's place. */
    final List<Frame> frames;

    private final Map<Long, Frame> owners = new HashMap<>();

    /** Width in bits of each register, constants and special registers included. */
    final short[] widths;

    /** Registers to fill once. */
    final List<Constant> constants;

    /** Special registers that are read, to be filled for each thread. */
    final List<Special> specials;

    /**
     * Thread-private variables ({@code .local}, {@code .param} of calls), with addresses in the
     * local window.
     */
    public final List<PlacedVariable> locals;

    /** Immediate post-dominator of each step, or −1. */
    final int[] joins;

    Program(
            PtxModule module,
            Function entry,
            Step[] code,
            Map<String, Integer> entryPoints,
            Collection<Frame> frames,
            short[] widths,
            List<Constant> constants,
            List<Special> specials,
            List<PlacedVariable> locals,
            int[] joins) {
        this.module = module;
        this.entry = entry;
        this.code = code;
        this.entryPoints = entryPoints;
        this.frames = List.copyOf(frames);
        for (Frame f : frames) {
            if (!f.contains(entryPoints.get(entry.name()))) {
                f.variables().forEach(v -> owners.put(v, f));
            }
        }
        this.widths = widths;
        this.constants = List.copyOf(constants);
        this.specials = List.copyOf(specials);
        this.locals = List.copyOf(locals);
        this.joins = joins;
    }

    /**
     * A special register that is read: at one place, if its value changes between reads.
     *
     * @param name with its percent sign
     * @param register that holds its value
     */
    record Special(String name, int register) {}

    /**
     * A register with a constant value.
     *
     * @param register number
     * @param tag what the payload is
     * @param payload of every lane
     */
    record Constant(int register, byte tag, long payload) {}

    /**
     * What synchronisation the code can cause.
     *
     * @param lockStep true if warps synchronise at every access
     */
    Synchronisation synchronisation(boolean lockStep) {
        for (Step step : code) {
            if (lockStep
                    || step.ordersSomeThreads()
                    || step instanceof WarpBarrierStep
                    || (step instanceof BarrierStep barrier && barrier.isPartial())) {
                return Synchronisation.WITHIN_CTAS;
            }
        }
        return Synchronisation.WHOLE_CTAS;
    }

    /** The instructions, in the order of the code. */
    public List<Instruction> instructions() {
        return Arrays.stream(code).map(Step::instruction).filter(Objects::nonNull).toList();
    }

    /** True if copies arrive at mbarriers. */
    boolean hasArrivalsOfCopies() {
        for (Step step : code) {
            if (step.ordersSomeThreads() && step.instruction().opcode().equals("cp")) {
                return true;
            }
        }
        return false;
    }

    /** The function that a step belongs to. */
    Frame frame(int index) {
        for (Frame f : frames) {
            if (f.contains(index)) {
                return f;
            }
        }
        throw new AssertionError(index);
    }

    /** The function that a thread-private variable belongs to, or null for the entry's. */
    Frame owner(long variable) {
        return owners.get(variable);
    }

    /** Number of registers. */
    int registers() {
        return widths.length;
    }
}
