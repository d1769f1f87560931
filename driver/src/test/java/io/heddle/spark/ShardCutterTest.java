package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.suite.Limits;
import io.heddle.term.ElementType;
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
        return new Settings("local", 4, 1_000_000, shardTerms, 16 << 20, 1000, 1);
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

    @Test
    void shardsHoldAboutAsManyTermsAsTheyMay() {
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            conditions.add(sums("y", i));
        }
        List<Shard> shards =
                ShardCutter.cut(0, store, conditions, BUDGET, settings(4 * 3 * LENGTH - 100), 1);
        assertEquals(List.of(4, 4, 4), shards.stream().map(Shard::size).toList());
        assertEquals(List.of(0, 1, 2), shards.stream().map(Shard::number).toList());
    }

    @Test
    void aShardStaysInOneTensor() {
        List<VerificationCondition> conditions = List.of(sums("y", 0), sums("y", 1), sums("z", 2));
        List<Shard> shards = ShardCutter.cut(0, store, conditions, BUDGET, settings(1_000_000), 1);
        assertEquals(List.of("y", "z"), shards.stream().map(Shard::tensor).toList());
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
        List<String> texts = new ArrayList<>();
        for (Shard shard : ShardCutter.cut(0, store, conditions, BUDGET, settings(2), 1)) {
            TermStore slice = shard.slice().toStore();
            shard.conditions(slice).forEach(c -> texts.add(text(slice, c)));
        }
        assertEquals(conditions.stream().map(c -> text(store, c)).toList(), texts);
    }

    @Test
    void aSmallPairIsOneShard() {
        List<VerificationCondition> conditions = List.of(sums("y", 0), sums("y", 1));
        assertTrue(
                ShardCutter.cut(0, store, conditions, BUDGET, settings(1_000_000), 64).size() == 1);
    }

    @Test
    void outputsThatShareMostOfTheirTermsShareAShard() {
        int shared = sums("y", 0).reference();
        List<VerificationCondition> conditions = new ArrayList<>();
        for (int i = 0; i < 2 * LENGTH; i++) {
            int own = store.mul(shared, store.element(x, LENGTH + i));
            conditions.add(new VerificationCondition("y", i, own, store.neg(own)));
        }
        List<Shard> shards = ShardCutter.cut(0, store, conditions, BUDGET, settings(100), 64);
        assertEquals(List.of(1, 3333, 3333, 3333), shards.stream().map(Shard::size).toList());
        long sent = shards.stream().mapToLong(s -> s.slice().nodes()).sum();
        assertTrue(sent <= 2L * store.size(), sent + " of " + store.size());
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
