package io.heddle.term;

/**
 * An immutable map from longs, whose extensions share all but a path with it: a hash trie (Bagwell,
 * "Ideal hash trees", 2001). Looking up and extending take time in the logarithm of its size.
 *
 * @param <V> type of the values
 */
final class PersistentMap<V> {
    private static final int BITS = 4; // of the hash, a level
    private static final int FANOUT = 1 << BITS;
    private static final PersistentMap<?> EMPTY = new PersistentMap<>(null);

    private final Object root; // null, a Leaf or an Object[] of such

    private record Leaf(long key, Object value) {}

    private PersistentMap(Object root) {
        this.root = root;
    }

    /** The map without entries. */
    @SuppressWarnings("unchecked")
    static <V> PersistentMap<V> empty() {
        return (PersistentMap<V>) EMPTY;
    }

    /** The value of {@code key}, or null. */
    @SuppressWarnings("unchecked")
    V get(long key) {
        Object node = root;
        long hash = hash(key);
        while (node instanceof Object[] children) {
            node = children[(int) (hash & FANOUT - 1)];
            hash >>>= BITS;
        }
        return node instanceof Leaf leaf && leaf.key == key ? (V) leaf.value : null;
    }

    /** This map, but {@code key} has {@code value}. */
    PersistentMap<V> with(long key, V value) {
        return new PersistentMap<>(with(root, new Leaf(key, value), 0));
    }

    private static Object with(Object node, Leaf leaf, int shift) {
        if (node == null || node instanceof Leaf old && old.key == leaf.key) {
            return leaf;
        }
        Object[] children = new Object[FANOUT];
        if (node instanceof Leaf old) { // hashes of different keys differ somewhere
            children[slot(old.key, shift)] = old;
        } else {
            System.arraycopy(node, 0, children, 0, FANOUT);
        }
        int slot = slot(leaf.key, shift);
        children[slot] = with(children[slot], leaf, shift + BITS);
        return children;
    }

    private static int slot(long key, int shift) {
        return (int) (hash(key) >>> shift & FANOUT - 1);
    }

    /** A bijection that spreads keys (SplitMix64's finaliser). */
    private static long hash(long key) {
        long z = (key ^ (key >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
