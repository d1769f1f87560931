package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lemmas proved by several threads or tasks are those that one thread finds, in its order. */
class WorkThreadsTest {
    private static final int WIDTH = 72;
    private static final int DEPTH = 3;
    private static final int NEVER = Integer.MAX_VALUE;
    private static final DecideOptions OPTIONS = DecideOptions.defaults();

    private final Terms terms = new Terms();
    private final TermStore store = terms.store;

    /** Several threads for however few lemmas. */
    private static WorkThreads several(int count) {
        return new WorkThreads(count, 1, Thread::new);
    }

    /**
     * A row times a matrix, divided by its deviation, the sums in two orders.
     *
     * @param isOff the products that the candidate multiplies by 1 + 2^-45: numbers do not tell
     *     them apart, but no proof makes them equal
     */
    private List<VerificationCondition> norm(IntPredicate isOff) {
        int[] x = terms.vector("x", DEPTH);
        int[][] w = terms.matrix("w", DEPTH, WIDTH);
        int[] up = new int[WIDTH];
        int[] down = new int[WIDTH];
        for (int j = 0; j < WIDTH; j++) {
            up[j] = store.zero();
            down[j] = store.zero();
            for (int k = 0; k < DEPTH; k++) {
                int i = DEPTH - 1 - k;
                up[j] = store.fma(x[k], w[k][j], up[j]);
                down[j] = store.fma(x[i], w[i][j], down[j]);
            }
            if (isOff.test(j)) {
                down[j] = store.mul(down[j], terms.number((1L << 45) + 1, 1L << 45));
            }
        }
        int first = deviation(up, terms.sum(up));
        int second = deviation(down, terms.tree(down, 0, WIDTH));
        return List.of(
                new VerificationCondition(
                        "y", 0, store.div(up[0], first), store.div(down[0], second)),
                new VerificationCondition(
                        "y", 1, store.div(up[1], first), store.div(down[1], second)));
    }

    private int deviation(int[] row, int sum) {
        int mean = store.mul(sum, terms.number(1, WIDTH));
        int squares = terms.number(1, 1000);
        for (int t : row) {
            int d = store.sub(t, mean);
            squares = store.fma(d, d, squares);
        }
        return store.sqrt(squares);
    }

    private static Lemmas lemmas(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            WorkThreads threads) {
        RangeDecider decider = new RangeDecider(store, options, conditions);
        decider.proveLemmasBy(threads);
        return decider.lemmas(Lemmas.asked(), NEVER);
    }

