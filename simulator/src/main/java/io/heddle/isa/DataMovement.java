package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Moves data between registers and converts addresses (PTX ISA 9.7.9): {@code mov}, {@code cvta},
 * {@code isspacep}, {@code mapa}, {@code getctarank}.
 */
public final class DataMovement {
    private DataMovement() {}

    /** Decodes a {@code mov}, or an instruction that converts or tests an address. */
    public static Step decode(Decoder d, Instruction i) {
        return switch (i.opcode()) {
            case "mov" -> mov(d, i);
            case "cvta" -> cvta(d, i);
            case "isspacep" -> isspacep(d, i);
            default -> toItself(d, i);
        };
    }

    private static Step mov(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        Operand to = i.operands().get(0);
        Operand from = i.operands().get(1);
        if (to instanceof Operand.Vector v) {
            return unpack(d, v.elements(), d.source(from, type), type);
        }
        if (from instanceof Operand.Vector v) {
            return pack(d, d.destination(to), v.elements(), type);
        }
        int destination = d.destination(to);
        if (type == PtxType.PRED) {
            int p =
                    from instanceof Operand.Immediate c
                            ? d.constant(c.bits() != 0 ? 1 : 0, 1)
                            : d.source(from, type);
            return new CopyStep(destination, p);
        }
        int source = d.source(from, type);
        if (d.widthOf(to) == type.bits()
                && (d.widthOf(from) == type.bits() || !(from instanceof Operand.Register))) {
            if (from instanceof Operand.SpecialRegister) {
                return new ResizingStep(destination, source, type.bits());
            }
            return new CopyStep(destination, source);
        }
        return new ResizingStep(destination, source, type.bits());
    }

    /** A copy between registers of one width. */
    private static final class CopyStep extends ValueStep {
        private final int destination;
        private final int source;

        CopyStep(int destination, int source) {
            this.destination = destination;
            this.source = source;
        }

        @Override
        public void execute(Warp w, int mask) {
            byte[] tags = w.tags;
            long[] bits = w.bits;
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                byte tag = tags[source + lane];
                if (tag == Tag.PIECES) {
                    w.set(destination + lane, w.value(source + lane));
                } else {
                    tags[destination + lane] = tag;
                    bits[destination + lane] = bits[source + lane];
                }
            }
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    private static final class ResizingStep extends LaneStep {
        private final int destination;
        private final int source;
        private final int width;

        ResizingStep(int destination, int source, int width) {
            super(destination);
            this.destination = destination;
            this.source = source;
            this.width = width;
        }

        @Override
        void lane(Warp w, int lane) {
            w.set(destination + lane, w.value(source + lane).resize(width));
        }
    }

    private static Step unpack(Decoder d, List<Operand> to, int source, PtxType type) {
        int n = type.bits() / to.size();
        int[] destinations = new int[to.size()];
        for (int k = 0; k < destinations.length; k++) {
            destinations[k] = d.destination(to.get(k));
        }
        return new LaneStep(destinations) {
            @Override
            void lane(Warp w, int lane) {
                Value v = LogicAndShift.concretise(w, w.value(source + lane).resize(type.bits()));
                for (int k = 0; k < destinations.length; k++) {
                    w.set(destinations[k] + lane, v.slice(k * n, n));
                }
            }
        };
    }

    private static Step pack(Decoder d, int destination, List<Operand> from, PtxType type) {
        int n = type.bits() / from.size();
        int[] sources = new int[from.size()];
        for (int k = 0; k < sources.length; k++) {
            sources[k] = d.source(from.get(k), PtxType.valueOf("B" + n));
        }
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value v = w.value(sources[0] + lane).resize(n);
                for (int k = 1; k < sources.length; k++) {
                    v = v.concat(w.value(sources[k] + lane).resize(n));
                }
                w.set(destination + lane, v);
            }
        };
    }

    // ---------------------------------------------------------------- addresses

    /** The state space that an instruction names; none for generic addressing. */
    static Optional<StateSpace> space(Instruction i) {
        for (String m : i.modifiers()) {
            String base = m.contains("::") ? m.substring(0, m.indexOf("::")) : m;
            switch (base) {
                case "shared", "global", "local", "const", "param":
                    return Optional.of(StateSpace.valueOf(base.toUpperCase(Locale.ROOT)));
                default:
                    break;
            }
        }
        return Optional.empty();
    }

    private static StateSpace requiredSpace(Instruction i) {
        return space(i).orElseThrow(() -> NotModelled.form(i));
    }

    private static Step cvta(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        long window = Decoder.window(requiredSpace(i));
        long add = i.has("to") ? -window : window;
        int destination = d.destination(i.operands().get(0));
        int source = d.source(i.operands().get(1), type);
        if (add == 0) {
            return new CopyStep(destination, source);
        }
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if (w.tags[source + lane] == Tag.CONCRETE) {
                    w.setConcrete(
                            destination + lane,
                            w.bits[source + lane] + add & Value.mask(type.bits()));
                } else if (w.tags[source + lane] == Tag.UNDEFINED) {
                    w.set(destination + lane, w.value(source + lane));
                } else {
                    throw new UnsupportedPtxException("an address that is not concrete");
                }
            }
        };
    }

    private static Step isspacep(Decoder d, Instruction i) {
        StateSpace space = requiredSpace(i);
        int destination = d.destination(i.operands().get(0));
        int source = d.source(i.operands().get(1), PtxType.U64);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                long address = w.address(source + lane, lane, this);
                w.setConcrete(destination + lane, AddressSpace.isIn(address, space) ? 1 : 0);
            }
        };
    }

    /**
     * {@code mapa} and {@code getctarank} in a cluster of one CTA: every address belongs to the CTA
     * itself, whose rank is 0.
     */
    private static Step toItself(Decoder d, Instruction i) {
        d.requireClusterOfOne(i.opcode());
        PtxType type = Decoder.type(i);
        int destination = d.destination(i.operands().get(0));
        if (i.opcode().equals("getctarank")) {
            return new CopyStep(destination, d.constant(0, 32));
        }
        int source = d.source(i.operands().get(1), type);
        int rank = d.source(i.operands().get(2), PtxType.U32);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if (w.tags[rank + lane] != Tag.CONCRETE || w.bits[rank + lane] != 0) {
                    throw new UnsupportedPtxException(
                            "the rank may be that of another CTA, whose shared memory is not"
                                    + " modelled");
                }
                w.set(destination + lane, w.value(source + lane));
            }
        };
    }
}
