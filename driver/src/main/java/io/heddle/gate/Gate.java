package io.heddle.gate;

import io.heddle.check.Computations;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.Simulated;
import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.LaunchException;
import io.heddle.finding.Location;
import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.replay.ShippedRuns;
import io.heddle.replay.WayRuns;
import io.heddle.replay.machine.Way;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.simulate.LaunchLimits;
import io.heddle.spec.Sizes;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.AnyInput;
import io.heddle.suite.Candidate;
import io.heddle.suite.Expectation;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Judges a candidate: at the small sizes for all inputs, at the shipped one by what it does. */
public final class Gate {
    private static final long MOST_INSTRUCTIONS = 4_000_000_000L;
    private static final int REGISTERS = 1 << 16; // of a multiprocessor, for every target

    /**
     * What data may break, so that the candidate computes something else there. A formula has
     * neither integers that overflow nor conversions.
     */
    private static final Set<Assumption.Kind> DECIDED_BY_DATA =
            EnumSet.of(
                    Assumption.Kind.INTEGER_OVERFLOW,
                    Assumption.Kind.NARROW_OVERFLOW,
                    Assumption.Kind.ROUNDED_INTEGER,
                    Assumption.Kind.CLAMPED_CONVERSION,
                    Assumption.Kind.FLOAT_OVERFLOW);

    private final Problem problem;
    private final Candidate candidate;
    private final KernelFiles files;
    private final Limits limits;
    private final UnaryOperator<String> compiled;
    private final List<Map<String, Long>> shapes; // at which indices are looked at
    private final Set<Way> ways = new LinkedHashSet<>(); // at the proved sizes
    private final Set<String> variables = new LinkedHashSet<>(); // stored to at these sizes
    private final Set<String> notes = new LinkedHashSet<>();

    private Gate(
            Problem problem,
            Candidate candidate,
            KernelFiles files,
            Limits limits,
            UnaryOperator<String> compiled,
            List<Map<String, Long>> shapes) {
        this.shapes = shapes;
        this.problem = problem;
        this.candidate = candidate;
        this.files = files;
        this.limits = limits;
        this.compiled = compiled;
    }

    /**
     * The judgement on a candidate.
     *
     * @param problem file of the formula
     * @param limits of each size
     * @param compiled the PTX file that stands for a file, which may be CUDA source
     * @param shapes further sizes, by dim, at which the ranges of indices are looked at
     * @throws InputException if the problem or the candidate's file cannot be used
     */
    public static GateReport judge(
            String problem,
            Candidate candidate,
            KernelFiles files,
            Limits limits,
            UnaryOperator<String> compiled,
            List<Map<String, Long>> shapes) {
        Problem read = Problem.read(problem, files);
        return new Gate(read, candidate, files, limits, compiled, shapes).judge();
    }

    private GateReport judge() {
        List<Pair> pairs = new ArrayList<>();
        for (Sizes sizes : problem.proved()) {
            pairs.add(pair(sizes)); // all before any work
        }
        List<Pair> questions = questions();
        List<ProvedSize> proved = new ArrayList<>();
        for (int k = 0; k < pairs.size(); k++) {
            proved.add(proved(problem.proved().get(k), pairs.get(k)));
        }
        boolean isProved = proved.stream().allMatch(p -> p.verdict() == Verdict.EQUIVALENT);
        ShippedSize shipped = isProved ? problem.shipped().map(this::shipped).orElse(null) : null;
        if (isProved && problem.shipped().isEmpty()) {
            notes.add("the problem names no shipped(…) size; nothing is said of other sizes");
        }
        return new GateReport(
                problem.formula().file(),
                candidate.file(),
                proved,
                shipped,
                isProved ? indices(questions) : List.of(),
                List.copyOf(notes));
    }

    private Pair pair(Sizes sizes) {
        return pair(sizes, SizedProblem.MOST_ELEMENTS);
    }

