package io.heddle.cli;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.CtaChoice;
import io.heddle.check.FormulaComparison;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.Simulated;
import io.heddle.check.Simulated.Run;
import io.heddle.check.TermRequest;
import io.heddle.cost.FormulaReport;
import io.heddle.cost.KernelCost;
import io.heddle.launch.Launch;
import io.heddle.report.BarrierGraph;
import io.heddle.report.BarrierGraphDot;
import io.heddle.report.BarrierGraphSvg;
import io.heddle.report.ExitStatus;
import io.heddle.report.PairReport;
import io.heddle.report.Verdict;
import io.heddle.suite.Expectation;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.LocalFiles;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle inspect}: kernels one by one, without a candidate. */
@Command(
        synopsisHeading = "",
        name = "inspect",
        sortOptions = false,
        customSynopsis = "usage: heddle inspect KERNEL… --block X --arg ARG… [OPTION…]",
        description =
                "Checks a kernel for races, deadlock, barrier misuse, bounds, initialisation.",
        footer = {
            "",
            "Example:",
            "  heddle inspect softmax.ptx --entry softmax --block 4 --arg in:x:f32[4] --arg"
                    + " out:y:f32[4] --arg 4 --terms y[0]"
        })
public final class InspectCommand implements Callable<Integer>, KernelReader {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "KERNEL",
            description = "PTX or CUDA (.cu) files, all with the same launch")
    private List<String> files = new ArrayList<>();

    @Mixin private KernelOptions kernel;

    @Mixin private CudaOptions cuda;

    @Option(
            names = "--terms",
            paramLabel = "ELEMENT",
            description = "print the term of an output element, such as y[0]; y[*] prints all of y")
    private List<String> terms = new ArrayList<>();

    @Option(
            names = "--barrier-graph",
            paramLabel = "FILE",
            description =
                    "draw which warp waits for which at named barriers, to FILE.svg or FILE.dot;"
                            + " of one kernel")
    private String barrierGraph;

    @Mixin private AnyInputOptions inputs;

    @Mixin private ShapeOptions shapes;

    @Mixin private CostOptions costs;

    @Option(
            names = "--symbolic",
            description = {
                "with --cost and --shape: the costs as formulas in the names of --shape, such as",
                "    conflicts = 31*ceil(N/32); --assume says what holds of them"
            })
    private boolean symbolic;

    @Mixin private SharedOptions shared;

    private KernelFiles modules;

    private SolverPool solvers;

    @Override
    public void ask(SolverPool someSolvers) {
        solvers = someSolvers;
    }

    @Override
    public void readFrom(KernelFiles kernels) {
        modules = kernels;
    }

    @Override
    public Integer call() {
        return cuda.naming(this::inspect);
    }

    private int inspect() {
        checkBarrierGraph();
        boolean any = inputs.isAsked();
        if (symbolic && !costs.isAsked()) {
            throw new InputException("--symbolic is for --cost, which is not given");
        }
        if (!symbolic) {
            inputs.refuseAssumptions();
        }
        if (any) {
            shapes.refuseBeside("--any-input");
            if (costs.isAsked()) {
                throw new InputException("--cost is of one launch, not for --any-input");
            }
        }
        files = cuda.ptx(files);
        boolean auto = !any && kernel.takeAuto();
        List<Pair> atShapes = atShapes();
        NamedSizes sizes = shapes.own().orElse(null);
        if (symbolic && sizes == null) {
            throw new InputException(
                    "--symbolic: which sizes? --shape N=1024 gives names to numbers");
        }
        kernel.use(sizes);
        List<Pair> pairs = new ArrayList<>();
        for (String file : shapes.isAlone() ? List.<String>of() : files) {
            Pair pair =
                    new Pair(
                            "inspect",
                            CheckCommand.stem(file),
                            any ? kernel.side(file, modules, inputs) : kernel.side(file, modules),
                            null,
                            List.of(),
                            costs.on(Expectation.of(Verdict.NO_DEFECT)),
                            shared.limits(Limits.DEFAULT),
                            false,
                            false);
            if (any) {
                pair = pair.of(inputs.inputs(!kernel.hasGrid()));
            }
            Optional<PairRules.Violation> violation = PairRules.violation(pair);
            if (violation.isPresent()) {
                throw ArgumentHelp.unusable(violation.get(), modules, pair);
            }
            pair.reference().launch(modules.module(file));
            Pair chosen = auto ? CtaChoice.of(pair, modules) : pair;
            costs.requireWhole(chosen, auto);
            pairs.add(chosen);
        }
        if (!terms.isEmpty() && pairs.isEmpty()) {
            throw new InputException("--terms " + terms.get(0) + ": needs --shape");
        }
        List<TermRequest> requests =
                terms.stream().map(t -> TermRequest.parse(t, pairs.get(0).reference())).toList();
        PairChecker checker = new PairChecker(modules, barrierGraph != null).asking(solvers);
        Results results = new Results(spec, shared, cuda::named);
        int status = ExitStatus.OK;
        for (Pair pair : pairs) {
            Simulated simulated = checker.simulate(pair);
            if (barrierGraph != null) {
                writeBarrierGraph(simulated);
            }
            PairReport report = simulated.answer().withTerms(TermRequest.show(requests, simulated));
            if (symbolic) {
                report = report.withFormulas(formulas(pair, report, sizes));
            }
            status = Math.max(status, results.print(report, auto && !CtaChoice.covers(pair)));
            ArgumentHelp.after(report, pair, modules).stream()
                    .map(cuda::named)
                    .forEach(spec.commandLine().getErr()::println);
        }
        for (Pair pair : atShapes) {
            status = Math.max(status, results.print(checker.check(pair), false));
        }
        return status;
    }

    /** What the kernel costs at all sizes. */
    private FormulaReport formulas(Pair pair, PairReport report, NamedSizes sizes) {
        if (report.stats().reference() == null || report.stats().reference().cost() == null) {
            return FormulaReport.none("the launch has not come to its end");
        }
        KernelCost counted = CtaChoice.covers(pair) ? report.stats().reference().cost() : null;
        String file = pair.reference().ptx();
        FormulaReport found =
                FormulaComparison.of(
                        kernel.sized(sizes.values(), inputs.assumptions()),
                        pair.reference(),
                        modules.module(file),
                        counted,
                        at -> {
                            kernel.use(NamedSizes.of(at));
                            return kernel.side(file, modules);
                        });
        kernel.use(sizes);
        return found;
    }

    /** The questions about indices at other sizes. */
    private List<Pair> atShapes() {
        List<Pair> pairs = new ArrayList<>();
        for (NamedSizes sizes : shapes.others()) {
            kernel.use(sizes);
            for (String file : files) {
                Pair pair =
                        ShapeOptions.question(
                                "inspect",
                                CheckCommand.stem(file),
                                kernel.side(file, modules),
                                sizes,
                                shared.limits(Limits.DEFAULT));
                pair.reference().launch(modules.module(file));
                pairs.add(pair);
            }
        }
        return pairs;
    }

    private void checkBarrierGraph() {
        if (barrierGraph == null) {
            return;
        }
        if (!barrierGraph.endsWith(".svg") && !barrierGraph.endsWith(".dot")) {
            throw new InputException(
                    "--barrier-graph " + barrierGraph + ": expected a .svg or .dot file");
        }
        if (files.size() > 1) {
            throw new InputException("--barrier-graph draws one kernel, not " + files.size());
        }
    }

    private void writeBarrierGraph(Simulated simulated) {
        Run run = simulated.reference();
        if (run == null || run.result() == null) {
            return; // the report says why it did not run
        }
        BarrierGraph graph =
                new BarrierGraph(((Launch) run.computation()).entry(), run.result().barriers());
        String text =
                barrierGraph.endsWith(".svg")
                        ? BarrierGraphSvg.write(graph)
                        : BarrierGraphDot.write(graph);
        try {
            Files.writeString(LocalFiles.path(barrierGraph), text);
        } catch (IOException e) {
            throw new InputException("--barrier-graph " + barrierGraph + ": cannot write: " + e);
        }
    }
}
