package io.heddle.memory;

import io.heddle.finding.LaunchException;
import io.heddle.launch.Argument;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.Variable;
import io.heddle.term.ElementType;
import io.heddle.term.FloatFormat;
import io.heddle.term.ShortText;
import io.heddle.value.Value;
import java.math.BigInteger;
import java.util.Locale;

/** The bit pattern of a concrete scalar argument in its parameter's type. */
final class ScalarBits {
    private ScalarBits() {}

    /** An infinity, or the NaN of all ones but the sign. */
    static long of(Variable parameter, Argument.NonFinite argument) {
        PtxType type = parameter.type();
        int bits = (int) parameter.size() * 8;
        FloatFormat format =
                switch (type) {
                    case F16, B16 -> FloatFormat.F16;
                    case BF16 -> FloatFormat.BF16;
                    case F32, B32 -> FloatFormat.F32;
                    case F64, B64 -> FloatFormat.F64;
                    default ->
                            throw new LaunchException(
                                    "the argument "
                                            + argument.value()
                                            + " for parameter "
                                            + parameter.name()
                                            + " of type "
                                            + type.name().toLowerCase(Locale.ROOT)
                                            + " is no number of that type");
                };
        if (Double.isNaN(argument.value())) {
            return Value.mask(bits - 1);
        }
        int fraction = format.precision() - 1;
        long infinity = Value.mask(bits - 1 - fraction) << fraction;
        return argument.value() > 0 ? infinity : infinity | 1L << bits - 1;
    }

    /** A zero with a sign, or the integer 0. */
    static long of(Variable parameter, Argument.NegativeZero zero) {
        boolean signed = isReal(parameter.type(), zero.real());
        return signed ? 1L << (int) parameter.size() * 8 - 1 : 0;
    }

    /** True if an argument for a parameter of {@code type} is a float. */
    private static boolean isReal(PtxType type, boolean real) {
        return switch (type) {
            case F16, BF16, F32, F64 -> true;
            case B16, B32, B64 -> real;
            default -> false;
        };
    }

    static long of(Variable parameter, Argument.Scalar scalar) {
        PtxType type = parameter.type();
        int bits = (int) parameter.size() * 8;
        if (isReal(type, scalar.real())) {
            ElementType element =
                    switch (type) {
                        case F16, BF16 -> ElementType.valueOf(type.name());
                        default ->
                                bits == 16
                                        ? ElementType.F16
                                        : bits == 32 ? ElementType.F32 : ElementType.F64;
                    };
            return GlobalMemory.pattern(element, scalar.value());
        }
        if (!scalar.value().isInteger()) {
            throw new LaunchException(
                    "the argument "
                            + scalar.value().doubleValue()
                            + " for parameter "
                            + parameter.name()
                            + " of type "
                            + type.name().toLowerCase(Locale.ROOT)
                            + " is not an integer");
        }
        BigInteger number = scalar.value().numerator();
        int length = number.bitLength() + (number.signum() < 0 ? 1 : 0); // with its sign
        if (length > bits) {
            throw new LaunchException(
                    "the argument "
                            + ShortText.of(scalar.value().toString())
                            + " does not fit parameter "
                            + parameter.name()
                            + " of "
                            + bits
                            + " bits");
        }
        return scalar.value().numerator().longValue() & Value.mask(bits);
    }
}
