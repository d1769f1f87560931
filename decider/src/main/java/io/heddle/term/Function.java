package io.heddle.term;

import java.io.Serializable;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A function of real arguments. The decider knows laws of some (tanh, erf, sin, cos …); every other
 * is opaque: equal arguments give equal values and nothing more is assumed.
 *
 * @param kind what is known of its values; nothing is concluded from a name that the kind says
 * @param name identity among the functions of its kind, as users read it; integer operations carry
 *     operation, width and signedness, as in {@code shr.s32}
 * @param arity number of arguments
 * @param integer true if every value is an integer
 */
public record Function(Kind kind, String name, int arity, boolean integer) implements Serializable {
    /** What is known of a function's values. */
    public enum Kind {
        /** A mathematical function, an integer operation or an unknown one: its name says which. */
        NAMED,
        /** The float of a format whose bits an integer is. */
        FLOAT_OF_BITS,
        /** The bits of a float of a format. */
        BITS_OF_FLOAT,
        /** Rounding to the nearest number of a format, or to its greatest or lowest. */
        QUANTISATION,
        /** What a machine makes of an operation: close to it, but another number. */
        ROUNDED,
        /** The element of the tensor of that name at a row-major index. */
        TENSOR,
        /** A value that another run on the same inputs may change. */
        RUN_DEPENDENT
    }

    /** tanh. */
    public static final Function TANH = new Function("tanh", 1, false);

    /** erf. */
    public static final Function ERF = new Function("erf", 1, false);

    /** sin, argument in radians. */
    public static final Function SIN = new Function("sin", 1, false);

    /** cos, argument in radians. */
    public static final Function COS = new Function("cos", 1, false);

    /** atan2(y, x), the angle of the point (x, y). */
    public static final Function ATAN2 = new Function("atan2", 2, false);

    /** The f32 whose upper 16 bits are the argument's and whose others are 0. */
    public static final Function UPPER_HALF = new Function("upper.f32", 1, false);

    private static final Map<Function, FloatFormat> FORMATS = formats();

    /** A function of the kind {@link Kind#NAMED}. */
    public Function(String name, int arity, boolean integer) {
        this(Kind.NAMED, name, arity, integer);
    }

    private static Map<Function, FloatFormat> formats() {
        Map<Function, FloatFormat> formats = new HashMap<>();
        for (FloatFormat format : FloatFormat.values()) {
            formats.put(ofBits(format), format);
            formats.put(bitsOf(format), format);
            formats.put(quantisation(format), format);
        }
        return Map.copyOf(formats);
    }

    /** The float of {@code format} whose bits an integer is, which may be NaN or infinite. */
    public static Function ofBits(FloatFormat format) {
        return new Function(Kind.FLOAT_OF_BITS, spelled(format) + ".of.bits", 1, false);
    }

    /**
     * True for {@link #ofBits(FloatFormat)}, the only functions whose value may be NaN or infinite.
     */
    public boolean readsBits() {
        return kind == Kind.FLOAT_OF_BITS;
    }

    /** True if a small change of an argument may change the value much: integers, bits, steps. */
    public boolean isDiscrete() {
        return integer || kind == Kind.QUANTISATION || kind == Kind.TENSOR || equals(UPPER_HALF);
    }

    /** The bits of a float of {@code format}, as an unsigned integer: a zero's tell its sign. */
    public static Function bitsOf(FloatFormat format) {
        return new Function(Kind.BITS_OF_FLOAT, "bits." + spelled(format), 1, true);
    }

    /** True for {@link #bitsOf(FloatFormat)}. */
    public boolean givesBits() {
        return kind == Kind.BITS_OF_FLOAT;
    }

    /** The format whose bits {@link #ofBits} reads or {@link #bitsOf} gives, or of a rounding. */
    public FloatFormat format() {
        FloatFormat format = FORMATS.get(this);
        if (format == null) {
            throw new IllegalArgumentException(name + " is of no format");
        }
        return format;
    }

    /**
     * Rounding to the nearest number of {@code format}, ties to even, what is out of range to its
     * greatest or lowest ({@code cvt.rn.satfinite}).
     */
    public static Function quantisation(FloatFormat format) {
        return new Function(Kind.QUANTISATION, spelled(format) + ".satfinite", 1, false);
    }

    /**
     * The initial value of an element of {@code symbol} at a row-major index that data decide;
     * equal indices give equal elements. Where the value matters the index must lie in the tensor,
     * which is for who makes the term to show; elsewhere (behind a guard) it may be any number.
     */
    public static Function elementOf(Symbol symbol) {
        return new Function(Kind.TENSOR, symbol.name(), 1, !symbol.type().isFloat());
    }

    /** True for {@link #elementOf(Symbol)}. */
    public boolean readsTensor() {
        return kind == Kind.TENSOR;
    }

    private static String spelled(FloatFormat format) {
        return format.name().toLowerCase(Locale.ROOT);
    }
}
