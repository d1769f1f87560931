package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Flattens sums of products. A stack holds terms that are still to be added, each with the monomial
 * and coefficient that multiply it; a sum hands its context to its operands, a product first
 * multiplies its monomial factors into the context. A chain of K fused multiply-adds costs O(K).
 */
final class Flattener {
    private static final int CHECK_INTERVAL = 1024;
    private static final int MAX_LOOKS = 4; // levels of terms

    private final Canonicalizer forms;
    private final TermStore store;
    private final Ring ring;
    private final List<Accumulator> idle = new ArrayList<>();

    /** By SUM atom: how many different products of inputs its monomials have. */
    private final Map<Integer, Integer> inputProductsOfSums = new HashMap<>();

    Flattener(Canonicalizer forms) {
        this.forms = forms;
        this.store = forms.store();
        this.ring = forms.ring();
    }

    /** The form of {@code t}. */
    Polynomial flatten(int t) {
        return difference(t, 0);
    }

    /** The form of s − t (of s where t is 0). */
    Polynomial difference(int s, int t) {
        Accumulator sum = idle.isEmpty() ? new Accumulator() : idle.remove(idle.size() - 1);
        try {
            Work work = new Work(sum);
            work.push(s, Rational.ONE, Ring.UNIT);
            work.run();
            if (t != 0) {
                work.push(t, Rational.MINUS_ONE, Ring.UNIT);
                work.run();
            }
            return ring.rules().circle().shortened(ring.expand(sum.toPolynomial()));
        } finally {
            sum.clear();
            idle.add(sum);
        }
    }

    /** One flattening. */
    private final class Work {
        private final Accumulator sum;
        private int[] terms = new int[32];
        private long[] keys = new long[32];
        private Rational[] coefficients = new Rational[32];
        private int size;

        // the product being gathered
        private int[] factors = new int[16];
        private long key;
        private Rational coefficient;
        private final List<Polynomial> sums = new ArrayList<>();
        private int openSum; // a sum without a form, or 0

        Work(Accumulator sum) {
            this.sum = sum;
        }

        void push(int t, Rational c, long k) {
            if (size == terms.length) {
                terms = Arrays.copyOf(terms, size * 2);
                keys = Arrays.copyOf(keys, size * 2);
                coefficients = Arrays.copyOf(coefficients, size * 2);
            }
            terms[size] = t;
            keys[size] = k;
            coefficients[size++] = c;
        }

        void run() {
            int steps = 0;
            while (size > 0) {
                if (++steps == CHECK_INTERVAL) {
                    ring.budget().spend(steps);
                    steps = 0;
                }
                size--;
                step(terms[size], coefficients[size], keys[size]);
            }
            ring.budget().spend(steps);
        }

        private void step(int t, Rational c, long k) {
            Op op = store.op(t);
            if (op == Op.ELEMENT) {
                if (forms.isDifference(t)) {
                    ring.addProduct(sum, forms.element(t), c, k);
                } else {
                    addMonomial(forms.input(t), c, k);
                }
                return;
            }
            Polynomial known = forms.known(t);
            if (known != null) {
                ring.addProduct(sum, known, c, k);
                return;
            }
            switch (op) {
                case ADD -> {
                    push(store.b(t), c, k);
                    push(store.a(t), c, k);
                }
                case SUB -> {
                    push(store.b(t), Polynomial.negative(c), k);
                    push(store.a(t), c, k);
                }
                case NEG -> push(store.a(t), Polynomial.negative(c), k);
                case FMA -> {
                    push(store.c(t), c, k);
                    product(store.a(t), store.b(t), c, k);
                }
                case MUL -> product(store.a(t), store.b(t), c, k);
                case DIV -> product(t, 0, c, k);
                case RATIONAL -> sum.add(k, Polynomial.product(store.rationalValue(t), c));
                default -> ring.addProduct(sum, forms.form(t), c, k);
            }
        }

        private void addMonomial(long m, Rational c, long k) {
            long product = ring.times(k, m);
            sum.add(product, Polynomial.product(c, ring.factor()));
        }

