package io.heddle.isa;

import io.heddle.finding.Assumption;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.Exceptional;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.RoundedSteps;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code cvt} (PTX ISA 9.7.9.21).
 *
 * <p>Between float formats it is the identity over the reals, except to an 8-bit format, where it
 * is a function of its own. From a float to an integer it rounds as its modifier says; it clamps to
 * 8 or 16 bits. To 32 or 64 bits it clamps at an end that stated ranges or clamps bound but do not
 * exclude; that the result does not pass an end where nothing bounds it is an assumption, made on
 * the path on which it is converted. Between integers it takes or extends bits.
 */
public final class Conversion {
    /**
     * Greatest width of integers to which conversions from floats clamp; to wider ones the result
     * is assumed to fit.
     */
    private static final int NARROW = 16;

    private static final Set<String> ROUNDINGS = Set.of("rni", "rzi", "rmi", "rpi");

    private Conversion() {}

    /** Decodes a {@code cvt}. */
    public static Step decode(Decoder d, Instruction i) {
        List<PtxType> types = Decoder.types(i);
        if (i.has("pack")) {
            return PackedIntegers.decode(d, i);
        }
        PtxType to = types.get(0);
        PtxType from = types.get(1);
        int destination = d.destination(i.operands().get(0));
        if (isPair(to)) {
            return pairs(d, i, to, from, destination);
        }
        Operand source = i.operands().get(1);
        if (FloatingPoint.isFloat(from)) {
            FloatFormat format = FloatingPoint.format(from);
            int s = d.realSource(source, format);
            return FloatingPoint.isFloat(to)
                    ? floatToFloat(i, destination, s, format, to)
                    : floatToInteger(i, destination, s, format, to);
        }
        int s = d.source(source, from);
        if (FloatingPoint.isFloat(to)) {
            return integerToFloat(i, destination, s, from, FloatingPoint.format(to));
        }
        return integerToInteger(i, destination, s, from, to);
    }

    private static boolean isPair(PtxType t) {
        return FloatingPoint.isPacked(t) || t == PtxType.E4M3X2 || t == PtxType.E5M2X2;
    }

    /** The modifier that rounds to an integer, if there is one. */
    private static Optional<String> rounding(Instruction i) {
        return i.modifiers().stream().filter(ROUNDINGS::contains).findFirst();
    }

    private static int rounded(TermStore s, String mode, int t) {
        return switch (mode) {
            case "rni" -> s.rint(t);
            case "rzi" -> s.trunc(t);
            case "rmi" -> s.floor(t);
            default -> s.ceil(t);
        };
    }

    /** The term that is converted; with {@code .ftz} a subnormal f32 becomes 0. */
    private static int source(Warp w, boolean ftz, FloatFormat from, int register) {
        int t = w.real(register, Tag.of(from));
        return ftz && from == FloatFormat.F32 ? Flushing.operand(w.store(), from, t) : t;
    }

