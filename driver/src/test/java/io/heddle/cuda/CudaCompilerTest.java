package io.heddle.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * With a script in the place of nvcc, whose source is PTX: it preprocesses a file to itself and all
 * headers beside it, and compiles it to itself. Only the last test needs nvcc.
 */
class CudaCompilerTest {
    /** Run by {@code sh}; {@code $LOG} has one line for each time that it compiles. */
    private static final String SCRIPT =
            """
#!/bin/sh
here=$(dirname "$0")
case $1 in
  --version) cat "$here/version"; exit;;
  -E) for source; do :; done
      cat "$source" "$(dirname "$source")"/*.h 2>/dev/null; exit 0;;
esac
echo "$@" >>"$here/log"
while [ "$#" -gt 3 ]; do shift; done
if grep -q mistake "$1"; then
    echo "$1(1): error: a mistake" >&2
    echo '1 error detected' >&2
    exit 2
fi
case $1 in /*) name=$1;; *) name=$PWD/$1;; esac
grep -q nothing "$1" || { echo ".file 1 \\"$name\\""; echo ".file 2 \\"/x/y.h\\""; cat "$1"; } >"$3"
""";

    @TempDir Path folder;
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void writeTheScript() throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        Path script = Files.writeString(bin.resolve("nvcc"), SCRIPT);
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(bin.resolve("version"), "one");
        Files.writeString(folder.resolve("a.cu"), "// kernel\n");
        environment.put("PATH", folder.resolve("none") + ":" + bin);
        environment.put("HEDDLE_CACHE", folder.resolve("cache").toString());
        environment.put("HOME", folder.resolve("home").toString());
    }

    private Path ptx(String... flags) {
        return ptx(folder.resolve("a.cu"), flags);
    }

    private Path ptx(Path source, String... flags) {
        return Path.of(new CudaCompiler(environment).ptx(source.toString(), List.of(flags)));
    }

    private InputException error(Path source, String... flags) {
        return assertThrows(InputException.class, () -> ptx(source, flags));
    }

    /** The arguments of each compilation. */
    private List<String> log() throws IOException {
        Path log = folder.resolve("bin/log");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    @Test
    void thePtxLiesInTheCacheBesideTheSource() throws IOException {
        Path ptx = ptx();
        assertEquals(folder.resolve("cache/ptx"), ptx.getParent().getParent());
        assertTrue(Files.readString(ptx).endsWith("// kernel\n"));
        try (Stream<Path> files = Files.list(ptx.getParent())) {
            assertEquals(
                    List.of("a.cu", "a.ptx"),
                    files.map(f -> f.getFileName().toString()).sorted().toList());
        }
        assertEquals(1, log().size());
        assertTrue(log().get(0).startsWith("-ptx -lineinfo -arch=sm_80 " + folder + "/a.cu -o "));
    }

    @Test
    void theSameIsCompiledOnce() throws IOException {
        assertEquals(ptx("-O3", "-DN=4"), ptx("-O3 -DN=4"));
        assertEquals(1, log().size());
    }

    @Test
    void whatIsLostIsCompiledAgain() throws IOException {
        Files.delete(ptx());
        assertTrue(Files.exists(ptx()));
        assertEquals(2, log().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "header", "flags", "version", "append", "prepend", "name"})
    void whatThePtxDependsOnMakesAnother(String change) throws IOException {
        final Path before = ptx();
        Path source = folder.resolve("a.cu");
        String[] flags = {};
        switch (change) {
            case "source" -> Files.writeString(source, "// another\n");
            case "header" -> Files.writeString(folder.resolve("a.h"), "// header\n");
            case "flags" -> flags = new String[] {"-O0"};
            case "version" -> Files.writeString(folder.resolve("bin/version"), "two");
            case "append" -> environment.put("NVCC_APPEND_FLAGS", "-O0");
            case "prepend" -> environment.put("NVCC_PREPEND_FLAGS", "-O0");
            default -> source = Files.copy(source, folder.resolve("b.cu"));
        }
        assertNotEquals(before.getParent(), ptx(source, flags).getParent());
        assertEquals(2, log().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-arch=native", "-arch native", "--options-file=f", "-optf f"})
    void flagsWhoseMeaningIsElsewhereAreCompiledEachTime(String flags) throws IOException {
        assertEquals(ptx(flags), ptx(flags));
        assertEquals(2, log().size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-arch=sm_90a",
                "-arch sm_90",
                "--gpu-architecture=sm_90",
                "-gencode arch=compute_90,code=compute_90",
                "--generate-code=arch=compute_90,code=compute_90"
            })
    void anArchitectureOfTheUsersReplacesOurs(String flags) throws IOException {
        ptx(flags);
        assertTrue(log().get(0).startsWith("-ptx -lineinfo " + flags + " "), log().get(0));
    }

    @Test
    void thePtxNamesTheSourceAsTheUserDoes() throws IOException {
        Path relative = Path.of("").toAbsolutePath().relativize(folder).resolve("a.cu");
        assertEquals(
                ".file 1 \"" + relative + "\"\n.file 2 \"/x/y.h\"\n// kernel\n",
                Files.readString(ptx(relative)));
        assertEquals(
                ".file 1 \"" + folder + "/a.cu\"\n.file 2 \"/x/y.h\"\n// kernel\n",
                Files.readString(ptx()));
    }

    @Test
    void errorsOfNvccAreShown() throws IOException {
        Path source = Files.writeString(folder.resolve("bad.cu"), "mistake\n");
        InputException e = error(source);
        assertEquals(source + ": nvcc ends with exit status 2", e.getMessage());
        assertEquals(List.of(source + "(1): error: a mistake", "1 error detected"), e.further());
        assertEquals(e.getMessage(), error(source).getMessage()); // and nothing is kept
    }

    @Test
    void noPtxIsAnError() throws IOException {
        Path source = Files.writeString(folder.resolve("empty.cu"), "nothing\n");
        assertEquals(
                source + ": nvcc wrote no PTX with the flags -arch=sm_80 -x",
                error(source, "-x").getMessage());
    }

    @Test
    void withoutNvccOneLineSaysHowToCompile() {
        environment.put("PATH", folder.toString());
        assertEquals(
                folder
                        + "/a.cu: there is no nvcc on the PATH; compile it where there is one: nvcc"
                        + " -ptx -lineinfo -arch=sm_80 "
                        + folder
                        + "/a.cu -o a.ptx",
                error(folder.resolve("a.cu")).getMessage());
        environment.remove("PATH");
        assertTrue(error(folder.resolve("a.cu")).getMessage().contains("no nvcc on the PATH"));
    }

    @Test
    void sourcesThatAreNotThereAndCachesThatCannotBeWrittenAreErrors() throws IOException {
        Path none = folder.resolve("none.cu");
        assertEquals(none + ": no such file", error(none).getMessage());
        environment.put("HEDDLE_CACHE", folder.resolve("a.cu").toString());
        String message = error(folder.resolve("a.cu")).getMessage();
        assertTrue(message.contains(": cannot be written: "), message);
        assertTrue(message.endsWith("; HEDDLE_CACHE names another folder"), message);
    }

    @Test
    void theCacheIsThatOfTheUser() {
        environment.put("HEDDLE_CACHE", "");
        assertTrue(ptx().startsWith(folder.resolve("home/.cache/heddle/ptx")));
        environment.put("XDG_CACHE_HOME", folder.resolve("xdg").toString());
        assertTrue(ptx().startsWith(folder.resolve("xdg/heddle/ptx")));
        environment.put("XDG_CACHE_HOME", "relative"); // the specification: to be ignored
        assertTrue(ptx().startsWith(folder.resolve("home/.cache/heddle/ptx")));
    }

    @Test
    void aProcessTakesCudaWhereItTakesPtx() throws IOException, InterruptedException {
        String kernel = Files.readString(Path.of("../datasets/quickstart/softmax.ptx"));
        Files.writeString(folder.resolve("a.cu"), kernel);
        String[] launch =
                "--shared 16 --block 4 --arg in:x:f32[4] --arg out:y:f32[4] --arg 4".split(" ");
        List<String> check = new ArrayList<>(List.of("check", "a.cu", "a.cu", "--entry=softmax"));
        check.add("--cand-entry=online_softmax_w");
        check.addAll(List.of(launch));
        Process process = heddle(check);
        String out = text(process);
        assertEquals(1, process.waitFor(), out);
        assertTrue(out.startsWith("NOT_EQUIVALENT   expected EQUIVALENT"), out);
        assertTrue(out.contains(" online_softmax_without_rescale of a.cu,"), out);
        List<String> inspect = new ArrayList<>(List.of("inspect", "a.cu", "--entry=softmax"));
        inspect.addAll(List.of(launch));
        Process second = heddle(inspect);
        assertEquals(0, second.waitFor(), text(second));
        assertEquals(1, log().size()); // once for both commands
    }

    private Process heddle(List<String> arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx1g",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.heddle.cli.Heddle"));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().put("HEDDLE_CACHE", folder.resolve("cache").toString());
        builder.environment()
                .put(
                        "PATH",
                        folder.resolve("bin") + ":" + System.getenv().getOrDefault("PATH", ""));
        return builder.start();
    }

    private static String text(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void nvccItselfCompilesACudaFile() throws IOException {
        String path = System.getenv().getOrDefault("PATH", "");
        assumeTrue(Nvcc.on(path).isPresent(), "no nvcc on the PATH");
        environment.put("PATH", path);
        Files.writeString(folder.resolve("w.h"), "#define W 2\n");
        Path source =
                Files.writeString(
                        folder.resolve("k.cu"),
                        "#include \"w.h\"\n"
                                + "template <int N> __global__ void k(float *x) { x[0] = N * W; }\n"
                                + "template __global__ void k<M>(float *);\n");
        Path ptx = ptx(source, "-DM=4");
        PtxModule module = PtxParser.parse(ptx.toString(), Files.readString(ptx));
        assertEquals(
                List.of("_Z1kILi4EEvPf"), module.entries().stream().map(Function::name).toList());
        assertEquals(
                source + ":2",
                module.entries().get(0).body().stream()
                        .filter(i -> i.source() != null)
                        .map(i -> i.source().toString())
                        .findFirst()
                        .orElseThrow());
        assertEquals(ptx, ptx(source, "-DM=4"));
        Files.writeString(folder.resolve("w.h"), "#define W 3\n");
        assertNotEquals(ptx, ptx(source, "-DM=4"));
    }
}
