package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.OptionalLong;

/**
 * Logic (PTX ISA 9.7.8); also decodes shifts and {@code prmt}. On symbolic operands, masks and
 * shifts by constants select bit fields exactly, and an operation on the sign bit of a float gives
 * |t|, −t or −|t|. Anything else is a named function.
 */
public final class LogicAndShift {
    private LogicAndShift() {}

    private interface BitOperation {
        long apply(long a, long b, long c);
    }

    /** Decodes a bitwise operation, a shift or a {@code prmt}. */
    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (type == PtxType.PRED) {
            return predicates(d, i);
        }
        return switch (i.opcode()) {
            case "and" -> logic(d, i, type, (a, b, c) -> a & b);
            case "or" -> logic(d, i, type, (a, b, c) -> a | b);
            case "xor" -> logic(d, i, type, (a, b, c) -> a ^ b);
            case "not" -> logic(d, i, type, (a, b, c) -> ~a);
            case "cnot" -> cnot(d, i, type);
            case "lop3" -> lop3(d, i);
            case "shl", "shr" -> Shifts.shift(d, i, type);
            case "shf" -> Shifts.funnel(d, i);
            default -> BytePermutation.permute(d, i);
        };
    }

    /**
     * The bits of a float constant that its format represents; any other value, and a computed
     * zero, whose sign is not known, is returned as it is.
     */
    static Value concretise(Warp w, Value v) {
        if (!Tag.isFloat(v.tag())) {
            return v;
        }
        int t = Tag.term(v.payload());
        if (w.store().isRational(t) && w.store().rationalValue(t).isZero()) {
            return v;
        }
        OptionalLong pattern = w.views().pattern(t, Tag.format(v.tag()));
        return pattern.isPresent() ? Value.concrete(pattern.getAsLong(), v.width()) : v;
    }

    // ---------------------------------------------------------------- predicates

    private static Step predicates(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.predicate(i.operands().get(1));
        int b = i.operands().size() > 2 ? d.predicate(i.operands().get(2)) : 0;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int x = Comparison.predicate(w, a, lane);
                int y = i.operands().size() > 2 ? Comparison.predicate(w, b, lane) : 0;
                int r =
                        switch (i.opcode()) {
                            case "and" -> s.and(x, y);
                            case "or" -> s.or(x, y);
                            case "xor" -> s.ite(x, s.not(y), y);
                            case "not" -> s.not(x);
                            default -> throw new UnsupportedPtxException(i.mnemonic());
                        };
                w.setCondition(destination + lane, r);
            }
        };
    }

    // ---------------------------------------------------------------- logic

    private static Step logic(Decoder d, Instruction i, PtxType type, BitOperation operation) {
        int n = i.operands().size() - 1;
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = n > 1 ? d.source(i.operands().get(2), type) : a;
        boolean same = n > 1 && i.operands().get(1).equals(i.operands().get(2));
        long mask = Value.mask(type.bits());
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if ((w.tags[a + lane] | w.tags[b + lane]) == 0) {
                    w.tags[destination + lane] = Tag.CONCRETE;
                    w.bits[destination + lane] =
                            operation.apply(w.bits[a + lane], w.bits[b + lane], 0) & mask;
                    return;
                }
                if (same && i.opcode().equals("xor")) {
                    w.setConcrete(destination + lane, 0); // xor r, r -> 0, whatever r is
                    return;
                }
                Value x = concretise(w, w.value(a + lane).resize(type.bits()));
                if (n == 1) {
                    Value ones = Value.concrete(-1, type.bits());
                    w.set(destination + lane, BitCombination.combine(w, "xor", x, ones, type));
                    return;
                }
                Value y = concretise(w, w.value(b + lane).resize(type.bits()));
                w.set(destination + lane, BitCombination.combine(w, i.opcode(), x, y, type));
            }
        };
    }

    private static Step cnot(Decoder d, Instruction i, PtxType type) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value v = w.value(a + lane).resize(type.bits());
                int t = w.views().exactInteger(v, type.bits(), false);
                int zero = w.store().eq(t, w.store().zero());
                w.set(
                        destination + lane,
                        w.views()
                                .ite(
                                        zero,
                                        Value.concrete(1, type.bits()),
                                        Value.concrete(0, type.bits())));
            }
        };
    }

    private static Step lop3(Decoder d, Instruction i) {
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        int table = (int) ((Operand.Immediate) i.operands().get(4)).bits() & 0xff;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value x = concretise(w, w.value(a + lane));
                Value y = concretise(w, w.value(b + lane));
                Value z = concretise(w, w.value(c + lane));
                w.set(destination + lane, lookup(w, x, y, z, table));
            }
        };
    }

    /**
     * {@code lop3}: any function of three bits, as a sum of products of operations on two operands.
     * Constants are folded bit by bit.
     */
    private static Value lookup(Warp w, Value x, Value y, Value z, int table) {
        if (x.isConcrete() && y.isConcrete() && z.isConcrete()) {
            return Value.concrete(lop3(x.payload(), y.payload(), z.payload(), table), 32);
        }
        // the known common forms
        if (table == 0xEA) { // (a & b) | c
            return BitCombination.combine(
                    w, "or", BitCombination.combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xF8) { // a | (b & c)
            return BitCombination.combine(
                    w, "or", x, BitCombination.combine(w, "and", y, z, PtxType.B32), PtxType.B32);
        }
        if (table == 0x6A) { // (a & b) ^ c
            return BitCombination.combine(
                    w, "xor", BitCombination.combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0x78) { // a ^ (b & c)
            return BitCombination.combine(
                    w, "xor", x, BitCombination.combine(w, "and", y, z, PtxType.B32), PtxType.B32);
        }
        if (table == 0x80) {
            return BitCombination.combine(
                    w, "and", BitCombination.combine(w, "and", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xFE) {
            return BitCombination.combine(
                    w, "or", BitCombination.combine(w, "or", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0x96) {
            return BitCombination.combine(
                    w, "xor", BitCombination.combine(w, "xor", x, y, PtxType.B32), z, PtxType.B32);
        }
        if (table == 0xCA) { // a ? b : c
            Value on = BitCombination.combine(w, "and", x, y, PtxType.B32);
            Value notX = BitCombination.combine(w, "xor", x, Value.concrete(-1, 32), PtxType.B32);
            return BitCombination.combine(
                    w,
                    "or",
                    on,
                    BitCombination.combine(w, "and", notX, z, PtxType.B32),
                    PtxType.B32);
        }
        throw new UnsupportedPtxException(
                "the function 0x" + Integer.toHexString(table) + " of bits that are not concrete");
    }

    static long lop3(long a, long b, long c, int table) {
        long r = 0;
        for (int k = 0; k < 8; k++) {
            if ((table >>> k & 1) != 0) {
                r |= ((k & 4) != 0 ? a : ~a) & ((k & 2) != 0 ? b : ~b) & ((k & 1) != 0 ? c : ~c);
            }
        }
        return r & 0xffffffffL;
    }
}
