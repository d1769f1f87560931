package io.heddle.machine;

import io.heddle.sync.shadow.WrittenBytes;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.HashMap;
import java.util.Map;

/**
 * What a store writes, as {@link WrittenBytes}: a constant is compared by its bytes, a term by its
 * id and the position in it, anything else as a whole value.
 */
final class StoredBytes implements WrittenBytes {
    /** Kind of a source that is a concatenation of pieces; other kinds are tags. */
    private static final int PIECES = 0x100;

    private final Map<Value, Integer> numbers = new HashMap<>();

    // The store that is being executed.
    private Warp warp;
    private int[] registers;
    private int elementBytes;

    /** The bytes that a warp stores from registers, one element after the other. */
    WrittenBytes of(Warp newWarp, int[] newRegisters, int newElementBytes) {
        warp = newWarp;
        registers = newRegisters;
        elementBytes = newElementBytes;
        return this;
    }

    @Override
    public long at(int lane, int displacement, int bytes) {
        int element = displacement / elementBytes;
        int from = displacement - element * elementBytes;
        if (from + bytes > elementBytes) {
            return ofElements(lane, element, bytes);
        }
        int index = registers[element] + lane;
        byte tag = warp.tags[index];
        long payload = warp.bits[index];
        if (tag == Tag.CONCRETE) {
            return WrittenBytes.known(payload >>> from * Byte.SIZE & mask(bytes));
        }
        if (tag == Tag.F32 && from + bytes <= Float.BYTES) {
            return WrittenBytes.symbolic(tag, (int) payload, from);
        }
        return of(warp.value(index).resize(elementBytes * Byte.SIZE), from, bytes);
    }

    private static long mask(int bytes) {
        return Value.mask(bytes * Byte.SIZE);
    }

    /** Combines elements that are smaller than a cell. */
    private long ofElements(int lane, int first, int bytes) {
        Value all = null;
        for (int k = 0; k < bytes / elementBytes; k++) {
            Value v = warp.value(registers[first + k] + lane).resize(elementBytes * Byte.SIZE);
            all = all == null ? v : all.concat(v);
        }
        return of(all, 0, bytes);
    }

    private long of(Value all, int from, int bytes) {
        Value v = all.slice(from * Byte.SIZE, bytes * Byte.SIZE);
        if (v.isConcrete()) {
            return WrittenBytes.known(v.payload());
        }
        if (v.undefinedTerm() != 0) {
            return WrittenBytes.UNKNOWN;
        }
        Value.Piece piece = v.pieces()[0];
        boolean single = v.pieces().length == 1 && piece.low() % Byte.SIZE == 0;
        if (single && (Tag.isFloat(piece.tag()) || piece.tag() == Tag.INT)) {
            return WrittenBytes.symbolic(
                    piece.tag(), Tag.term(piece.payload()), piece.low() / Byte.SIZE);
        }
        int number = numbers.computeIfAbsent(v, k -> numbers.size());
        return WrittenBytes.symbolic(PIECES, number, 0);
    }
}
