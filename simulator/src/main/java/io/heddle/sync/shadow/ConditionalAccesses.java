package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The accesses of one memory object that are made under conditions.
 *
 * <p>Where accesses are certain, a few of a cell stand for all of it ({@link Accesses}). That is
 * not so under conditions: of two accesses under conditions that exclude each other, neither stands
 * for the other. All of them are kept, and each later access meets each of them; whether both
 * conditions can hold at once is for the caller to say. One is dropped only for a later one that is
 * ordered after it under the same condition.
 *
 * <p>A word keeps at most {@link #LIMIT}. What comes after them is recorded as if it were certain,
 * and its conflicts are {@linkplain Conflict#unexamined unexamined}.
 */
final class ConditionalAccesses {
    /** Accesses that a word keeps. */
    static final int LIMIT = 256;

    static final int WORD_SHIFT = 2;

    private final CurrentThread current;
    private final long size;

    /** By word: what accesses some of it. */
    final Map<Long, List<Kept>> words = new HashMap<>();

    /** Words that have met their limit, and what was accessed together with them since. */
    final Set<Long> full = new HashSet<>();

    /** What accesses the full words; null while there are none. */
    Shadow rest;

    /** An access that is kept. */
    static final class Kept {
        final Access access;

        /** Of the thread at the time. */
        final long record;

        /** Of a write, the identities of its bytes; null if it is none. */
        final long[] values;

        Kept(Access access, long record, long[] values) {
            this.access = access;
            this.record = record;
            this.values = values;
        }
    }

    /**
     * No accesses.
     *
     * @param size of the object in bytes
     */
    ConditionalAccesses(CurrentThread current, long size) {
        this.current = current;
        this.size = size;
    }

    static long lastWord(long offset, long bytes) {
        return offset + bytes - 1 >> WORD_SHIFT;
    }

    /** True if some words of a stretch of bytes were accessed under a condition. */
    boolean meets(long offset, long bytes) {
        for (long w = offset >> WORD_SHIFT; w <= lastWord(offset, bytes); w++) {
            if (words.containsKey(w) || full.contains(w)) {
                return true;
            }
        }
        return false;
    }

    /** The number of words with such accesses that the chunks have no other accesses of. */
    long countWords(ShadowChunk[] chunks) {
        return words.keySet().stream()
                .filter(
                        w -> {
                            int c = (int) (w << WORD_SHIFT >> ShadowCells.CHUNK_SHIFT);
                            int at = (int) (w << WORD_SHIFT & ShadowCells.CHUNK_MASK);
                            return chunks[c] == null || !chunks[c].isAccessed(at, 1 << WORD_SHIFT);
                        })
                .count();
    }

    /** Reports those that an access by the current thread conflicts with. */
    void report(Access now, ConflictReport report) {
        for (long w = now.offset() >> WORD_SHIFT; w <= lastWord(now.offset(), now.bytes()); w++) {
            for (Kept kept : words.getOrDefault(w, List.of())) {
                long first = Math.max(kept.access.offset(), now.offset());
                if (first >> WORD_SHIFT == w && kept.access.meets(now)) {
                    report(kept, now, first, report);
                }
            }
        }
        if (isFull(now)) {
            report.unexamined(record(now));
        }
    }

    /** Reports a conflict with one of them, if there is one, in the bytes from {@code first} on. */
    private void report(Kept kept, Access now, long first, ConflictReport report) {
        Access then = kept.access;
        boolean ordered =
                then.sort() != Access.Sort.NON_COHERENT_READ
                        && now.sort() != Access.Sort.NON_COHERENT_READ
                        && current.isBefore(kept.record);
        if (ordered || !(then.writes() || now.writes())) {
            return;
        }
        boolean bothAtomic = then.sort() == Access.Sort.ATOMIC && now.sort() == Access.Sort.ATOMIC;
        boolean oneKind = bothAtomic && then.extentKind() == now.extentKind();
        if (oneKind && (current.isSameCta(kept.record) || !(then.ctaScope() || now.ctaScope()))) {
            return;
        }
        report.conditional(
                kept.record,
                then.condition(),
                first,
                then.writes(),
                bothAtomic && !oneKind,
                isSameValue(kept, now, first));
    }

    private static boolean isSameValue(Kept kept, Access now, long first) {
        if (kept.values == null || now.sort() != Access.Sort.WRITE) {
            return false;
        }
        Access then = kept.access;
        long end = Math.min(then.offset() + then.bytes(), now.offset() + now.bytes());
        for (long at = first; at < end; at++) {
            long value = kept.values[(int) (at - then.offset())];
            if (value == WrittenBytes.UNKNOWN || value != now.value(at, 1)) {
                return false;
            }
        }
        return true;
    }

    /** Adds an access by the current thread that has been reported. */
    void add(Access now) {
        if (isFull(now)) {
            return;
        }
        long[] values = null;
        if (now.sort() == Access.Sort.WRITE) {
            values = new long[now.bytes()];
            for (int i = 0; i < values.length; i++) {
                values[i] = now.value(now.offset() + i, 1);
            }
        }
        Kept kept = new Kept(now, current.record(now.instruction()), values);
        for (long w = now.offset() >> WORD_SHIFT; w <= lastWord(now.offset(), now.bytes()); w++) {
            List<Kept> word = words.computeIfAbsent(w, k -> new ArrayList<>());
            word.removeIf(earlier -> stands(kept, earlier));
            word.add(kept);
            if (word.size() >= LIMIT) {
                full.add(w);
            }
        }
    }

    /** True if one of them stands for an earlier one as well. */
    private boolean stands(Kept kept, Kept earlier) {
        Access a = kept.access;
        Access b = earlier.access;
        return a.condition() == b.condition()
                && a.sort() == b.sort()
                && a.offset() == b.offset()
                && a.bytes() == b.bytes()
                && a.kind() == b.kind()
                && a.ctaScope() == b.ctaScope()
                && (kept.values == null || isSameValue(earlier, a, a.offset()))
                && current.isBefore(earlier.record);
    }

    private boolean isFull(Access now) {
        boolean some = false;
        long last = lastWord(now.offset(), now.bytes());
        for (long w = now.offset() >> WORD_SHIFT; !full.isEmpty() && w <= last; w++) {
            some |= full.contains(w);
        }
        return some;
    }

    /** Records an access as if it were certain; whatever else accesses its words has to follow. */
    private Conflict record(Access a) {
        if (rest == null) {
            rest = new Shadow(current, size);
        }
        for (long w = a.offset() >> WORD_SHIFT; w <= lastWord(a.offset(), a.bytes()); w++) {
            full.add(w);
        }
        return switch (a.sort()) {
            case READ -> rest.read(a.thread(), a.instruction(), a.offset(), a.bytes());
            case NON_COHERENT_READ ->
                    rest.readNonCoherent(a.thread(), a.instruction(), a.offset(), a.bytes());
            case WRITE -> rest.write(a.thread(), a.instruction(), a.offset(), a.bytes(), null);
            case ATOMIC ->
                    rest.atomic(
                            a.thread(),
                            a.instruction(),
                            a.offset(),
                            a.bytes(),
                            a.kind(),
                            a.ctaScope());
        };
    }
}
