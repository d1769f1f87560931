package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Warp;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * mma.sync (PTX ISA 9.7.14.5): products and sums are formed in double precision and rounded once to
 * the type of D; integers wrap around or are clamped.
 */
final class MultiplySteps {
    private static final int FULL = -1;
    private static final Pattern SHAPE = Pattern.compile("m(\\d+)n(\\d+)k(\\d+)");
    private static final Pattern KNOWN =
            Pattern.compile(
                    SHAPE
                            + "|sync|aligned|row|col|satfinite|and|xor|popc"
                            + "|sp(::ordered_metadata)?");

    private MultiplySteps() {}

    /** Which element of a matrix a lane holds as its i-th. */
    interface Index {
        int of(int lane, int i);
    }

    /**
     * Where a fragment lies.
     *
     * @param row of an element
     * @param column of an element
     */
    record Fragment(Index row, Index column) {}

    static Step decode(Instruction i, Operands operands, Arithmetic arithmetic) {
        int[] shape = shape(i);
        List<MatrixElement> types = types(i);
        boolean sparse = i.modifiers().get(0).startsWith("sp");
        for (String m : i.modifiers()) {
            if (MatrixElement.parse(m).isEmpty() && !KNOWN.matcher(m).matches()) {
                throw Forms.notModelled(m);
            }
        }
        if (types.size() != 4 || i.operands().size() != (sparse ? 6 : 4)) {
            throw Forms.notModelled();
        }
        SparseRows rows = sparse ? SparseRows.decode(i, operands, shape, types.get(1)) : null;
        return step(i, operands, arithmetic, shape, types, fragments(shape, types, i), rows);
    }

    /**
     * The product of the matrices in four operands.
     *
     * @param rows where the elements of a sparse A stand, or null
     */
    static Step step(
            Instruction i,
            Operands operands,
            Arithmetic arithmetic,
            int[] shape,
            List<MatrixElement> types,
            Fragment[] fragments,
            SparseRows rows) {
        int[][] slots = new int[4][];
        for (int k = 0; k < 4; k++) {
            slots[k] = slots(i.operands().get(k), operands, types.get(k), k == 0);
        }
        Multiplication product = new Multiplication(shape, types, i, arithmetic);
        int mask = operands.constant(0xFFFFFFFFL);
        return WarpSteps.meet(
                (warp, lanes) -> {
                    requireAllLanes(warp, lanes);
                    for (int first = 0; first < product.matrices(); first++) {
                        multiply(warp, first, product, fragments, slots, types, rows);
                    }
                },
                mask);
    }

    /** Every thread of a warp must take part. */
    static void requireAllLanes(Warp warp, int lanes) {
        if (lanes != FULL || warp.lanes.length != 32) {
            throw new StopException(
                    ReplayResult.Reason.UNDEFINED, "a part of a warp executes a matrix operation");
        }
    }

    private static void multiply(
            Warp warp,
            int matrix,
            Multiplication product,
            Fragment[] fragments,
            int[][] slots,
            List<MatrixElement> types,
            SparseRows rows) {
        double[][][] values = new double[4][][];
        int[][] sizes = product.sizes();
        for (int k = 1; k < 4; k++) {
            values[k] = new double[sizes[k][0]][sizes[k][1]];
            int per = types.get(k).perRegister();
            for (Lane lane : warp.lanes) {
                if (!product.holds(lane.laneId, matrix)) {
                    continue;
                }
                for (int e = 0; e < slots[k].length * per; e++) {
                    int row = fragments[k].row().of(lane.laneId, e);
                    int column = fragments[k].column().of(lane.laneId, e);
                    long word = lane.r[slots[k][e / per]];
                    values[k][row][column] =
                            types.get(k).value(word, e % per, product.arithmetic());
                }
            }
        }
        int[][] columns = rows == null ? null : rows.columns(warp);
        long[][] d = product.apply(values[1], values[2], values[3], columns);
        int per = types.get(0).perRegister();
        for (Lane lane : warp.lanes) {
            if (!product.holds(lane.laneId, matrix)) {
                continue;
            }
            for (int r = 0; r < slots[0].length; r++) {
                long word = 0;
                for (int e = r * per; e < r * per + per; e++) {
                    int row = fragments[0].row().of(lane.laneId, e);
                    int column = fragments[0].column().of(lane.laneId, e);
                    word |= d[row][column] << e % per * types.get(0).bits();
                }
                lane.r[slots[0][r]] = word;
            }
        }
    }

