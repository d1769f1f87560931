package io.heddle.check;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.TooLargeException;
import io.heddle.anyinput.query.AnyInputCheck;
import io.heddle.anyinput.query.Question.Kind;
import io.heddle.anyinput.query.Suspect;
import io.heddle.anyinput.solver.SolverPool;
import io.heddle.anyinput.solver.SolverProcess;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.Summariser;
import io.heddle.anyinput.summary.Summary;
import io.heddle.finding.Finding;
import io.heddle.launch.Launch;
import io.heddle.ptx.Instruction;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.Verdict;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers for all data, all symbolic scalars and any grid: whether threads race, whether barriers
 * diverge, whether accesses stay in bounds. What a solver excludes cannot happen; what it does not
 * exclude is a defect only if a run shows it.
 */
final class AnyInputInspector {
    private static final long MILLIS = 15_000; // for a question
    private static final double FOR_QUESTIONS = 0.75; // of the time; the rest is for conditions
    private static final String SMT_LOG = "heddle.smt.log";

    private final Pair pair;
    private final PairChecker checker;
    private final AnyInputLaunch launch;
    private final long start = System.nanoTime();
    private final List<SuspectRun.Confirmed> confirmed = new ArrayList<>();
    private final Set<String> assumptions = new LinkedHashSet<>();

    private AnyInputInspector(Pair pair, Launch launch, PairChecker checker) {
        this.pair = pair;
        this.checker = checker;
        this.launch = new AnyInputLaunch(launch, pair.anyInput());
    }

    /**
     * The report on a single kernel.
     *
     * @param checker that runs what the solver proposes
     * @throws InputException if the assumptions cannot hold, or are none
     */
    static ReportBuilder inspect(Pair pair, Launch launch, PairChecker checker) {
        SolverProcess solver = checker.solvers().take();
        try {
            return new AnyInputInspector(pair, launch, checker).report(solver);
        } finally {
            checker.solvers().giveBack(solver);
        }
    }

    /** Solvers, each of which starts when it is asked first. */
    static SolverPool newSolvers() {
        String log = System.getProperty(SMT_LOG);
        return new SolverPool(MILLIS, log == null ? null : Path.of(log));
    }

    private ReportBuilder report(SolverProcess solver) {
        List<BitTerm> assumed = launch.assumptions();
        Launch of = launch.launch();
        Summary summary;
        try {
            summary =
                    Summariser.of(
                            of.module(),
                            launch.entry(),
                            launch.threads(),
                            launch.parameters(),
                            of.dynamicShared(),
                            launch.terms());
        } catch (TooLargeException e) {
            return builder("").verdict(Verdict.UNDECIDED, "limit reached: " + e.getMessage());
        }
        assumptions.addAll(pair.anyInput().assumptions());
        assumed.addAll(launch.sizes());
        Set<String> extents = new LinkedHashSet<>();
        pair.anyInput().extents().values().forEach(all -> all.forEach(e -> extents.add(e.strip())));
        if (!extents.isEmpty()) {
            assumptions.add("extents of tensors are not negative: " + String.join(", ", extents));
        }
        if (!summary.loopsEnd()) {
            assumptions.add("every loop ends, after fewer than 2^32 iterations");
        }
        if (summary.mayLeaveBarriers()) {
            assumptions.add(
                    "an aligned barrier does not wait for lanes of the same warp that exit instead"
                            + " (undefined in PTX, harmless on hardware)");
        }
        if (summary.namesSomeLanes()) {
            assumptions.add(
                    "all lanes that a warp operation names come to it, where it names some lanes"
                            + " of a warp only");
        }
        addCallees(summary, assumptions);
        if (summary.comparesAddresses()) {
            assumptions.add("tensors lie below address 2^49, as all memory of these GPUs does");
        }
        launch.withoutSize()
                .forEach(
                        t ->
                                assumptions.add(
                                        "accesses to " + t + " stay in it: its size is not given"));
        assumed.addAll(summary.facts());
        assumptions.addAll(launch.limits());
        SuspectRun run = new SuspectRun(pair, launch, checker, deadline(1));
        AnyInputCheck check =
                new AnyInputCheck(
                        summary,
                        launch.threads(),
                        assumed,
                        launch.contents(),
                        solver,
                        s -> confirms(run, s),
                        deadline(FOR_QUESTIONS));
        if (!pair.anyInput().assumptions().isEmpty() && check.isImpossible()) {
            throw new InputException(
                    "--assume "
                            + String.join(" && ", pair.anyInput().assumptions())
                            + ": no arguments and no grid fulfil this");
        }
        check.run();
        return conclude(check);
    }