        /** Adds c·k·a·b (c·k·a where b is 0). */
        private void product(int a, int b, Rational c, long k) {
            if (k == Ring.UNIT
                    && b != 0
                    && store.op(a) == Op.ELEMENT
                    && store.op(b) == Op.ELEMENT
                    && !forms.isDifference(a)
                    && !forms.isDifference(b)) {
                addMonomial(forms.input(a), c, forms.input(b));
                return;
            }
            key = k;
            coefficient = c;
            sums.clear();
            openSum = 0;
            int n = 0;
            factors[n++] = a;
            if (b != 0) {
                factors[n++] = b;
            }
            while (n > 0) {
                if (n + 2 > factors.length) {
                    factors = Arrays.copyOf(factors, factors.length * 2);
                }
                n = gather(factors[--n], n);
            }
            emit();
        }

        /** Multiplies one factor into the context, or opens it onto the stack of factors. */
        private int gather(int t, int n) {
            Op op = store.op(t);
            if (op == Op.ELEMENT) {
                if (forms.isDifference(t)) {
                    gather(forms.element(t));
                } else {
                    multiply(forms.input(t), Rational.ONE);
                }
                return n;
            }
            Polynomial known = forms.known(t);
            if (known != null) {
                gather(known);
                return n;
            }
            switch (op) {
                case RATIONAL -> {
                    coefficient = Polynomial.product(coefficient, store.rationalValue(t));
                    return n;
                }
                case NEG -> {
                    coefficient = Polynomial.negative(coefficient);
                    factors[n] = store.a(t);
                    return n + 1;
                }
                case MUL -> {
                    factors[n] = store.a(t);
                    factors[n + 1] = store.b(t);
                    return n + 2;
                }
                case DIV -> {
                    Ring.Factor inverse = ring.rules().inverse(forms.form(store.b(t)));
                    multiply(inverse.key(), inverse.coefficient());
                    factors[n] = store.a(t);
                    return n + 1;
                }
                case ADD, SUB, FMA -> {
                    if (openSum == 0) {
                        openSum = t;
                    } else {
                        nested(t);
                    }
                    return n;
                }
                default -> {
                    nested(t);
                    return n;
                }
            }
        }

        /** Takes the form of t while this product is being gathered. */
        private void nested(int t) {
            gather(forms.form(t));
        }

        private void gather(Polynomial p) {
            if (p.size() == 1) {
                multiply(p.key(0), p.coefficient(0));
            } else {
                sums.add(p);
            }
        }

        private void multiply(long m, Rational c) {
            key = ring.times(key, m);
            coefficient = Polynomial.product(coefficient, c);
            coefficient = Polynomial.product(coefficient, ring.factor());
        }

        /**
         * Cancels a factor against a denominator of the rest of the product before anything is
         * expanded: l · (N/l) is N.
         */
        private void cancelDenominators() {
            boolean divides = divides(key);
            for (Polynomial p : sums) {
                divides |= !p.isZero() && divides(p.key(0));
            }
            if (!divides) {
                return;
            }
            if (openSum != 0
                    && !(dividesByOneProduct() && summandsDiffer(openSum, MAX_LOOKS))
                    && cancels(forms.form(openSum), -1)) {
                openSum = 0;
            }
            for (int i = 0; i < sums.size(); i++) {
                if (cancels(sums.get(i), i)) {
                    sums.remove(i);
                    i = -1;
                }
            }
        }

        /** True if no denominator of the product is a sum of different products of inputs. */
        private boolean dividesByOneProduct() {
            boolean one = dividesByOneProduct(key);
            for (Polynomial p : sums) {
                one &= p.isZero() || dividesByOneProduct(p.key(0));
            }
            return one;
        }

        private boolean dividesByOneProduct(long k) {
            int[] powers = ring.unpack(k);
            for (int j = 0; j < powers.length; j += 2) {
                if (powers[j + 1] < 0
                        && ring.atom(powers[j]).kind() == Atom.Kind.SUM
                        && inputProducts(powers[j]) != 1) {
                    return false;
                }
            }
            return true;
        }

