package io.heddle.isa;

import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.PtxType;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.Arrays;

/**
 * An integer operation on up to three operands. It computes a lane on bits if all the lane's
 * operands are concrete, else on terms.
 */
final class IntegerStep extends ValueStep {
    private final ConcreteInteger concrete;
    private final SymbolicInteger symbolic;
    private final int arity;
    private final PtxType[] types;
    private final PtxType result;
    private final int destination;
    private final int a;
    private final int b;
    private final int c;
    private final int shiftA;
    private final int shiftB;
    private final int shiftC;
    private final boolean signed;
    private final long mask;

    /**
     * Makes the step.
     *
     * @param arity number of operands
     * @param types of the operands
     * @param result type of the result
     * @param sources lane bases of the operands
     */
    IntegerStep(
            ConcreteInteger concrete,
            SymbolicInteger symbolic,
            int arity,
            PtxType[] types,
            PtxType result,
            int destination,
            int[] sources) {
        this.concrete = concrete;
        this.symbolic = symbolic;
        this.arity = arity;
        this.types = types;
        this.result = result;
        this.destination = destination;
        this.a = sources[0];
        this.b = arity > 1 ? sources[1] : sources[0];
        this.c = arity > 2 ? sources[2] : sources[0];
        this.shiftA = 64 - types[0].bits();
        this.shiftB = 64 - types[1].bits();
        this.shiftC = 64 - types[2].bits();
        this.signed = types[0].isSigned();
        this.mask = Value.mask(result.bits());
    }

    @Override
    public void execute(Warp w, int active) {
        byte[] tags = w.tags;
        long[] bits = w.bits;
        for (int m = active; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            if ((tags[a + lane] | tags[b + lane] | tags[c + lane]) != 0) {
                slow(w, lane);
                continue;
            }
            long x = bits[a + lane] << shiftA;
            long y = bits[b + lane] << shiftB;
            long z = bits[c + lane] << shiftC;
            long r =
                    signed
                            ? concrete.apply(x >> shiftA, y >> shiftB, z >> shiftC)
                            : concrete.apply(x >>> shiftA, y >>> shiftB, z >>> shiftC);
            tags[destination + lane] = Tag.CONCRETE;
            bits[destination + lane] = r & mask;
        }
    }

    private void slow(Warp w, int lane) {
        int[] sources = {a, b, c};
        Value[] values = new Value[arity];
        boolean allConcrete = true;
        for (int k = 0; k < arity; k++) {
            values[k] =
                    LogicAndShift.concretise(w, w.value(sources[k] + lane)).resize(types[k].bits());
            allConcrete &= values[k].isConcrete();
            if (values[k].undefinedTerm() != 0) {
                w.set(
                        destination + lane,
                        Value.whole(Tag.UNDEFINED, values[k].undefinedTerm(), result.bits()));
                return;
            }
        }
        if (allConcrete) {
            long[] v = new long[3];
            for (int k = 0; k < arity; k++) {
                v[k] =
                        signed
                                ? Views.signExtend(values[k].payload(), types[k].bits())
                                : values[k].payload();
            }
            w.set(
                    destination + lane,
                    Value.concrete(concrete.apply(v[0], v[1], v[2]), result.bits()));
            return;
        }
        if (isField(values)) {
            int position = (int) values[1].payload() & 0xff;
            int length = (int) values[2].payload() & 0xff;
            w.set(destination + lane, field(w, values[0], position, length));
        } else if (addsZero(values)) {
            w.set(destination + lane, isZero(values[0]) ? values[1] : values[0]);
        } else {
            symbolicLane(w, lane, values);
        }
    }

    /** True for {@code bfe} with a concrete position and length. */
    private boolean isField(Value[] v) {
        return instruction().opcode().equals("bfe") && v[1].isConcrete() && v[2].isConcrete();
    }

    /** True for the sum of an operand and a concrete 0. */
    private boolean addsZero(Value[] v) {
        return instruction().opcode().equals("add")
                && v.length == 2
                && (isZero(v[0]) || isZero(v[1]));
    }

    private static boolean isZero(Value v) {
        return v.isConcrete() && v.payload() == 0;
    }

    /**
     * {@code bfe} with a concrete position and length: bits beyond the register are its sign, or
     * zeros of an unsigned type.
     */
    private Value field(Warp w, Value v, int position, int length) {
        int width = v.width();
        if (length == 0 || position >= width && !signed) {
            return Value.concrete(0, width);
        }
        int from = Math.min(position, width - 1);
        Value field = v.slice(from, Math.min(length, width - from));
        if (!signed) {
            return field.resize(width);
        }
        int t = w.views().exactInteger(field, field.width(), true);
        return w.views().ofInteger(t, width, true);
    }

    private void symbolicLane(Warp w, int lane, Value[] values) {
        int[] t = new int[3];
        for (int k = 0; k < arity; k++) {
            t[k] = symbolic.operands().get(k).read(w.views(), values[k], types[k].bits(), signed);
        }
        int r = symbolic.operation().apply(w.store(), t[0], t[1], t[2]);
        if (!symbolic.isSum()) {
            w.set(destination + lane, w.views().ofInteger(r, result.bits(), signed));
            return;
        }
        Value[] ring = modular(values);
        w.set(
                destination + lane,
                w.views().ofSum(r, result.bits(), isSumSigned(ring), instruction(), ring));
    }

    /** The operands that enter a sum modulo 2^width. */
    private Value[] modular(Value[] values) {
        Value[] ring = new Value[arity];
        int n = 0;
        for (int k = 0; k < arity; k++) {
            if (symbolic.operands().get(k) == SymbolicInteger.View.CONGRUENT) {
                ring[n++] = values[k];
            }
        }
        return Arrays.copyOf(ring, n);
    }

    /**
     * Whether the sum is kept as a signed number: if an operand is one; as the instruction's type
     * says if no operand is kept as an integer.
     */
    private boolean isSumSigned(Value[] ring) {
        if (ring.length < arity) {
            return signed; // some operands are numbers of that type
        }
        boolean some = false;
        for (Value v : ring) {
            if (v.tag() == Tag.INT) {
                if (Tag.signed(v.payload())) {
                    return true;
                }
                some = true;
            }
        }
        return !some && signed;
    }

    @Override
    public int[] destinations() {
        return new int[] {destination};
    }
}
