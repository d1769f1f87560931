package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Frame;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import java.util.List;

/** bra, brx.idx, ret, exit, trap (PTX ISA 9.7.12, 9.7.19). */
final class ControlSteps {
    private ControlSteps() {}

    static Step decode(Instruction i, Operands operands) {
        return switch (i.opcode()) {
            case "bra" -> branch(i);
            case "brx" -> indexedBranch(i, operands);
            case "ret" -> ControlSteps::returnFrom;
            case "exit" -> Lane::exit;
            default ->
                    lane -> {
                        throw new StopException(ReplayResult.Reason.TRAP, i.opcode());
                    };
        };
    }

    private static Step branch(Instruction i) {
        if (!(i.operands().get(0) instanceof Operand.Label label)) {
            throw StopException.unsupported("a branch to " + i.operands().get(0));
        }
        int target = label.target();
        return lane -> lane.pc = target;
    }

    private static Step indexedBranch(Instruction i, Operands operands) {
        String name =
                i.operands().get(1) instanceof Operand.Label l
                        ? l.name()
                        : i.operands().get(1) instanceof Operand.Symbol s ? s.name() : "";
        List<Integer> targets = operands.function().branchTargets().get(name);
        if (targets == null) {
            throw StopException.unsupported("a branch without a list of targets");
        }
        int index = operands.source(i.operands().get(0), PtxType.U32);
        return lane -> {
            long k = lane.r[index] & 0xFFFFFFFFL;
            if (k >= targets.size()) {
                throw new StopException(ReplayResult.Reason.UNDEFINED, "brx.idx with index " + k);
            }
            lane.pc = targets.get((int) k);
        };
    }

    /** ret: back to the caller, or the end of the thread. */
    static void returnFrom(Lane lane) {
        Frame done = lane.frame;
        if (done.caller == null) {
            lane.exit();
        } else {
            lane.enter(done.caller, done.returnPc);
            CallSteps.takeResults(lane, done);
        }
    }
}
