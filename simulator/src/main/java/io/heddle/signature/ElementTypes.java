package io.heddle.signature;

import io.heddle.ptx.PtxType;
import io.heddle.term.ElementType;
import java.util.List;

/** Chooses one type by the evidence for several. */
final class ElementTypes {
    private static final List<ElementType> BY_WIDTH =
            List.of(
                    ElementType.F64,
                    ElementType.F32,
                    ElementType.F16,
                    ElementType.BF16,
                    ElementType.E4M3,
                    ElementType.E5M2);

    private ElementTypes() {}

    /**
     * The type of elements in memory: a float before an integer, since bits of floats are computed
     * with as integers; of floats the one as wide as the access before those that share a word.
     *
     * @param width bits of the narrowest access, 0 if no access tells
     */
    static ElementType of(int evidence, int width) {
        for (ElementType t : BY_WIDTH) {
            if ((width == 0 || t.bits() <= width) && Evidence.has(evidence, t)) {
                return t;
            }
        }
        for (int bits : new int[] {8, 16}) { // integers that share a word
            if (bits < width || width == 0) {
                for (boolean signed : new boolean[] {true, false}) {
                    if (Evidence.has(evidence, integer(bits, signed))) {
                        return integer(bits, signed);
                    }
                }
            }
        }
        return integer(evidence, width == 0 ? 8 : Math.min(width, 64));
    }

    /**
     * The type of a parameter that is a number.
     *
     * @return null for eight bytes of which no instruction says that they are a number
     */
    static ElementType scalar(int evidence, PtxType declared) {
        if (declared.isFloat()) {
            return ElementType.parse(declared.name().toLowerCase(java.util.Locale.ROOT));
        }
        int bits = declared.bits();
        for (ElementType t : BY_WIDTH) {
            if (t.bits() == bits && Evidence.has(evidence, t)) {
                return t;
            }
        }
        return bits == 64 && evidence == 0 ? null : integer(evidence, bits);
    }

    private static ElementType integer(int evidence, int bits) {
        if (Evidence.has(evidence, integer(bits, true))) {
            return integer(bits, true);
        }
        boolean isUnsigned = Evidence.has(evidence, integer(bits, false));
        boolean isCounted = bits >= 32; // an int, where nothing says otherwise
        return integer(bits, isCounted && !isUnsigned);
    }

    private static ElementType integer(int bits, boolean signed) {
        return ElementType.parse((signed ? "s" : "u") + bits);
    }
}