    /** The registers of an operand. */
    static int[] slots(Operand operand, Operands operands, MatrixElement type, boolean result) {
        List<Operand> list = operand instanceof Operand.Vector v ? v.elements() : List.of(operand);
        PtxType read =
                switch (type) {
                    case F32 -> PtxType.F32;
                    case F64 -> PtxType.F64;
                    default -> PtxType.B32;
                };
        return list.stream()
                .mapToInt(o -> result ? operands.destination(o) : operands.source(o, read))
                .toArray();
    }

    /** Rows of A, columns of B and columns of A. */
    static int[] shape(Instruction i) {
        for (String m : i.modifiers()) {
            Matcher shape = SHAPE.matcher(m);
            if (shape.matches()) {
                return IntStream.rangeClosed(1, 3)
                        .map(k -> Integer.parseInt(shape.group(k)))
                        .toArray();
            }
        }
        throw StopException.unsupported("no shape is named");
    }

    static List<MatrixElement> types(Instruction i) {
        return i.modifiers().stream().map(MatrixElement::parse).flatMap(Optional::stream).toList();
    }

    // ---------------------------------------------------------------- index formulas

    /** The fragments of D, A, B and C. */
    private static Fragment[] fragments(int[] shape, List<MatrixElement> types, Instruction i) {
        if (shape[0] == 8 && shape[2] == 4 && types.get(1) == MatrixElement.F16) {
            List<String> orders =
                    i.modifiers().stream().filter(m -> m.equals("row") || m.equals("col")).toList();
            return new Fragment[] {
                quadSum(types.get(0)),
                quadA(orders.get(0).equals("row")),
                quadB(orders.get(1).equals("row")),
                quadSum(types.get(3))
            };
        }
        int tall = shape[0] / 8; // 1 or 2 blocks of eight rows
        Fragment sum =
                new Fragment(
                        (lane, e) -> lane / 4 + 8 * (e / 2), (lane, e) -> lane % 4 * 2 + e % 2);
        int run = types.get(1).perRegister(); // neighbours in a row of A, or a column of B
        Fragment a =
                new Fragment(
                        (lane, e) -> lane / 4 + 8 * (e / run % tall),
                        (lane, e) -> lane % 4 * run + e % run + e / (run * tall) * 4 * run);
        Fragment b =
                new Fragment(
                        (lane, e) -> lane % 4 * run + e % run + e / run * 4 * run,
                        (lane, e) -> lane / 4);
        return new Fragment[] {sum, a, b, sum};
    }

    private static Fragment quadA(boolean rows) {
        return rows
                ? new Fragment((lane, e) -> lane % 4 + lane / 16 * 4, (lane, e) -> e)
                : new Fragment((lane, e) -> e + lane / 16 * 4, (lane, e) -> lane % 4);
    }

    private static Fragment quadB(boolean rows) {
        return rows
                ? new Fragment((lane, e) -> lane % 4, (lane, e) -> e + lane / 16 * 4)
                : new Fragment((lane, e) -> e, (lane, e) -> lane % 4 + lane / 16 * 4);
    }

    private static Fragment quadSum(MatrixElement type) {
        return type == MatrixElement.F16
                ? new Fragment((lane, e) -> lane % 4 + lane / 16 * 4, (lane, e) -> e)
                : new Fragment(
                        (lane, e) -> (lane & 1) + (e & 2) + lane / 16 * 4,
                        (lane, e) -> (e & 4) + (lane & 2) + (e & 1));
    }
}
