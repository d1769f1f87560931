package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Step;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Comparison;
import io.heddle.replay.number.Rounding;
import io.heddle.replay.number.Scalar;
import java.util.List;

/** setp, set, selp, slct, testp (PTX ISA 9.7.3.1, 9.7.6, 9.7.7). */
final class PredicateSteps {
    private PredicateSteps() {}

    static Step decode(Instruction i, Operands operands) {
        return switch (i.opcode()) {
            case "setp" -> setPredicate(i, operands);
            case "set" -> set(i, operands);
            case "selp" -> select(i, operands);
            case "slct" -> selectBySign(i, operands);
            default -> property(i, operands);
        };
    }

    private static boolean isPacked(PtxType type) {
        return type == PtxType.F16X2 || type == PtxType.BF16X2;
    }

    private static Step setPredicate(Instruction i, Operands operands) {
        PtxType type = Forms.type(i);
        Comparison.Test test = Comparison.decode(i, type).orElseThrow(Forms::notModelled);
        List<Operand> list = i.operands();
        Operand.Pair pair =
                list.get(0) instanceof Operand.Pair two
                        ? two
                        : new Operand.Pair(list.get(0), new Operand.Sink());
        int p = operands.destination(pair.first());
        int q = operands.destination(pair.second());
        int a = operands.source(list.get(1), type);
        int b = operands.source(list.get(2), type);
        Comparison.Combination combine = list.size() > 3 ? Comparison.combination(i) : null;
        int c = combine == null ? operands.constant(0) : operands.predicate(list.get(3));
        if (combine == null && pair.second() instanceof Operand.Sink && !isPacked(type)) {
            return lane -> {
                long[] r = lane.r;
                r[p] = test.holds(r[a], r[b]) ? 1 : 0;
            };
        }
        Comparison.Combination either = combine == null ? (t, with) -> t : combine;
        boolean packed = isPacked(type);
        return lane -> {
            long[] r = lane.r;
            boolean with = r[c] != 0;
            boolean first =
                    test.holds(packed ? r[a] & 0xFFFF : r[a], packed ? r[b] & 0xFFFF : r[b]);
            boolean second = packed ? test.holds(r[a] >>> 16, r[b] >>> 16) : !first;
            r[p] = either.apply(first, with) ? 1 : 0;
            r[q] = either.apply(second, with) ? 1 : 0;
        };
    }

    private static Step set(Instruction i, Operands operands) {
        List<PtxType> types = Bits.types(i);
        PtxType to = types.get(0);
        PtxType type = types.get(types.size() - 1);
        Comparison.Test test = Comparison.decode(i, type).orElseThrow(Forms::notModelled);
        if (types.size() != 2) {
            throw Forms.notModelled();
        }
        List<Operand> list = i.operands();
        int d = operands.destination(list.get(0));
        int a = operands.source(list.get(1), type);
        int b = operands.source(list.get(2), type);
        Comparison.Combination combine = list.size() > 3 ? Comparison.combination(i) : null;
        int c = combine == null ? operands.constant(0) : operands.predicate(list.get(3));
        Comparison.Combination either = combine == null ? (t, with) -> t : combine;
        BinaryFormat format = Comparison.floatFormat(to);
        if (isPacked(type)) {
            long yes = format == null ? 0xFFFF : format.fromDouble(1, Rounding.NEAREST_EVEN);
            return lane -> {
                long[] r = lane.r;
                boolean with = r[c] != 0;
                long low = either.apply(test.holds(r[a] & 0xFFFF, r[b] & 0xFFFF), with) ? yes : 0;
                long high = either.apply(test.holds(r[a] >>> 16, r[b] >>> 16), with) ? yes : 0;
                r[d] = high << 16 | low;
            };
        }
        long yes =
                format == null ? Bits.mask(to.bits()) : format.fromDouble(1, Rounding.NEAREST_EVEN);
        return lane -> {
            long[] r = lane.r;
            r[d] = either.apply(test.holds(r[a], r[b]), r[c] != 0) ? yes : 0;
        };
    }

    private static Step select(Instruction i, Operands operands) {
        PtxType type = Bits.type(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), type);
        int b = operands.source(i.operands().get(2), type);
        int p = operands.predicate(i.operands().get(3));
        return lane -> {
            long[] r = lane.r;
            r[d] = r[p] != 0 ? r[a] : r[b];
        };
    }

    /** slct: a if c ≥ 0, else b; −0 counts as 0, a NaN chooses b. */
    private static Step selectBySign(Instruction i, Operands operands) {
        List<PtxType> types = Bits.types(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), types.get(0));
        int b = operands.source(i.operands().get(2), types.get(0));
        int c = operands.source(i.operands().get(3), types.get(1));
        boolean real = types.get(1) == PtxType.F32;
        boolean flush = i.has("ftz");
        return lane -> {
            long[] r = lane.r;
            long sign = flush ? BinaryFormat.F32.flush(r[c]) : r[c];
            boolean first = real ? Float.intBitsToFloat((int) sign) >= 0 : (int) sign >= 0;
            r[d] = first ? r[a] : r[b];
        };
    }

    private static Step property(Instruction i, Operands operands) {
        Scalar test = Comparison.property(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), Bits.type(i));
        return lane -> lane.r[d] = test.apply(lane.r[a], 0, 0);
    }
}
