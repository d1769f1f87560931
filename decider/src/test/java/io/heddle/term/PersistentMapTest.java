package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PersistentMapTest {
    @Test
    void anExtensionLeavesTheMapAsItWas() {
        PersistentMap<String> one = PersistentMap.<String>empty().with(7, "seven");
        PersistentMap<String> two = one.with(7, "another").with(-7, "minus seven");
        assertEquals("seven", one.get(7));
        assertNull(one.get(-7));
        assertEquals("another", two.get(7));
        assertEquals("minus seven", two.get(-7));
        assertNull(two.get(0));
    }

    @Test
    void everyVersionHoldsWhatAHashMapWould() {
        SplittableRandom random = new SplittableRandom(1);
        List<PersistentMap<Integer>> versions = new ArrayList<>(List.of(PersistentMap.empty()));
        List<Map<Long, Integer>> expected = new ArrayList<>(List.of(new HashMap<>()));
        for (int k = 0; k < 300; k++) {
            int from = random.nextInt(versions.size());
            long key = random.nextInt(64) * (random.nextBoolean() ? 1L : 1L << 58);
            Map<Long, Integer> map = new HashMap<>(expected.get(from));
            map.put(key, k);
            expected.add(map);
            versions.add(versions.get(from).with(key, k));
        }
        for (int v = 0; v < versions.size(); v++) {
            for (long key = -1; key < 65; key++) {
                assertEquals(expected.get(v).get(key), versions.get(v).get(key));
                assertEquals(expected.get(v).get(key << 58), versions.get(v).get(key << 58));
            }
        }
    }
}
