package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class InputDomainTest {
    /** The numbers next to the ends of f64 are infinite as doubles. */
    @ParameterizedTest
    @EnumSource(ElementType.class)
    void everyElementTypeHasADomain(ElementType type) {
        assertDoesNotThrow(() -> new InputDomain(new Symbol("x", type, List.of(1))));
    }
}
