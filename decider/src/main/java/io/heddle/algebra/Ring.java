package io.heddle.algebra;

import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The atoms and monomials of one problem, and the arithmetic of polynomials over them.
 *
 * <p>A monomial is a {@code long} key. {@link #UNIT} is 1; small products of atoms are packed into
 * the word ({@link PackedMonomial}); every other product of atom powers is interned and has a
 * negative key. Keys are equal exactly when the monomials are. A monomial holds at most one
 * exponential (2^a·2^b = 2^(a+b)), roots to the power 0 or 1, indicators to the power 0 or 1.
 *
 * <p>Not thread-safe.
 */
public final class Ring {
    /** The monomial 1. */
    static final long UNIT = 0;

    /** A monomial with its coefficient. */
    record Factor(Rational coefficient, long key) {
        static final Factor ONE = new Factor(Rational.ONE, UNIT);
    }

    private static final long SPREAD = 0x9E3779B97F4A7C15L; // odd: no two products are equal

    private static final Atom INPUT = new Atom(Atom.Kind.INPUT, 0, List.of());

    private Atom[] atoms = new Atom[64]; // inputs share one instance; see inputTerms
    private int atomCount = 1; // id 0 is no atom
    private int[] inputTerms = new int[64]; // the term of an input atom
    private final NodeTable inputs = new NodeTable(0); // the atom of a term
    private final Map<Atom, Integer> atomIds = new HashMap<>();
    private boolean[] special = new boolean[64]; // exponentials, roots, indicators
    private Sign[] signs = new Sign[64];
    private boolean[] integral = new boolean[64];

    private boolean hasSums;

    private final MonomialTable monomials = new MonomialTable();
    private final Map<Long, Factor> exponentialProducts = new HashMap<>();
    private final Accumulator products = new Accumulator();
    private boolean productsInUse;
    private final Rules rules;
    private Budget budget;
    private Rational factor = Rational.ONE;

    /** An empty ring. */
    public Ring(Budget budget) {
        this.budget = budget;
        atoms[0] = INPUT; // id 0 is no atom
        this.rules = new Rules(this);
    }

    /** The rules of operations over this ring. */
    public Rules rules() {
        return rules;
    }

    Budget budget() {
        return budget;
    }

    /** Replaces the budget, for the next decision over the same atoms. */
    public void setBudget(Budget next) {
        budget = next;
    }

    // ---------------------------------------------------------------- atoms

    int atom(Atom.Kind kind, int id, Polynomial... parts) {
        return atom(new Atom(kind, id, List.of(parts)), null, false);
    }

    /** The id of an atom; sign and integrality are used where it is new. */
    int atom(Atom atom, Sign sign, boolean integer) {
        Integer known = atomIds.get(atom);
        if (known != null) {
            return known;
        }
        int id = newAtom(atom);
        atomIds.put(atom, id);
        special[id] =
                switch (atom.kind()) {
                    case EXPONENTIAL, ROOT, INDICATOR -> true;
                    case INPUT, CONSTANT, OPAQUE, SUM, LOGARITHM, MAXIMUM, FLOOR, FUNCTION -> false;
                };
        hasSums |= atom.kind() == Atom.Kind.SUM;
        signs[id] = sign != null ? sign : rules.signs().ofNewAtom(atom);
        integral[id] =
                integer || atom.kind() == Atom.Kind.INDICATOR || atom.kind() == Atom.Kind.FLOOR;
        return id;
    }

    private int newAtom(Atom atom) {
        int id = atomCount++;
        if (id == atoms.length) {
            atoms = Arrays.copyOf(atoms, id * 2);
            inputTerms = Arrays.copyOf(inputTerms, id * 2);
            special = Arrays.copyOf(special, id * 2);
            signs = Arrays.copyOf(signs, id * 2);
            integral = Arrays.copyOf(integral, id * 2);
        }
        atoms[id] = atom;
        return id;
    }

    /** The atom of the ELEMENT {@code term}, or 0 where it has none yet. */
    int knownInput(int term) {
        return inputs.get(term);
    }

    /** A new atom for the ELEMENT {@code term}. */
    int newInput(int term, Sign sign, boolean integer) {
        int id = newAtom(INPUT);
        inputTerms[id] = term;
        signs[id] = sign;
        integral[id] = integer;
        inputs.set(term, id);
        return id;
    }

    Atom atom(int atom) {
        return atoms[atom];
    }

    /** The ELEMENT of an input atom. */
    int inputTerm(int atom) {
        return inputTerms[atom];
    }

    /**
     * The number of atoms and interned monomials, which measures the memory that this ring uses.
     */
    public int size() {
        return monomials.size() + atomCount;
    }

    Sign signOf(int atom) {
        return signs[atom];
    }

    boolean isIntegral(int atom) {
        return integral[atom];
    }

    Polynomial variable(int atom) {
        return Polynomial.monomial(atom, Rational.ONE);
    }

    // ---------------------------------------------------------------- monomials

    /** Atoms and powers of a monomial: a1, p1, a2, p2, … with ascending atoms. */
    int[] unpack(long key) {
        return key < 0 ? monomials.get((int) key) : PackedMonomial.unpack(key);
    }

    /** The key of atoms and powers (ascending atoms, powers ≠ 0, already normal), n ints. */
    private long pack(int[] powers, int n) {
        long packed = PackedMonomial.pack(powers, n);
        if (packed >= 0) {
            return packed;
        }
        return Long.MIN_VALUE | monomials.intern(powers, n);
    }

    /**
     * The product of two monomials. What falls out of it as a number (√2·√2 = 2) is in {@link
     * #factor()} until the next call.
     */
    long times(long a, long b) {
        factor = Rational.ONE;
        if (a == UNIT) {
            return b;
        }
        if (b == UNIT) {
            return a;
        }
        if ((a | b) >= 0 && (a | b) <= PackedMonomial.PAIR_MASK) {
            int x = (int) a;
            int y = (int) b;
            if (!(special[x] && special[y])) {
                return x <= y
                        ? (long) x << PackedMonomial.PAIR_SHIFT | y
                        : (long) y << PackedMonomial.PAIR_SHIFT | x;
            }
        }
        return merge(unpack(a), unpack(b));
    }

    /** The rational factor of the last {@link #times}. */
    Rational factor() {
        return factor;
    }

    /** The product of two factors. */
    Factor times(Factor a, Factor b) {
        long key = times(a.key(), b.key());
        Rational c = Polynomial.product(a.coefficient(), b.coefficient());
        return new Factor(Polynomial.product(c, factor), key);
    }

    private long merge(int[] a, int[] b) {
        int[] merged = new int[a.length + b.length];
        int n = 0;
        int i = 0;
        int j = 0;
        boolean irregular = false;
        int exponential = 0;
        while (i < a.length || j < b.length) {
            int atom;
            int power;
            if (j == b.length || i < a.length && a[i] < b[j]) {
                atom = a[i];
                power = a[i + 1];
                i += 2;
            } else {
                atom = b[j];
                power = b[j + 1];
                j += 2;
                if (i < a.length && a[i] == atom) {
                    power += a[i + 1];
                    i += 2;
                    irregular |= special[atom];
                }
            }
            if (power != 0) {
                if (special[atom] && atoms[atom].kind() == Atom.Kind.EXPONENTIAL) {
                    irregular |= exponential != 0;
                    exponential = atom;
                }
                merged[n++] = atom;
                merged[n++] = power;
            }
        }
        return irregular ? normalise(merged, n) : pack(merged, n);
    }

    /** Restores the invariants of a merged monomial; sets {@link #factor}. */
    private long normalise(int[] powers, int n) {
        int[] rest = new int[n];
        int m = 0;
        List<Factor> extra = new ArrayList<>();
        int firstExponential = 0;
        Polynomial exponent = null;
        for (int i = 0; i < n; i += 2) {
            Atom.Kind kind = special[powers[i]] ? atoms[powers[i]].kind() : Atom.Kind.INPUT;
            if (kind == Atom.Kind.EXPONENTIAL) {
                if (firstExponential == 0 && powers[i + 1] == 1) {
                    firstExponential = powers[i];
                } else if (firstExponential != 0 && powers[i + 1] == 1 && exponent == null) {
                    extra.add(exponentialProduct(firstExponential, powers[i]));
                    firstExponential = 0;
                } else {
                    Polynomial h = atoms[powers[i]].part().scale(Rational.of(powers[i + 1]));
                    exponent = exponent == null ? h : exponent.add(h);
                }
            } else if (kind == Atom.Kind.ROOT && (powers[i + 1] < 0 || powers[i + 1] > 1)) {
                int half = Math.floorDiv(powers[i + 1], 2);
                extra.add(rules.power(atoms[powers[i]].part(), half));
                if (powers[i + 1] != 2 * half) {
                    rest[m++] = powers[i];
                    rest[m++] = 1;
                }
            } else {
                rest[m++] = powers[i];
                rest[m++] =
                        kind == Atom.Kind.INDICATOR ? Math.min(powers[i + 1], 1) : powers[i + 1];
            }
        }
        if (firstExponential != 0) {
            extra.add(new Factor(Rational.ONE, firstExponential));
        }
        if (exponent != null) {
            extra.add(rules.exponential(exponent));
        }
        Factor product = new Factor(Rational.ONE, pack(rest, m));
        for (Factor f : extra) {
            product = times(product, f);
        }
        factor = product.coefficient();
        return product.key();
    }

    private Factor exponentialProduct(int a, int b) {
        long pair = SPREAD * ((long) Math.min(a, b) << PackedMonomial.PAIR_SHIFT | Math.max(a, b));
        Factor known = exponentialProducts.get(pair);
        if (known == null) {
            budget.spend(atoms[a].part().size() + (long) atoms[b].part().size());
            known = rules.exponential(atoms[a].part().add(atoms[b].part()));
            exponentialProducts.put(pair, known);
        }
        return known;
    }

    /** The monomial to an integer power (atoms of a negative power must not be zero). */
    Factor power(long key, int n) {
        if (n == 1) {
            return new Factor(Rational.ONE, key);
        }
        int[] powers = unpack(key);
        boolean irregular = false;
        for (int i = 0; i < powers.length; i += 2) {
            powers[i + 1] = Math.multiplyExact(powers[i + 1], n);
            irregular |= special[powers[i]];
        }
        if (n == 0) {
            return Factor.ONE;
        }
        if (!irregular) {
            return new Factor(Rational.ONE, pack(powers, powers.length));
        }
        long result = normalise(powers, powers.length);
        return new Factor(factor, result);
    }

    /** The power of {@code atom} in a monomial. */
    int powerOf(int atom, long key) {
        int[] powers = unpack(key);
        for (int i = 0; i < powers.length; i += 2) {
            if (powers[i] == atom) {
                return powers[i + 1];
            }
        }
        return 0;
    }

    // ---------------------------------------------------------------- polynomials

    /** Adds {@code c · key · p} to {@code sum}. */
    @SuppressWarnings("ReferenceEquality")
    void addProduct(Accumulator sum, Polynomial p, Rational c, long key) {
        int n = p.size();
        budget.spend(n);
        for (int i = 0; i < n; i++) {
            long product = times(p.key(i), key);
            Rational f = factor;
            Rational scaled = Polynomial.product(p.coefficient(i), c);
            sum.add(product, f == Rational.ONE ? scaled : scaled.multiply(f));
        }
    }

    /** p · q. */
    public Polynomial multiply(Polynomial p, Polynomial q) {
        if (p.size() > q.size()) {
            return multiply(q, p);
        }
        if (p.isZero()) {
            return Polynomial.ZERO;
        }
        if (p.isConstant()) {
            return q.scale(p.coefficient(0));
        }
        Accumulator sum = productsInUse ? new Accumulator() : products;
        boolean mine = !productsInUse;
        productsInUse = true;
        try {
            for (int i = 0; i < p.size(); i++) {
                addProduct(sum, q, p.coefficient(i), p.key(i));
            }
            return sum.toPolynomial();
        } finally {
            sum.clear();
            if (mine) {
                productsInUse = false;
            }
        }
    }

    /** p times one monomial. */
    Polynomial multiply(Polynomial p, Factor f) {
        return multiply(p, Polynomial.monomial(f.key(), f.coefficient()));
    }

    /** p^n for n ≥ 0. */
    Polynomial power(Polynomial p, int n) {
        Polynomial result = Polynomial.ONE;
        for (int i = 0; i < n; i++) {
            result = multiply(result, p);
        }
        return result;
    }

    /** True for a product of at most two atoms to the power 1, none of them an exponential. */
    boolean isPlainProduct(long key) {
        return key >= 0
                && (key & PackedMonomial.TRIPLE) == 0
                && !special[(int) (key & PackedMonomial.PAIR_MASK)]
                && !special[(int) (key >>> PackedMonomial.PAIR_SHIFT)];
    }

    private boolean isSum(long atom) {
        return atoms[(int) atom].kind() == Atom.Kind.SUM;
    }

    /** Replaces every positive power of a SUM atom by its polynomial. */
    Polynomial expand(Polynomial p) {
        Polynomial current = p;
        while (true) {
            Polynomial next = expandOnce(current);
            if (next == null) {
                return current;
            }
            current = next;
        }
    }

    private Polynomial expandOnce(Polynomial p) {
        Accumulator sum = null;
        for (int i = 0; i < p.size(); i++) {
            int atom = positiveSum(p.key(i));
            if (atom != 0 && sum == null) {
                sum = new Accumulator();
                for (int j = 0; j < i; j++) {
                    sum.add(p.key(j), p.coefficient(j));
                }
            }
            if (atom == 0) {
                if (sum != null) {
                    sum.add(p.key(i), p.coefficient(i));
                }
                continue;
            }
            int n = powerOf(atom, p.key(i));
            long rest = times(p.key(i), power(atom, -n).key());
            addProduct(sum, power(atoms[atom].part(), n), p.coefficient(i), rest);
        }
        return sum == null ? null : sum.toPolynomial();
    }

    private int positiveSum(long key) {
        if (!hasSums
                || key >= 0
                        && (key & PackedMonomial.TRIPLE) == 0
                        && !isSum(key & PackedMonomial.PAIR_MASK)
                        && !isSum(key >>> PackedMonomial.PAIR_SHIFT)) {
            return 0;
        }
        int[] powers = unpack(key);
        for (int i = 0; i < powers.length; i += 2) {
            if (powers[i + 1] > 0 && atoms[powers[i]].kind() == Atom.Kind.SUM) {
                return powers[i];
            }
        }
        return 0;
    }
}
