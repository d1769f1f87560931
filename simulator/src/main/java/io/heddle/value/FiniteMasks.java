package io.heddle.value;

import io.heddle.term.FloatFormat;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;

/** The literals of a program, of which {@code --finite-masks} reads the large negative as −∞. */
final class FiniteMasks {
    /** The greatest constant that is one (ptx-idioms, section 5). */
    private static final Rational MASK = Rational.of(-10_000);

    private final TermStore store;
    private final boolean assumed;
    private Rational greatest;

    /**
     * Literals over {@code store}.
     *
     * @param assumed large negative finite constants are −∞
     */
    FiniteMasks(TermStore store, boolean assumed) {
        this.store = store;
        this.assumed = assumed;
    }

    /** The number that a pattern of the program is in {@code format}, or −∞. */
    int literal(FloatFormat format, long pattern) {
        int t = store.literal(format, pattern);
        if (!assumed || !store.isRational(t) || !isMask(store.rationalValue(t), format)) {
            return t;
        }
        Rational r = store.rationalValue(t);
        if (greatest == null || r.compareTo(greatest) > 0) {
            greatest = r;
        }
        return store.negInf();
    }

    /**
     * Large and negative, and not one of the constants near 2^(precision − 1) that programs add in
     * order to round.
     */
    private static boolean isMask(Rational r, FloatFormat format) {
        int p = format.precision();
        boolean rounder =
                r.negate().compareTo(Rational.powerOfTwo(p - 2)) >= 0
                        && r.negate().compareTo(Rational.powerOfTwo(p)) < 0;
        return r.compareTo(MASK) <= 0 && !(rounder && p > 11);
    }

    /** The greatest finite constant that was read as −∞, or null. */
    Rational greatest() {
        return greatest;
    }
}