    private Pair pair(Sizes sizes, long mostElements) {
        SizedProblem sized = new SizedProblem(problem, sizes, mostElements);
        SizedCandidate launches = new SizedCandidate(sized, candidate, compiled);
        Side side = launches.side();
        Pair pair =
                new Pair(
                        "gate",
                        sizes.toString(),
                        launches.formula(),
                        side,
                        List.of(),
                        Expectation.of(Verdict.EQUIVALENT),
                        limits,
                        false,
                        true);
        if (!sizes.isShipped()) { // of which only some CTAs are run
            PairRules.violation(pair)
                    .ifPresent(
                            v -> {
                                throw new InputException(candidate.file() + ": " + v.message());
                            });
            Computations.ofReference(pair, files);
        }
        Computations.of(side, files);
        return pair;
    }

    // ---------------------------------------------------------------- indices at other sizes

    /** The questions about the indices of each launch at the further sizes. */
    private List<Pair> questions() {
        List<Pair> questions = new ArrayList<>();
        for (Map<String, Long> dims : shapes) {
            Sizes first = problem.proved().get(0);
            if (!dims.keySet().equals(first.dims().keySet())) {
                throw new InputException(
                        "--at-shape gives "
                                + String.join(", ", dims.keySet())
                                + ": the dims without a value are "
                                + String.join(", ", first.dims().keySet()));
            }
            Sizes sizes = new Sizes(first.place(), true, dims);
            Side side = pair(sizes, SizedProblem.MOST_ELEMENTS_OF_INDICES).candidate();
            for (Side launch : side.launches()) {
                questions.add(
                        new Pair(
                                        "gate",
                                        launch.entry() + " at " + sizes,
                                        launch,
                                        null,
                                        List.of(),
                                        Expectation.of(Verdict.NO_DEFECT),
                                        limits,
                                        false,
                                        false)
                                .of(AnyInput.indices(sizes.toString(), Map.of())));
            }
        }
        return questions;
    }

    private List<PairReport> indices(List<Pair> questions) {
        PairChecker checker = new PairChecker(files);
        return questions.stream().map(checker::check).toList();
    }

    // ---------------------------------------------------------------- proved sizes

    private ProvedSize proved(Sizes sizes, Pair pair) {
        PairChecker checker = new PairChecker(files).requiringDomainOfReference();
        Simulated simulated = checker.simulate(pair);
        PairReport report = checker.answer(simulated);
        Verdict verdict = report.verdict();
        String message = report.message();
        Optional<Finding> store = storeToInput(report);
        if (store.isPresent() && Verdict.STORE_TO_INPUT.outranks(verdict)) {
            verdict = Verdict.STORE_TO_INPUT;
            Location place = store.get().location();
            message = store.get().message() + (place == null ? "" : " at " + place);
        } else if (verdict == Verdict.EQUIVALENT) {
            Optional<String> doubt = doubt(simulated);
            if (doubt.isPresent()) {
                verdict = Verdict.UNDECIDED;
                message = doubt.get();
            } else {
                follow(simulated);
            }
        }
        List<Launch> launches = Computations.of(pair.candidate(), files).launches();
        return new ProvedSize(sizes, identities(pair, launches), report, verdict, message);
    }

    private static Optional<Finding> storeToInput(PairReport report) {
        return report.allDefects().stream()
                .filter(d -> d.kernel() == KernelSide.CANDIDATE)
                .map(Defect::finding)
                .filter(f -> f.kind() == Finding.Kind.STORE_TO_INPUT)
                .findFirst();
    }

    /** What an assumption of the execution leaves open, where nobody trusts the kernel. */
    private static Optional<String> doubt(Simulated simulated) {
        for (Assumption a : simulated.candidate().result().assumptions()) {
            if (a.kind() == Assumption.Kind.TRAP) {
                return Optional.of("equal only where the candidate does not trap: " + placed(a));
            }
            if (a.kind() == Assumption.Kind.LEFT_VARIABLE) {
                return Optional.of(
                        "the candidate leaves something in a variable of its module, from which a"
                                + " later call would begin: "
                                + placed(a));
            }
            if (DECIDED_BY_DATA.contains(a.kind())) {
                return Optional.of(
                        "equal only where data keep to what the candidate needs (the problem may"
                                + " state a range of its inputs): "
                                + placed(a));
            }
        }
        return Optional.empty();
    }

