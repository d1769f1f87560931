package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Roundings of maxima and minima. A function f that never decreases has f(max(a, b)) = max(f(a),
 * f(b)) and f(min(a, b)) = min(f(a), f(b)); floor, ceiling, truncation and rounding to the nearest
 * integer are such functions. So a number that is clipped and then rounded has the same form as one
 * that is rounded and then clipped.
 */
final class RoundedExtrema {
    private static final int MAX_ELEMENTS = 8;

    private final Ring ring;

    RoundedExtrema(Ring ring) {
        this.ring = ring;
    }

    /**
     * f(p), with {@code f} applied to the elements of the one maximum in p; null if p has no
     * maximum or several, or if it has more than eight elements.
     */
    Polynomial spread(Polynomial p, UnaryOperator<Polynomial> f) {
        int maximum = -1;
        for (int i = 0; i < p.size(); i++) {
            int id = PackedMonomial.singleAtom(p.key(i));
            if (id != 0 && ring.atom(id).kind() == Atom.Kind.MAXIMUM) {
                if (maximum >= 0) {
                    return null;
                }
                maximum = i;
            }
        }
        if (maximum < 0) {
            return null;
        }
        List<Polynomial> elements = ring.atom(PackedMonomial.singleAtom(p.key(maximum))).parts();
        if (elements.size() > MAX_ELEMENTS) {
            return null;
        }
        Rational c = p.coefficient(maximum);
        Polynomial rest = p.subtract(Polynomial.monomial(p.key(maximum), c));
        List<Polynomial> rounded = new ArrayList<>();
        for (Polynomial s : elements) {
            ring.budget().spend((long) s.size() + rest.size());
            rounded.add(f.apply(rest.add(s.scale(c))));
        }
        Extrema extrema = ring.rules().extrema();
        return c.signum() > 0
                ? extrema.maximum(rounded, Facts.NONE)
                : extrema.minimum(rounded, Facts.NONE);
    }
}
