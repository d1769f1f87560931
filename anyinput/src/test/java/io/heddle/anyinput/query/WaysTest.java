package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.LoopRun;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaysTest {
    private final BitTerms terms = new BitTerms();
    private final BitTerm n = terms.variable("n", 64, Level.GRID);
    private final BitTerm k = counter("k");
    private final BitTerm j = counter("j");
    private final LoopRun outer = new LoopRun(0, k, k, true, null, List.of(), null);
    private final LoopRun inner = new LoopRun(1, j, j, true, null, List.of(outer), null);
    private final Set<LoopRun> loops = Set.of(outer, inner);
    private final BitTerm ofData = terms.ult(n, terms.constant(64, 5));
    private final BitTerm ofOuter = terms.ult(n, k);
    private final BitTerm ofInner = terms.ult(n, j);
    private final BitTerm ofBoth =
            terms.ult(terms.apply("loaded", 64, Level.THREAD, List.of(k, j)), n);
    private final Ways all = Ways.ANY.and(ofData).and(ofOuter).and(ofInner).and(ofBoth);

    private BitTerm counter(String name) {
        return terms.counter(name, 64, Level.BLOCK, BigInteger.valueOf(1000));
    }

    private static Ways one(BitTerm... conditions) {
        return new Ways(Set.of(Set.of(conditions)));
    }

    @Test
    void aLoopThatIsEnteredLeavesNothingOfWhatItDecidedBefore() {
        assertEquals(one(ofData, ofOuter), all.entered(inner, loops));
        assertEquals(one(ofData), all.entered(outer, loops));
    }

    @Test
    void whatTheFirstIterationDecidedIsAnIterationAgoInTheSecondOne() {
        BitTerm before = terms.ult(n, terms.sub(k, terms.constant(64, 1)));
        assertEquals(one(ofData, before), all.repeated(outer, loops, true, terms));
        assertEquals(one(ofData), all.repeated(outer, loops, false, terms));
    }

    @Test
    void anInnerLoopSaysNothingOfTheOuterOne() {
        assertEquals(one(ofData, ofOuter), all.repeated(inner, loops, false, terms));
    }

    @Test
    void aWayThatSaysMoreIsOneOfThoseThatSayLess() {
        assertEquals(one(ofData), one(ofData).or(one(ofData, ofOuter)));
        assertEquals(Ways.ANY, Ways.ANY.or(all));
        Ways two = one(ofData).or(one(ofOuter));
        assertEquals(terms.or(ofData, ofOuter), two.condition(terms));
        assertEquals(terms.condition(true), Ways.ANY.condition(terms));
    }

    @Test
    void tooManyWaysAreAny() {
        Ways ways = one(terms.ult(n, terms.constant(64, 100)));
        for (int i = 1; i < 8; i++) {
            ways = ways.or(one(terms.ult(n, terms.constant(64, 100 + i))));
            assertEquals(i + 1, ways.all().size());
        }
        assertEquals(Ways.ANY, ways.or(one(terms.ult(n, terms.constant(64, 99)))));
    }

    @Test
    void theConditionsOfAWayAreKeptApart() {
        assertEquals(one(ofData, ofOuter), Ways.ANY.and(terms.and(ofData, ofOuter)));
        assertEquals(one(ofData), one(ofData).and(terms.condition(true)));
    }
}
