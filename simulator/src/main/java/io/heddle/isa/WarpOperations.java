package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.Arrays;

/**
 * Operations that lanes of a warp execute together (PTX ISA 9.7.9.5 shfl, 9.7.13 vote, match,
 * activemask, redux, elect). The lanes of a member mask wait for each other; their memory accesses
 * are not ordered by it.
 */
public final class WarpOperations {
    private static final int FULL = -1;

    private WarpOperations() {}

    /** Decodes an operation that the lanes of a warp execute together. */
    public static Step decode(Decoder d, Instruction i) {
        return switch (i.opcode()) {
            case "shfl" -> shfl(d, i);
            case "vote" -> vote(d, i);
            case "match" -> match(d, i);
            case "redux" -> redux(d, i);
            case "elect" -> elect(d, i);
            default -> activemask(d, i);
        };
    }

    private static void undefined(Warp w, int register, int lane, int term) {
        w.set(register + lane, Value.whole(Tag.UNDEFINED, term, w.width(register)));
    }

    private static int mask(Decoder d, Instruction i, int position) {
        return i.has("sync") ? d.source(i.operands().get(position), PtxType.B32) : -1;
    }

    // ---------------------------------------------------------------- shfl

    private static Step shfl(Decoder d, Instruction i) {
        Operand first = i.operands().get(0);
        int destination = d.destination(first instanceof Operand.Pair p ? p.first() : first);
        int predicate = first instanceof Operand.Pair p ? d.destination(p.second()) : -1;
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        String mode =
                i.modifiers().stream()
                        .filter(
                                m ->
                                        m.equals("up")
                                                || m.equals("down")
                                                || m.equals("bfly")
                                                || m.equals("idx"))
                        .findFirst()
                        .orElse("idx");
        int[] destinations =
                predicate < 0 ? new int[] {destination} : new int[] {destination, predicate};
        return new CollectiveStep(mask(d, i, 4), destinations) {
            @Override
            protected void together(Warp w, int lanes) {
                Value[] sources = new Value[Warp.LANES];
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    sources[lane] = w.value(a + lane).resize(32);
                }
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    int unknown = undefinedControl(w, lane);
                    if (unknown != 0) {
                        undefined(w, destination, lane, unknown);
                        if (predicate >= 0) {
                            undefined(w, predicate, lane, unknown);
                        }
                        continue;
                    }
                    int from = sourceLane(w, lane);
                    boolean inRange = from >= 0;
                    int j = inRange ? from : lane;
                    if (sources[j] == null || (lanes >>> j & 1) == 0) {
                        int thread = w.thread(lane);
                        String why = whyAbsent(w, j);
                        int t = w.machine().undefined().ofAbsentLane(this, thread, j, why);
                        undefined(w, destination, lane, t);
                    } else {
                        w.set(destination + lane, sources[j]);
                    }
                    if (predicate >= 0) {
                        w.setConcrete(predicate + lane, inRange ? 1 : 0);
                    }
                }
            }

            private String whyAbsent(Warp w, int lane) {
                if ((w.existing() >>> lane & 1) == 0) {
                    return ": the block ends before it";
                }
                return (w.live() >>> lane & 1) == 0 ? ": it has exited" : "";
            }

            /**
             * The term of an undefined operand of lane selection (lane or clamp), or 0 if both are
             * defined.
             */
            private int undefinedControl(Warp w, int lane) {
                int t = w.value(b + lane).undefinedTerm();
                return t != 0 ? t : w.value(c + lane).undefinedTerm();
            }

