package io.heddle.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Sectors, lines and bytes against sets of them. */
class SectorsTest {
    @Property(tries = 500)
    void eachPieceIsCountedOnce(
            @ForAll @Size(max = 40) int[] anyStarts, @ForAll @Size(40) int[] anyLengths) {
        int[] starts = Arrays.stream(anyStarts).map(n -> Math.floorMod(n, 1000)).toArray();
        int[] lengths = Arrays.stream(anyLengths).map(n -> Math.floorMod(n, 70)).toArray();
        Sectors sectors = new Sectors();
        sectors.add(12345, 6); // forgotten
        sectors.clear();
        Set<Integer> bytes = new TreeSet<>();
        Set<Integer> pieces = new TreeSet<>();
        Set<Integer> lines = new TreeSet<>();
        for (int k = 0; k < starts.length; k++) {
            sectors.add(starts[k], lengths[k]);
            for (int b = starts[k]; b < starts[k] + lengths[k]; b++) {
                bytes.add(b);
                pieces.add(b / 32);
                lines.add(b / 128);
            }
        }
        assertEquals(bytes.size(), sectors.bytes());
        assertEquals(pieces.size(), sectors.sectors());
        assertEquals(lines.size(), sectors.lines());
    }
}
