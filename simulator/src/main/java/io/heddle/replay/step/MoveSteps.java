package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Step;
import io.heddle.replay.number.Bits;
import java.util.List;

/** mov, with packing and unpacking of vectors (PTX ISA 9.7.9.2 and 3). */
final class MoveSteps {
    private MoveSteps() {}

    static Step decode(Instruction i, Operands operands) {
        PtxType type = Forms.type(i);
        Operand to = i.operands().get(0);
        Operand from = i.operands().get(1);
        if (to instanceof Operand.Vector v) {
            return unpack(v.elements(), from, type, operands);
        }
        int d = operands.destination(to);
        if (from instanceof Operand.Vector v) {
            return pack(d, v.elements(), type, operands);
        }
        int a = type == PtxType.PRED ? operands.predicate(from) : operands.source(from, type);
        long mask = type == PtxType.PRED ? 1 : Bits.mask(type.bits());
        return lane -> {
            long[] r = lane.r;
            r[d] = r[a] & mask;
        };
    }

    private static Step unpack(
            List<Operand> elements, Operand from, PtxType type, Operands operands) {
        int width = type.bits() / elements.size();
        int a = operands.source(from, type);
        int[] d = elements.stream().mapToInt(operands::destination).toArray();
        return lane -> {
            long[] r = lane.r;
            long whole = r[a];
            for (int k = 0; k < d.length; k++) {
                r[d[k]] = whole >>> (k * width) & Bits.mask(width);
            }
        };
    }

    private static Step pack(int d, List<Operand> elements, PtxType type, Operands operands) {
        int width = type.bits() / elements.size();
        PtxType part = width == 8 ? PtxType.B8 : width == 16 ? PtxType.B16 : PtxType.B32;
        int[] a = elements.stream().mapToInt(e -> operands.source(e, part)).toArray();
        return lane -> {
            long[] r = lane.r;
            long whole = 0;
            for (int k = 0; k < a.length; k++) {
                whole |= (r[a[k]] & Bits.mask(width)) << (k * width);
            }
            r[d] = whole;
        };
    }
}