    /** What is assumed of calls through registers. */
    static void addCallees(Summary summary, Set<String> assumptions) {
        if (!summary.callees().isEmpty()) {
            assumptions.add(
                    "a call through a pointer calls one of the functions of the file that fit it"
                            + " and whose addresses are taken: "
                            + String.join(", ", summary.callees()));
        }
    }

    /** When a part of the time is over. */
    private long deadline(double part) {
        return start + (long) (pair.limits().seconds() * part * 1e9);
    }

    private boolean confirms(SuspectRun run, Suspect suspect) {
        SuspectRun.Confirmed found = run.of(suspect);
        if (found != null) {
            confirmed.add(found);
        }
        return found != null;
    }

    private ReportBuilder conclude(AnyInputCheck check) {
        if (!confirmed.isEmpty()) {
            return defect();
        }
        if (!check.gaps().isEmpty()) {
            Gap gap = check.gaps().get(0);
            return builder("")
                    .verdict(Verdict.UNDECIDED, gap.message())
                    .at(KernelSide.REFERENCE, gap.location());
        }
        if (check.suspects().isEmpty()) {
            return builder("").verdict(Verdict.NO_DEFECT, whatHolds());
        }
        Suspect suspect = check.suspects().get(0);
        check.extend(deadline(1));
        String condition = new Preconditions(launch, check).weakest();
        return builder(condition)
                .verdict(
                        Verdict.UNDECIDED,
                        open(suspect)
                                + unknownOrder(suspect)
                                + (condition.isEmpty() ? "" : "; race-free if " + condition))
                .at(KernelSide.REFERENCE, suspect.first());
    }

    private String whatHolds() {
        return "no race, no barrier divergence and no access out of bounds, for all "
                + String.join(", ", launch.quantified());
    }

    private static String open(Suspect s) {
        String memory = s.memory().isEmpty() ? "" : " on " + s.memory();
        String what =
                switch (s.kind()) {
                    case RACE ->
                            "a race"
                                    + memory
                                    + (s.apart() ? " between two blocks" : "")
                                    + " is not excluded: here and at "
                                    + s.second();
                    case BARRIER_DIVERGENCE ->
                            "it is not excluded that threads of a block wait at different barriers:"
                                    + " here and at "
                                    + s.second();
                    case BARRIER_MISUSE ->
                            "it is not excluded that warps wait for ever at this named barrier, or"
                                    + " that others come to it than it waits for";
                    case OUT_OF_BOUNDS -> "an access out of bounds" + memory + " is not excluded";
                };
        return what
                + (s.model() == null
                        ? "; the solver does not know"
                        : "; no run of a small launch shows it");
    }

    /** Names a lock or a ticket as the cause where a race may be ordered by one. */
    private String unknownOrder(Suspect s) {
        List<Instruction> body = launch.entry().body();
        boolean atomics = body.stream().anyMatch(i -> i.opcode().equals("atom"));
        boolean fences =
                body.stream()
                        .anyMatch(
                                i ->
                                        i.opcode().equals("membar")
                                                || i.opcode().equals("fence")
                                                || i.has("acquire")
                                                || i.has("release")
                                                || i.has("acq_rel"));
        return s.kind() == Kind.RACE && atomics && fences
                ? "; what fences and atomics order (a lock, the last block to draw a ticket) is not"
                        + " known for any input: inspect without --any-input, at one launch, knows"
                        + " some of it"
                : "";
    }

    /** The worst defect that runs have shown, and the others beside it. */
    private ReportBuilder defect() {
        List<SuspectRun.Confirmed> inOrder = new ArrayList<>(confirmed);
        inOrder.sort(Comparator.comparing(c -> c.report().verdict()));
        List<Defect> all = new ArrayList<>();
        inOrder.forEach(c -> all.add(named(c.report().defect(), c.inputs())));
        return builder("").defect(all.get(0)).findings(all.subList(1, all.size()));
    }

    private static Defect named(Defect d, String inputs) {
        Finding f = d.finding();
        return inputs.isEmpty()
                ? d
                : new Defect(d.kernel(), f.withMessage(f.message() + "; with " + inputs));
    }

    private ReportBuilder builder(String condition) {
        Launch of = launch.launch();
        SideScope side =
                new SideScope(of.module().file(), of.entry(), of.grid(), of.block(), null, 0);
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new ReportBuilder(pair)
                .scope(new Scope(side, null, 0, 0, launch.quantified(), condition))
                .assumptions(assumptions)
                .millis(new PairReport.Millis(0, 0, millis, 0, millis));
    }
}
