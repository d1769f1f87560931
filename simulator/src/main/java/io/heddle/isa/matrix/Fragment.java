package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.ZeroResults;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Value.Piece;
import io.heddle.value.Views;
import java.util.Arrays;
import java.util.List;

/**
 * The registers of a warp that hold one matrix operand. Reads the matrix's elements into an array
 * of terms or numbers and writes such an array back.
 *
 * <p>The constructor computes the array index of each element that a lane holds.
 */
final class Fragment {
    private final MatrixType type;
    private final int[] registers;
    private final int[] places; // by lane, register, and element in the register
    private final int perRegister;
    private final int size;
    private final boolean copies; // whether several lanes hold one element

    /** The array index of an element, by the number of its matrix, its row and its column. */
    interface Place {
        int of(int matrix, int row, int column);
    }

    /**
     * Makes a fragment.
     *
     * @param type of the elements
     * @param registers lane bases
     * @param layout which element each lane holds where
     * @param size length of the array
     * @param place the array index of each element
     * @throws UnsupportedPtxException if the layout needs another number of registers
     */
    Fragment(MatrixType type, int[] registers, FragmentLayout layout, int size, Place place) {
        this.type = type;
        this.registers = registers;
        this.perRegister = type.perRegister();
        this.size = size;
        this.copies = layout.elements() * Warp.LANES > size;
        int n = layout.elements();
        if (registers.length * perRegister != n) {
            throw new UnsupportedPtxException(
                    "a fragment of "
                            + registers.length
                            + " registers; this form has "
                            + n / perRegister);
        }
        places = new int[n * Warp.LANES];
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int e = 0; e < n; e++) {
                places[lane * n + e] =
                        place.of(
                                layout.matrix(lane, e),
                                layout.row(lane, e),
                                layout.column(lane, e));
            }
        }
    }

    /** Makes the fragment in the source registers of an operand. */
    static Fragment source(
            Decoder d,
            Operand operand,
            MatrixType type,
            FragmentLayout layout,
            int size,
            Place place) {
        return new Fragment(type, sources(d, operand, type), layout, size, place);
    }

    /** The lane bases of the source registers of an operand with elements of {@code type}. */
    static int[] sources(Decoder d, Operand operand, MatrixType type) {
        boolean real = type.format() != null && type.perRegister() == 1;
        return elements(operand).stream()
                .mapToInt(o -> real ? d.realSource(o, type.format()) : d.source(o, PtxType.B32))
                .toArray();
    }

    /** The lane bases of the destination registers of an operand. */
    static int[] destinations(Decoder d, Operand operand) {
        return elements(operand).stream().mapToInt(d::destination).toArray();
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector v ? v.elements() : List.of(operand);
    }

    // ---------------------------------------------------------------- concrete integers

    /** True if all registers of all lanes hold concrete bits. */
    boolean isConcrete(Warp w) {
        for (int r : registers) {
            for (int lane = 0; lane < Warp.LANES; lane++) {
                if (w.tags[r + lane] != Tag.CONCRETE) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The elements as integers; all registers must be concrete. */
    long[] integers(Warp w) {
        long[] result = new long[size];
        int bits = type.bits();
        int at = 0;
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int r : registers) {
                long word = w.bits[r + lane];
                for (int e = 0; e < perRegister; e++) {
                    result[places[at++]] = element(word >>> e * bits);
                }
            }
        }
        return result;
    }

    private long element(long word) {
        return type.isSigned()
                ? Views.signExtend(word, type.bits())
                : word & Value.mask(type.bits());
    }

    /** Writes the elements of a matrix of 32-bit integers. */
    void writeIntegers(Warp w, long[] elements) {
        int at = 0;
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int r : registers) {
                w.setConcrete(r + lane, elements[places[at++]] & 0xffffffffL);
            }
        }
    }

    // ---------------------------------------------------------------- terms

    /** The elements as terms that equal them. */
    int[] numbers(Warp w) {
        return terms(w, true);
    }

    /**
     * The elements as terms that equal them; those of 32-bit integers are only congruent modulo
     * 2^32.
     */
    int[] terms(Warp w) {
        return terms(w, false);
    }

    private int[] terms(Warp w, boolean exact) {
        int[] result = new int[size];
        int[] of = new int[perRegister];
        boolean[] seen = copies ? new boolean[size] : null;
        int at = 0;
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int r : registers) {
                read(w, r + lane, of, exact);
                for (int t : of) {
                    int place = places[at++];
                    if (copies) {
                        requireEqual(seen[place], result[place], t);
                        seen[place] = true;
                    }
                    result[place] = t;
                }
            }
        }
        return result;
    }

    private static void requireEqual(boolean seen, int first, int second) {
        if (seen && first != second) {
            throw new UnsupportedPtxException("copies of an element in a fragment differ");
        }
    }

    private void read(Warp w, int index, int[] of, boolean exact) {
        if (type.format() == null) {
            readIntegers(w, index, of, exact);
        } else if (perRegister == 1) {
            of[0] = w.real(index, Tag.of(type.format()));
        } else {
            readReals(w, index, of);
        }
    }

    private void readReals(Warp w, int index, int[] of) {
        FloatFormat format = type.format();
        int bits = type.bits();
        if (w.tags[index] == Tag.CONCRETE) {
            for (int e = 0; e < perRegister; e++) {
                of[e] = w.views().literal(format, w.bits[index] >>> e * bits & Value.mask(bits));
            }
            return;
        }
        Value v = w.value(index).resize(32);
        Piece[] pieces = v.pieces();
        byte tag = Tag.of(format);
        boolean plain = pieces.length == perRegister;
        for (int e = 0; plain && e < perRegister; e++) {
            plain = pieces[e].tag() == tag && pieces[e].isWhole();
        }
        for (int e = 0; e < perRegister; e++) {
            of[e] =
                    plain
                            ? Tag.term(pieces[e].payload())
                            : w.views().real(v.slice(e * bits, bits), format);
        }
    }

    /** True if an element is known to be a zero and may be −0. */
    boolean mayHoldNegativeZeros(Warp w) {
        for (int r : registers) {
            for (int lane = 0; lane < Warp.LANES; lane++) {
                Value v = w.value(r + lane).resize(type.bits() * perRegister);
                for (int e = 0; e < perRegister; e++) {
                    Value part = v.slice(e * type.bits(), type.bits());
                    if (ZeroResults.mayBeNegativeZero(w.store(), type.format(), part)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private void readIntegers(Warp w, int index, int[] of, boolean exact) {
        int bits = type.bits();
        if (w.tags[index] == Tag.CONCRETE) {
            for (int e = 0; e < perRegister; e++) {
                of[e] = w.store().integer(element(w.bits[index] >>> e * bits));
            }
            return;
        }
        Value v = w.value(index).resize(32);
        for (int e = 0; e < perRegister; e++) {
            of[e] =
                    bits == 32 && !exact
                            ? w.views().signedOperand(v, bits)
                            : w.views()
                                    .exactInteger(v.slice(e * bits, bits), bits, type.isSigned());
        }
    }

    /**
     * Writes the terms of a result.
     *
     * @param elements the terms; those of integers are congruent to the elements modulo 2^32
     * @param step the step that computed them
     * @param positive whether a zero is known to be +0
     */
    void write(Warp w, int[] elements, Step step, boolean positive) {
        int at = 0;
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int r : registers) {
                if (type.format() == null) {
                    w.set(
                            r + lane,
                            w.views()
                                    .ofSum(
                                            elements[places[at++]],
                                            type.bits(),
                                            true,
                                            step.instruction()));
                } else if (perRegister == 1) {
                    int t = elements[places[at++]];
                    if (positive && ZeroResults.isZero(w.store(), t)) {
                        w.setConcrete(r + lane, 0);
                    } else {
                        w.setReal(r + lane, Tag.of(type.format()), t);
                    }
                } else {
                    w.set(r + lane, packed(w, elements, at, positive));
                    at += perRegister;
                }
            }
        }
    }

    private Value packed(Warp w, int[] elements, int at, boolean positive) {
        Value v = real(w, elements[places[at]], positive);
        for (int e = 1; e < perRegister; e++) {
            v = v.concat(real(w, elements[places[at + e]], positive));
        }
        return v;
    }

    private Value real(Warp w, int t, boolean positive) {
        return positive && ZeroResults.isZero(w.store(), t)
                ? Value.concrete(0, type.bits())
                : w.views().ofReal(t, type.format());
    }

    /** The lane bases of the registers. */
    int[] registers() {
        return Arrays.copyOf(registers, registers.length);
    }
}
