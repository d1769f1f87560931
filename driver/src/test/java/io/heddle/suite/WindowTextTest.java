package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTextTest {
    @Test
    void aWindowIsSpelledAsInSuites() {
        assertEquals(
                new Comparison(
                        "y",
                        List.of(new Comparison.Range(0, 64), new Comparison.Range(8, 16)),
                        Comparison.Elements.ALL),
                WindowText.parse("--window", "y=[[0,64],[8,16]]"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "y|1: expected NAME=[[LOW,HIGH],…]",
                "=[[0,1]]|1: expected NAME=[[LOW,HIGH],…]",
                "y=|3: expected [[LOW,HIGH],…], a range for each dimension",
                "y=[0,4]|4: expected [LOW,HIGH]",
                "y=[]|4: expected [LOW,HIGH]",
                "y=[[0,4]|4: expected [LOW,HIGH]",
                "y=[[0,4],]|10: expected [LOW,HIGH]",
                "y=[[0,4] [1,2]]|9: expected ',' or ']'",
                "y=[[-1,4]]|4: expected [LOW,HIGH]",
                "y=[[0,99999999999]]|4: expected [LOW,HIGH]",
            })
    void whatIsNoWindowIsNamedByItsColumn(String text, String message) {
        assertEquals(
                "--window " + text + ": column " + message,
                assertThrows(InputException.class, () -> WindowText.parse("--window", text))
                        .getMessage());
    }
}
