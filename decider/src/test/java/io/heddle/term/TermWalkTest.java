package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TermWalkTest {
    private final TermStore store = new TermStore();

    /** A chain of sums and products in which each term uses the one before twice. */
    private int chain(int length) {
        int t = store.integer(2);
        int x = store.exp2(store.rational(Rational.of(1, 3)));
        for (int i = 0; i < length; i++) {
            x = store.exp2(store.mul(x, store.add(x, t)));
        }
        return x;
    }

    @Test
    void eachTermIsGivenOnce() {
        int root = chain(300);
        TermWalk walk = new TermWalk(root, root);
        Set<Integer> given = new HashSet<>();
        for (int t = walk.next(); t != 0; t = walk.next()) {
            assertTrue(given.add(t));
            walk.open(store.operands(t));
        }
        assertEquals(given.size(), walk.count());
        assertTrue(given.contains(root));
        assertTrue(given.size() > 900);
        for (int t : given) {
            for (int operand : store.operands(t)) {
                assertTrue(given.contains(operand));
            }
        }
    }

    @Test
    void whatIsNotOpenedIsNotVisited() {
        int root = chain(3);
        TermWalk walk = new TermWalk(root);
        assertEquals(root, walk.next());
        assertEquals(0, walk.next());
    }

    @Test
    void theLastOneOpenedComesFirst() {
        TermWalk walk = new TermWalk();
        walk.open(7, 8);
        walk.open(9);
        assertEquals(List.of(9, 8, 7), List.of(walk.next(), walk.next(), walk.next()));
    }

    @Test
    void operandsAreCompletedFirst() {
        int root = chain(300);
        List<Integer> order = new ArrayList<>();
        Set<Integer> known = new HashSet<>();
        TermWalk.complete(
                root,
                known::contains,
                store::operands,
                t -> {
                    for (int operand : store.operands(t)) {
                        assertTrue(known.contains(operand));
                    }
                    assertTrue(known.add(t));
                    order.add(t);
                });
        assertEquals(root, order.get(order.size() - 1));
    }
}
