package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.Sign;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.evaluate.Literals;
import io.heddle.refute.TermSigns;
import io.heddle.term.Op;
import io.heddle.term.Rebuild;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
 * <p>Proofs may be asked for by several threads.
 */
final class MergedGraph {
    private static final int REFERENCE = 1;
    private static final int CANDIDATE = 2;
    private static final int BOTH = REFERENCE | CANDIDATE;
    private static final int MOST_FAILURES = 64;

    private final TermStore source;
    private final DecideOptions options;
    private final boolean recovered;
    private final FanOut references;
    private final FanOut candidates;
    private final BitSet mattering = new BitSet();
    private final BitSet matteringMerged = new BitSet();
    private final TermStore merged = new TermStore();
    private final TermSigns sourceSigns;
    private final TermSigns mergedSigns = new TermSigns(merged);
    private final int[] image; // of terms of the source; 0 where there is none yet
    private byte[] sides = new byte[1024]; // of merged terms
    private int[] heights = new int[1024]; // of merged terms: terms that matter on a path down
    private final Map<Integer, Integer> lemmas = new HashMap<>(); // later to earlier term
    private final BitSet resting = new BitSet(); // terms of the source at or above a later one
    private final Map<Integer, Sign> lentSigns = new HashMap<>(); // of merged terms
    private final Set<VerificationCondition> apart = new HashSet<>();
    private final CutProver prover;

