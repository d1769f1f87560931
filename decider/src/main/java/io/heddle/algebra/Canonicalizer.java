package io.heddle.algebra;

import io.heddle.algebra.Ranges.Range;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes terms to their forms. Terms that are an operand of something other than + − · ÷, a
 * denominator, or a shared sum get a form of their own, once, in ascending order of ids (operands
 * first); everything else is flattened in place with the monomial that multiplies it as a context
 * (see {@link Flattener}). Nothing recurses on the depth of the DAG.
 */
public final class Canonicalizer {
    private static final Polynomial NONE = Polynomial.monomial(Ring.UNIT, Rational.TWO);
    private static final int MAX_NESTING = 64;

    /**
     * How terms are read.
     *
     * @param opaqueMaxima max and min are not taken apart but are atoms, which is cheap; this is
     *     enough where they cancel, as the running maxima of softmax do
     * @param facts what the case assumes
     * @param literals what literals stand for
     * @param basis the inputs that are written by prefix sums, or null
     */
    public record Reading(
            boolean opaqueMaxima, Facts facts, LiteralReading literals, PrefixBasis basis) {}

    private final TermStore store;
    private final Ring ring;
    private final FanOut fanOut;
    private final Reading reading;
    private final Operations operations;
    private final Flattener flattener;
    private final ExtendedOperations extended;
    private final Map<Integer, Extended> extendedValues = new HashMap<>();
    private final Map<Integer, Range> rangesOfSymbols = new HashMap<>();

    private final NodeTable visited;
    private final NodeTable needed;
    private final NodeTable inner; // maxima that are parts of others, by the last visit
    private final NodeTable formIndex;
    private final List<Polynomial> forms = new ArrayList<>();
    private long keptMonomials;
    private Canonicalizer deciding; // reads literals as where they decide
    private BitSet literals; // terms with a literal below
    private int visit;
    private int nesting;

    /** A canonicalizer of terms below the roots of {@code fanOut}. */
    public Canonicalizer(TermStore store, Ring ring, FanOut fanOut, Reading reading) {
        this.store = store;
        this.ring = ring;
        this.fanOut = fanOut;
        this.reading = reading;
        this.visited = new NodeTable(store.size());
        this.inner = new NodeTable(store.size());
        this.needed = new NodeTable(store.size());
        this.formIndex = new NodeTable(store.size());
        forms.add(Polynomial.ZERO);
        this.operations = new Operations(this);
        this.flattener = new Flattener(this);
        this.extended = new ExtendedOperations(this);
    }

    TermStore store() {
        return store;
    }

    /** The ring of the forms. */
    public Ring ring() {
        return ring;
    }

    Reading reading() {
        return reading;
    }

    /** The sign that a form shows. */
    public Sign sign(Polynomial p) {
        return ring.rules().comparisons().sign(p, reading.facts());
    }

    /** The form of s − t, without keeping the forms of s and t. */
    public Polynomial difference(int s, int t) {
        prepare(s);
        prepare(t);
        return flattener.difference(s, t);
    }

    /** The form of {@code t}. */
    public Polynomial form(int t) {
        Polynomial known = known(t);
        if (known != null) {
            return known;
        }
        if (store.op(t) == Op.ELEMENT) {
            return element(t);
        }
        if (store.op(t) == Op.RATIONAL) {
            return Polynomial.constant(store.rationalValue(t));
        }
        if (++nesting > MAX_NESTING) {
            throw new LimitExceededException("products of sums nested deeper than " + MAX_NESTING);
        }
        try {
            need(t);
            prepare(t);
            return required(t);
        } finally {
            nesting--;
        }
    }

    /**
     * The form of {@code t} as a condition of a choice or as the operand of a rounding to an
     * integer: its literals have their exact values there and are not recovered as the numbers that
     * they round.
     */
    Polynomial decisive(int t) {
        return isReadAgain(t) ? deciding.form(t) : form(t);
    }

    /**
     * True if some literal below {@code t} has another value in {@link #decisive} than in {@link
     * #form}.
     */
    boolean isReadAgain(int t) {
        LiteralReading reads = reading.literals().whereDecisive();
        if (reads == reading.literals()) {
            return false;
        }
        if (deciding == null) {
            Reading again =
                    new Reading(reading.opaqueMaxima(), reading.facts(), reads, reading.basis());
            deciding = new Canonicalizer(store, ring, fanOut, again);
            literals = withLiterals();
        }
        return literals.get(t);
    }

    private BitSet withLiterals() {
        BitSet found = new BitSet();
        for (int t = 1; t <= fanOut.top(); t++) {
            Op op = store.op(t);
            boolean below = op == Op.LITERAL;
            if (op != Op.ELEMENT && op != Op.RATIONAL && !below) {
                for (int operand : store.operands(t)) {
                    below |= found.get(operand);
                }
            }
            found.set(t, below);
        }
        return found;
    }

