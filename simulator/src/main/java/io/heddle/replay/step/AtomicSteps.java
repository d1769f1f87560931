package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Region;
import io.heddle.replay.machine.Step;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Scalar;
import java.util.List;
import java.util.stream.Stream;

/** atom and red (PTX ISA 9.7.13.7 to 9): one after another, in the order of execution. */
final class AtomicSteps {
    private AtomicSteps() {}

    /**
     * @param result true for atom, whose first operand receives the old value
     * @param arithmetic of the run
     */
    static Step decode(Instruction i, Operands operands, boolean result, Arithmetic arithmetic) {
        PtxType type = Forms.type(i);
        List<Operand> list = i.operands();
        int at = result ? 1 : 0;
        MemorySteps.Place place = MemorySteps.place(i, list.get(at), operands);
        Scalar update = update(i, type, arithmetic);
        List<Operand> sources = elements(list.get(at + 1));
        boolean swap = i.has("cas");
        int[] b = sources.stream().mapToInt(e -> operands.source(e, type)).toArray();
        int c = swap ? operands.source(list.get(at + 2), type) : operands.constant(0);
        int[] d =
                result
                        ? elements(list.get(0)).stream().mapToInt(operands::destination).toArray()
                        : sources.stream().mapToInt(e -> operands.scratch()).toArray();
        int size = type.bytes();
        return lane -> {
            long address = place.address(lane);
            Region region = place.resolver().find(lane, address, size * b.length);
            long offset = region.offset(address);
            for (int k = 0; k < b.length; k++) {
                long old = region.load(offset + (long) k * size, size);
                region.storeAtomically(
                        offset + (long) k * size, size, update.apply(old, lane.r[b[k]], lane.r[c]));
                lane.r[d[k]] = old;
            }
        };
    }

    private static List<Operand> elements(Operand operand) {
        return operand instanceof Operand.Vector v ? v.elements() : List.of(operand);
    }

    private static Scalar update(Instruction i, PtxType type, Arithmetic arithmetic) {
        long mask = Bits.mask(type.bits());
        if (i.has("cas")) {
            return (old, b, c) -> (old & mask) == (b & mask) ? c & mask : old;
        }
        if (i.has("exch")) {
            return (old, b, c) -> b & mask;
        }
        if (i.has("and")) {
            return (old, b, c) -> old & b & mask;
        }
        if (i.has("or")) {
            return (old, b, c) -> (old | b) & mask;
        }
        if (i.has("xor")) {
            return (old, b, c) -> (old ^ b) & mask;
        }
        if (i.has("inc")) {
            return (old, b, c) -> Long.compareUnsigned(old, b & mask) >= 0 ? 0 : old + 1;
        }
        if (i.has("dec")) {
            return (old, b, c) ->
                    old == 0 || Long.compareUnsigned(old, b & mask) > 0 ? b & mask : old - 1;
        }
        return sum(i, type, arithmetic);
    }

    /** add, min and max are the arithmetic instructions of these names. */
    private static Scalar sum(Instruction i, PtxType type, Arithmetic arithmetic) {
        String opcode =
                Stream.of("add", "min", "max")
                        .filter(i::has)
                        .findFirst()
                        .orElseThrow(Forms::notModelled);
        Operand.Sink sink = new Operand.Sink();
        Instruction plain =
                new Instruction(
                        null,
                        false,
                        opcode,
                        List.of(type.name().toLowerCase(java.util.Locale.ROOT)),
                        List.of(sink, sink, sink),
                        i.position(),
                        i.source());
        return arithmetic.operation(plain).orElseThrow(Forms::notModelled);
    }
}
