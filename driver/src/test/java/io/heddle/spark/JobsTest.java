package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.suite.Limits;
import io.heddle.term.ElementType;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class JobsTest {
    private static SparkSession session;

    private final TermStore store = new TermStore();

    @BeforeAll
    static void start() {
        System.setProperty("spark.ui.enabled", "false");
        session = Sessions.start(Sessions.clusterSettings("test", "local[2]", "local[2]"));
    }

    @AfterAll
    static void stop() {
        session.stop();
        System.clearProperty("spark.ui.enabled");
    }

    /** Products of sums: 2^factors monomials on each side. */
    private ShardCutter.Cut products(int count, int factors, double seconds) {
        int x = store.declare(new Symbol("x", ElementType.F32, List.of(1000, 2 * factors)));
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int up = store.one();
            int down = store.one();
            for (int k = 0; k < factors; k++) {
                up = store.mul(up, sum(x, i, k, factors));
                down = store.mul(down, sum(x, i, factors - 1 - k, factors));
            }
            int half = store.mul(sum(x, i, 0, factors), sum(x, i, 1, factors));
            conditions.add(
                    new VerificationCondition("y", i, up, store.add(store.sub(down, half), half)));
        }
        Limits limits = new Limits(seconds, 1L << 30);
        DecideOptions options =
                new DecideOptions(
                        false, System.nanoTime() + (long) (seconds * 1e9), Long.MAX_VALUE, 4096, 1);
        Settings settings = new Settings("local[2]", 4, 1_000_000, 1_000_000, 1000, 1);
        return ShardCutter.cut(0, store, conditions, Budget.of(options, limits), settings, 2);
    }

    private int sum(int x, int row, int k, int factors) {
        return store.add(
                store.element(x, 2L * factors * row + 2L * k),
                store.element(x, 2L * factors * row + 2L * k + 1));
    }

    /** The decisions that were made in time. */
    private static List<Decision> decide(ShardCutter.Cut cut) {
        TreeMap<Integer, ShardResult> results = new TreeMap<>();
        try (Jobs jobs = new Jobs(session)) {
            boolean all =
                    jobs.decide(
                            "a test",
                            cut.question(),
                            cut.shards(),
                            0,
                            some -> some.forEach(r -> results.put(r.number(), r)));
            assertTrue(!all || results.size() == cut.shards().size());
        }
        List<Decision> decisions = new ArrayList<>();
        results.values().forEach(r -> decisions.addAll(r.decisions()));
        return decisions;
    }

    private static boolean isProved(Decision d) {
        return d instanceof Decision.Proved;
    }

    @Test
    void shardsOfOneQuestionAreDecided() {
        ShardCutter.Cut cut = products(256, 3, 600);
        assertEquals(4, cut.shards().size());
        List<Decision> decisions = decide(cut);
        assertEquals(256, decisions.size());
        decisions.forEach(d -> assertInstanceOf(Decision.Proved.class, d));
    }

    @Test
    void theTimeOfAPairIsThatOfAllItsShards() {
        ShardCutter.Cut cut = products(256, 30, 3);
        long start = System.nanoTime();
        List<Decision> decisions = decide(cut);
        double seconds = (System.nanoTime() - start) / 1e9;
        assertFalse(decisions.size() == 256 && decisions.stream().allMatch(JobsTest::isProved));
        assertTrue(seconds < 5.5, seconds + " s; four shards of 3 s each would take 6 s in two");
    }

    @Test
    void aJobWhoseTasksDoNotLookAtTheClockIsCancelled() {
        JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
        try (JobClock clock = new JobClock(session.sparkContext())) {
            clock.allow("test", 300_000_000);
            context.setJobGroup("test", "sleeps", true);
            Exception e = // a job that is not cancelled comes to its end
                    assertThrows(
                            SparkException.class,
                            () ->
                                    context.parallelize(List.of(1, 2))
                                            .foreach(i -> Thread.sleep(60_000)));
            assertTrue(e.getMessage().contains("cancelled"), e.getMessage());
            assertTrue(clock.finish("test"));
        } finally {
            context.clearJobGroup();
        }
    }
}
