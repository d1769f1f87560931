package io.heddle.decide;

import io.heddle.algebra.MonomialPool;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.refute.Domain;
import io.heddle.refute.Refuter;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Proves verification conditions of one range, with their assumptions and a witness. */
final class Proofs implements AutoCloseable {
    /** How much a proof may cost. */
    enum Effort {
        /** Small canonical forms only. */
        QUICK,
        /** Small canonical forms, and lemmas where those would be large. */
        LEMMAS,
        /** Canonical forms only. */
        CHEAP,
        /** Every strategy, for conditions that no sample point separates. */
        FULL
    }

    /** Monomials of a first attempt; a proof that takes more is sought over lemmas first. */
    private static final long QUICK_MONOMIALS = 200_000;

    private static final long QUICK_MONOMIALS_A_TERM = 32;

    private static final long WITNESS_NODES = 20_000_000L;
    private static final int MOST_SHOWN = 32;
    private static final int SHOWN_CHARACTERS = 60;

    private final TermStore store;
    private final DecideOptions options;
    private final int terms; // to be looked at, at most
    private final Domain domain;
    private final Recoveries recoveries;
    private final Prover prover;
    private final LemmaProofs lemmas;
    private final Map<List<Domain.Condition>, Boolean> satisfiable = new HashMap<>();
    private final Outside outside;
    private final Map<VerificationCondition, Assumed> assumed = new HashMap<>();
    private Refuter refuter;
    private VerificationCondition tooLarge; // the last one whose small forms were not enough
    private boolean lemmasShown;
    private long witnessNodes; // of conditions whose assumed ranges were met at a point

    /** The domain conditions that a proof lists, and how it read literals. */
    private record Assumed(List<Domain.Condition> open, boolean recovered) {}

    Proofs(Ground ground, Ground.Kept kept) {
        store = ground.store();
        options = ground.options();
        outside = new Outside(store, options, ground.pool());
        terms = ground.fanOut().top();
        domain = kept.domain();
        recoveries = ground.recoveries();
        prover = kept.prover();
        lemmas = new LemmaProofs(ground.graphs());
    }

    /** Proofs of conditions that have nothing to do with others. */
    static Proofs of(
            TermStore store, DecideOptions options, List<VerificationCondition> conditions) {
        Ground ground = Ground.of(store, options, conditions, options.pool());
        return new Proofs(ground, ground.nothingKept());
    }

    /**
     * Proofs of a condition that came up on the way; to be {@linkplain #close closed} when it is
     * decided.
     *
     * @param pool of the thread's other proofs, none of which is at work
     */
    static Proofs onTheWay(
            TermStore store, DecideOptions options, VerificationCondition vc, MonomialPool pool) {
        Ground ground = Ground.of(store, options, List.of(vc), pool);
        return new Proofs(ground, ground.nothingKeptLong());
    }

    /** Ends the keeping of forms. */
    @Override
    public void close() {
        prover.close();
    }

    /** Proved, or Undecided with the reason. */
    Decision decide(VerificationCondition vc, Effort effort) {
        int s = vc.reference();
        int t = vc.candidate();
        boolean finite = store.isFinite(s) && store.isFinite(t);
        if (!finite && store.isClosed(s) && s == t) {
            return constant(s);
        }
        if (s == t && finite) {
            return conclude(vc, Prover.Proof.of(Decision.Method.SAME, false));
        }
        boolean byLemmas = effort == Effort.LEMMAS || effort == Effort.FULL;
        boolean again = effort == Effort.LEMMAS && vc.equals(tooLarge);
        if (again || byLemmas && lemmas.haveJustHelped()) {
            Optional<MergedGraph.Proof> merged = lemmas.prove(vc);
            if (merged.isPresent()) {
                return conclude(vc, merged.get());
            }
        }
        prover.allow(Math.max(QUICK_MONOMIALS, QUICK_MONOMIALS_A_TERM * terms));
        Prover.Proof proof = prover.prove(s, t, Effort.QUICK);
        if (!proof.proved() && effort == Effort.FULL && !proof.limited()) {
            proof = prover.prove(s, t, Effort.FULL);
        }
        if (effort == Effort.QUICK && !proof.proved() && proof.limited()) {
            tooLarge = vc;
        }
        if (!proof.proved() && byLemmas && !again && (proof.limited() || effort == Effort.FULL)) {
            Optional<MergedGraph.Proof> merged = lemmas.prove(vc);
            if (merged.isPresent()) {
                return conclude(vc, merged.get());
            }
        }
        boolean more = effort == Effort.FULL || effort == Effort.CHEAP;
        if (!proof.proved() && proof.limited() && more) {
            prover.allow(Long.MAX_VALUE);
            proof = prover.prove(s, t, effort);
        }
        return proof.proved() ? conclude(vc, proof) : new Decision.Undecided(proof.reason());
    }

    /** True if the small forms of a condition, the last one, were not enough, and lemmas may be. */
    boolean asksForLemmas(VerificationCondition vc) {
        return vc.equals(tooLarge) && lemmas.mayHelp();
    }

    private Decision conclude(VerificationCondition vc, Prover.Proof proof) {
        boolean recovered = proof.recovered();
        try {
            List<Domain.Condition> open =
                    prover.withForms(
                            recovered, forms -> domain.open(forms, vc.reference(), vc.candidate()));
            return conclude(vc, open, proof.method(), recovered, List.of());
        } catch (LimitExceededException e) {
            return new Decision.Undecided(e.getMessage());
        }
    }

