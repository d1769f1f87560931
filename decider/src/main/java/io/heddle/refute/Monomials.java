package io.heddle.refute;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A term multiplied out into monomials over the terms that are no sums or products, within a
 * budget: for explanations only, nothing is proved with it. Literals count with their exact value.
 */
final class Monomials {
    private static final int MAX_STEPS = 200_000; // of one term
    private static final int MAX_STEPS_IN_ALL = 300_000;
    private static final int MAX_MONOMIALS = 40_000;
    private static final int MAX_FACTORS = 64;

    private final TermStore store;
    private int left = MAX_STEPS_IN_ALL;

    /** Monomials of terms of {@code store}, with one budget for all of them. */
    Monomials(TermStore store) {
        this.store = store;
    }

    /** A partial product: finished atoms (a negative one is a denominator) and terms to expand. */
    private static final class Product {
        private final Rational coefficient;
        private final int[] atoms;
        private final int[] pending;

        Product(Rational coefficient, int[] atoms, int[] pending) {
            this.coefficient = coefficient;
            this.atoms = atoms;
            this.pending = pending;
        }

        Product with(Rational factor, int drop, int... push) {
            int[] rest = Arrays.copyOf(pending, pending.length - drop + push.length);
            System.arraycopy(push, 0, rest, pending.length - drop, push.length);
            return new Product(coefficient.multiply(factor), atoms, rest);
        }

        Product withAtom(int atom, int... push) {
            int[] more = Arrays.copyOf(atoms, atoms.length + 1);
            more[atoms.length] = atom;
            Arrays.sort(more);
            int[] rest = Arrays.copyOf(pending, pending.length - 1 + push.length);
            System.arraycopy(push, 0, rest, pending.length - 1, push.length);
            return new Product(coefficient, more, rest);
        }
    }

    /**
     * The monomials of {@code term} with their coefficients, none zero, or empty where the budget
     * does not suffice. A monomial is its sorted atoms; atom −t is a denominator t.
     */
    Optional<Map<List<Integer>, Rational>> of(int term) {
        Map<List<Integer>, Rational> sum = new LinkedHashMap<>();
        Deque<Product> work = new ArrayDeque<>();
        work.push(new Product(Rational.ONE, new int[0], new int[] {term}));
        for (int steps = 0; !work.isEmpty(); steps++) {
            Product p = work.pop();
            if (--left < 0
                    || steps > MAX_STEPS
                    || sum.size() > MAX_MONOMIALS
                    || p.atoms.length + p.pending.length > MAX_FACTORS) {
                return Optional.empty();
            }
            if (p.pending.length == 0) {
                List<Integer> monomial = Arrays.stream(p.atoms).boxed().toList();
                sum.merge(monomial, p.coefficient, Rational::add);
            } else {
                expand(p, work);
            }
        }
        sum.values().removeIf(Rational::isZero);
        return Optional.of(sum);
    }

    private void expand(Product p, Deque<Product> work) {
        int t = p.pending[p.pending.length - 1];
        Op op = store.op(t);
        int a = store.a(t);
        int b = store.b(t);
        switch (op) {
            case RATIONAL, LITERAL -> {
                if (!store.rationalValue(t).isZero()) {
                    work.push(p.with(store.rationalValue(t), 1));
                }
            }
            case NEG -> work.push(p.with(Rational.MINUS_ONE, 1, a));
            case MUL -> work.push(p.with(Rational.ONE, 1, a, b));
            case DIV -> work.push(p.withAtom(-b, a));
            case ADD -> {
                work.push(p.with(Rational.ONE, 1, b));
                work.push(p.with(Rational.ONE, 1, a));
            }
            case SUB -> {
                work.push(p.with(Rational.MINUS_ONE, 1, b));
                work.push(p.with(Rational.ONE, 1, a));
            }
            case FMA -> {
                work.push(p.with(Rational.ONE, 1, store.c(t)));
                work.push(p.with(Rational.ONE, 1, a, b));
            }
            default -> work.push(p.withAtom(t));
        }
    }
}
