package io.heddle.isa;

import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;

/**
 * A memory operand: how to compute each lane's generic address.
 *
 * @param register lane base of the base register, or −1 where the address is absolute
 * @param offset number to add to the base, window of the state space included; the generic address
 *     itself if it is absolute
 * @param narrow true if the base is a 32-bit register, whose sum with the displacement wraps around
 * @param displacement the offset in the operand, if {@code narrow}
 * @param spaces state spaces in which the access is allowed
 */
public record MemoryOperand(
        int register, long offset, boolean narrow, long displacement, Spaces spaces) {
    private static final long OFFSET = 0xffffffffL;

    /** State spaces in which an access by a generic address is allowed. */
    public enum Spaces {
        /** Every space. */
        ALL,
        /** Global memory, of which the entry's parameters are part. */
        GLOBAL,
        /** The spaces that several threads can access. */
        GLOBAL_AND_SHARED;

        boolean contain(long address) {
            return switch (this) {
                case ALL -> true;
                case GLOBAL -> AddressSpace.isIn(address, StateSpace.GLOBAL);
                case GLOBAL_AND_SHARED ->
                        AddressSpace.isShared(address)
                                || AddressSpace.isIn(address, StateSpace.GLOBAL);
            };
        }
    }

    /** Decodes a memory operand of an instruction whose generic addresses may be anywhere. */
    public static MemoryOperand of(Decoder d, Instruction i, Operand o) {
        return of(d, i, o, Spaces.ALL);
    }

    /**
     * Decodes a memory operand in the state space that the instruction names.
     *
     * @param generic the spaces in which the address may be if the instruction names none
     */
    public static MemoryOperand of(Decoder d, Instruction i, Operand o, Spaces generic) {
        return DataMovement.space(i)
                .map(space -> of(d, o, space))
                .orElseGet(() -> of(d, o, 0, generic));
    }

    /** Decodes a memory operand in a state space. */
    static MemoryOperand of(Decoder d, Operand o, StateSpace space) {
        Spaces spaces = space == StateSpace.GLOBAL ? Spaces.GLOBAL : Spaces.ALL;
        return of(d, o, Decoder.window(space), spaces);
    }

    private static MemoryOperand of(Decoder d, Operand o, long window, Spaces spaces) {
        Operand base = o;
        long displacement = 0;
        if (o instanceof Operand.Address a) {
            base = a.base();
            displacement = a.offset();
        }
        if (base instanceof Operand.Symbol s) {
            return new MemoryOperand(-1, d.genericAddress(s) + displacement, false, 0, spaces);
        }
        if (base instanceof Operand.Immediate c) {
            return new MemoryOperand(-1, c.bits() + displacement + window, false, 0, spaces);
        }
        int register = d.source(base, PtxType.B64);
        boolean narrow = d.widthOf(base) == 32;
        return narrow
                ? new MemoryOperand(register, window, true, displacement, spaces)
                : new MemoryOperand(register, window + displacement, false, 0, spaces);
    }

    /**
     * The generic address of a lane, or {@link Warp#NO_ADDRESS} if the base register is not
     * concrete.
     */
    long concreteAddress(Warp w, int lane) {
        if (register < 0) {
            return meant(offset);
        }
        return w.tags[register + lane] == Tag.CONCRETE
                ? sum(w.bits[register + lane])
                : Warp.NO_ADDRESS;
    }

    /**
     * Puts how far each lane's address is behind {@code base}, which is in a space that is allowed,
     * in {@code offsets}; false if the base register of a lane is not concrete.
     */
    boolean offsets(Warp w, int mask, long base, long[] offsets) {
        int tags = 0;
        for (int m = mask; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int at = register < 0 ? 0 : register + lane;
            long bits = register < 0 ? 0 : w.bits[at];
            tags |= register < 0 ? Tag.CONCRETE : w.tags[at];
            long start = narrow ? bits + displacement & OFFSET : bits;
            offsets[lane] = start + offset - base;
        }
        return tags == Tag.CONCRETE;
    }

    /** The generic address of a lane, or {@link Warp#NO_ADDRESS} after a finding. */
    public long address(Warp w, int lane, Step step) {
        if (register < 0) {
            return meant(offset);
        }
        long base = w.address(register + lane, lane, step);
        return base == Warp.NO_ADDRESS && w.tags[register + lane] != Tag.CONCRETE
                ? base
                : Math.max(sum(base), Warp.NO_ADDRESS + 1);
    }

    /**
     * The generic address of a lane as a term if data decide it, else 0. A sum of 32 bits must not
     * wrap around.
     */
    int addressTerm(Warp w, int lane) {
        if (register < 0 || w.tags[register + lane] == Tag.CONCRETE) {
            return 0;
        }
        Value v = w.value(register + lane);
        if (w.isConditional()) {
            v = w.machine().paths().refine(v, w.path(lane));
        }
        if (v.isConcrete() || w.views().mayBeUndefined(v)) {
            return 0;
        }
        int base = w.views().exactInteger(v, v.width(), false);
        TermStore store = w.machine().store();
        if (narrow) {
            base = store.add(base, store.rational(Rational.of(displacement)));
            if (!w.views().bounds().fits(base, Integer.SIZE, false)) {
                return 0;
            }
        }
        return w.machine().schedule().reaches(base)
                ? 0
                : store.add(base, store.rational(Rational.of(offset)));
    }

    private long sum(long base) {
        return meant(narrow ? (base + displacement & OFFSET) + offset : base + offset);
    }

    /** Maps an address in a window of a space that is not allowed to one that no object has. */
    private long meant(long address) {
        return spaces.contain(address) ? address : address & OFFSET;
    }
}
