package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.FloatFormat;
import io.heddle.term.NamedConstant;
import io.heddle.term.TermSlice;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The conditions of one pair, decided by ranges. */
class RangeDeciderTest {
    private static final int N = ProjectedNorms.N;
    private static final DecideOptions SMALL = DecideOptions.defaults().within(30_000);

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    private static List<Class<?>> kinds(List<Decision> decisions) {
        List<Class<?>> kinds = new ArrayList<>();
        decisions.forEach(d -> kinds.add(d.getClass()));
        return kinds;
    }

    private List<Decision> same(int... outputs) {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int t : outputs) {
            conditions.add(new VerificationCondition("y", conditions.size(), t, t));
        }
        return new RangeDecider(store, SMALL, conditions).decide(0, outputs.length);
    }

    @Test
    void oneTermOnBothSidesIsProvedWithWhatItsDomainAsks() {
        int[] x = terms.vector("x", N);
        int sum = terms.sum(x);
        Decision plain = new Decision.Proved(Decision.Method.SAME, List.of());
        assertEquals(List.of(plain, plain), same(sum, x[0]));
        int infinite = store.ite(store.lt(x[0], x[1]), store.posInf(), sum);
        List<Decision> decisions = same(sum, store.undefined(store.newUndefinedSite()));
        assertEquals(plain, decisions.get(0));
        assertInstanceOf(Decision.Undecided.class, decisions.get(1));
        assertInstanceOf(Decision.Proved.class, same(infinite).get(0));
        Decision.Proved root =
                assertInstanceOf(Decision.Proved.class, same(sum, store.sqrt(sum)).get(1));
        assertEquals(1, root.assumptions().size());
        assertEquals(plain, same(sum).get(0)); // though another term has a domain now
    }

    @Test
    void rangesInSeveralThreadsDecideAsOneRangeDoes() throws Exception {
        List<VerificationCondition> conditions = ProjectedNorms.of(terms, 24);
        List<Decision> expected = new Decider(store, SMALL).decide(conditions);
        assertInstanceOf(Decision.Refuted.class, expected.get(23));
        assertInstanceOf(Decision.Proved.class, expected.get(0));
        RangeDecider decider = new RangeDecider(store, SMALL, conditions);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        List<Future<List<Decision>>> parts = new ArrayList<>();
        for (int from = 0; from < 24; from += 4) {
            int first = from;
            Callable<List<Decision>> part = () -> decider.decide(first, first + 4);
            parts.add(threads.submit(part));
        }
        List<Decision> decisions = new ArrayList<>();
        for (Future<List<Decision>> part : parts) {
            decisions.addAll(part.get());
        }
        threads.shutdown();
        assertEquals(kinds(expected), kinds(decisions));
    }

    @Test
    void lemmasOfOneProcessServeAnother() {
        List<VerificationCondition> conditions = ProjectedNorms.of(terms, 6);
        TermSlicer slicer = new TermSlicer(store);
        int[] roots = new int[12];
        for (int i = 0; i < 6; i++) {
            roots[2 * i] = conditions.get(i).reference();
            roots[2 * i + 1] = conditions.get(i).candidate();
            slicer.add(roots[2 * i]);
            slicer.add(roots[2 * i + 1]);
        }
        TermSlice slice = slicer.cut(roots);
        List<VerificationCondition> sent = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            sent.add(new VerificationCondition("y", i, slice.root(2 * i), slice.root(2 * i + 1)));
        }
        RangeDecider first = new RangeDecider(slice.toStore(), SMALL, sent);
        Lemmas lemmas = first.lemmas();
        assertTrue(lemmas.size() >= N, "sums of two orders: " + lemmas.size());
        RangeDecider second = new RangeDecider(slice.toStore(), SMALL, sent);
        second.use(lemmas);
        assertEquals(first.decide(0, 6), second.decide(0, 6));
        Decision.Proved proved =
                assertInstanceOf(Decision.Proved.class, second.decide(0, 6).get(0));
        assertEquals(Decision.Method.LEMMA, proved.method());
    }

    @Test
    void lemmasOfOtherTermsAreRefused() {
        List<VerificationCondition> conditions = ProjectedNorms.of(terms, 2);
        int wrong = conditions.get(1).candidate(); // not equal to its reference
        Lemmas lemmas =
                new Lemmas(
                        List.of(
                                new Lemmas.Of(
                                        false, List.of(wrong, conditions.get(1).reference()))));
        RangeDecider decider = new RangeDecider(store, SMALL, conditions);
        decider.use(lemmas);
        assertThrows(IllegalArgumentException.class, () -> decider.decide(0, 2));
    }

    /** y[i] = x[i] times a literal on one side, and times the number that it may stand for. */
    private List<VerificationCondition> products(int literal, int number, int other, int another) {
        int[] x = terms.vector("x", 2);
        return List.of(
                new VerificationCondition(
                        "y", 0, store.mul(x[0], literal), store.mul(x[0], number)),
                new VerificationCondition(
                        "y", 1, store.mul(x[1], other), store.mul(x[1], another)));
    }

    /** The first condition by itself, read as all are. */
    private Decision firstOf(List<VerificationCondition> conditions) {
        DecideOptions options = SMALL.with(RecoveryChoice.of(store, conditions, SMALL));
        Recoveries recoveries = Recoveries.of(store, conditions, options);
        return new RangeDecider(store, options, conditions.subList(0, 1), recoveries)
                .decide(0, 1)
                .get(0);
    }

    @Test
    void someConditionsReadLiteralsAsAllOfThePairDo() {
        int nearest = store.literal(FloatFormat.F32, 0x3FB8AA3B);
        int above = store.literal(FloatFormat.F32, 0x3FB8AA3C);
        int number = store.constant(NamedConstant.LOG2_E);
        List<VerificationCondition> conditions = products(above, number, nearest, number);
        List<Decision> all = new RangeDecider(store, SMALL, conditions).decide(0, 2);
        assertInstanceOf(Decision.Undecided.class, all.get(0)); // they differ by a rounding
        assertInstanceOf(Decision.Proved.class, all.get(1));
        RangeDecider alone = new RangeDecider(store, SMALL, conditions.subList(0, 1));
        assertInstanceOf(Decision.Proved.class, alone.decide(0, 1).get(0)); // as a pair of its own
        assertEquals(all.get(0), firstOf(conditions));
    }

    @Test
    void proofsOfSomeConditionsListTheLiteralsOfThePair() {
        List<VerificationCondition> conditions =
                products(
                        terms.float32(0.1f),
                        terms.number(1, 10),
                        terms.float32(1f / 3),
                        terms.number(1, 3));
        List<Decision> all = new RangeDecider(store, SMALL, conditions).decide(0, 2);
        Decision.Proved first = assertInstanceOf(Decision.Proved.class, firstOf(conditions));
        assertEquals(2, first.assumptions().size());
        assertEquals(all.get(0), first);
    }

    @Test
    void anInterruptEndsAnExpansion() throws InterruptedException {
        int[] x = terms.vector("x", 30);
        int[] y = terms.vector("y", 30);
        int up = store.one();
        int down = store.one();
        for (int i = 0; i < 30; i++) { // 2^30 monomials
            up = store.mul(up, store.add(x[i], y[i]));
            down = store.mul(down, store.sub(store.add(x[29 - i], y[29 - i]), terms.number(1, 3)));
        }
        down = store.add(down, store.sub(up, down));
        DecideOptions options = new DecideOptions(false, Long.MAX_VALUE, Long.MAX_VALUE, 4096, 1);
        RangeDecider decider =
                new RangeDecider(
                        store, options, List.of(new VerificationCondition("y", 0, up, down)));
        List<Decision> decisions = new ArrayList<>();
        Thread thread =
                new Thread(
                        () -> {
                            Thread.currentThread().interrupt();
                            decisions.addAll(decider.decide(0, 1));
                        });
        thread.start();
        thread.join();
        assertInstanceOf(Decision.Undecided.class, decisions.get(0));
    }
}
