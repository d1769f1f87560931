package io.heddle.replay.machine;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import java.util.BitSet;
import java.util.List;

/** A decoded function. */
public final class Program {
    private final Function function;
    private final ParameterLayout parameters;
    private final Layout locals;
    private Step[] steps = {};
    private Block[] blocks = {};
    private long[] template = {};
    private List<Preset> presets = List.of();

    /** A register slot whose first value depends on the thread or on the depth of the call. */
    public record Preset(int slot, Value value) {}

    /** The value of such a slot. */
    @FunctionalInterface
    public interface Value {
        long of(Lane lane, int depth);
    }

    public Program(Function function, ParameterLayout parameters, Layout locals) {
        this.function = function;
        this.parameters = parameters;
        this.locals = locals;
    }

    /**
     * Completes the program; separate because functions refer to each other.
     *
     * @param blockStarts steps before which a thread may come from elsewhere than the step before
     */
    public void complete(
            Step[] decoded, BitSet blockStarts, long[] registers, List<Preset> initial) {
        steps = decoded;
        blocks = new Block[decoded.length];
        for (int i = blockStarts.nextSetBit(0); i >= 0; i = blockStarts.nextSetBit(i + 1)) {
            int next = blockStarts.nextSetBit(i + 1);
            int end = next < 0 ? decoded.length : next;
            blocks[i] = end - i > 1 ? new Block(decoded, i, end) : null;
        }
        template = registers;
        presets = List.copyOf(initial);
    }

    public Function function() {
        return function;
    }

    public ParameterLayout parameters() {
        return parameters;
    }

    Layout locals() {
        return locals;
    }

    Step[] steps() {
        return steps;
    }

    /** The block that begins at each step; null where none does. */
    Block[] blocks() {
        return blocks;
    }

    /** The instruction before {@code pc}, the one just executed, or null. */
    public Instruction before(int pc) {
        return pc > 0 && pc <= function.body().size() ? function.body().get(pc - 1) : null;
    }

    /** A new activation for {@code lane}, called from its current frame, if any. */
    public Frame activate(Lane lane, int returnPc, Region given) {
        Frame caller = lane.frame;
        int depth = caller == null ? 0 : caller.depth + 1;
        if (depth > 1000) {
            throw new StopException(ReplayResult.Reason.BUDGET, "calls nested 1000 deep");
        }
        long base = (long) depth << Windows.DEPTH_SHIFT;
        AddressSpace local =
                locals.isEmpty()
                        ? null
                        : new AddressSpace(
                                "local memory",
                                locals.allocate(
                                                base,
                                                true,
                                                Layout.poisoned(lane.cta.image().poison()))
                                        .values());
        Region block = given;
        if (block == null) {
            block = new Region("parameters", base, new byte[parameters.size()], true);
        }
        long[] registers = template.clone();
        for (Preset p : presets) {
            registers[p.slot()] = p.value().of(lane, depth);
        }
        return new Frame(this, caller, returnPc, block, local, registers);
    }
}
