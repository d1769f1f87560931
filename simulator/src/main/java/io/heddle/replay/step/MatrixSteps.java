package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Warp;
import io.heddle.replay.machine.WarpOperation;
import java.util.List;

/**
 * ldmatrix, stmatrix and movmatrix (PTX ISA 9.7.14.5.15 to 17): the warp gathers the 16-byte rows
 * whose addresses its lanes hold, eight for each matrix, and deals out their elements.
 */
final class MatrixSteps {
    private static final int ROW = 16;
    private static final int EVERYONE = -1;

    private MatrixSteps() {}

    /** What a matrix is made of. */
    private enum Kind {
        HALVES,
        HALVES_TRANSPOSED,
        BYTES_OF_SIX_BITS,
        BYTES_OF_FOUR_BITS,
        BYTES_TRANSPOSED
    }

    static Step decode(Instruction i, Operands operands) {
        if (i.opcode().equals("movmatrix")) {
            return transpose(i, operands);
        }
        boolean store = i.opcode().equals("stmatrix");
        Kind kind = kind(i, store);
        MemorySteps.Place place = MemorySteps.place(i, i.operands().get(store ? 0 : 1), operands);
        Operand data = i.operands().get(store ? 1 : 0);
        List<Operand> list = data instanceof Operand.Vector v ? v.elements() : List.of(data);
        int[] r =
                list.stream()
                        .mapToInt(
                                o ->
                                        store
                                                ? operands.source(o, PtxType.B32)
                                                : operands.destination(o))
                        .toArray();
        WarpOperation operation =
                store
                        ? (warp, lanes) -> store(warp, lanes, place, r, kind)
                        : (warp, lanes) -> load(warp, lanes, place, r, kind);
        return WarpSteps.meet(operation, operands.constant(0xFFFFFFFFL));
    }

    private static Kind kind(Instruction i, boolean store) {
        boolean transposed = i.has("trans");
        if (i.has("m8n8")) {
            return transposed ? Kind.HALVES_TRANSPOSED : Kind.HALVES;
        }
        if (store && i.has("m16n8") && transposed) {
            return Kind.BYTES_TRANSPOSED;
        }
        if (store || !i.has("m8n16")) {
            throw Forms.notModelled();
        }
        return i.has("b6x16_p32") ? Kind.BYTES_OF_SIX_BITS : Kind.BYTES_OF_FOUR_BITS;
    }

    private static void requireEveryone(int lanes) {
        if (lanes != EVERYONE) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "a matrix instruction by a part of a warp");
        }
    }

    private static void load(Warp warp, int lanes, MemorySteps.Place place, int[] d, Kind kind) {
        requireEveryone(lanes);
        byte[][] rows = new byte[8 * d.length][];
        for (int k = 0; k < rows.length; k++) {
            Region region = place.find(warp.lanes[k], ROW);
            long at = region.offset(place.address(warp.lanes[k]));
            rows[k] = region.bytes(at, ROW);
        }
        for (int m = 0; m < d.length; m++) {
            for (Lane lane : warp.lanes) {
                lane.r[d[m]] = fragment(rows, 8 * m, lane.laneId, kind);
            }
        }
    }

    private static long fragment(byte[][] rows, int first, int lane, Kind kind) {
        int quad = lane / 4;
        int place = lane % 4;
        long bits = 0;
        switch (kind) {
            case HALVES_TRANSPOSED:
                for (int half = 1; half >= 0; half--) {
                    byte[] row = rows[first + 2 * place + half];
                    bits = bits << 16 | (row[2 * quad + 1] & 0xFF) << 8 | row[2 * quad] & 0xFF;
                }
                return bits;
            case BYTES_OF_SIX_BITS:
            case BYTES_OF_FOUR_BITS:
                int width = kind == Kind.BYTES_OF_SIX_BITS ? 6 : 4;
                for (int element = 3; element >= 0; element--) {
                    bits = bits << 8 | field(rows[first + quad], width, 4 * place + element);
                }
                return bits;
            default:
                for (int b = 3; b >= 0; b--) {
                    bits = bits << 8 | rows[first + quad][4 * place + b] & 0xFF;
                }
                return bits;
        }
    }

    private static int field(byte[] row, int width, int index) {
        int value = 0;
        for (int bit = 0; bit < width; bit++) {
            int at = index * width + bit;
            value |= (row[at / 8] >> at % 8 & 1) << bit;
        }
        return value;
    }

    private static void store(Warp warp, int lanes, MemorySteps.Place place, int[] a, Kind kind) {
        requireEveryone(lanes);
        for (int k = 0; k < 8 * a.length; k++) {
            Region region = place.find(warp.lanes[k], ROW);
            long at = region.offset(place.address(warp.lanes[k]));
            for (int b = 0; b < ROW; b++) {
                region.store(at + b, 1, source(warp, a[k / 8], k % 8, b, kind));
            }
        }
    }

    /** The byte of a row that a register of some lane holds. */
    private static long source(Warp warp, int a, int row, int b, Kind kind) {
        int lane;
        int shift;
        switch (kind) {
            case HALVES:
                lane = 4 * row + b / 4;
                shift = b % 4;
                break;
            case HALVES_TRANSPOSED:
                lane = 4 * (b / 2) + row / 2;
                shift = 2 * (row % 2) + b % 2;
                break;
            default: // 16 rows and 8 columns of bytes, one column in each row of memory
                lane = 4 * (b % 8) + row / 2;
                shift = row % 2 + 2 * (b / 8);
        }
        return warp.lanes[lane].r[a] >>> 8 * shift & 0xFF;
    }

    private static Step transpose(Instruction i, Operands operands) {
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), PtxType.B32);
        WarpOperation operation =
                (warp, lanes) -> {
                    requireEveryone(lanes);
                    for (Lane lane : warp.lanes) {
                        int row = lane.laneId / 4;
                        int column = lane.laneId % 4 * 2;
                        lane.results =
                                half(warp, a, column, row) | half(warp, a, column + 1, row) << 16;
                    }
                    for (Lane lane : warp.lanes) {
                        lane.r[d] = lane.results;
                    }
                };
        return WarpSteps.meet(operation, operands.constant(0xFFFFFFFFL));
    }

    private static long half(Warp warp, int a, int row, int column) {
        return warp.lanes[4 * row + column / 2].r[a] >>> 16 * (column % 2) & 0xFFFF;
    }
}
