package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import io.heddle.suite.Limits;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermSlicer;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerJobStart;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The lemmas of one pair, proved by several tasks before its shards. */
class SharedLemmasTest {
    private static final int WIDTH = 300; // of a row, each element of which is a lemma
    private static final int DEPTH = 3;
    private static final int OUTPUTS = 6;
    private static final DecideOptions FEW = DecideOptions.defaults().within(30_000);

    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(4);

    private final TermStore store = new TermStore();

    /**
     * A row times a matrix, divided by its deviation, the sums in two orders.
     *
     * @param off a product that the candidate multiplies by 1 + 2^-45: numbers do not tell the two
     *     apart, but they are not equal; -1 for none
     */
    private List<VerificationCondition> norm(int off) {
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(DEPTH)));
        int w = store.declare(new Symbol("w", ElementType.F32, List.of(DEPTH, WIDTH)));
        int[] up = new int[WIDTH];
        int[] down = new int[WIDTH];
        for (int j = 0; j < WIDTH; j++) {
            up[j] = store.zero();
            down[j] = store.zero();
            for (int k = 0; k < DEPTH; k++) {
                int i = DEPTH - 1 - k;
                up[j] = store.fma(store.element(x, k), store.element(w, k * WIDTH + j), up[j]);
                down[j] = store.fma(store.element(x, i), store.element(w, i * WIDTH + j), down[j]);
            }
        }
        if (off >= 0) {
            Rational factor = Rational.of((1L << 45) + 1, 1L << 45);
            down[off] = store.mul(down[off], store.rational(factor));
        }
        int first = deviation(up, 1);
        int second = deviation(down, -1);
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < OUTPUTS; i++) {
            conditions.add(
                    new VerificationCondition(
                            "y", i, store.div(up[i], first), store.div(down[i], second)));
        }
        return conditions;
    }

    private int deviation(int[] row, int step) {
        int sum = store.zero();
        for (int j = step > 0 ? 0 : WIDTH - 1; j >= 0 && j < WIDTH; j += step) {
            sum = store.add(sum, row[j]);
        }
        int mean = store.mul(sum, store.rational(Rational.of(1, WIDTH)));
        int squares = store.rational(Rational.of(1, 1000));
        for (int t : row) {
            int d = store.sub(t, mean);
            squares = store.fma(d, d, squares);
        }
        return store.sqrt(squares);
    }

    /**
     * The question of all conditions.
     *
     * @param copied whether it is as another process gets it
     */
    private Question question(
            List<VerificationCondition> conditions, DecideOptions options, boolean copied) {
        TermSlicer slicer = new TermSlicer(store);
        for (VerificationCondition c : conditions) {
            slicer.add(c.reference());
            slicer.add(c.candidate());
        }
        Budget budget = Budget.of(options, Limits.DEFAULT);
        return copied
                ? Question.ofShard(0, 0, conditions, slicer, budget, null)
                : Question.of(0, store, conditions, slicer, budget);
    }

    /** What is decided in two shards, and the descriptions of the jobs. */
    private static List<Decision> decide(Question question, List<String> jobs) {
        List<Shard> shards =
                List.of(new Shard(0, 0, OUTPUTS / 2, 1), new Shard(1, OUTPUTS / 2, OUTPUTS, 1));
        TreeMap<Integer, ShardResult> results = new TreeMap<>();
        SparkListener listener =
                new SparkListener() {
                    @Override
                    public void onJobStart(SparkListenerJobStart start) {
                        jobs.add(
                                start.properties().getProperty("spark.job.description")
                                        + ", "
                                        + start.stageInfos().head().numTasks());
                    }
                };
        SPARK.session().sparkContext().addSparkListener(listener);
        try (Jobs all = new Jobs(SPARK.session())) {
            all.decide(
                    "norm",
                    question,
                    shards,
                    0,
                    nanos -> assertTrue(nanos > 0),
                    some -> some.forEach(r -> results.put(r.number(), r)));
            SPARK.session().sparkContext().listenerBus().waitUntilEmpty();
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IllegalStateException(e);
        } finally {
            SPARK.session().sparkContext().removeSparkListener(listener);
        }
        results.values().forEach(r -> assertEquals(null, r.failure()));
        return results.values().stream().flatMap(r -> r.decisions().stream()).toList();
    }

    /** Without the lemmas that are shown: of the first condition of each shard. */
    private static Decision plain(Decision d) {
        return d instanceof Decision.Proved p
                ? new Decision.Proved(p.method(), p.assumptions(), p.lemmas(), List.of())
                : d;
    }

    @ParameterizedTest
    @CsvSource({"-1, false", "-1, true", "40, false", "40, true"})
    void decisionsAreThoseOfOneThread(int off, boolean copied) {
        List<VerificationCondition> conditions = norm(off);
        RangeDecider alone = new RangeDecider(store, FEW, conditions);
        List<Decision> expected = new ArrayList<>(alone.decide(0, OUTPUTS / 2));
        expected.addAll(alone.decide(OUTPUTS / 2, OUTPUTS));
        List<String> jobs = new CopyOnWriteArrayList<>();
        List<Decision> found = decide(question(conditions, FEW, copied), jobs);
        assertEquals(
                expected.stream().map(SharedLemmasTest::plain).toList(),
                found.stream().map(SharedLemmasTest::plain).toList());
        assertTrue(jobs.stream().anyMatch(j -> j.matches("norm: \\d+ lemmas, 4")), jobs::toString);
        if (off < 0) {
            Decision.Proved proved = assertInstanceOf(Decision.Proved.class, found.get(0));
            assertEquals(Decision.Method.LEMMA, proved.method());
            assertTrue(proved.lemmas() >= WIDTH);
            assertEquals(4, jobs.size()); // what there is to prove, parts, what is known, shards
        }
    }

    @Test
    void withoutTimeAllIsUndecided() {
        DecideOptions options = FEW.until(System.nanoTime());
        List<Decision> found = decide(question(norm(-1), options, true), new ArrayList<>());
        assertEquals(OUTPUTS, found.size());
        found.forEach(d -> assertInstanceOf(Decision.Undecided.class, d));
    }

    /** Parts that an executor loses with its terms are proved by the task that goes on. */
    @Test
    void partsInOtherTermsAreNotTried() {
        List<VerificationCondition> conditions = norm(-1);
        Question here = question(conditions, FEW, false);
        Question there = question(conditions, FEW, true);
        Question.Prepared open = here.prepare(Question.Prepared.NOTHING, 256, 0);
        assertTrue(open.lemmas().open() >= 256);
        Question.Tried tried = there.prove(open, 0, 2, 0);
        assertEquals(0, open.after(List.of(tried)).lemmas().size());
        Question.Prepared all = here.prepare(open.after(List.of(tried)), Integer.MAX_VALUE, 0);
        assertEquals(0, all.lemmas().open());
        assertTrue(all.lemmas().size() >= WIDTH);
    }
}
