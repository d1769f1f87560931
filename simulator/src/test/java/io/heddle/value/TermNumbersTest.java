package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TermNumbersTest {
    @Test
    void itHoldsWhatAMapHolds() {
        TermNumbers numbers = new TermNumbers();
        Map<Integer, Integer> map = new HashMap<>();
        Random random = new Random(1);
        for (int i = 0; i < 5000; i++) {
            int t = 1 + random.nextInt(2000);
            numbers.put(t, i);
            map.put(t, i);
        }
        for (int t = 1; t <= 2000; t++) {
            assertEquals(map.containsKey(t), numbers.contains(t));
            assertEquals(map.getOrDefault(t, 0), numbers.get(t));
        }
        Set<Integer> terms = new HashSet<>();
        numbers.forEachTerm(terms::add);
        assertEquals(map.keySet(), terms);
    }

    @Test
    void aNumberOfZeroIsANumber() {
        TermNumbers numbers = new TermNumbers();
        assertTrue(numbers.isEmpty());
        numbers.put(5, 0);
        assertTrue(numbers.contains(5));
        assertFalse(numbers.isEmpty());
    }
}
