package io.heddle.decide;

import io.heddle.algebra.Budget;
import io.heddle.algebra.Canonicalizer;
import io.heddle.algebra.Cases;
import io.heddle.algebra.CommonTerms;
import io.heddle.algebra.Denominators;
import io.heddle.algebra.Facts;
import io.heddle.algebra.FanOut;
import io.heddle.algebra.FormPrinter;
import io.heddle.algebra.IdentityTest;
import io.heddle.algebra.LiteralReading;
import io.heddle.algebra.NoFormException;
import io.heddle.algebra.Polynomial;
import io.heddle.algebra.PrefixBasis;
import io.heddle.algebra.RecoveredReading;
import io.heddle.algebra.Ring;
import io.heddle.condition.DecideOptions;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;

/**
 * Proves pairs of terms equal by their exact forms. The strategies are tried in order of cost; the
 * one that succeeded last is tried first, since the outputs of a kernel are alike.
 */
final class Prover {
    private static final long MAX_KEPT = 12_000_000; // atoms and monomials
    private static final int SHOWN = 160;
    private static final int MOST_VAIN = 8; // looks at common terms that showed nothing, in a row

    /** A strategy: how the terms are read when their forms are made. */
    private enum Strategy {
        EXACT_PREFIX(false, false, true),
        EXACT_OPAQUE(false, true, false),
        EXACT(false, false, false),
        RECOVERED_PREFIX(true, false, true),
        RECOVERED_OPAQUE(true, true, false),
        RECOVERED(true, false, false);

        private final boolean recovered;
        private final boolean opaque;
        private final boolean prefix;

        Strategy(boolean recovered, boolean opaque, boolean prefix) {
            this.recovered = recovered;
            this.opaque = opaque;
            this.prefix = prefix;
        }
    }

    /** What literals may stand for. */
    enum Literals {
        /** Their exact value. */
        EXACT,
        /** The number that they round. */
        RECOVERED,
        /** One of the two, the exact value first. */
        EITHER;

        private boolean allow(Strategy strategy) {
            return this == EITHER || strategy.recovered == (this == RECOVERED);
        }
    }

    /**
     * What came of an attempt.
     *
     * @param proved whether the terms are equal wherever their domain conditions hold
     * @param method how
     * @param recovered whether literals were read as the numbers that they round
     * @param limited whether an attempt ended at a limit
     * @param reason what is left if not proved
     */
    record Proof(
            boolean proved,
            Decision.Method method,
            boolean recovered,
            boolean limited,
            String reason) {
        static Proof of(Decision.Method method, boolean recovered) {
            return new Proof(true, method, recovered, false, "");
        }
    }

    private final TermStore store;
    private final DecideOptions options;
    private final FanOut fanOut;
    private final Literals literals;
    private final boolean extrema;
    private final PrefixBasis basis;
    private final CommonTerms common;
    private int vain;
    private Ring ring;
    private Ring prefixRing; // its inputs are prefix sums
    private final Canonicalizer[] canonicalizers = new Canonicalizer[Strategy.values().length];
    private Strategy last;
    private long most; // monomials of one attempt

    Prover(
            TermStore store,
            DecideOptions options,
            FanOut fanOut,
            Literals literals,
            PrefixBasis basis) {
        this.store = store;
        this.options = options;
        this.fanOut = fanOut;
        this.literals = literals;
        this.extrema = fanOut.contains(Op.MAX, Op.MIN);
        this.basis = basis;
        this.common = new CommonTerms(store);
        this.most = options.maxMonomials();
        this.ring = new Ring(budget());
        this.prefixRing = new Ring(budget());
    }

    private Budget budget() {
        return new Budget(most, options.deadlineNanos());
    }

    /** Tries the strategies in their own order next. */
    void restart() {
        last = null;
        vain = 0;
    }

    /** Proofs from now on may make at most so many monomials. */
    void allow(long monomials) {
        most = Math.min(monomials, options.maxMonomials());
    }

    /** Forms for the domain conditions of terms, read as the last proof read them. */
    Canonicalizer forms(boolean recovered) {
        Strategy strategy = recovered ? Strategy.RECOVERED : Strategy.EXACT;
        if (!basis.isEmpty()) {
            strategy = recovered ? Strategy.RECOVERED_PREFIX : Strategy.EXACT_PREFIX;
        }
        ring(strategy).setBudget(budget());
        return canonicalizer(strategy);
    }

    private Ring ring(Strategy strategy) {
        return strategy.prefix ? prefixRing : ring;
    }

