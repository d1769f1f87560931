package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.machine.Warp;
import io.heddle.replay.machine.WarpOperation;
import io.heddle.replay.number.Bits;
import java.util.List;

/**
 * shfl, vote, match, activemask, redux, elect, bar.warp.sync (PTX ISA 9.7.9.6, 9.7.13): the lanes
 * of the member mask meet; the old forms without a mask take the lanes that are at the instruction
 * when no lane of the warp can go on.
 */
final class WarpSteps {
    private static final long POISON = 0xFFFFFFFFL;

    private WarpSteps() {}

    static Step decode(Instruction i, Operands operands) {
        return switch (i.opcode()) {
            case "shfl" -> shuffle(i, operands);
            case "vote" -> vote(i, operands);
            case "match" -> match(i, operands);
            case "redux" -> WarpReduction.decode(i, operands);
            case "elect" -> elect(i, operands);
            case "activemask" -> activeMask(i, operands);
            default -> meetOnly(operands.source(i.operands().get(0), PtxType.B32));
        };
    }

    /** Waits at {@code operation} for the lanes in slot {@code mask}; −1: without a mask. */
    static Step meet(WarpOperation operation, int mask) {
        if (mask < 0) {
            return lane -> lane.warp.meetConvergent(lane, operation);
        }
        return lane -> lane.warp.meet(lane, operation, lane.r[mask]);
    }

    private static int mask(Instruction i, Operands operands) {
        List<Operand> list = i.operands();
        return i.has("sync") ? operands.source(list.get(list.size() - 1), PtxType.B32) : -1;
    }

    private static Step meetOnly(int mask) {
        WarpOperation nothing =
                new WarpOperation() {
                    @Override
                    public void complete(Warp warp, int lanes) {}

                    @Override
                    public boolean meets(WarpOperation other) {
                        return getClass() == other.getClass();
                    }
                };
        return meet(nothing, mask);
    }

    private static Operand first(Operand destination) {
        return destination instanceof Operand.Pair p ? p.first() : destination;
    }

    private static int second(Operand destination, Operands operands) {
        return destination instanceof Operand.Pair p
                ? operands.destination(p.second())
                : operands.scratch();
    }

    private static Step shuffle(Instruction i, Operands operands) {
        List<Operand> list = i.operands();
        int d = operands.destination(first(list.get(0)));
        int p = second(list.get(0), operands);
        int a = operands.source(list.get(1), PtxType.B32);
        int b = operands.source(list.get(2), PtxType.B32);
        int c = operands.source(list.get(3), PtxType.B32);
        String mode = i.modifiers().stream().filter(m -> !m.equals("sync")).findFirst().orElse("");
        WarpOperation operation =
                (warp, lanes) -> {
                    long[] values = new long[32];
                    for (Lane lane : warp.lanes) {
                        boolean here = (lanes >>> lane.laneId & 1) != 0;
                        values[lane.laneId] = here ? lane.r[a] & 0xFFFFFFFFL : POISON;
                    }
                    for (int k = warp.lanes.length; k < 32; k++) {
                        values[k] = POISON;
                    }
                    for (Lane lane : warp.lanes) {
                        if ((lanes >>> lane.laneId & 1) != 0) {
                            int source = sourceLane(mode, lane, (int) lane.r[b], (int) lane.r[c]);
                            lane.r[p] = source >= 0 ? 1 : 0;
                            lane.r[d] = values[source >= 0 ? source : lane.laneId];
                        }
                    }
                };
        return meet(operation, mask(i, operands));
    }

    /** The lane to copy from, or −1 where it is out of range. */
    private static int sourceLane(String mode, Lane lane, int b, int c) {
        int id = lane.laneId;
        int offset = b & 31;
        int clamp = c & 31;
        int segment = c >>> 8 & 31;
        int maxLane = (id & segment) | (clamp & ~segment);
        int minLane = id & segment;
        int j =
                switch (mode) {
                    case "up" -> id - offset;
                    case "down" -> id + offset;
                    case "bfly" -> id ^ offset;
                    case "idx" -> minLane | (offset & ~segment);
                    default -> throw StopException.unsupported("shfl." + mode);
                };
        boolean inRange = mode.equals("up") ? j >= maxLane : j <= maxLane;
        return inRange ? j : -1;
    }

    private static Step vote(Instruction i, Operands operands) {
        int d = operands.destination(i.operands().get(0));
        int a = operands.predicate(i.operands().get(1));
        String mode = i.modifiers().stream().filter(m -> !m.equals("sync")).findFirst().orElse("");
        WarpOperation operation =
                (warp, lanes) -> {
                    int yes = 0;
                    for (Lane lane : warp.lanes) {
                        if ((lanes >>> lane.laneId & 1) != 0 && lane.r[a] != 0) {
                            yes |= 1 << lane.laneId;
                        }
                    }
                    long result =
                            switch (mode) {
                                case "all" -> yes == lanes ? 1 : 0;
                                case "any" -> yes != 0 ? 1 : 0;
                                case "uni" -> yes == lanes || yes == 0 ? 1 : 0;
                                default -> yes & 0xFFFFFFFFL;
                            };
                    give(warp, lanes, d, result);
                };
        return meet(operation, mask(i, operands));
    }

    /** Sets slot {@code d} of all of {@code lanes}. */
    static void give(Warp warp, int lanes, int d, long value) {
        for (Lane lane : warp.lanes) {
            if ((lanes >>> lane.laneId & 1) != 0) {
                lane.r[d] = value;
            }
        }
    }

    private static Step match(Instruction i, Operands operands) {
        int d = operands.destination(first(i.operands().get(0)));
        int p = second(i.operands().get(0), operands);
        PtxType type = Bits.type(i);
        int a = operands.source(i.operands().get(1), type);
        long bits = Bits.mask(type.bits());
        boolean all = i.has("all");
        WarpOperation operation =
                (warp, lanes) -> {
                    for (Lane lane : warp.lanes) {
                        if ((lanes >>> lane.laneId & 1) == 0) {
                            continue;
                        }
                        int equal = 0;
                        for (Lane other : warp.lanes) {
                            if ((lanes >>> other.laneId & 1) != 0
                                    && (other.r[a] & bits) == (lane.r[a] & bits)) {
                                equal |= 1 << other.laneId;
                            }
                        }
                        boolean whole = equal == lanes;
                        lane.r[p] = whole ? 1 : 0;
                        lane.results = all && !whole ? 0 : equal & 0xFFFFFFFFL;
                    }
                    for (Lane lane : warp.lanes) {
                        if ((lanes >>> lane.laneId & 1) != 0) {
                            lane.r[d] = lane.results;
                        }
                    }
                };
        return meet(operation, mask(i, operands));
    }

    /** The leader is the lowest lane of the mask. */
    private static Step elect(Instruction i, Operands operands) {
        int d = operands.destination(first(i.operands().get(0)));
        int p = second(i.operands().get(0), operands);
        WarpOperation operation =
                (warp, lanes) -> {
                    int leader = Integer.numberOfTrailingZeros(lanes);
                    give(warp, lanes, d, leader);
                    give(warp, lanes, p, 0);
                    warp.lanes[leader].r[p] = 1;
                };
        return meet(operation, mask(i, operands));
    }

    private static Step activeMask(Instruction i, Operands operands) {
        int d = operands.destination(i.operands().get(0));
        return meet((warp, lanes) -> give(warp, lanes, d, lanes & 0xFFFFFFFFL), -1);
    }
}
