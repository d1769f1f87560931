package io.heddle.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.condition.DecideOptions;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Attention, naive against tiled online softmax. */
class AttentionTest {
    private final Terms terms = new Terms();
    private final TermStore store = terms.store;
    private final Kernels kernels = new Kernels(terms);

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 16, 64})
    void naiveAndTiledAgree(int keys) {
        int[] q = terms.vector("q", 8);
        int[][] k = terms.matrix("K", keys, 8);
        int[][] v = terms.matrix("V", keys, 2);
        int[] s = kernels.scores(q, k, terms.scalar("scale"));
        int[] naive = kernels.attentionNaive(s, v);
        int[] online = kernels.attentionOnline(s, v, 4, false, true);
        int[] broken = kernels.attentionOnline(s, v, 4, false, false);
        for (int d = 0; d < 2; d++) {
            Decision.Proved proved =
                    assertInstanceOf(Decision.Proved.class, terms.decide(naive[d], online[d]));
            assertEquals(List.of(), proved.texts());
            assertEquals(keys <= 4, terms.proves(naive[d], broken[d]));
        }
    }

    @Test
    void aCausalRowAgrees() {
        int[] q = terms.vector("q", 4);
        int[][] k = terms.matrix("K", 12, 4);
        int[][] v = terms.matrix("V", 12, 1);
        int[] s = kernels.scores(q, k, terms.number(1, 2));
        int[] masked = s.clone();
        Arrays.fill(masked, 7, 12, store.negInf());
        int[] naive = kernels.attentionNaive(Arrays.copyOf(s, 7), Arrays.copyOf(v, 7));
        assertTrue(terms.proves(naive[0], kernels.attentionOnline(masked, v, 4, false, true)[0]));
        int[] offByOne = s.clone();
        Arrays.fill(offByOne, 8, 12, store.negInf());
        assertFalse(
                terms.proves(naive[0], kernels.attentionOnline(offByOne, v, 4, false, true)[0]));
    }

    @Test
    void aFullyMaskedFirstTileIsNotProved() {
        int[] q = terms.vector("q", 4);
        int[][] k = terms.matrix("K", 8, 4);
        int[][] v = terms.matrix("V", 8, 1);
        int[] s = kernels.scores(q, k, terms.number(1, 2));
        int[] masked = s.clone();
        Arrays.fill(masked, 0, 4, store.negInf());
        int[] naive =
                kernels.attentionNaive(Arrays.copyOfRange(s, 4, 8), Arrays.copyOfRange(v, 4, 8));
        assertFalse(terms.proves(naive[0], kernels.attentionOnline(masked, v, 4, false, true)[0]));
    }

    @Test
    void aScaleInBase2IsRecovered() {
        int[] q = terms.vector("q", 32);
        int[][] k = terms.matrix("K", 8, 32);
        int[][] v = terms.matrix("V", 8, 1);
        float scale = (float) (1 / Math.sqrt(32));
        int[] s = kernels.scores(q, k, terms.float32(scale));
        int[] s2 = kernels.scores(q, k, terms.float32(scale * (float) (1 / Math.log(2))));
        int[] root = kernels.scores(q, k, store.one());
        for (int j = 0; j < 8; j++) {
            root[j] = store.div(root[j], store.sqrt(store.integer(32)));
        }
        int[] naive = kernels.attentionNaive(root, v);
        Decision.Proved proved =
                assertInstanceOf(
                        Decision.Proved.class,
                        terms.decide(naive[0], kernels.attentionOnline(s, v, 4, false, true)[0]));
        assertEquals(1, proved.texts().size(), proved.texts().toString());
        assertTrue(terms.proves(naive[0], kernels.attentionOnline(s2, v, 4, true, true)[0]));
        DecideOptions exact = new DecideOptions(true, Long.MAX_VALUE, 4_000_000L, 4096, 1);
        assertFalse(
                terms.decide(naive[0], kernels.attentionOnline(s, v, 4, false, true)[0], exact)
                        instanceof Decision.Proved);
    }
}
