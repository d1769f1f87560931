package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.AddressedStep;
import io.heddle.isa.CollectiveStep;
import io.heddle.isa.LaneAccess;
import io.heddle.isa.MemoryOperand;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.List;

/**
 * {@code ldmatrix}, {@code stmatrix} and {@code movmatrix} (PTX ISA 9.7.14.5.15 to 17): move
 * matrices between shared memory and the registers of a warp, as {@link MatrixLayout} says.
 *
 * <p>Lane 8i + r gives the address of row r of matrix i. PTX leaves open which thread accesses the
 * row: the one that gives its address, or those that hold its elements. So every lane of the warp
 * counts as accessing it, and whatever conflicts with the access must be ordered with all lanes. (A
 * thread that stores a row and then passes its address on, without a barrier for the warp in
 * between, races: another lane might not have stored its part yet.) Reads by the lanes do not
 * conflict with each other; two rows stored at one address do.
 */
public final class MatrixTransfer {
    private static final int ROW_BYTES = 16;
    private static final int WORD_BYTES = 4;
    private static final int ALL_LANES = -1;

    private MatrixTransfer() {}

    /** Decodes an {@code ldmatrix}, a {@code stmatrix} or a {@code movmatrix}. */
    public static Step decode(Decoder d, Instruction i) {
        if (i.opcode().equals("movmatrix")) {
            return transpose(d, i);
        }
        boolean store = i.opcode().equals("stmatrix");
        MatrixLayout layout = layout(i, store);
        Operand address = i.operands().get(store ? 0 : 1);
        Operand data = i.operands().get(store ? 1 : 0);
        List<Operand> elements = data instanceof Operand.Vector v ? v.elements() : List.of(data);
        int count = i.has("x1") ? 1 : i.has("x2") ? 2 : 4;
        if (elements.size() != count) {
            throw new UnsupportedPtxException(
                    elements.size() + " registers; .x" + count + " moves " + count);
        }
        int[] registers = new int[count];
        for (int k = 0; k < count; k++) {
            registers[k] =
                    store ? d.source(elements.get(k), PtxType.B32) : d.destination(elements.get(k));
        }
        MemoryOperand place = MemoryOperand.of(d, i, address);
        int everyone = d.constant(0xffffffffL, 32);
        return store
                ? new StoreStep(everyone, place, registers, layout)
                : new LoadStep(everyone, place, registers, layout, storedBits(i, layout));
    }

    /** The layout that the modifiers name. */
    private static MatrixLayout layout(Instruction i, boolean store) {
        boolean trans = i.has("trans");
        if (i.has("m8n8") && i.has("b16")) {
            return trans ? MatrixLayout.M8N8_TRANS : MatrixLayout.M8N8;
        }
        return store ? MatrixLayout.M16N8_TRANS : MatrixLayout.M8N16;
    }

    /**
     * Bits of an element in memory: 6 or 4 if the instruction extends it with zeros to 8 bits, else
     * as many as in the register.
     */
    private static int storedBits(Instruction i, MatrixLayout layout) {
        return i.has("b6x16_p32") ? 6 : i.has("b4x16_p64") ? 4 : layout.elementBits();
    }

    private static void requireWholeWarp(int lanes) {
        if (lanes != ALL_LANES) {
            throw new UnsupportedPtxException(
                    "some lanes of the warp do not exist or have exited, whose effect is not"
                            + " specified");
        }
    }

    // ---------------------------------------------------------------- movmatrix

    private static Step transpose(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int source = d.source(i.operands().get(1), PtxType.B32);
        MatrixLayout from = MatrixLayout.M8N8;
        MatrixLayout to = MatrixLayout.M8N8_TRANS;
        return new CollectiveStep(d.constant(0xffffffffL, 32), destination) {
            @Override
            protected void together(Warp w, int lanes) {
                requireWholeWarp(lanes);
                Value[] elements = new Value[MatrixLayout.ROWS * MatrixLayout.ROWS];
                for (int lane = 0; lane < Warp.LANES; lane++) {
                    Value v = w.value(source + lane).resize(32);
                    for (int e = 0; e < 2; e++) {
                        int at = from.row(lane, e) * MatrixLayout.ROWS + from.position(lane, e);
                        elements[at] = v.slice(16 * e, 16);
                    }
                }
                for (int lane = 0; lane < Warp.LANES; lane++) {
                    Value low =
                            elements[to.row(lane, 0) * MatrixLayout.ROWS + to.position(lane, 0)];
                    Value high =
                            elements[to.row(lane, 1) * MatrixLayout.ROWS + to.position(lane, 1)];
                    w.set(destination + lane, low.concat(high));
                }
            }
        };
    }

    // ---------------------------------------------------------------- ldmatrix, stmatrix

    /**
     * Base of {@code ldmatrix} and {@code stmatrix}: finds the rows in memory and records the
     * accesses to them.
     */
    private abstract static class RowsStep extends CollectiveStep implements AddressedStep {
        private final MemoryOperand place;
        final int[] registers;
        final MatrixLayout layout;

        RowsStep(
                int everyone,
                MemoryOperand place,
                int[] registers,
                MatrixLayout layout,
                int... destinations) {
            super(everyone, destinations);
            this.place = place;
            this.registers = registers;
            this.layout = layout;
        }

        abstract LaneAccess.Kind kind();

        @Override
        public final List<LaneAccess> accesses() {
            int rows = registers.length * MatrixLayout.ROWS;
            return List.of(new LaneAccess(kind(), place, ROW_BYTES, rows));
        }

        @Override
        public final boolean accessesMemory() {
            return true;
        }

