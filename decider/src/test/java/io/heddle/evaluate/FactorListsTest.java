package io.heddle.evaluate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FactorListsTest {
    private final FactorLists lists = new FactorLists();

    private int list(int... powers) {
        int list = FactorLists.EMPTY;
        for (int i = 0; i < powers.length; i += 2) {
            list = lists.times(list, powers[i], powers[i + 1]);
        }
        return list;
    }

    @Test
    void equalProductsHaveOneNumber() {
        assertEquals(list(3, 1, 5, -2), list(5, -1, 3, 1, 5, -1));
        assertArrayEquals(new int[] {3, 1, 5, -2}, lists.get(list(5, -2, 3, 1)));
        assertEquals(list(7, 2), lists.times(list(7, 1), list(7, 1)));
    }

    @Test
    void whatCancelsIsTheEmptyProduct() {
        assertEquals(FactorLists.EMPTY, lists.times(list(3, 1, 4, 1), list(4, -1, 3, -1)));
        assertEquals(list(4, 1), lists.times(list(3, 1, 4, 1), 3, -1));
    }

    @Test
    void aLongProductHasNoNumber() {
        int eight = list(1, 1, 2, 1, 3, 1, 4, 1, 5, 1, 6, 1, 7, 1, 8, 1);
        assertArrayEquals(new int[] {8, 1}, last(lists.get(eight)));
        assertEquals(FactorLists.NONE, lists.times(eight, 9, 1));
        assertEquals(FactorLists.NONE, lists.times(FactorLists.NONE, list(1, 1)));
    }

    private static int[] last(int[] list) {
        return new int[] {list[list.length - 2], list[list.length - 1]};
    }
}
