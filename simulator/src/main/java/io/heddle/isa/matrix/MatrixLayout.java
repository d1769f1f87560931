package io.heddle.isa.matrix;

/**
 * How a matrix in shared memory is spread over the registers of a warp (PTX ISA 9.7.14.5.15 and 16,
 * the figures of {@code ldmatrix} and {@code stmatrix}).
 *
 * <p>Memory holds a matrix in rows of 16 bytes, each at an address of its own. Every layout is
 * linear in bits: the row and the position in it of an element are made of the bits L0 to L4 of the
 * lane that holds it and of the bits E0, E1 of its place in the lane's register, least significant
 * first.
 */
final class MatrixLayout {
    static final MatrixLayout M8N8 = new MatrixLayout(16, "E0 L0 L1", "L2 L3 L4");
    static final MatrixLayout M8N8_TRANS = new MatrixLayout(16, "L2 L3 L4", "E0 L0 L1");
    static final MatrixLayout M8N16 = new MatrixLayout(8, "E0 E1 L0 L1", "L2 L3 L4");
    static final MatrixLayout M16N8_TRANS = new MatrixLayout(8, "L2 L3 L4 E1", "E0 L0 L1");

    /** Rows, hence addresses, of a matrix. */
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

    /** Bits of an element in a register. */
    int elementBits() {
        return elementBits;
    }

    /** Elements in a register. */
    int elements() {
        return 32 / elementBits;
    }

    /** The row of memory of a lane's element. */
    int row(int lane, int element) {
        return rows[lane * elements() + element];
    }

    /** How many elements precede a lane's element in its row of memory. */
    int position(int lane, int element) {
        return positions[lane * elements() + element];
    }

    /** True if the elements of a register follow each other in memory. */
    boolean isContiguous() {
        return positions[1] == 1;
    }
}
