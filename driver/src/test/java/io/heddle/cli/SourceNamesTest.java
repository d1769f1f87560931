package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.check.KernelFiles;
import io.heddle.ptx.Function;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceNamesTest {
    @TempDir Path folder;

    /** The names of an entry of three parameters, with a source beside it. */
    private List<String> names(String entry, String sourceFile, String source) throws IOException {
        Path ptx = folder.resolve("k.ptx");
        Files.writeString(
                ptx,
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry "
                        + entry
                        + "(.param .u64 a, .param .u64 b, .param .u32 c)\n{\n.loc 1 2 0\nret;\n}\n"
                        + ".file 1 \"/far/away/origin.cu\"\n");
        if (sourceFile != null) {
            Files.writeString(folder.resolve(sourceFile), source);
        }
        KernelFiles files = new KernelFiles();
        Function f = files.module(ptx.toString()).entries().get(0);
        return SourceNames.of(ptx.toString(), f, files);
    }

    private static final String KERNEL =
            "extern \"C\" __global__ void k(const float* __restrict__ x, float *y, int n) { }";

    @Test
    void namesComeFromTheSourceBesideThePtx() throws IOException {
        assertEquals(List.of("x", "y", "n"), names("k", "k.cu", KERNEL));
    }

    @Test
    void theSourceIsTheOneThatLocNames() throws IOException {
        assertEquals(List.of("x", "y", "n"), names("k", "origin.cu", KERNEL));
    }

    @Test
    void withoutASourceThereAreNone() throws IOException {
        assertEquals(List.of(), names("k", null, null));
        assertEquals(List.of(), names("k", "other.cu", KERNEL));
    }

    @Test
    void aKernelOfOtherParametersOrNameIsNotTheOne() throws IOException {
        assertEquals(List.of(), names("k", "k.cu", KERNEL.replace("k(", "kk(")));
        assertEquals(List.of(), names("k", "k.cu", KERNEL.replace(", int n", "")));
        assertEquals(List.of(), names("k", "k.cu", KERNEL.replace("__global__ ", "")));
        assertEquals(List.of(), names("k", "k.cu", KERNEL.replace("*y", "*x")));
        assertEquals(List.of(), names("k", "k.cu", KERNEL.replace(") { }", "")));
    }

    @Test
    void anOverloadOfAsManyParametersIsTaken() throws IOException {
        String other = "__global__ void k(int one);\n";
        assertEquals(List.of("x", "y", "n"), names("k", "k.cu", other + KERNEL));
    }

    @Test
    void listsAreReadAsCHasThem() throws IOException {
        String source =
                "// __global__ void k(int p, int q, int r)\n"
                        + "template <typename T>\n"
                        + "__global__ __launch_bounds__(256, 2) void\n"
                        + "k(Pair<T, int> pairs /* of two, */, float (*rows)[4], int n[2])\n{}";
        assertEquals(List.of(), names("_Z1kIfEvi", "k.cu", source), "a pointer to an array");
        String simple = source.replace("float (*rows)[4]", "float rows[][4]");
        assertEquals(List.of("pairs", "rows", "n"), names("_Z1kIfEvi", "k.cu", simple));
        assertEquals(List.of("pairs", "rows", "n"), names("_ZN1kIfEvi", "k.cu", simple));
        assertEquals(
                List.of("pairs", "rows", "n"), names("_ZN3ops5inner1kEPfS0_i", "k.cu", simple));
    }
}
