package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Warp;

/**
 * Where the stored elements of a sparse A stand (PTX ISA 9.7.14.6): chunks of a row that hold two
 * of four (of tf32, one of two; of 4-bit types, two pairs of four), each with four bits of metadata
 * in a register of one lane of the row's quad.
 */
final class SparseRows {
    private final int register;
    private final int selector;
    private final int depth; // columns of A
    private final int chunk; // columns of a chunk
    private final int rowsPerLane;
    private final boolean ordered;

    private SparseRows(int register, int selector, int depth, int chunk, boolean ordered) {
        this.register = register;
        this.selector = selector;
        this.depth = depth;
        this.chunk = chunk;
        this.rowsPerLane = depth / chunk > 8 ? 1 : 2;
        this.ordered = ordered;
    }

    /** The metadata of an {@code mma.sp}. */
    static SparseRows decode(Instruction i, Operands operands, int[] shape, MatrixElement type) {
        int chunk = type.bits() == 32 ? 2 : type.bits() == 4 ? 8 : 4;
        int chunks = shape[2] / chunk;
        if (type.bits() <= 8 && chunks < 16) {
            throw StopException.unsupported(
                    "metadata whose layout the manual shows by figures only");
        }
        int selectors = chunks == 4 ? 4 : chunks == 8 ? 2 : 1;
        if (!(i.operands().get(5) instanceof Operand.Immediate c)
                || c.bits() < 0
                || c.bits() >= selectors) {
            throw StopException.unsupported(
                    "a selector that is no number from 0 to " + (selectors - 1));
        }
        int selector = (int) c.bits();
        int register = operands.source(i.operands().get(4), PtxType.B32);
        boolean ordered = i.modifiers().get(0).endsWith("ordered_metadata");
        return new SparseRows(register, selector, shape[2], chunk, ordered);
    }

    /** The columns of the stored elements of each row. */
    int[][] columns(Warp warp) {
        int[][] columns = new int[16][depth / 2];
        for (int row = 0; row < 16; row++) {
            for (int c = 0; c < depth / chunk; c++) {
                place(columns[row], c, bits(warp, row, c));
            }
        }
        return columns;
    }

    private int bits(Warp warp, int row, int c) {
        int quad = row % 8 * 4;
        int lane;
        int shift;
        if (rowsPerLane == 2) { // rows 0 to 7 in the lower half of the register
            int lanes = depth / chunk / 4;
            lane = quad + selector * lanes + c / 4;
            shift = c % 4 * 4 + row / 8 * 16;
        } else {
            lane = quad + c / 8 * 2 + row / 8;
            shift = c % 8 * 4;
        }
        return (int) (warp.lanes[lane].r[register] >>> shift) & 15;
    }

    private void place(int[] row, int c, int bits) {
        int first = bits % 4;
        int second = bits / 4;
        if (chunk == 2) {
            require(bits == 4 || bits == 14);
            row[c] = 2 * c + bits / 14;
            return;
        }
        require(ordered ? first < second : first != second);
        if (chunk == 4) {
            row[2 * c] = 4 * c + first;
            row[2 * c + 1] = 4 * c + second;
            return;
        }
        for (int e = 0; e < 2; e++) {
            row[4 * c + e] = 8 * c + 2 * first + e;
            row[4 * c + 2 + e] = 8 * c + 2 * second + e;
        }
    }

    private static void require(boolean valid) {
        if (!valid) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "metadata of a sparse matrix that is not valid");
        }
    }
}
