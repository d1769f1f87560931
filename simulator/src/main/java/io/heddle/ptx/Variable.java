package io.heddle.ptx;

import java.util.List;
import java.util.Locale;

/**
 * A variable or parameter (PTX ISA 5.4).
 *
 * @param space state space
 * @param name unique in its function or module
 * @param type element type
 * @param vector 1, 2 or 4
 * @param dimensions array extents, empty for a scalar; −1 for an unsized first extent
 * @param alignment in bytes: the {@code .align} or the natural one
 * @param initialiser bytes as initialised, shorter or equal to the size (the rest is zero), or null
 *     where there is none
 * @param addresses symbols in the initialiser: at byte {@code offset} stands the address of {@code
 *     symbol}
 * @param external true for {@code .extern}
 * @param position of the name
 */
public record Variable(
        StateSpace space,
        String name,
        PtxType type,
        int vector,
        List<Integer> dimensions,
        int alignment,
        Bytes initialiser,
        List<InitialAddress> addresses,
        boolean external,
        SourcePosition position) {
    /** Copies the lists. */
    public Variable {
        dimensions = List.copyOf(dimensions);
        addresses = List.copyOf(addresses);
    }

    /**
     * The address of a symbol in an initialiser.
     *
     * @param offset byte offset in the variable
     * @param symbol variable or function
     * @param addend bytes added to its address
     * @param generic true for {@code generic(symbol)}
     */
    public record InitialAddress(long offset, String symbol, long addend, boolean generic) {}

    /**
     * The name with the state space before it, as {@code const k}: what findings, assumptions and
     * inputs call the variable. It is the name of no tensor, since it has a space in it.
     */
    public String qualifiedName() {
        String before =
                space == StateSpace.PARAM ? "parameter" : space.name().toLowerCase(Locale.ROOT);
        return before + " " + name;
    }

    /** True for {@code .extern .shared x[]}: the launch fixes the size. */
    public boolean isUnsized() {
        return !dimensions.isEmpty() && dimensions.get(0) < 0;
    }

    /** True for a name as {@link #qualifiedName} gives it, which no tensor and no scalar has. */
    public static boolean isQualified(String name) {
        return name.indexOf(' ') >= 0;
    }

    /** True if another module fixes how many bytes a global or constant variable has. */
    public boolean isSizedElsewhere() {
        boolean lasting = space == StateSpace.GLOBAL || space == StateSpace.CONST;
        return lasting && (isUnsized() || external && size() == 0);
    }

    /** Size in bytes; 0 if unsized. */
    public long size() {
        long n = (long) type.bytes() * vector;
        for (int d : dimensions) {
            n *= Math.max(d, 0);
        }
        return n;
    }
}
