package io.heddle.cli;

import io.heddle.cuda.CudaCompiler;
import io.heddle.suite.CudaSource;
import io.heddle.suite.InputException;
import java.util.ArrayList;
import java.util.List;
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
        }
        return compiled;
    }
}
