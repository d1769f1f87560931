package io.heddle.sync.shadow;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The definition of a race, taken literally: for each thread the set of all accesses that happen
 * before its present, and for each access a search among all earlier ones. Shares nothing with the
 * clocks.
 */
public final class RaceOracle {
    private final int threadsPerCta;
    private final BitSet[] past;
    private final List<BitSet> objects = new ArrayList<>();
    private final List<Access> accesses = new ArrayList<>();

    /** What an access does. */
    public enum Sort {
        READ,
        NON_COHERENT_READ,
        WRITE,
        ATOMIC
    }

    /** One access; {@code past} is what happens before it. */
    public record Access(
            int index,
            Sort sort,
            int thread,
            int instruction,
            long offset,
            int bytes,
            int tag,
            int kind,
            boolean ctaScope,
            BitSet past) {
        boolean writes() {
            return sort == Sort.WRITE || sort == Sort.ATOMIC;
        }

        boolean overlaps(Access other) {
            return offset < other.offset + other.bytes && other.offset < offset + bytes;
        }

        boolean sameExtent(Access other) {
            return offset == other.offset && bytes == other.bytes;
        }
    }

    public RaceOracle(int threads, int threadsPerCta) {
        this.threadsPerCta = threadsPerCta;
        past = new BitSet[threads];
        for (int t = 0; t < threads; t++) {
            past[t] = new BitSet();
        }
    }

    /** Records an access; atomics of one {@code kind} commute. */
    public Access access(
            Sort sort,
            int thread,
            int instruction,
            long offset,
            int bytes,
            int tag,
            int kind,
            boolean ctaScope) {
        int index = accesses.size();
        Access access =
                new Access(
                        index,
                        sort,
                        thread,
                        instruction,
                        offset,
                        bytes,
                        tag,
                        kind,
                        ctaScope,
                        (BitSet) past[thread].clone());
        accesses.add(access);
        past[thread].set(index);
        return access;
    }

    /** Earlier accesses that {@code access} races with. */
    public List<Access> races(Access access) {
        List<Access> result = new ArrayList<>();
        for (Access earlier : accesses.subList(0, access.index())) {
            boolean nonCoherent =
                    (earlier.sort() == Sort.NON_COHERENT_READ && access.writes())
                            || (access.sort() == Sort.NON_COHERENT_READ && earlier.writes());
            boolean ordered = access.past().get(earlier.index()) && !nonCoherent;
            if (!ordered && access.overlaps(earlier) && conflict(earlier, access)) {
                result.add(earlier);
            }
        }
        return result;
    }

    private boolean conflict(Access a, Access b) {
        if (!a.writes() && !b.writes()) {
            return false;
        }
        boolean commute =
                a.sort() == Sort.ATOMIC
                        && b.sort() == Sort.ATOMIC
                        && a.kind() == b.kind()
                        && a.sameExtent(b);
        boolean sameCta = a.thread() / threadsPerCta == b.thread() / threadsPerCta;
        return !commute || ((a.ctaScope() || b.ctaScope()) && !sameCta);
    }

    /**
     * Races of a write that are not harmless because of equal values: an earlier write may be of
     * another value if one of the same value follows it.
     */
    List<Access> harmfulRaces(Access access) {
        List<Access> all = races(access);
        List<Access> same = new ArrayList<>(all);
        same.removeIf(
                e ->
                        e.sort() != Sort.WRITE
                                || access.sort() != Sort.WRITE
                                || e.tag() != access.tag()
                                || e.tag() == 0
                                || !e.sameExtent(access));
        List<Access> result = new ArrayList<>(all);
        result.removeAll(same);
        result.removeIf(
                e ->
                        e.sort() == Sort.WRITE
                                && same.stream().anyMatch(s -> s.past().get(e.index())));
        return result;
    }

    void fullBarrier(int cta) {
        int[] all = new int[threadsPerCta];
        for (int i = 0; i < all.length; i++) {
            all[i] = cta * threadsPerCta + i;
        }
        generation(all, all);
    }

    public void generation(int[] arriving, int[] waiting) {
        BitSet together = new BitSet();
        for (int t : arriving) {
            together.or(past[t]);
        }
        for (int t : waiting) {
            past[t].or(together);
        }
    }

    public void newObject() {
        objects.add(new BitSet());
    }

    public void clear(int object) {
        objects.get(object).clear();
    }

    public void release(int thread, int object) {
        objects.get(object).or(past[thread]);
    }

    public void acquire(int thread, int object) {
        past[thread].or(objects.get(object));
    }
}
