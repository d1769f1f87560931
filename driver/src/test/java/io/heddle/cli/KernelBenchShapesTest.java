package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Indices of dataset kernels at the sizes of KernelBench's problems (its README's table). */
class KernelBenchShapesTest {
    private static final String FOLDER = "../datasets/kernelbench/";

    private static String inspect(String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("inspect", FOLDER + file));
        arguments.addAll(List.of(options));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        Heddle.run(print, print, arguments.toArray(new String[0]));
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String> verdicts(String text) {
        return text.lines()
                .filter(l -> l.matches("[A-Z_]+( .*)?"))
                .map(l -> l.replaceFirst(" .*", ""))
                .toList();
    }

    @Test
    void aMatrixOfTwoToThe31ElementsFitsAndOneRowMoreDoesNot() {
        String text =
                inspect(
                        "products.ptx",
                        "--entry=matvec",
                        "--grid=M",
                        "--block=8",
                        "--arg=in:A:f32[M,K]",
                        "--arg=in:B:f32[K]",
                        "--arg=out:C:f32[M]",
                        "--arg=M",
                        "--arg=K",
                        "--at-shape=M=2048,K=1048576",
                        "--at-shape=M=2049,K=1048576");
        assertEquals(List.of("NO_DEFECT", "OUT_OF_BOUNDS"), verdicts(text), text);
        assertTrue(text.contains("in thread (0,0,0) of block (2048,0,0)"), text);
    }

    @Test
    void poolingOfTwoToThe32ElementsLeaves32Bits() {
        String text =
                inspect(
                        "pool.ptx",
                        "--entry=avgpool_045",
                        "--grid=(N*C*(H/11)*(W/11)+255)/256",
                        "--block=256",
                        "--arg=in:x:f32[N,C,H,W]",
                        "--arg=out:y:f32[N,C,H/11,W/11]",
                        "--arg=N",
                        "--arg=C",
                        "--arg=H",
                        "--arg=W",
                        "--at-shape=N=16,C=64,H=2048,W=2048",
                        "--at-shape=N=8,C=64,H=2048,W=2048");
        assertEquals(List.of("OUT_OF_BOUNDS", "NO_DEFECT"), verdicts(text), text);
        assertTrue(text.contains("pool.cu:143"), text);
    }
}
