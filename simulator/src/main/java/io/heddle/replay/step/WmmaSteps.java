package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.WarpOperation;
import io.heddle.replay.number.Bits;
import java.util.ArrayList;
import java.util.List;

/**
 * wmma.load, wmma.mma and wmma.store (PTX ISA 9.7.14.4). The layout of fragments, which PTX leaves
 * open, is that of hardware since sm_75: tiles of 16 by 8 (mma.m16n8) side by side.
 */
final class WmmaSteps {
    private WmmaSteps() {}

    static Step decode(Instruction i, Operands operands, Arithmetic arithmetic) {
        int[] shape = MultiplySteps.shape(i);
        List<MatrixElement> types = MultiplySteps.types(i);
        if (types.isEmpty()) {
            throw Forms.notModelled();
        }
        if (i.has("mma")) {
            if (types.size() == 2) {
                types = new ArrayList<>(types);
                types.addAll(1, List.of(MatrixElement.F16, MatrixElement.F16));
            }
            MultiplySteps.Fragment[] fragments = {
                sum(shape), a(shape, types.get(1)), b(shape, types.get(2)), sum(shape)
            };
            if (types.size() != 4 || i.operands().size() != 4) {
                throw Forms.notModelled();
            }
            return MultiplySteps.step(i, operands, arithmetic, shape, types, fragments, null);
        }
        return transfer(i, operands, shape, types.get(0));
    }

    private static Step transfer(
            Instruction i, Operands operands, int[] shape, MatrixElement type) {
        boolean store = i.has("store");
        MemorySteps.Place place = MemorySteps.place(i, i.operands().get(store ? 0 : 1), operands);
        boolean left = i.has("a");
        boolean right = i.has("b");
        MultiplySteps.Fragment fragment =
                left ? a(shape, type) : right ? b(shape, type) : sum(shape);
        boolean rows = i.has("row");
        int columns = left ? shape[2] : shape[1];
        int height = right ? shape[2] : shape[0];
        int stride =
                i.operands().size() > 2
                        ? operands.source(i.operands().get(2), PtxType.U32)
                        : operands.constant(rows ? columns : height);
        int[] slots = MultiplySteps.slots(i.operands().get(store ? 1 : 0), operands, type, !store);
        int per = type.perRegister();
        WarpOperation operation =
                (warp, lanes) -> {
                    MultiplySteps.requireAllLanes(warp, lanes);
                    for (Lane lane : warp.lanes) {
                        long base = place.address(lane);
                        for (int r = 0; r < slots.length; r++) {
                            long word = store ? lane.r[slots[r]] : 0;
                            for (int e = 0; e < per; e++) {
                                int x = r * per + e;
                                long row = fragment.row().of(lane.laneId, x);
                                long column = fragment.column().of(lane.laneId, x);
                                long pitch = lane.r[stride] & 0xFFFFFFFFL;
                                long index = rows ? row * pitch + column : column * pitch + row;
                                long bit = index * type.bits();
                                int size = Math.max(1, type.bits() / 8);
                                Region region = place.resolver().find(lane, base + bit / 8, size);
                                long at = region.offset(base + bit / 8);
                                int shift = e * type.bits();
                                if (store) {
                                    region.store(at, size, word >>> shift);
                                } else {
                                    long piece = region.load(at, size) >>> bit % 8;
                                    word |= (piece & Bits.mask(type.bits())) << shift;
                                }
                            }
                            if (!store) {
                                lane.r[slots[r]] = word;
                            }
                        }
                    }
                };
        return WarpSteps.meet(operation, operands.constant(0xFFFFFFFFL));
    }

    // ---------------------------------------------------------------- index formulas

    private static MultiplySteps.Fragment sum(int[] shape) {
        int tall = Math.min(2, shape[0] / 8);
        int wide = shape[1] / 8;
        return new MultiplySteps.Fragment(
                (lane, e) -> lane / 4 + 8 * (e / 2 % tall) + 16 * (e / (2 * tall * wide)),
                (lane, e) -> lane % 4 * 2 + e % 2 + 8 * (e / (2 * tall) % wide));
    }

    private static MultiplySteps.Fragment a(int[] shape, MatrixElement type) {
        int run = type.perRegister();
        int tall = Math.min(2, shape[0] / 8);
        int deep = shape[2] / (4 * run);
        int high = Math.max(1, shape[0] / 16);
        return new MultiplySteps.Fragment(
                (lane, e) ->
                        lane / 4 + 8 * (e / run % tall) + 16 * (e / (run * tall * deep) % high),
                (lane, e) -> lane % 4 * run + e % run + 4 * run * (e / (run * tall) % deep));
    }

    private static MultiplySteps.Fragment b(int[] shape, MatrixElement type) {
        int run = type.perRegister();
        int deep = shape[2] / (4 * run);
        int wide = shape[1] / 8;
        return new MultiplySteps.Fragment(
                (lane, e) -> lane % 4 * run + e % run + 4 * run * (e / run % deep),
                (lane, e) -> lane / 4 + 8 * (e / (run * deep) % wide));
    }
}
