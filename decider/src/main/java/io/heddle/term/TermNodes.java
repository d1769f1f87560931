package io.heddle.term;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Storage of terms: four ints a node in chunks, each content once, with the symbols, functions and
 * large rationals that nodes refer to. It says what a term is made of, and simplifies nothing:
 * {@link TermStore} does.
 */
public abstract sealed class TermNodes permits TermStore {
    /** Class flag: may be −∞. */
    public static final int MAY_NEG_INF = 1;

    /** Class flag: may be +∞. */
    public static final int MAY_POS_INF = 2;

    /** Class flag: may be NaN. */
    public static final int MAY_NAN = 4;

    /** Class flag: may be undefined (read before written). */
    public static final int MAY_UNDEFINED = 8;

    /** Class flag: the value is an integer wherever it is finite. */
    public static final int INTEGER = 16;

    /** Class flag: a closed term, free of inputs. */
    public static final int CLOSED = 32;

    /**
     * Class flag: a domain condition of this operation or of one below is not known to hold; where
     * it does not, the value may be NaN or infinite.
     */
    public static final int PARTIAL = 64;

    /** Class flag: not negative wherever it is a number and the domain conditions below hold. */
    public static final int NONNEGATIVE = 128;

    /** Class flag: positive wherever it is a number and the domain conditions below hold. */
    public static final int POSITIVE = 256;

    /** Class flag of the second kind of an operation, whose third field is 1; see {@link Op}. */
    static final int SECOND_KIND = 512;

    /**
     * Class flag: a constant made of literals whose exact value is known, and which is kept so that
     * recovery sees the literals.
     */
    static final int MADE_OF_LITERALS = 1024;

    static final int NON_FINITE = TermClass.NON_FINITE;
    private static final FloatFormat[] FORMATS = FloatFormat.values();
    private static final int CHUNK_BITS = 16;
    private static final int CHUNK_NODES = 1 << CHUNK_BITS;
    private static final int CHUNK_MASK = CHUNK_NODES - 1;
    private static final int FIRST_NODES = 1 << 8; // of a store, whose first chunk grows

    private int[][] chunks = new int[16][];
    private int size = 1; // id 0 is "none"
    private final ConsTable table = new ConsTable();
    private final ElementTable elements = new ElementTable();
    private final long maxTerms;
    private long operations; // by ordinal, a bit for each that some term has
    int touched; // of no meaning, and not private: what nobody could see, nobody would read

    private final List<Symbol> symbols = new ArrayList<>();
    private final Map<String, Integer> symbolIds = new HashMap<>();
    private final List<Function> functions = new ArrayList<>();
    private final Map<Function, Integer> functionIds = new HashMap<>();
    private final List<Rational> rationals = new ArrayList<>(); // those that do not fit in a and b
    private final Map<Rational, Integer> rationalIds = new HashMap<>();
    private final ClosedValues closedValues = new ClosedValues(this);

    /**
     * @param maxTerms budget; constructing more throws {@link LimitExceededException}
     */
    TermNodes(long maxTerms) {
        this.maxTerms = maxTerms;
        chunks[0] = new int[FIRST_NODES * 4];
    }

    /** One more than the greatest id in use. */
    public final int size() {
        return size;
    }

    /** The bytes that the terms take, with the tables that find them. */
    public final long bytes() {
        return bytes(chunks) + table.bytes() + elements.bytes();
    }

    static long bytes(int[][] chunks) {
        long bytes = 0;
        for (int[] chunk : chunks) {
            bytes += chunk == null ? 0 : (long) Integer.BYTES * chunk.length;
        }
        return bytes;
    }

