package io.heddle.term;

import java.util.Arrays;

/**
 * The ids of a store by content, but for ELEMENT terms, which have an {@link ElementTable}.
 *
 * <p>Terms that are made one after the other mostly have operands that were made one after the
 * other, so a term's place is that of its newest operand (of an FMA, its accumulator's), the
 * <em>anchor</em>: two slots for each term of the store, eight terms to a line of 16 slots, one
 * cache line. Since a term's line depends on nothing else, the table grows by new lines and no term
 * is ever entered again. Terms that find their line full (their anchor has many users) and terms
 * without operands go to an ordinary open-addressed table. Nothing is ever removed, so a free slot
 * in the line proves that the term is not in the table.
 */
final class ConsTable {
    private static final int FMA = Op.FMA.ordinal();
    private static final int APPLY = Op.APPLY.ordinal();
    private static final int LINE = 16;
    private static final int CHUNK_BITS = 17;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int FIRST = 1 << 9; // slots of a store's first chunk, which grows
    private static final int[] NO_SLOTS = {};

    /** Of places, the first that is in the overflow table; no line is so far away. */
    private static final long OVERFLOW = 1L << 33;

    /** By ordinal, a bit for each operation that has operands. */
    private static final long ANCHORED = anchored();

    private int[][] chunks = new int[16][];
    private int[] overflow = new int[1 << 8];
    private int overflowMask = overflow.length - 1;
    private int overflowSize;

    ConsTable() {
        Arrays.fill(chunks, NO_SLOTS);
    }

    /** The bytes of this table. */
    long bytes() {
        return TermNodes.bytes(chunks) + (long) Integer.BYTES * overflow.length;
    }

    private static long anchored() {
        long bits = 1L << APPLY;
        for (Op op : Op.values()) {
            if (op.arity() > 0) {
                bits |= 1L << op.ordinal();
            }
        }
        return bits;
    }

    /**
     * Reads what making some FMAs will read, all of it before any is needed: so the processor waits
     * for memory once and not for each.
     *
     * @param n how many
     * @return nothing that matters
     */
    int touch(TermNodes store, int[] a, int[] b, int[] c, int n) {
        int[] first = new int[n];
        int read = 0;
        for (int i = 0; i < n; i++) {
            int[] chunk = chunk(c[i]);
            int slot = firstSlot(c[i]);
            first[i] = slot < chunk.length ? chunk[slot] : 0;
            read += store.flags(a[i]) + store.flags(b[i]);
        }
        for (int i = 0; i < n; i++) {
            read += store.c(first[i]);
        }
        return read;
    }

    private int[] chunk(int anchor) {
        int index = anchor >>> CHUNK_BITS - 1;
        return index < chunks.length ? chunks[index] : NO_SLOTS;
    }

    /** Where the search for a term of this anchor begins in the anchor's chunk. */
    private static int firstSlot(int anchor) {
        return anchor << 1 & CHUNK - 1;
    }

    /** The id of the term, or minus one minus the place for {@link #put}. */
    long find(TermNodes store, int op, int a, int b, int c) {
        if ((ANCHORED >>> op & 1) != 0) {
            int anchor = anchor(op, a, b, c);
            int[] chunk = chunk(anchor);
            int first = firstSlot(anchor);
            int line = first & -LINE;
            for (int i = 0; i < LINE; i++) {
                int slot = line | first + i & LINE - 1;
                int id = slot < chunk.length ? chunk[slot] : 0;
                if (id == 0) {
                    return -1 - ((long) (anchor >>> CHUNK_BITS - 1) << CHUNK_BITS | slot);
                }
                if (store.is(id, op, a, b, c)) {
                    return id;
                }
            }
        }
        int slot = hash(op, a, b, c) & overflowMask;
        while (overflow[slot] != 0) {
            if (store.is(overflow[slot], op, a, b, c)) {
                return overflow[slot];
            }
            slot = slot + 1 & overflowMask;
        }
        return -1 - (OVERFLOW + slot);
    }

    /** Enters {@code id} at a place that {@link #find} gave. */
    void put(TermNodes store, long place, int id) {
        long slot = -1 - place;
        if (slot < OVERFLOW) {
            int at = (int) slot & CHUNK - 1;
            chunkWith((int) (slot >>> CHUNK_BITS), at)[at] = id;
            return;
        }
        overflow[(int) (slot - OVERFLOW)] = id;
        overflowSize++;
        if (overflowSize > overflow.length / 2) {
            growOverflow(store);
        }
    }

    /** A chunk, which has a slot afterwards. */
    private int[] chunkWith(int index, int slot) {
        if (index >= chunks.length) {
            int known = chunks.length;
            chunks = Arrays.copyOf(chunks, Math.max(index + 1, 2 * known));
            Arrays.fill(chunks, known, chunks.length, NO_SLOTS);
        }
        int[] chunk = chunks[index];
        if (slot >= chunk.length) {
            int length = index > 0 ? CHUNK : Math.max(FIRST, 2 * Integer.highestOneBit(slot));
            chunk = Arrays.copyOf(chunk, length);
            chunks[index] = chunk;
        }
        return chunk;
    }

    private void growOverflow(TermNodes store) {
        int[] old = overflow;
        overflow = new int[old.length * 2];
        overflowMask = overflow.length - 1;
        for (int id : old) {
            if (id != 0) {
                int slot =
                        hash(store.op(id).ordinal(), store.a(id), store.b(id), store.c(id))
                                & overflowMask;
                while (overflow[slot] != 0) {
                    slot = slot + 1 & overflowMask;
                }
                overflow[slot] = id;
            }
        }
    }

    /**
     * The operand that chooses the line: of an FMA the accumulator, which mostly has one user, not
     * a factor, which has many.
     */
    private static int anchor(int op, int a, int b, int c) {
        if (op == FMA) {
            return c;
        }
        return op == APPLY ? Math.max(b, c) : Math.max(Math.max(a, b), c);
    }

    private static int hash(int op, int a, int b, int c) {
        int h = op * 0x9E3779B1 + a;
        h = (h ^ h >>> 15) * 0x85EBCA77 + b;
        h = (h ^ h >>> 13) * 0xC2B2AE3D + c;
        h = (h ^ h >>> 16) * 0x27D4EB2F;
        return h ^ h >>> 15;
    }
}
