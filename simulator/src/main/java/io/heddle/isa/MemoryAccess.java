package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.LoadUse;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.sync.shadow.Access;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.Shadow;
import io.heddle.sync.shadow.WrittenBytes;
import io.heddle.term.Rational;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code ld}, {@code ldu} and {@code st} (PTX ISA 9.7.9.8 to 9.7.9.12). Cache and eviction hints,
 * {@code .volatile}, {@code .relaxed} and scopes do not change the value; where two conflicting
 * accesses are not ordered, they decide how the conflict is reported, not whether.
 */
public final class MemoryAccess {
    private MemoryAccess() {}

    /** Decodes a load or a store. */
    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        boolean store = i.opcode().equals("st");
        MemoryOperand place = MemoryOperand.of(d, i, i.operands().get(store ? 0 : 1));
        Operand data = i.operands().get(store ? 1 : 0);
        List<Operand> elements = data instanceof Operand.Vector v ? v.elements() : List.of(data);
        Atomics.requireElements(i, elements.size());
        int[] registers = new int[elements.size()];
        for (int k = 0; k < registers.length; k++) {
            registers[k] = store ? d.source(elements.get(k), type) : d.destination(elements.get(k));
        }
        boolean readsOnly = i.has("nc") || i.opcode().equals("ldu"); // of data never written
        return store
                ? new StoreStep(place, registers, type)
                : new LoadStep(place, registers, type, readsOnly, d.use(i), Polls.canWait(i));
    }

    /** Base of loads and stores: finds the objects that the lanes access. */
    private abstract static class AccessStep extends ValueStep implements AddressedStep {
        private final LaneAccess.Kind kind;
        final MemoryOperand place;
        final int[] registers;
        final PtxType type;
        final int elementBytes;
        final int bytes;
        private MemoryObject last;

        AccessStep(LaneAccess.Kind kind, MemoryOperand place, int[] registers, PtxType type) {
            this.kind = kind;
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

        @Override
        public final List<LaneAccess> accesses() {
            return List.of(new LaneAccess(kind, place, bytes));
        }

        /**
         * The object that all lanes access, if one object serves for every lane: each address is
         * concrete, aligned and within its bounds. Else null: each lane has to find its own. (This
         * runs for every load and store, hence no {@code Optional}.)
         *
         * @param offsets receives the lanes' offsets in the object
         */
        final MemoryObject findTogether(Warp w, int mask, long[] offsets) {
            if (w.isConditional()) {
                return null;
            }
            int first = Integer.numberOfTrailingZeros(mask);
            long address = place.concreteAddress(w, first);
            MemoryObject o = last;
            if (o == null || !o.existsFor(w.cta().number()) || !contains(o, address)) {
                o = w.machine().addresses().shareable(address, w);
                if (o == null) {
                    return null;
                }
                w.machine().addresses().assumeAligned(o, bytes, this);
                last = o;
            }
            long base = o.base();
            long limit = o.size() - bytes;
            if (!place.offsets(w, mask, base, offsets)) {
                return null;
            }
            long outside = 0;
            long all = 0;
            for (int m = mask; m != 0; m &= m - 1) {
                long offset = offsets[Integer.numberOfTrailingZeros(m)];
                all |= base + offset;
                outside |= offset | limit - offset;
            }
            return outside < 0 || (all & (bytes - 1)) != 0 ? null : o;
        }

        private boolean contains(MemoryObject o, long address) {
            long offset = address - o.base();
            return offset >= 0 && offset + bytes <= o.size();
        }

        final boolean isWhole(MemoryObject o, Warp w, int register) {
            return o.unit() == elementBytes && w.width(register) == type.bits();
        }

        /** The object that a lane accesses, or null after a finding. */
        final MemoryObject find(long address, Warp w, int lane, boolean write) {
            return w.machine().addresses().resolve(address, bytes, w, lane, this, write);
        }

        final void report(List<Conflict> conflicts, MemoryObject o, Warp w, boolean write) {
            for (Conflict c : conflicts) {
                int lane = c.thread() - w.globalThread(0);
                w.machine().reportRace(c, o, w, lane, this, write);
            }
        }
    }

    private static final class LoadStep extends AccessStep {
        private final boolean nonCoherent;
        private final LoadUse use;
        private final boolean canWait;
        private final Polls polls = new Polls();

        LoadStep(
                MemoryOperand place,
                int[] registers,
                PtxType type,
                boolean nonCoherent,
                LoadUse use,
                boolean canWait) {
            super(LaneAccess.Kind.LOAD, place, registers, type);
            this.nonCoherent = nonCoherent;
            this.use = use;
            this.canWait = canWait;
        }

        @Override
        public boolean isUnusedLoad() {
            return use.isUnused();
        }

        @Override
        public boolean endsItsLoop() {
            return use.endsItsLoop();
        }

        @Override
        public void execute(Warp w, int mask) {
            w.machine().countAccesses(mask, false);
            if (canWait) {
                int lane = Integer.numberOfTrailingZeros(mask);
                polls.count(w, lane, place.concreteAddress(w, lane));
            }
            long[] offsets = w.machine().laneOffsets();
            MemoryObject o = findTogether(w, mask, offsets);
            if (o == null) {
                executeLanes(w, mask);
                return;
            }
            if (o.shadow() != null) {
                report(record(o, w, mask, offsets), o, w, false);
            }
            for (int k = 0; k < registers.length; k++) {
                int at = k * elementBytes;
                int left =
                        isWhole(o, w, registers[k])
                                ? o.loadCells(mask, offsets, at, w.tags, w.bits, registers[k])
                                : mask;
                for (int m = left; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    loadElement(w, o, offsets[lane] + at, registers[k], lane);
                }
            }
        }

        private List<Conflict> record(MemoryObject o, Warp w, int mask, long[] offsets) {
            int thread = w.globalThread(0);
            return nonCoherent
                    ? o.shadow().readNonCoherentWarp(thread, mask, index(), offsets, bytes)
                    : o.shadow().readWarp(thread, mask, index(), offsets, bytes);
        }

        private void executeLanes(Warp w, int mask) {
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int term = place.addressTerm(w, lane);
                if (term != 0) {
                    gather(w, lane, SymbolicAddress.of(term, place.spaces(), w, lane, this));
                    continue;
                }
                long address = place.address(w, lane, this);
                MemoryObject o = address == Warp.NO_ADDRESS ? null : find(address, w, lane, false);
                if (o == null) {
                    unknown(w, lane);
                    continue;
                }
                load(w, lane, o, address - o.base());
            }
        }

        private void recordRead(Warp w, int lane, MemoryObject o, long offset) {
            if (o.shadow() != null) {
                Conflict c = record(w, lane, o.shadow(), offset);
                if (c != null) {
                    w.machine().reportRace(c, o, w, lane, this, false);
                }
            }
        }

        private void load(Warp w, int lane, MemoryObject o, long offset) {
            recordRead(w, lane, o, offset);
            for (int k = 0; k < registers.length; k++) {
                loadElement(w, o, offset + (long) k * elementBytes, registers[k], lane);
            }
        }

        private void gather(Warp w, int lane, SymbolicAddress address) {
            MemoryObject o = address.isNever() ? null : address.object(w, lane);
            if (address.isNever()) {
                unknown(w, lane);
                return;
            }
            if (o == null) {
                throw new UnsupportedPtxException(address.dependence() + address.hint(true));
            }
            if (!address.isInside(o, bytes, w, lane, this, false)) {
                unknown(w, lane);
                return;
            }
            address.requireInput(o);
            if (!Gather.isOfInput(address, o, bytes)) {
                Places places = new Places(address, w, lane);
                if (places.isFew() || o.tensor() == null) {
                    readPlaces(w, lane, address, places);
                    return;
                }
            }
            Gather gather = Gather.at(address, o, bytes, w, this);
            for (int k = 0; k < registers.length; k++) {
                set(w, lane, k, gather.value(k * elementBytes, elementBytes));
            }
        }

        /** Reads at each place where the address may be. */
        private void readPlaces(Warp w, int lane, SymbolicAddress address, Places places) {
            PlacedRead read = new PlacedRead(address, elementBytes);
            places.forEach(
                    Places.MAX_LOADED,
                    "loads",
                    at -> {
                        MemoryObject o = find(at, w, lane, false);
                        if (o != null) {
                            List<Value> values = values(w, lane, o, at - o.base());
                            read.add(at, places.isAt(Rational.of(at)), values);
                        }
                    });
            if (read.isEmpty()) {
                unknown(w, lane);
                return;
            }
            for (int k = 0; k < registers.length; k++) {
                set(w, lane, k, read.value(w, k));
            }
        }

        private List<Value> values(Warp w, int lane, MemoryObject o, long offset) {
            recordRead(w, lane, o, offset);
            List<Value> values = new ArrayList<>();
            for (int k = 0; k < registers.length; k++) {
                long at = offset + (long) k * elementBytes;
                values.add(w.load(o, at, elementBytes, lane, w.reading(this, lane, type)));
            }
            return values;
        }

        private void set(Warp w, int lane, int k, Value v) {
            int index = registers[k] + lane;
            w.set(index, extended(w, v, w.width(index)));
        }

        private Conflict record(Warp w, int lane, Shadow shadow, long offset) {
            int thread = w.globalThread(lane);
            if (w.isConditional()) {
                int path = w.path(lane);
                return shadow.accessUnder(
                        List.of(
                                nonCoherent
                                        ? Access.readNonCoherent(
                                                path, thread, index(), offset, bytes)
                                        : Access.read(path, thread, index(), offset, bytes)));
            }
            return nonCoherent
                    ? shadow.readNonCoherent(thread, index(), offset, bytes)
                    : shadow.read(thread, index(), offset, bytes);
        }

        private void loadElement(Warp w, MemoryObject o, long at, int register, int lane) {
            int index = register + lane;
            ReadContext read = w.reading(this, lane, type);
            boolean direct =
                    !w.isConditional()
                            && isWhole(o, w, index)
                            && o.loadCell(at, w.tags, w.bits, index, read);
            if (!direct) {
                Value v = w.load(o, at, elementBytes, lane, read);
                w.set(index, extended(w, v, w.width(index)));
            }
        }

        /**
         * Extends a loaded value to a register wider than the type: by its sign if the type is
         * signed.
         */
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
            int undefined = w.machine().undefined().ofFailedAccess();
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
        StoreStep(MemoryOperand place, int[] registers, PtxType type) {
            super(LaneAccess.Kind.STORE, place, registers, type);
        }

        @Override
        public void execute(Warp w, int mask) {
            w.machine().countAccesses(mask, true);
            long[] offsets = w.machine().laneOffsets();
            MemoryObject o = findTogether(w, mask, offsets);
            if (o == null || !o.isWritable() || leaks(w, mask, o)) {
                executeLanes(w, mask);
                return;
            }
            if (o.shadow() != null) {
                report(record(o, w, mask, offsets), o, w, true);
            }
            for (int k = 0; k < registers.length; k++) {
                int at = k * elementBytes;
                if (isWhole(o, w, registers[k]) && !w.hasPieces(registers[k], mask)) {
                    o.storeCells(mask, offsets, at, w.tags, w.bits, registers[k]);
                    continue;
                }
                for (int m = mask; m != 0; m &= m - 1) {
                    int lane = Integer.numberOfTrailingZeros(m);
                    storeElement(w, lane, o, offsets[lane] + at, registers[k] + lane);
                }
            }
        }

        private List<Conflict> record(MemoryObject o, Warp w, int mask, long[] offsets) {
            WrittenBytes values = w.machine().stored(w, registers, elementBytes);
            return o.shadow().writeWarp(w.globalThread(0), mask, index(), offsets, bytes, values);
        }

        /** True if a lane would store an address to a tensor. */
        private boolean leaks(Warp w, int mask, MemoryObject o) {
            for (int register : registers) {
                for (int m = mask; m != 0; m &= m - 1) {
                    int i = register + Integer.numberOfTrailingZeros(m);
                    if (w.machine().addresses().isLeak(o, w.tags[i], w.bits[i])) {
                        return true;
                    }
                }
            }
            return false;
        }

        private void executeLanes(Warp w, int mask) {
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int term = place.addressTerm(w, lane);
                if (term != 0) {
                    Places.forEach(
                            SymbolicAddress.of(term, place.spaces(), w, lane, this),
                            bytes,
                            w,
                            lane,
                            this,
                            "stores",
                            at -> store(w, lane, at, true));
                    continue;
                }
                store(w, lane, place.address(w, lane, this), false);
            }
        }

        /**
         * Stores at an address.
         *
         * @param one it is one of several at which the lane may store
         */
        private void store(Warp w, int lane, long address, boolean one) {
            MemoryObject o = address == Warp.NO_ADDRESS ? null : find(address, w, lane, true);
            if (o != null) {
                store(w, lane, o, address - o.base(), one);
            }
        }

        private void store(Warp w, int lane, MemoryObject o, long offset, boolean one) {
            if (!o.isWritable()) {
                w.machine().addresses().reportReadOnly(o, offset, w, lane, this);
                return;
            }
            if (o.shadow() != null) {
                WrittenBytes values = w.machine().stored(w, registers, elementBytes);
                Conflict c = record(w, lane, o.shadow(), offset, values);
                if (c != null) {
                    w.machine().reportRace(c, o, w, lane, this, true);
                }
            }
            for (int k = 0; k < registers.length; k++) {
                long at = offset + (long) k * elementBytes;
                if (one) {
                    storeThere(w, lane, o, at, registers[k] + lane);
                } else {
                    storeElement(w, lane, o, at, registers[k] + lane);
                }
            }
        }

        /** Stores an element at one of several places. */
        private void storeThere(Warp w, int lane, MemoryObject o, long at, int register) {
            Value given = w.value(register).resize(type.bits());
            Value old = o.load(at, elementBytes, w.reading(null, lane, null));
            Value v = w.machine().paths().stored(w.path(lane), given, old);
            w.machine().addresses().checkLeak(o, given.tag(), given.payload(), this);
            o.store(at, v);
        }

        private Conflict record(Warp w, int lane, Shadow shadow, long offset, WrittenBytes values) {
            int thread = w.globalThread(lane);
            if (w.isConditional()) {
                Access a = Access.write(w.path(lane), thread, index(), offset, bytes);
                return shadow.accessUnder(List.of(a.of(values, lane)));
            }
            return shadow.write(thread, index(), offset, bytes, values);
        }

        private void storeElement(Warp w, int lane, MemoryObject o, long at, int register) {
            byte tag = w.tags[register];
            boolean direct =
                    o.unit() == elementBytes
                            && w.width(register) == type.bits()
                            && tag != Tag.PIECES
                            && !w.isConditional();
            if (direct) {
                w.machine().addresses().checkLeak(o, tag, w.bits[register], this);
                o.storeCell(at, tag, w.bits[register]);
                return;
            }
            Value v = w.stored(o, at, w.value(register).resize(type.bits()), lane);
            w.machine().addresses().checkLeak(o, v.tag(), v.payload(), this);
            o.store(at, v);
        }
    }
}
