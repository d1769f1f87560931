package io.heddle.idiom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A template compares all that it replaces: code that differs from a probe in one place is not
 * recognised. A sample of the changes is tried; {@code -Dmutants=all} tries all of them.
 */
class TemplateMutantsIT {
    private static final boolean ALL = "all".equals(System.getProperty("mutants"));
    private static final int SAMPLE = 8;

    static Stream<String> probes() {
        return Library.files().stream();
    }

    @ParameterizedTest
    @MethodSource("probes")
    void noMutantIsRecognised(String file) {
        PtxModule module = Library.probe(file);
        Function probe = Library.function(module);
        List<String> names = LifterTest.functions(Lifter.lift(probe, module));
        boolean two = file.startsWith("sincos") || file.startsWith("h2");
        assertEquals(two ? 2 : 1, names.size(), file);
        List<Mutants.Mutant> mutants = Mutants.of(module, probe);
        assertTrue(mutants.size() > 3, file); // all are tried of a short probe
        Set<String> survivors = new TreeSet<>();
        Random random = new Random(file.hashCode());
        for (Mutants.Mutant m : mutants) {
            if (ALL || random.nextInt(mutants.size()) < SAMPLE) {
                Function lifted = Lifter.lift(m.function(), m.module());
                if (!isOfSigns(file, m.what())
                        && LifterTest.functions(lifted).equals(names)
                        && lifted.body().size() <= LifterTest.MOST_LEFT) {
                    survivors.add(m.what());
                }
            }
        }
        assertEquals(Set.of(), survivors, file);
    }

    /**
     * True of the mutant that takes away the mask of a number without a sign ({@code 1 - 2^x} of a
     * negative x): what is left is the code that another compiler writes for the same function,
     * {@code erff.signs.ptx} beside {@code erff.masks.ptx}, which is a template, too.
     */
    private static boolean isOfSigns(String file, String mutant) {
        return file.startsWith("erff.")
                && file.endsWith("masks.ptx")
                && mutant.contains("and.b32")
                && mutant.contains(", 2147483647 -> mov.b32");
    }
}
