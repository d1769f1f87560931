package io.heddle.cli;

import io.heddle.check.KernelFiles;
import io.heddle.lifting.LiftJson;
import io.heddle.lifting.LiftReport;
import io.heddle.lifting.LiftText;
import io.heddle.lifting.Lifting;
import io.heddle.lifting.SizedLaunch;
import io.heddle.lifting.Translation;
import io.heddle.report.ExitStatus;
import io.heddle.report.Verdict;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.Expectation;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import io.heddle.suite.Side;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle lift}: what a kernel computes, as a formula. */
@Command(
        synopsisHeading = "",
        name = "lift",
        sortOptions = false,
        customSynopsis =
                "usage: heddle lift KERNEL --block X --arg ARG… [--shape N=5 --shape N=7]"
                        + " [OPTION…]",
        description = "Finds a formula for what a kernel computes, and proves it.",
        footer = {
            "",
            "Example:",
            "  heddle lift softmax.ptx --entry softmax --block N --arg 'in:x:f32[N,D]' --arg"
                    + " 'out:y:f32[N,D]' --arg N --arg D --shape N=5,D=7 --shape N=3,D=11"
        })
public final class LiftCommand implements Callable<Integer>, KernelReader {
    private static final Pattern TENSOR =
            Pattern.compile("\\b(?:in|out|inout):([^:\\[\\]]*):[^:\\[\\],]*\\[([^\\]]*)\\]");

    @Spec private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "KERNEL", description = "PTX or CUDA (.cu)")
    private String kernelFile;

    @Mixin private KernelOptions kernel;

    @Mixin private CudaOptions cuda;

    @Option(
            names = "--shape",
            paramLabel = "N=5,D=7",
            description = {
                "numbers for names in shapes, grids, blocks and numbers; may be given several",
                "    times: the formula is inferred at the first and proved at all"
            })
    private List<String> shapes = new ArrayList<>();

    @Mixin private LiftOptions shared;

    private KernelFiles files;

    @Override
    public void readFrom(KernelFiles kernels) {
        files = kernels;
    }

    @Override
    public Integer call() {
        return cuda.naming(this::lift);
    }

    private int lift() {
        String ptx = cuda.ptx(List.of(kernelFile)).get(0);
        kernel.takeWholeGrid();
        List<SizedLaunch> launches = new ArrayList<>();
        if (shapes.isEmpty()) {
            launches.add(new SizedLaunch(side(ptx), "", Map.of()));
        }
        for (String shape : shapes) {
            NamedSizes sizes = NamedSizes.parse("--shape", shape);
            kernel.use(sizes);
            launches.add(new SizedLaunch(side(ptx), shape, sizes.values()));
        }
        Limits limits = shared.limits(Limits.DEFAULT);
        LiftReport report =
                new Lifting(files, limits, extents(), launches, shared.verbose()).report();
        if (report.defective().isPresent() && !shared.isJson()) {
            int status = new Results(spec, shared, cuda::named).print(report.defect(), false);
            return Math.max(status, report.exitStatus());
        }
        PrintWriter out = spec.commandLine().getOut();
        int status = report.exitStatus();
        if (shared.isJson()) {
            out.println(LiftJson.line(report));
        } else if (shared.format() == LiftOptions.Format.TEXT || !report.isLifted()) {
            out.print(cuda.named(LiftText.of(report, shared.quiet(), shared.verbose())));
        } else {
            status = Math.max(status, printIn(shared.format(), report, out));
        }
        out.flush();
        return status;
    }

    /** Prints the formula in another language, below what the verdict is. */
    private int printIn(LiftOptions.Format format, LiftReport report, PrintWriter out) {
        boolean isTorch = format == LiftOptions.Format.TORCH;
        if (!shared.quiet()) {
            String mark = isTorch ? "# " : "% ";
            out.println(mark + cuda.named(LiftText.headline(report)));
        }
        try {
            out.print(isTorch ? Translation.torch(report) : Translation.latex(report));
            return ExitStatus.OK;
        } catch (FormulaException e) {
            spec.commandLine().getErr().println("heddle: " + e.getMessage());
            return ExitStatus.UNEXPECTED;
        }
    }

    private Side side(String ptx) {
        Side side = kernel.side(ptx, files);
        Pair pair =
                new Pair(
                        "lift",
                        "lift",
                        side,
                        null,
                        List.of(),
                        Expectation.of(Verdict.NO_DEFECT),
                        Limits.DEFAULT,
                        false,
                        false);
        Optional<PairRules.Violation> violation = PairRules.violation(pair);
        if (violation.isPresent()) {
            throw ArgumentHelp.unusable(violation.get(), files, pair);
        }
        side.launch(files.module(ptx));
        return side;
    }

    /** How the extents of tensors are spelled, by name. */
    private Map<String, List<String>> extents() {
        Map<String, List<String>> extents = new LinkedHashMap<>();
        for (String argument : kernel.arguments()) {
            Matcher m = TENSOR.matcher(argument);
            while (m.find()) {
                String spelled = m.group(2).replace("/", "//");
                extents.put(
                        m.group(1),
                        Arrays.stream(spelled.split(",", -1)).map(String::strip).toList());
            }
        }
        return extents;
    }
}
