package io.heddle.term;

import java.util.Arrays;

/**
 * The ids of a store by content, but for ELEMENT terms, which have an {@link ElementTable}.
 *
 * <p>Terms that are made one after the other mostly have operands that were made one after the
 * other, so a term's place is near its newest operand's (of an FMA, its accumulator's): block
 * {@code operand / 8} of 16 slots, one cache line. Terms that find their block full (a term with
 * many parents) go to an ordinary open-addressed table. Nothing is ever removed, so a free slot in
 * the block proves that the term is not in the table.
 */
final class ConsTable {
    private static final int FMA = Op.FMA.ordinal();
    private static final int BLOCK_BITS = 4;
    private static final int BLOCK = 1 << BLOCK_BITS;

    /** Up to this length the table grows fourfold, so that most terms are entered only once. */
    private static final int QUICKLY = 1 << 22;

    private int[] blocks = new int[1 << 12];
    private int blockMask = (blocks.length >>> BLOCK_BITS) - 1;
    private int[] overflow = new int[1 << 8];
    private int overflowMask = overflow.length - 1;
    private int overflowSize;

    /**
     * Reads what {@link #find} will read of some FMAs, all of them before any is needed: so the
     * processor waits for memory once and not for each.
     *
     * @param n how many
     * @return nothing that matters
     */
    int touch(TermNodes store, int[] a, int[] b, int[] c, int n) {
        int[] slots = new int[n];
        int read = 0;
        for (int i = 0; i < n; i++) {
            int h = hash(FMA, a[i], b[i], c[i]);
            slots[i] = ((c[i] >>> 3 & blockMask) << BLOCK_BITS) + (h & BLOCK - 1);
        }
        for (int i = 0; i < n; i++) {
            slots[i] = blocks[slots[i]];
        }
        for (int i = 0; i < n; i++) {
            read += store.c(slots[i]);
        }
        return read;
    }

    /** The id of the term, or minus one minus the place for {@link #put}. */
    int find(TermNodes store, int op, int a, int b, int c) {
        int h = hash(op, a, b, c);
        int base = (anchor(op, a, b, c) >>> 3 & blockMask) << BLOCK_BITS;
        for (int i = 0; i < BLOCK; i++) {
            int slot = base + (h + i & BLOCK - 1);
            int id = blocks[slot];
            if (id == 0) {
                return -1 - slot;
            }
            if (store.is(id, op, a, b, c)) {
                return id;
            }
        }
        int slot = h >>> BLOCK_BITS & overflowMask;
        while (overflow[slot] != 0) {
            if (store.is(overflow[slot], op, a, b, c)) {
                return overflow[slot];
            }
            slot = slot + 1 & overflowMask;
        }
        return -1 - blocks.length - slot;
    }

    /**
     * Enters {@code id}, the newest of {@code size} - 1 terms, at a place that {@link #find} gave.
     */
    void put(TermNodes store, int place, int id) {
        int slot = -1 - place;
        if (slot < blocks.length) {
            blocks[slot] = id;
        } else {
            overflow[slot - blocks.length] = id;
            overflowSize++;
            if (overflowSize > overflow.length / 2) {
                growOverflow(store);
            }
        }
        if (id > blocks.length / 2 && blocks.length < 1 << 29) {
            grow(store, id);
        }
    }

    private void growOverflow(TermNodes store) {
        int[] old = overflow;
        overflow = new int[old.length * 2];
        overflowMask = overflow.length - 1;
        for (int id : old) {
            if (id != 0) {
                reinsert(store, id);
            }
        }
    }

    private void reinsert(TermNodes store, int id) {
        int slot = hashOf(store, id) >>> BLOCK_BITS & overflowMask;
        while (overflow[slot] != 0) {
            slot = slot + 1 & overflowMask;
        }
        overflow[slot] = id;
    }

    private void grow(TermNodes store, int last) {
        blocks = new int[blocks.length * (blocks.length < QUICKLY ? 4 : 2)];
        blockMask = (blocks.length >>> BLOCK_BITS) - 1;
        Arrays.fill(overflow, 0);
        overflowSize = 0;
        for (int id = 1; id <= last; id++) {
            if (store.op(id) == Op.ELEMENT) {
                continue;
            }
            int place = free(store, id);
            if (place >= 0) {
                blocks[place] = id;
            } else {
                overflowSize++;
                if (overflowSize > overflow.length / 2) {
                    growOverflow(store);
                }
                reinsert(store, id);
            }
        }
    }

    /** A free slot of the term's block, or −1. */
    private int free(TermNodes store, int id) {
        int h = hashOf(store, id);
        int anchor = anchor(store.op(id).ordinal(), store.a(id), store.b(id), store.c(id));
        int base = (anchor >>> 3 & blockMask) << BLOCK_BITS;
        for (int i = 0; i < BLOCK; i++) {
            int slot = base + (h + i & BLOCK - 1);
            if (blocks[slot] == 0) {
                return slot;
            }
        }
        return -1;
    }

    /**
     * The operand that chooses the block: of an FMA the accumulator, which mostly has one user, not
     * a factor, which has many.
     */
    private static int anchor(int op, int a, int b, int c) {
        return op == FMA ? c : Math.max(Math.max(a, b), c);
    }

    private static int hashOf(TermNodes store, int id) {
        return hash(store.op(id).ordinal(), store.a(id), store.b(id), store.c(id));
    }

    private static int hash(int op, int a, int b, int c) {
        int h = op * 0x9E3779B1 + a;
        h = (h ^ h >>> 15) * 0x85EBCA77 + b;
        h = (h ^ h >>> 13) * 0xC2B2AE3D + c;
        h = (h ^ h >>> 16) * 0x27D4EB2F;
        return h ^ h >>> 15;
    }
}