    private static Step floatToFloat(
            Instruction i, int destination, int source, FloatFormat from, PtxType to) {
        Optional<String> mode = rounding(i);
        FloatFormat format = FloatingPoint.format(to);
        Clamp clamp = Clamp.of(i);
        boolean flushes = i.has("ftz");
        boolean overflows = narrows(from, format) || to == PtxType.TF32 && mayOverflow(i);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int t = clamp.of(s, source(w, flushes, from, source + lane));
                t = overflows ? outOfRange(w, i, t, format) : t;
                RoundedSteps steps = w.views().roundedSteps();
                if (flushes) {
                    steps.noteFlushed(t);
                }
                if (mode.isPresent()) {
                    w.views().roundedIntegers().assumeExact(t);
                    steps.noteConverted(t, from, instruction());
                    t = rounded(s, mode.get(), t);
                    w.views().bounds().noteWhole(t);
                } else if (to == PtxType.TF32) {
                    steps.noteRerounded(t, instruction());
                } else if (from.precision() > format.precision()) {
                    steps.noteNarrowed(t, format, instruction());
                } else if (from.precision() < format.precision()) {
                    steps.noteWidened(t, from);
                }
                if (overflows) {
                    w.views().overflows().noteNarrowed(t);
                }
                w.set(destination + lane, result(w, i, t, format, w.value(source + lane), from));
            }
        };
    }

    /**
     * The bits of the result {@code t}; a zero keeps the sign of the operand that was converted.
     */
    private static Value result(
            Warp w, Instruction i, int t, FloatFormat format, Value source, FloatFormat from) {
        return ZeroResults.isZero(w.store(), t)
                ? ZeroResults.of(w, i, t, format, ZeroResults.sign(w.store(), from, source))
                : w.views().ofReal(t, format);
    }

    /** True if a number beyond the greatest finite one becomes an infinity. */
    private static boolean mayOverflow(Instruction i) {
        return !i.has("satfinite") && !i.has("rz");
    }

    /**
     * The infinity or the greatest number of {@code format} that {@code t} becomes if stated ranges
     * put all its values beyond that format; else {@code t}.
     */
    private static int outOfRange(Warp w, Instruction i, int t, FloatFormat format) {
        TermStore s = w.store();
        boolean quantised = format == FloatFormat.E4M3 || format == FloatFormat.E5M2;
        if (quantised || s.isRational(t)) {
            return t;
        }
        Rational greatest = format.lowestFinite().negate();
        Rational lost = Rational.powerOfTwo(-format.precision()); // 1 - lost is its fraction
        Rational next = greatest.multiply(Rational.ONE.subtract(lost).reciprocal());
        boolean negative = w.views().isBelow(t, next.negate());
        if (!negative && !w.views().isAbove(t, next)) {
            return t;
        }
        boolean inwards = i.has(negative ? "rp" : "rm"); // IEEE 754-2019, 7.4: stops there
        if (!mayOverflow(i) || inwards) {
            return s.rational(negative ? greatest.negate() : greatest);
        }
        return negative ? s.negInf() : s.posInf();
    }

    private static boolean narrows(FloatFormat from, FloatFormat to) {
        return to.lowestFinite().compareTo(from.lowestFinite()) > 0;
    }

    /**
     * Converts two floats to the halves of one register; the first source becomes the high half
     * (PTX ISA, cvt: {@code d = {a, b}}).
     */
    private static Step pairs(Decoder d, Instruction i, PtxType to, PtxType from, int destination) {
        FloatFormat format = FloatingPoint.format(to);
        FloatFormat source = FloatingPoint.format(from);
        if (isPair(from)) {
            int a = d.source(i.operands().get(1), from);
            return new LaneStep(destination) {
                @Override
                void lane(Warp w, int lane) {
                    Value v = w.value(a + lane);
                    int n = source.bits();
                    Value low = element(w, i, v.slice(0, n), format, source);
                    Value high = element(w, i, v.slice(n, n), format, source);
                    w.set(destination + lane, low.concat(high));
                }
            };
        }
        int high = d.realSource(i.operands().get(1), source);
        int low = d.realSource(i.operands().get(2), source);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value l = element(w, i, w.value(low + lane), format, source);
                Value h = element(w, i, w.value(high + lane), format, source);
                w.set(destination + lane, l.concat(h));
            }
        };
    }

    private static Value element(
            Warp w, Instruction i, Value v, FloatFormat format, FloatFormat from) {
        int t = w.views().real(v, from);
        t = narrows(from, format) ? outOfRange(w, i, t, format) : t;
        boolean eightBits = format == FloatFormat.E4M3 || format == FloatFormat.E5M2;
        if (eightBits) {
            w.views().roundedSteps().noteConverted(t, from, i);
        }
        boolean exact = eightBits && w.store().isClosed(t); // the result is another term
        if (from.precision() > format.precision() && !exact) {
            w.views().roundedSteps().noteNarrowed(t, format, i);
        }
        boolean root = w.store().op(t) == Op.SQRT; // the root of an f32 does not overflow a bf16
        boolean half = format == FloatFormat.F16 || format == FloatFormat.BF16 && !root;
        if (half && narrows(from, format) && mayOverflow(i)) {
            w.views().overflows().noteNarrowed(t);
        }
        int rounded = quantised(w.store(), Clamp.of(i).of(w.store(), t), format);
        return result(w, i, rounded, format, v, from);
    }

    /**
     * Rounds {@code t} to an 8-bit format. A number that the format represents keeps its value; of
     * other terms the result is a function named after the format, since it differs too much from
     * {@code t}.
     */
    private static int quantised(TermStore s, int t, FloatFormat format) {
        if (format != FloatFormat.E4M3 && format != FloatFormat.E5M2) {
            return t;
        }
        Function f = Function.quantisation(format);
        switch (s.op(t)) {
            case RATIONAL:
            case LITERAL:
                return s.rational(format.nearest(s.rationalValue(t)));
            case POS_INF:
                return s.rational(format.lowestFinite().negate());
            case NEG_INF:
                return s.rational(format.lowestFinite());
            case ELEMENT:
                return s.symbolOf(t).type().format() == format ? t : s.apply(f, t);
            case APPLY:
                return s.functionOf(t).equals(f) ? t : s.apply(f, t);
            default:
                return t == s.nan() ? t : s.apply(f, t);
        }
    }

    private static Step floatToInteger(
            Instruction i, int destination, int source, FloatFormat from, PtxType to) {
        String mode = rounding(i).orElse("rzi");
        boolean flushes = i.has("ftz");
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int x = source(w, flushes, from, source + lane);
                w.views().roundedIntegers().assumeExact(x);
                w.views().roundedIntegers().assumeKept(x, from, instruction());
                w.views().roundedSteps().noteConverted(x, from, instruction());
                int t = integer(s, x);
                noteConverted(w, x, t);
                if ((s.flags(x) & TermStore.MAY_NAN) != 0) {
                    int nan = s.exceptional().isNan(x);
                    t = nan == Exceptional.UNKNOWN ? t : s.ite(nan, s.rational(ofNan()), t);
                }
                if (t == s.posInf() || t == s.negInf()) {
                    t = s.rational(t == s.posInf() ? high(to) : low(to));
                }
                boolean narrow = to.bits() <= NARROW;
                boolean clamped = narrow && !w.views().fits(t, to.bits(), to.isSigned());
                if (clamped && t != s.nan() && s.op(t) != Op.UNDEFINED) {
                    t = s.min(s.max(t, s.rational(low(to))), s.rational(high(to)));
                }
                if (!narrow && !w.views().mayFit(t, to.bits(), to.isSigned())) {
                    int raised = s.max(t, s.rational(low(to)));
                    boolean above = !w.views().mayFit(raised, to.bits(), to.isSigned());
                    t = s.rational(above ? high(to) : low(to)); // certainly out of range
                }
                if (!narrow && !w.views().fits(t, to.bits(), to.isSigned())) {
                    t = w.views().clampedWhereBounded(t, low(to), high(to));
                }
                if (s.isRational(t)) {
                    Value v = saturated(s, t, to);
                    w.set(destination + lane, extended(w, v));
                    return;
                }
                if (s.isClosed(t) && !s.isFinite(t)) {
                    if (s.op(t) == Op.UNDEFINED) {
                        w.set(destination + lane, Value.whole(Tag.UNDEFINED, t, to.bits()));
                        return;
                    }
                    throw new UnsupportedPtxException(
                            "an infinity or NaN is converted to an integer");
                }
                if (narrow ? !s.isFinite(t) : !w.views().fits(t, to.bits(), to.isSigned())) {
                    assumeFits(w, narrow);
                    if (!narrow) {
                        int here = s.ite(w.path(lane), t, s.zero()); // elsewhere t may be any
                        s.assumedRanges().add(here, low(to), high(to));
                    }
                }
                int width = to.isSigned() ? w.width(destination) : to.bits();
                Value v = w.views().ofInteger(t, Math.max(width, to.bits()), to.isSigned());
                w.set(destination + lane, v);
            }

            private void noteConverted(Warp w, int x, int t) {
                if (!w.store().isClosed(t)) {
                    w.views().bounds().noteConverted(t, low(to), high(to), ofNan());
                    if (t == x && w.store().op(t) != Op.ELEMENT) {
                        w.views().bounds().noteWhole(t);
                    }
                }
            }

            private int integer(TermStore s, int x) {
                if (ofNan().signum() != 0) {
                    return rounded(s, mode, x);
                }
                Op op =
                        switch (mode) {
                            case "rni" -> Op.RINT;
                            case "rzi" -> Op.TRUNC;
                            case "rmi" -> Op.FLOOR;
                            default -> Op.CEIL;
                        };
                return s.roundedOrZero(op, x);
            }

            /**
             * The result for a NaN: 0; from f64 or to 64 bits the pattern of which only the highest
             * bit is set.
             */
            private Rational ofNan() {
                if (from != FloatFormat.F64 && to.bits() < Long.SIZE) {
                    return Rational.ZERO;
                }
                Rational highest = Rational.powerOfTwo(to.bits() - 1);
                return to.isSigned() ? highest.negate() : highest;
            }

            private Value extended(Warp w, Value v) {
                int width = w.width(destination);
                return to.isSigned() && width > to.bits()
                        ? Value.concrete(Views.signExtend(v.payload(), to.bits()), width)
                        : v;
            }

            private void assumeFits(Warp w, boolean narrow) {
                String place = i.position().file() + ":" + i.position().line();
                w.machine()
                        .assume(
                                Assumption.Kind.CLAMPED_CONVERSION,
                                "values converted by "
                                        + i.mnemonic()
                                        + " at "
                                        + place
                                        + (narrow
                                                ? " are numbers"
                                                : " fit in " + to.bits() + " bits"),
                                this);
            }
        };
    }

    private static Value saturated(TermStore s, int t, PtxType to) {
        java.math.BigInteger n = s.rationalValue(t).numerator();
        int bits = to.bits();
        java.math.BigInteger low =
                to.isSigned()
                        ? java.math.BigInteger.ONE.shiftLeft(bits - 1).negate()
                        : java.math.BigInteger.ZERO;
        java.math.BigInteger high =
                java.math.BigInteger.ONE
                        .shiftLeft(to.isSigned() ? bits - 1 : bits)
                        .subtract(java.math.BigInteger.ONE);
        return Value.concrete(n.max(low).min(high).longValue(), bits);
    }

    private static Step integerToFloat(
            Instruction i, int destination, int source, PtxType from, FloatFormat to) {
        Clamp clamp = Clamp.of(i);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int t = clamp.of(s, w.integer(source + lane, from.bits(), from.isSigned()));
                if (s.isRational(t)) {
                    t = IntegerRounding.converted(s, s.rationalValue(t), to, i);
                } else {
                    w.views().roundedIntegers().note(t, to, instruction());
                    w.views().roundedSteps().noteOfInteger(t, to, instruction());
                    if (to == FloatFormat.F16 && mayOverflow(i) && !w.views().fits(t, 16, true)) {
                        w.views().overflows().noteNarrowed(t);
                    }
                }
                boolean zero = s.isRational(t) && s.rationalValue(t).isZero();
                w.set(
                        destination + lane,
                        zero ? Value.concrete(0, to.bits()) : w.views().ofReal(t, to));
            }
        };
    }

    private static Step integerToInteger(
            Instruction i, int destination, int source, PtxType from, PtxType to) {
        boolean saturate = i.has("sat");
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                if (w.tags[source + lane] == Tag.CONCRETE) {
                    long x = w.bits[source + lane];
                    x =
                            from.isSigned()
                                    ? Views.signExtend(x, from.bits())
                                    : x & Value.mask(from.bits());
                    if (saturate) {
                        x = saturate(x, from, to);
                    }
                    x &= Value.mask(to.bits());
                    w.setConcrete(destination + lane, extended(w, x));
                    return;
                }
                symbolic(w, lane);
            }

            /**
             * Extends the result to a destination register that is wider than the type: by its sign
             * if the type is signed.
             */
            private long extended(Warp w, long x) {
                int width = w.width(destination);
                return width > to.bits() && to.isSigned()
                        ? Views.signExtend(x, to.bits()) & Value.mask(width)
                        : x;
            }

            private void symbolic(Warp w, int lane) {
                Value v = LogicAndShift.concretise(w, w.value(source + lane).resize(from.bits()));
                TermStore s = w.store();
                if (v.undefinedTerm() != 0) {
                    w.set(
                            destination + lane,
                            Value.whole(Tag.UNDEFINED, v.undefinedTerm(), w.width(destination)));
                    return;
                }
                if (saturate) {
                    int t = w.views().comparedInteger(v, from.bits(), from.isSigned());
                    t = s.max(t, s.rational(low(to)));
                    t = s.min(t, s.rational(high(to)));
                    w.set(
                            destination + lane,
                            w.views().ofInteger(t, w.width(destination), to.isSigned()));
                    return;
                }
                Value cut;
                if (to.bits() <= from.bits()) {
                    cut = v.slice(0, to.bits());
                } else if (from.isSigned()) {
                    int t = w.views().integer(v, from.bits(), true);
                    cut = w.views().ofInteger(t, to.bits(), true);
                } else {
                    cut = v.resize(to.bits());
                }
                if (w.width(destination) > to.bits() && to.isSigned()) {
                    int t = w.views().integer(cut, to.bits(), true);
                    cut = w.views().ofInteger(t, w.width(destination), true);
                }
                w.set(destination + lane, cut);
            }
        };
    }

    static io.heddle.term.Rational low(PtxType t) {
        return t.isSigned()
                ? io.heddle.term.Rational.powerOfTwo(t.bits() - 1).negate()
                : io.heddle.term.Rational.ZERO;
    }

    static io.heddle.term.Rational high(PtxType t) {
        return io.heddle.term.Rational.powerOfTwo(t.isSigned() ? t.bits() - 1 : t.bits())
                .subtract(io.heddle.term.Rational.ONE);
    }

    private static long saturate(long x, PtxType from, PtxType to) {
        java.math.BigInteger n = java.math.BigInteger.valueOf(x);
        if (!from.isSigned() && x < 0) {
            n = n.add(java.math.BigInteger.ONE.shiftLeft(64));
        }
        return n.max(low(to).numerator()).min(high(to).numerator()).longValue();
    }
}