    private static String placed(Assumption a) {
        return a.text() + (a.location() == null ? "" : " at " + a.location());
    }

    /** Notes which ways instructions go at a proved size. */
    private void follow(Simulated simulated) {
        WayRuns runs =
                WayRuns.ofAllCtas(
                        simulated.reference().computation(),
                        simulated.candidate().computation(),
                        MOST_INSTRUCTIONS,
                        deadline());
        runs.run(Integer.MAX_VALUE);
        ways.addAll(runs.ways());
        simulated.candidate().result().cases().forEach(c -> variables.addAll(c.stored()));
    }

    private long deadline() {
        return System.nanoTime() + (long) (Math.min(limits.seconds(), 1e9) * 1e9);
    }

    // ---------------------------------------------------------------- the shipped size

    private ShippedSize shipped(Sizes sizes) {
        try {
            return shipped(sizes, pair(sizes));
        } catch (InputException | LaunchException | FormulaException e) {
            return ShippedSize.notRun(sizes, List.of(), e.getMessage());
        }
    }

    private ShippedSize shipped(Sizes sizes, Pair pair) {
        Evaluation formula =
                Evaluation.of(
                        problem.formula().partly(), pair.reference().arguments(), sizes.dims());
        Computation launches = formula.narrowed(Computations.of(pair.candidate(), files));
        List<LaunchIdentity> identities = identities(pair, launches.launches());
        try {
            for (Launch launch : launches.launches()) {
                Function entry = launch.module().function(launch.entry());
                LaunchLimits.checkSizes(launch, entry);
                LaunchLimits.checkLimits(launch, entry);
            }
        } catch (LaunchException e) {
            return ShippedSize.notRun(sizes, identities, e.getMessage());
        }
        ShippedRuns.Result result =
                new ShippedRuns(formula, launches, ways, MOST_INSTRUCTIONS, deadline())
                        .storingTo(variables)
                        .run();
        formula.formula()
                .leftOut()
                .forEach(a -> notes.add("at the shipped size the inputs do not meet " + a));
        return new ShippedSize(sizes, identities, result);
    }

    // ---------------------------------------------------------------- identities

    private List<LaunchIdentity> identities(Pair pair, List<Launch> launches) {
        List<LaunchIdentity> identities = new ArrayList<>();
        List<Side> sides = pair.candidate().launches();
        for (int k = 0; k < launches.size(); k++) {
            Launch launch = launches.get(k);
            String text = files.read(sides.get(k).ptx());
            List<String> arguments =
                    candidate.launches().get(k).arguments().stream()
                            .map(a -> a.text() == null ? "null" : a.text())
                            .toList();
            identities.add(
                    new LaunchIdentity(
                            sides.get(k).ptx(),
                            EntryText.sha256(text),
                            launch.entry(),
                            EntryText.sha256(EntryText.of(text, launch.entry())),
                            launch.grid(),
                            launch.block(),
                            launch.dynamicShared(),
                            arguments));
            noteRegisters(launch);
        }
        return identities;
    }

    private void noteRegisters(Launch launch) {
        List<Long> most = launch.module().function(launch.entry()).directives().get("maxnreg");
        long threads = (launch.block().size() + 31) / 32 * 32;
        if (most != null && most.get(0) * threads > REGISTERS) {
            notes.add(
                    launch.entry()
                            + " may use up to "
                            + most.get(0)
                            + " registers a thread (.maxnreg), "
                            + threads
                            + " threads have room for "
                            + REGISTERS / threads
                            + ": the launch fails if it uses more");
        }
    }
}
