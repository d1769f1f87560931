package io.heddle.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.term.LimitExceededException;
import io.heddle.term.Rational;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The form of a term has the term's value at every point of the term's domain. */
class CanonicalFormPropertyTest {
    private static final int POINTS = 6;

    private static Canonicalizer canonicalizer(RandomTerms terms, int... roots) {
        return new Canonicalizer(
                terms.store,
                new Ring(new Budget(50_000, Long.MAX_VALUE)),
                FanOut.of(terms.store, roots),
                new Canonicalizer.Reading(false, Facts.NONE, LiteralReading.EXACT, null));
    }

    @Property(tries = 4000, seed = "20261121")
    void formsOfRationalOperationsAreExact(@ForAll long seed) {
        RandomTerms terms = new RandomTerms(seed);
        int t = terms.rational(5);
        Canonicalizer forms = canonicalizer(terms, t);
        Polynomial form;
        try {
            form = forms.difference(t, terms.store.zero());
        } catch (NoFormException | LimitExceededException e) {
            return;
        }
        for (int i = 0; i < POINTS; i++) {
            Rational[] x = terms.point();
            Rational expected = terms.value(t, x);
            if (expected != null) {
                assertEquals(
                        expected,
                        new FormValues(forms.ring(), terms.store, x).value(form),
                        () -> terms.store.show(t, 300));
            }
        }
    }

    @Property(tries = 4000, seed = "20261121")
    void formsOfExponentialsLogarithmsAndRootsAreRight(@ForAll long seed) {
        RandomTerms terms = new RandomTerms(seed);
        int t = terms.real(5);
        Canonicalizer forms = canonicalizer(terms, t);
        Polynomial form;
        try {
            form = forms.difference(t, terms.store.zero());
        } catch (NoFormException | LimitExceededException e) {
            return;
        }
        for (int i = 0; i < POINTS; i++) {
            Rational[] x = terms.point();
            double expected = terms.approximation(t, x);
            double actual = new FormValues(forms.ring(), terms.store, x).approximation(form);
            if (Math.abs(expected) < 1e6 && Double.isFinite(actual) && Math.abs(actual) < 1e6) {
                assertEquals(
                        expected,
                        actual,
                        1e-3 * (1 + Math.abs(expected)),
                        () -> terms.store.show(t, 300));
            }
        }
    }

    @Property(tries = 1500, seed = "20261121")
    void casesShowOnlyWhatIsZero(@ForAll long seed) {
        RandomTerms terms = new RandomTerms(seed);
        int s = terms.rational(3);
        int t = terms.rational(3);
        Canonicalizer forms = canonicalizer(terms, s, t);
        boolean zero;
        try {
            Polynomial difference = forms.difference(s, t);
            zero = new Cases(forms.ring(), 100).isZero(difference);
        } catch (NoFormException | LimitExceededException e) {
            return;
        }
        for (int i = 0; zero && i < 3 * POINTS; i++) {
            Rational[] x = terms.point();
            Rational p = terms.value(s, x);
            Rational q = terms.value(t, x);
            if (p != null && q != null) {
                assertEquals(
                        p, q, () -> terms.store.show(s, 200) + " = " + terms.store.show(t, 200));
            }
        }
    }

    @Property(tries = 1500, seed = "20261121")
    void theIdentityTestShowsOnlyWhatIsZero(@ForAll long seed) {
        RandomTerms terms = new RandomTerms(seed);
        int s = terms.rational(3);
        int t = terms.rational(3);
        Canonicalizer forms = canonicalizer(terms, s, t);
        boolean zero;
        boolean exact;
        try {
            Polynomial difference = forms.difference(s, t);
            exact = difference.isZero();
            zero = new IdentityTest(forms, seed).isZero(s, t);
        } catch (NoFormException | LimitExceededException e) {
            return;
        }
        assertTrue(
                zero || !exact, () -> terms.store.show(s, 200) + " = " + terms.store.show(t, 200));
        for (int i = 0; zero && i < 3 * POINTS; i++) {
            Rational[] x = terms.point();
            Rational p = terms.value(s, x);
            Rational q = terms.value(t, x);
            if (p != null && q != null) {
                assertEquals(
                        p, q, () -> terms.store.show(s, 200) + " = " + terms.store.show(t, 200));
            }
        }
    }
}
