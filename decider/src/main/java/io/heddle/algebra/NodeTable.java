package io.heddle.algebra;

import java.util.Arrays;

/** An int for each term of a store, 0 at first; chunks are made where something is written. */
final class NodeTable {
    private static final int CHUNK_BITS = 13;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private int[][] chunks;

    NodeTable(int size) {
        chunks = new int[(size >>> CHUNK_BITS) + 1][];
    }

    int get(int t) {
        int[] chunk = t >>> CHUNK_BITS < chunks.length ? chunks[t >>> CHUNK_BITS] : null;
        return chunk == null ? 0 : chunk[t & CHUNK - 1];
    }

    void set(int t, int value) {
        if (t >>> CHUNK_BITS >= chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(chunks.length * 2, (t >>> CHUNK_BITS) + 1));
        }
        int[] chunk = chunks[t >>> CHUNK_BITS];
        if (chunk == null) {
            chunk = new int[CHUNK];
            chunks[t >>> CHUNK_BITS] = chunk;
        }
        chunk[t & CHUNK - 1] = value;
    }
}
