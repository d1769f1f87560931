package io.heddle.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong is said in one line, with its place. Each case is a line of {@code errors.txt}. */
class FormulaErrorTest {
    static List<String> errors() throws IOException {
        try (InputStream in = FormulaErrorTest.class.getResourceAsStream("errors.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** The tensors, the formula, the message. */
    @ParameterizedTest
    @MethodSource("errors")
    void anErrorSaysWhereAndWhatIsWrong(String line) {
        String[] parts = line.split(" ?\\| ", 3);
        assertEquals(parts[2], Formulas.of(parts[1], parts[0]).error());
    }

    @Test
    void anErrorHasItsPlaceAndItsComplaint() {
        String message = Formulas.of("\n  y = z", "").error();
        assertEquals("f.py:2:7: z is not defined", message);
    }
}
