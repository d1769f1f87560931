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

/**
 * The decoded code of a launch: the entry and all functions that it may call, in one array of
 * steps.
 */
public final class Program {
    /** The PTX module. */
    final PtxModule module;

    /** The entry function. */
    final Function entry;

    /** All steps; each function's steps are contiguous and end with its epilogue. */
    public final Step[] code;

    /** First program counter of each function, by name. */
    final Map<String, Integer> entryPoints;

    /** The frame of each function. */
    final List<Frame> frames;

    private final Map<Long, Frame> owners = new HashMap<>();

    /** Width in bits of each register, including those for constants and special registers. */
    final short[] widths;

    /** Registers that hold constants. */
    final List<Constant> constants;

    /** Registers that hold special registers, filled for each thread. */
    final List<Special> specials;

    /**
     * Thread-private variables ({@code .local}, and {@code .param} of calls) and their addresses in
     * the local window.
     */
    public final List<PlacedVariable> locals;

    /** Immediate post-dominator of each step, or −1. */
    final int[] joins;

    private final boolean ordersByFlags;

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
        this.ordersByFlags = instructions().stream().anyMatch(Program::ordersByFlags);
    }

    /**
     * A register that holds a special register. A special register whose value changes has one for
     * each place that reads it.
     *
     * @param name of the special register, with the percent sign
     * @param register number of the register
     */
    record Special(String name, int register) {}

    /**
     * A register that holds a constant.
     *
     * @param register number of the register
     * @param tag says what the payload is
     * @param payload in every lane
     */
    record Constant(int register, byte tag, long payload) {}

    /**
     * The kinds of synchronisation that the code can cause.
     *
     * @param lockStep true if warps execute in lock-step, which orders every access
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

    /** True if completed asynchronous copies arrive at mbarriers. */
    boolean hasArrivalsOfCopies() {
        for (Step step : code) {
            if (step.ordersSomeThreads() && step.instruction().opcode().equals("cp")) {
                return true;
            }
        }
        return false;
    }

    /** The entry and the functions that it may call, as they are in the file. */
    public List<Function> functions() {
        return entryPoints.keySet().stream().map(module::function).toList();
    }

    /**
     * True if a flag may order what threads do before they set it and after they have seen it: some
     * instruction is a fence, a release or an acquire (PTX ISA, memory consistency model, release
     * and acquire patterns).
     */
    boolean ordersByFlags() {
        return ordersByFlags;
    }

    private static boolean ordersByFlags(Instruction i) {
        return switch (i.opcode()) {
            case "fence", "membar" -> true;
            case "ld", "st", "atom", "red" ->
                    i.has("acquire") || i.has("release") || i.has("acq_rel");
            default -> false;
        };
    }

    /** The frame of the function that the step at {@code index} belongs to. */
    Frame frame(int index) {
        for (Frame f : frames) {
            if (f.contains(index)) {
                return f;
            }
        }
        throw new AssertionError(index);
    }

    /**
     * The frame of the function that a thread-private variable belongs to; null if that is the
     * entry.
     */
    Frame owner(long variable) {
        return owners.get(variable);
    }

    /** The number of registers. */
    int registers() {
        return widths.length;
    }
}
