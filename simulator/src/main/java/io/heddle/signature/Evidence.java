package io.heddle.signature;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;

/**
 * What instructions say of the type of a number: a set of element types, as bits by ordinal, and
 * {@link #INTEGER}. {@code add.s32} says only that its operands are integers, since compilers add
 * unsigned numbers with it, too; {@code .bN} says nothing, and neither do the unsigned types of
 * loads and stores, which compilers write for any word.
 */
final class Evidence {
    /** An integer whose signedness is not known. */
    static final int INTEGER = 1 << ElementType.values().length;

    /** All floating-point types. */
    static final int FLOATS = floats();

    private Evidence() {}

    static int of(ElementType type) {
        return 1 << type.ordinal();
    }

    static boolean has(int evidence, ElementType type) {
        return (evidence & of(type)) != 0;
    }

    /** The part of {@code evidence} that is about types of at most {@code bits} bits. */
    static int narrow(int evidence, int bits) {
        int kept = 0;
        for (ElementType t : ElementType.values()) {
            kept |= t.bits() <= bits ? evidence & of(t) : 0;
        }
        return kept;
    }

    private static int floats() {
        int all = 0;
        for (ElementType t : ElementType.values()) {
            all |= t.isFloat() ? of(t) : 0;
        }
        return all;
    }

    /** The types among the modifiers, in order. */
    static List<PtxType> types(Instruction i) {
        List<PtxType> types = new ArrayList<>();
        for (String m : i.modifiers()) {
            PtxType t = PtxType.parse(m);
            if (t != null) {
                types.add(t);
            }
        }
        return types;
    }

    /** What an instruction says of its operand {@code k}. */
    static int of(Instruction i, int k) {
        List<PtxType> types = types(i);
        if (types.isEmpty()) {
            return 0;
        }
        PtxType first = types.get(0);
        PtxType last = types.get(types.size() - 1);
        return switch (i.opcode()) {
            case "mov", "ld", "ldu", "st", "selp", "shfl" ->
                    last.isSigned() || last.isFloat() ? exact(last) : 0;
            case "atom", "red" ->
                    last.isSigned() || last.isFloat() ? exact(last) : INTEGER & weak(last);
            case "cvta",
                    "shl",
                    "and",
                    "or",
                    "xor",
                    "not",
                    "lop3",
                    "prmt",
                    "bfi",
                    "bfe",
                    "shf",
                    "ldmatrix",
                    "stmatrix",
                    "match",
                    "vote",
                    "mapa" ->
                    0;
            case "cvt" -> exact(k == 0 ? first : types.get(Math.min(1, types.size() - 1)));
            case "set", "slct" -> exact(i.opcode().equals("set") == (k == 0) ? first : last);
            case "add", "sub", "addc", "subc", "neg" -> last.isFloat() ? exact(last) : weak(last);
            case "mul", "mad", "madc" -> product(i, k, last);
            case "setp" ->
                    i.has("eq") || i.has("ne")
                            ? last.isFloat() ? exact(last) : weak(last)
                            : exact(last);
            case "dp4a" ->
                    k == 1 || k == 2
                            ? small(types.get(k - 1), ElementType.S8, ElementType.U8)
                            : INTEGER;
            case "dp2a" ->
                    k == 1
                            ? small(first, ElementType.S16, ElementType.U16)
                            : k == 2 ? small(last, ElementType.S8, ElementType.U8) : INTEGER;
            case "mma", "wgmma" -> matrix(types, k);
            case "wmma" -> i.has("mma") ? matrix(types, k) : exact(last);
            default -> exact(last);
        };
    }

    private static int product(Instruction i, int k, PtxType type) {
        if (type.isFloat()) {
            return exact(type);
        }
        return i.has("wide") && (k == 1 || k == 2) ? exact(type) : INTEGER;
    }

    /** Operands d, a, b, c of a product of matrices, whose types are all written or not at all. */
    private static int matrix(List<PtxType> types, int k) {
        return types.size() == 4 && k < 4 ? exact(types.get(k)) : 0;
    }

    private static int small(PtxType sign, ElementType signed, ElementType unsigned) {
        return of(sign.isSigned() ? signed : unsigned);
    }

    private static int weak(PtxType type) {
        return type == PtxType.PRED ? 0 : INTEGER;
    }

    /** The element type that a type of an instruction names; nothing for {@code .bN}. */
    private static int exact(PtxType type) {
        return switch (type) {
            case F16, F16X2 -> of(ElementType.F16);
            case BF16, BF16X2 -> of(ElementType.BF16);
            case F32, F32X2, TF32 -> of(ElementType.F32);
            case F64 -> of(ElementType.F64);
            case E4M3, E4M3X2 -> of(ElementType.E4M3);
            case E5M2, E5M2X2 -> of(ElementType.E5M2);
            case S8 -> of(ElementType.S8);
            case U8 -> of(ElementType.U8);
            case S16, S16X2 -> of(ElementType.S16);
            case U16, U16X2 -> of(ElementType.U16);
            case S32 -> of(ElementType.S32);
            case U32 -> of(ElementType.U32);
            case S64 -> of(ElementType.S64);
            case U64 -> of(ElementType.U64);
            case B8, B16, B32, B64, B128, PRED -> 0;
        };
    }
}
