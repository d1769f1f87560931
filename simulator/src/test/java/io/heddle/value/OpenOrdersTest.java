package io.heddle.value;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.value.OpenOrders.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenOrdersTest {
    private final TermStore store = new TermStore();
    private final int x = store.declare(new Symbol("x", ElementType.F32, List.of(4)));
    private final OpenOrders orders = new OpenOrders(store);
    private final Cell cell = new Cell("m", 0);
    private int sum = store.zero();

    private boolean add(int thread, int element) {
        int added = store.element(x, element);
        boolean open = orders.add(cell, thread, sum, added);
        sum = store.add(sum, added);
        return open;
    }

    @Test
    void theSumOfTwoNumbersIsOneInBothOrders() {
        assertFalse(add(0, 0));
        assertFalse(add(1, 1));
    }

    @Test
    void theOrderOfThreeIsOpen() {
        add(0, 0);
        add(1, 1);
        assertTrue(add(2, 2));
    }

    @Test
    void whatTheCellBeginsWithIsANumber() {
        sum = store.one();
        assertFalse(add(0, 0));
        assertTrue(add(1, 1));
    }

    @Test
    void oneThreadHasAnOrder() {
        add(0, 0);
        add(0, 1);
        assertFalse(add(0, 2));
    }

    @Test
    void zeroIsNoNumberOfASum() {
        add(0, 0);
        add(1, 1);
        assertFalse(orders.add(cell, 2, sum, store.zero()));
    }

    @Test
    void aConstantBeginsAnotherSum() {
        theOrderOfThreeIsOpen();
        int first = sum;
        assertFalse(orders.isSummedAgain(first, cell));
        sum = store.zero();
        assertFalse(add(0, 0));
        assertFalse(add(1, 1));
        assertTrue(add(2, 2));
        assertTrue(orders.isSummedAgain(first, cell));
    }
}
