package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random pairs of graphs that are alike but for their spelling, and now and then for a mistake,
 * decided with so few monomials that lemmas must help: what is proved has equal exact values.
 */
class LemmaPropertyTest {
    private static final int PAIRS = 400;
    private static final int INPUTS = 5;
    private static final int STEPS = 14;
    private static final int POINTS = 12;

    /** Spells the same operation in two ways, or with a mistake in two. */
    private static final class Pair {
        final Terms terms = new Terms();
        private final TermStore store = terms.store;
        private final Random random;
        private final List<Integer> left = new ArrayList<>();
        private final List<Integer> right = new ArrayList<>();

        Pair(long seed) {
            random = new Random(seed);
            for (int t : terms.vector("x", INPUTS)) {
                left.add(t);
                right.add(t);
            }
            for (int i = 0; i < STEPS; i++) {
                step();
            }
        }

        int reference() {
            return left.get(left.size() - 1);
        }

        int candidate() {
            return right.get(right.size() - 1);
        }

        private int late() {
            int n = left.size();
            return random.nextInt(3) == 0 ? random.nextInt(n) : n - 1 - random.nextInt(4);
        }

        private void step() {
            int i = late();
            int j = late();
            int k = late();
            int a = left.get(i);
            int b = left.get(j);
            int c = left.get(k);
            int p = right.get(i);
            int q = right.get(random.nextInt(120) == 0 ? k : j); // rarely the wrong one
            int r = right.get(k);
            switch (random.nextInt(8)) {
                case 0 -> put(store.add(store.add(a, b), c), store.add(p, store.add(r, q)));
                case 1 -> put(store.mul(a, store.add(b, c)), store.fma(p, q, store.mul(r, p)));
                case 2 ->
                        put(
                                store.mul(store.sub(a, b), store.sub(a, b)),
                                store.fma(
                                        p,
                                        store.sub(p, store.mul(store.integer(2), q)),
                                        store.mul(q, q)));
                case 3 -> put(store.div(store.mul(a, b), b), p);
                case 4 -> put(a, store.mul(store.div(p, q), q));
                case 5 -> put(store.max(a, store.max(b, c)), store.max(store.max(r, p), q));
                case 6 ->
                        put(
                                store.div(a, store.add(store.mul(b, b), store.one())),
                                store.mul(p, store.div(store.one(), store.fma(q, q, store.one()))));
                default ->
                        put(store.sub(store.abs(a), b), store.sub(store.max(p, store.neg(p)), q));
            }
        }

        private void put(int of, int other) {
            left.add(of);
            right.add(other);
        }

        /** The exact value of a term, or null where some quotient below has none. */
        Rational value(int root, Rational[] point) {
            Map<Integer, Rational> values = new HashMap<>();
            boolean[] undefined = new boolean[1];
            TermWalk.complete(
                    root,
                    values::containsKey,
                    store::operands,
                    t -> values.put(t, value(t, values, point, undefined)));
            return undefined[0] ? null : values.get(root);
        }

        private Rational value(
                int t, Map<Integer, Rational> values, Rational[] point, boolean[] undefined) {
            int[] operands = store.operands(t);
            Rational a = operands.length > 0 ? values.get(operands[0]) : null;
            Rational b = operands.length > 1 ? values.get(operands[1]) : null;
            return switch (store.op(t)) {
                case ELEMENT -> point[(int) store.elementIndex(t)];
                case RATIONAL -> store.rationalValue(t);
                case ADD -> a.add(b);
                case SUB -> a.subtract(b);
                case MUL -> a.multiply(b);
                case NEG -> a.negate();
                case ABS -> a.abs();
                case FMA -> a.multiply(b).add(values.get(operands[2]));
                case MAX -> a.compareTo(b) >= 0 ? a : b;
                case DIV -> {
                    undefined[0] |= b.isZero();
                    yield b.isZero() ? Rational.ZERO : a.divide(b);
                }
                default -> throw new AssertionError(store.op(t));
            };
        }
    }

    /** Lemmas that are assumed first and proved then are those that are proved one by one. */
    @Test
    void lemmasAreTheSameByOneThreadAndByThree() {
        DecideOptions few = DecideOptions.defaults().within(120);
        int lemmas = 0;
        for (int seed = 0; seed < PAIRS; seed++) {
            Pair pair = new Pair(seed);
            List<VerificationCondition> one =
                    List.of(new VerificationCondition("y", 0, pair.reference(), pair.candidate()));
            Lemmas expected =
                    new RangeDecider(pair.store, few, one)
                            .lemmas(Lemmas.asked(), Integer.MAX_VALUE);
            RangeDecider decider = new RangeDecider(pair.store, few, one);
            decider.proveLemmasBy(new WorkThreads(3, 1, Thread::new));
            assertEquals(expected, decider.lemmas(Lemmas.asked(), Integer.MAX_VALUE), "" + seed);
            lemmas += expected.size();
        }
        assertTrue(lemmas >= PAIRS, lemmas + " lemmas");
    }

    @Test
    void whatIsProvedHasEqualValues() {
        DecideOptions few = DecideOptions.defaults().within(120);
        int lemmas = 0;
        for (int seed = 0; seed < PAIRS; seed++) {
            Pair pair = new Pair(seed);
            Decision d = pair.terms.decide(pair.reference(), pair.candidate(), few);
            if (!(d instanceof Decision.Proved proved)) {
                continue;
            }
            lemmas += proved.method() == Decision.Method.LEMMA ? 1 : 0;
            Random random = new Random(~seed);
            for (int k = 0; k < POINTS; k++) {
                Rational[] point = new Rational[INPUTS];
                for (int i = 0; i < INPUTS; i++) {
                    point[i] = Rational.of(random.nextInt(13) - 6, 1 + random.nextInt(3));
                }
                Rational x = pair.value(pair.reference(), point);
                Rational y = pair.value(pair.candidate(), point);
                if (x != null && y != null) {
                    assertEquals(x, y, "seed " + seed + ", " + proved);
                }
            }
        }
        assertTrue(lemmas >= PAIRS / 20, lemmas + " pairs were proved by lemmas");
    }
}
