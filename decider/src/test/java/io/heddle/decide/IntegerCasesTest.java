package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.ElementType;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Integers of few bits: what is proved of their floors and wraps holds at every one of them. */
class IntegerCasesTest {
    private static final int RANDOM_PAIRS = 1500;

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private int integer(String name, long low, long high) {
        return store.element(
                store.declare(
                        new Symbol(
                                name,
                                ElementType.S32,
                                List.of(),
                                Rational.of(low),
                                Rational.of(high))),
                0);
    }

    private int number(long n) {
        return store.integer(n);
    }

    private int times(long n, int t) {
        return store.mul(number(n), t);
    }

    private int floor(int t, long d) {
        return store.floor(store.mul(t, store.rational(Rational.of(1, d))));
    }

    /** t modulo 2^width, read as unsigned. */
    private int wrap(int t, int width) {
        return store.sub(t, times(1L << width, floor(t, 1L << width)));
    }

    /** t modulo 2^width, read as signed. */
    private int signed(int t, int width) {
        int half = number(1L << width - 1);
        return store.sub(wrap(store.add(t, half), width), half);
    }

    private int truncated(int t, int d) {
        return store.trunc(store.mul(t, store.rational(Rational.of(1, d))));
    }

    private void equal(int s, int t) {
        assertTrue(terms.proves(s, t), () -> show(s, t) + ": " + terms.decide(s, t));
    }

    private void unequal(int s, int t) {
        assertFalse(terms.proves(s, t), () -> show(s, t));
    }

    private String show(int s, int t) {
        return store.show(s, 200) + " = " + store.show(t, 200);
    }

    @Test
    void quotientTimesDivisorPlusRemainderIsTheDividend() {
        for (int d : new int[] {2, 3, 5, 7, 8, 100}) {
            int x = integer("x" + d, -128, 127);
            int q = truncated(x, d);
            int r = store.sub(x, times(d, q));
            equal(signed(store.add(times(d, signed(q, 8)), signed(r, 8)), 8), x);
            unequal(signed(store.add(times(d, signed(q, 8)), signed(r, 1)), 8), x);
            unequal(signed(store.add(times(d + 1L, q), r), 8), x);
        }
    }

    @Test
    void divisionIsAShiftOfWhatIsCorrectedBySigns() {
        int x = integer("x", -128, 127);
        for (int k = 1; k < 7; k++) {
            int sign = wrap(floor(x, 128), 8);
            int correction = floor(sign, 1L << 8 - k);
            equal(truncated(x, 1 << k), floor(signed(store.add(x, correction), 8), 1L << k));
            unequal(truncated(x, 1 << k), floor(x, 1L << k));
        }
    }

    @Test
    void absoluteValuesWrapAtTheLowestNumber() {
        int x = integer("x", -128, 127);
        int absolute = signed(store.abs(x), 8);
        equal(absolute, store.max(x, signed(store.neg(x), 8)));
        equal(absolute, signed(store.mul(x, store.add(number(1), times(2, floor(x, 128)))), 8));
        unequal(absolute, store.abs(x));
        unequal(absolute, store.max(x, store.neg(x)));
    }

    @Test
    void carriesAreComparisons() {
        int x = integer("x", 0, 255);
        int y = integer("y", 0, 255);
        int sum = wrap(store.add(x, y), 8);
        int carry = floor(store.add(x, y), 256);
        int compared = store.ite(store.lt(sum, x), number(1), number(0));
        equal(carry, compared);
        equal(carry, store.ite(store.lt(sum, y), number(1), number(0)));
        equal(carry, store.ite(store.lt(number(255), store.add(x, y)), number(1), number(0)));
        unequal(carry, store.ite(store.le(sum, x), number(1), number(0)));
        unequal(carry, store.ite(store.lt(number(254), store.add(x, y)), number(1), number(0)));
    }

    @Test
    void signsOfBytesAreBits() {
        int x = integer("x", 0, 255);
        int bit = floor(x, 128);
        int byComparison = store.ite(store.lt(number(127), x), store.sub(x, number(256)), x);
        equal(signed(x, 8), byComparison);
        equal(store.sub(x, times(256, bit)), byComparison);
        unequal(signed(x, 8), store.ite(store.lt(number(126), x), store.sub(x, number(256)), x));
    }

    @Test
    void floorsOfMultiplesLeaveWholeParts() {
        int x = integer("x", -128, 127);
        equal(floor(times(3, x), 2), store.add(x, floor(x, 2)));
        equal(floor(times(-1, x), 7), store.neg(floor(store.add(x, number(6)), 7)));
        equal(floor(store.add(x, number(1)), 2), store.sub(x, floor(x, 2)));
        unequal(floor(times(-1, x), 7), store.neg(floor(store.add(x, number(5)), 7)));
        unequal(floor(times(3, x), 2), store.add(x, floor(store.add(x, number(1)), 2)));
    }

    @Test
    void reallyWhatIsProvedHoldsEverywhere() {
        int proved = 0;
        for (int seed = 0; seed < RANDOM_PAIRS; seed++) {
            Generator g = new Generator(new Random(seed));
            int s = g.term(3);
            int t = seed % 3 == 0 ? g.respelled(s, 4) : g.term(3);
            if (s == t || !g.terms.proves(s, t)) {
                continue;
            }
            proved++;
            for (int x = Generator.LOW; x <= Generator.HIGH; x++) {
                for (int y = 0; y <= Generator.HIGH_Y; y++) {
                    int p = x;
                    int q = y;
                    assertEquals(
                            g.value(s, x, y),
                            g.value(t, x, y),
                            () ->
                                    g.terms.store.show(s, 200)
                                            + " = "
                                            + g.terms.store.show(t, 200)
                                            + " at "
                                            + p
                                            + ", "
                                            + q);
                }
            }
        }
        assertTrue(proved > RANDOM_PAIRS / 20, "only " + proved + " pairs are proved at all");
    }

