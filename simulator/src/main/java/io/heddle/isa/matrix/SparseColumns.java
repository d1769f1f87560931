package io.heddle.isa.matrix;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.value.Tag;

/**
 * The columns of the stored elements of a sparse A, which the metadata and the sparsity selector of
 * {@code mma.sp} give (PTX ISA 9.7.14.6.1).
 *
 * <p>Of 4 neighbours in a row 2 are stored (4-bit types: 2 pairs of 4; tf32: 1 of 2). Two bits of
 * metadata are the place of each stored element or pair; for tf32 four bits are, as if it were a
 * pair.
 */
final class SparseColumns {
    private static final int FIRST_OF_TWO = 0b0100; // the only values for tf32
    private static final int SECOND_OF_TWO = 0b1110;

    private static final int ONE_LANE_OF_FOUR = 4; // selectors where one lane holds a row's bits

    private final int register;
    private final int rows;
    private final int stored;
    private final int bits; // of an element
    private final boolean ordered;
    private final boolean inferred;
    private final int[] lanes; // by row and bit of the row: the lane that holds it
    private final int[] positions; // likewise: its place in the lane's register

    private SparseColumns(
            int register, MatrixForm form, boolean ordered, FragmentLayout layout, int selector) {
        this.register = register;
        this.rows = form.m();
        this.stored = form.k() / 2;
        this.bits = form.types().get(1).bits();
        this.ordered = ordered;
        this.inferred = layout.matrices() == ONE_LANE_OF_FOUR;
        int perRow = perRow();
        lanes = new int[rows * perRow];
        positions = new int[rows * perRow];
        for (int lane = 0; lane < Warp.LANES; lane++) {
            for (int e = 0; e < layout.elements(); e++) {
                if (layout.matrix(lane, e) == selector) {
                    int at = layout.row(lane, e) * perRow + layout.column(lane, e);
                    lanes[at] = lane;
                    positions[at] = e;
                }
            }
        }
    }

    /**
     * Decodes the last two operands of {@code mma.sp}: the metadata and the selector.
     *
     * @throws UnsupportedPtxException if the form does not allow the selector
     */
    static SparseColumns decode(Decoder d, Instruction i, MatrixForm form) {
        FragmentLayout layout = MatrixForm.metadata(i);
        long selector = ((Operand.Immediate) i.operands().get(5)).bits();
        if (selector < 0 || selector >= layout.matrices()) {
            throw new UnsupportedPtxException(
                    "the sparsity selector is " + selector + "; the form has " + layout.matrices());
        }
        int register = d.source(i.operands().get(4), PtxType.B32);
        boolean ordered = i.has("sp::ordered_metadata");
        return new SparseColumns(register, form, ordered, layout, (int) selector);
    }

    /** Bits of metadata for a row. */
    private int perRow() {
        return switch (bits) {
            case 32 -> 4 * stored;
            case 4 -> stored;
            default -> 2 * stored;
        };
    }

    /**
     * Lists the assumption on the lanes that hold the metadata, where they were inferred: the
     * manual gives them in figures only, and public code confirms those of the larger shapes.
     */
    void assumePlace(Warp w, Step step) {
        if (inferred) {
            w.machine()
                    .assume(
                            Assumption.Kind.OTHER,
                            "mma.sp reads its metadata from the lanes that the shape with twice"
                                    + " the k reads it from",
                            step);
        }
    }

    /**
     * The column of each stored element, row by row.
     *
     * @throws UnsupportedPtxException if the metadata is not concrete or not valid
     */
    int[] of(Warp w) {
        int[] columns = new int[rows * stored];
        int groups = perRow() / 4;
        int perGroup = stored / groups; // 2, of tf32 1, of 4-bit types 4
        for (int row = 0; row < rows; row++) {
            for (int g = 0; g < groups; g++) {
                int places = fourBits(w, row, g);
                for (int e = 0; e < perGroup; e++) {
                    columns[row * stored + g * perGroup + e] =
                            g * perGroup * 2 + place(places, e, perGroup);
                }
            }
        }
        return columns;
    }

    private int place(int places, int e, int perGroup) {
        return switch (perGroup) {
            case 1 -> places == SECOND_OF_TWO ? 1 : 0;
            case 2 -> places >>> 2 * e & 3;
            default -> (places >>> 2 * (e / 2) & 3) * 2 + e % 2;
        };
    }

    private int fourBits(Warp w, int row, int group) {
        int places = 0;
        for (int b = 0; b < 4; b++) {
            int at = row * perRow() + group * 4 + b;
            int index = register + lanes[at];
            if (w.tags[index] != Tag.CONCRETE) {
                throw new UnsupportedPtxException("the sparsity metadata is not concrete");
            }
            places |= (int) (w.bits[index] >>> positions[at] & 1) << b;
        }
        int first = places & 3;
        int second = places >>> 2;
        boolean valid =
                bits == 32
                        ? places == FIRST_OF_TWO || places == SECOND_OF_TWO
                        : ordered ? first < second : first != second;
        if (!valid) {
            throw new UnsupportedPtxException(
                    "the metadata of row "
                            + row
                            + " has the value "
                            + places
                            + ", whose effect is not specified");
        }
        return places;
    }
}
