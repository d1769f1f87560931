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
import io.heddle.algebra.MonomialPool;
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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Proves pairs of terms equal by their exact forms. The strategies are tried in order of cost; the
 * one that succeeded last is tried first, since the outputs of a kernel are alike.
 *
 * <p>The monomials of an attempt come from a pool, to which they go back at its end. What is kept
 * of its forms for the next ones is in the pool's books, too, until this is closed.
 */
final class Prover implements AutoCloseable {
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
    private final MonomialPool.Keeper keeper;
    private int vain;
    private Ring ring; // null where nothing is kept
    private Ring prefixRing; // its inputs are prefix sums; null where nothing is kept
    private final Canonicalizer[] canonicalizers = new Canonicalizer[Strategy.values().length];
    private Strategy last;
    private long most; // monomials of one attempt

    /**
     * A prover that has no forms yet.
     *
     * @param keeper of its forms, which this closes; attempts draw from the same pool
     */
    Prover(
            TermStore store,
            DecideOptions options,
            FanOut fanOut,
            Literals literals,
            PrefixBasis basis,
            MonomialPool.Keeper keeper) {
        this.store = store;
        this.options = options;
        this.fanOut = fanOut;
        this.literals = literals;
        this.extrema = fanOut.contains(Op.MAX, Op.MIN);
        this.basis = basis;
        this.common = new CommonTerms(store);
        this.keeper = keeper;
        this.most = options.maxMonomials();
    }

    /** Tries the strategies in their own order next. */
    void restart() {
        last = null;
        vain = 0;
        forgetIfLarge();
    }

    /** Proofs from now on may make at most so many monomials. */
    void allow(long monomials) {
        most = Math.min(monomials, options.maxMonomials());
    }

    /** Takes forms for the domain conditions of terms, read as the last proof read them. */
    <T> T withForms(boolean recovered, Function<Canonicalizer, T> use) {
        Strategy strategy = recovered ? Strategy.RECOVERED : Strategy.EXACT;
        if (!basis.isEmpty()) {
            strategy = recovered ? Strategy.RECOVERED_PREFIX : Strategy.EXACT_PREFIX;
        }
        Canonicalizer forms = canonicalizer(strategy);
        return attempt(strategy, () -> use.apply(forms));
    }

    /** Makes forms by one strategy, with a budget of their own. */
    private <T> T attempt(Strategy strategy, Supplier<T> making) {
        Budget budget = new Budget(most, options.deadlineNanos(), keeper.pool());
        ring(strategy).setBudget(budget);
        try {
            return making.get();
        } finally {
            forgetIfLarge();
            budget.giveBack();
        }
    }

    private Ring ring(Strategy strategy) {
        if (strategy.prefix) {
            prefixRing = prefixRing == null ? emptyRing() : prefixRing;
            return prefixRing;
        }
        ring = ring == null ? emptyRing() : ring;
        return ring;
    }

    private Ring emptyRing() {
        return new Ring(Budget.until(options.deadlineNanos())); // each attempt sets its own
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
        String reason = "";
        boolean limited = false;
        for (Strategy strategy : order()) {
            try {
                Optional<String> left = attempt(strategy, () -> left(strategy, s, t, effort));
                if (left.isEmpty()) {
                    last = strategy;
                    return Proof.of(Decision.Method.EXACT, strategy.recovered);
                }
                reason = left.get().isEmpty() ? reason : left.get();
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

    /**
     * What is left of s − t by one strategy: empty if nothing is, an empty text if it is not worth
     * to be told.
     */
    private Optional<String> left(Strategy strategy, int s, int t, Proofs.Effort effort) {
        if (!finite(s, t)) {
            return extended(strategy, s, t)
                    ? Optional.empty()
                    : Optional.of(
                            "a side may be infinite or NaN where the other is not, or both NaN");
        }
        Polynomial left = difference(canonicalizer(strategy), s, t);
        if (left.isZero() || byCases(left, strategy, effort)) {
            return Optional.empty();
        }
        return Optional.of(
                strategy.prefix
                        ? ""
                        : "the sides differ by the form "
                                + FormPrinter.print(ring(strategy), store, left, SHOWN));
    }

    /** Drops the forms of earlier attempts if they take too much memory. */
    private void forgetIfLarge() {
        long kept = ring == null ? 0 : ring.size();
        kept += prefixRing == null ? 0 : prefixRing.size();
        for (Canonicalizer c : canonicalizers) {
            kept += c == null ? 0 : c.keptMonomials();
        }
        if (kept > MAX_KEPT || !keeper.keep(kept)) {
            keeper.keep(0);
            ring = null;
            prefixRing = null;
            Arrays.fill(canonicalizers, null);
        }
    }

    /** Ends the keeping of forms. */
    @Override
    public void close() {
        keeper.close();
    }

    private boolean isIdentity(Strategy strategy, int s, int t) {
        try {
            return attempt(
                    strategy,
                    () -> new IdentityTest(canonicalizer(strategy), options.seed()).isZero(s, t));
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

    private Polynomial difference(Canonicalizer forms, int s, int t) {
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
