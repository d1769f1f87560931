package io.heddle.machine;

import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.Arrays;

/**
 * The registers of a warp's lanes.
 *
 * <p>Register r of lane l is at index {@code r * 32 + l} of three parallel arrays: tag, payload,
 * and the {@link Value} of a PIECES lane.
 */
public class WarpRegisters {
    final Machine machine;
    final TermStore store;
    final Views views;

    /** Tag of each register lane. */
    public final byte[] tags;

    /** Payload of each register lane. */
    public final long[] bits;

    private final Value[] values;
    private final int unwritten; // payload of register lanes that nothing has written

    WarpRegisters(Machine machine) {
        this.machine = machine;
        this.store = machine.store();
        this.views = machine.views();
        int n = machine.program().registers() * Warp.LANES;
        this.tags = new byte[n];
        this.bits = new long[n];
        this.values = new Value[n];
        this.unwritten = LaneRead.none(machine).undefined("registers", "a register");
        Arrays.fill(tags, Tag.UNDEFINED);
        Arrays.fill(bits, unwritten);
    }

    /** The run. */
    public final Machine machine() {
        return machine;
    }

    /** The store of all terms. */
    public final TermStore store() {
        return store;
    }

    /** The views: how bit strings are read as numbers or floats. */
    public final Views views() {
        return views;
    }

    // ---------------------------------------------------------------- lanes of a register

    /**
     * The value of a register lane.
     *
     * @param width of the register, in bits
     */
    public final Value value(int index, int width) {
        byte tag = tags[index];
        if (tag == Tag.PIECES) {
            return values[index].resize(width);
        }
        if (tag == Tag.CONCRETE) {
            return Value.concrete(bits[index], width);
        }
        if (tag == Tag.UNDEFINED) {
            return Value.whole(tag, bits[index], width);
        }
        Value whole = Value.whole(tag, bits[index], sourceWidth(tag, bits[index], width));
        return whole.resize(width);
    }

    private static int sourceWidth(byte tag, long payload, int width) {
        if (Tag.isFloat(tag)) {
            return Tag.format(tag).bits();
        }
        return tag == Tag.PRED ? width : Tag.width(payload);
    }

    /** The width in bits of the register that the lane at {@code index} belongs to. */
    public final int width(int index) {
        return machine.program().widths[index >>> 5];
    }

    /** The value of a register lane at the register's width. */
    public final Value value(int index) {
        return value(index, width(index));
    }

    /** True if the value of one of {@code lanes} of a register is a concatenation of pieces. */
    public final boolean hasPieces(int register, int lanes) {
        for (int rest = lanes; rest != 0; rest &= rest - 1) {
            if (tags[register + Integer.numberOfTrailingZeros(rest)] == Tag.PIECES) {
                return true;
            }
        }
        return false;
    }

    /** Sets a register lane to {@code v}, zero-extended or truncated to the register's width. */
    public final void set(int index, Value v) {
        Value sized = v.resize(width(index));
        byte tag = sized.tag();
        tags[index] = tag;
        if (tag == Tag.PIECES) {
            values[index] = sized;
        } else {
            bits[index] = sized.payload();
        }
    }

    /** Sets a register lane to concrete bits, which must fit the register's width. */
    public final void setConcrete(int index, long pattern) {
        tags[index] = Tag.CONCRETE;
        bits[index] = pattern;
    }

    /** Sets a register lane to a term of the reals, in a format as wide as the register. */
    public final void setReal(int index, byte floatTag, int term) {
        tags[index] = floatTag;
        bits[index] = term;
    }

    /** Sets a predicate lane to a condition term. */
    public final void setCondition(int index, int condition) {
        if (condition == store.trueTerm() || condition == store.falseTerm()) {
            tags[index] = Tag.CONCRETE;
            bits[index] = condition == store.trueTerm() ? 1 : 0;
        } else {
            int assumed = machine.assumed(condition);
            if (assumed >= 0) {
                tags[index] = Tag.CONCRETE;
                bits[index] = assumed;
            } else if (store.op(condition) == Op.UNDEFINED) {
                tags[index] = Tag.UNDEFINED;
                bits[index] = condition;
            } else {
                tags[index] = Tag.PRED;
                bits[index] = condition;
            }
        }
    }

    /** The condition term in a predicate lane. */
    public final int condition(int index) {
        return tags[index] == Tag.CONCRETE
                ? store.condition(bits[index] != 0)
                : Tag.term(bits[index]);
    }

    /** The term of the float in a register lane, read in the format of {@code floatTag}. */
    public final int real(int index, byte floatTag) {
        if (tags[index] == floatTag) {
            return (int) bits[index];
        }
        return slowReal(index, floatTag);
    }

    private int slowReal(int index, byte floatTag) {
        FloatFormat format = Tag.format(floatTag);
        if (tags[index] == Tag.CONCRETE) {
            return views.literal(format, bits[index] & Value.mask(format.bits()));
        }
        return views.real(value(index), format);
    }

    /**
     * The term of the integer in the low {@code width} bits of a register lane, signed or unsigned.
     */
    public final int integer(int index, int width, boolean signed) {
        return views.integer(value(index), width, signed);
    }

    // ---------------------------------------------------------------- saved registers

    /** Copies all lanes of a register to arrays, from index {@code at} on. */
    final void copyOut(int register, byte[] toTags, long[] toBits, Value[] toValues, int at) {
        System.arraycopy(tags, register, toTags, at, Warp.LANES);
        System.arraycopy(bits, register, toBits, at, Warp.LANES);
        System.arraycopy(values, register, toValues, at, Warp.LANES);
    }

    /** Restores a register lane from a copy. */
    final void put(int index, byte tag, long payload, Value pieces) {
        tags[index] = tag;
        bits[index] = payload;
        values[index] = pieces;
    }

    /** True if a register lane still equals a copy. */
    final boolean holds(int index, byte tag, long payload, Value pieces) {
        return tags[index] == tag
                && (tag == Tag.PIECES ? values[index].equals(pieces) : bits[index] == payload);
    }

    /** The value of a lane whose tag is PIECES. */
    final Value pieces(int index) {
        return values[index];
    }

    /** Makes some lanes of a register undefined, as if they had never been written. */
    final void forget(int register, int mask) {
        for (int m = mask; m != 0; m &= m - 1) {
            int index = register + Integer.numberOfTrailingZeros(m);
            tags[index] = Tag.UNDEFINED;
            bits[index] = unwritten;
        }
    }
}