    private Polynomial required(int t) {
        Polynomial p = known(t);
        if (p == null) {
            throw new AssertionError("no form was made of " + store.show(t, 200));
        }
        return p;
    }

    /** The kept form of {@code t}, or null; throws where {@code t} was found to have none. */
    @SuppressWarnings("ReferenceEquality")
    Polynomial known(int t) {
        int i = formIndex.get(t);
        if (i == 0) {
            return null;
        }
        Polynomial p = forms.get(i);
        if (p == NONE) {
            throw new NoFormException("a term that may be infinite, NaN or undefined");
        }
        return p;
    }

    /**
     * The number of monomials in the kept forms, which measures the memory that this canonicalizer
     * uses.
     */
    public long keptMonomials() {
        return keptMonomials + (deciding == null ? 0 : deciding.keptMonomials);
    }

    private void keep(int t, Polynomial p) {
        keptMonomials += p.size();
        formIndex.set(t, forms.size());
        forms.add(p);
    }

    /** True if the ELEMENT is written as a difference of prefix sums. */
    boolean isDifference(int t) {
        return reading.basis() != null && reading.basis().contains(t);
    }

    /** The form of an ELEMENT. */
    Polynomial element(int t) {
        Polynomial own = ring.variable(input(t));
        if (!isDifference(t) || reading.basis().previous(t) == 0) {
            return own;
        }
        return own.subtract(ring.variable(input(reading.basis().previous(t))));
    }

    /** The atom of an ELEMENT, or of the prefix sum that ends with it. */
    int input(int t) {
        int atom = ring.knownInput(t);
        if (atom == 0) {
            Symbol symbol = store.symbolOf(t);
            boolean prefix = isDifference(t); // a sum, of which neither range nor type says much
            Sign sign = prefix ? Sign.UNKNOWN : rangeSign(symbol);
            atom = ring.newInput(t, sign, !prefix && !symbol.type().isFloat());
            if (!prefix) {
                noteRange(atom, store.a(t), symbol);
            }
        }
        return atom;
    }

    private void noteRange(int atom, int id, Symbol symbol) {
        boolean integer = !symbol.type().isFloat();
        Rational low = symbol.low();
        Rational high = symbol.high();
        if (integer || low != null || high != null) {
            Range range = rangesOfSymbols.get(id);
            if (range == null) {
                low = low == null && integer ? symbol.type().minInteger() : low;
                high = high == null && integer ? symbol.type().maxInteger() : high;
                range = new Range(low, high);
                rangesOfSymbols.put(id, range);
            }
            ring.rules().ranges().note(atom, range);
        }
    }

    private static Sign rangeSign(Symbol symbol) {
        Rational low = symbol.low();
        Rational high = symbol.high();
        if (!symbol.type().isFloat()) {
            low = low == null ? symbol.type().minInteger() : low;
            high = high == null ? symbol.type().maxInteger() : high;
        }
        if (low != null && low.signum() >= 0) {
            return low.signum() > 0 ? Sign.POSITIVE : Sign.NONNEGATIVE;
        }
        if (high != null && high.signum() <= 0) {
            return high.signum() < 0 ? Sign.NEGATIVE : Sign.NONPOSITIVE;
        }
        return Sign.UNKNOWN;
    }

    // ---------------------------------------------------------------- which terms need a form

    private void need(int t) {
        Op op = store.op(t);
        if (op != Op.ELEMENT && op != Op.RATIONAL) {
            needed.set(t, 1);
        }
    }

    /** Makes the forms that flattening {@code root} will ask for, operands first. */
    private void prepare(int root) {
        if (!isArithmetic(store.op(root))) {
            need(root);
        }
        int[] region = region(root);
        int n = 0;
        for (int t : region) {
            if (needed.get(t) != 0) {
                region[n++] = t;
            }
        }
        java.util.Arrays.sort(region, 0, n);
        for (int i = 0; i < n; i++) {
            ring.budget().step();
            if (formIndex.get(region[i]) == 0) {
                keep(region[i], make(region[i]));
            }
        }
    }

    /** The terms below root that have no form yet; marks those that need one. */
    private int[] region(int root) {
        visit++;
        int[] region = new int[64];
        int size = 0;
        int[] stack = new int[64];
        int n = 0;
        stack[n++] = root;
        while (n > 0) {
            int t = stack[--n];
            ring.budget().step();
            if (visited.get(t) == visit || formIndex.get(t) != 0) {
                continue;
            }
            visited.set(t, visit);
            Op op = store.op(t);
            if (op == Op.ELEMENT || op == Op.RATIONAL) {
                continue;
            }
            if (!fanOut.hasForms(t) && needed.get(t) == 0) {
                continue; // nothing below needs a form
            }
            if (size == region.length) {
                region = Arrays.copyOf(region, size * 2);
            }
            region[size++] = t;
            demand(t, op);
            int arity = op.arity();
            if (n + 3 > stack.length) {
                stack = Arrays.copyOf(stack, stack.length * 2);
            }
            if (arity == 0) {
                for (int operand : store.operands(t)) {
                    if (n == stack.length) {
                        stack = Arrays.copyOf(stack, stack.length * 2);
                    }
                    stack[n++] = operand;
                }
                continue;
            }
            stack[n++] = store.a(t);
            if (arity > 1) {
                stack[n++] = store.b(t);
            }
            if (arity > 2) {
                stack[n++] = store.c(t);
            }
        }
        return Arrays.copyOf(region, size);
    }

