package io.heddle.memory;

import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Instruction;
import io.heddle.sync.shadow.Shadow;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Arrays;
import java.util.BitSet;

/**
 * One object in memory: a tensor, a shared, local, constant or global variable, or a parameter
 * block.
 *
 * <p>Its bytes are cells of {@code unit} bytes. A cell is a tag and a payload as a register lane is
 * ({@link Tag}); accesses of another width than the unit split and join cells exactly. Cells are
 * allocated in chunks on first touch and initialised by the object's {@link Contents}.
 */
public final class MemoryObject {
    static final int CHUNK_BITS = 8;
    private static final int CHUNK = 1 << CHUNK_BITS;

    /** The initial contents of an object, for cells that were never accessed. */
    public interface Contents {
        /** The value of the cell at index {@code cell} to who reads it first. */
        Value initial(long cell, ReadContext read);

        /**
         * Puts the value of a cell at index {@code at} of the arrays if it is no more than a tag
         * and a payload that need no {@link Value} to be made; false if it is more.
         */
        default boolean initialise(long cell, byte[] tags, long[] payloads, int at) {
            return false;
        }
    }

    private final String name;
    private final long base;
    private final long size;
    private final int unit;
    private int promised = 256; // as tensors are aligned
    private final int unitShift;
    private final boolean writable;
    private final TensorSpec tensor;
    private final Contents contents;
    private final Shadow shadow;
    private final byte[][] tags;
    private final long[][] payloads;
    private final Value[][] values; // of PIECES cells
    private final byte[][] written; // per cell: 1 if stored to
    private final int cta;
    private Instruction gather; // the first that reads where data decide, or null

    /**
     * An object of {@code size} bytes at {@code base}.
     *
     * @param unit bytes a cell: 1, 2, 4 or 8
     * @param tensor the tensor, or null
     * @param shadow for race detection, or null for thread-private objects
     * @param cta number of the CTA that it belongs to, or −1 for all
     */
    public MemoryObject(
            String name,
            long base,
            long size,
            int unit,
            boolean writable,
            TensorSpec tensor,
            Contents contents,
            Shadow shadow,
            int cta) {
        this.name = name;
        this.base = base;
        this.size = size;
        this.unit = unit;
        this.unitShift = Integer.numberOfTrailingZeros(unit);
        this.writable = writable;
        this.tensor = tensor;
        this.contents = contents;
        this.shadow = shadow;
        this.cta = cta;
        int chunks = (int) ((size / unit + CHUNK) >>> CHUNK_BITS) + 1;
        this.tags = new byte[chunks][];
        this.payloads = new long[chunks][];
        this.values = new Value[chunks][];
        this.written = new byte[chunks][];
    }

    public String name() {
        return name;
    }

    /** Sets the alignment in bytes of the first byte that its declaration promises. */
    public MemoryObject promising(int alignment) {
        promised = alignment;
        return this;
    }

    /** True, once for each alignment, if an access needs more than has been promised. */
    public boolean needsMoreThanPromised(int alignment) {
        if (alignment <= promised) {
            return false;
        }
        promised = alignment;
        return true;
    }

    /** Notes that an instruction reads the object's initial contents where data decide. */
    public void noteGather(Instruction by) {
        if (gather == null) {
            gather = by;
        }
    }

    /** The first instruction of which {@link #noteGather} was told, or null. */
    public Instruction gather() {
        return gather;
    }

    /** Generic address of the first byte. */
    public long base() {
        return base;
    }

    /** Bytes. */
    public long size() {
        return size;
    }

    /** Bytes a cell. */
    public int unit() {
        return unit;
    }

    /** False for constants and parameters. */
    public boolean isWritable() {
        return writable;
    }

    public TensorSpec tensor() {
        return tensor;
    }

    /** The race detector's record, or null for thread-private and constant memory. */
    public Shadow shadow() {
        return shadow;
    }

    /** True for an object that has the same generic address for all threads of a CTA. */
    public boolean isShareable() {
        return shadow != null || cta < 0;
    }

    /** True if it is the same object for all CTAs. */
    public boolean isOfAllCtas() {
        return cta < 0;
    }

    /** True if the object exists for the CTA of a number. */
    public boolean existsFor(int someCta) {
        return cta < 0 || cta == someCta;
    }

    /** {@code x[1,2]} for a tensor element, {@code shared tile+128} for a variable. */
    public String describe(long offset) {
        if (tensor != null) {
            long slot = Math.floorDiv(offset, (long) tensor.type().bytes());
            if (tensor.isRowMajor() && slot >= 0 && slot < tensor.size()) {
                return tensor.symbol().element(slot);
            }
            return name + " at byte " + offset + " of " + size;
        }
        return name + "+" + offset;
    }

    private int chunkOf(long cell) {
        int c = (int) (cell >>> CHUNK_BITS);
        if (tags[c] == null) {
            tags[c] = new byte[CHUNK];
            Arrays.fill(tags[c], Tag.UNTOUCHED);
            payloads[c] = new long[CHUNK];
        }
        return c;
    }

    /**
     * Copies the aligned cell at byte {@code offset} into a register lane; true if it was possible
     * without a {@link Value}.
     */
    public boolean loadCell(
            long offset, byte[] laneTags, long[] lanePayloads, int lane, ReadContext read) {
        long cell = offset >>> unitShift;
        int c = chunkOf(cell);
        int i = (int) cell & (CHUNK - 1);
        byte tag = tags[c][i];
        if (tag == Tag.UNTOUCHED) {
            initialise(cell, c, i, read);
            tag = tags[c][i];
        }
        if (tag == Tag.PIECES) {
            return false;
        }
        laneTags[lane] = tag;
        lanePayloads[lane] = payloads[c][i];
        return true;
    }

