package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.decide.Decision;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerBlockUpdated;
import org.apache.spark.storage.BlockUpdatedInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Spark whose messages are short: what has more than a quarter of a mebibyte is large. */
class LargeInputsTest {
    @RegisterExtension
    static final LocalSpark SPARK =
            new LocalSpark(2)
                    .with("spark.rpc.message.maxSize", "1")
                    .with("spark.cleaner.referenceTracking", "false");

    private final JavaSparkContext context =
            JavaSparkContext.fromSparkContext(SPARK.session().sparkContext());

    private static String text(int length) {
        return "a".repeat(length);
    }

    @Test
    void sizesAreThoseOfTheSerialiser() {
        assertFalse(LargeInputs.isLarger(text(1000), 1100));
        assertTrue(LargeInputs.isLarger(text(1000), 900));
        assertTrue(LargeInputs.isLarger(text(10_000_000), 1 << 20));
        Limits limits = Limits.DEFAULT; // a pair goes by Java's own serialisation
        String name = text(1000);
        Pair pair = new Pair("s", name, null, null, List.of(), null, limits, false, false);
        assertFalse(LargeInputs.isLarger(pair, 10_000));
        assertTrue(LargeInputs.isLarger(pair, 900));
    }

    @Test
    void smallInputsTravelWithTheirTasksAndLargeOnesDoNot() {
        List<String> small = List.of("a");
        List<String> large = List.of(text(300_000));
        LargeInputs.Fetched<String> fetched;
        try (LargeInputs<String> inputs = new LargeInputs<>(context, List.of(small, large))) {
            assertEquals(List.of(small, List.of()), inputs.small());
            fetched = inputs.large();
            assertSame(small, fetched.of(0, small));
            assertEquals(large, fetched.of(1, List.of()));
        }
        assertThrows(Exception.class, () -> fetched.of(1, List.of()));
    }

    /** A pair of one shard, whose terms are large. */
    @Test
    void theQuestionOfASingleShardThatIsLargeIsBroadcastAndDropped() throws InterruptedException {
        ShardCutter.Cut cut = Products.cut(0, 9000, 3, Products.NO_LIMIT, Integer.MAX_VALUE);
        assertEquals(1, cut.shards().size());
        Question question = cut.questions().get(0);
        assertTrue(question.slice().size() > 1 << 19, () -> "" + question.slice().size());
        Set<String> dropped = ConcurrentHashMap.newKeySet();
        CountDownLatch one = new CountDownLatch(1);
        SparkListener listener =
                new SparkListener() {
                    @Override
                    public void onBlockUpdated(SparkListenerBlockUpdated update) {
                        BlockUpdatedInfo info = update.blockUpdatedInfo();
                        if (!info.storageLevel().isValid() && info.blockId().isBroadcast()) {
                            dropped.add(info.blockId().name());
                            one.countDown();
                        }
                    }
                };
        SPARK.session().sparkContext().addSparkListener(listener);
        List<ShardResult> results = new ArrayList<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            ShardDecider.Work work = new ShardDecider.Work(question, cut.shards(), 0);
            assertTrue(jobs.decide("a test", List.of(work), results::addAll).isEmpty());
            assertTrue(one.await(1, TimeUnit.MINUTES), dropped::toString);
        } finally {
            SPARK.session().sparkContext().removeSparkListener(listener);
        }
        assertEquals(9000, results.get(0).decisions().size());
        results.get(0).decisions().forEach(d -> assertInstanceOf(Decision.Proved.class, d));
    }
}
