package io.heddle.isa.matrix;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.isa.CollectiveStep;
import io.heddle.isa.LinesStep;
import io.heddle.isa.MemoryOperand;
import io.heddle.isa.NotModelled;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.MemoryObject;
import io.heddle.memory.ReadContext;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.value.Tag;
import io.heddle.value.Value;

/**
 * {@code wmma.load} and {@code wmma.store} (PTX ISA 9.7.14.4.3 and 4): move a matrix, whose rows or
 * columns lie a stride apart, between memory and the registers of a warp.
 *
 * <p>PTX does not specify which thread accesses which element, so every lane counts as making each
 * access. "The starting address of each instance of the leading dimension (row or column) must be
 * aligned with the size of the corresponding fragment in bytes" (PTX ISA 9.7.14.4.2). Of the first
 * one that is required, up to the 32 bytes of CUDA's {@code load_matrix_sync}; of the others only
 * up to 16 bytes, which is what CUDA requires of the stride.
 */
final class WmmaTransfer {
    private static final int WIDEST = 16;
    private static final int WIDEST_START = 32;

    private WmmaTransfer() {}

    static Step decode(Decoder d, Instruction i) {
        boolean store = i.has("store");
        String operand = operand(i);
        MatrixForm.Shape shape = MatrixForm.Shape.of(i);
        MatrixType type = MatrixForm.types(i).get(0);
        FragmentLayout layout = Wmma.layout(operand, shape, type);
        Storage storage = storage(d, i, operand, shape, type, store);
        Operand data = i.operands().get(store ? 1 : 0);
        int[] registers = store ? Fragment.sources(d, data, type) : Fragment.destinations(d, data);
        return store
                ? new StoreStep(d, storage, registers, layout)
                : new LoadStep(d, storage, registers, layout);
    }

    private static String operand(Instruction i) {
        for (String m : new String[] {"a", "b", "c", "d"}) {
            if (i.has(m)) {
                return m;
            }
        }
        throw NotModelled.form(i);
    }

    private static Storage storage(
            Decoder d,
            Instruction i,
            String operand,
            MatrixForm.Shape shape,
            MatrixType type,
            boolean store) {
        int rows = operand.equals("b") ? shape.k() : shape.m();
        int columns = operand.equals("a") ? shape.k() : shape.n();
        boolean byRows = i.has("row");
        int lines = byRows ? rows : columns;
        int length = byRows ? columns : rows;
        Operand stride = i.operands().size() > 2 ? i.operands().get(2) : null;
        Operand data = i.operands().get(store ? 1 : 0);
        int registers = data instanceof Operand.Vector v ? v.elements().size() : 1;
        int fragment = registers * Math.max(32, type.bits()) / 8;
        return new Storage(
                MemoryOperand.of(
                        d,
                        i,
                        i.operands().get(store ? 0 : 1),
                        MemoryOperand.Spaces.GLOBAL_AND_SHARED),
                stride == null ? d.constant(length, 32) : d.source(stride, PtxType.U32),
                type,
                lines,
                length,
                byRows,
                Math.min(WIDEST_START, fragment),
                Math.min(WIDEST, fragment));
    }

    /**
     * A matrix in memory, as lines of neighbouring elements.
     *
     * @param place address of the first line
     * @param stride lane base of the distance between two lines, in elements
     * @param type of the elements
     * @param lines number of lines
     * @param length elements of a line
     * @param byRows true if the lines are the rows, false if they are the columns
     * @param start alignment of the first line, in bytes
     * @param alignment of each line, in bytes
     */
    private record Storage(
            MemoryOperand place,
            int stride,
            MatrixType type,
            int lines,
            int length,
            boolean byRows,
            int start,
            int alignment) {
        int at(int row, int column) {
            return byRows ? row * length + column : column * length + row;
        }

        int lineBytes() {
            return length * type.bits() / 8;
        }

        /** Bytes that one access takes: a line, or as much as its alignment allows. */
        int chunk() {
            return Math.min(lineBytes(), alignment);
        }
    }

    /**
     * Base of {@code wmma.load} and {@code wmma.store}: finds the lines in memory and records the
     * accesses to them.
     */
    private abstract static class MatrixStep extends CollectiveStep implements LinesStep {
        final Storage storage;
        final int[] registers;
        final int[] slots; // by lane and element of the fragment: the element of the matrix

        MatrixStep(
                Decoder d,
                Storage storage,
                int[] registers,
                FragmentLayout layout,
                int... destinations) {
            super(d.constant(0xffffffffL, 32), destinations);
            this.storage = storage;
            this.registers = registers;
            int n = layout.elements();
            if (registers.length * storage.type().perRegister() != n) {
                throw new UnsupportedPtxException(
                        "a fragment of "
                                + registers.length
                                + " registers; this form has "
                                + n / storage.type().perRegister());
            }
            slots = new int[Warp.LANES * n];
            for (int lane = 0; lane < Warp.LANES; lane++) {
                for (int e = 0; e < n; e++) {
                    slots[lane * n + e] = storage.at(layout.row(lane, e), layout.column(lane, e));
                }
            }
        }

        @Override
        public final int lines() {
            return storage.lines();
        }

        @Override
        public final int lineBytes() {
            return storage.lineBytes();
        }

        @Override
        public final boolean accessesMemory() {
            return true;
        }

