package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.ShownLemma;
import io.heddle.suite.Pair;
import io.heddle.suite.SuiteReader;
import io.heddle.table.ShardRow;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rows of the {@code vcs} table name the strongest method that a shard needed. */
class ShardRowsTest {
    private static final Pair PAIR =
            SuiteReader.read(Path.of("../datasets/quickstart/suite.conf")).pairs().get(0);

    private static ShardRow row(Decision... decisions) {
        List<VerificationCondition> conditions =
                IntStream.range(0, decisions.length)
                        .mapToObj(i -> new VerificationCondition("y", i, 1, 1))
                        .toList();
        return ShardRows.of(PAIR, 0, conditions, List.of(decisions), 1, 25, 1, "here");
    }

    private static Decision proved(Decision.Method method) {
        List<ShownLemma> lemmas =
                method == Decision.Method.LEMMA
                        ? List.of(new ShownLemma(1, 2, "x[0] = x[0]"))
                        : List.of();
        return new Decision.Proved(method, List.of(), lemmas.size(), lemmas);
    }

    @Test
    void aProofOverLemmasIsCalledSo() {
        ShardRow row =
                row(
                        proved(Decision.Method.SAME),
                        proved(Decision.Method.LEMMA),
                        proved(Decision.Method.EXACT));
        assertEquals("lemma", row.method());
        assertEquals(3, row.proved());
    }

    @Test
    void anIdentityTestIsStrongerThanLemmas() {
        assertEquals(
                "pit", row(proved(Decision.Method.PIT), proved(Decision.Method.LEMMA)).method());
    }

    @Test
    void whereNothingIsProvedThereIsNoMethod() {
        ShardRow row = row(new Decision.Undecided("a limit"));
        assertNull(row.method());
        assertEquals(1, row.undecided());
    }
}
