package io.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CudaOptionsTest {
    private static final String PTX = "/cache/ptx/0123/k.ptx";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "k(float*) of PTX | k(float*) of src/k.cu",
                "PTX: name one of its entries | src/k.cu: name one of its entries",
                "at PTX:12 (k.cu:3) | at k.ptx:12 (k.cu:3)",
                "try: heddle init PTX | try: heddle init src/k.cu",
                "/other/k.ptx:12 | /other/k.ptx:12"
            })
    void textsNameTheSourceAndLinesThePtx(String text, String named) {
        assertEquals(named, CudaOptions.named(text.replace("PTX", PTX), Map.of(PTX, "src/k.cu")));
    }
}
