package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Bounds that make a model small enough to be run: of the grid and of all arguments. */
final class Sizes {
    private static final int MOST_BLOCKS = 16;
    private static final int MOST_NUMBER = 4_096;
    private static final int[] BLOCKS = {2, 4, MOST_BLOCKS};
    private static final int[] NUMBERS = {8, 64, MOST_NUMBER};
    private static final int[][] CHOSEN = {{2, 3, 5, 4}, {3, 2, 7}}; // one after the other

    private final BitTerms terms;
    private final List<BitTerm> grid;
    private final Set<BitTerm> arguments = new LinkedHashSet<>();

    Sizes(BitTerms terms, Threads threads, List<BitTerm> conditions) {
        this.terms = terms;
        grid = threads.grid().stream().filter(t -> !t.isConstant()).toList();
        Set<BitTerm> seen = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(conditions);
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (seen.add(t)) {
                work.addAll(t.operands());
                if (t.op() == BitOp.VARIABLE
                        && t.name().startsWith(Arguments.PREFIX)
                        && t.width() > 1) {
                    arguments.add(t);
                }
            }
        }
    }

    /**
     * The bounds, smallest first, and last with negative arguments. Before them, where there are
     * several arguments, some small numbers for these, so that no products of variables are left.
     * Some argument, or the grid if there are none, is greater than the bounds before allow.
     */
    List<List<BitTerm>> bounds() {
        List<List<BitTerm>> all = new ArrayList<>();
        if (arguments.size() > 1) {
            for (int[] numbers : CHOSEN) {
                all.add(chosen(numbers));
            }
        }
        BitTerm larger = terms.condition(true);
        for (int k = 0; k < BLOCKS.length; k++) {
            List<BitTerm> bounds = new ArrayList<>();
            bounds.add(larger);
            larger = terms.condition(false);
            for (BitTerm g : grid) {
                BitTerm beyond = terms.ult(terms.constant(g.width(), BLOCKS[k]), g);
                bounds.add(terms.not(beyond));
                larger = arguments.isEmpty() ? terms.or(larger, beyond) : larger;
            }
            for (BitTerm a : arguments) {
                BitTerm beyond = terms.ult(terms.constant(a.width(), NUMBERS[k]), a);
                bounds.add(terms.not(beyond));
                larger = terms.or(larger, beyond);
            }
            all.add(bounds);
        }
        all.add(negative(larger));
        return all;
    }

    private List<BitTerm> chosen(int[] numbers) {
        List<BitTerm> all = new ArrayList<>();
        for (BitTerm g : grid) {
            all.add(terms.not(terms.ult(terms.constant(g.width(), MOST_BLOCKS), g)));
        }
        int next = 0;
        for (BitTerm a : arguments) {
            all.add(terms.eq(a, terms.constant(a.width(), numbers[next++ % numbers.length])));
        }
        return all;
    }

    /** The greatest bounds, for numbers with a sign. */
    private List<BitTerm> negative(BitTerm larger) {
        List<BitTerm> bounds = new ArrayList<>();
        bounds.add(larger);
        for (BitTerm g : grid) {
            bounds.add(terms.not(terms.ult(terms.constant(g.width(), MOST_BLOCKS), g)));
        }
        for (BitTerm a : arguments) {
            bounds.add(terms.slt(terms.constant(a.width(), -MOST_NUMBER), a));
            bounds.add(terms.slt(a, terms.constant(a.width(), MOST_NUMBER)));
        }
        return bounds;
    }
}
