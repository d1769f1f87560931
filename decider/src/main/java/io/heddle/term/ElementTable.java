package io.heddle.term;

import java.util.Arrays;

/**
 * The ids of a store's ELEMENT terms. Neighbouring elements are mostly asked for together, so they
 * are kept in blocks of 16, one cache line, and only the blocks are looked up by hash.
 */
final class ElementTable {
    private static final int BLOCK_BITS = 4;
    private static final int BLOCK = 1 << BLOCK_BITS;
    private static final int CHUNK_BITS = 14;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /** Open-addressed: key of a block, 0 where free. */
    private long[] keys = new long[1 << 6];

    /** The block of the key in the same place. */
    private int[] blocks = new int[keys.length];

    /** The ids of block n are at n * 16; 0 where there is no term. */
    private int[][] ids = new int[4][];

    private int size;
    private long lastKey;
    private int lastBlock;

    /** The bytes of this table. */
    long bytes() {
        return (long) Long.BYTES * keys.length
                + (long) Integer.BYTES * blocks.length
                + TermNodes.bytes(ids);
    }

    /** The place of the id of an element, which does not change afterwards. */
    int place(int symbol, long index) {
        long key = (long) symbol + 1 << 44 | index >>> BLOCK_BITS;
        if (key != lastKey) {
            lastBlock = block(key);
            lastKey = key;
        }
        return lastBlock << BLOCK_BITS | (int) index & BLOCK - 1;
    }

    /** The id at a place, or 0. */
    int get(int place) {
        return ids[place >>> CHUNK_BITS][place & CHUNK - 1];
    }

    /** Enters an id at a place. */
    void set(int place, int id) {
        ids[place >>> CHUNK_BITS][place & CHUNK - 1] = id;
    }

    private int block(long key) {
        int slot = slot(key);
        if (keys[slot] == 0) {
            if (2 * size >= keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
            blocks[slot] = newBlock();
        }
        return blocks[slot];
    }

    /**
     * The slot of a key, or the free slot where it would be entered. The searches for eight
     * neighbouring blocks start in one cache line.
     */
    private int slot(long key) {
        long mixed = (key >>> 3) * 0x9E3779B97F4A7C15L;
        int slot = ((int) (mixed >>> 32) << 3 | (int) key & 7) & keys.length - 1;
        while (keys[slot] != 0 && keys[slot] != key) {
            slot = slot + 1 & keys.length - 1;
        }
        return slot;
    }

    private int newBlock() {
        int chunk = size << BLOCK_BITS >>> CHUNK_BITS;
        if (chunk == ids.length) {
            ids = Arrays.copyOf(ids, 2 * ids.length);
        }
        if (ids[chunk] == null) {
            ids[chunk] = new int[CHUNK];
        }
        return size++;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldBlocks = blocks;
        keys = new long[4 * oldKeys.length];
        blocks = new int[keys.length];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                blocks[slot] = oldBlocks[i];
            }
        }
    }
}
