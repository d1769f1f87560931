package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The groups of warps that meet at named barriers. A barrier is followed where the numbers of the
 * threads alone say who comes to it, at a number from 0 to 15, and all else that decides about it
 * is one for the block. All that come to a number must be as many as it waits for, in whole warps,
 * and the same ones at every place with that number: then they come to the same places, in the same
 * order, which is the order of the iterations and of the program, and nobody waits for ever. Two
 * threads of one group are ordered there as two threads of a block are where all meet.
 */
public final class BarrierGroups {
    private static final int WARP = 32;
    private static final int MOST_NUMBERS = 16; // PTX ISA, bar: "barriers 0 to 15"

    private final BitTerms terms;
    private final Threads threads;
    private final int size;
    private final Map<Barrier, Map<Integer, BitSet>> members = new LinkedHashMap<>();
    private final Map<BitTerm, BitSet> holds = new HashMap<>();
    private final boolean follows;

    /** Finds the groups of all barriers of a kernel. */
    public BarrierGroups(List<Point> points, Threads threads, BitTerms terms) {
        this.terms = terms;
        this.threads = threads;
        size = (int) threads.ofBlock();
        Map<Integer, BitSet> atNumber = new HashMap<>();
        boolean all = true;
        for (Point p : points) {
            Barrier b = p.barrier();
            if (b == null || b.number() == null) {
                continue;
            }
            Map<Integer, BitSet> here = b.kind() == Barrier.Kind.ARRIVE ? null : members(b);
            all &= here != null;
            if (here != null) {
                members.put(b, here);
                for (Map.Entry<Integer, BitSet> e : here.entrySet()) {
                    BitSet known = atNumber.putIfAbsent(e.getKey(), e.getValue());
                    all &= known == null || known.equals(e.getValue());
                }
            }
        }
        follows = all;
    }

    /** True if the groups of all barriers are known, or there is no barrier of groups. */
    public boolean follows() {
        return follows;
    }

    /** The warps that come to each number at a barrier of groups, or to that of the block. */
    private Map<Integer, BitSet> members(Barrier b) {
        BitSet come = new BitSet();
        come.set(0, size);
        if (b.kind() == Barrier.Kind.GROUP) {
            for (BitTerm part : conjuncts(b.condition())) {
                if (!part.level().isUniform()) {
                    BitSet those = isOfThread(part) ? holds(part) : null;
                    if (those == null) {
                        return null;
                    }
                    come.and(those);
                }
            }
            if (!b.loops().stream().allMatch(LoopRun::uniform) || !isOfThread(b.number())) {
                return null;
            }
        } else if (!b.number().isConstant()) {
            return null;
        }
        Map<Integer, BitSet> warps = new TreeMap<>();
        Map<Integer, Integer> counts = new HashMap<>();
        for (int t = come.nextSetBit(0); t >= 0; t = come.nextSetBit(t + 1)) {
            BitTerm number = b.number();
            BitTerm at = number.isConstant() ? number : terms.substitute(number, threads.at(t));
            if (!at.isConstant() || at.low().bitLength() >= Integer.SIZE) {
                return null;
            }
            warps.computeIfAbsent(at.low().intValue(), n -> new BitSet()).set(t / WARP);
            counts.merge(at.low().intValue(), 1, Integer::sum);
        }
        for (Map.Entry<Integer, BitSet> e : warps.entrySet()) {
            int count = counts.get(e.getKey());
            boolean whole = count == e.getValue().cardinality() * WARP;
            boolean group = b.kind() == Barrier.Kind.GROUP;
            if (e.getKey() >= MOST_NUMBERS || group && (!whole || count != b.threads())) {
                return null;
            }
        }
        return warps;
    }

    /** Conditions all of which hold where one does. */
    private List<BitTerm> conjuncts(BitTerm condition) {
        boolean none = condition.op() == BitOp.NOT && condition.operand(0).op() == BitOp.OR;
        if (!none && condition.op() != BitOp.AND) {
            return List.of(condition);
        }
        List<BitTerm> all = new ArrayList<>();
        for (BitTerm part : (none ? condition.operand(0) : condition).operands()) {
            all.addAll(conjuncts(none ? terms.not(part) : part));
        }
        return all;
    }

    /** True if a thread's number decides what a term is. */
    private boolean isOfThread(BitTerm t) {
        return threads.thread().containsAll(ClosedForms.leaves(t));
    }

    /** The threads for which a condition holds. */
    private BitSet holds(BitTerm condition) {
        return holds.computeIfAbsent(
                condition,
                c -> {
                    BitSet all = new BitSet();
                    for (int t = 0; t < size; t++) {
                        BitTerm at = terms.substitute(c, threads.at(t));
                        if (!at.isConstant()) {
                            return null;
                        }
                        all.set(t, at.is(1));
                    }
                    return all;
                });
    }

    /**
     * Pairs of threads that meet at the same barriers.
     *
     * @param barriers of groups that both are of
     * @param sameWarp true if they are of one warp
     * @param warps for each warp of the one, those of the other
     */
    public record Pairs(Set<Barrier> barriers, boolean sameWarp, Map<Integer, BitSet> warps) {
        /** The condition that two threads are such a pair. */
        public BitTerm condition(BitTerms terms, BitTerm one, BitTerm other) {
            BitTerm any = terms.condition(false);
            for (Map.Entry<Integer, BitSet> e : warps.entrySet()) {
                BitTerm first = terms.eq(one, terms.constant(one.width(), e.getKey()));
                BitTerm second = terms.condition(false);
                BitSet with = e.getValue();
                for (int k = with.nextSetBit(0);
                        k >= 0;
                        k = with.nextSetBit(with.nextClearBit(k))) {
                    BitTerm below = terms.ult(other, terms.constant(other.width(), k));
                    int end = with.nextClearBit(k);
                    BitTerm within = terms.ult(other, terms.constant(other.width(), end));
                    second = terms.or(second, terms.and(terms.not(below), within));
                }
                any = terms.or(any, terms.and(first, second));
            }
            return any;
        }
    }

    /** All pairs of warps, by the barriers of groups at which they meet; none if there are none. */
    public List<Pairs> pairs() {
        Map<Map<Integer, BitSet>, Set<Barrier>> alike = new LinkedHashMap<>();
        for (Map.Entry<Barrier, Map<Integer, BitSet>> e : members.entrySet()) {
            if (e.getKey().kind() == Barrier.Kind.GROUP) {
                alike.computeIfAbsent(e.getValue(), m -> new LinkedHashSet<>()).add(e.getKey());
            }
        }
        if (alike.isEmpty() || !follows) {
            return List.of();
        }
        Map<List<Object>, Pairs> all = new LinkedHashMap<>();
        int warps = (size + WARP - 1) / WARP;
        for (int v = 0; v < warps; v++) {
            for (int w = 0; w < warps; w++) {
                Set<Barrier> common = new LinkedHashSet<>();
                for (Map.Entry<Map<Integer, BitSet>, Set<Barrier>> e : alike.entrySet()) {
                    if (meet(e.getKey(), v, w)) {
                        common.addAll(e.getValue());
                    }
                }
                boolean same = v == w;
                all.computeIfAbsent(
                                List.of(common, same),
                                k -> new Pairs(common, same, new TreeMap<>()))
                        .warps()
                        .computeIfAbsent(v, k -> new BitSet())
                        .set(w);
            }
        }
        return List.copyOf(all.values());
    }

    /** True if two warps come to one number. */
    private static boolean meet(Map<Integer, BitSet> members, int one, int other) {
        return members.values().stream().anyMatch(m -> m.get(one) && m.get(other));
    }
}
