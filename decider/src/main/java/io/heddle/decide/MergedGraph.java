package io.heddle.decide;

import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.Sign;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.TermSigns;
import io.heddle.term.Op;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Both sides of a pair as one graph, in which inner terms that were proved equal are one term, as
 * checkers of circuits do it (SAT sweeping: Mishchenko, Chatterjee, Jiang, Brayton, "FRAIGs: a
 * unifying representation for logic synthesis and verification", 2005).
 *
 * <p>Terms are taken with operands first. A term of one side with the fingerprint of an earlier
 * term of the other side is proved equal to it, where that matters to what is above, with what both
 * sides share already cut off ({@link CutProver}). Such a <em>lemma</em> holds where the domain
 * conditions of both its terms hold, and those of the lemmas among their operands. Literals have
 * one meaning in all of a graph: their exact value, or the number that they round.
 *
 * <p>Lemmas are proved one by one while the graph is made, or they are assumed first and proved
 * then, in any order and in several threads or processes: each as if those before it held (Mony,
 * Baumgartner, Paruthi, Kanzelman, "Exploiting suspected redundancy without proving it", 2005). If
 * all are proved, all hold, by induction along the order of terms; no level of the graph waits for
 * the one below. Where one is not proved, those before it hold, and the graph is to be made again
 * from there. A proof asks only for what was known before its lemma ({@link MergedHistory}), so it
 * is the same in both ways.
 *
 * <p>Once no lemma is open, proofs may be asked for by several threads.
 */
final class MergedGraph {
    private static final int MOST_FAILURES = 64;
    private static final int CALM = 16; // candidates

    /** What becomes of a pair of terms that may be a lemma. */
    enum Making {
        /** It is proved at once. */
        PROVE,
        /** It is assumed, and open; proved at once if one of the last ones was not equal. */
        ASSUME,
        /** It is assumed, of the pairs that another process has found. */
        LISTED
    }

    private final TwoSides sides;
    private final TermStore source;
    private final DecideOptions options;
    private final MonomialPool pool;
    private final TermStore merged = new TermStore();
    private final TermSigns sourceSigns;
    private final TermSigns mergedSigns = new TermSigns(merged);
    private final MergedHistory history = new MergedHistory();
    private final int[] image; // of terms of the source; 0 where there is none yet
    private final Map<Integer, Integer> lemmas = new HashMap<>(); // later to earlier term
    private final BitSet resting = new BitSet(); // terms of the source at or above a later one
    private final List<Assumed> open = new ArrayList<>(); // in the order of their later terms
    private int end = MergedHistory.END; // terms from this one on are not merged
    private CutProver prover;

    /** A lemma that is to be proved: two merged terms, and its later term in the source. */
    private record Assumed(int s, int t, int later) {}

    /**
     * The graph of the terms below both sides.
     *
     * @param pool from which its proofs draw
     * @param known its lemmas, as far as they are decided or listed
     */
    MergedGraph(
            TwoSides sides,
            DecideOptions options,
            MonomialPool pool,
            Lemmas.Of known,
            Making making) {
        this.sides = sides;
        this.source = sides.store();
        this.options = options;
        this.pool = pool;
        sourceSigns = new TermSigns(source);
        image = new int[sides.top() + 1];
        prover = prover(end);
        merge(known, making);
    }

    /**
     * A proof over this graph.
     *
     * @param lemmas those it rests on
     * @param roots the terms of the source below which domain conditions must hold
     */
    record Proof(
            MergedGraph graph, Decision.Method method, List<Lemma> lemmas, List<Integer> roots) {}

    /** Two terms of the source that were proved equal. */
    record Lemma(int reference, int candidate) {}

    // ---------------------------------------------------------------- making the graph

    private void merge(Lemmas.Of known, Making making) {
        Map<Integer, Integer> partners = known.partners();
        int last = making == Making.LISTED ? MergedHistory.END : known.decided();
        Candidates candidates = last == MergedHistory.END ? null : new Candidates(sides);
        for (int t = 1; t < image.length && !options.isExpired(); t++) {
            int of = sides.of(t);
            if (of == 0 || source.op(t) == Op.ARGS) {
                continue;
            }
            int made = made(t);
            image[t] = made;
            for (int operand : source.operands(t)) {
                if (resting.get(operand)) {
                    resting.set(t);
                }
            }
            Integer found = null;
            if (candidates != null) {
                boolean alone = ((history.sides(made, t) | of) & TwoSides.BOTH) != TwoSides.BOTH;
                found = candidates.partner(t, of, alone);
            }
            Integer partner = found;
            if (t <= last) {
                partner = partners.get(t);
                checkListed(t, partner);
            }
            boolean decided = t <= known.decided();
            boolean assume =
                    making == Making.LISTED
                            || making == Making.ASSUME
                                    && candidates != null
                                    && candidates.areCalm();
            if (partner != null && (decided || holds(partner, t, assume))) {
                image[t] = image[partner];
                lendSign(t, partner);
                lemmas.put(t, partner);
                resting.set(t);
            } else if (found != null) {
                candidates.countFailure();
            }
            note(image[t], t, of);
        }
    }

    private void checkListed(int t, Integer partner) {
        if (partner != null && (partner >= t || image[partner] == 0 || sides.differ(t, partner))) {
            throw new IllegalArgumentException("the lemmas are not of these terms");
        }
    }

    /** Finds terms that a lemma may be about, and stops once too many were not equal. */
    private static final class Candidates {
        private final TwoSides sides;
        private final Map<Long, Integer> ofReference = new HashMap<>();
        private final Map<Long, Integer> ofCandidate = new HashMap<>();
        private int failures;
        private int sinceFailure = CALM;

        Candidates(TwoSides sides) {
            this.sides = sides;
        }

        /**
         * The first earlier term of the other side with the fingerprint of term {@code t}, or null.
         *
         * @param alone false if {@code t} is the same as a term of the other side anyway
         */
        Integer partner(int t, int of, boolean alone) {
            long print = sides.print(t);
            if (print == 0) {
                return null;
            }
            Integer partner = null;
            if (alone && failures < MOST_FAILURES) {
                partner = (of == TwoSides.REFERENCE ? ofCandidate : ofReference).get(print);
                sinceFailure += partner == null ? 0 : 1;
            }
            if ((of & TwoSides.REFERENCE) != 0) {
                ofReference.putIfAbsent(print, t);
            }
            if ((of & TwoSides.CANDIDATE) != 0) {
                ofCandidate.putIfAbsent(print, t);
            }
            return partner;
        }

        void countFailure() {
            failures++;
            sinceFailure = 0;
        }

        /** True if the last ones were equal, as far as it is known; failures come together. */
        boolean areCalm() {
            return sinceFailure > CALM;
        }
    }

    /** True if a lemma is assumed or proved; a proof that rests on assumed ones is open, too. */
    private boolean holds(int partner, int t, boolean assume) {
        if (!assume && !isProved(image[partner], image[t], t)) {
            return false;
        }
        if (assume || !open.isEmpty()) {
            open.add(new Assumed(image[partner], image[t], t));
        }
        return true;
    }

    private int made(int t) {
        int[] operands = source.operands(t);
        int[] x = new int[operands.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = image[operands[i]];
        }
        return Rebuild.in(merged, source, t, x);
    }

    private boolean isProved(int s, int t, int later) {
        if (!merged.isFinite(s) || !merged.isFinite(t)) {
            return false;
        }
        Prover.Proof proof = prover(later).prove(s, t, Proofs.Effort.CHEAP);
        return proof != null && proof.proved();
    }

    /**
     * A sign that the later term shows is known of the earlier one, too. Only where it depends on
     * no condition of another term, so that no condition can be shown by a lemma that needs it.
     */
    private void lendSign(int t, int partner) {
        Sign sign = sourceSigns.of(t);
        if (sign == Sign.UNKNOWN || mergedSigns.of(image[partner]) != Sign.UNKNOWN) {
            return;
        }
        boolean total = source.isTotal(t);
        for (int later : lemmasBelow(t, partner)) {
            total &= source.isTotal(lemmas.get(later));
        }
        if (total) {
            history.lend(image[partner], t, sign);
        }
    }

    /** The later terms of the lemmas below some terms, one for each earlier term. */
    private int[] lemmasBelow(int... terms) {
        BitSet partners = new BitSet();
        BitSet found = new BitSet();
        TermWalk walk = new TermWalk(terms);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (!resting.get(t)) {
                continue;
            }
            walk.open(source.operands(t));
            Integer partner = lemmas.get(t);
            if (partner != null && !partners.get(partner)) {
                partners.set(partner);
                found.set(t);
                walk.open(partner);
            }
        }
        return found.stream().toArray();
    }

    private void note(int m, int t, int of) {
        boolean matters = sides.matters(t);
        int height = matters && CutProver.isCuttable(merged.op(m)) ? 1 : 0;
        int below = 0;
        for (int operand : merged.operands(m)) {
            below = Math.max(below, history.height(operand, t));
        }
        history.note(m, t, of, matters, below + height);
    }

    // ---------------------------------------------------------------- lemmas that are open

    /** How many lemmas are assumed and not proved. */
    int openLemmas() {
        return open.size();
    }

    /** True if lemma {@code number} of those that are open is proved, if those before it hold. */
    boolean proves(int number) {
        Assumed lemma = open.get(number);
        return isProved(lemma.s(), lemma.t(), lemma.later());
    }

    /** The later term of a lemma that is open. */
    int openTerm(int number) {
        return open.get(number).later();
    }

    /** Notes that all open lemmas were proved. */
    void close() {
        open.clear();
    }

    /** Leaves out what is from the later term of an open lemma on; those before it were proved. */
    void endBefore(int number) {
        end = openTerm(number);
        prover = prover(end);
        open.clear();
    }

    /** The lemmas, for another process; those that are open are listed. */
    Lemmas.Of lemmas() {
        int decided = open.isEmpty() ? MergedHistory.END : openTerm(0) - 1;
        return Lemmas.Of.partners(sides.isRecovered(), new TreeMap<>(lemmas).headMap(end), decided);
    }

    // ---------------------------------------------------------------- proofs

    private CutProver prover(int until) {
        return new CutProver(merged, options, pool, sides.isRecovered(), new Known(until));
    }

    /** What is known of merged terms before a term of the source is merged. */
    private final class Known implements CutProver.Cuts {
        private final int until;

        Known(int until) {
            this.until = until;
        }

        @Override
        public boolean mayCut(int m) {
            return history.sides(m, until) == TwoSides.BOTH
                    && CutProver.isCuttable(merged.op(m))
                    && merged.isFinite(m)
                    && !merged.isClosed(m);
        }

        @Override
        public Sign sign(int m) {
            Sign lent = history.lent(m, until);
            return lent != null ? lent : structural(mergedSigns, m);
        }

        @Override
        public boolean matters(int m) {
            return history.matters(m, until);
        }

        @Override
        public int height(int m) {
            return history.height(m, until);
        }
    }

    /** The sign by structure; tables of signs grow while they are asked. */
    private static Sign structural(TermSigns signs, int t) {
        synchronized (signs) {
            return signs.of(t);
        }
    }

    /** The proof of a condition, or empty. */
    Optional<Proof> prove(VerificationCondition vc) {
        if (!open.isEmpty()) {
            throw new IllegalStateException("lemmas are assumed that are not proved");
        }
        if (sides.isApart(vc)) {
            return Optional.empty(); // not equal as literals are read here
        }
        int s = image(vc.reference());
        int t = image(vc.candidate());
        if (s == 0 || t == 0 || !merged.isFinite(s) || !merged.isFinite(t)) {
            return Optional.empty();
        }
        Decision.Method method = Decision.Method.LEMMA;
        if (s != t) {
            Prover.Proof proof = prover.prove(s, t, Proofs.Effort.FULL);
            if (proof == null || !proof.proved()) {
                return Optional.empty();
            }
            method = proof.method() == Decision.Method.PIT ? Decision.Method.PIT : method;
        }
        return Optional.of(support(vc, method));
    }

    private int image(int t) {
        return t < image.length && t < end ? image[t] : 0;
    }

    /** The proof with the terms whose domain conditions it needs. */
    private Proof support(VerificationCondition vc, Decision.Method method) {
        List<Integer> roots = new ArrayList<>(List.of(vc.reference(), vc.candidate()));
        List<Lemma> found = new ArrayList<>();
        for (int later : lemmasBelow(vc.reference(), vc.candidate())) {
            int earlier = lemmas.get(later);
            roots.add(earlier);
            boolean inOrder = (sides.of(later) & TwoSides.CANDIDATE) != 0;
            found.add(inOrder ? new Lemma(earlier, later) : new Lemma(later, earlier));
        }
        return new Proof(this, method, found, roots);
    }

    /** The sign of a term of the source where the conditions of a proof hold. */
    Sign signOf(int t) {
        if (image(t) == 0) {
            return Sign.UNKNOWN;
        }
        Sign sign = structural(sourceSigns, t);
        if (!sign.isKnownNonzero()) {
            Sign ofMerged = new Known(end).sign(image[t]);
            sign = ofMerged == Sign.UNKNOWN ? sign : ofMerged;
        }
        if (sign.isKnownNonzero()) {
            return sign;
        }
        Sign ofForm = prover.sign(image[t]);
        return ofForm.isKnownNonzero() || sign == Sign.UNKNOWN ? ofForm : sign;
    }

    /** True if literals are read as the numbers that they round. */
    boolean isRecovered() {
        return sides.isRecovered();
    }
}
