package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Memory;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Windows;
import java.util.List;

/** cp.async by threads, and its groups (PTX ISA 9.7.9.25.3). */
final class CopySteps {
    private CopySteps() {}

    static Step decode(Instruction i, Operands operands) {
        if (i.has("bulk")) {
            throw Forms.notModelled("bulk");
        }
        if (!i.has("async")) {
            throw Forms.notModelled();
        }
        if (i.has("mbarrier")) {
            return PhaseBarrierSteps.arriveAfterCopies(i, operands);
        }
        if (i.has("commit_group")) {
            return lane -> lane.copies().commit();
        }
        if (i.has("wait_all")) {
            return lane -> {
                lane.copies().commit();
                lane.copies().await(0);
            };
        }
        if (i.has("wait_group")) {
            int n = operands.source(i.operands().get(0), PtxType.U64);
            return lane -> lane.copies().await(lane.r[n]);
        }
        if (!i.has("ca") && !i.has("cg")) {
            throw Forms.notModelled();
        }
        return copy(i, operands);
    }

    private static Step copy(Instruction i, Operands operands) {
        List<Operand> list = i.operands();
        MemorySteps.Place to = place(list.get(0), operands, Windows.SHARED);
        MemorySteps.Place from = place(list.get(1), operands, Windows.FIRST_GLOBAL);
        int size = (int) ((Operand.Immediate) list.get(2)).bits();
        int last = list.size() - (i.has("L2::cache_hint") ? 1 : 0);
        Operand fourth = last > 3 ? list.get(3) : null;
        boolean predicate = fourth != null && isPredicate(fourth, operands);
        int slot =
                fourth == null
                        ? operands.constant(size)
                        : predicate
                                ? operands.predicate(fourth)
                                : operands.source(fourth, PtxType.U32);
        return lane -> {
            long count = predicate ? lane.r[slot] == 0 ? size : 0 : lane.r[slot] & 0xFFFFFFFFL;
            if (count > size) {
                throw new StopException(
                        ReplayResult.Reason.UNDEFINED, "src-size is greater than cp-size");
            }
            issue(lane, to, from, size, (int) count);
        };
    }

    private static boolean isPredicate(Operand o, Operands operands) {
        return o instanceof Operand.NegatedPredicate
                || o instanceof Operand.Register && operands.width(o) == 1;
    }

    private static MemorySteps.Place place(Operand operand, Operands operands, long window) {
        Operand.Address a = (Operand.Address) operand;
        int base = operands.source(a.base(), PtxType.U64);
        return new MemorySteps.Place(base, a.offset(), Memory.resolver(window));
    }

    private static void issue(
            Lane lane, MemorySteps.Place to, MemorySteps.Place from, int size, int count) {
        Region target = to.find(lane, size);
        long at = target.offset(to.address(lane));
        Region source = null;
        long first = 0;
        if (count > 0) {
            long address = from.address(lane);
            if (address % size != 0) {
                throw new StopException(
                        ReplayResult.Reason.MISALIGNED, "source of an asynchronous copy");
            }
            source = from.resolver().find(lane, address, 1);
            first = source.offset(address);
            if (first + count > source.size()) {
                throw new StopException(
                        ReplayResult.Reason.OUT_OF_BOUNDS,
                        "asynchronous copy of " + count + " bytes from " + source.name());
            }
        }
        Region origin = source;
        long begin = first;
        lane.copies()
                .add(
                        () -> {
                            for (int k = 0; k < size; k++) {
                                long b = k < count ? origin.load(begin + k, 1) : 0;
                                target.store(at + k, 1, b);
                            }
                        });
    }
}
