package io.heddle.replay.number;

import io.heddle.ptx.Instruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * cvt from and to pairs of narrow floats and to tf32 (PTX ISA 9.7.9.21): the first source goes to
 * the upper half.
 */
final class PackedConversion {
    private static final Map<String, BinaryFormat> FORMATS =
            Map.of(
                    "f16x2", BinaryFormat.F16,
                    "bf16x2", BinaryFormat.BF16,
                    "e4m3x2", BinaryFormat.E4M3,
                    "e5m2x2", BinaryFormat.E5M2,
                    "e2m1x2", BinaryFormat.E2M1,
                    "e2m3x2", BinaryFormat.E2M3,
                    "e3m2x2", BinaryFormat.E3M2,
                    "f32", BinaryFormat.F32);

    private PackedConversion() {}

    /** The operation of a packed cvt, if it names its rounding and two formats. */
    static Optional<Scalar> decode(Instruction i) {
        if (i.has("tf32")) {
            return Rounding.of(i).map(rounding -> toTf32(i, rounding));
        }
        List<BinaryFormat> formats = new ArrayList<>();
        for (String m : i.modifiers()) {
            if (FORMATS.containsKey(m)) {
                formats.add(FORMATS.get(m));
            }
        }
        return formats.size() == 2
                ? Rounding.of(i).map(r -> convert(i, formats.get(0), formats.get(1), r))
                : Optional.empty();
    }

    private static Scalar convert(
            Instruction i, BinaryFormat to, BinaryFormat from, Rounding rounding) {
        boolean relu = i.has("relu");
        boolean finite = i.has("satfinite");
        int step = laneWidth(to);
        if (from == BinaryFormat.F32) {
            return (a, b, c) ->
                    convert(a, from, to, rounding, relu, finite) << step
                            | convert(b, from, to, rounding, relu, finite);
        }
        int sourceStep = laneWidth(from);
        return (a, b, c) ->
                convert(a >>> sourceStep, from, to, rounding, relu, finite) << step
                        | convert(a, from, to, rounding, relu, finite);
    }

    /** Bits that an element occupies in a pair: six-bit formats are padded to eight. */
    private static int laneWidth(BinaryFormat format) {
        return format.width() == 6 ? 8 : format.width();
    }

    private static long convert(
            long bits,
            BinaryFormat from,
            BinaryFormat to,
            Rounding rounding,
            boolean relu,
            boolean finite) {
        double x = from.toDouble(bits & Bits.mask(from.width()));
        return to.fromDouble(relu && x <= 0 ? 0.0 : x, rounding, finite);
    }

    private static Scalar toTf32(Instruction i, Rounding rounding) {
        boolean relu = i.has("relu");
        boolean finite = i.has("satfinite");
        return (a, b, c) ->
                convert(a, BinaryFormat.F32, BinaryFormat.TF32, rounding, relu, finite) << 13;
    }
}