        /**
         * Finds the objects that hold the rows. Row r of matrix i has index 8i + r; its object is
         * null after a finding.
         *
         * @param offsets receives the offset of each row in its object, in bytes
         */
        final MemoryObject[] rows(Warp w, boolean write, long[] offsets) {
            MemoryObject[] objects = new MemoryObject[registers.length * MatrixLayout.ROWS];
            for (int lane = 0; lane < objects.length; lane++) {
                long address = place.address(w, lane, this);
                if (address == Warp.NO_ADDRESS) {
                    continue;
                }
                if (!AddressSpace.isIn(address, StateSpace.SHARED)) {
                    throw new UnsupportedPtxException("the address is not in shared memory");
                }
                MemoryObject o =
                        w.machine().addresses().resolve(address, ROW_BYTES, w, lane, this, write);
                objects[lane] = o;
                offsets[lane] = o == null ? 0 : address - o.base();
            }
            return objects;
        }

        /** Records that all lanes access a row. */
        final void record(Warp w, MemoryObject o, long offset, boolean write) {
            WholeWarpAccess.record(w, this, o, offset, ROW_BYTES, write);
        }
    }

    private static final class LoadStep extends RowsStep {
        private final int storedBits;

        LoadStep(
                int everyone,
                MemoryOperand place,
                int[] registers,
                MatrixLayout layout,
                int storedBits) {
            super(everyone, place, registers, layout, registers);
            this.storedBits = storedBits;
        }

        @Override
        LaneAccess.Kind kind() {
            return LaneAccess.Kind.ROWS_LOAD;
        }

        @Override
        protected void together(Warp w, int lanes) {
            requireWholeWarp(lanes);
            w.machine().countAccesses(lanes, false);
            long[] offsets = new long[registers.length * MatrixLayout.ROWS];
            MemoryObject[] objects = rows(w, false, offsets);
            for (int r = 0; r < objects.length; r++) {
                if (objects[r] != null) {
                    record(w, objects[r], offsets[r], false);
                }
            }
            ReadContext read = w.reading(this, 0, PtxType.B32);
            for (int k = 0; k < registers.length; k++) {
                for (int lane = 0; lane < Warp.LANES; lane++) {
                    load(w, lane, k, objects, offsets, read);
                }
            }
        }

        private void load(
                Warp w, int lane, int k, MemoryObject[] objects, long[] offsets, ReadContext read) {
            int register = registers[k] + lane;
            if (!layout.isContiguous() || storedBits != layout.elementBits()) {
                w.set(register, gather(w, lane, k, objects, offsets, read));
                return;
            }
            int row = k * MatrixLayout.ROWS + layout.row(lane, 0);
            MemoryObject o = objects[row];
            if (o == null) {
                w.set(register, absent(w, 32));
                return;
            }
            long at = offsets[row] + (long) layout.position(lane, 0) * layout.elementBits() / 8;
            if (o.unit() != WORD_BYTES
                    || w.width(register) != 32
                    || !o.loadCell(at, w.tags, w.bits, register, read)) {
                w.set(register, o.load(at, WORD_BYTES, read));
            }
        }

        /** Loads the elements of a register one by one. */
        private Value gather(
                Warp w, int lane, int k, MemoryObject[] objects, long[] offsets, ReadContext read) {
            Value result = null;
            for (int e = 0; e < layout.elements(); e++) {
                int row = k * MatrixLayout.ROWS + layout.row(lane, e);
                Value v =
                        objects[row] == null
                                ? absent(w, storedBits)
                                : element(
                                        objects[row], offsets[row], layout.position(lane, e), read);
                v = v.resize(layout.elementBits());
                result = result == null ? v : result.concat(v);
            }
            return result;
        }

        private Value element(MemoryObject o, long offset, int position, ReadContext read) {
            int bit = position * storedBits;
            int bytes = (bit + storedBits - 1) / 8 - bit / 8 + 1;
            return o.load(offset + bit / 8, bytes, read).slice(bit % 8, storedBits);
        }

        private static Value absent(Warp w, int width) {
            return Value.whole(Tag.UNDEFINED, w.machine().undefined().ofFailedAccess(), width);
        }
    }

    private static final class StoreStep extends RowsStep {
        StoreStep(int everyone, MemoryOperand place, int[] registers, MatrixLayout layout) {
            super(everyone, place, registers, layout);
        }

        @Override
        LaneAccess.Kind kind() {
            return LaneAccess.Kind.ROWS_STORE;
        }

        @Override
        protected void together(Warp w, int lanes) {
            requireWholeWarp(lanes);
            w.machine().countAccesses(lanes, true);
            long[] offsets = new long[registers.length * MatrixLayout.ROWS];
            MemoryObject[] objects = rows(w, true, offsets);
            for (int r = 0; r < objects.length; r++) {
                if (objects[r] != null) {
                    record(w, objects[r], offsets[r], true);
                }
            }
            for (int k = 0; k < registers.length; k++) {
                for (int lane = 0; lane < Warp.LANES; lane++) {
                    Value v = w.value(registers[k] + lane).resize(32);
                    for (int e = 0; e < layout.elements(); e++) {
                        int row = k * MatrixLayout.ROWS + layout.row(lane, e);
                        if (objects[row] != null) {
                            int bits = layout.elementBits();
                            long at = offsets[row] + (long) layout.position(lane, e) * bits / 8;
                            store(w, lane, objects[row], at, v.slice(e * bits, bits));
                        }
                    }
                }
            }
        }

        private static void store(Warp w, int lane, MemoryObject o, long at, Value v) {
            o.store(at, w.stored(o, at, v, lane));
        }
    }
}
