package io.heddle.suite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntryNamesTest {
    private static final String GEMM_128 = "_Z4gemmILi128ELi4EfEvPKT1_S2_PS0_i";
    private static final String GEMM_64 = "_Z4gemmILi64ELi4E6__halfEvPKT1_S3_PS1_i";
    private static final PtxModule MODULE =
            module(
                    "softmax",
                    "online_softmax",
                    GEMM_128,
                    GEMM_64,
                    "_ZN2ns5inner5plainEPfPKfi",
                    "_ZN2ns5plainEPf",
                    "_ZN5inner4onceEPf",
                    "_ZN40_GLOBAL__N__3f2f8472_8_names_cu_1b8f32834anonEPf",
                    "_Z8overloadPf",
                    "_Z8overloadPi",
                    "_Z4litsILb1ELj7ELln3ELc97ELl1099511627776ELm5ELin5EEvPf",
                    "_Z4tileI4TileILi2ELi3EEEvPfT_",
                    "_Z5applyIfZ4hostPfP6__halfP13__nv_bfloat16EUlfE_EvPT_T0_");

    private static PtxModule module(String... entries) {
        return PtxParser.parse(
                "k.ptx",
                Stream.of(entries)
                        .map(e -> ".visible .entry " + e + "() { ret; }\n")
                        .collect(
                                Collectors.joining(
                                        "",
                                        ".version 8.0\n.target sm_80\n.address_size 64\n",
                                        "")));
    }

    private static String find(String name) {
        return EntryNames.find(MODULE, name).name();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "softmax|softmax",
                GEMM_128 + "|" + GEMM_128,
                "gemm<128,4,float>|" + GEMM_128,
                "gemm<128, 4, float>|" + GEMM_128,
                "gemm<(int)128, (int)4, float>|" + GEMM_128,
                " gemm < 128 , 4 , float > |" + GEMM_128,
                "gemm<128,4>|" + GEMM_128,
                "gemm<64>|" + GEMM_64,
                "void gemm<64, 4, __half>(__half const*, __half const*, __half*, int)|" + GEMM_64,
                "gemm<128|" + GEMM_128,
                "64, 4, __half|" + GEMM_64,
                "inner::plain|_ZN2ns5inner5plainEPfPKfi",
                "ns::inner::plain|_ZN2ns5inner5plainEPfPKfi",
                "ns::plain|_ZN2ns5plainEPf",
                "plain(float*)|_ZN2ns5plainEPf",
                "once|_ZN5inner4onceEPf",
                "anon|_ZN40_GLOBAL__N__3f2f8472_8_names_cu_1b8f32834anonEPf",
                "(anonymous namespace)::anon|_ZN40_GLOBAL__N__3f2f8472_8_names_cu_1b8f32834anonEPf",
                "overload(int*)|_Z8overloadPi",
                "overload( int * )|_Z8overloadPi",
                "lits<true,7,-3,97,1099511627776,5,-5>|_Z4litsILb1ELj7ELln3ELc97ELl1099511627776ELm5ELin5EEvPf",
                "lits<1, 7u, -3l, 'a'|",
                "lits|_Z4litsILb1ELj7ELln3ELc97ELl1099511627776ELm5ELin5EEvPf",
                "tile<Tile<2,3>>|_Z4tileI4TileILi2ELi3EEEvPfT_",
                "tile<Tile<2, 3> >|_Z4tileI4TileILi2ELi3EEEvPfT_",
                "Tile<2, 3>|_Z4tileI4TileILi2ELi3EEEvPfT_",
                "apply|_Z5applyIfZ4hostPfP6__halfP13__nv_bfloat16EUlfE_EvPT_T0_",
                "online|online_softmax",
                "nope|",
                "gemm<12|" + GEMM_128,
                "gemm<12>|",
                "emm<128,4>|" + GEMM_128,
                "Plain|",
                "x::plain|",
                "::once|_ZN5inner4onceEPf",
            })
    void aNameMeansOneEntry(String typed, String entry) {
        if (entry == null) {
            assertThrows(InputException.class, () -> find(typed));
        } else {
            assertEquals(entry, find(typed));
        }
    }

    @Test
    void aNameThatSeveralFitIsAnErrorThatListsThem() {
        InputException e = assertThrows(InputException.class, () -> find("overload"));
        assertEquals(
                "k.ptx: entry overload may be any of overload(float*) [_Z8overloadPf],"
                        + " overload(int*) [_Z8overloadPi]",
                e.getMessage());
        for (String typed : new String[] {"plain", "gemm", "gemm<", "max", "float", "e"}) {
            String message = assertThrows(InputException.class, () -> find(typed)).getMessage();
            boolean blurred = message.startsWith("k.ptx: entry " + typed + " may be any of ");
            assertTrue(blurred || typed.equals("x"), message);
        }
    }

    @Test
    void anUnknownNameIsAnErrorThatListsAll() {
        String message = assertThrows(InputException.class, () -> find("nope")).getMessage();
        assertTrue(
                message.startsWith(
                        "k.ptx: no entry nope; has softmax, online_softmax, gemm<128, 4,"
                                + " float>(float const*, float const*, float*, int) ["
                                + GEMM_128
                                + "], "),
                message);
        assertTrue(
                message.endsWith(
                        ", apply [" + "_Z5applyIfZ4hostPfP6__halfP13__nv_bfloat16EUlfE_EvPT_T0_]"),
                message);
        assertThrows(InputException.class, () -> find(""));
        assertThrows(InputException.class, () -> find(" "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "softmax|softmax",
                GEMM_64 + "|gemm<64,4,__half>",
                "_ZN2ns5inner5plainEPfPKfi|ns::inner::plain",
                "_ZN2ns5plainEPf|ns::plain",
                "_ZN5inner4onceEPf|once",
                "_Z8overloadPi|overload(int*)",
            })
    void theShortestNameMeansTheEntry(String entry, String name) {
        assertEquals(name, EntryNames.shortest(MODULE, MODULE.function(entry)));
        for (Function each : MODULE.entries()) {
            assertEquals(each.name(), find(EntryNames.shortest(MODULE, each)));
        }
    }

    @Test
    void noNameMeansTheOnlyEntry() {
        assertEquals("_Z1kPf", EntryNames.find(module("_Z1kPf"), null).name());
        assertEquals(
                "k.ptx: name one of its entries: a, k(float*) [_Z1kPf]",
                assertThrows(
                                InputException.class,
                                () -> EntryNames.find(module("a", "_Z1kPf"), null))
                        .getMessage());
    }

    @Test
    void longListsAreCut() {
        String[] names =
                Stream.iterate(0, k -> k + 1)
                        .limit(50)
                        .map(k -> "k" + k + "_")
                        .toArray(String[]::new);
        String message =
                assertThrows(InputException.class, () -> EntryNames.find(module(names), "x"))
                        .getMessage();
        assertTrue(message.endsWith("k18_, k19_ and 30 more"), message);
    }
}
