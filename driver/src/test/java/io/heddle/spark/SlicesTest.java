package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.Recovery;
import io.heddle.check.Decided;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.Simulated;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.ShownLemma;
import io.heddle.report.PairReport;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.term.TermSlicer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shards that have questions of their own against shards of one question. */
class SlicesTest {
    private static final Path DATASETS = Path.of("..", "datasets");

    @RegisterExtension static final LocalSpark SPARK = new LocalSpark(2);

    private static final DecideOptions OPTIONS = DecideOptions.defaults().holding(1_000_000);

    /** What is decided of a pair, shard by shard, in tasks. */
    private static List<Decision> decide(ShardCutter.Cut cut) {
        TreeMap<Integer, ShardResult> results = new TreeMap<>();
        try (Jobs jobs = new Jobs(SPARK.session())) {
            if (cut.isSliced()) {
                List<ShardDecider.Work> work =
                        cut.shards().stream()
                                .map(s -> new ShardDecider.Work(cut.question(s), List.of(s), 0))
                                .toList();
                assertTrue(
                        jobs.decideSlices(
                                        "slices",
                                        work,
                                        some -> some.forEach(r -> results.put(r.number(), r)))
                                .isEmpty());
            } else {
                assertTrue(
                        jobs.decide(
                                        "a broadcast",
                                        cut.questions().get(0),
                                        cut.shards(),
                                        0,
                                        nanos -> {},
                                        some -> some.forEach(r -> results.put(r.number(), r)))
                                .isEmpty());
            }
        }
        assertEquals(cut.shards().size(), results.size());
        results.values().forEach(r -> assertEquals(null, r.failure()));
        return results.values().stream().flatMap(r -> r.decisions().stream()).toList();
    }

    /** A pair cut into shards of as many conditions each, sliced or as another process gets it. */
    private static ShardCutter.Cut cut(Simulated s, int count, boolean sliced) {
        Budget budget = Budget.of(PairChecker.decideOptions(s), s.pair().limits());
        List<VerificationCondition> conditions = s.conditions();
        TermSlicer slicer = new TermSlicer(s.store());
        for (VerificationCondition c : conditions) {
            slicer.add(c.reference());
            slicer.add(c.candidate());
        }
        List<Shard> shards = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = conditions.size() * i / count;
            shards.add(new Shard(i, from, conditions.size() * (i + 1) / count, 0));
        }
        return new ShardCutter.Cut(
                sliced
                        ? ShardCutter.slices(
                                0, s.store(), conditions, shards, budget, Long.MAX_VALUE)
                        : List.of(Question.ofShard(0, 0, conditions, slicer, budget, null)),
                shards);
    }

    /** Lemmas name terms by their ids, which are those of a slice. */
    private static Decision withoutIds(Decision d) {
        if (!(d instanceof Decision.Proved proved)) {
            return d;
        }
        List<ShownLemma> shown =
                proved.shown().stream().map(l -> new ShownLemma(0, 0, l.text())).toList();
        return new Decision.Proved(proved.method(), proved.assumptions(), proved.lemmas(), shown);
    }

    private static Simulated simulated(String suite, String name) {
        Pair pair =
                SuiteReader.read(DATASETS.resolve(suite).resolve("suite.conf")).pairs().stream()
                        .filter(p -> p.name().equals(name))
                        .findFirst()
                        .orElseThrow();
        return new PairChecker(new KernelFiles()).simulate(pair);
    }

    @Test
    void slicesOfAPairWithoutTimeAreUndecided() {
        ShardCutter.Cut cut = Products.sliced(0, 256, 30, 1e-9);
        assertTrue(cut.isSliced());
        decide(cut).forEach(d -> assertInstanceOf(Decision.Undecided.class, d));
    }

    @Test
    void aProcessHasOneClockForAllSlicesOfAPair() {
        assertEquals(Long.MAX_VALUE, new SharedBudget(Long.MAX_VALUE, OPTIONS).left());
        assertEquals(0, new SharedBudget(0, OPTIONS).left());
        SharedBudget clock = new SharedBudget(Long.MAX_VALUE - 1, OPTIONS);
        long first = clock.left();
        assertTrue(first <= Long.MAX_VALUE - 1);
        assertTrue(clock.left() <= first);
    }

    @Test
    void aProcessHasOnePoolForAllSlicesOfAPair() {
        ShardCutter.Cut cut = Products.sliced(0, 256, 10, Products.NO_LIMIT);
        assertTrue(cut.isSliced());
        SharedBudget shared = new SharedBudget(Long.MAX_VALUE, OPTIONS);
        MonomialPool pool = shared.pool();
        assertSame(pool, shared.pool());
        for (Shard shard : cut.shards().subList(0, 3)) {
            Question slice = cut.question(shard);
            slice.spendOf(shared);
            ShardResult result = ShardDecider.decide(slice, shard, Question.Prepared.NOTHING, 0);
            assertEquals(null, result.failure());
            long held = pool.held();
            assertTrue(held > 0); // forms for the shards to come, which are not its own
            slice.forget();
            assertEquals(0, pool.held());
        }
        ShardDecider.decideSlices(
                List.of(
                        new ShardDecider.Work(
                                cut.questions().get(3), List.of(cut.shards().get(3)), 0)),
                shared);
        assertEquals(0, pool.held()); // the task has ended
    }

    @Test
    void anotherProcessBeginsWithAllMonomials() throws IOException, ClassNotFoundException {
        SharedBudget shared = new SharedBudget(Long.MAX_VALUE, OPTIONS);
        assertTrue(shared.pool().keeper().keep(1000));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(shared);
        }
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            SharedBudget arrived = (SharedBudget) in.readObject();
            assertEquals(0, arrived.pool().held());
            assertEquals(shared.pool().mostOfOne(), arrived.pool().mostOfOne());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "activations, gelu-erf-rsqrt, 3",
        "activations, softplus-base2, 3",
        "activations, gelu-constant, 3",
        "norms, softmax-online, 2",
        "norms, layer-norm-welford, 4",
        "composed, product-layernorm, 2",
        "composed, product-layernorm-broken, 2",
        "composed, attention-residual-layernorm-16, 3",
        "composed, clamp-u8-broken, 4",
        "attention-tc, fa2, 4",
        "attention-tc, sum-twice, 4",
        "conv2d-tc, mma, 4",
        "sgemm, beta-dropped, 4",
    })
    void slicesDecideWhatTheWholePairDoes(String suite, String name, int shards) {
        Simulated simulated = simulated(suite, name);
        List<Decision> expected = decide(cut(simulated, shards, false));
        List<Decision> found = decide(cut(simulated, shards, true));
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < found.size(); i++) {
            assertEquals(withoutIds(expected.get(i)), withoutIds(found.get(i)));
        }
        Recovery recovery = PairChecker.decideOptions(simulated).recovery();
        PairReport report = PairChecker.conclude(simulated, new Decided(recovery, found, 0));
        PairReport other = PairChecker.conclude(simulated, new Decided(recovery, expected, 0));
        assertEquals(other.verdict(), report.verdict());
        assertEquals(other.vcs(), report.vcs());
        assertEquals(other.assumptions(), report.assumptions());
    }
}
