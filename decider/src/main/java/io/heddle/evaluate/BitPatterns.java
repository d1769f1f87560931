package io.heddle.evaluate;

import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import java.util.BitSet;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * The meaning at points of {@link Function#ofBits} and {@link Function#bitsOf}: a word that is read
 * as a float, which may be NaN or infinite, and the bits of a float.
 *
 * <p>The machine rounds and a term does not. Therefore the bits of a float are known only if it is
 * computed exactly and only integers and choices are computed from its bits: floats that programs
 * compute from them (library functions, conversions by hand) are meant to be rounded. A real number
 * has no sign of zero: the bits of a zero are known only where it is an input, or computed so that
 * it is +0.
 */
final class BitPatterns {
    private static final int MAX_EXACT = 64; // terms of a float whose bits are taken

    private BitPatterns() {}

    /**
     * The value of a node that is one of these functions.
     *
     * @param values of the nodes below
     * @param guess whether bits that are not known are those of the nearest float
     */
    static Real at(Cone cone, int node, IntFunction<Real> values, boolean guess) {
        if (cone.function(node).readsBits() || !cone.isRoundedAbove(node)) {
            Real known = known(cone, node, values);
            Real x = values.apply(cone.b()[node]);
            boolean guessed = guess && known == Real.UNKNOWN && x.isFinite();
            return guessed && cone.function(node).givesBits()
                    ? Real.of(nearest(cone.function(node).format(), x.middle()))
                    : known;
        }
        return guess ? Real.ONE : Real.UNKNOWN;
    }

    private static Real known(Cone cone, int node, IntFunction<Real> values) {
        Function function = cone.function(node);
        int argument = cone.b()[node];
        Real x = values.apply(argument);
        if (x.isOutside()) {
            return Real.OUTSIDE;
        }
        if (x.exact() == null) {
            return Real.UNKNOWN;
        }
        FloatFormat format = function.format();
        if (function.readsBits()) {
            return number(format, x.exact());
        }
        if (x.exact().isZero()) {
            return zero(cone, argument, format, values);
        }
        OptionalLong pattern = format.pattern(x.exact());
        return pattern.isPresent() && isExact(cone, argument, format, values, new int[1])
                ? Real.of(unsigned(pattern.getAsLong()))
                : Real.UNKNOWN;
    }

    /**
     * True if nothing at or below a node is rounded at the point.
     *
     * @param visited how many terms were looked at
     */
    private static boolean isExact(
            Cone cone, int node, FloatFormat format, IntFunction<Real> values, int[] visited) {
        if (++visited[0] > MAX_EXACT) {
            return false;
        }
        int a = cone.a()[node];
        int b = cone.b()[node];
        Op op = cone.op(node);
        boolean number = op.arity() > 0 && op != Op.APPLY && !op.isCondition();
        if (number && !isRepresentable(values.apply(node), format)) {
            return false;
        }
        return switch (op) {
            case ELEMENT, TRUE, FALSE -> true;
            case RATIONAL, LITERAL -> isRepresentable(values.apply(node), format);
            case NEG, ABS, SQRT, FLOOR, CEIL, TRUNC, RINT, NOT ->
                    isExact(cone, a, format, values, visited);
            case ADD, SUB, MUL, DIV, MAX, MIN, LT, LE, EQ, AND, OR ->
                    isExact(cone, a, format, values, visited)
                            && isExact(cone, b, format, values, visited);
            case FMA ->
                    isExact(cone, a, format, values, visited)
                            && isExact(cone, b, format, values, visited)
                            && isExact(cone, cone.c()[node], format, values, visited);
            case ITE -> {
                Real condition = values.apply(a); // of doubles: 1 or 0
                boolean holds = condition == Real.TRUE || Rational.ONE.equals(condition.exact());
                int chosen = holds ? b : cone.c()[node];
                yield isExact(cone, a, format, values, visited)
                        && isExact(cone, chosen, format, values, visited);
            }
            case APPLY -> cone.function(node).readsBits();
            default -> false;
        };
    }

    private static boolean isRepresentable(Real x, FloatFormat format) {
        return x.exact() != null && format.pattern(x.exact()).isPresent();
    }

    /** The nodes that are used, directly or indirectly, by an operation that rounds. */
    static BitSet roundedAbove(Cone cone) {
        int n = cone.size();
        BitSet rounded = new BitSet(n);
        BitSet floored = new BitSet(n);
        BitSet other = new BitSet(n); // also used otherwise than rounded to an integer
        for (int node = n - 1; node >= 0; node--) {
            boolean rounds =
                    cone.rounds(node) && (other.get(node) || !floored.get(node))
                            || rounded.get(node);
            for (int operand : cone.operands(node)) {
                rounded.set(operand, rounded.get(operand) || rounds);
                (cone.op(node).isRounding() ? floored : other).set(operand);
            }
        }
        return rounded;
    }

    /**
     * The float with the bit pattern {@code bits}. If the pattern is not that of a number, the
     * domain condition that it is one fails.
     */
    private static Real number(FloatFormat format, Rational bits) {
        boolean word =
                bits.isInteger()
                        && bits.signum() >= 0
                        && bits.numerator().bitLength() <= format.bits();
        if (!word) {
            return Real.UNKNOWN;
        }
        long pattern = bits.numerator().longValue();
        return switch (format.kind(pattern)) {
            case FINITE -> Real.of(format.value(pattern));
            case NEGATIVE_INFINITY -> Real.NEGATIVE_POLE;
            case POSITIVE_INFINITY -> Real.POSITIVE_POLE;
            case NAN -> Real.INVALID;
        };
    }

    /** The bits of a zero. A zero that was loaded keeps its sign. */
    private static Real zero(Cone cone, int node, FloatFormat format, IntFunction<Real> values) {
        if (cone.op(node) == Op.APPLY
                && cone.function(node).equals(Function.ofBits(format))
                && values.apply(cone.b()[node]).exact() != null) {
            return values.apply(cone.b()[node]);
        }
        boolean positive = cone.op(node) == Op.ELEMENT || cone.isPositiveZero(node);
        return positive ? Real.ZERO : Real.UNKNOWN;
    }

    private static Rational unsigned(long bits) {
        return bits >= 0
                ? Rational.of(bits)
                : Rational.of(bits >>> 1).multiply(Rational.TWO).add(Rational.of(bits & 1));
    }

    /**
     * An approximation of a node at the argument {@code x}: the bits of the nearest float, with +0
     * for a zero; 1 if nothing is known of the bits.
     */
    static double near(Cone cone, int node, double x) {
        Function function = cone.function(node);
        if (function.givesBits() && cone.isRoundedAbove(node)) {
            return 1;
        }
        FloatFormat format = function.format();
        if (!Double.isFinite(x)) {
            return Double.NaN;
        }
        Rational r = Rational.ofExact(x);
        if (function.readsBits()) {
            Real read = number(format, r);
            return switch (read.kind()) {
                case FINITE -> DoubleInterval.nearest(read.middle());
                case NEGATIVE_POLE -> Double.NEGATIVE_INFINITY;
                case POSITIVE_POLE -> Double.POSITIVE_INFINITY;
                default -> Double.NaN;
            };
        }
        return DoubleInterval.nearest(nearest(format, r));
    }

    private static Rational nearest(FloatFormat format, Rational r) {
        return unsigned(format.pattern(format.nearest(r)).orElse(0));
    }
}