    /**
     * The terms that are reached from s and t through sums, products and quotients, ascending. The
     * operands of other operations are not included.
     */
    int[] arithmetic(int s, int t) {
        BitSet reached = new BitSet();
        reached.set(s);
        reached.set(t);
        for (int i = Math.max(s, t); i > 0; i = reached.previousSetBit(i - 1)) {
            ring.budget().step();
            if (isArithmetic(store.op(i))) {
                if (!store.isFinite(i)) {
                    throw new NoFormException("a term that may be infinite, NaN or undefined");
                }
                for (int operand : store.operands(i)) {
                    reached.set(operand);
                }
            }
        }
        return reached.stream().toArray();
    }

    private Polynomial make(int t) {
        try {
            if (isExtended(t)) {
                Extended value = extended.value(t);
                if (!value.isFinite()) {
                    extendedValues.put(t, value);
                    return NONE;
                }
                return value.form();
            }
            return isArithmetic(store.op(t)) ? flattener.flatten(t) : operations.form(t);
        } catch (NoFormException e) {
            return NONE; // an arm that no case takes may have no form
        }
    }

    /** True if t or an operand of t may be infinite, NaN or undefined by its class. */
    private boolean isExtended(int t) {
        Op op = store.op(t);
        if (op == Op.ITE) {
            return !store.isFinite(t);
        }
        boolean finite = store.isFinite(t);
        for (int operand : store.operands(t)) {
            finite &= store.isFinite(operand);
        }
        return !finite;
    }

    /** The value of {@code t}, which may be infinite or NaN. */
    Extended extended(int t) {
        Extended value = extendedValues.get(t);
        if (value != null) {
            return value;
        }
        if (formIndex.get(t) == 0 && !store.isFinite(t)) {
            need(t);
            prepare(t);
            value = extendedValues.get(t);
        }
        return value != null ? value : Extended.finite(form(t));
    }

    /** Forms that are all zero exactly where s and t are the same number or the same infinity. */
    public List<Polynomial> extendedDifference(int s, int t) {
        return List.of(extended.difference(extended(s), extended(t)));
    }

    /** Marks t, and those operands of t that need a form of their own. */
    private void demand(int t, Op op) {
        if (!isArithmetic(op) || !store.isFinite(t)) {
            if (inner.get(t) != visit) {
                need(t);
            }
            for (int operand : store.operands(t)) {
                if (isInner(op, operand)) {
                    inner.set(operand, visit);
                } else {
                    need(operand);
                }
            }
            return;
        }
        needIfShared(store.a(t));
        if (op == Op.NEG) {
            return;
        }
        needIfShared(store.b(t));
        if (op == Op.FMA) {
            needIfShared(store.c(t));
        }
        if (op == Op.DIV) {
            need(store.b(t));
        } else if ((op == Op.MUL || op == Op.FMA)
                && isComposite(store.op(store.a(t)))
                && isComposite(store.op(store.b(t)))) {
            need(store.a(t));
            need(store.b(t));
        }
    }

    /**
     * True if an operand of a maximum is a long maximum that nothing else uses: the forms of its
     * operands are parts of the maximum above, and forms of its own would take the square of their
     * number.
     */
    private boolean isInner(Op op, int operand) {
        if (op != Op.MAX && op != Op.MIN) {
            return false;
        }
        int[] open = new int[Extrema.MAX_PAIRWISE + 2];
        int n = 0;
        int leaves = 0;
        open[n++] = operand;
        while (n > 0 && n + leaves <= Extrema.MAX_PAIRWISE) {
            int t = open[--n];
            if (store.op(t) == op) {
                open[n++] = store.a(t);
                open[n++] = store.b(t);
            } else {
                leaves++;
            }
        }
        return n + leaves > Extrema.MAX_PAIRWISE
                && store.op(operand) == op
                && store.isFinite(operand)
                && fanOut.isReached(operand)
                && !fanOut.isShared(operand);
    }

    private void needIfShared(int t) {
        if (fanOut.isShared(t) && isComposite(store.op(t))) {
            need(t);
        }
    }

    static boolean isArithmetic(Op op) {
        return isComposite(op) || op == Op.NEG;
    }

    static boolean isComposite(Op op) {
        return op == Op.ADD || op == Op.SUB || op == Op.FMA || op == Op.MUL || op == Op.DIV;
    }
}
