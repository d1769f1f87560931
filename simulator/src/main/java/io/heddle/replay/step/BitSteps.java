package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.BitOperations;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import java.util.List;

/** lop3 and bfi, which have four sources (PTX ISA 9.7.8.6 and 9.7.1.20). */
final class BitSteps {
    private BitSteps() {}

    static Step decode(Instruction i, Operands operands) {
        return i.opcode().equals("bfi") ? insertField(i, operands) : logic3(i, operands);
    }

    private static Step insertField(Instruction i, Operands operands) {
        PtxType type = Bits.type(i);
        List<Operand> list = i.operands();
        int f = operands.destination(list.get(0));
        int a = operands.source(list.get(1), type);
        int b = operands.source(list.get(2), type);
        int c = operands.source(list.get(3), PtxType.B32);
        int d = operands.source(list.get(4), PtxType.B32);
        return lane -> {
            long[] r = lane.r;
            r[f] = BitOperations.insertField(r[a], r[b], r[c], r[d], type);
        };
    }

    private static Step logic3(Instruction i, Operands operands) {
        List<Operand> list = i.operands();
        boolean pair = list.get(0) instanceof Operand.Pair;
        int d = operands.destination(pair ? ((Operand.Pair) list.get(0)).first() : list.get(0));
        int p =
                pair
                        ? operands.destination(((Operand.Pair) list.get(0)).second())
                        : operands.scratch();
        int a = operands.source(list.get(1), PtxType.B32);
        int b = operands.source(list.get(2), PtxType.B32);
        int c = operands.source(list.get(3), PtxType.B32);
        if (!(list.get(4) instanceof Operand.Immediate table)) {
            throw StopException.unsupported("a table that is no number");
        }
        int lut = (int) table.bits();
        Comparison.Combination combine = list.size() > 5 ? Comparison.combination(i) : null;
        int q = combine == null ? operands.constant(0) : operands.predicate(list.get(5));
        return lane -> {
            long[] r = lane.r;
            long result = BitOperations.logic3(r[a], r[b], r[c], lut);
            boolean with = r[q] != 0;
            r[d] = result;
            if (combine != null) {
                r[p] = combine.apply(result != 0, with) ? 1 : 0;
            }
        };
    }
}