        @Override
        public final long[] addressAndPitch(Warp w) {
            long address = storage.place().address(w, 0, this);
            int stride = w.width(storage.stride());
            for (int lane = 0; lane < Warp.LANES; lane++) {
                if (w.tags[storage.stride() + lane] != Tag.CONCRETE) {
                    throw new UnsupportedPtxException("the stride is not concrete");
                }
                if (storage.place().address(w, lane, this) != address
                        || w.bits[storage.stride() + lane] != w.bits[storage.stride()]) {
                    throw new UnsupportedPtxException(
                            "lanes give different addresses or strides, whose effect is not"
                                    + " specified");
                }
            }
            long bits = (w.bits[storage.stride()] & Value.mask(stride)) * storage.type().bits();
            if (bits % 8 != 0) {
                throw new UnsupportedPtxException("the stride is not a whole number of bytes");
            }
            return address == Warp.NO_ADDRESS ? null : new long[] {address, bits / 8};
        }

        /**
         * Finds the objects that hold the chunks, line by line; null after a finding.
         *
         * @param offsets receives the offset of each chunk in its object, in bytes
         */
        final MemoryObject[] chunks(Warp w, boolean write, long[] offsets) {
            int chunk = storage.chunk();
            int perLine = storage.lineBytes() / chunk;
            MemoryObject[] objects = new MemoryObject[offsets.length];
            long[] start = addressAndPitch(w);
            boolean wide =
                    start != null
                            && storage.start() > chunk
                            && storage.start() <= storage.lineBytes();
            if (wide
                    && w.machine().addresses().resolve(start[0], storage.start(), w, 0, this, write)
                            == null) {
                return objects;
            }
            for (int k = 0; start != null && k < objects.length; k++) {
                long address = start[0] + k / perLine * start[1] + (long) (k % perLine) * chunk;
                MemoryObject o = w.machine().addresses().resolve(address, chunk, w, 0, this, write);
                if (o != null) {
                    offsets[k] = address - o.base();
                    objects[k] = record(w, o, offsets[k], chunk, write) ? o : null;
                }
            }
            return objects;
        }

        /** Records that all lanes access a chunk; false if a finding forbids the access. */
        private boolean record(Warp w, MemoryObject o, long offset, int bytes, boolean write) {
            if (write && !o.isWritable()) {
                w.machine().addresses().reportReadOnly(o, offset, w, 0, this);
                return false;
            }
            if (o.shadow() == null) {
                if (!o.isShareable()) {
                    throw new UnsupportedPtxException("a matrix in local memory");
                }
                return true;
            }
            WholeWarpAccess.record(w, this, o, offset, bytes, write);
            return true;
        }

        final int chunkCount() {
            return storage.lines() * storage.lineBytes() / storage.chunk();
        }

        final int elementsPerChunk() {
            return storage.chunk() * 8 / storage.type().bits();
        }
    }

    private static final class LoadStep extends MatrixStep {
        LoadStep(Decoder d, Storage storage, int[] registers, FragmentLayout layout) {
            super(d, storage, registers, layout, registers);
        }

        @Override
        protected void together(Warp w, int lanes) {
            MatrixMultiply.requireAllLanes(lanes);
            w.machine().countAccesses(lanes, false);
            Wmma.assumeLayout(w, this);
            Value[] elements = elements(w);
            int per = storage.type().perRegister();
            int at = 0;
            for (int lane = 0; lane < Warp.LANES; lane++) {
                for (int r : registers) {
                    Value v = elements[slots[at++]];
                    for (int e = 1; e < per; e++) {
                        v = v.concat(elements[slots[at++]]);
                    }
                    w.set(r + lane, v);
                }
            }
        }

        private Value[] elements(Warp w) {
            long[] offsets = new long[chunkCount()];
            MemoryObject[] objects = chunks(w, false, offsets);
            int per = elementsPerChunk();
            int bits = storage.type().bits();
            Value[] elements = new Value[offsets.length * per];
            ReadContext read = w.reading(this, 0, PtxType.B32);
            for (int x = 0; x < elements.length; x++) {
                MemoryObject o = objects[x / per];
                int bit = x % per * bits;
                elements[x] =
                        o == null
                                ? Value.whole(
                                        Tag.UNDEFINED,
                                        w.machine().undefined().ofFailedAccess(),
                                        bits)
                                : o.load(offsets[x / per] + bit / 8, Math.max(1, bits / 8), read)
                                        .slice(bit % 8, bits);
            }
            return elements;
        }
    }

    private static final class StoreStep extends MatrixStep {
        StoreStep(Decoder d, Storage storage, int[] registers, FragmentLayout layout) {
            super(d, storage, registers, layout);
        }

        @Override
        protected void together(Warp w, int lanes) {
            MatrixMultiply.requireAllLanes(lanes);
            w.machine().countAccesses(lanes, true);
            Wmma.assumeLayout(w, this);
            long[] offsets = new long[chunkCount()];
            MemoryObject[] objects = chunks(w, true, offsets);
            int per = elementsPerChunk();
            int bits = storage.type().bits();
            int at = 0;
            for (int lane = 0; lane < Warp.LANES; lane++) {
                for (int r : registers) {
                    Value v = w.value(r + lane).resize(Math.max(32, bits));
                    for (int e = 0; e < storage.type().perRegister(); e++) {
                        int x = slots[at++];
                        MemoryObject o = objects[x / per];
                        if (o != null) {
                            long to = offsets[x / per] + (long) (x % per) * bits / 8;
                            store(w, lane, o, to, v.slice(e * bits, bits));
                        }
                    }
                }
            }
        }

        private void store(Warp w, int lane, MemoryObject o, long at, Value v) {
            Value all = w.stored(o, at, v, lane);
            w.machine().addresses().checkLeak(o, all.tag(), all.payload(), this);
            o.store(at, all);
        }
    }
}
