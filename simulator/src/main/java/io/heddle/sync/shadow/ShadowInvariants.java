package io.heddle.sync.shadow;

import io.heddle.sync.clock.CurrentThread;
import java.util.List;
import java.util.Optional;

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

    /** What does not hold of the shadow, with the place. */
    public static Optional<String> violation(Shadow shadow) {
        return new ShadowInvariants(shadow.current).shadow(shadow);
    }

    private Optional<String> shadow(Shadow shadow) {
        for (int i = 0; i < shadow.chunks.length; i++) {
            ShadowChunk chunk = shadow.chunks[i];
            long start = (long) i << ShadowCells.CHUNK_SHIFT;
            long bytes = Math.min(ShadowCells.CHUNK_BYTES, shadow.size - start);
            Optional<String> fault = chunk == null ? Optional.empty() : chunk(chunk, start, bytes);
            if (fault.isPresent()) {
                return Optional.of("chunk " + i + " " + fault.get());
            }
        }
        return shadow.others == null ? Optional.empty() : others(shadow.others, shadow.size);
    }

    private Optional<String> chunk(ShadowChunk chunk, long start, long bytes) {
        int shift = chunk.shift();
        int cells = chunk.cells;
        long covered = (long) cells << shift;
        if (chunk.offset(0) != start || shift < 0 || covered < bytes || covered - bytes >= 4) {
            return Optional.of(
                    "has " + cells + " cells of " + (1 << shift) + " bytes at " + chunk.offset(0));
        }
        if ((chunk.atomics == null) != (chunk.kinds == null)
                || (chunk.atomics == null) != (chunk.ctaScoped == null)) {
            return Optional.of("has atomics without kinds or scopes");
        }
        for (int cell = 0; cell < cells; cell++) {
            Optional<String> fault = cell(chunk, cell);
            if (fault.isPresent()) {
                return Optional.of("cell " + cell + " " + fault.get());
            }
        }
        return Optional.empty();
    }

    private Optional<String> cell(ShadowChunk chunk, int cell) {
        for (Accesses accesses : new Accesses[] {chunk.reads, chunk.writes, chunk.atomics}) {
            Optional<String> fault = accesses == null ? Optional.empty() : accesses(accesses, cell);
            if (fault.isPresent()) {
                return fault;
            }
        }
        if (chunk.nonCoherent != null && chunk.nonCoherent[cell] != 0) {
            Optional<String> fault = record(chunk.nonCoherent[cell]);
            if (fault.isPresent()) {
                return fault;
            }
        }
        boolean written = chunk.writes != null && !chunk.writes.isEmpty(cell);
        if (chunk.values != null && chunk.values[cell] != WrittenBytes.UNKNOWN && !written) {
            return Optional.of("has a value that nobody has written");
        }
        boolean atomic = chunk.atomics != null && !chunk.atomics.isEmpty(cell);
        return atomic && chunk.kinds[cell] == 0
                ? Optional.of("has an atomic of no kind")
                : Optional.empty();
    }

    private Optional<String> accesses(Accesses accesses, int cell) {
        if (accesses.isEmpty(cell)) {
            return Optional.empty();
        }
        return accesses instanceof PairAccesses pair
                ? pair(pair, cell)
                : warps((WarpAccesses) accesses, cell);
    }

    private Optional<String> pair(PairAccesses pair, int cell) {
        long a = pair.first[cell];
        long b = pair.second == null ? 0 : pair.second[cell];
        Optional<String> fault = record(a);
        if (fault.isPresent() || b == 0) {
            return fault;
        }
        if (current.isSameCta(a, Math.abs(b)) != (b > 0)) {
            return Optional.of("keeps two accesses as of " + (b > 0 ? "one CTA" : "two CTAs"));
        }
        if (b > 0 && current.thread(a) == current.thread(b)) {
            return Optional.of("keeps two accesses of one thread");
        }
        if (b > 0 && current.stampOf(a) != current.stampOf(b)) {
            return Optional.of("keeps two accesses with a barrier in between");
        }
        return record(Math.abs(b));
    }

    private Optional<String> warps(WarpAccesses warps, int cell) {
        long last = warps.last[cell];
        int lanes = warps.lanes[cell];
        if ((lanes >>> warps.lastLane[cell] & 1) == 0) {
            return Optional.of("had its last access by none of the last lanes");
        }
        AccessSet set = warps.sets == null ? null : warps.sets[cell];
        boolean several = set != null && !set.isEmpty();
        long other = warps.otherCta == null ? 0 : warps.otherCta[cell];
        if (other != 0) {
            if (several || (lanes & (lanes - 1)) != 0) {
                return Optional.of("keeps more than two accesses of two CTAs");
            }
            if (current.isAcrossCtas() || current.isSameCta(last, other)) {
                return Optional.of("keeps two accesses as of two CTAs");
            }
            Optional<String> fault = record(other);
            if (fault.isPresent()) {
                return fault;
            }
        }
        Optional<String> fault = records(last, lanes);
        return fault.isPresent() || !several ? fault : set(set, last, lanes);
    }

    private Optional<String> set(AccessSet set, long last, int lastLanes) {
        boolean hasLast = false;
        for (int i = 0; i < set.size; i++) {
            hasLast |= set.warps[i] == last && (set.lanes[i] & lastLanes) == lastLanes;
            for (int j = 0; j < i; j++) {
                if (set.warps[i] == set.warps[j]) {
                    return Optional.of("keeps accesses of one warp in two entries");
                }
            }
            if (!current.isAcrossCtas() && !current.isSameCta(set.warps[i], last)) {
                return Optional.of("keeps accesses of two CTAs that never synchronise");
            }
            Optional<String> fault = records(set.warps[i], set.lanes[i]);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return hasLast ? Optional.empty() : Optional.of("does not keep its last access");
    }

    /** Records of some lanes of a warp; {@code warp} is that which its first lane would have. */
    private Optional<String> records(long warp, int lanes) {
        if (lanes == 0) {
            return Optional.of("keeps an access by no lane");
        }
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            Optional<String> fault =
                    record(current.moveLane(warp, Integer.numberOfTrailingZeros(rest)));
            if (fault.isPresent()) {
                return fault;
            }
        }
        return Optional.empty();
    }

    private Optional<String> record(long record) {
        int thread = current.thread(record);
        int stamp = current.stampOf(record);
        boolean possible = record > 0 && stamp >= 1 && stamp <= current.present(thread);
        return possible
                ? Optional.empty()
                : Optional.of("keeps an access of thread " + thread + " at stamp " + stamp);
    }

    private Optional<String> others(OtherAccesses others, long size) {
        Optional<String> fault =
                others.inFlightOrNull() == null
                        ? Optional.empty()
                        : inFlight(others.inFlightOrNull());
        if (fault.isPresent() || others.conditionalOrNull() == null) {
            return fault;
        }
        ConditionalAccesses conditional = others.conditionalOrNull();
        for (var word : conditional.words.entrySet()) {
            fault = word(conditional, word.getKey(), word.getValue());
            if (fault.isPresent()) {
                return Optional.of(
                        "word " + word.getKey() + " of " + size + " bytes " + fault.get());
            }
        }
        return conditional.rest == null ? Optional.empty() : shadow(conditional.rest);
    }

    private Optional<String> word(
            ConditionalAccesses conditional, long word, List<ConditionalAccesses.Kept> kept) {
        if (kept.size() >= ConditionalAccesses.LIMIT && !conditional.full.contains(word)) {
            return Optional.of(
                    "keeps " + kept.size() + " accesses under conditions and is not full");
        }
        for (ConditionalAccesses.Kept k : kept) {
            long first = k.access.offset() >> ConditionalAccesses.WORD_SHIFT;
            long last = ConditionalAccesses.lastWord(k.access.offset(), k.access.bytes());
            if (word < first || word > last) {
                return Optional.of("keeps an access of other words");
            }
            Optional<String> fault = record(k.record);
            if (fault.isPresent()) {
                return fault;
            }
        }
        return kept.isEmpty() ? Optional.of("keeps no accesses") : Optional.empty();
    }

    private static Optional<String> inFlight(InFlightCells cells) {
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
                        return Optional.of("a copy in flight is not linked back");
                    }
                    before = copy;
                    read++;
                }
            }
        }
        return written == cells.written && read == cells.read
                ? Optional.empty()
                : Optional.of(
                        "copies in flight: "
                                + (written + " words written, " + read + " reads")
                                + ("; counted " + cells.written + " and " + cells.read));
    }
}