    private Decision conclude(VerificationCondition vc, MergedGraph.Proof proof) {
        MergedGraph graph = proof.graph();
        try {
            List<Domain.Condition> open =
                    domain.open(
                            graph::signOf,
                            proof.roots().stream().mapToInt(Integer::intValue).toArray());
            return conclude(vc, open, proof.method(), graph.isRecovered(), proof.lemmas());
        } catch (LimitExceededException e) {
            return new Decision.Undecided(e.getMessage());
        }
    }

    /** The decision on two terms that are equal where open domain conditions hold. */
    private Decision conclude(
            VerificationCondition vc,
            List<Domain.Condition> open,
            Decision.Method method,
            boolean recovered,
            List<MergedGraph.Lemma> needed) {
        boolean finite = store.isFinite(vc.reference()) && store.isFinite(vc.candidate());
        if (!(open.isEmpty() && finite)
                && !satisfiable.computeIfAbsent(open, c -> hasWitness(vc, open))) {
            return new Decision.Undecided(
                    "no point was found where both sides are the same number"
                            + (open.isEmpty() ? "" : " and ")
                            + joined(open));
        }
        if (!store.assumedRanges().isEmpty() && !isAssumable(vc)) {
            return new Decision.Undecided(
                    "no point was found that satisfies the assumption that nothing overflows");
        }
        List<ProofAssumption> assumptions = new ArrayList<>();
        for (Domain.Fact fact : domain.describe(open)) {
            assumptions.add(new ProofAssumption.InDomain(fact.kind(), fact.text()));
        }
        if (!open.isEmpty()) {
            assumed.put(vc, new Assumed(open, recovered));
        }
        if (recovered) {
            assumptions.addAll(recoveries.list());
        }
        return new Decision.Proved(method, assumptions, needed.size(), shown(needed));
    }

    /**
     * The lemmas of the first condition that needs some, in the user's names, the last ones first.
     */
    private List<ShownLemma> shown(List<MergedGraph.Lemma> needed) {
        if (lemmasShown || needed.isEmpty()) {
            return List.of();
        }
        lemmasShown = true;
        List<ShownLemma> texts = new ArrayList<>();
        for (int i = needed.size() - 1; i >= 0 && texts.size() < MOST_SHOWN; i--) {
            MergedGraph.Lemma lemma = needed.get(i);
            String text =
                    store.show(lemma.reference(), SHOWN_CHARACTERS)
                            + " = "
                            + store.show(lemma.candidate(), SHOWN_CHARACTERS);
            texts.add(new ShownLemma(lemma.reference(), lemma.candidate(), text));
        }
        return texts;
    }

    /**
     * True if some sample point is inside the domain and makes both sides equal. Where no domain
     * condition is open none is needed: finite terms are defined on every input.
     */
    private boolean hasWitness(VerificationCondition vc, List<Domain.Condition> open) {
        return refuter().hasWitness(vc, open);
    }

    /**
     * True if some sample point is inside all assumed ranges. After {@link #WITNESS_NODES}
     * evaluated nodes in total no further condition is tested.
     */
    private boolean isAssumable(VerificationCondition vc) {
        if (witnessNodes > WITNESS_NODES) {
            return true;
        }
        int nodes = refuter().assumedNodes(vc);
        witnessNodes += nodes;
        return nodes == 0 || hasWitness(vc, List.of());
    }

    private Refuter refuter() {
        if (refuter == null) {
            refuter = new Refuter(store, options);
        }
        return refuter;
    }

    /**
     * True if the proof of a condition says nothing of some inputs on which both sides may
     * nevertheless be numbers, since a comparison chose them there.
     */
    boolean mayHide(VerificationCondition vc, Decision d) {
        return domain.isTested()
                && vc.reference() != vc.candidate()
                && d instanceof Decision.Proved
                && assumed.containsKey(vc);
    }

    /** The domain conditions that the proof of a condition lists. */
    List<Domain.Condition> assumed(VerificationCondition vc) {
        return assumed.containsKey(vc) ? assumed.get(vc).open() : List.of();
    }

    /**
     * True if the sides of a condition that {@linkplain #mayHide may hide} inputs are shown to be
     * equal there, or no numbers.
     */
    boolean isCoveredOutside(VerificationCondition vc) {
        Assumed by = assumed.get(vc);
        try {
            List<Outside.Group> groups =
                    prover.withForms(by.recovered(), forms -> Outside.groups(by.open(), forms));
            return outside.isCovered(vc, by.open(), groups);
        } catch (LimitExceededException e) {
            return false;
        }
    }

    /** What is not known of a condition that hides inputs. */
    Decision hidden(VerificationCondition vc) {
        return new Decision.Undecided(
                "the sides are equal where "
                        + joined(assumed(vc))
                        + ", but elsewhere both may be numbers that differ");
    }

    private String joined(List<Domain.Condition> conditions) {
        return domain.describe(conditions).stream()
                .map(Domain.Fact::text)
                .collect(Collectors.joining(", "));
    }

    /**
     * The decision where both sides are the same term without inputs that is not known to be
     * finite.
     */
    private Decision constant(int t) {
        return store.op(t) == Op.NEG_INF || store.op(t) == Op.POS_INF
                ? new Decision.Proved(Decision.Method.SAME, List.of())
                : new Decision.Undecided("both sides are " + store.show(t, 80));
    }
}
