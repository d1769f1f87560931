package io.heddle.isa;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.sim.Decoder;
import io.heddle.sim.MemoryObject;
import io.heddle.sim.Step;
import io.heddle.sim.Tag;
import io.heddle.sim.Value;
import io.heddle.sim.Views;
import io.heddle.sim.Warp;
import io.heddle.sync.Conflict;
import io.heddle.term.TermStore;
import java.util.List;

/**
 * {@code ld}, {@code ldu} and {@code st} (PTX ISA 9.7.9.8 to 9.7.9.12). Cache and eviction hints,
 * {@code .volatile}, {@code .relaxed} and scopes change nothing here: an unordered conflicting
 * access is a race whatever its qualifiers.
 */
final class MemoryAccess {
    private MemoryAccess() {}

    static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (type == null) {
            return null;
        }
        boolean store = i.opcode().equals("st");
        Place place = place(d, i.operands().get(store ? 0 : 1), DataMovement.space(i));
        Operand data = i.operands().get(store ? 1 : 0);
        List<Operand> elements = data instanceof Operand.Vector v ? v.elements() : List.of(data);
        int[] registers = new int[elements.size()];
        for (int k = 0; k < registers.length; k++) {
            registers[k] = store ? d.source(elements.get(k), type) : d.destination(elements.get(k));
        }
        return store
                ? new StoreStep(place, registers, type)
                : new LoadStep(place, registers, type, i.has("nc"));
    }

    /**
     * A memory operand.
     *
     * @param register lane base of the base register, or −1 where the address is absolute
     * @param offset what is added: offset and window, or the absolute generic address
     * @param narrow true if the base is a 32-bit register, whose sum with the offset wraps
     * @param displacement the offset alone, for the narrow sum
     */
    record Place(int register, long offset, boolean narrow, long displacement) {
        /** The generic address for a lane, or −1 after a finding. */
        long address(Warp w, int lane, Step step) {
            if (register < 0) {
                return offset;
            }
            long base =
                    w.tags[register + lane] == Tag.CONCRETE
                            ? w.bits[register + lane]
                            : w.address(register + lane, lane, step);
            if (narrow && base >= 0) {
                return (base + displacement & 0xffffffffL) + offset;
            }
            return base == -1 ? -1 : base + offset;
        }
    }

    static Place place(Decoder d, Operand o, StateSpace space) {
        long window = Decoder.window(space);
        Operand base = o;
        long displacement = 0;
        if (o instanceof Operand.Address a) {
            base = a.base();
            displacement = a.offset();
        }
        if (base instanceof Operand.Symbol s) {
            return new Place(-1, d.genericAddress(s) + displacement, false, 0);
        }
        if (base instanceof Operand.Immediate c) {
            return new Place(-1, c.bits() + displacement + window, false, 0);
        }
        int register = d.source(base, PtxType.B64);
        boolean narrow = d.widthOf(base) == 32;
        return narrow
                ? new Place(register, window, true, displacement)
                : new Place(register, window + displacement, false, 0);
    }

    /**
     * What loads and stores share: finding the object of each lane's address, remembering the last
     * one.
     */
    private abstract static class AccessStep extends Step {
        final Place place;
        final int[] registers;
        final PtxType type;
        final int elementBytes;
        final int bytes;
        private MemoryObject last;

        AccessStep(Place place, int[] registers, PtxType type) {
            this.place = place;
            this.registers = registers;
            this.type = type;
            this.elementBytes = Math.max(1, type.bits() / 8);
            this.bytes = elementBytes * registers.length;
        }

        @Override
        public final boolean accessesMemory() {
            return true;
        }

        final MemoryObject find(long address, Warp w, int lane, boolean write) {
            MemoryObject o = last;
            if (o != null && o.isShareable()) {
                long offset = address - o.base();
                if (offset >= 0
                        && offset + bytes <= o.size()
                        && (address & (bytes - 1)) == 0
                        && o.isCurrent(w)) {
                    return o;
                }
            }
            o = w.machine().resolve(address, bytes, w, lane, this, write);
            if (o != null) {
                last = o;
            }
            return o;
        }
    }

    private static final class LoadStep extends AccessStep {
        private final boolean nonCoherent;

        LoadStep(Place place, int[] registers, PtxType type, boolean nonCoherent) {
            super(place, registers, type);
            this.nonCoherent = nonCoherent;
        }

        @Override
        public void execute(Warp w, int mask) {
            w.machine().countAccesses(mask, false);
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long address = place.address(w, lane, this);
                MemoryObject o = address == -1 ? null : find(address, w, lane, false);
                if (o == null) {
                    unknown(w, lane);
                    continue;
                }
                load(w, lane, o, address - o.base());
            }
        }

        private void load(Warp w, int lane, MemoryObject o, long offset) {
            w.machine().reading(this, w.thread(lane), type);
            if (o.shadow() != null) {
                if (w.isConditional()) {
                    w.machine().noteConditionalAccess(w, lane, this);
                }
                int thread = w.globalThread(lane);
                Conflict c =
                        nonCoherent
                                ? o.shadow().readNonCoherent(thread, index(), offset, bytes)
                                : o.shadow().read(thread, index(), offset, bytes);
                if (c != null) {
                    w.machine().reportRace(c, o, w, lane, this, false);
                }
            }
            for (int k = 0; k < registers.length; k++) {
                long at = offset + (long) k * elementBytes;
                int register = registers[k] + lane;
                if (o.unit() == elementBytes
                        && w.width(register) == type.bits()
                        && o.loadCell(at, w.tags, w.bits, register)) {
                    continue;
                }
                w.set(register, extended(w, o.load(at, elementBytes), w.width(register)));
            }
        }

        /** A register wider than the type takes the value extended as its signedness says. */
        private Value extended(Warp w, Value v, int width) {
            if (width <= v.width() || !type.isSigned()) {
                return v;
            }
            if (v.isConcrete()) {
                return Value.concrete(Views.signExtend(v.payload(), v.width()), width);
            }
            int t = w.views().integer(v, v.width(), true);
            return w.views().ofInteger(t, width, true);
        }

        private void unknown(Warp w, int lane) {
            int undefined = w.machine().undefinedAccess();
            for (int r : registers) {
                w.set(r + lane, Value.whole(Tag.UNDEFINED, undefined, w.width(r)));
            }
        }

        @Override
        public int[] destinations() {
            return registers.clone();
        }
    }

    private static final class StoreStep extends AccessStep {
        StoreStep(Place place, int[] registers, PtxType type) {
            super(place, registers, type);
        }

        @Override
        public void execute(Warp w, int mask) {
            w.machine().countAccesses(mask, true);
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long address = place.address(w, lane, this);
                MemoryObject o = address == -1 ? null : find(address, w, lane, true);
                if (o != null) {
                    store(w, lane, o, address - o.base());
                }
            }
        }

        private void store(Warp w, int lane, MemoryObject o, long offset) {
            if (!o.isWritable()) {
                w.machine().reportReadOnly(o, offset, w, lane, this);
                return;
            }
            if (o.shadow() != null) {
                if (w.isConditional()) {
                    w.machine().noteConditionalAccess(w, lane, this);
                }
                int tag = registers.length == 1 ? w.machine().valueTag(w, registers[0] + lane) : 0;
                Conflict c = o.shadow().write(w.globalThread(lane), index(), offset, bytes, tag);
                if (c != null) {
                    w.machine().reportRace(c, o, w, lane, this, true);
                }
            }
            for (int k = 0; k < registers.length; k++) {
                storeElement(w, lane, o, offset + (long) k * elementBytes, registers[k] + lane);
            }
        }

        private void storeElement(Warp w, int lane, MemoryObject o, long at, int register) {
            byte tag = w.tags[register];
            boolean direct =
                    o.unit() == elementBytes
                            && w.width(register) == type.bits()
                            && tag != Tag.PIECES
                            && !w.isConditional();
            if (direct) {
                w.machine().checkLeak(o, tag, w.bits[register], this);
                o.storeCell(at, tag, w.bits[register]);
                return;
            }
            Value v = w.value(register).resize(type.bits());
            TermStore s = w.store();
            int path = w.path(lane);
            if (path != s.trueTerm()) {
                w.machine().reading(null, w.thread(lane), type); // keeps what is there: no read
                v = w.views().ite(path, v, o.load(at, elementBytes));
            }
            w.machine().checkLeak(o, v.tag(), v.payload(), this);
            o.store(at, v);
        }
    }
}
