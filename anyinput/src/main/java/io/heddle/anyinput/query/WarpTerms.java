package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Terms as the warps of a block see them, where all lanes of a warp see one. */
final class WarpTerms {
    /** The threads of a warp. */
    static final int WARP = 32;

    private final BitTerms terms;
    private final Threads threads;
    private final int size;
    private final Map<BitTerm, Map<Integer, Optional<BitTerm>>> seen = new HashMap<>();
    private final Map<BitTerm, Set<BitTerm>> leaves = new HashMap<>();

    WarpTerms(BitTerms terms, Threads threads) {
        this.terms = terms;
        this.threads = threads;
        size = (int) threads.ofBlock();
    }

    /** The warps of a block. */
    int warps() {
        return (size + WARP - 1) / WARP;
    }

    /** The threads of a block, where all warps have all their lanes; else −1. */
    int wholeBlock() {
        return size % WARP == 0 ? size : -1;
    }

    /** True if a warp has all its lanes. */
    boolean isWhole(int warp) {
        return (warp + 1) * WARP <= size;
    }

    /** The term that all lanes of a warp see; null if they see different ones. */
    BitTerm of(BitTerm t, int warp) {
        return seen.computeIfAbsent(t, x -> new HashMap<>())
                .computeIfAbsent(warp, w -> Optional.ofNullable(common(t, w)))
                .orElse(null);
    }

    private BitTerm common(BitTerm t, int warp) {
        if (leaves(t).stream().noneMatch(threads.thread()::contains)) {
            return t;
        }
        BitTerm common = null;
        for (int k = warp * WARP; k < Math.min(size, (warp + 1) * WARP); k++) {
            BitTerm own = terms.substitute(t, threads.at(k));
            if (common != null && own != common) {
                return null;
            }
            common = own;
        }
        return common;
    }

    /** True if no lane of a warp fulfils a condition, whatever arguments and data are. */
    boolean isNever(BitTerm condition, int warp) {
        BitTerm own = of(condition, warp);
        if (own != null || condition.op() != BitOp.AND) {
            return own != null && own.is(0);
        }
        return condition.operands().stream().anyMatch(c -> isNever(c, warp));
    }

    /** The variables in a term, and the functions that are applied in it. */
    Set<BitTerm> leaves(BitTerm t) {
        return leaves.computeIfAbsent(t, WarpTerms::find);
    }

    private static Set<BitTerm> find(BitTerm t) {
        Set<BitTerm> known = new HashSet<>();
        Set<BitTerm> found = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>(List.of(t));
        while (!work.isEmpty()) {
            BitTerm x = work.pop();
            if (known.add(x)) {
                if (x.op() == BitOp.VARIABLE || x.op() == BitOp.APPLY) {
                    found.add(x);
                }
                work.addAll(x.operands());
            }
        }
        return found;
    }
}
