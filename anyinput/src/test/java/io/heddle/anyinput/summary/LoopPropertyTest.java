package io.heddle.anyinput.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Evaluation;
import io.heddle.anyinput.bits.Level;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Loops iterated step by step: closed forms and facts must hold in every iteration. */
class LoopPropertyTest {
    private static final int[] WIDTHS = {8, 16, 32, 64};
    private static final int REGISTERS = 4;

    private final BitTerms terms = new BitTerms();
    private final BitTerm counter =
            terms.counter("k", 64, Level.BLOCK, BigInteger.ONE.shiftLeft(32));

    @Property(tries = 400)
    void closedFormsAreWhatIterationsCompute(@ForAll long seed) {
        Random random = new Random(seed);
        int width = WIDTHS[random.nextInt(WIDTHS.length)];
        BitTerm invariant = terms.variable("a" + width, width, Level.THREAD);
        Map<BitTerm, BigInteger> known = new HashMap<>();
        known.put(invariant, new BigInteger(width, random));
        Map<Integer, BitTerm> now = new HashMap<>();
        Map<Integer, BitTerm> first = new HashMap<>();
        Map<Integer, BitTerm> next = new HashMap<>();
        Map<Integer, BigInteger> values = new HashMap<>();
        for (int r = 0; r < REGISTERS; r++) {
            now.put(r, terms.variable("now " + r + " " + width, width, Level.THREAD));
            boolean constant = random.nextInt(2) == 0;
            first.put(
                    r,
                    constant
                            ? terms.constant(width, random.nextInt(20) - 5)
                            : terms.mul(invariant, terms.constant(width, 1 + random.nextInt(3))));
            values.put(r, new Evaluation(known).of(first.get(r)));
        }
        for (int r = 0; r < REGISTERS; r++) {
            next.put(r, next(random, now.get(r), now.get(random.nextInt(REGISTERS)), invariant));
        }
        Map<Integer, BitTerm> forms =
                new ClosedForms(terms, counter, now, first, next, Set.of()).forms();
        for (int k = 0; k < 70; k++) {
            Map<BitTerm, BigInteger> at = new HashMap<>(known);
            at.put(counter, BigInteger.valueOf(k));
            Map<BitTerm, BigInteger> step = new HashMap<>(at);
            values.forEach((r, value) -> step.put(now.get(r), value));
            for (int r = 0; r < REGISTERS; r++) {
                if (forms.containsKey(r)) {
                    String what = forms.get(r) + " of " + next.get(r) + " at " + k;
                    assertEquals(values.get(r), new Evaluation(at).of(forms.get(r)), what);
                }
            }
            for (int r = 0; r < REGISTERS; r++) {
                values.put(r, new Evaluation(step).of(next.get(r)));
            }
        }
    }

    private BitTerm next(Random random, BitTerm own, BitTerm other, BitTerm invariant) {
        int w = own.width();
        BitTerm c = terms.constant(w, random.nextInt(40) - 20);
        return switch (random.nextInt(14)) {
            case 0 -> own;
            case 1, 2 -> terms.add(own, c);
            case 3 -> terms.add(own, invariant);
            case 4 -> terms.sub(c, own);
            case 5 -> terms.sub(invariant, own);
            case 6 -> terms.shl(own, terms.constant(w, random.nextInt(4)));
            case 7 -> terms.lshr(own, terms.constant(w, random.nextInt(4)));
            case 8 -> terms.ashr(own, terms.constant(w, random.nextInt(4)));
            case 9 -> terms.xor(own, c);
            case 10 -> terms.xor(own, invariant);
            case 11 -> terms.add(other, c);
            case 12 -> terms.mul(own, terms.constant(w, random.nextInt(9)));
            default -> terms.add(terms.mul(other, invariant), terms.low(counter, w));
        };
    }

    @Property(tries = 400)
    void factsHoldAfterEveryIterationFromWhichTheLoopGoesOn(@ForAll long seed) {
        Random random = new Random(seed);
        int width = random.nextInt(3) == 0 ? 16 : 8;
        BitTerm x = terms.variable("x" + width, width, Level.THREAD);
        BitTerm b = terms.variable("b" + width, width, Level.THREAD);
        BitTerm s = terms.variable("s" + width, width, Level.THREAD);
        BitTerm step =
                switch (random.nextInt(4)) {
                    case 0 -> terms.constant(width, 1);
                    case 1 -> terms.constant(width, -1 - random.nextInt(5));
                    case 2 -> terms.constant(width, 1 + random.nextInt(7));
                    default -> s;
                };
        BitTerm line = terms.add(x, terms.mul(step, terms.low(counter, width)));
        BitTerm goesOn = condition(random, line, b);
        if (random.nextInt(3) == 0) {
            goesOn = terms.and(goesOn, condition(random, line, s));
        }
        BitTerm facts = new LoopFacts(terms, counter).of(goesOn);
        Map<BitTerm, BigInteger> at = new HashMap<>();
        at.put(x, new BigInteger(width, random));
        at.put(b, new BigInteger(width, random));
        at.put(s, BigInteger.valueOf(random.nextInt(12) - 5).mod(BigInteger.ONE.shiftLeft(width)));
        for (int k = 0; k < 300; k++) {
            at.put(counter, BigInteger.valueOf(k));
            if (k > 0) {
                assertTrue(
                        new Evaluation(at).holds(facts),
                        "iteration " + k + " of a loop while " + goesOn + " with " + at);
            }
            if (!new Evaluation(at).holds(goesOn)) {
                return;
            }
        }
    }

    private BitTerm condition(Random random, BitTerm x, BitTerm b) {
        BitTerm c =
                switch (random.nextInt(5)) {
                    case 0 -> terms.slt(x, b);
                    case 1 -> terms.slt(b, x);
                    case 2 -> terms.ult(x, b);
                    case 3 -> terms.ult(b, x);
                    default -> terms.not(terms.eq(x, b));
                };
        return random.nextInt(3) == 0 ? terms.not(c) : c;
    }
}
