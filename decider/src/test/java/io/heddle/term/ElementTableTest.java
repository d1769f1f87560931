package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ElementTableTest {
    @Test
    void anElementHasOneIdHoweverManyThereAre() {
        ElementTable table = new ElementTable();
        Map<List<Long>, Integer> expected = new HashMap<>();
        Random random = new Random(1);
        for (int id = 1; id < 100_000; id++) {
            int symbol = random.nextInt(3);
            long index = random.nextBoolean() ? random.nextInt(5_000) : random.nextLong() >>> 20;
            int place = table.place(symbol, index);
            int known = expected.getOrDefault(List.of((long) symbol, index), 0);
            assertEquals(known, table.get(place));
            if (known == 0) {
                table.set(place, id);
                expected.put(List.of((long) symbol, index), id);
            }
        }
        expected.forEach(
                (e, id) -> assertEquals(id, table.get(table.place(e.get(0).intValue(), e.get(1)))));
    }

    @Test
    void elementsOfAStoreAreTheSameTermAsBefore() {
        TermStore store = new TermStore();
        int a = store.declare(new Symbol("a", ElementType.F32, List.of(1 << 20)));
        int b = store.declare(new Symbol("b", ElementType.F32, List.of(1 << 20)));
        int[] ids = new int[1 << 12];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = store.element(a, 97L * i);
            assertNotEquals(ids[i], store.element(b, 97L * i));
            assertEquals(97 * i, store.b(ids[i]));
        }
        for (int i = 0; i < ids.length; i++) {
            assertEquals(ids[i], store.element(a, 97L * i));
        }
    }
}