        /**
         * True if two summands of a sum are found to be multiples of different inputs; then the sum
         * is not a multiple of a sum that has one product of inputs only. Inspects at most {@code
         * looks} terms, without making the form of the numerator, which may be large.
         */
        private boolean summandsDiffer(int t, int looks) {
            Op op = store.op(t);
            if (looks == 0 || !Canonicalizer.isArithmetic(op)) {
                return false;
            }
            if (op == Op.FMA && store.op(store.c(t)) == Op.FMA) {
                int first = inputFactor(t);
                int second = inputFactor(store.c(t));
                if (first != 0 && second != 0 && first != second) {
                    return true;
                }
            }
            return summandsDiffer(store.a(t), looks - 1)
                    || op != Op.DIV && op != Op.NEG && summandsDiffer(store.b(t), looks - 1)
                    || op == Op.FMA && summandsDiffer(store.c(t), looks - 1);
        }

        private int inputFactor(int product) {
            if (store.op(store.a(product)) == Op.ELEMENT) {
                return store.a(product);
            }
            return store.op(store.b(product)) == Op.ELEMENT ? store.b(product) : 0;
        }

        private boolean divides(long k) {
            int[] powers = ring.unpack(k);
            for (int j = 0; j < powers.length; j += 2) {
                if (powers[j + 1] < 0 && ring.atom(powers[j]).kind() == Atom.Kind.SUM) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Multiplies {@code p}, factor number {@code own}, as a monomial if the rest divides by it.
         */
        private boolean cancels(Polynomial p, int own) {
            if (p.size() < 2) {
                return false;
            }
            int atom = denominatorLike(p, key);
            for (int j = 0; atom == 0 && j < sums.size(); j++) {
                Polynomial rest = sums.get(j);
                int candidate = j == own || rest.isZero() ? 0 : denominatorLike(p, rest.key(0));
                if (candidate != 0 && isInEveryTerm(candidate, rest)) {
                    atom = candidate;
                }
            }
            if (atom == 0) {
                return false;
            }
            Ring.Factor inverse = ring.rules().inverse(p);
            if (ring.powerOf(atom, inverse.key()) != -1) {
                return false;
            }
            Ring.Factor monomial = ring.power(inverse.key(), -1);
            multiply(monomial.key(), monomial.coefficient().divide(inverse.coefficient()));
            return true;
        }

        /**
         * A denominator in {@code k} with as many terms as {@code p} and as many different products
         * of inputs, which a common factor does not change; or 0.
         */
        private int denominatorLike(Polynomial p, long k) {
            int[] powers = ring.unpack(k);
            for (int j = 0; j < powers.length; j += 2) {
                if (powers[j + 1] < 0
                        && ring.atom(powers[j]).kind() == Atom.Kind.SUM
                        && ring.atom(powers[j]).part().size() == p.size()
                        && inputProducts(powers[j]) == inputProducts(p)) {
                    return powers[j];
                }
            }
            return 0;
        }

        private int inputProducts(int sumAtom) {
            return inputProductsOfSums.computeIfAbsent(
                    sumAtom, atom -> inputProducts(ring.atom(atom).part()));
        }

        private int inputProducts(Polynomial p) {
            Set<Long> products = new HashSet<>();
            for (int i = 0; i < p.size(); i++) {
                long hash = 0;
                int[] powers = ring.unpack(p.key(i));
                for (int j = 0; j < powers.length; j += 2) {
                    if (ring.atom(powers[j]).kind() == Atom.Kind.INPUT) {
                        hash = (hash + powers[j]) * 0x9E3779B97F4A7C15L + powers[j + 1];
                    }
                }
                products.add(hash);
            }
            return products.size();
        }

        private boolean isInEveryTerm(int atom, Polynomial p) {
            for (int i = 0; i < p.size(); i++) {
                if (ring.powerOf(atom, p.key(i)) >= 0) {
                    return false;
                }
            }
            return true;
        }

        private void emit() {
            cancelDenominators();
            if (sums.isEmpty()) {
                if (openSum != 0) {
                    push(openSum, coefficient, key);
                } else {
                    sum.add(key, coefficient);
                }
                return;
            }
            Polynomial product = sums.get(0);
            for (int i = 1; i < sums.size(); i++) {
                product = ring.multiply(product, sums.get(i));
            }
            if (openSum != 0) {
                product = ring.multiply(product, forms.form(openSum));
            }
            ring.addProduct(sum, product, coefficient, key);
        }
    }
}