    /** The operation of term {@code t}. */
    public final Op op(int t) {
        return Op.of(chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2] & 0xff);
    }

    /** True if some term of the store has the operation. */
    public final boolean contains(Op op) {
        return (operations >>> op.ordinal() & 1) != 0;
    }

    /** The class flags of term {@code t}. */
    public final int flags(int t) {
        return chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2] >>> 8;
    }

    /** First field of the node. */
    public final int a(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 1];
    }

    /** Second field of the node. */
    public final int b(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 2];
    }

    /** Third field of the node. */
    public final int c(int t) {
        return chunks[t >>> CHUNK_BITS][((t & CHUNK_MASK) << 2) + 3];
    }

    /**
     * True if, under the domain conditions of its operations, {@code t} is a real number on every
     * input.
     */
    public final boolean isFinite(int t) {
        return (flags(t) & NON_FINITE) == 0;
    }

    /**
     * True if {@code t} may be undefined: it depends on a cell that was read before it was written.
     */
    public final boolean mayBeUndefined(int t) {
        return (flags(t) & MAY_UNDEFINED) != 0;
    }

    /**
     * True if no domain condition at or below {@code t} can fail: then {@code t} is a real number
     * wherever its class says so.
     */
    public final boolean isTotal(int t) {
        return (flags(t) & PARTIAL) == 0;
    }

    /** True if {@code t} may be NaN or infinite, inside or outside its domain. */
    public final boolean mayBeExceptional(int t) {
        return (flags(t) & (PARTIAL | MAY_NAN | MAY_NEG_INF | MAY_POS_INF)) != 0;
    }

    /** True for {@code max} and {@code min} that are NaN where an operand is. */
    public final boolean propagatesNan(int t) {
        Op op = op(t);
        return (op == Op.MAX || op == Op.MIN) && c(t) != 0;
    }

    /** True if {@code t} is integer-valued. */
    public final boolean isInteger(int t) {
        return (flags(t) & INTEGER) != 0;
    }

    /** True if {@code t} has no inputs. */
    public final boolean isClosed(int t) {
        return (flags(t) & CLOSED) != 0;
    }

    /**
     * True if {@code t} is an exact rational constant: a RATIONAL, a LITERAL, or what two or more
     * operations make of some.
     */
    public final boolean isRational(int t) {
        Op op = op(t);
        return op == Op.RATIONAL || op == Op.LITERAL || isMadeOfLiterals(t);
    }

    /** True if {@code t} is what operations make of literals and rationals. */
    final boolean isMadeOfLiterals(int t) {
        return (flags(t) & MADE_OF_LITERALS) != 0;
    }

    /** The exact values of constants. */
    final ClosedValues closedValues() {
        return closedValues;
    }

    /** True if {@code t} is a real number on every input. */
    final boolean isNumber(int t) {
        return (flags(t) & (NON_FINITE | PARTIAL)) == 0;
    }

    /** The exact value of a rational constant. */
    public final Rational rationalValue(int t) {
        if (op(t) == Op.LITERAL) {
            return literalFormat(t).value(literalBits(t));
        }
        if (isMadeOfLiterals(t)) {
            return closedValues.of(t);
        }
        assert op(t) == Op.RATIONAL : op(t);
        return c(t) == 0 ? Rational.of(a(t), b(t)) : rationals.get(a(t));
    }

    /** The format of a LITERAL. */
    public final FloatFormat literalFormat(int t) {
        return FORMATS[c(t)];
    }

    /** The bit pattern of a LITERAL. */
    public final long literalBits(int t) {
        return (a(t) & 0xffffffffL) | ((long) b(t) << 32);
    }

    /** The named constant of a CONSTANT. */
    public final NamedConstant constantOf(int t) {
        return NamedConstant.values()[a(t)];
    }

    /** The symbol of an ELEMENT. */
    public final Symbol symbolOf(int t) {
        return symbols.get(a(t));
    }

    /** The row-major index of an ELEMENT in its symbol. */
    public final long elementIndex(int t) {
        return (b(t) & 0xffffffffL) | ((long) c(t) << 32);
    }

    /** The function of an APPLY. */
    public final Function functionOf(int t) {
        return functions.get(a(t));
    }

    /** The symbols, by id. */
    public final List<Symbol> symbols() {
        return List.copyOf(symbols);
    }

    /** The functions, by id. */
    public final List<Function> functions() {
        return List.copyOf(functions);
    }

    /** The operand terms of {@code t}, first to last (of an APPLY: its arguments). */
    public final int[] operands(int t) {
        Op op = op(t);
        switch (op.arity()) {
            case 1:
                return new int[] {a(t)};
            case 2:
                return new int[] {a(t), b(t)};
            case 3:
                return new int[] {a(t), b(t), c(t)};
            default:
                return op == Op.APPLY ? arguments(t) : new int[0];
        }
    }

    private int[] arguments(int t) {
        int n = functionOf(t).arity();
        int[] arguments = new int[n];
        arguments[0] = b(t);
        int rest = c(t);
        for (int i = 1; i < n; i++) {
            if (i == n - 1) {
                arguments[i] = rest;
            } else {
                arguments[i] = a(rest);
                rest = b(rest);
            }
        }
        return arguments;
    }

    /** The integer {@code n}. */
    public final int integer(long n) {
        return n == (int) n
                ? intern(
                        Op.RATIONAL,
                        CLOSED | INTEGER | TermClass.ofSign(Long.signum(n)),
                        (int) n,
                        1,
                        0)
                : rational(Rational.of(n));
    }

    /** The constant {@code r}. */
    public final int rational(Rational r) {
        int flags = CLOSED | (r.isInteger() ? INTEGER : 0) | TermClass.ofSign(r.signum());
        if (r.isSmall()
                && r.smallNumerator() == (int) r.smallNumerator()
                && r.smallDenominator() == (int) r.smallDenominator()) {
            return intern(
                    Op.RATIONAL, flags, (int) r.smallNumerator(), (int) r.smallDenominator(), 0);
        }
        Integer id = rationalIds.get(r);
        if (id == null) {
            id = rationals.size();
            rationals.add(r);
            rationalIds.put(r, id);
        }
        return intern(Op.RATIONAL, flags, id, 0, 1);
    }

    /**
     * Declares a symbol, or finds the equal one declared before; an unequal one of the same name is
     * an error of the caller.
     */
    public final int declare(Symbol symbol) {
        Integer id = symbolIds.get(symbol.name());
        if (id != null) {
            if (!symbols.get(id).equals(symbol)) {
                throw new IllegalArgumentException(
                        "symbol "
                                + symbol.name()
                                + " is declared twice, with different types, shapes or ranges");
            }
            return id;
        }
        symbols.add(symbol);
        symbolIds.put(symbol.name(), symbols.size() - 1);
        return symbols.size() - 1;
    }

    /** The number of the symbol that is declared by a name. */
    public final int symbolNamed(String name) {
        Integer id = symbolIds.get(name);
        if (id == null) {
            throw new IllegalArgumentException("there is no symbol " + name);
        }
        return id;
    }

    /** The element of symbol {@code symbol} at a row-major index (0 for a scalar). */
    public final int element(int symbol, long index) {
        Symbol s = symbols.get(symbol);
        Rational low = s.type().isFloat() || s.low() != null ? s.low() : s.type().minInteger();
        int flags =
                (s.type().isFloat() ? 0 : INTEGER)
                        | (low == null || low.signum() < 0 ? 0 : TermClass.ofSign(low.signum()));
        return element(Op.ELEMENT.ordinal() | flags << 8, symbol, index);
    }

    private int element(int word, int symbol, long index) {
        int place = elements.place(symbol, index);
        int known = elements.get(place);
        if (known != 0) {
            return known;
        }
        int id = append(word, symbol, (int) index, (int) (index >>> 32));
        elements.set(place, id);
        return id;
    }

    final int functionId(Function function) {
        Integer id = functionIds.get(function);
        if (id == null) {
            id = functions.size();
            functions.add(function);
            functionIds.put(function, id);
        }
        return id;
    }

    /**
     * Adds a node as another store held it, operands renumbered in the same order: what a {@link
     * TermSlice} is rebuilt with. Nothing is simplified, since the smart constructors did that when
     * the node was made.
     */
    final int restore(int word, int a, int b, int c) {
        if ((word & 0xff) == Op.ELEMENT.ordinal()) {
            return element(word, a, (long) c << 32 | b & 0xffffffffL);
        }
        int kind = (word >>> 8 & SECOND_KIND) != 0 ? 1 : c;
        return intern(Op.of(word & 0xff), word >>> 8, a, b, kind);
    }

    /** Adds a rational too large for a node's fields. */
    final int restoreRational(Rational r) {
        rationals.add(r);
        rationalIds.put(r, rationals.size() - 1);
        return rationals.size() - 1;
    }

    /** Adds a function. */
    final int restoreFunction(Function function) {
        return functionId(function);
    }

    /** Operation and flags of term {@code t}, as {@link #restore} takes them. */
    final int word(int t) {
        return chunks[t >>> CHUNK_BITS][(t & CHUNK_MASK) << 2];
    }

    /** The term of this content: the one that exists, or a new one. */
    final int intern(Op op, int flags, int a, int b, int c) {
        int word = op.ordinal() | flags << 8;
        long found = table.find(this, op.ordinal(), a, b, c);
        if (found > 0) {
            return (int) found;
        }
        int id = append(word, a, b, c);
        table.put(this, found, id);
        return id;
    }

    /**
     * Finds FMAs where they are expected: a kernel that computes what another has computed finds
     * its terms at a regular distance from their accumulators, and needs no look at the tables.
     *
     * @param n the number of FMAs
     * @param ahead how many terms after its accumulator each of them is expected
     * @param found receives the terms; 0 for those that may exist elsewhere or not at all
     */
    public final void findFma(int[] a, int[] b, int[] c, int n, int[] ahead, int[] found) {
        int fma = Op.FMA.ordinal();
        boolean all = true;
        for (int i = 0; i < n; i++) {
            int guess = c[i] + ahead[i];
            boolean there =
                    guess > 0
                            && guess < size
                            && is(guess, fma, Math.min(a[i], b[i]), Math.max(a[i], b[i]), c[i]);
            found[i] = there ? guess : 0;
            all &= there;
        }
        if (!all) {
            touched += table.touch(this, a, b, c, n);
        }
    }

    /** The term that the tables give for the content of term {@code t}: itself. */
    final int find(int t) {
        return op(t) == Op.ELEMENT
                ? elements.get(elements.place(a(t), elementIndex(t)))
                : (int) table.find(this, op(t).ordinal(), a(t), b(t), c(t));
    }

    /** True if term {@code id} has this content. */
    final boolean is(int id, int op, int a, int b, int c) {
        int[] chunk = chunks[id >>> CHUNK_BITS];
        int base = (id & CHUNK_MASK) << 2;
        return chunk[base + 1] == a
                && chunk[base + 2] == b
                && chunk[base + 3] == c
                && (chunk[base] & 0xff) == op;
    }

    private int append(int word, int a, int b, int c) {
        int id = size;
        if (id > maxTerms) {
            throw new LimitExceededException("more than " + maxTerms + " terms");
        }
        int chunkIndex = id >>> CHUNK_BITS;
        if (chunkIndex == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunks.length * 2);
        }
        int[] chunk = chunks[chunkIndex];
        if (chunk == null) {
            chunk = new int[CHUNK_NODES * 4];
            chunks[chunkIndex] = chunk;
        }
        int base = (id & CHUNK_MASK) << 2;
        if (base == chunk.length) {
            chunk = Arrays.copyOf(chunk, chunk.length * 2);
            chunks[chunkIndex] = chunk;
        }
        operations |= 1L << (word & 0xff);
        chunk[base] = word;
        chunk[base + 1] = a;
        chunk[base + 2] = b;
        chunk[base + 3] = c;
        size = id + 1;
        return id;
    }
}
