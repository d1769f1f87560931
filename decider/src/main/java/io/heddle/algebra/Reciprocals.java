package io.heddle.algebra;

import io.heddle.term.AssumedRanges;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.math.BigInteger;

/**
 * Division of integers by multiplication with a literal c near p/q. If c is slightly greater than
 * p/q and the integers n are small enough, ⌊c·n⌋ = ⌊(p/q)·n⌋: no value (p/q)·n that lies below an
 * integer reaches it. If c is less than p/q, ⌊c·n⌋ is already wrong at n = q.
 */
final class Reciprocals {
    private Reciprocals() {}

    /** True if {@code op} of {@code t} is the same for the fraction that its literal stands for. */
    static boolean keep(Canonicalizer forms, Op op, int t) {
        TermStore store = forms.store();
        if (store.op(t) != Op.MUL || op != Op.TRUNC && op != Op.FLOOR) {
            return false;
        }
        boolean first = store.op(store.a(t)) == Op.LITERAL;
        int literal = first ? store.a(t) : store.b(t);
        int n = first ? store.b(t) : store.a(t);
        if (store.op(literal) != Op.LITERAL || store.op(n) != Op.ELEMENT || !store.isInteger(n)) {
            return false;
        }
        Polynomial read =
                forms.reading()
                        .literals()
                        .read(
                                forms.ring(),
                                store.literalFormat(literal),
                                store.literalBits(literal));
        if (!read.isConstant()) {
            return false;
        }
        Rational fraction = read.constantTerm();
        Rational excess = store.rationalValue(literal).abs().subtract(fraction.abs());
        boolean positive = fraction.signum() > 0 && low(store, n).signum() >= 0;
        if (excess.signum() < 0 || op == Op.FLOOR && !positive) {
            return false;
        }
        Rational most = greater(high(store, n), low(store, n).negate());
        Rational step = Rational.of(BigInteger.ONE, fraction.denominator());
        return excess.multiply(most).compareTo(step) < 0;
    }

    private static Rational low(TermStore store, int n) {
        Symbol symbol = store.symbolOf(n);
        Rational own = symbol.low() == null ? symbol.type().minInteger() : symbol.low();
        AssumedRanges.Range assumed = store.assumedRanges().of(n);
        return assumed == null ? own : greater(own, assumed.low());
    }

    private static Rational high(TermStore store, int n) {
        Symbol symbol = store.symbolOf(n);
        Rational own = symbol.high() == null ? symbol.type().maxInteger() : symbol.high();
        AssumedRanges.Range assumed = store.assumedRanges().of(n);
        if (assumed == null || own.compareTo(assumed.high()) <= 0) {
            return own;
        }
        return assumed.high();
    }

    private static Rational greater(Rational a, Rational b) {
        return a.compareTo(b) >= 0 ? a : b;
    }
}
