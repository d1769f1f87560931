package io.heddle.cli;

import com.typesafe.config.ConfigRenderOptions;
import com.typesafe.config.ConfigValueFactory;
import io.heddle.check.KernelFiles;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.report.ExitStatus;
import io.heddle.report.Printable;
import io.heddle.signature.Signature;
import io.heddle.signature.Signature.Parameter;
import io.heddle.suite.CudaSource;
import io.heddle.suite.EntryNames;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code heddle init}: what to write to have kernels checked. Its output as text is a suite whose
 * comments are the signatures and {@code check} lines.
 */
@Command(
        synopsisHeading = "",
        name = "init",
        sortOptions = false,
        customSynopsis = "usage: heddle init FILE… [--entry NAME] [OPTION…]",
        description =
                "Prints the signature of each kernel, guessed from its instructions, a check line"
                        + " and a suite.",
        footer = {"", "Example:", "  heddle init softmax.cu --entry softmax > suite.conf"})
public final class InitCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "PTX files, or .cu files, compiled with nvcc")
    private List<String> files = new ArrayList<>();

    @Option(
            names = "--entry",
            paramLabel = "NAME",
            description = "the kernel (default: all of the file)")
    private String entry;

    @Mixin private CudaOptions cuda;

    @Mixin private SharedOptions shared;

    @Override
    public Integer call() {
        return cuda.naming(this::init);
    }

    private int init() {
        KernelFiles modules = new KernelFiles();
        List<Skeleton> skeletons = new ArrayList<>();
        List<String> compiled = cuda.ptx(files);
        for (int i = 0; i < files.size(); i++) {
            String file = compiled.get(i);
            PtxModule module = modules.module(file);
            for (Function f : entries(module)) {
                skeletons.add(Skeleton.of(file, module, f, modules).named(files.get(i)));
            }
        }
        PrintWriter out = spec.commandLine().getOut();
        if (shared.format() == SharedOptions.Format.JSON) {
            skeletons.forEach(s -> out.println(json(s)));
        } else {
            text(skeletons, out);
        }
        out.flush();
        return ExitStatus.OK;
    }

    private List<Function> entries(PtxModule module) {
        return entry == null && !module.entries().isEmpty()
                ? module.entries()
                : List.of(EntryNames.find(module, entry));
    }

    private void text(List<Skeleton> skeletons, PrintWriter out) {
        for (Skeleton s : skeletons) {
            comment(s.prototype(), out);
            s.limits().forEach(line -> comment("  " + line, out));
            comment("  N=" + Skeleton.SIZE + "; " + s.checkLine(), out);
            out.println();
        }
        out.println("suite = " + Skeleton.quoted(stem(skeletons.get(0).file())));
        out.println("vars { N = " + Skeleton.SIZE + " } # every size and every integer argument");
        out.println("defaults { grid = [1] }");
        files.stream()
                .filter(CudaSource::is)
                .forEach(f -> comment("suites take PTX: " + CudaSource.command(f), out));
        out.println("# each kernel is compared with itself: write your own as the candidate");
        out.println("pairs = [");
        skeletons.forEach(s -> out.print(s.pair(name(s))));
        out.println("]");
    }

    /** The name of a pair: that of the entry, with its file's if there are several files. */
    private String name(Skeleton s) {
        return files.size() == 1 ? s.entry() : stem(s.file()) + "." + s.entry();
    }

    private static String stem(String file) {
        return CheckCommand.stem(CudaSource.is(file) ? CudaSource.ptx(file) : file);
    }

    private static void comment(String line, PrintWriter out) {
        out.println("# " + Printable.of(line));
    }

    private static String json(Skeleton skeleton) {
        Signature s = skeleton.signature();
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (Parameter p : s.parameters()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", p.name());
            fields.put("kind", p.kind().name());
            fields.put("type", p.type() == null ? null : p.type().spelling());
            fields.put("role", p.role() == null ? null : p.role().name());
            fields.put("bytes", p.bytes());
            fields.put("evident", p.evident());
            parameters.add(fields);
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("file", skeleton.file());
        fields.put("entry", s.entry());
        fields.put("prototype", skeleton.prototype());
        fields.put("parameters", parameters);
        fields.put("maxntid", s.maxThreads());
        fields.put("reqntid", s.requiredThreads());
        fields.put("staticShared", s.staticShared());
        fields.put("dynamicShared", s.dynamicShared());
        fields.put("arguments", skeleton.arguments("N"));
        return ConfigValueFactory.fromMap(fields).render(ConfigRenderOptions.concise());
    }
}
