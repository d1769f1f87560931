package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Windows;
import io.heddle.replay.number.Bits;

/** cvta, isspacep, mapa, getctarank (PTX ISA 9.7.9.17 to 20 and 9.7.9.23 to 25). */
final class AddressSteps {
    private AddressSteps() {}

    static Step decode(Instruction i, Operands operands) {
        return switch (i.opcode()) {
            case "cvta" -> convert(i, operands);
            case "isspacep" -> isInSpace(i, operands);
            case "mapa" -> mapToRank(i, operands);
            default -> rank(i, operands);
        };
    }

    /** The window of the state space that an instruction names. */
    private static long window(Instruction i) {
        return i.modifiers().stream()
                .mapToLong(Windows::ofSpace)
                .filter(w -> w >= 0)
                .findFirst()
                .orElseThrow(() -> StopException.unsupported("no state space is named"));
    }

    private static Step convert(Instruction i, Operands operands) {
        long window = window(i);
        PtxType type = Bits.type(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), type);
        long base = window == Windows.FIRST_GLOBAL ? 0 : window;
        long offset = i.has("to") ? -base : base;
        return lane -> lane.r[d] = lane.r[a] + offset;
    }

    private static Step isInSpace(Instruction i, Operands operands) {
        long window = window(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), PtxType.U64);
        return lane -> {
            long of = lane.r[a] < 0 ? Windows.FIRST_GLOBAL : Windows.of(lane.r[a]);
            boolean inside =
                    of == window || (window == Windows.FIRST_GLOBAL && of == Windows.PARAMETER);
            lane.r[d] = inside ? 1 : 0;
        };
    }

    /** A CTA is a cluster of its own here, so that only rank 0 exists. */
    private static Step mapToRank(Instruction i, Operands operands) {
        PtxType type = Bits.type(i);
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), type);
        int rank = operands.source(i.operands().get(2), PtxType.U32);
        return lane -> {
            if (lane.r[rank] != 0) {
                throw StopException.unsupported("clusters of several CTAs");
            }
            lane.r[d] = lane.r[a];
        };
    }

    private static Step rank(Instruction i, Operands operands) {
        int d = operands.destination(i.operands().get(0));
        return lane -> lane.r[d] = 0;
    }
}
