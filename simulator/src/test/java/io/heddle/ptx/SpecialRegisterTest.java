package io.heddle.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecialRegisterTest {
    @Test
    void everyOneIsFoundByItsName() {
        for (SpecialRegister register : SpecialRegister.values()) {
            boolean numbered = Set.of("%envreg", "%pm", "%pm_64").contains(register.spelling());
            Optional<SpecialRegister> found = SpecialRegister.of(register.spelling());
            assertEquals(numbered ? Optional.empty() : Optional.of(register), found);
        }
    }

    @Test
    void onlyVectorsHaveComponents() {
        for (SpecialRegister register : SpecialRegister.values()) {
            Optional<SpecialRegister> component = SpecialRegister.of(register.spelling() + ".w");
            assertEquals(Optional.of(register).filter(SpecialRegister::isVector), component);
        }
    }

    @Test
    void numbersEndWhereTheManualEndsThem() {
        assertEquals(Optional.of(SpecialRegister.ENVREG), SpecialRegister.of("%envreg31"));
        assertEquals(Optional.of(SpecialRegister.PM), SpecialRegister.of("%pm7"));
        assertEquals(Optional.of(SpecialRegister.PM_64), SpecialRegister.of("%pm7_64"));
    }

    @Test
    void otherNamesAreNone() {
        for (String name :
                List.of(
                        "",
                        "tid",
                        "%tid.",
                        "%tid.v",
                        "%tid.xy",
                        "%laneid.x",
                        "%envreg32",
                        "%envreg-1",
                        "%pm8",
                        "%pm8_64",
                        "%clock32")) {
            assertTrue(SpecialRegister.of(name).isEmpty(), name);
        }
    }

    @Test
    void aClockMayChangeBetweenReadsAndAThreadIdMayNot() {
        assertTrue(SpecialRegister.CLOCK64.isVolatile());
        assertFalse(SpecialRegister.TID.isVolatile());
    }
}
