package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Barrier;
import io.heddle.replay.machine.Step;
import java.util.List;

/** bar and barrier: sync, arrive and red (PTX ISA 9.7.13.1). */
final class BarrierSteps {
    private BarrierSteps() {}

    static Step decode(Instruction i, Operands operands) {
        if (i.has("cluster")) {
            throw Forms.notModelled("cluster");
        }
        List<Operand> list = i.operands();
        if (i.has("red")) {
            return reduce(i, operands);
        }
        int id = operands.source(list.get(0), PtxType.U32);
        int count =
                list.size() > 1 ? operands.source(list.get(1), PtxType.U32) : operands.constant(0);
        if (i.has("arrive")) {
            return lane -> lane.cta.barrier(lane.r[id]).arrive(lane, lane.r[count]);
        }
        return lane ->
                lane.cta
                        .barrier(lane.r[id])
                        .sync(lane, lane.r[count], -1, Barrier.Reduction.NONE, false);
    }

    private static Step reduce(Instruction i, Operands operands) {
        List<Operand> list = i.operands();
        int d = operands.destination(list.get(0));
        int id = operands.source(list.get(1), PtxType.U32);
        int count =
                list.size() > 3 ? operands.source(list.get(2), PtxType.U32) : operands.constant(0);
        int p = operands.predicate(list.get(list.size() - 1));
        Barrier.Reduction reduction =
                i.has("popc")
                        ? Barrier.Reduction.POPC
                        : i.has("and") ? Barrier.Reduction.AND : Barrier.Reduction.OR;
        return lane ->
                lane.cta
                        .barrier(lane.r[id])
                        .sync(lane, lane.r[count], d, reduction, lane.r[p] != 0);
    }
}
