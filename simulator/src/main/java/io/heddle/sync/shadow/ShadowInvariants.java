package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.List;

/**
 * What holds of every shadow between two accesses: a record is of a thread that exists, at a stamp
 * that it has reached; what a cell keeps is what its kind of {@link Accesses} says; a value is
 * known only of a cell that was written; and the lists of copies in flight are linked both ways.
 * Tests call {@link #violation} after each step of random programs; where assertions are enabled
 * ({@code java -ea}), shared memory is checked when its CTA ends, tensors when the launch ends.
 * Linear in the cells that were accessed.
 */
public final class ShadowInvariants {
    private final CurrentThread current;

    private ShadowInvariants(CurrentThread current) {
        this.current = current;
    }

    /** What does not hold of the shadow, with the place, or null. */
    public static String violation(Shadow shadow) {
        return new ShadowInvariants(shadow.current).shadow(shadow);
    }

    private String shadow(Shadow shadow) {
        for (int i = 0; i < shadow.chunks.length; i++) {
            ShadowChunk chunk = shadow.chunks[i];
            long start = (long) i << ShadowCells.CHUNK_SHIFT;
            long bytes = Math.min(ShadowCells.CHUNK_BYTES, shadow.size - start);
            String fault = chunk == null ? null : chunk(chunk, start, bytes);
            if (fault != null) {
                return "chunk " + i + " " + fault;
            }
        }
        return shadow.others == null ? null : others(shadow.others, shadow.size);
    }

    private String chunk(ShadowChunk chunk, long start, long bytes) {
        int shift = chunk.shift();
        int cells = chunk.cells;
        long covered = (long) cells << shift;
        if (chunk.offset(0) != start || shift < 0 || covered < bytes || covered - bytes >= 4) {
            return "has " + cells + " cells of " + (1 << shift) + " bytes at " + chunk.offset(0);
        }
        if ((chunk.atomics == null) != (chunk.kinds == null)
                || (chunk.atomics == null) != (chunk.ctaScoped == null)) {
            return "has atomics without kinds or scopes";
        }
        for (int cell = 0; cell < cells; cell++) {
            String fault = cell(chunk, cell);
            if (fault != null) {
                return "cell " + cell + " " + fault;
            }
        }
        return null;
    }

    private String cell(ShadowChunk chunk, int cell) {
        for (Accesses accesses : new Accesses[] {chunk.reads, chunk.writes, chunk.atomics}) {
            String fault = accesses == null ? null : accesses(accesses, cell);
            if (fault != null) {
                return fault;
            }
        }
        if (chunk.nonCoherent != null && chunk.nonCoherent[cell] != 0) {
            String fault = record(chunk.nonCoherent[cell]);
            if (fault != null) {
                return fault;
            }
        }
        boolean written = chunk.writes != null && !chunk.writes.isEmpty(cell);
        if (chunk.values != null && chunk.values[cell] != WrittenBytes.UNKNOWN && !written) {
            return "has a value that nobody has written";
        }
        boolean atomic = chunk.atomics != null && !chunk.atomics.isEmpty(cell);
        return atomic && chunk.kinds[cell] == 0 ? "has an atomic of no kind" : null;
    }

    private String accesses(Accesses accesses, int cell) {
        if (accesses.isEmpty(cell)) {
            return null;
        }
        return accesses instanceof PairAccesses pair
                ? pair(pair, cell)
                : warps((WarpAccesses) accesses, cell);
    }

    private String pair(PairAccesses pair, int cell) {
        long a = pair.first[cell];
        long b = pair.second == null ? 0 : pair.second[cell];
        String fault = record(a);
        if (fault != null || b == 0) {
            return fault;
        }
        if (current.isSameCta(a, Math.abs(b)) != (b > 0)) {
            return "keeps two accesses as of " + (b > 0 ? "one CTA" : "two CTAs");
        }
        if (b > 0 && current.thread(a) == current.thread(b)) {
            return "keeps two accesses of one thread";
        }
        if (b > 0 && current.stampOf(a) != current.stampOf(b)) {
            return "keeps two accesses with a barrier in between";
        }
        return record(Math.abs(b));
    }

