package io.heddle.replay.machine;

import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.Variable;
import io.heddle.replay.number.Elements;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.List;
import java.util.Map;

/** The bytes of a launch's arguments. */
public final class ParameterBlock {
    private ParameterBlock() {}

    /** The read-only block that the entry's threads share. */
    public static Region of(
            Launch launch, Function entry, Image image, Map<String, Rational> scalars) {
        List<Variable> formal = entry.parameters();
        if (formal.size() != launch.arguments().size()) {
            throw mismatch(
                    formal.size() + " parameters but " + launch.arguments().size() + " arguments");
        }
        ParameterLayout layout = new ParameterLayout(entry);
        int size = 0;
        for (Variable v : formal) {
            size = Math.max(size, layout.offset(v.name()) + Math.toIntExact(v.size()));
        }
        Region block = new Region("parameters", 0, new byte[size], false);
        for (int i = 0; i < formal.size(); i++) {
            Variable v = formal.get(i);
            put(block, layout.offset(v.name()), v, launch.arguments().get(i), image, scalars);
        }
        return block;
    }

    private static void put(
            Region block,
            int offset,
            Variable v,
            Argument argument,
            Image image,
            Map<String, Rational> scalars) {
        int size = Math.toIntExact(v.size());
        if (argument instanceof Argument.Aggregate a) {
            for (int k = 0; k < Math.min(size, a.bytes().length()); k++) {
                block.put(offset + k, 1, a.bytes().get(k));
            }
            for (Argument.Field f : a.fields()) {
                block.put(offset + f.offset(), f.size(), scalar(v, f.value(), image, scalars));
            }
            return;
        }
        if (!v.dimensions().isEmpty() && size != v.type().bytes() && size != 4 && size != 8) {
            throw mismatch("parameter " + v.name() + " is an aggregate");
        }
        block.put(offset, size, scalar(v, argument, image, scalars));
    }

    private static long scalar(
            Variable v, Argument argument, Image image, Map<String, Rational> scalars) {
        if (argument instanceof Argument.Tensor t) {
            return image.tensorBase(t.tensor().name());
        }
        if (argument instanceof Argument.Null) {
            return 0;
        }
        if (argument instanceof Argument.Scalar s) {
            return Elements.bits(s.value(), element(v.type(), s.real()));
        }
        if (argument instanceof Argument.NonFinite n) {
            return nonFinite(n.value(), element(v.type(), true));
        }
        if (argument instanceof Argument.NegativeZero z) {
            return Elements.sign(element(v.type(), z.real()));
        }
        if (argument instanceof Argument.SymbolicScalar s) {
            Rational value = scalars.get(s.name());
            if (value == null) {
                throw mismatch("no value for the scalar " + s.name());
            }
            return Elements.bits(value, s.type());
        }
        throw mismatch("argument " + argument);
    }

    private static long nonFinite(double value, ElementType type) {
        boolean negative = value < 0;
        boolean number = !Double.isNaN(value);
        return switch (type) {
            case F16 -> number ? negative ? 0xfc00 : 0x7c00 : 0x7fff;
            case BF16 -> number ? negative ? 0xff80 : 0x7f80 : 0x7fff;
            case F32 -> number ? negative ? 0xff800000L : 0x7f800000 : 0x7fffffff;
            case F64 -> number ? Double.doubleToRawLongBits(value) : Long.MAX_VALUE;
            default -> throw mismatch("an infinity or NaN for a parameter of type " + type);
        };
    }

    private static ElementType element(PtxType type, boolean real) {
        return switch (type) {
            case F16 -> ElementType.F16;
            case BF16 -> ElementType.BF16;
            case F32 -> ElementType.F32;
            case F64 -> ElementType.F64;
            case S8, U8, B8 -> ElementType.U8;
            case B16 -> real ? ElementType.F16 : ElementType.U16;
            case B32 -> real ? ElementType.F32 : ElementType.U32;
            case B64 -> real ? ElementType.F64 : ElementType.U64;
            case S16, U16 -> ElementType.U16;
            case S32, U32 -> ElementType.U32;
            case S64, U64 -> ElementType.U64;
            default -> throw mismatch("parameter of type " + type);
        };
    }

    private static StopException mismatch(String message) {
        return new StopException(ReplayResult.Reason.ARGUMENTS, message);
    }
}
