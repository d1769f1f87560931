package io.heddle.cli;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.Computations;
import io.heddle.check.CtaChoice;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.lifting.Lifting;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.CudaSource;
import io.heddle.suite.EntryNames;
import io.heddle.suite.Expectation;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import io.heddle.suite.Side;
import io.heddle.suite.WindowText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.Stack;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle check}: one pair, in this process. */
@Command(
        synopsisHeading = "",
        name = "check",
        sortOptions = false,
        customSynopsis = "usage: heddle check REF CAND --block X --arg ARG… [OPTION…]",
        description = "Decides whether a kernel computes what another kernel or a formula does.",
        footer = {
            "",
            "Example:",
            "  heddle check naive.ptx online.ptx --block 4 --arg in:x:f32[4] --arg out:y:f32[4]"
                    + " --arg 4"
        })
public final class CheckCommand implements Callable<Integer>, KernelReader {
    private static final Pattern DIM = Pattern.compile("([A-Za-z_]\\w*)=(\\d{1,9})");

    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "REF",
            description = {
                "PTX or CUDA (.cu) of the kernel that is taken as correct,",
                "    or a formula (.py)"
            })
    private String reference;

    @Parameters(
            index = "1",
            paramLabel = "CAND",
            description = "that of the kernel that is compared with it")
    private String candidate;

    @Mixin private KernelOptions kernel;

    @Mixin private CudaOptions cuda;

    @Option(
            names = "--compare",
            paramLabel = "NAME",
            arity = "1..*",
            parameterConsumer = NamesConsumer.class,
            description = "tensors to compare (default: all out and inout)")
    private List<String> compare = new ArrayList<>();

    @Option(
            names = "--window",
            paramLabel = "NAME=[[LOW,HIGH],…]",
            description = {
                "compare only this part of a tensor: a half-open range a dimension;",
                "    may be given for several tensors"
            })
    private List<String> windows = new ArrayList<>();

    @Option(
            names = "--exact-constants",
            description =
                    "take each literal for its exact value, not for the number that it rounds")
    private boolean exactConstants;

    @Option(
            names = "--require-replay",
            description = "answer UNDECIDED where the concrete replay does not confirm the proof")
    private boolean requireReplay;

    @Option(
            names = "--dim",
            paramLabel = "NAME=N",
            description =
                    "a dim of the formula that no tensor's shape gives; may be given for several")
    private List<String> dims = new ArrayList<>();

    @Option(names = "--cand-grid", paramLabel = "X[,Y[,Z]]", description = "the candidate's grid")
    private String candidateGrid;

    @Option(names = "--cand-block", paramLabel = "X[,Y[,Z]]", description = "the candidate's block")
    private String candidateBlock;

    @Option(
            names = "--cand-shared",
            paramLabel = "BYTES",
            description = "the candidate's dynamic shared memory")
    private String candidateShared;

    @Option(names = "--cand-cta", paramLabel = "X,Y,Z|all", description = "the candidate's CTA")
    private String candidateCta;

    @Option(names = "--cand-entry", paramLabel = "NAME", description = "the candidate's kernel")
    private String candidateEntry;

    @Option(
            names = "--cand-arg",
            paramLabel = "ARG",
            description = "the candidate's arguments; any of them replaces the whole list")
    private List<String> candidateArguments = new ArrayList<>();

    @Mixin private ShapeOptions shapes;

    @Mixin private CostOptions costs;

    @Mixin private SharedOptions shared;

    private KernelFiles files;

    private SolverPool solvers;

    @Override
    public void ask(SolverPool someSolvers) {
        solvers = someSolvers;
    }

    @Override
    public void readFrom(KernelFiles kernels) {
        files = kernels;
    }

    @Override
    public Integer call() {
        return cuda.naming(this::check);
    }

    private int check() {
        List<String> compiled = cuda.ptx(List.of(reference, candidate));
        reference = compiled.get(0);
        candidate = compiled.get(1);
        boolean auto = kernel.takeAuto() && candidateCta == null;
        if (candidate.endsWith(Side.FORMULA)) {
            throw new InputException(
                    "a formula is the reference: heddle check " + candidate + " KERNEL.ptx");
        }
        boolean isFormula = reference.endsWith(Side.FORMULA);
        if (shapes.isAlone()) {
            throw new InputException(
                    "--at-shape needs --shape: the sizes at which the kernels are compared, such"
                            + " as --shape N=4,D=8");
        }
        List<Pair> atShapes = atShapes(isFormula);
        kernel.use(shapes.own().orElse(null));
        Side launch = kernel.side(isFormula ? candidate : reference, files);
        Side other = candidate(launch);
        if (!isFormula && !dims.isEmpty()) {
            throw new InputException("--dim " + dims.get(0) + ": only a formula (.py) has dims");
        }
        Side first = isFormula ? Side.ofFormula(reference, other.arguments(), dims()) : launch;
        Pair uncompared =
                new Pair(
                        "check",
                        stem(reference) + "-vs-" + stem(candidate),
                        first,
                        other,
                        List.of(),
                        costs.on(Expectation.of(Verdict.EQUIVALENT)),
                        shared.limits(Limits.DEFAULT),
                        exactConstants,
                        requireReplay);
        Pair given =
                uncompared.comparing(
                        ComparedTensors.of(
                                compare,
                                windows.stream().map(w -> WindowText.parse("--window", w)).toList(),
                                uncompared));
        Optional<PairRules.Violation> violation = PairRules.violation(given);
        if (violation.isPresent()) {
            throw ArgumentHelp.unusable(violation.get(), files, given);
        }
        Computations.ofReference(given, files);
        Computations.of(given.candidate(), files);
        if (isFormula && !auto && !CtaChoice.covers(given)) {
            throw new InputException("a formula is compared with a whole grid: --cta all");
        }
        Pair pair = auto ? CtaChoice.of(given, files) : given;
        costs.requireWhole(pair, auto);
        boolean isSample = auto && !CtaChoice.covers(pair);
        PairChecker checker = new PairChecker(files).asking(solvers);
        if (isSample) {
            checker.ofOneCta();
        }
        PairReport report = (shared.verbose() ? checker.namingLemmas() : checker).check(pair);
        Results results = new Results(spec, shared, cuda::named);
        int status = results.print(report, isSample, computed(report, pair));
        ArgumentHelp.after(report, pair, files).stream()
                .map(cuda::named)
                .forEach(spec.commandLine().getErr()::println);
        for (Pair question : atShapes) {
            status = Math.max(status, results.print(checker.check(question), false));
        }
        return status;
    }

    /** What a candidate computes that is not the reference; null where that is not known. */
    private String computed(PairReport report, Pair pair) {
        boolean isAsked =
                report.verdict() == Verdict.NOT_EQUIVALENT
                        && !shared.quiet()
                        && !exactConstants
                        && CtaChoice.covers(pair);
        return isAsked ? Lifting.definitions(files, pair.candidate(), pair.limits()) : null;
    }

    /** The questions about indices at other sizes, of both kernels. */
    private List<Pair> atShapes(boolean isFormula) {
        List<Pair> pairs = new ArrayList<>();
        for (NamedSizes sizes : shapes.others()) {
            kernel.use(sizes);
            Side first = kernel.side(isFormula ? candidate : reference, files);
            List<Side> sides = new ArrayList<>(List.of(candidate(first)));
            if (!isFormula) {
                sides.add(0, first);
            }
            for (Side side : sides) {
                Pair pair =
                        ShapeOptions.question(
                                "check",
                                stem(side.ptx()),
                                side,
                                sizes,
                                shared.limits(Limits.DEFAULT));
                side.launch(files.module(side.ptx()));
                pairs.add(pair);
            }
        }
        return pairs;
    }

    /** The candidate's launch: the reference's with what the command line says instead. */
    private Side candidate(Side first) {
        String entry = candidateEntry == null ? sharedEntry(first) : candidateEntry;
        return new Side(
                candidate,
                entry,
                candidateGrid == null
                        ? first.grid()
                        : KernelOptions.dim3(
                                "--cand-grid", kernel.numbers("--cand-grid", candidateGrid), 1),
                candidateBlock == null
                        ? first.block()
                        : KernelOptions.dim3(
                                "--cand-block", kernel.numbers("--cand-block", candidateBlock), 1),
                candidateShared == null
                        ? first.shared()
                        : KernelOptions.bytes(
                                "--cand-shared", kernel.numbers("--cand-shared", candidateShared)),
                candidateCta == null ? first.cta() : KernelOptions.cta("--cand-cta", candidateCta),
                candidateArguments.isEmpty()
                        ? first.arguments()
                        : KernelOptions.arguments(
                                "--cand-arg",
                                kernel.named("--cand-arg", candidateArguments),
                                candidate,
                                entry,
                                files),
                first.options());
    }

    /** Those of {@code --dim}, and those of {@code --shape} that the formula declares. */
    private Map<String, Long> dims() {
        Map<String, Long> given = new LinkedHashMap<>();
        shapes.own().ifPresent(sizes -> given.putAll(sizes.values()));
        given.keySet().retainAll(files.formula(reference).dims());
        Set<String> own = new HashSet<>();
        for (String dim : dims) {
            Matcher m = DIM.matcher(dim);
            if (!m.matches()) {
                throw new InputException("--dim " + dim + ": expected NAME=N, such as G=2");
            }
            given.put(m.group(1), Long.valueOf(m.group(2)));
            if (!own.add(m.group(1))) {
                throw new InputException("--dim " + dim + ": " + m.group(1) + " is given twice");
            }
        }
        return given;
    }

    /** {@code --entry} if the candidate's file has such a kernel, else null. */
    private String sharedEntry(Side first) {
        boolean has = !EntryNames.fitting(files.module(candidate), first.entry()).isEmpty();
        return has ? first.entry() : null;
    }

    /** Takes names up to the next option or file; a name may be a list with commas. */
    static final class NamesConsumer implements IParameterConsumer {
        @Override
        public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec spec) {
            List<String> names = new ArrayList<>();
            List<String> before = option.getValue();
            if (before != null) {
                names.addAll(before);
            }
            int known = names.size();
            while (!arguments.isEmpty()
                    && !arguments.peek().startsWith("-")
                    && !arguments.peek().endsWith(".ptx")
                    && !CudaSource.is(arguments.peek())) {
                names.addAll(List.of(arguments.pop().split(",", -1)));
            }
            if (names.size() == known) {
                throw new ParameterException(
                        spec.commandLine(), "Missing required parameter for option '--compare'");
            }
            option.setValue(names);
        }
    }

    static String stem(String file) {
        String base = file.substring(file.lastIndexOf('/') + 1);
        boolean hasEnding = base.endsWith(".ptx") || base.endsWith(Side.FORMULA);
        return hasEnding ? base.substring(0, base.lastIndexOf('.')) : base;
    }
}
