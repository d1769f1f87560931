package io.heddle.cli;

import io.heddle.check.KernelFiles;
import io.heddle.gate.Gate;
import io.heddle.gate.GateJson;
import io.heddle.gate.GateReport;
import io.heddle.gate.GateText;
import io.heddle.report.Colours;
import io.heddle.report.TextOptions;
import io.heddle.suite.Candidate;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.LocalFiles;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code heddle gate}: a kernel that nobody has read, against the problem that it is to solve. */
@Command(
        synopsisHeading = "",
        name = "gate",
        sortOptions = false,
        customSynopsis = "usage: heddle gate PROBLEM.py CANDIDATE.conf [OPTION…]",
        description =
                "Judges a generated kernel, in which nothing is trusted; GATE.md explains it.",
        footer = {"", "Example:", "  heddle gate softmax.py candidate.conf --format json"})
public final class GateCommand implements Callable<Integer>, KernelReader {
    @Spec private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "PROBLEM",
            description = "a formula (.py) that says proved(…), which is trusted")
    private String problem;

    @Parameters(
            index = "1",
            paramLabel = "CANDIDATE",
            description = "the launches and their arguments (.conf), which are not")
    private String candidate;

    @Mixin private CudaOptions cuda;

    @Option(
            names = "--at-shape",
            paramLabel = "N=4096,D=8",
            description = {
                "also looks, with these values of the problem's dims and for all data, whether an",
                "    index leaves its tensor or 32 bits; costs the same at any size"
            })
    private List<String> shapes = new ArrayList<>();

    @Mixin private SharedOptions shared;

    private KernelFiles files;

    @Override
    public void readFrom(KernelFiles kernels) {
        files = kernels;
    }

    @Override
    public Integer call() {
        return cuda.naming(this::gate);
    }

    private List<Map<String, Long>> dims() {
        return shapes.stream().map(s -> NamedSizes.parse("--at-shape", s).values()).toList();
    }

    private int gate() {
        if (!problem.endsWith(Side.FORMULA)) {
            throw new InputException(problem + ": a problem is a formula, whose name ends in .py");
        }
        Candidate read = Candidate.read(candidate, new LocalFiles());
        List<String> sources =
                List.copyOf(
                        new LinkedHashSet<>(
                                read.launches().stream().map(Candidate.Launched::ptx).toList()));
        List<String> compiled = cuda.ptx(sources);
        Map<String, String> ptx = new LinkedHashMap<>();
        for (int k = 0; k < sources.size(); k++) {
            ptx.put(sources.get(k), compiled.get(k));
        }
        GateReport report =
                Gate.judge(problem, read, files, shared.limits(Limits.DEFAULT), ptx::get, dims());
        boolean colour = spec.commandLine().getColorScheme().ansi().enabled();
        TextOptions options =
                new TextOptions(
                        shared.verbose(),
                        colour ? Colours.ANSI : Colours.NONE,
                        "",
                        SourceExcerpt::of);
        spec.commandLine()
                .getOut()
                .print(
                        shared.format() == SharedOptions.Format.JSON
                                ? GateJson.line(report) + "\n"
                                : shared.quiet()
                                        ? report.verdict() + "  " + report.message() + "\n"
                                        : cuda.named(GateText.of(report, options)));
        spec.commandLine().getOut().flush();
        return report.exitStatus();
    }
}
