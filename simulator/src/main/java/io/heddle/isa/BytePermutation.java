package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.value.Value;

/** {@code prmt}: selects four bytes of two registers by a concrete selector (PTX ISA 9.7.9.7). */
final class BytePermutation {
    private BytePermutation() {}

    static Step permute(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        String mode = i.modifiers().size() > 1 ? i.modifiers().get(1) : "";
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value selector = LogicAndShift.concretise(w, w.value(c + lane));
                if (!selector.isConcrete()) {
                    throw new UnsupportedPtxException(
                            "a permutation by a selector that is not concrete");
                }
                Value pair =
                        LogicAndShift.concretise(w, w.value(a + lane))
                                .concat(LogicAndShift.concretise(w, w.value(b + lane)));
                Value result = null;
                for (int k = 0; k < 4; k++) {
                    int select = selector(mode, (int) selector.payload(), k);
                    Value part = pair.slice((select & 7) * 8, 8);
                    if ((select & 8) != 0) {
                        part = signByte(w, part);
                    }
                    result = result == null ? part : result.concat(part);
                }
                w.set(destination + lane, result);
            }
        };
    }

    /**
     * Says which of the eight bytes becomes byte {@code k} of the result: the byte's number in bits
     * 0 to 2, and bit 3 if its sign is replicated (PTX ISA 9.7.9.7).
     */
    private static int selector(String mode, int control, int k) {
        int n = control & 3;
        return switch (mode) {
            case "f4e" -> n + k;
            case "b4e" -> (n - k + 8) & 7;
            case "rc8" -> n;
            case "ecl" -> Math.max(k, n);
            case "ecr" -> Math.min(k, n);
            case "rc16" -> (n & 1) * 2 + (k & 1);
            default -> control >>> (4 * k) & 0xf;
        };
    }

    /** Replicates the sign bit of a byte to all eight bits. */
    private static Value signByte(Warp w, Value part) {
        if (part.isConcrete()) {
            return Value.concrete((part.payload() & 0x80) != 0 ? 0xff : 0, 8);
        }
        int t = w.views().integer(part, 8, true);
        int negative = w.store().lt(t, w.store().zero());
        return w.views().ite(negative, Value.concrete(0xff, 8), Value.concrete(0, 8));
    }
}
