package io.heddle.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.finding.Finding;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.machine.SimulationOptions;
import io.heddle.ptx.PtxParser;
import io.heddle.simulate.SimulationResult;
import io.heddle.simulate.Simulator;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random thread programs as PTX kernels: what the simulator finds, against the slow checkers. */
class RandomKernelIT {
    private static final int KERNELS = 800;
    private static final int STATES = 4_000;

    /** A barrier that the random programs do not use. */
    private static final int BARRIER = 15;

    private static final int LABEL = 1_000;

    private final Map<String, Integer> counts = new TreeMap<>();

    private void count(String sort) {
        counts.merge(sort, 1, Integer::sum);
    }

    private void requireAtLeast(int least, String sort) {
        assertTrue(counts.getOrDefault(sort, 0) >= least, sort + " too rare: " + counts);
    }

    @Test
    void theSimulatorFindsWhatTheSlowCheckersFind() {
        for (int seed = 0; seed < KERNELS; seed++) {
            Random random = new Random(seed);
            int warps = 1 + random.nextInt(4);
            CtaProgram cta = RandomProgram.next(random, warps, 3 + random.nextInt(20));
            if (isPtx(cta)) {
                int repetitions = random.nextInt(4) == 0 ? 2 + random.nextInt(2) : 1;
                boolean clears = random.nextBoolean() || hasAdditions(cta);
                CtaProgram program = clears ? cleared(cta) : cta;
                check(
                        seed,
                        seed % 2 == 0
                                ? KernelText.ofBranches(program, repetitions)
                                : KernelText.ofOnePath(program));
            }
        }
        System.out.println("Random kernels: " + counts);
        requireAtLeast(150, "well-synchronised, no race");
        requireAtLeast(80, "well-synchronised, races");
        requireAtLeast(80, "found DEADLOCK");
        requireAtLeast(100, "found BARRIER_MISUSE");
        requireAtLeast(50, "all traces explored");
        requireAtLeast(250, "reads and reductions checked");
        requireAtLeast(50, "in lock-step, no race");
        requireAtLeast(20, "in lock-step, races");
    }

    /**
     * False for an arrival without a count, which has no syntax, and for aligned barriers of parts
     * of warps, which {@link KernelText} does not have.
     */
    private static boolean isPtx(CtaProgram cta) {
        return !(cta.isMixed() && !cta.hasWholeWarps())
                && cta.registers().allMatch(r -> r.waits() || r.count() != Command.LIVE);
    }

    private static boolean hasAdditions(CtaProgram cta) {
        return cta.threads().stream()
                .flatMap(t -> t.commands().stream())
                .anyMatch(c -> c instanceof Command.Access a && a.sort() == Command.Sort.ADD);
    }

    /** With all memory written by the first warp at first. */
    private static CtaProgram cleared(CtaProgram cta) {
        CtaProgram result = cta;
        int bytes = RandomProgram.BYTES / Command.WARP;
        for (int t = 0; t < cta.threads().size(); t++) {
            List<Command> commands = new ArrayList<>();
            for (int at = 0; at < bytes && cta.threads().get(t).warp() == 0; at += 16) {
                commands.add(new Command.Access(Command.Sort.WRITE, at, 16, bytes));
            }
            commands.add(
                    new Command.Register(
                            Command.Verb.SYNC,
                            Command.Place.named(BARRIER),
                            Command.LIVE,
                            cta.isAligned() ? LABEL + t : Command.Register.UNALIGNED));
            commands.addAll(cta.threads().get(t).commands());
            result = result.with(t, commands);
        }
        return result;
    }

