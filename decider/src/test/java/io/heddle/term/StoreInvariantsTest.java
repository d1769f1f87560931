package io.heddle.term;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class StoreInvariantsTest {
    private final TermStore s = new TermStore();
    private final int symbol = s.declare(new Symbol("x", ElementType.F32, List.of(8)));
    private final int x = s.element(symbol, 0);
    private final int y = s.element(symbol, 1);

    @Test
    void hold() {
        Random random = new Random(1);
        int[] pool = {x, y, s.one(), s.rational(Rational.of(1, 3)), s.negInf()};
        for (int i = 0; i < 100_000; i++) {
            int a = pool[random.nextInt(pool.length)];
            int b = pool[random.nextInt(pool.length)];
            int t =
                    switch (random.nextInt(9)) {
                        case 0 -> s.add(a, b);
                        case 1 -> s.mul(a, b);
                        case 2 -> s.max(a, b);
                        case 3 -> s.ite(s.lt(a, b), a, b);
                        case 4 -> s.div(a, b);
                        case 5 -> s.sqrt(a);
                        case 6 -> s.fma(a, b, a);
                        case 7 -> s.element(symbol, random.nextInt(8));
                        default -> s.floor(s.sub(a, b));
                    };
            pool[random.nextInt(pool.length)] = t;
        }
        assertEquals(Optional.empty(), StoreInvariants.violation(s));
    }

    @Test
    void holdWhereOneTermHasThousandsOfUsers() {
        int many = s.exp2(x);
        for (int i = 0; i < 5000; i++) {
            s.fma(
                    s.element(s.declare(new Symbol("v", ElementType.F32, List.of(5000))), i),
                    y,
                    many);
            s.add(many, s.integer(i + 2));
        }
        int size = s.size();
        assertEquals(Optional.empty(), StoreInvariants.violation(s));
        s.add(s.integer(4000), many);
        assertEquals(size, s.size());
    }

    @Test
    void anFmaIsFoundOnlyWhereItIs() {
        int[] a = {x, y, x, x};
        int[] b = {y, x, x, y};
        int[] c = {s.exp2(x), s.exp2(x), s.exp2(x), s.exp2(x)};
        int t = s.fma(x, y, c[0]);
        int other = s.fma(x, x, c[0]);
        int ahead = t - c[0];
        int[] found = {-1, -1, -1, -1, -1};
        s.findFma(a, b, c, 4, new int[] {ahead, ahead, ahead, Integer.MAX_VALUE}, found);
        assertArrayEquals(new int[] {t, t, 0, 0, -1}, found);
        s.findFma(a, b, c, 3, new int[] {other - c[0], s.size(), other - c[0]}, found);
        assertArrayEquals(new int[] {0, 0, other, 0, -1}, found);
    }

    @Test
    void aLaterOperandIsSeen() {
        int t = s.intern(Op.ADD, 0, x, s.size() + 1, 0);
        assertEquals(
                "term " + t + " (ADD) has the operand " + (t + 1),
                StoreInvariants.violation(s).orElseThrow());
    }

    @Test
    void aNumberAsAConditionIsSeen() {
        int t = s.intern(Op.NOT, 0, x, 0, 0);
        assertEquals(
                "term " + t + " (NOT) has ELEMENT as its operand 0",
                StoreInvariants.violation(s).orElseThrow());
    }

    @Test
    void aWrongFlagIsSeen() {
        int t = s.intern(Op.ADD, TermNodes.CLOSED, x, y, 0);
        assertEquals(
                "term " + t + " (ADD) is closed, an operand is not",
                StoreInvariants.violation(s).orElseThrow());
    }
}
