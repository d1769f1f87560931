package io.heddle.anyinput.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.Level;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.MemoryObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What a question about bundles says is what the questions about their accesses say together. */
class BundlesTest {
    private final BitTerms terms = new BitTerms();
    private final ThreadCopy one = new ThreadCopy(terms, Map.of(), 1, false);
    private final ThreadCopy two = new ThreadCopy(terms, Map.of(), 2, false);
    private final MemoryObject object =
            new MemoryObject(
                    "x",
                    MemoryObject.Space.GLOBAL,
                    terms.variable("base", 64, Level.GRID),
                    null,
                    false);

    @Property(tries = 200)
    void bundlesOverlapWhereTwoOfTheirAccessesDo(@ForAll long seed) {
        Random random = new Random(seed);
        int width = random.nextBoolean() ? 32 : 64;
        int step = 1 << random.nextInt(5);
        BitTerm index = terms.variable("i", width, Level.THREAD);
        BitTerm base = terms.mul(index, terms.constant(width, step));
        List<Access> all = new ArrayList<>();
        int writes = 2 + random.nextInt(5);
        int grain = 1 << random.nextInt(4);
        int written = 1 << random.nextInt(5);
        int read = random.nextInt(4) == 0 ? 1 + random.nextInt(16) : written;
        for (int k = 0; k < 2 * writes; k++) {
            BitTerm offset =
                    terms.add(base, terms.constant(width, grain * (random.nextInt(40) - 20L)));
            all.add(
                    k < writes
                            ? access(Access.Kind.WRITE, offset, written)
                            : access(Access.Kind.READ, offset, read));
        }
        Bundles bundles = new Bundles(terms, all, Collections.nCopies(all.size(), ""));
        int other = random.nextBoolean() ? 0 : writes;
        BitTerm[] asked = new BitTerm[1];
        boolean same =
                bundles.exclude(
                        0,
                        other,
                        one,
                        two,
                        o -> {
                            asked[0] = o;
                            return true;
                        });
        if (!same) { // few of them differ: each is asked about
            return;
        }
        BitTerm any = terms.condition(false);
        for (Access a : all.subList(0, writes)) {
            for (Access b : all.subList(other, other + writes)) {
                any = terms.or(any, Bundles.overlap(terms, a, one, b, two));
            }
        }
        for (int k = 0; k < 20; k++) {
            long x = random.nextBoolean() ? random.nextInt(20) - 10L : random.nextLong();
            long y = x + random.nextInt(100) - 50;
            Map<BitTerm, BitTerm> values =
                    Map.of(
                            one.of(index), terms.constant(width, x),
                            two.of(index), terms.constant(width, y));
            assertEquals(
                    terms.substitute(any, values),
                    terms.substitute(asked[0], values),
                    "seed " + seed + ", x " + x + ", y " + y);
        }
    }

    @Example
    void whatDiffersInMoreThanAConstantIsInBundlesOfItsOwn() {
        BitTerm index = terms.variable("i", 64, Level.THREAD);
        BitTerm guard = terms.ult(index, terms.constant(64, 9));
        List<Access> all = new ArrayList<>();
        List<String> when = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            BitTerm offset = terms.add(index, terms.constant(64, 16L * k));
            all.add(access(Access.Kind.WRITE, offset, 4));
            when.add("");
            all.add(access(Access.Kind.READ, offset, 4));
            when.add("");
            all.add(access(Access.Kind.WRITE, offset, 8));
            when.add("");
            all.add(access(Access.Kind.WRITE, terms.mul(offset, offset), 4));
            when.add("");
            all.add(access(Access.Kind.WRITE, offset, 4));
            when.add("later");
            all.add(
                    new Access(
                            Access.Kind.WRITE,
                            "",
                            null,
                            false,
                            false,
                            object,
                            offset,
                            4,
                            guard,
                            List.of(),
                            null));
            when.add("");
        }
        Bundles bundles = new Bundles(terms, all, when);
        List<List<Integer>> asked = new ArrayList<>();
        for (int k = 0; k < all.size(); k++) {
            for (int m = k; m < all.size(); m++) {
                List<Integer> pair = List.of(k, m);
                bundles.exclude(k, m, one, two, o -> asked.add(pair));
            }
        }
        // five bundles of four; the squares are each alone
        assertEquals(15 + 5 * 4, asked.size(), asked::toString);
    }

    @Example
    void whatIsNotExcludedOnceIsAskedOnce() {
        BitTerm index = terms.variable("i", 64, Level.THREAD);
        List<Access> all = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            all.add(access(Access.Kind.WRITE, terms.add(index, terms.constant(64, 4L * k)), 4));
        }
        Bundles bundles = new Bundles(terms, all, Collections.nCopies(3, ""));
        assertFalse(bundles.exclude(0, 1, one, two, o -> false));
        assertFalse(bundles.exclude(2, 1, one, two, o -> true));
        Bundles others = new Bundles(terms, all, Collections.nCopies(3, ""));
        assertTrue(others.exclude(0, 1, one, two, o -> true));
        assertTrue(others.exclude(2, 2, one, two, o -> false));
    }

    private Access access(Access.Kind kind, BitTerm offset, int bytes) {
        return new Access(
                kind,
                "",
                null,
                false,
                false,
                object,
                offset,
                bytes,
                terms.condition(true),
                List.of(),
                null);
    }
}
