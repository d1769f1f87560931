package io.heddle.isa.matrix;

/**
 * Says how the registers of a warp hold a matrix of shared memory (PTX ISA 9.7.14.5.15 and 16, the
 * figures of {@code ldmatrix} and {@code stmatrix}).
 *
 * <p>Memory holds a matrix as 8 rows of 16 bytes, each at an address of its own. In every layout
 * each bit of an element's row, and of its position in the row, equals one bit of the lane's number
 * (L0 to L4) or of the element's place in the lane's register (E0, E1). The constructor takes these
 * bits, lowest first.
 */
final class MatrixLayout {
    static final MatrixLayout M8N8 = new MatrixLayout(16, "E0 L0 L1", "L2 L3 L4");
    static final MatrixLayout M8N8_TRANS = new MatrixLayout(16, "L2 L3 L4", "E0 L0 L1");
    static final MatrixLayout M8N16 = new MatrixLayout(8, "E0 E1 L0 L1", "L2 L3 L4");
    static final MatrixLayout M16N8_TRANS = new MatrixLayout(8, "L2 L3 L4 E1", "E0 L0 L1");

    /** Rows of a matrix; each has an address. */
    static final int ROWS = 8;

    private final int elementBits;
    private final int[] positions;
    private final int[] rows;

    private MatrixLayout(int elementBits, String position, String row) {
        this.elementBits = elementBits;
        positions = table(position, 32 / elementBits);
        rows = table(row, 32 / elementBits);
    }

    private static int[] table(String bits, int elements) {
        int[] table = new int[32 * elements];
        String[] sources = bits.split(" ");
        for (int i = 0; i < table.length; i++) {
            for (int k = 0; k < sources.length; k++) {
                int from = sources[k].charAt(0) == 'L' ? i / elements : i % elements;
                table[i] |= (from >> sources[k].charAt(1) - '0' & 1) << k;
            }
        }
        return table;
    }

    /** Bits that an element takes in a register. */
    int elementBits() {
        return elementBits;
    }

    /** Elements that a register holds. */
    int elements() {
        return 32 / elementBits;
    }

    /** The row, in memory, of an element of a lane's register. */
    int row(int lane, int element) {
        return rows[lane * elements() + element];
    }

    /**
     * The position of an element of a lane's register in its row of memory, counted in elements.
     */
    int position(int lane, int element) {
        return positions[lane * elements() + element];
    }

    /** True if the elements of one register are neighbours in memory. */
    boolean isContiguous() {
        return positions[1] == 1;
    }
}
