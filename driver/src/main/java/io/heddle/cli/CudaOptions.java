package io.heddle.cli;

import io.heddle.cuda.CudaCompiler;
import io.heddle.suite.CudaSource;
import io.heddle.suite.InputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** How CUDA source is compiled; a picocli mixin of the commands that take it. */
final class CudaOptions {
    @Option(
            names = "--nvcc-flags",
            paramLabel = "'FLAG…'",
            description = {
                "flags for nvcc, which compiles .cu files with -ptx -lineinfo and, unless",
                "    a flag says another, " + CudaSource.ARCHITECTURE
            })
    private List<String> flags = new ArrayList<>();

    /** The sources by what they are compiled to. */
    private final Map<String, String> sources = new LinkedHashMap<>();

    /**
     * The PTX files that stand for {@code files}: what nvcc makes of CUDA source, the others
     * themselves.
     *
     * @throws InputException if a source cannot be compiled, or flags are given and none is one
     */
    List<String> ptx(List<String> files) {
        if (!flags.isEmpty() && files.stream().noneMatch(CudaSource::is)) {
            throw new InputException("--nvcc-flags: no .cu file is given that nvcc compiles");
        }
        CudaCompiler compiler = new CudaCompiler(System.getenv());
        List<String> compiled = new ArrayList<>();
        for (int k = 0; k < files.size(); k++) {
            String file = files.get(k);
            int before = files.indexOf(file);
            compiled.add(
                    !CudaSource.is(file)
                            ? file
                            : before < k ? compiled.get(before) : compiler.ptx(file, flags));
            if (CudaSource.is(file)) {
                sources.put(compiled.get(k), file);
            }
        }
        return compiled;
    }

    /**
     * A text in which compiled files have the names that the user knows: those of the sources, and
     * where a line of the PTX is meant the name of the PTX without the folder of the cache.
     */
    String named(String text) {
        return named(text, sources);
    }

    static String named(String text, Map<String, String> sources) {
        String named = text;
        for (Map.Entry<String, String> e : sources.entrySet()) {
            String ptx = e.getKey();
            String base = ptx.substring(ptx.lastIndexOf('/') + 1);
            named =
                    named.replaceAll(
                            Pattern.quote(ptx) + "(?=:\\d)", Matcher.quoteReplacement(base));
            named = named.replace(ptx, e.getValue());
        }
        return named;
    }

    /** Runs a command, whose errors about input name files as {@link #named} does. */
    <R> R naming(Supplier<R> command) {
        try {
            return command.get();
        } catch (InputException e) {
            throw sources.isEmpty()
                    ? e
                    : new InputException(
                            named(e.getMessage()), e.further().stream().map(this::named).toList());
        }
    }
}
