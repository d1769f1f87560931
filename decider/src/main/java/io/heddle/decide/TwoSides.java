package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Literals;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The terms below the two sides of a pair's conditions, for a {@link MergedGraph}: which side each
 * belongs to, where a lemma about it matters to what is above, and its fingerprint, by which the
 * candidates for lemmas are found.
 */
final class TwoSides {
    static final int REFERENCE = 1;
    static final int CANDIDATE = 2;
    static final int BOTH = REFERENCE | CANDIDATE;

    private final TermStore store;
    private final boolean recovered;
    private final FanOut references;
    private final FanOut candidates;
    private final int top;
    private final BitSet mattering = new BitSet();
    private Fingerprints prints; // null once no graph is made any more
    private final Set<VerificationCondition> apart = new HashSet<>();

    /**
     * @param recovered whether literals are read as the numbers that they round
     */
    TwoSides(
            TermStore store,
            DecideOptions options,
            List<VerificationCondition> conditions,
            boolean recovered) {
        this.store = store;
        this.recovered = recovered;
        int[] left = conditions.stream().mapToInt(VerificationCondition::reference).toArray();
        int[] right = conditions.stream().mapToInt(VerificationCondition::candidate).toArray();
        references = FanOut.of(store, left);
        candidates = FanOut.of(store, right);
        top = Math.max(references.top(), candidates.top());
        int[] roots = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, roots, left.length, right.length);
        Literals literals =
                recovered ? Literals.recovered(store, options.recovery()) : Literals.exact(store);
        markMattering();
        prints = new Fingerprints(store, options, literals, roots);
        for (VerificationCondition vc : conditions) {
            if (prints.differ(vc.reference(), vc.candidate())) {
                apart.add(vc);
            }
        }
    }

    TermStore store() {
        return store;
    }

    /** True if literals are read as the numbers that they round. */
    boolean isRecovered() {
        return recovered;
    }

    /** The greatest term. */
    int top() {
        return top;
    }

    /** The sides that a term is below, 0 for none. */
    int of(int t) {
        return (references.isReached(t) ? REFERENCE : 0)
                | (candidates.isReached(t) ? CANDIDATE : 0);
    }

    /** True for what is used more than once, and for operands of what forms do not take apart. */
    boolean matters(int t) {
        return mattering.get(t);
    }

    /** The fingerprint of a term that a lemma may be worthwhile for, or 0. */
    long print(int t) {
        return isWorthwhile(t) ? prints.of(t) : 0;
    }

    /** Drops the fingerprints, which only making a graph asks for. */
    void forgetPrints() {
        prints = null;
    }

    /** True if numbers tell two terms apart: then they are not equal as literals are read here. */
    boolean differ(int s, int t) {
        return prints.differ(s, t);
    }

    /** The same of the sides of a condition. */
    boolean isApart(VerificationCondition vc) {
        return apart.contains(vc);
    }

    /**
     * True if at least so many terms of one side have the fingerprint of an earlier one of the
     * other.
     */
    boolean haveCandidates(int many) {
        Set<Long> ofReference = new HashSet<>();
        Set<Long> ofCandidate = new HashSet<>();
        int found = 0;
        for (int t = 1; t <= top && found < many; t++) {
            int of = of(t);
            long print = of == 0 ? 0 : print(t);
            if (print != 0) {
                found += of == REFERENCE && ofCandidate.contains(print) ? 1 : 0;
                found += of == CANDIDATE && ofReference.contains(print) ? 1 : 0;
                if ((of & REFERENCE) != 0) {
                    ofReference.add(print);
                }
                if ((of & CANDIDATE) != 0) {
                    ofCandidate.add(print);
                }
            }
        }
        return found >= many;
    }

    private void markMattering() {
        for (int t = 1; t <= top; t++) {
            if (of(t) == 0) {
                continue;
            }
            if (references.isShared(t) || candidates.isShared(t)) {
                mattering.set(t);
            }
            Op op = store.op(t);
            int[] operands = store.operands(t);
            switch (op) {
                case ADD, SUB, NEG -> {
                    // flattened
                }
                case FMA -> {
                    mattering.set(operands[0]);
                    mattering.set(operands[1]);
                }
                default -> {
                    for (int operand : operands) {
                        mattering.set(operand);
                    }
                }
            }
        }
    }

    private boolean isWorthwhile(int t) {
        Op op = store.op(t);
        return mattering.get(t)
                && op.arity() + (op == Op.APPLY ? 1 : 0) > 0
                && !op.isCondition()
                && store.isFinite(t)
                && !store.isClosed(t);
    }
}
