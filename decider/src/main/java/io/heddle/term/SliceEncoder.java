package io.heddle.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes the marked terms of a store in ascending order of id, which is a topological one.
 *
 * <p>The new id of a term is its rank among the marked ones, after the constants that every store
 * begins with. So the order of ids stays, and with it the argument order of commutative operations.
 */
final class SliceEncoder {
    /** Ids that every store begins with: 0, 1, −1, ±∞, NaN, true, false; they are not written. */
    static final int CONSTANTS = new TermStore().size();

    private final TermStore store;
    private final long[] marked;
    private final int firstWord;
    private final int lastWord;
    private final int[] rank; // marked ids beyond the constants, before each word of `marked`

    private final VarintWriter nodes;
    private int written;
    private final Numbering words = new Numbering();
    private final Numbering symbols = new Numbering();
    private final Numbering functions = new Numbering();
    private final List<Rational> rationals = new ArrayList<>();

    SliceEncoder(TermStore store, long[] marked, int firstWord, int lastWord) {
        this.store = store;
        this.marked = marked;
        this.firstWord = firstWord;
        this.lastWord = lastWord;
        this.rank = new int[lastWord + 2];
        for (int w = 0; w <= lastWord; w++) {
            rank[w + 1] = rank[w] + Long.bitCount(bits(w));
        }
        this.nodes = new VarintWriter(8 * rank[lastWord + 1]);
    }

    /** The marked ids of a word of the bit set, without the constants. */
    private long bits(int word) {
        return word == 0 ? marked[0] & -1L << CONSTANTS : marked[word];
    }

    /** The id in the slice of a marked term or a constant. */
    private int renumbered(int t) {
        if (t < CONSTANTS) {
            return t;
        }
        int word = t >>> 6;
        return CONSTANTS + rank[word] + Long.bitCount(bits(word) & (1L << t) - 1);
    }

    TermSlice encode(int[] roots) {
        for (int w = firstWord; w <= lastWord; w++) {
            for (long rest = bits(w); rest != 0; rest &= rest - 1) {
                node((w << 6) + Long.numberOfTrailingZeros(rest), CONSTANTS + written++);
            }
        }
        VarintWriter tables = new VarintWriter(1024);
        tables.unsigned(words.keys().size());
        words.keys().forEach(tables::unsigned);
        tables.unsigned(symbols.keys().size());
        symbols.keys().forEach(id -> symbol(store.symbols().get(id), tables));
        tables.unsigned(functions.keys().size());
        functions.keys().forEach(id -> function(store.functions().get(id), tables));
        tables.unsigned(rationals.size());
        rationals.forEach(tables::rational);
        assumedRanges(tables);
        int[] renumbered = new int[roots.length];
        for (int i = 0; i < roots.length; i++) {
            renumbered[i] = renumbered(roots[i]);
        }
        return new TermSlice(written, renumbered, tables.toByteArray(), nodes.toByteArray());
    }

    /** The assumed ranges of the marked terms. */
    private void assumedRanges(VarintWriter out) {
        List<Integer> terms = new ArrayList<>();
        for (int t : store.assumedRanges().byTerm().keySet()) {
            if (t >>> 6 >= firstWord && t >>> 6 <= lastWord && (marked[t >>> 6] >>> t & 1) != 0) {
                terms.add(t);
            }
        }
        out.unsigned(terms.size());
        for (int t : terms) {
            out.unsigned(renumbered(t));
            out.rational(store.assumedRanges().of(t).low());
            out.rational(store.assumedRanges().of(t).high());
        }
    }

    private void node(int t, int id) {
        nodes.unsigned(words.of(store.word(t)));
        Op op = store.op(t);
        switch (op) {
            case RATIONAL:
                rationalNode(t);
                break;
            case LITERAL:
                nodes.unsigned(store.a(t));
                nodes.unsigned(store.b(t));
                nodes.unsigned(store.c(t));
                break;
            case CONSTANT:
            case UNDEFINED:
                nodes.signed(store.a(t));
                break;
            case ELEMENT:
                nodes.unsigned(symbols.of(store.a(t)));
                nodes.unsigned(store.elementIndex(t));
                break;
            case APPLY:
                nodes.unsigned(functions.of(store.a(t)));
                if (store.functionOf(t).readsTensor()) {
                    symbols.of(store.symbolNamed(store.functionOf(t).name()));
                }
                operand(store.b(t), id);
                nodes.unsigned(store.c(t) == 0 ? 0 : id - renumbered(store.c(t)));
                break;
            default:
                operands(t, op.arity(), id);
                break;
        }
    }

    /** Operands are written as distances, which are short for the chains that sums are. */
    private void operands(int t, int arity, int id) {
        if (arity > 0) {
            operand(store.a(t), id);
        }
        if (arity > 1) {
            operand(store.b(t), id);
        }
        if (arity > 2) {
            operand(store.c(t), id);
        }
    }

    private void operand(int operand, int id) {
        nodes.unsigned(id - renumbered(operand));
    }

    private void rationalNode(int t) {
        boolean large = store.c(t) != 0;
        nodes.unsigned(large ? 0 : store.b(t)); // no denominator is 0
        if (large) {
            rationals.add(store.rationalValue(t));
        } else {
            nodes.signed(store.a(t));
        }
    }

    private static void symbol(Symbol symbol, VarintWriter out) {
        out.text(symbol.name());
        out.unsigned(symbol.type().ordinal());
        out.unsigned(symbol.shape().size());
        symbol.shape().forEach(out::unsigned);
        bound(symbol.low(), out);
        bound(symbol.high(), out);
        out.unsigned(symbol.distinct() ? 1 : 0);
    }

    private static void bound(Rational bound, VarintWriter out) {
        out.unsigned(bound == null ? 0 : 1);
        if (bound != null) {
            out.rational(bound);
        }
    }

    private static void function(Function function, VarintWriter out) {
        out.text(function.name());
        out.unsigned(function.arity());
        out.unsigned(function.kind().ordinal() << 1 | (function.integer() ? 1 : 0));
    }

    /** Numbers small keys from 0 in order of first use. */
    private static final class Numbering {
        private int[] numbers =
                new int[64]; // one more than the number of each key; 0 if it has none
        private final List<Integer> keys = new ArrayList<>();

        int of(int key) {
            if (key >= numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.max(key + 1, numbers.length * 2));
            }
            if (numbers[key] == 0) {
                keys.add(key);
                numbers[key] = keys.size();
            }
            return numbers[key] - 1;
        }

        /** The keys in order of their numbers. */
        List<Integer> keys() {
            return keys;
        }
    }
}