    private Canonicalizer canonicalizer(Strategy strategy) {
        Canonicalizer c = canonicalizers[strategy.ordinal()];
        if (c == null) {
            LiteralReading literals =
                    strategy.recovered
                            ? new RecoveredReading(options.recovery())
                            : LiteralReading.EXACT;
            Canonicalizer.Reading reading =
                    new Canonicalizer.Reading(
                            strategy.opaque, Facts.NONE, literals, strategy.prefix ? basis : null);
            c = new Canonicalizer(store, ring(strategy), fanOut, reading);
            canonicalizers[strategy.ordinal()] = c;
        }
        return c;
    }

    /** Tries to prove s = t, both without infinities. */
    Proof prove(int s, int t, Proofs.Effort effort) {
        forgetIfLarge();
        String reason = "";
        boolean limited = false;
        for (Strategy strategy : order()) {
            ring(strategy).setBudget(budget());
            try {
                Polynomial left = finite(s, t) ? attempt(canonicalizer(strategy), s, t) : null;
                boolean proved =
                        left == null
                                ? extended(strategy, s, t)
                                : left.isZero() || byCases(left, strategy, effort);
                if (proved) {
                    last = strategy;
                    return Proof.of(Decision.Method.EXACT, strategy.recovered);
                }
                if (left == null) {
                    reason = "a side may be infinite or NaN where the other is not, or both NaN";
                } else if (!strategy.prefix) {
                    reason =
                            "the sides differ by the form "
                                    + FormPrinter.print(ring, store, left, SHOWN);
                }
            } catch (NoFormException e) {
                reason = e.getMessage();
            } catch (LimitExceededException e) {
                limited = true;
                reason = reason.isEmpty() ? e.getMessage() : reason + "; " + e.getMessage();
            }
        }
        if (effort == Proofs.Effort.FULL && finite(s, t)) {
            for (Strategy strategy : order()) {
                if (!strategy.opaque && !strategy.prefix && isIdentity(strategy, s, t)) {
                    return Proof.of(Decision.Method.PIT, strategy.recovered);
                }
            }
        }
        return new Proof(false, Decision.Method.EXACT, false, limited, reason);
    }

    /** Drops the forms of earlier conditions if they take too much memory. */
    private void forgetIfLarge() {
        long kept = (long) ring.size() + prefixRing.size();
        for (Canonicalizer c : canonicalizers) {
            kept += c == null ? 0 : c.keptMonomials();
        }
        if (kept > MAX_KEPT) {
            ring = new Ring(budget());
            prefixRing = new Ring(budget());
            java.util.Arrays.fill(canonicalizers, null);
        }
    }

    private boolean isIdentity(Strategy strategy, int s, int t) {
        ring.setBudget(budget());
        try {
            return new IdentityTest(canonicalizer(strategy), options.seed()).isZero(s, t);
        } catch (NoFormException | LimitExceededException e) {
            return false; // the exact attempts have given the reason
        }
    }

    private boolean finite(int s, int t) {
        return store.isFinite(s) && store.isFinite(t);
    }

    /** Sides that may be infinite are equal where each of the differences is zero. */
    private boolean extended(Strategy strategy, int s, int t) {
        for (Polynomial p : canonicalizer(strategy).extendedDifference(s, t)) {
            if (!p.isZero()
                    && (strategy.opaque
                            || !new Cases(ring(strategy), options.maxCases()).isZero(p))) {
                return false;
            }
        }
        return true;
    }

    private boolean byCases(Polynomial left, Strategy strategy, Proofs.Effort effort) {
        return effort == Proofs.Effort.FULL
                && !strategy.opaque
                && new Cases(ring(strategy), options.maxCases()).isZero(left);
    }

    private List<Strategy> order() {
        List<Strategy> strategies = new ArrayList<>();
        if (last != null) {
            strategies.add(last);
        }
        for (Strategy strategy : Strategy.values()) {
            if (strategy != last
                    && literals.allow(strategy)
                    && (extrema || !strategy.opaque)
                    && !(strategy.prefix && basis.isEmpty())) {
                strategies.add(strategy);
            }
        }
        return strategies;
    }

    private Polynomial attempt(Canonicalizer forms, int s, int t) {
        if (vain < MOST_VAIN) { // whatever the strategy
            if (common.areEqual(s, t)) {
                vain = 0;
                return Polynomial.ZERO;
            }
            vain++;
        }
        Polynomial difference = forms.difference(s, t);
        if (difference.isZero()) {
            return difference;
        }
        Polynomial cleared = new Denominators(forms.ring()).clear(difference);
        return cleared.isZero() ? cleared : difference;
    }
}
