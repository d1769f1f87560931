package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The greatest of a set. The set is flattened, freed of what another element dominates, shifted by
 * the least coefficient of each monomial (max(a+c, b+c) = max(a, b) + c) and divided by common
 * positive factors, so that max, min, |x| and clipping meet in one spelling: min(a, b) = a + b −
 * max(a, b), |x| = 2·max(x, 0) − x.
 */
final class Extrema {
    /** The longest sets whose elements are compared with one another. */
    static final int MAX_PAIRWISE = 24;

    private static final Comparator<Polynomial> ORDER = Extrema::compare;

    private final Ring ring;

    Extrema(Ring ring) {
        this.ring = ring;
    }

    Polynomial minimum(List<Polynomial> set, Facts facts) {
        List<Polynomial> negated = new ArrayList<>();
        for (Polynomial p : set) {
            negated.add(p.negate());
        }
        return maximum(negated, facts).negate();
    }

    Polynomial maximum(List<Polynomial> set, Facts facts) {
        List<Polynomial> elements = new ArrayList<>();
        for (Polynomial p : set) {
            flatten(p, elements);
        }
        elements.sort(ORDER);
        elements = withoutConstantShifts(elements);
        withoutNegativesBelowMagnitudes(elements);
        if (elements.size() <= MAX_PAIRWISE) {
            elements = undominated(elements, facts);
        }
        if (elements.size() == 1) {
            return elements.get(0);
        }
        Polynomial shift = elements.get(0);
        for (Polynomial p : elements) {
            ring.budget().spend(p.size());
            shift = Content.least(shift, p);
        }
        for (int i = 0; i < elements.size(); i++) {
            elements.set(i, elements.get(i).subtract(shift));
        }
        if (!shift.isZero() && elements.stream().anyMatch(this::isNested)) {
            return shift.add(maximum(elements, facts)); // max(a - max(b, c), 0) + max(b, c)
        }
        Ring.Factor content = ring.rules().content().common(elements, true);
        Ring.Factor inverse = ring.rules().content().inverse(content);
        elements.replaceAll(p -> ring.multiply(p, inverse));
        elements.sort(ORDER);
        int atom = ring.atom(new Atom(Atom.Kind.MAXIMUM, 0, elements), null, integral(elements));
        return shift.add(ring.multiply(ring.variable(atom), content));
    }

    private boolean integral(List<Polynomial> elements) {
        for (Polynomial p : elements) {
            if (!ring.rules().comparisons().isInteger(p)) {
                return false;
            }
        }
        return true;
    }

    /** True if a form is a positive multiple of a maximum, plus something that has none. */
    private boolean isNested(Polynomial p) {
        List<Polynomial> parts = new ArrayList<>();
        flatten(p, parts);
        return parts.size() > 1;
    }

    /** r + c·max(S) with c &gt; 0 contributes r + c·s for each s of S. */
    private void flatten(Polynomial p, List<Polynomial> elements) {
        int maximum = -1;
        for (int i = 0; i < p.size(); i++) {
            int atom = PackedMonomial.singleAtom(p.key(i));
            if (atom != 0 && ring.atom(atom).kind() == Atom.Kind.MAXIMUM) {
                if (maximum >= 0) {
                    elements.add(p);
                    return;
                }
                maximum = i;
            }
        }
        if (maximum < 0 || p.coefficient(maximum).signum() < 0) {
            elements.add(p);
            return;
        }
        Rational c = p.coefficient(maximum);
        Polynomial rest = p.subtract(Polynomial.monomial(p.key(maximum), c));
        for (Polynomial s : ring.atom(PackedMonomial.singleAtom(p.key(maximum))).parts()) {
            ring.budget().spend((long) s.size() + rest.size());
            elements.add(s.scale(c).add(rest));
        }
    }

    /** Of elements that differ by a constant the greater; sorted input, sorted result. */
    private static List<Polynomial> withoutConstantShifts(List<Polynomial> sorted) {
        java.util.Map<Polynomial, Polynomial> best = new java.util.LinkedHashMap<>();
        for (Polynomial p : sorted) {
            Polynomial rest = p.subtract(Polynomial.constant(p.constantTerm()));
            best.merge(
                    rest, p, (x, y) -> x.constantTerm().compareTo(y.constantTerm()) >= 0 ? x : y);
        }
        return new ArrayList<>(best.values());
    }

    /** Where both p and −p are there, the greatest is |p| at least: no constant below 0 is it. */
    private static void withoutNegativesBelowMagnitudes(List<Polynomial> elements) {
        boolean floor =
                elements.stream().anyMatch(p -> p.isConstant() && p.constantTerm().signum() <= 0);
        if (!floor) {
            return;
        }
        Set<Polynomial> set = new HashSet<>(elements);
        boolean magnitude =
                elements.stream().anyMatch(p -> !p.isConstant() && set.contains(p.negate()));
        if (magnitude) {
            elements.removeIf(p -> p.isConstant() && p.constantTerm().signum() <= 0);
        }
    }

    private List<Polynomial> undominated(List<Polynomial> elements, Facts facts) {
        List<Polynomial> kept = new ArrayList<>(elements);
        // from the longest: of elements that a case makes equal the shortest stays
        for (int i = kept.size() - 1; i >= 0; i--) {
            for (int j = 0; j < kept.size(); j++) {
                if (i != j
                        && ring.rules()
                                .comparisons()
                                .sign(kept.get(j).subtract(kept.get(i)), facts)
                                .isKnownNonnegative()) {
                    kept.remove(i);
                    break;
                }
            }
        }
        return kept;
    }

    private static int compare(Polynomial p, Polynomial q) {
        int c = Integer.compare(p.size(), q.size());
        for (int i = 0; c == 0 && i < p.size(); i++) {
            c = Long.compare(p.key(i), q.key(i));
        }
        for (int i = 0; c == 0 && i < p.size(); i++) {
            c = p.coefficient(i).compareTo(q.coefficient(i));
        }
        return c;
    }
}
