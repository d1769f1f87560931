package io.heddle.replay.step;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.Step;
import io.heddle.replay.machine.StopException;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.IntegerArithmetic;

/** Extended-precision integer arithmetic on the carry flag CC.CF (PTX ISA 9.7.2). */
final class CarrySteps {
    private CarrySteps() {}

    static Step decode(Instruction i, Operands operands) {
        PtxType type = Forms.type(i);
        if (type.bits() < 32) {
            throw StopException.unsupported("a carry of " + type.bits() + " bits");
        }
        int d = operands.destination(i.operands().get(0));
        int a = operands.source(i.operands().get(1), type);
        int b = operands.source(i.operands().get(2), type);
        boolean in = i.opcode().endsWith("c");
        boolean out = i.has("cc");
        if (i.opcode().startsWith("mad")) {
            int c = operands.source(i.operands().get(3), type);
            boolean hi = i.has("hi");
            return lane -> {
                long[] r = lane.r;
                long product = hi ? IntegerArithmetic.high(r[a], r[b], type) : r[a] * r[b];
                r[d] = add(lane, product, r[c], in && lane.carry, out, type);
            };
        }
        if (i.opcode().startsWith("sub")) {
            return lane -> {
                long[] r = lane.r;
                r[d] = subtract(lane, r[a], r[b], in && lane.carry, out, type);
            };
        }
        return lane -> {
            long[] r = lane.r;
            r[d] = add(lane, r[a], r[b], in && lane.carry, out, type);
        };
    }

    private static long add(Lane lane, long a, long b, boolean carry, boolean out, PtxType type) {
        long mask = Bits.mask(type.bits());
        long x = a & mask;
        long sum = x + (b & mask) + (carry ? 1 : 0);
        if (out) {
            lane.carry =
                    type.bits() == 32
                            ? sum > mask
                            : Long.compareUnsigned(sum, x) < 0 || (carry && sum == x);
        }
        return sum & mask;
    }

    /** The carry flag of a subtraction is its borrow. */
    private static long subtract(
            Lane lane, long a, long b, boolean borrow, boolean out, PtxType type) {
        long mask = Bits.mask(type.bits());
        long x = a & mask;
        long y = b & mask;
        if (out) {
            lane.carry = Long.compareUnsigned(x, y) < 0 || (borrow && x == y);
        }
        return x - y - (borrow ? 1 : 0) & mask;
    }
}
