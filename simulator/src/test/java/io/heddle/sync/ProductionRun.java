package io.heddle.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.sync.barrier.BarrierFault;
import io.heddle.sync.barrier.Barriers;
import io.heddle.sync.clock.ClockInvariants;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import io.heddle.sync.shadow.ShadowInvariants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** {@link Barriers}, the clocks and a {@link Shadow} beside a {@link Trace} in one schedule. */
final class ProductionRun {
    private static final int SHARED_BYTES = RandomProgram.BYTES;

    private final CtaProgram cta;
    private final int warps;
    private final int firstThread;
    private final int[] firstInstruction;
    private final int firstAligned;
    private final HappensBefore clocks;
    private final Barriers barriers;
    private final Shadow shadow;
    private final Trace trace;
    private final Map<Trace.Step, List<Conflict>> conflicts = new LinkedHashMap<>();
    private final Set<Integer> unsafeSteps = new TreeSet<>();
    private BarrierFault fault;
    private int faultStep = -1;

    /** Runs to the first fault, and the trace to its end. */
    ProductionRun(CtaProgram cta, Random random) {
        this.cta = cta;
        warps = (cta.weight() + Command.WARP - 1) / Command.WARP;
        firstInstruction = new int[cta.threads().size()];
        int instructions = 0;
        for (int t = 0; t < firstInstruction.length; t++) {
            firstInstruction[t] = instructions;
            instructions += cta.threads().get(t).commands().size() + 1;
        }
        firstAligned = instructions;
        instructions += 1 + cta.registers().mapToInt(Command.Register::label).max().orElse(0);
        int ctas = 1 + random.nextInt(2);
        clocks =
                new HappensBefore(
                        ctas * cta.weight(),
                        cta.weight(),
                        instructions,
                        random.nextBoolean()
                                ? Synchronisation.WITHIN_CTAS
                                : Synchronisation.ACROSS_CTAS);
        firstThread = (ctas - 1) * cta.weight();
        barriers = new Barriers(clocks, ctas - 1);
        shadow = new Shadow(clocks, SHARED_BYTES);
        trace = new Trace(cta);
        while (trace.outcome() == Execution.Outcome.RUNNING) {
            step(trace.choose(random));
        }
        if (fault == null) {
            fault = barriers.atEnd((tid, barrier) -> -1);
            faultStep = fault == null ? -1 : trace.steps().size();
        }
    }

    private void step(int thread) {
        int at = trace.execution().executed(thread);
        Command command = trace.execution().next(thread);
        trace.step(thread);
        if (fault != null) {
            return;
        }
        CtaProgram.ThreadProgram t = cta.threads().get(thread);
        int instruction = firstInstruction[thread] + at;
        if (command instanceof Command.Access access) {
            conflicts.put(new Trace.Step(thread, at), access(t, instruction, access));
        } else if (command instanceof Command.Register register) {
            fault = register(t, instruction, register);
        } else {
            fault = barriers.exit(t.warp(), t.lanes());
        }
        if (trace.steps().size() % 8 == 0) {
            assertEquals(Optional.empty(), ClockInvariants.violation(clocks));
            assertEquals(Optional.empty(), ShadowInvariants.violation(shadow));
        }
        if (!barriers.takeRecyclings().isEmpty()) {
            unsafeSteps.add(trace.steps().size() - 1);
        }
        if (fault != null) {
            faultStep = trace.steps().size() - 1;
        } else if (trace.outcome() != Execution.Outcome.MISMATCH
                && trace.outcome() != Execution.Outcome.DIVERGENCE) {
            compareWaiting();
        }
    }

    private List<Conflict> access(
            CtaProgram.ThreadProgram t, int instruction, Command.Access access) {
        int warpThread = firstThread + t.warp() * Command.WARP;
        int lanes = access.lanes(t);
        int bytes = access.bytes();
        boolean read = access.sort() == Command.Sort.READ;
        if (access.sort() != Command.Sort.ADD && access.stride() != Command.Access.FIRST) {
            long[] offsets = new long[Command.WARP];
            Arrays.setAll(offsets, access::offset);
            return read
                    ? shadow.readWarp(warpThread, lanes, instruction, offsets, bytes)
                    : shadow.writeWarp(warpThread, lanes, instruction, offsets, bytes, null);
        }
        List<Conflict> found = new ArrayList<>();
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            int thread = warpThread + lane;
            int at = access.offset(lane);
            Conflict conflict =
                    switch (access.sort()) {
                        case READ -> shadow.read(thread, instruction, at, bytes);
                        case WRITE -> shadow.write(thread, instruction, at, bytes, null);
                        case ADD -> shadow.atomic(thread, instruction, at, bytes, 1, true);
                    };
            if (conflict != null) {
                found.add(conflict);
            }
        }
        return found;
    }

    private BarrierFault register(
            CtaProgram.ThreadProgram t, int instruction, Command.Register register) {
        if (!register.place().isNamed()) {
            return barriers.warpSync(t.warp(), t.lanes(), register.place().mask(), instruction);
        }
        Barriers.Operation operation =
                switch (register.verb()) {
                    case SYNC -> Barriers.Operation.SYNC;
                    case ARRIVE -> Barriers.Operation.ARRIVE;
                    case RED -> Barriers.Operation.RED;
                };
        int count = register.count() == Command.LIVE ? Barriers.ALL : register.count();
        return barriers.arrive(
                t.warp(),
                t.lanes(),
                new Barriers.Call(
                        operation,
                        register.isAligned(),
                        register.place().id(),
                        count,
                        register.isAligned() ? firstAligned + register.label() : instruction),
                0);
    }

    private void compareWaiting() {
        int[] expected = new int[warps];
        for (int t = 0; t < firstInstruction.length; t++) {
            if (trace.execution().waits(t)) {
                expected[cta.threads().get(t).warp()] |= cta.threads().get(t).lanes();
            }
        }
        for (int w = 0; w < warps; w++) {
            assertEquals(expected[w], barriers.waiting(w), "waiting lanes of warp " + w);
        }
    }

    /** The execution, in the same schedule. */
    Trace trace() {
        return trace;
    }

    /** Steps of the trace that were told to recycle a barrier unsafely. */
    Set<Integer> unsafeSteps() {
        return unsafeSteps;
    }

    /** What ended the run, or null. */
    BarrierFault fault() {
        return fault;
    }

    /** The step of the trace that was faulty, or how many there are if it was the end; or -1. */
    int faultStep() {
        return faultStep;
    }

    /** By access: what it was reported to race with. */
    Map<Trace.Step, List<Conflict>> conflicts() {
        return conflicts;
    }

    /** The command of an instruction. */
    Trace.Step command(int instruction) {
        int thread = 0;
        while (thread + 1 < firstInstruction.length
                && firstInstruction[thread + 1] <= instruction) {
            thread++;
        }
        return new Trace.Step(thread, instruction - firstInstruction[thread]);
    }
}
