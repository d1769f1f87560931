package io.heddle.memory;

import io.heddle.value.Tag;
import io.heddle.value.Value;

/**
 * The cells of an object that were stored to. Their values are those of a moment: the object may
 * not be stored to any more.
 */
final class StoredCells {
    private static final int CHUNK = 1 << MemoryObject.CHUNK_BITS;

    private final int unit;
    private final byte[][] tags;
    private final long[][] payloads;
    private final Value[][] values;
    private final byte[][] written;

    /** The arrays as in {@link MemoryObject}; they are not copied. */
    StoredCells(int unit, byte[][] tags, long[][] payloads, Value[][] values, byte[][] written) {
        this.unit = unit;
        this.tags = tags;
        this.payloads = payloads;
        this.values = values;
        this.written = written;
    }

    /**
     * The value of a cell; bytes of it that no store has touched are {@link Tag#UNTOUCHED}. Null if
     * none was stored to.
     */
    Value at(long cell) {
        int c = (int) (cell >>> MemoryObject.CHUNK_BITS);
        int i = (int) cell & (CHUNK - 1);
        if (written[c] == null || written[c][i] == 0) {
            return null;
        }
        return tags[c][i] == Tag.PIECES
                ? values[c][i]
                : Value.whole(tags[c][i], payloads[c][i], unit * Byte.SIZE);
    }

    /** What is asked of a cell. */
    @FunctionalInterface
    interface Question<T> {
        T ask(long cell, Value value);
    }

    /** The first result that is not null of asking the cells in their order, or null. */
    <T> T first(Question<T> question) {
        for (int c = 0; c < written.length; c++) {
            for (int i = 0; written[c] != null && i < CHUNK; i++) {
                long cell = ((long) c << MemoryObject.CHUNK_BITS) + i;
                Value v = at(cell);
                T answer = v == null ? null : question.ask(cell, v);
                if (answer != null) {
                    return answer;
                }
            }
        }
        return null;
    }

    /** True if the same cells of the same object were stored to, with the same values. */
    boolean isSame(StoredCells other) {
        for (int c = 0; c < written.length; c++) {
            for (int i = 0; i < CHUNK && (written[c] != null || other.written[c] != null); i++) {
                long cell = ((long) c << MemoryObject.CHUNK_BITS) + i;
                Value mine = at(cell);
                if (mine == null ? other.at(cell) != null : !mine.equals(other.at(cell))) {
                    return false;
                }
            }
        }
        return true;
    }
}
