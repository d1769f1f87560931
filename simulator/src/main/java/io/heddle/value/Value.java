package io.heddle.value;

import java.util.Arrays;

/**
 * A bit string of known width whose parts are concrete or symbolic: the slow-path form of a
 * register lane or of some memory bytes.
 *
 * <p>Immutable. The pieces are in order from the least significant bit; adjacent concrete pieces
 * are merged, and so are adjacent parts of one source. A value of a single piece that is all of its
 * source is that source.
 */
public final class Value {
    /**
     * A part of a source.
     *
     * @param tag what the source is (never PIECES)
     * @param payload of the source; of a CONCRETE piece its bits, already shifted down
     * @param low first bit taken of the source; 0 for CONCRETE
     * @param width number of bits taken
     */
    public record Piece(byte tag, long payload, int low, int width) {
        /** True for constant bits. */
        public boolean isConcrete() {
            return tag == Tag.CONCRETE;
        }

        /** Width of the whole source; of CONCRETE and UNDEFINED the piece's own. */
        int sourceWidth() {
            if (Tag.isFloat(tag)) {
                return Tag.format(tag).bits();
            }
            return tag == Tag.INT || tag == Tag.CHOICE ? Tag.width(payload) : width;
        }

        /** True if it is all of its source. */
        public boolean isWhole() {
            return low == 0 && width == sourceWidth();
        }

        Piece sub(int from, int count) {
            return isConcrete()
                    ? new Piece(tag, payload >>> from & mask(count), 0, count)
                    : new Piece(tag, payload, tag == Tag.UNDEFINED ? 0 : low + from, count);
        }
    }

    private final int width;
    private final Piece[] pieces;

    private Value(int width, Piece[] pieces) {
        this.width = width;
        this.pieces = pieces;
    }

    /** The concrete bits {@code bits}. */
    public static Value concrete(long bits, int width) {
        return new Value(
                width, new Piece[] {new Piece(Tag.CONCRETE, bits & mask(width), 0, width)});
    }

    /** A whole source of the given tag. */
    public static Value whole(byte tag, long payload, int width) {
        return new Value(width, new Piece[] {new Piece(tag, payload, 0, width)});
    }

    /** The pieces one after the other, normalised. */
    public static Value of(Piece... parts) {
        Piece[] merged = new Piece[parts.length];
        int n = 0;
        int total = 0;
        for (Piece p : parts) {
            total += p.width;
            Piece joined = n == 0 ? null : join(merged[n - 1], p);
            if (joined != null) {
                merged[n - 1] = joined;
            } else {
                merged[n++] = p;
            }
        }
        return new Value(total, Arrays.copyOf(merged, n));
    }

    /** Two neighbouring pieces as one, or null if they are not one. */
    private static Piece join(Piece a, Piece b) {
        if (a.tag != b.tag || a.width + b.width > 64) {
            return null;
        }
        if (a.isConcrete()) {
            return new Piece(Tag.CONCRETE, a.payload | b.payload << a.width, 0, a.width + b.width);
        }
        if (a.payload != b.payload) {
            return null;
        }
        if (a.tag == Tag.UNDEFINED) {
            return new Piece(a.tag, a.payload, 0, a.width + b.width);
        }
        return a.low + a.width == b.low
                ? new Piece(a.tag, a.payload, a.low, a.width + b.width)
                : null;
    }

    public static long mask(int width) {
        return width >= 64 ? -1L : (1L << width) - 1;
    }

    public int width() {
        return width;
    }

    public Piece[] pieces() {
        return pieces;
    }

    /** The tag under which a lane or cell stores this. */
    public byte tag() {
        return pieces.length == 1 && (pieces[0].isWhole() || pieces[0].isConcrete())
                ? pieces[0].tag
                : Tag.PIECES;
    }

    /** The payload under {@link #tag()}; 0 for PIECES. */
    public long payload() {
        return tag() == Tag.PIECES ? 0 : pieces[0].payload;
    }

    public boolean isConcrete() {
        return pieces.length == 1 && pieces[0].isConcrete();
    }

    /** The first undefined piece's term, or 0. */
    public int undefinedTerm() {
        for (Piece p : pieces) {
            if (p.tag == Tag.UNDEFINED) {
                return Tag.term(p.payload);
            }
        }
        return 0;
    }

    /** Bits {@code low} to {@code low + count - 1}. */
    public Value slice(int low, int count) {
        if (low == 0 && count == width) {
            return this;
        }
        Piece[] parts = new Piece[pieces.length];
        int n = 0;
        int at = 0;
        for (Piece p : pieces) {
            int from = Math.max(low, at);
            int to = Math.min(low + count, at + p.width);
            if (from < to) {
                if (to - from == count) { // all in this piece
                    Piece part = count == p.width ? p : p.sub(from - at, count);
                    return new Value(count, new Piece[] {part});
                }
                parts[n++] = p.sub(from - at, to - from);
            }
            at += p.width;
        }
        return of(Arrays.copyOf(parts, n));
    }

    /** This below {@code high}. */
    public Value concat(Value high) {
        Piece[] parts = Arrays.copyOf(pieces, pieces.length + high.pieces.length);
        System.arraycopy(high.pieces, 0, parts, pieces.length, high.pieces.length);
        return of(parts);
    }

    /** This with bits from {@code low} on replaced by {@code part}. */
    public Value splice(int low, Value part) {
        Value result = low == 0 ? part : slice(0, low).concat(part);
        int end = low + part.width;
        return end == width ? result : result.concat(slice(end, width - end));
    }

    /** Zero-extended or cut to {@code newWidth}. */
    public Value resize(int newWidth) {
        if (newWidth == width) {
            return this;
        }
        return newWidth < width ? slice(0, newWidth) : concatZeros(newWidth - width);
    }

    private Value concatZeros(int count) {
        Value v = this;
        while (count > 0) {
            int n = Math.min(count, 64);
            v = v.concat(concrete(0, n));
            count -= n;
        }
        return v;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Value v && width == v.width && Arrays.equals(pieces, v.pieces);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(pieces) * 31 + width;
    }
}