    /** Random integer terms of one signed and one unsigned number of few bits. */
    private static final class Generator {
        static final int LOW = -8;
        static final int HIGH = 7;
        static final int HIGH_Y = 15;

        final Terms terms = new Terms();
        private final TermStore store = terms.store;
        private final Random random;
        private final int x = input("x", LOW, HIGH);
        private final int y = input("y", 0, HIGH_Y);

        Generator(Random random) {
            this.random = random;
        }

        private int input(String name, long low, long high) {
            Rational least = Rational.of(low);
            Symbol symbol = new Symbol(name, ElementType.S32, List.of(), least, Rational.of(high));
            return store.element(store.declare(symbol), 0);
        }

        int term(int depth) {
            if (depth == 0) {
                int leaf = random.nextInt(3);
                return leaf == 0 ? x : leaf == 1 ? y : store.integer(random.nextInt(9) - 4L);
            }
            int a = term(random.nextInt(depth));
            int b = term(random.nextInt(depth));
            return switch (random.nextInt(8)) {
                case 0 -> store.add(a, b);
                case 1 -> store.sub(a, b);
                case 2 -> store.mul(store.integer(random.nextInt(7) - 3L), a);
                case 3 -> store.max(a, b);
                case 4, 5 -> floor(a, 2L + random.nextInt(7));
                case 6 -> wrapped(a);
                default -> store.ite(condition(a, b), a, term(random.nextInt(depth)));
            };
        }

        private int floor(int t, long d) {
            return store.floor(store.mul(t, store.rational(Rational.of(1, d))));
        }

        private int wrapped(int t) {
            return store.sub(t, store.mul(store.integer(16), floor(t, 16)));
        }

        private int condition(int a, int b) {
            int c = random.nextInt(3);
            return c == 0 ? store.lt(a, b) : c == 1 ? store.le(a, b) : store.eq(a, b);
        }

        /** The same number in another way, mostly. */
        int respelled(int t, int depth) {
            if (depth == 0) {
                return t;
            }
            int d = 2 + random.nextInt(6);
            int off = random.nextInt(8) == 0 ? 1 : 0; // or a neighbour of it
            int n = random.nextInt(2 * d) - d;
            return switch (random.nextInt(4)) {
                case 0 -> // d·⌊t/d⌋ + (t mod d)
                        store.add(
                                store.mul(store.integer(d), floor(t, d)),
                                store.sub(
                                        store.add(t, store.integer(off)),
                                        store.mul(store.integer(d), floor(t, d))));
                case 1 -> // ⌊(d·t + n)/d⌋
                        store.sub(
                                floor(
                                        store.add(store.mul(store.integer(d), t), store.integer(n)),
                                        d),
                                store.integer(Math.floorDiv(n, d) + off));
                case 2 -> // a choice between equals
                        store.ite(
                                store.lt(t, store.integer(n)),
                                respelled(t, depth - 1),
                                store.add(respelled(t, depth - 1), store.integer(off)));
                default -> // x is in [−8, 7]
                        store.add(
                                t,
                                store.add(
                                        floor(x, 8 + off),
                                        store.ite(
                                                store.lt(x, store.zero()),
                                                store.one(),
                                                store.zero())));
            };
        }

        Rational value(int t, long vx, long vy) {
            if (t == x || t == y) {
                return Rational.of(t == x ? vx : vy);
            }
            Op op = store.op(t);
            if (op == Op.RATIONAL) {
                return store.rationalValue(t);
            }
            if (op == Op.ITE) {
                return value(holds(store.a(t), vx, vy) ? store.b(t) : store.c(t), vx, vy);
            }
            int[] operands = store.operands(t);
            Rational a = value(operands[0], vx, vy);
            Rational b = operands.length > 1 ? value(operands[1], vx, vy) : null;
            return switch (op) {
                case ADD -> a.add(b);
                case SUB -> a.subtract(b);
                case MUL -> a.multiply(b);
                case NEG -> a.negate();
                case FMA -> a.multiply(b).add(value(operands[2], vx, vy));
                case MAX -> a.compareTo(b) >= 0 ? a : b;
                case MIN -> a.compareTo(b) <= 0 ? a : b;
                case ABS -> a.abs();
                case FLOOR -> Rational.of(a.floor());
                default -> throw new AssertionError(op);
            };
        }

        private boolean holds(int c, long vx, long vy) {
            return switch (store.op(c)) {
                case TRUE -> true;
                case FALSE -> false;
                case NOT -> !holds(store.a(c), vx, vy);
                case AND -> holds(store.a(c), vx, vy) && holds(store.b(c), vx, vy);
                case OR -> holds(store.a(c), vx, vy) || holds(store.b(c), vx, vy);
                case LT -> value(store.a(c), vx, vy).compareTo(value(store.b(c), vx, vy)) < 0;
                case LE -> value(store.a(c), vx, vy).compareTo(value(store.b(c), vx, vy)) <= 0;
                case EQ -> value(store.a(c), vx, vy).equals(value(store.b(c), vx, vy));
                default -> throw new AssertionError(store.op(c));
            };
        }
    }
}