            /** The lane to read, or −1 if it is out of range (PTX ISA 9.7.9.6, semantics). */
            private int sourceLane(Warp w, int lane) {
                if ((w.tags[b + lane] | w.tags[c + lane]) != 0) {
                    throw new UnsupportedPtxException("the lane or clamp is not concrete");
                }
                int bval = (int) w.bits[b + lane] & 31;
                int cval = (int) w.bits[c + lane] & 31;
                int segment = (int) w.bits[c + lane] >>> 8 & 31;
                int maxLane = lane & segment | cval & ~segment;
                int minLane = lane & segment;
                switch (mode) {
                    case "up":
                        return lane - bval >= maxLane ? lane - bval : -1;
                    case "down":
                        return lane + bval <= maxLane ? lane + bval : -1;
                    case "bfly":
                        return (lane ^ bval) <= maxLane ? lane ^ bval : -1;
                    default:
                        int j = minLane | bval & ~segment;
                        return j <= maxLane ? j : -1;
                }
            }
        };
    }

    // ---------------------------------------------------------------- vote, match

    private static Step vote(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int p = d.predicate(i.operands().get(1));
        String mode =
                i.modifiers().stream()
                        .filter(m -> !m.equals("sync") && PtxType.parse(m) == null)
                        .findFirst()
                        .orElse("");
        return new CollectiveStep(mask(d, i, 2), destination) {
            /** All lanes get the same; it is known before one of them gets it. */
            @Override
            protected void together(Warp w, int lanes) {
                TermStore s = w.store();
                int any = s.falseTerm();
                int all = s.trueTerm();
                int ballot = 0;
                int unknown = 0;
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    int c = Comparison.predicate(w, p, lane);
                    any = s.or(any, c);
                    all = s.and(all, c);
                    if (c == s.trueTerm()) {
                        ballot |= 1 << lane;
                    } else if (s.op(c) == Op.UNDEFINED) {
                        unknown = c;
                    } else if (c != s.falseTerm() && mode.equals("ballot") && unknown == 0) {
                        throw new UnsupportedPtxException(
                                "the ballot depends on " + s.show(c, 100));
                    }
                }
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    switch (mode) {
                        case "any" -> w.setCondition(destination + lane, any);
                        case "all" -> w.setCondition(destination + lane, all);
                        case "uni" -> w.setCondition(destination + lane, s.or(all, s.not(any)));
                        case "ballot" -> {
                            if (unknown != 0) {
                                undefined(w, destination, lane, unknown);
                            } else {
                                w.setConcrete(destination + lane, ballot & 0xffffffffL);
                            }
                        }
                        default -> throw new UnsupportedPtxException("vote." + mode);
                    }
                }
            }
        };
    }

    private static Step match(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        Operand first = i.operands().get(0);
        int destination = d.destination(first instanceof Operand.Pair p ? p.first() : first);
        int predicate = first instanceof Operand.Pair p ? d.destination(p.second()) : -1;
        int a = d.source(i.operands().get(1), type);
        boolean all = i.has("all");
        int[] destinations =
                predicate < 0 ? new int[] {destination} : new int[] {destination, predicate};
        return new CollectiveStep(mask(d, i, 2), destinations) {
            /** The values are read before a lane's result is written, perhaps over its value. */
            @Override
            protected void together(Warp w, int lanes) {
                int unknown = 0;
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    if (w.tags[a + lane] == Tag.UNDEFINED) {
                        unknown = Tag.term(w.bits[a + lane]);
                    } else if (w.tags[a + lane] != Tag.CONCRETE) {
                        throw new UnsupportedPtxException(
                                "the values that it matches are not concrete");
                    }
                }
                long[] values = Arrays.copyOfRange(w.bits, a, a + Warp.LANES);
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    if (unknown != 0) {
                        undefined(w, destination, lane, unknown);
                        if (predicate >= 0) {
                            undefined(w, predicate, lane, unknown);
                        }
                        continue;
                    }
                    int equal = equalTo(values[lane], values, lanes);
                    boolean whole = equal == lanes;
                    w.setConcrete(destination + lane, (all && !whole ? 0 : equal) & 0xffffffffL);
                    if (predicate >= 0) {
                        w.setConcrete(predicate + lane, whole ? 1 : 0);
                    }
                }
            }

            private int equalTo(long value, long[] values, int lanes) {
                int equal = 0;
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    equal |= values[lane] == value ? 1 << lane : 0;
                }
                return equal;
            }
        };
    }

    // ---------------------------------------------------------------- redux, elect, activemask

    private static Step redux(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        String operation = i.modifiers().get(1);
        boolean real = FloatingPoint.isFloat(type);
        return new CollectiveStep(mask(d, i, 2), destination) {
            @Override
            protected void together(Warp w, int lanes) {
                Value[] results = new Value[Warp.LANES];
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    results[lane] = reduce(w, lanes);
                }
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    w.set(destination + lane, results[lane]);
                }
            }

            private Value reduce(Warp w, int group) {
                Value result = null;
                for (int m = group; m != 0; m &= m - 1) {
                    Value v = w.value(a + Integer.numberOfTrailingZeros(m)).resize(32);
                    result = result == null ? v : two(w, result, v);
                }
                return result;
            }

            private Value two(Warp w, Value x, Value y) {
                TermStore s = w.store();
                int undefined = x.undefinedTerm() != 0 ? x.undefinedTerm() : y.undefinedTerm();
                if (undefined != 0) {
                    return Value.whole(Tag.UNDEFINED, undefined, 32);
                }
                if (real) {
                    int p = w.views().real(x, io.heddle.term.FloatFormat.F32);
                    int q = w.views().real(y, io.heddle.term.FloatFormat.F32);
                    return w.views()
                            .ofReal(
                                    operation.equals("min") ? s.min(p, q) : s.max(p, q),
                                    io.heddle.term.FloatFormat.F32);
                }
                if (x.isConcrete() && y.isConcrete()) {
                    return Value.concrete(concrete(x.payload(), y.payload()), 32);
                }
                if (operation.equals("add")) {
                    int sum = s.add(w.views().congruent(x, 32), w.views().congruent(y, 32));
                    return w.views().ofSum(sum, 32, type.isSigned(), instruction(), x, y);
                }
                int p = w.views().comparedInteger(x, 32, type.isSigned());
                int q = w.views().comparedInteger(y, 32, type.isSigned());
                int t =
                        switch (operation) {
                            case "min" -> s.min(p, q);
                            case "max" -> s.max(p, q);
                            default ->
                                    throw new UnsupportedPtxException(
                                            operation + " of values that are not concrete");
                        };
                return w.views().ofInteger(t, 32, type.isSigned());
            }

            private long concrete(long x, long y) {
                long p = type.isSigned() ? Views.signExtend(x, 32) : x;
                long q = type.isSigned() ? Views.signExtend(y, 32) : y;
                return switch (operation) {
                    case "add" -> p + q;
                    case "min" -> Math.min(p, q);
                    case "max" -> Math.max(p, q);
                    case "and" -> p & q;
                    case "or" -> p | q;
                    default -> p ^ q;
                };
            }
        };
    }

    /**
     * {@code elect.sync}: PTX does not specify the leader. The lowest lane is chosen, and that
     * choice is a listed assumption.
     */
    private static Step elect(Decoder d, Instruction i) {
        Operand first = i.operands().get(0);
        Operand.Pair pair = first instanceof Operand.Pair p ? p : null;
        int destination = d.destination(pair == null ? first : pair.first());
        int predicate = pair == null ? -1 : d.destination(pair.second());
        int[] destinations =
                predicate < 0 ? new int[] {destination} : new int[] {destination, predicate};
        return new CollectiveStep(d.source(i.operands().get(1), PtxType.B32), destinations) {
            @Override
            protected void together(Warp w, int lanes) {
                w.machine()
                        .assume(
                                Assumption.Kind.OTHER,
                                "elect.sync chooses the lowest lane of its mask",
                                this);
                for (int m = lanes; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    int leader = Integer.numberOfTrailingZeros(lanes);
                    w.setConcrete(destination + lane, leader);
                    if (predicate >= 0) {
                        w.setConcrete(predicate + lane, lane == leader ? 1 : 0);
                    }
                }
            }
        };
    }

    /**
     * {@code activemask}: supported only where all live lanes of the warp are active; that they are
     * is a listed assumption.
     */
    private static Step activemask(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        return new ValueStep() {
            @Override
            public void execute(Warp w, int mask) {
                if (mask != w.live() || w.isConditional()) {
                    throw new UnsupportedPtxException(
                            "which lanes are active in a divergent warp depends on the schedule");
                }
                w.machine()
                        .assume(
                                Assumption.Kind.OTHER,
                                "all live lanes of a warp are active at activemask",
                                this);
                int value = mask == w.existing() && w.existing() == FULL ? FULL : mask;
                for (int m = mask; m != 0; m &= m - 1) {
                    w.setConcrete(
                            destination + Integer.numberOfTrailingZeros(m), value & 0xffffffffL);
                }
            }

            @Override
            public int[] destinations() {
                return new int[] {destination};
            }
        };
    }
}