    /** What several processes find out, each of which tries a part of the open lemmas. */
    private static Lemmas byTasks(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            int parts) {
        List<RangeDecider> processes = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            processes.add(new RangeDecider(store, options, conditions));
        }
        Lemmas known = Lemmas.asked();
        for (int round = 0; ; round++) {
            known = processes.get(round % parts).lemmas(known, 1);
            if (known.open() == 0) {
                return known;
            }
            List<Lemmas.Part> tried = new ArrayList<>();
            for (int i = 0; i < parts; i++) {
                tried.add(processes.get((i + 1) % parts).prove(known, i, parts));
            }
            assertTrue(tried.stream().allMatch(Lemmas.Part::isDecided));
            known = known.after(tried);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void manyLemmasAreTheSameByAnyNumberOfThreads(int threads) {
        List<VerificationCondition> conditions = norm(j -> false);
        Lemmas expected = lemmas(store, OPTIONS, conditions, WorkThreads.ONE);
        assertTrue(expected.size() >= WIDTH, expected.toString());
        WorkThreads usual = new WorkThreads(threads, Thread::new);
        assertEquals(expected, lemmas(store, OPTIONS, conditions, usual));
        assertEquals(expected, byTasks(store, OPTIONS, conditions, threads));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void whatIsNotEqualIsLeftOutByAnyNumberOfThreads(int threads) {
        Set<Integer> off = Set.of(3, 40, 41, 43, 60);
        List<VerificationCondition> conditions = norm(off::contains);
        Lemmas expected = lemmas(store, OPTIONS, conditions, WorkThreads.ONE);
        assertEquals(WIDTH, expected.size()); // the products, but nothing above them
        assertEquals(expected, lemmas(store, OPTIONS, conditions, several(threads)));
        assertEquals(expected, byTasks(store, OPTIONS, conditions, threads));
    }

    /** After so many failures nobody tries any more. */
    @Test
    void failuresEndAllThreads() {
        List<VerificationCondition> conditions = norm(j -> j < 66);
        Lemmas expected = lemmas(store, OPTIONS, conditions, WorkThreads.ONE);
        assertEquals(64, expected.size()); // a product before each failure
        assertEquals(expected, lemmas(store, OPTIONS, conditions, several(3)));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void decisionsAreTheSameByAnyNumberOfThreads(int threads) {
        for (IntPredicate off : List.<IntPredicate>of(j -> false, j -> j == 50)) {
            List<VerificationCondition> conditions = norm(off);
            DecideOptions few = OPTIONS.within(30_000);
            List<Decision> expected = new RangeDecider(store, few, conditions).decide(0, 2);
            RangeDecider decider = new RangeDecider(store, few, conditions);
            decider.proveLemmasBy(new WorkThreads(threads, Thread::new));
            assertEquals(expected, decider.decide(0, 2));
        }
    }

    /** A process that has not proved them makes the same graph of the lemmas of others. */
    @Test
    void lemmasOfSeveralTasksServeAProcessThatCameLater() {
        List<VerificationCondition> conditions = norm(j -> j == 7);
        DecideOptions few = OPTIONS.within(30_000);
        RangeDecider alone = new RangeDecider(store, few, conditions);
        Lemmas lemmas = byTasks(store, few, conditions, 3);
        RangeDecider later = new RangeDecider(store, few, conditions);
        later.use(lemmas);
        assertEquals(alone.decide(0, 2), later.decide(0, 2));
    }

    // ---------------------------------------------------------------- parts that are not proved

    @Test
    void whatWasProvedBeforeTheFirstThatWasNotIsKept() {
        List<VerificationCondition> conditions = norm(j -> false);
        RangeDecider decider = new RangeDecider(store, OPTIONS, conditions);
        Lemmas open = decider.lemmas(Lemmas.asked(), 1);
        assertEquals(open.size(), open.open());
        List<Integer> listed = open.graphs().get(0).terms();
        int third = listed.get(4);
        Lemmas.Part lost = new Lemmas.Part(third, false);
        Lemmas known = open.after(List.of(Lemmas.Part.PROVED, lost));
        assertEquals(List.of(2, 0), List.of(known.size(), known.open()));
        assertFalse(lost.isDecided());
        Lemmas nothing = open.after(List.of(Lemmas.Part.NONE, Lemmas.Part.PROVED));
        assertEquals(0, nothing.size());
        Lemmas expected = lemmas(store, OPTIONS, conditions, WorkThreads.ONE);
        for (Lemmas before : List.of(known, nothing)) {
            RangeDecider other = new RangeDecider(store, OPTIONS, conditions);
            assertEquals(expected, other.lemmas(before, NEVER));
        }
    }

    /** A lemma that is only assumed must not be used, whatever is asked then. */
    @Test
    void openLemmasAreProvedBeforeAProofRestsOnThem() {
        List<VerificationCondition> conditions = norm(j -> j == 1);
        DecideOptions few = OPTIONS.within(30_000);
        RangeDecider decider = new RangeDecider(store, few, conditions);
        Lemmas open = decider.lemmas(Lemmas.asked(), 1);
        assertTrue(open.open() > 0); // among them one that does not hold
        assertEquals(new RangeDecider(store, few, conditions).decide(0, 2), decider.decide(0, 2));
        RangeDecider other = new RangeDecider(store, few, conditions);
        other.use(open);
        assertEquals(decider.decide(0, 2), other.decide(0, 2));
    }

    /** Of the thread that asks, before any lemma is proved. */
    @Test
    void anInterruptLeavesConditionsUndecided() throws InterruptedException {
        List<VerificationCondition> conditions = norm(j -> false);
        RangeDecider decider = new RangeDecider(store, OPTIONS.within(30_000), conditions);
        decider.proveLemmasBy(
                new WorkThreads(
                        2,
                        1,
                        task -> {
                            Thread.currentThread().interrupt();
                            return new Thread(() -> {});
                        }));
        List<Decision> decisions = new ArrayList<>();
        Thread thread = new Thread(() -> decisions.addAll(decider.decide(0, 2)));
        thread.start();
        thread.join();
        assertEquals(2, decisions.size());
        decisions.forEach(d -> assertInstanceOf(Decision.Undecided.class, d));
    }

    @Test
    void anInterruptEndsTheOtherThreads() throws InterruptedException {
        CountDownLatch waiting = new CountDownLatch(1);
        IntPredicate isProved =
                i -> {
                    waiting.countDown();
                    while (!Thread.currentThread().isInterrupted()) {
                        Thread.onSpinWait();
                    }
                    return false;
                };
        AtomicBoolean kept = new AtomicBoolean();
        Thread thread =
                new Thread(
                        () -> {
                            several(3).firstUnproved(40, isProved);
                            kept.set(Thread.currentThread().isInterrupted());
                        });
        thread.start();
        waiting.await();
        thread.interrupt();
        thread.join(60_000);
        assertFalse(thread.isAlive());
        assertTrue(kept.get());
    }

    // ---------------------------------------------------------------- threads

    @Test
    void theFirstThatIsNotProvedIsFoundAndAllBeforeItAreTried() {
        for (int threads = 1; threads <= 4; threads++) {
            Set<Integer> tried = Collections.synchronizedSet(new HashSet<>());
            IntPredicate isProved =
                    i -> {
                        tried.add(i);
                        return i != 17 && i != 11;
                    };
            assertEquals(11, several(threads).firstUnproved(40, isProved));
            for (int i = 0; i <= 11; i++) {
                assertTrue(tried.contains(i));
            }
            assertEquals(11, several(threads).firstUnproved(11, isProved));
            assertEquals(0, several(threads).firstUnproved(0, isProved));
        }
    }

    @Test
    void whatEndsOneThreadIsThrown() {
        StackOverflowError deep = new StackOverflowError();
        IntPredicate fails =
                i -> {
                    if (i == 5) {
                        throw deep;
                    }
                    return true;
                };
        for (int threads = 1; threads <= 3; threads++) {
            WorkThreads some = several(threads);
            assertSame(
                    deep,
                    assertThrows(StackOverflowError.class, () -> some.firstUnproved(9, fails)));
        }
    }
}
