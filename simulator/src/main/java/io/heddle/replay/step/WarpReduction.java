package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.WarpOperation;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.FloatExtrema;
import io.heddle.replay.number.IntegerArithmetic;
import io.heddle.replay.number.Scalar;

/** redux.sync (PTX ISA 9.7.13.10). */
final class WarpReduction {
    private WarpReduction() {}

    static Step decode(Instruction i, Operands operands) {
        PtxType type = Bits.type(i);
        Scalar operation = type == PtxType.F32 ? real(i) : integer(i, type);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), type);
        int mask = operands.source(i.operands().get(2), PtxType.B32);
        WarpOperation reduce =
                (warp, lanes) -> {
                    long result = 0;
                    boolean first = true;
                    for (Lane lane : warp.lanes) {
                        if ((lanes >>> lane.laneId & 1) != 0) {
                            long value = lane.r[a] & 0xFFFFFFFFL;
                            result =
                                    first
                                            ? operation.apply(value, value, 0)
                                            : operation.apply(result, value, 0);
                            result = first && !idempotent(i) ? value : result;
                            first = false;
                        }
                    }
                    WarpSteps.give(warp, lanes, d, result);
                };
        return WarpSteps.meet(reduce, mask);
    }

    private static boolean idempotent(Instruction i) {
        return !i.has("add") && !i.has("xor");
    }

    private static Scalar integer(Instruction i, PtxType type) {
        if (i.has("add")) {
            return (a, b, c) -> a + b & 0xFFFFFFFFL;
        }
        if (i.has("min")) {
            return (a, b, c) -> IntegerArithmetic.less(a, b, type) ? a : b;
        }
        if (i.has("max")) {
            return (a, b, c) -> IntegerArithmetic.less(a, b, type) ? b : a;
        }
        if (i.has("and")) {
            return (a, b, c) -> a & b;
        }
        if (i.has("or")) {
            return (a, b, c) -> a | b;
        }
        if (i.has("xor")) {
            return (a, b, c) -> a ^ b;
        }
        throw Forms.notModelled();
    }

    private static Scalar real(Instruction i) {
        boolean smaller = i.has("min");
        boolean magnitudes = i.has("abs");
        boolean nanWins = i.has("NaN");
        long clear = magnitudes ? 0x7FFFFFFFL : 0xFFFFFFFFL;
        return (a, b, c) ->
                FloatExtrema.extremum(a & clear, b & clear, BinaryFormat.F32, smaller, nanWins);
    }
}
