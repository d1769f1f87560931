package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Value;
import java.util.List;

/**
 * Integer arithmetic (PTX ISA 9.7.1). An operation on up to three operands is a {@link
 * ConcreteInteger} and a {@link SymbolicInteger}; those with more operands, {@code bfi}, {@code
 * dp4a} and {@code dp2a}, are decoded here.
 */
public final class IntegerArithmetic {
    private IntegerArithmetic() {}

    /** Decodes an arithmetic instruction of an integer type. */
    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (i.opcode().equals("dp4a") || i.opcode().equals("dp2a")) {
            return dotProduct(d, i);
        }
        boolean wide = i.has("wide");
        PtxType result = wide ? doubled(type) : type;
        switch (i.opcode()) {
            case "popc", "clz", "bfind":
                result = PtxType.U32;
                break;
            default:
                break;
        }
        int n = i.operands().size() - 1;
        int[] sources = new int[4];
        PtxType[] sourceTypes = sourceTypes(i, type, result, n);
        for (int k = 0; k < n; k++) {
            sources[k] = d.source(i.operands().get(k + 1), sourceTypes[k]);
        }
        int destination = d.destination(i.operands().get(0));
        if (i.opcode().equals("bfi")) {
            return insertField(type, destination, sources);
        }
        return new IntegerStep(
                ConcreteInteger.of(i, type),
                SymbolicInteger.of(i, type),
                n,
                sourceTypes,
                result,
                destination,
                sources);
    }

    private static PtxType[] sourceTypes(Instruction i, PtxType type, PtxType result, int n) {
        PtxType[] types = new PtxType[Math.max(n, 3)];
        java.util.Arrays.fill(types, type);
        switch (i.opcode()) {
            case "mad":
                types[2] = result;
                break;
            case "bfe":
            case "fns":
            case "szext":
            case "bmsk":
                types[1] = PtxType.U32;
                types[2] = i.opcode().equals("fns") ? PtxType.S32 : PtxType.U32;
                break;
            default:
                break;
        }
        return types;
    }

    private static PtxType doubled(PtxType t) {
        return switch (t) {
            case U16 -> PtxType.U32;
            case S16 -> PtxType.S32;
            case U32 -> PtxType.U64;
            case S32 -> PtxType.S64;
            default -> throw new UnsupportedPtxException("a product of " + 2 * t.bits() + " bits");
        };
    }

    private static Step insertField(PtxType type, int destination, int[] s) {
        int w = type.bits();
        return new LaneStep(destination) {
            @Override
            void lane(Warp warp, int lane) {
                Value a = warp.value(s[0] + lane).resize(w);
                Value b = warp.value(s[1] + lane).resize(w);
                Value position = LogicAndShift.concretise(warp, warp.value(s[2] + lane));
                Value length = LogicAndShift.concretise(warp, warp.value(s[3] + lane));
                if (!position.isConcrete() || !length.isConcrete()) {
                    throw new UnsupportedPtxException(
                            "the position or length of the bit field is not concrete");
                }
                int from = (int) position.payload() & 0xff;
                int count = Math.max(0, Math.min((int) length.payload() & 0xff, w - from));
                warp.set(destination + lane, count == 0 ? b : b.splice(from, a.slice(0, count)));
            }
        };
    }

    /**
     * {@code dp4a} and {@code dp2a}: exact sums of products of bytes (PTX ISA 9.7.1.23, 9.7.1.24).
     */
    private static Step dotProduct(Decoder d, Instruction i) {
        List<PtxType> types = Decoder.types(i);
        boolean four = i.opcode().equals("dp4a");
        boolean signedA = types.get(0).isSigned();
        boolean signedB = types.get(1).isSigned();
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        int lanesA = four ? 8 : 16;
        int firstB = !four && i.has("hi") ? 16 : 0;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                boolean signed = signedA || signedB;
                Value x = w.value(a + lane);
                Value y = w.value(b + lane);
                Value z = w.value(c + lane);
                int sum = w.views().congruent(z, 32);
                for (int k = 0; k < (four ? 4 : 2); k++) {
                    int p = w.views().integer(x.slice(k * lanesA, lanesA), lanesA, signedA);
                    int q = w.views().integer(y.slice(firstB + k * 8, 8), 8, signedB);
                    sum = s.fma(p, q, sum);
                }
                if (s.isRational(sum)) {
                    Rational r = s.rationalValue(sum);
                    w.setConcrete(destination + lane, r.numerator().longValue() & 0xffffffffL);
                } else {
                    w.set(destination + lane, w.views().ofSum(sum, 32, signed, instruction(), z));
                }
            }
        };
    }
}
