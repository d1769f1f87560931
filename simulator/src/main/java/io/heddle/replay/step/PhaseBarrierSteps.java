package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Memory;
import io.heddle.replay.machine.PhaseBarrier;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Windows;
import java.util.List;

/**
 * mbarrier and cp.async.mbarrier.arrive (PTX ISA 9.7.13.15, 9.7.9.25.3.4). A wait that would answer
 * no blocks its thread instead. A state is the number of its phase.
 */
final class PhaseBarrierSteps {
    private static final long WINDOW = (1L << 36) - 1;

    private PhaseBarrierSteps() {}

    static Step decode(Instruction i, Operands operands) {
        for (String m : List.of("cluster", "noComplete")) {
            if (i.has(m)) {
                throw Forms.notModelled(m);
            }
        }
        List<Operand> o = i.operands();
        switch (i.modifiers().get(0)) {
            case "init":
                MemorySteps.Place at = place(i, o.get(0), operands);
                int count = operands.source(o.get(1), PtxType.U32);
                return lane -> {
                    at.find(lane, 8);
                    lane.cta.phaseBarriers().put(key(at, lane), new PhaseBarrier(lane.r[count]));
                };
            case "inval":
                MemorySteps.Place gone = place(i, o.get(0), operands);
                return lane -> lane.cta.phaseBarriers().remove(key(gone, lane));
            case "expect_tx":
                MemorySteps.Place expecting = place(i, o.get(0), operands);
                int bytes = operands.source(o.get(1), PtxType.U32);
                return lane -> find(expecting, lane).expect(lane.r[bytes]);
            case "arrive":
                return arrive(i, operands);
            case "test_wait", "try_wait":
                return await(i, operands);
            default:
                throw Forms.notModelled(i.modifiers().get(0));
        }
    }

    private static MemorySteps.Place place(Instruction i, Operand o, Operands operands) {
        boolean shared = i.modifiers().stream().anyMatch(m -> m.startsWith("shared"));
        Operand.Address a = (Operand.Address) o;
        long offset = a.offset();
        boolean symbol = a.base() instanceof Operand.Symbol;
        int base = operands.source(a.base(), PtxType.U64);
        return new MemorySteps.Place(
                base, offset, Memory.resolver(shared || symbol ? Windows.SHARED : -1));
    }

    private static long key(MemorySteps.Place place, Lane lane) {
        return place.address(lane) & WINDOW;
    }

    private static PhaseBarrier find(MemorySteps.Place place, Lane lane) {
        place.find(lane, 8);
        PhaseBarrier b = lane.cta.phaseBarriers().get(key(place, lane));
        if (b == null) {
            throw new StopException(ReplayResult.Reason.UNDEFINED, "there is no mbarrier");
        }
        return b;
    }

    private static Step arrive(Instruction i, Operands operands) {
        List<Operand> o = i.operands();
        MemorySteps.Place at = place(i, o.get(1), operands);
        int state = operands.destination(o.get(0));
        int amount = o.size() > 2 ? operands.source(o.get(2), PtxType.U32) : operands.constant(1);
        boolean expects = i.has("expect_tx");
        return lane -> {
            PhaseBarrier b = find(at, lane);
            if (expects) {
                b.expect(lane.r[amount]);
            }
            lane.r[state] = b.phase();
            b.arrive(lane.cta, expects ? 1 : lane.r[amount]);
        };
    }

    private static Step await(Instruction i, Operands operands) {
        List<Operand> o = i.operands();
        MemorySteps.Place at = place(i, o.get(1), operands);
        boolean parity = i.has("parity");
        int answer = operands.destination(o.get(0));
        int phase = operands.source(o.get(2), PtxType.U64);
        return lane -> {
            PhaseBarrier b = find(at, lane);
            boolean complete =
                    parity ? (b.phase() - lane.r[phase] & 1) != 0 : b.phase() > lane.r[phase];
            if (complete) {
                lane.r[answer] = 1;
            } else {
                b.await(lane);
            }
        };
    }

    /** Copies are carried out at once, so that their completion can arrive at once. */
    static Step arriveAfterCopies(Instruction i, Operands operands) {
        MemorySteps.Place at = place(i, i.operands().get(0), operands);
        boolean counted = i.has("noinc");
        return lane -> {
            lane.copies().commit();
            lane.copies().await(0);
            PhaseBarrier b = find(at, lane);
            if (counted) {
                b.arrive(lane.cta, 1);
            }
        };
    }
}