    private void check(int seed, KernelText kernel) {
        CtaProgram cta = kernel.unrolled();
        StaticOrder order = new StaticOrder(Trace.record(cta, new Random(seed)));
        SimulationResult result = run(kernel.text(), cta.weight(), false);
        Set<Finding.Kind> kinds = EnumSet.noneOf(Finding.Kind.class);
        result.findings().forEach(f -> kinds.add(f.kind()));
        String what = "seed " + seed + cta + kernel.text() + result.findings();
        if (!order.isWellSynchronised()) {
            kinds.remove(Finding.Kind.RACE);
            assertTrue(!kinds.isEmpty(), what);
            assertTrue(possible(cta).containsAll(kinds), what);
            kinds.forEach(kind -> count("found " + kind));
            count("ill-synchronised");
            return;
        }
        Set<Race> races = order.races(cta.conflicts());
        Set<Finding.Kind> expected = EnumSet.noneOf(Finding.Kind.class);
        if (!races.isEmpty()) {
            expected.add(Finding.Kind.RACE);
        }
        assertEquals(expected, kinds, what);
        assertTrue(result.complete(), what);
        for (Finding f : result.findings()) {
            int line = f.location().position().line();
            int other = f.other().position().line();
            assertTrue(races.stream().anyMatch(r -> kernel.isOf(r, line, other)), what);
            count("races found");
        }
        count("well-synchronised, " + (races.isEmpty() ? "no race" : "races"));
        if (races.isEmpty()) {
            checkValues(cta, kernel.checking(new ExpectedValues(order.trace())));
        }
        checkLockStep(kernel, races);
    }

    /** In lock-step, lanes of a warp that run one program race at one instruction only. */
    private void checkLockStep(KernelText kernel, Set<Race> races) {
        CtaProgram cta = kernel.unrolled();
        if (!cta.hasWholeWarps()) {
            return;
        }
        boolean expected =
                races.stream()
                        .anyMatch(r -> !r.isWithinThread() || r.command() == r.otherCommand());
        SimulationResult result = run(kernel.text(), cta.weight(), true);
        assertTrue(result.complete());
        assertEquals(expected, !result.findings().isEmpty(), cta + "" + result.findings());
        for (Finding f : result.findings()) {
            assertEquals(Finding.Kind.RACE, f.kind());
        }
        count("in lock-step, " + (expected ? "races" : "no race"));
        if (!expected && !races.isEmpty()) {
            count("in lock-step, no race where there were some");
        }
    }

    /** Whoever waits must have waited long enough: all threads read what they should. */
    private void checkValues(CtaProgram cta, KernelText kernel) {
        SimulationResult result = run(kernel.text(), cta.weight(), false);
        assertTrue(result.complete() && result.findings().isEmpty(), kernel.text() + result);
        counts.merge("reads and reductions checked", kernel.checks(), Integer::sum);
    }

    /** What some schedule can show. */
    private Set<Finding.Kind> possible(CtaProgram cta) {
        Set<Finding.Kind> both = EnumSet.of(Finding.Kind.DEADLOCK, Finding.Kind.BARRIER_MISUSE);
        AllTraces all = new AllTraces(cta, STATES);
        AllTraces lanes = cta.isAligned() ? all : new AllTraces(cta.split(), STATES);
        if (!all.isComplete() || !lanes.isComplete()) {
            return both;
        }
        count("all traces explored");
        boolean misuse = lanes.generationsDiffer();
        for (Execution.Outcome end : all.ends()) {
            misuse |= end != Execution.Outcome.DONE && end != Execution.Outcome.DEADLOCK;
        }
        if (!misuse) {
            both.remove(Finding.Kind.BARRIER_MISUSE);
        }
        if (!all.ends().contains(Execution.Outcome.DEADLOCK)) {
            both.remove(Finding.Kind.DEADLOCK);
        }
        return both;
    }

    private static SimulationResult run(String text, int threads, boolean lockStep) {
        return Simulator.run(
                new Launch(
                        PtxParser.parse("k.ptx", text),
                        "k",
                        new Dim3(1, 1, 1),
                        new Dim3(threads, 1, 1),
                        0,
                        null,
                        List.of()),
                new TermStore(),
                new SimulationOptions(false, lockStep, false, false, 1_000_000, Long.MAX_VALUE));
    }
}
