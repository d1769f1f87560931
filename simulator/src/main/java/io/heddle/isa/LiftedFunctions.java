package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.NamedConstant;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;

/**
 * The pseudo-instruction {@code heddle.NAME.TYPE d, a[, b]}, by which {@code io.heddle.idiom}
 * replaces the code of a library function that nvcc has inlined. Its value is that of the function
 * over the reals.
 */
public final class LiftedFunctions {
    /** The opcode of the pseudo-instruction; no PTX instruction has it. */
    public static final String OPCODE = "heddle";

    private static final int MAX_PRODUCT_BITS = 5;

    private LiftedFunctions() {}

    /** Decodes the pseudo-instruction. */
    public static Step decode(Decoder d, Instruction i) {
        String name = i.modifiers().get(0);
        PtxType type = Decoder.type(i);
        FloatFormat f = FloatingPoint.format(type);
        byte tag = Tag.of(f);
        int destination = d.destination(i.operands().get(0));
        int a = d.realSource(i.operands().get(1), f);
        int b = i.operands().size() > 2 ? d.realSource(i.operands().get(2), f) : a;
        boolean approximate = i.has("approx");
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                int x = w.real(a + lane, tag);
                int y = w.real(b + lane, tag);
                if (approximate) {
                    w.machine()
                            .assumptions()
                            .add(
                                    Assumption.Kind.LIBRARY_FUNCTION,
                                    name,
                                    "the compiler's inlined " + name + " is the function " + name,
                                    instruction());
                }
                int t = value(w.store(), name, x, y);
                if (name.equals("fmod") || name.equals("remainder")) {
                    w.views().roundedIntegers().assumeExact(x);
                    w.views().roundedIntegers().assumeExact(y);
                    int quotient = w.store().div(x, y);
                    w.views().roundedSteps().noteConverted(quotient, f, instruction());
                }
                w.views().roundedSteps().noteLifted(t, f, instruction(), x, y);
                w.setReal(destination + lane, tag, t);
            }
        };
    }

    /** The value of the named function of {@code x} and, if it takes two operands, {@code y}. */
    static int value(TermStore s, String name, int x, int y) {
        int log2e = s.constant(NamedConstant.LOG2_E);
        int log10 = s.constant(NamedConstant.LOG2_10);
        int ex = s.exp2(s.mul(x, log2e));
        return switch (name) {
            case "exp" -> ex;
            case "exp2" -> s.exp2(x);
            case "exp10" -> s.exp2(s.mul(x, log10));
            case "expm1" -> s.sub(ex, s.one());
            case "log" -> s.div(s.log2(x), log2e);
            case "log2" -> s.log2(x);
            case "log10" -> s.div(s.log2(x), log10);
            case "log1p" -> s.div(s.log2(s.add(s.one(), x)), log2e);
            case "tanh" -> FloatingPoint.tanh(s, x);
            case "sinh" -> s.mul(s.sub(ex, s.div(s.one(), ex)), s.rational(Rational.HALF));
            case "cosh" -> s.mul(s.add(ex, s.div(s.one(), ex)), s.rational(Rational.HALF));
            case "sin" -> s.apply(Function.SIN, x);
            case "cos" -> s.apply(Function.COS, x);
            case "erf" -> s.apply(Function.ERF, x);
            case "erfc" -> s.sub(s.one(), s.apply(Function.ERF, x));
            case "rsqrt" -> s.div(s.one(), s.sqrt(x));
            case "hypot" -> s.sqrt(s.add(s.mul(x, x), s.mul(y, y)));
            case "normcdf" -> normalDistribution(s, x);
            case "pow" -> power(s, x, y);
            case "asin" -> arcsine(s, x);
            case "fmod" -> s.sub(x, s.mul(y, s.trunc(s.div(x, y))));
            case "remainder" -> s.sub(x, s.mul(y, s.rint(s.div(x, y))));
            case "tan" -> s.div(s.apply(Function.SIN, x), s.apply(Function.COS, x));
            default -> s.apply(new Function(name, 1, false), x);
        };
    }

    /** The standard normal distribution function: (1 + erf(x/√2)) / 2. */
    private static int normalDistribution(TermStore s, int x) {
        int half = s.rational(Rational.HALF);
        int erf = s.apply(Function.ERF, s.mul(x, s.sqrt(half)));
        return s.mul(half, s.add(s.one(), erf));
    }

    /**
     * The arc sine as atan2(x, √(1 − x²)), the angle of that point of the unit circle, whose root
     * carries the domain −1 ≤ x ≤ 1.
     */
    private static int arcsine(TermStore s, int x) {
        int cosine = s.sqrt(s.sub(s.one(), s.mul(x, x)));
        return s.apply(Function.ATAN2, x, cosine);
    }

    /** x^y: a product if y is a small integer constant; else 2^(y · log2 x), which needs x > 0. */
    private static int power(TermStore s, int x, int y) {
        Rational exponent = s.op(y) == Op.RATIONAL ? s.rationalValue(y) : null;
        boolean product =
                exponent != null
                        && exponent.isInteger()
                        && exponent.numerator().abs().bitLength() <= MAX_PRODUCT_BITS;
        if (!product) {
            return s.exp2(s.mul(y, s.log2OfBase(x)));
        }
        int n = exponent.numerator().intValue();
        int result = s.one();
        for (int k = 0; k < Math.abs(n); k++) {
            result = s.mul(result, x);
        }
        return n < 0 ? s.div(s.one(), result) : result;
    }
}
