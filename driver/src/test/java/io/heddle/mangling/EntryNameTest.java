package io.heddle.mangling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class EntryNameTest {
    @ParameterizedTest
    @CsvFileSource(resources = "names.txt", delimiter = '|', numLinesToSkip = 3)
    void namesOfNvccReadAsCxxfiltPrintsThem(String mangled, String expected) {
        assertEquals(expected, EntryName.demangled(mangled), mangled);
    }

    @ParameterizedTest
    @CsvFileSource(resources = "parts.txt", delimiter = '|', numLinesToSkip = 3)
    void whatCannotBeReadIsLeftOut(String mangled, String name, String instance, String signature) {
        assertEquals(Optional.of(new EntryName(name, instance, signature)), EntryName.of(mangled));
    }

    @Test
    void namesThatAreNotMangledAreTheirOwn() {
        for (String name :
                new String[] {
                    "softmax", "_Z", "_Zfoo", "_ZN", "_Z9short", "_Z0", "Z1f", "_ZNK1a1bEv"
                }) {
            assertEquals(name, EntryName.demangled(name));
            assertTrue(EntryName.of(name).isEmpty(), name);
        }
    }

    @Test
    void noNameTakesLong() {
        // each template argument refers twice to the one before: 2^30 characters
        StringBuilder doubled = new StringBuilder("_Z1fI1aIiE");
        for (int k = 0; k < 30; k++) {
            doubled.append("1bIS").append(k == 0 ? "0" : "1").append("_S0_E");
        }
        assertTrue(EntryName.demangled(doubled + "EvT_").length() < 20_000);
        assertTrue(EntryName.demangled("_Z1f" + "P".repeat(100_000) + "f").length() < 20_000);
        assertTrue(EntryName.demangled("_Z1f" + "1aI".repeat(100_000) + "f").length() < 20_000);
        assertTrue(EntryName.demangled("_Z1f" + "B1a".repeat(100_000)).length() < 1_000_000);
    }

    @Test
    void changedNamesAreReadOrLeftButNeverFail() {
        String[] names = {
            "_Z4gemmILi64ELi4E6__halfEvPKT1_S3_PS1_i",
            "_Z5packpIJifEEvPfDpPKT_",
            "_Z8overloadPVKiPFvfiE",
            "_ZN2ns5inner5scaleIfEEvPT_PKS2_S2_",
        };
        String letters = "_ZNIEPKSTLiJDpAF0123456789zvR";
        Random random = new Random(15);
        for (int k = 0; k < 20_000; k++) {
            StringBuilder name = new StringBuilder(names[k % names.length]);
            for (int change = 0; change <= k % 4; change++) {
                char letter = letters.charAt(random.nextInt(letters.length()));
                name.setCharAt(2 + random.nextInt(name.length() - 2), letter);
            }
            String demangled = EntryName.demangled(name.toString());
            assertTrue(!demangled.isEmpty() && demangled.length() < 20_000, name.toString());
        }
    }
}
