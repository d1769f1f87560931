package io.heddle.ptx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SpecialRegisterTest {
    @Test
    void everyOneIsFoundByItsName() {
        for (SpecialRegister register : SpecialRegister.values()) {
            boolean numbered = Set.of("%envreg", "%pm", "%pm_64").contains(register.spelling());
            SpecialRegister found = SpecialRegister.of(register.spelling());
            assertEquals(numbered ? null : register, found);
        }
    }

    @Test
    void onlyVectorsHaveComponents() {
        for (SpecialRegister register : SpecialRegister.values()) {
            SpecialRegister component = SpecialRegister.of(register.spelling() + ".w");
            assertEquals(register.isVector() ? register : null, component);
        }
    }

    @Test
    void numbersEndWhereTheManualEndsThem() {
        assertEquals(SpecialRegister.ENVREG, SpecialRegister.of("%envreg31"));
        assertEquals(SpecialRegister.PM, SpecialRegister.of("%pm7"));
        assertEquals(SpecialRegister.PM_64, SpecialRegister.of("%pm7_64"));
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
            assertNull(SpecialRegister.of(name), name);
        }
    }

    @Test
    void aClockMayChangeBetweenReadsAndAThreadIdMayNot() {
        assertTrue(SpecialRegister.CLOCK64.isVolatile());
        assertFalse(SpecialRegister.TID.isVolatile());
    }
}