    private String warps(WarpAccesses warps, int cell) {
        long last = warps.last[cell];
        int lanes = warps.lanes[cell];
        if ((lanes >>> warps.lastLane[cell] & 1) == 0) {
            return "had its last access by none of the last lanes";
        }
        AccessSet set = warps.sets == null ? null : warps.sets[cell];
        boolean several = set != null && !set.isEmpty();
        long other = warps.otherCta == null ? 0 : warps.otherCta[cell];
        if (other != 0) {
            if (several || (lanes & (lanes - 1)) != 0) {
                return "keeps more than two accesses of two CTAs";
            }
            if (current.isAcrossCtas() || current.isSameCta(last, other)) {
                return "keeps two accesses as of two CTAs";
            }
            String fault = record(other);
            if (fault != null) {
                return fault;
            }
        }
        String fault = records(last, lanes);
        return fault != null || !several ? fault : set(set, last, lanes);
    }

    private String set(AccessSet set, long last, int lastLanes) {
        boolean hasLast = false;
        for (int i = 0; i < set.size; i++) {
            hasLast |= set.warps[i] == last && (set.lanes[i] & lastLanes) == lastLanes;
            for (int j = 0; j < i; j++) {
                if (set.warps[i] == set.warps[j]) {
                    return "keeps accesses of one warp in two entries";
                }
            }
            if (!current.isAcrossCtas() && !current.isSameCta(set.warps[i], last)) {
                return "keeps accesses of two CTAs that never synchronise";
            }
            String fault = records(set.warps[i], set.lanes[i]);
            if (fault != null) {
                return fault;
            }
        }
        return hasLast ? null : "does not keep its last access";
    }

    /** Records of some lanes of a warp; {@code warp} is that which its first lane would have. */
    private String records(long warp, int lanes) {
        if (lanes == 0) {
            return "keeps an access by no lane";
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            String fault = record(current.moveLane(warp, Integer.numberOfTrailingZeros(rest)));
            if (fault != null) {
                return fault;
            }
        }
        return null;
    }

    private String record(long record) {
        int thread = current.thread(record);
        int stamp = current.stampOf(record);
        boolean possible = record > 0 && stamp >= 1 && stamp <= current.present(thread);
        return possible ? null : "keeps an access of thread " + thread + " at stamp " + stamp;
    }

    private String others(OtherAccesses others, long size) {
        String fault = others.inFlightOrNull() == null ? null : inFlight(others.inFlightOrNull());
        if (fault != null || others.conditionalOrNull() == null) {
            return fault;
        }
        ConditionalAccesses conditional = others.conditionalOrNull();
        for (var word : conditional.words.entrySet()) {
            fault = word(conditional, word.getKey(), word.getValue());
            if (fault != null) {
                return "word " + word.getKey() + " of " + size + " bytes " + fault;
            }
        }
        return conditional.rest == null ? null : shadow(conditional.rest);
    }

    private String word(
            ConditionalAccesses conditional, long word, List<ConditionalAccesses.Kept> kept) {
        if (kept.size() >= ConditionalAccesses.LIMIT && !conditional.full.contains(word)) {
            return "keeps " + kept.size() + " accesses under conditions and is not full";
        }
        for (ConditionalAccesses.Kept k : kept) {
            long first = k.access.offset() >> ConditionalAccesses.WORD_SHIFT;
            long last = ConditionalAccesses.lastWord(k.access.offset(), k.access.bytes());
            if (word < first || word > last) {
                return "keeps an access of other words";
            }
            String fault = record(k.record);
            if (fault != null) {
                return fault;
            }
        }
        return kept.isEmpty() ? "keeps no accesses" : null;
    }

    private static String inFlight(InFlightCells cells) {
        int written = 0;
        for (AsyncCopy[] page : cells.writers) {
            for (int i = 0; page != null && i < page.length; i++) {
                written += page[i] == null ? 0 : 1;
            }
        }
        int read = 0;
        for (AsyncCopy[] page : cells.readers) {
            for (int i = 0; page != null && i < page.length; i++) {
                AsyncCopy before = null;
                for (AsyncCopy copy = page[i]; copy != null; copy = copy.nextReader) {
                    if (copy.previousReader != before) {
                        return "a copy in flight is not linked back";
                    }
                    before = copy;
                    read++;
                }
            }
        }
        return written == cells.written && read == cells.read
                ? null
                : "copies in flight: "
                        + (written + " words written, " + read + " reads")
                        + ("; counted " + cells.written + " and " + cells.read);
    }
}