    /**
     * Like {@link #loadCell} for several lanes: those of {@code lanes}, each from {@code
     * displacement} bytes beyond its of {@code offsets}, as far as the cells have been touched.
     *
     * @param register the index of the first lane
     * @return the lanes that are left: their cells are untouched, or need a {@link Value}
     */
    public int loadCells(
            int lanes,
            long[] offsets,
            int displacement,
            byte[] laneTags,
            long[] lanePayloads,
            int register) {
        int left = 0;
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            long cell = offsets[lane] + displacement >>> unitShift;
            byte[] chunk = tags[(int) (cell >>> CHUNK_BITS)];
            int i = (int) cell & (CHUNK - 1);
            byte tag = chunk == null ? Tag.UNTOUCHED : chunk[i];
            if (tag == Tag.UNTOUCHED || tag == Tag.PIECES) {
                left |= 1 << lane;
            } else {
                laneTags[register + lane] = tag;
                lanePayloads[register + lane] = payloads[(int) (cell >>> CHUNK_BITS)][i];
            }
        }
        return left;
    }

    /** Like {@link #storeCell} for several lanes, in their order; see {@link #loadCells}. */
    public void storeCells(
            int lanes,
            long[] offsets,
            int displacement,
            byte[] laneTags,
            long[] lanePayloads,
            int register) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            int lane = Integer.numberOfTrailingZeros(rest);
            storeCell(
                    offsets[lane] + displacement,
                    laneTags[register + lane],
                    lanePayloads[register + lane]);
        }
    }

    /** Stores a lane that is not PIECES into the aligned cell at byte {@code offset}. */
    public void storeCell(long offset, byte tag, long payload) {
        long cell = offset >>> unitShift;
        int c = chunkOf(cell);
        int i = (int) cell & (CHUNK - 1);
        tags[c][i] = tag;
        payloads[c][i] = payload;
        markWritten(c, i);
    }

    private void markWritten(int c, int i) {
        if (written[c] == null) {
            written[c] = new byte[CHUNK];
        }
        written[c][i] = 1;
    }

    private void initialise(long cell, int c, int i, ReadContext read) {
        if (!contents.initialise(cell, tags[c], payloads[c], i)) {
            put(c, i, contents.initial(cell, read));
        }
    }

    private void put(int c, int i, Value v) {
        byte tag = v.tag();
        tags[c][i] = tag;
        payloads[c][i] = v.payload();
        if (tag == Tag.PIECES) {
            if (values[c] == null) {
                values[c] = new Value[CHUNK];
            }
            values[c][i] = v;
        }
    }

    private Value cell(long cell, ReadContext read) {
        int c = chunkOf(cell);
        int i = (int) cell & (CHUNK - 1);
        if (tags[c][i] == Tag.UNTOUCHED) {
            initialise(cell, c, i, read);
        }
        return held(c, i);
    }

    private Value held(int c, int i) {
        return tags[c][i] == Tag.PIECES
                ? values[c][i]
                : Value.whole(tags[c][i], payloads[c][i], unit * 8);
    }

    /** The {@code bytes} bytes at {@code offset}, little-endian. */
    public Value load(long offset, int bytes, ReadContext read) {
        Value result = null;
        long at = offset;
        long end = offset + bytes;
        while (at < end) {
            long cell = at >>> unitShift;
            int from = (int) (at - (cell << unitShift));
            int count = (int) Math.min(unit - from, end - at);
            Value part = touched(cell(cell, read).slice(from * 8, count * 8), cell, read);
            result = result == null ? part : result.concat(part);
            at += count;
        }
        return result;
    }

    /** {@code part} of a cell with its initial contents for the bytes that no store has touched. */
    private Value touched(Value part, long cell, ReadContext read) {
        Value result = part;
        int at = 0;
        for (Value.Piece p : part.pieces()) {
            if (p.tag() == Tag.UNTOUCHED) {
                result = result.splice(at, contents.initial(cell, read).slice(p.low(), p.width()));
            }
            at += p.width();
        }
        return result;
    }

    /** The cell before a store to a part of it, which is no read of the rest. */
    private Value cellToChange(int c, int i) {
        return tags[c][i] == Tag.UNTOUCHED ? Value.whole(Tag.UNTOUCHED, 0, unit * 8) : held(c, i);
    }

    /** Stores {@code v}, of a whole number of bytes, at {@code offset}. */
    public void store(long offset, Value v) {
        long at = offset;
        long end = offset + v.width() / 8;
        while (at < end) {
            long cell = at >>> unitShift;
            int from = (int) (at - (cell << unitShift));
            int count = (int) Math.min(unit - from, end - at);
            Value part = v.slice((int) (at - offset) * 8, count * 8);
            int c = chunkOf(cell);
            int i = (int) cell & (CHUNK - 1);
            put(c, i, count == unit ? part : cellToChange(c, i).splice(from * 8, part));
            markWritten(c, i);
            at += count;
        }
    }

    /** True if anything was stored to the object. */
    public boolean isWritten() {
        for (byte[] chunk : written) {
            if (chunk != null) {
                return true;
            }
        }
        return false;
    }

    /** What was stored to the object, which may not be stored to any more. */
    StoredCells stored() {
        return new StoredCells(unit, tags, payloads, values, written);
    }

    /** The cells that were stored to, in whole or in part. */
    public BitSet writtenCells() {
        BitSet cells = new BitSet();
        for (int c = 0; c < written.length; c++) {
            for (int i = 0; written[c] != null && i < CHUNK; i++) {
                if (written[c][i] != 0) {
                    cells.set((c << CHUNK_BITS) + i);
                }
            }
        }
        return cells;
    }
}
