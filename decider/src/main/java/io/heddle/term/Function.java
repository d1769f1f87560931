package io.heddle.term;

import java.io.Serializable;
import java.util.Locale;

/**
 * A named function of real arguments. The decider knows laws of some by name (tanh, erf, sin, cos
 * …); every other is opaque: equal arguments give equal values and nothing more is assumed.
 *
 * @param name identity of the function; integer operations carry operation, width and signedness,
 *     as in {@code shr.s32}
 * @param arity number of arguments
 * @param integer true if every value is an integer
 */
public record Function(String name, int arity, boolean integer) implements Serializable {
    /** tanh. */
    public static final Function TANH = new Function("tanh", 1, false);

    /** erf. */
    public static final Function ERF = new Function("erf", 1, false);

    /** sin, argument in radians. */
    public static final Function SIN = new Function("sin", 1, false);

    /** cos, argument in radians. */
    public static final Function COS = new Function("cos", 1, false);

    /** The f32 whose upper 16 bits are the argument's and whose others are 0. */
    public static final Function UPPER_HALF = new Function("upper.f32", 1, false);

    private static final String QUANTISED = ".satfinite";
    private static final String OF_BITS = ".of.bits";
    private static final String BITS = "bits.";

    /** The float of {@code format} whose bits an integer is, which may be NaN or infinite. */
    public static Function ofBits(FloatFormat format) {
        return new Function(format.name().toLowerCase(Locale.ROOT) + OF_BITS, 1, false);
    }

    /**
     * True for {@link #ofBits(FloatFormat)}, the only functions whose value may be NaN or infinite.
     */
    public boolean readsBits() {
        return name.endsWith(OF_BITS);
    }

    /** True if a small change of an argument may change the value much: integers, bits, steps. */
    public boolean isDiscrete() {
        return integer || equals(UPPER_HALF) || name.endsWith(QUANTISED);
    }

    /** The bits of a float of {@code format}, as an unsigned integer: a zero's tell its sign. */
    public static Function bitsOf(FloatFormat format) {
        return new Function(BITS + format.name().toLowerCase(Locale.ROOT), 1, true);
    }

    /** True for {@link #bitsOf(FloatFormat)}. */
    public boolean givesBits() {
        return name.startsWith(BITS);
    }

    /** The format whose bits {@link #ofBits} reads or {@link #bitsOf} gives. */
    public FloatFormat formatOfBits() {
        String format =
                readsBits()
                        ? name.substring(0, name.length() - OF_BITS.length())
                        : name.substring(BITS.length());
        return FloatFormat.valueOf(format.toUpperCase(Locale.ROOT));
    }

    /**
     * Rounding to the nearest number of {@code format}, ties to even, what is out of range to its
     * greatest or lowest ({@code cvt.rn.satfinite}).
     */
    public static Function quantisation(FloatFormat format) {
        return new Function(format.name().toLowerCase(Locale.ROOT) + QUANTISED, 1, false);
    }
}