    /**
     * The graph of the terms below the conditions' sides.
     *
     * @param pool from which its proofs draw
     * @param known its lemmas, where another process has proved them; null if they are to be proved
     */
    MergedGraph(
            TermStore source,
            DecideOptions options,
            MonomialPool pool,
            List<VerificationCondition> conditions,
            boolean recovered,
            Lemmas.Of known) {
        this.source = source;
        this.options = options;
        this.recovered = recovered;
        sourceSigns = new TermSigns(source);
        int[] left = conditions.stream().mapToInt(VerificationCondition::reference).toArray();
        int[] right = conditions.stream().mapToInt(VerificationCondition::candidate).toArray();
        references = FanOut.of(source, left);
        candidates = FanOut.of(source, right);
        image = new int[Math.max(references.top(), candidates.top()) + 1];
        prover =
                new CutProver(
                        merged,
                        options,
                        pool,
                        recovered,
                        this::mayCut,
                        this::sign,
                        matteringMerged::get,
                        m -> heights[m]);
        int[] roots = Arrays.copyOf(left, left.length + right.length);
        System.arraycopy(right, 0, roots, left.length, right.length);
        Literals literals =
                recovered ? Literals.recovered(source, options.recovery()) : Literals.exact(source);
        markMattering();
        Fingerprints prints = new Fingerprints(source, options, literals, roots);
        if (known == null) {
            merge(prints);
        } else {
            merge(known, prints);
        }
        for (VerificationCondition vc : conditions) {
            if (prints.differ(vc.reference(), vc.candidate())) {
                apart.add(vc);
            }
        }
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

    private int sidesOf(int t) {
        return (references.isReached(t) ? REFERENCE : 0)
                | (candidates.isReached(t) ? CANDIDATE : 0);
    }

    /** Marks what is used more than once, and operands of what forms do not take apart. */
    private void markMattering() {
        for (int t = 1; t < image.length; t++) {
            if (sidesOf(t) == 0) {
                continue;
            }
            if (references.isShared(t) || candidates.isShared(t)) {
                mattering.set(t);
            }
            Op op = source.op(t);
            int[] operands = source.operands(t);
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

    private void merge(Fingerprints prints) {
        Map<Long, Integer> ofReference = new HashMap<>();
        Map<Long, Integer> ofCandidate = new HashMap<>();
        int failures = 0;
        for (int t = 1; t < image.length && !options.isExpired(); t++) {
            int of = sidesOf(t);
            if (of == 0 || source.op(t) == Op.ARGS) {
                continue;
            }
            int made = made(t);
            image[t] = made;
            rest(t);
            long print = isWorthwhile(t) ? prints.of(t) : 0;
            boolean alone = ((sidesOfMerged(made) | of) & BOTH) != BOTH;
            if (print != 0 && alone && failures < MOST_FAILURES) {
                Integer partner = (of == REFERENCE ? ofCandidate : ofReference).get(print);
                if (partner != null && isProved(image[partner], made)) {
                    image[t] = image[partner];
                    lendSign(t, partner);
                    lemmas.put(t, partner);
                    resting.set(t);
                } else if (partner != null) {
                    failures++;
                }
            }
            if (print != 0 && (of & REFERENCE) != 0) {
                ofReference.putIfAbsent(print, t);
            }
            if (print != 0 && (of & CANDIDATE) != 0) {
                ofCandidate.putIfAbsent(print, t);
            }
            note(image[t], of, mattering.get(t));
        }
    }

    /** Merges what another process has proved; the terms have the same ids there. */
    private void merge(Lemmas.Of known, Fingerprints prints) {
        Map<Integer, Integer> partners = known.partners();
        for (int t = 1; t < image.length && !options.isExpired(); t++) {
            int of = sidesOf(t);
            if (of == 0 || source.op(t) == Op.ARGS) {
                continue;
            }
            image[t] = made(t);
            rest(t);
            Integer partner = partners.get(t);
            if (partner != null) {
                if (prints.differ(t, partner)) {
                    throw new IllegalArgumentException("the lemmas are not of these terms");
                }
                image[t] = image[partner];
                lendSign(t, partner);
                lemmas.put(t, partner);
                resting.set(t);
            }
            note(image[t], of, mattering.get(t));
        }
    }

    /** Notes whether a term is above a lemma. */
    private void rest(int t) {
        for (int operand : source.operands(t)) {
            if (resting.get(operand)) {
                resting.set(t);
            }
        }
    }

    /** The lemmas, for another process. */
    Lemmas.Of lemmas() {
        return Lemmas.Of.partners(recovered, lemmas);
    }

    private int made(int t) {
        int[] operands = source.operands(t);
        int[] x = new int[operands.length];
        for (int i = 0; i < x.length; i++) {
            x[i] = image[operands[i]];
        }
        return Rebuild.in(merged, source, t, x);
    }

    private boolean isWorthwhile(int t) {
        Op op = source.op(t);
        return mattering.get(t)
                && op.arity() + (op == Op.APPLY ? 1 : 0) > 0
                && !op.isCondition()
                && source.isFinite(t)
                && !source.isClosed(t);
    }

    private boolean isProved(int s, int t) {
        if (!merged.isFinite(s) || !merged.isFinite(t)) {
            return false;
        }
        Prover.Proof proof = prover.prove(s, t, Proofs.Effort.CHEAP);
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
            lentSigns.put(image[partner], sign);
        }
    }

    /** The later terms of the lemmas below some terms, one for each earlier term. */
    private int[] lemmasBelow(int... terms) {
        BitSet partners = new BitSet();
        BitSet found = new BitSet();
        TermWalk walk = new TermWalk(terms);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (!resting.get(t)) {
                continue; // none is below
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

    private int sidesOfMerged(int m) {
        return m < sides.length ? sides[m] : 0;
    }

    private void note(int m, int of, boolean matters) {
        if (m >= sides.length) {
            int size = Math.max(m + 1, 2 * sides.length);
            sides = Arrays.copyOf(sides, size);
            heights = Arrays.copyOf(heights, size);
        }
        sides[m] |= (byte) of;
        if (matters) {
            matteringMerged.set(m);
        }
        int below = 0;
        for (int operand : merged.operands(m)) {
            below = Math.max(below, operand < heights.length ? heights[operand] : 0);
        }
        boolean cuttable = matters && CutProver.isCuttable(merged.op(m));
        heights[m] = Math.max(heights[m], below + (cuttable ? 1 : 0));
    }

    // ---------------------------------------------------------------- proofs

    private boolean mayCut(int m) {
        return sidesOfMerged(m) == BOTH
                && CutProver.isCuttable(merged.op(m))
                && merged.isFinite(m)
                && !merged.isClosed(m);
    }

    private Sign sign(int m) {
        Sign lent = lentSigns.get(m);
        return lent != null ? lent : structural(mergedSigns, m);
    }

    /** The sign by structure; tables of signs grow while they are asked. */
    private Sign structural(TermSigns signs, int t) {
        synchronized (signs) {
            return signs.of(t);
        }
    }

    /** The proof of a condition, or empty. */
    Optional<Proof> prove(VerificationCondition vc) {
        if (apart.contains(vc)) {
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
        return t < image.length ? image[t] : 0;
    }

    /** The proof with the terms whose domain conditions it needs. */
    private Proof support(VerificationCondition vc, Decision.Method method) {
        List<Integer> roots = new ArrayList<>(List.of(vc.reference(), vc.candidate()));
        List<Lemma> found = new ArrayList<>();
        for (int later : lemmasBelow(vc.reference(), vc.candidate())) {
            int earlier = lemmas.get(later);
            roots.add(earlier);
            boolean inOrder = (sidesOf(later) & CANDIDATE) != 0;
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
            Sign ofMerged = sign(image[t]);
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
        return recovered;
    }
}
