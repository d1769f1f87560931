package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.suite.Limits;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShardCutterTest {
    private static final Budget BUDGET = Budget.of(DecideOptions.defaults(), Limits.DEFAULT);
    private static final int LENGTH = 5_000;

    private final TermStore store = new TermStore();
    private final int x = store.declare(new Symbol("x", ElementType.F32, List.of(100 * LENGTH)));

    private static Settings settings(int shardTerms) {
        return new Settings("local", 4, 1_000_000, shardTerms, 1000, 1);
    }

    /** A condition whose sides are sums over their own inputs, in opposite orders. */
    private VerificationCondition sums(String tensor, long index) {
        int up = store.zero();
        int down = store.zero();
        for (int i = 0; i < LENGTH; i++) {
            up = store.add(up, store.element(x, index * LENGTH + i));
            down = store.add(down, store.element(x, (index + 1) * LENGTH - 1 - i));
        }
        return new VerificationCondition(tensor, index, up, down);
    }

    private List<Shard> cut(
            List<VerificationCondition> conditions, int shardTerms, int parallelism) {
        return ShardCutter.cut(
                        0, store, conditions, BUDGET, settings(shardTerms), parallelism, false)
                .shards();
    }

    @Test
    void shardsHoldAboutAsManyTermsAsTheyMay() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            conditions.add(sums("y", i));
        }
        List<Shard> shards = cut(conditions, 4 * 3 * LENGTH - 100, 1);
        assertEquals(List.of(4, 4, 4), shards.stream().map(Shard::size).toList());
        assertEquals(List.of(0, 1, 2), shards.stream().map(Shard::number).toList());
        assertEquals(List.of(0, 4, 8), shards.stream().map(Shard::from).toList());
    }

    @Test
    void aShardStaysInOneTensor() {
        List<VerificationCondition> conditions = List.of(sums("y", 0), sums("y", 1), sums("z", 2));
        List<Shard> shards = cut(conditions, 1_000_000, 1);
        assertEquals(List.of(2, 1), shards.stream().map(Shard::size).toList());
    }

    @Test
    void noConditionIsLostOrChanged() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            int a = store.element(x, i);
            int b = store.element(x, i + 1);
            conditions.add(
                    new VerificationCondition("y", 10L * i, store.add(a, b), store.mul(a, b)));
        }
        ShardCutter.Cut cut = ShardCutter.cut(0, store, conditions, BUDGET, settings(2), 1, false);
        TermStore slice = cut.questions().get(0).slice().toStore();
        List<String> texts = new ArrayList<>();
        for (Shard shard : cut.shards()) {
            cut.question(shard).conditions(shard).forEach(c -> texts.add(text(slice, c)));
        }
        assertEquals(conditions.stream().map(c -> text(store, c)).toList(), texts);
    }

    @Test
    void aSmallPairIsOneShard() {
        assertEquals(1, cut(List.of(sums("y", 0), sums("y", 1)), 1_000_000, 64).size());
    }

    @Test
    void outputsThatShareMostOfTheirTermsAreCutByWhatTheyAdd() {
        int shared = sums("y", 0).reference();
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 2 * LENGTH; i++) {
            int own = store.mul(shared, store.element(x, LENGTH + i));
            conditions.add(new VerificationCondition("y", i, own, store.neg(own)));
        }
        List<Shard> shards = cut(conditions, 1_000_000, 2);
        assertEquals(4, shards.size());
        assertTrue(shards.get(0).size() < shards.get(1).size());
        assertEquals(shards.get(1).size(), shards.get(2).size(), 1);
        int terms = shards.stream().mapToInt(Shard::terms).sum();
        assertTrue(terms < store.size(), "each term is in one shard");
    }

    private boolean isSliced(List<VerificationCondition> conditions, boolean distributed) {
        ShardCutter.Cut cut =
                ShardCutter.cut(0, store, conditions, BUDGET, settings(30_000), 2, distributed);
        assertTrue(cut.shards().size() > 1);
        return cut.isSliced();
    }

    @Test
    void shardsThatShareNoTermsHaveQuestionsOfTheirOwnInOtherProcesses() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            conditions.add(sums("y", i));
        }
        assertTrue(isSliced(conditions, true));
        assertFalse(isSliced(conditions, false), "tasks of this process read its terms");
        store.assumedRanges().add(conditions.get(0).reference(), Rational.ZERO, Rational.ONE);
        assertFalse(isSliced(conditions, true), "the range holds for other conditions, too");
    }

    @Test
    void shardsThatShareTermsHaveOneQuestion() {
        int shared = store.one();
        for (int i = 20; i < 25; i++) {
            shared = store.mul(shared, sums("y", i).reference());
        }
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            VerificationCondition own = sums("y", i);
            int reference = store.mul(own.reference(), shared);
            conditions.add(new VerificationCondition("y", i, reference, own.candidate()));
        }
        assertFalse(isSliced(conditions, true));
    }

    @Test
    void aSmallPairHasOneQuestion() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            int t = store.element(x, i);
            conditions.add(new VerificationCondition("y", i, t, t));
        }
        assertFalse(isSliced(conditions, true));
    }

    private static String text(TermStore store, VerificationCondition c) {
        return c.tensor()
                + c.index()
                + " "
                + store.show(c.reference(), 99)
                + " = "
                + store.show(c.candidate(), 99);
    }
}
