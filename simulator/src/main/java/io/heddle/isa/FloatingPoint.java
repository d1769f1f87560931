package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.term.Function;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Arrays;
import java.util.Locale;

/**
 * Floating-point arithmetic over the reals (PTX ISA 9.7.3 to 9.7.5). Formats, rounding modes,
 * {@code .ftz}, {@code .approx} and {@code .full} do not change a result, with one exception: a sum
 * by which programs round to an integer ({@code x + 12582912.0f}) is rounded.
 */
public final class FloatingPoint {
    private FloatingPoint() {}

    /** An operation on terms; an operand that it lacks is 0. */
    interface RealOperation {
        int apply(TermStore s, int a, int b, int c);
    }

    /** True for a scalar or packed floating-point type; false for null. */
    public static boolean isFloat(PtxType type) {
        return type != null && type.isFloat();
    }

    /** The format of the elements of a type that {@link #isFloat}. */
    static FloatFormat format(PtxType type) {
        return switch (type) {
            case F16, F16X2 -> FloatFormat.F16;
            case BF16, BF16X2 -> FloatFormat.BF16;
            case F32, F32X2, TF32 -> FloatFormat.F32;
            case F64 -> FloatFormat.F64;
            case E4M3, E4M3X2 -> FloatFormat.E4M3;
            case E5M2, E5M2X2 -> FloatFormat.E5M2;
            default -> throw NotModelled.modifiers(type.name().toLowerCase(Locale.ROOT));
        };
    }

    static boolean isPacked(PtxType type) {
        return type == PtxType.F16X2 || type == PtxType.BF16X2 || type == PtxType.F32X2;
    }

    /** Decodes an arithmetic instruction of a floating-point type. */
    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (i.opcode().equals("testp")) {
            return testp(d, i, type);
        }
        if (i.opcode().equals("copysign")) {
            return SignCopy.decode(d, i, type);
        }
        RealOperation operation = operation(i);
        operation = clamped(i, operation);
        int n = i.operands().size() - 1;
        if (Decoder.types(i).size() > 1) {
            return mixed(d, i, operation, n);
        }
        FloatFormat format = format(type);
        int destination = d.destination(i.operands().get(0));
        int[] sources = new int[3];
        for (int k = 0; k < n; k++) {
            sources[k] =
                    isPacked(type)
                            ? d.source(i.operands().get(k + 1), type)
                            : d.realSource(i.operands().get(k + 1), format);
        }
        boolean sum = i.opcode().equals("add") || i.opcode().equals("sub");
        if (isPacked(type)) {
            return new PackedStep(operation, format, sum, n, destination, sources);
        }
        byte tag = Tag.of(format);
        if (isPlainFma(i, n)) {
            return new FmaStep(i, tag, destination, sources[0], sources[1], sources[2]);
        }
        byte[] tags = {tag, tag, tag};
        return new RealStep(operation, tag, tags, sum, n, destination, sources);
    }

    /**
     * {@code add}, {@code sub} and {@code fma} of mixed precision: the last operand and the result
     * are f32, the other operands are halves that are converted to f32 first (PTX ISA 9.7.5).
     */
    private static Step mixed(Decoder d, Instruction i, RealOperation operation, int n) {
        FloatFormat narrow = format(Decoder.types(i).get(1));
        int[] sources = new int[3];
        byte[] tags = new byte[3];
        for (int k = 0; k < n; k++) {
            FloatFormat f = k == n - 1 ? FloatFormat.F32 : narrow;
            sources[k] = d.realSource(i.operands().get(k + 1), f);
            tags[k] = Tag.of(f);
        }
        int destination = d.destination(i.operands().get(0));
        boolean sum = !i.opcode().equals("fma");
        return new RealStep(operation, Tag.F32, tags, sum, n, destination, sources);
    }

    /** True for {@code fma} and {@code mad} that neither clamp nor round in one direction. */
    private static boolean isPlainFma(Instruction i, int n) {
        boolean fused = i.opcode().equals("fma") || i.opcode().equals("mad") && n == 3;
        return fused && !isRoundingDirected(i) && !i.has("sat") && !i.has("relu");
    }

    private static boolean isRoundingDirected(Instruction i) {
        return i.has("rm") || i.has("rp") || i.has("rz");
    }

    private static RealOperation clamped(Instruction i, RealOperation operation) {
        if (i.has("sat")) {
            return (s, a, b, c) -> s.min(s.max(operation.apply(s, a, b, c), s.zero()), s.one());
        }
        return i.has("relu") ? (s, a, b, c) -> relu(s, operation.apply(s, a, b, c)) : operation;
    }

    /** {@code .relu}: replaces a negative number by 0; a NaN stays NaN. */
    static int relu(TermStore s, int t) {
        return s.maxOrNan(t, s.zero());
    }

    private static RealOperation operation(Instruction i) {
        boolean three = i.operands().size() == 4;
        return switch (i.opcode()) {
            case "add" -> (s, a, b, c) -> s.add(a, b);
            case "sub" -> (s, a, b, c) -> s.sub(a, b);
            case "mul" -> (s, a, b, c) -> s.mul(a, b);
            case "fma", "mad" -> (s, a, b, c) -> s.fma(a, b, c);
            case "div" -> (s, a, b, c) -> s.div(a, b);
            case "rcp" -> (s, a, b, c) -> s.div(s.one(), a);
            case "sqrt" -> (s, a, b, c) -> s.sqrt(a);
            case "rsqrt" -> (s, a, b, c) -> s.div(s.one(), s.sqrt(a));
            case "ex2" -> (s, a, b, c) -> s.exp2(a);
            case "lg2" -> (s, a, b, c) -> s.log2(a);
            case "sin" -> (s, a, b, c) -> s.apply(Function.SIN, a);
            case "cos" -> (s, a, b, c) -> s.apply(Function.COS, a);
            case "tanh" -> (s, a, b, c) -> tanh(s, a);
            case "neg" -> (s, a, b, c) -> s.neg(a);
            case "abs" -> (s, a, b, c) -> s.abs(a);
            case "max", "min" -> extremum(i, three);
            default -> throw NotModelled.form(i);
        };
    }

    static int tanh(TermStore s, int a) {
        if (a == s.posInf()) {
            return s.one();
        }
        if (a == s.negInf()) {
            return s.integer(-1);
        }
        return a == s.zero() ? a : s.apply(Function.TANH, a);
    }

    private static RealOperation extremum(Instruction i, boolean three) {
        if (i.has("xorsign")) {
            throw NotModelled.modifiers("xorsign");
        }
        boolean max = i.opcode().equals("max");
        boolean nan = i.has("NaN");
        boolean magnitude = i.has("abs");
        RealOperation two =
                (s, a, b, c) -> {
                    int x = magnitude ? s.abs(a) : a;
                    int y = magnitude ? s.abs(b) : b;
                    if (nan) {
                        return max ? s.maxOrNan(x, y) : s.minOrNan(x, y);
                    }
                    return max ? s.max(x, y) : s.min(x, y);
                };
        return three ? (s, a, b, c) -> two.apply(s, two.apply(s, a, b, 0), c, 0) : two;
    }

    /** Records a result, for assumptions on overflow and rounding; absent operands are 0. */
    static void note(Warp w, Instruction i, FloatFormat f, int t, int... operands) {
        if (!i.has("sat") && !i.has("relu")) { // the result may have lost an operand
            for (int operand : operands) {
                if (operand != 0) {
                    w.views().overflows().noteFolded(t, operand);
                }
            }
        }
        w.views().roundedSteps().noteMade(t, f, i, operands);
    }

    /** Sets a lane to the result {@code t}, a zero, with the sign that IEEE 754 gives it. */
    static void setZero(
            Warp w, Step step, int t, byte tag, byte[] tags, int to, int lane, int... sources) {
        FloatFormat[] formats = new FloatFormat[sources.length];
        Value[] values = new Value[sources.length];
        for (int k = 0; k < sources.length; k++) {
            formats[k] = Tag.format(tags[k]);
            values[k] = w.value(sources[k] + lane);
        }
        Value v = ZeroResults.of(w, step.instruction(), t, Tag.format(tag), formats, values);
        w.set(to + lane, v);
    }

    // ---------------------------------------------------------------- steps

    private static final class RealStep extends ValueStep {
        private final RealOperation operation;
        private final byte tag;
        private final byte[] tags; // of the sources
        private final int arity;
        private final boolean sum;
        private final int destination;
        private final int a;
        private final int b;
        private final int c;

        RealStep(
                RealOperation operation,
                byte tag,
                byte[] tags,
                boolean sum,
                int arity,
                int destination,
                int[] sources) {
            this.operation = operation;
            this.sum = sum;
            this.tag = tag;
            this.tags = tags;
            this.arity = arity;
            this.destination = destination;
            this.a = sources[0];
            this.b = sources[1];
            this.c = sources[2];
        }

        @Override
        public void execute(Warp w, int mask) {
            TermStore s = w.store();
            boolean flushed = instruction().has("ftz");
            boolean approximate = ApproximateDivision.is(instruction());
            boolean directed = isRoundingDirected(instruction());
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int x = w.real(a + lane, tags[0]);
                int y = arity > 1 ? w.real(b + lane, tags[1]) : 0;
                int z = arity > 2 ? w.real(c + lane, tags[2]) : 0;
                if (flushed) {
                    x = Flushing.operand(s, Tag.format(tags[0]), x);
                    y = arity > 1 ? Flushing.operand(s, Tag.format(tags[1]), y) : 0;
                    z = arity > 2 ? Flushing.operand(s, Tag.format(tags[2]), z) : 0;
                }
                x = startOfExtremum(w, x, y);
                y = arity > 1 ? startOfExtremum(w, y, x) : 0;
                if (sum) {
                    int read = IntegerRounding.operand(w, instruction(), Tag.format(tag), x, y);
                    y = IntegerRounding.operand(w, instruction(), Tag.format(tag), y, x);
                    x = read;
                }
                int made =
                        approximate
                                ? ApproximateDivision.divide(w, x, y)
                                : Cancellation.made(w, instruction(), operation, tags, x, y, z);
                int t = IntegerRounding.made(w, instruction(), Tag.format(tag), made, x, y, z);
                note(w, instruction(), Tag.format(tag), t, x, y, z);
                if (directed) {
                    w.views().roundedSteps().noteDirected(t, instruction(), x, y, z);
                }
                if (sum || arity > 2) {
                    w.views().zeroSigns().noteSum(t);
                }
                if (ZeroResults.isZero(s, t)) {
                    int[] sources = Arrays.copyOf(new int[] {a, b, c}, arity);
                    setZero(w, this, t, tag, tags, destination, lane, sources);
                } else {
                    w.setReal(destination + lane, tag, t);
                }
            }
        }

        /** The operand {@code x}, or an infinity where it starts a running extremum. */
        private int startOfExtremum(Warp w, int x, int other) {
            boolean max = instruction().opcode().equals("max");
            boolean extremum = max || instruction().opcode().equals("min");
            return arity < 2 || !extremum || instruction().has("abs")
                    ? x
                    : RunningExtrema.start(w, this, Tag.format(tag), max, x, other);
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    /** An operation on both halves of f16x2, bf16x2 or f32x2. */
    private static final class PackedStep extends ValueStep {
        private final RealOperation operation;
        private final FloatFormat format;
        private final boolean sum;
        private final int arity;
        private final int destination;
        private final int[] sources;

        PackedStep(
                RealOperation operation,
                FloatFormat format,
                boolean sum,
                int arity,
                int destination,
                int[] sources) {
            this.operation = operation;
            this.format = format;
            this.sum = sum;
            this.arity = arity;
            this.destination = destination;
            this.sources = sources;
        }

        @Override
        public void execute(Warp w, int mask) {
            int n = format.bits();
            boolean flushed = instruction().has("ftz");
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                int[] low = new int[3];
                int[] high = new int[3];
                for (int k = 0; k < arity; k++) {
                    Value v = w.value(sources[k] + lane).resize(2 * n);
                    low[k] = w.views().real(v.slice(0, n), format);
                    high[k] = w.views().real(v.slice(n, n), format);
                    if (flushed) {
                        low[k] = Flushing.operand(w.store(), format, low[k]);
                        high[k] = Flushing.operand(w.store(), format, high[k]);
                    }
                }
                Value h = half(w, high, lane, n);
                w.set(destination + lane, half(w, low, lane, 0).concat(h));
            }
        }

        private Value half(Warp w, int[] x, int lane, int from) {
            if (sum) {
                int read = IntegerRounding.operand(w, instruction(), format, x[0], x[1]);
                x[1] = IntegerRounding.operand(w, instruction(), format, x[1], x[0]);
                x[0] = read;
            }
            int made = Cancellation.made(w, instruction(), operation, x[0], x[1], x[2]);
            int t = IntegerRounding.made(w, instruction(), format, made, x[0], x[1], x[2]);
            note(w, instruction(), format, t, x);
            if (isRoundingDirected(instruction())) {
                w.views().roundedSteps().noteDirected(t, instruction(), x);
            }
            if (sum || arity > 2) {
                w.views().zeroSigns().noteSum(t);
            }
            if (!ZeroResults.isZero(w.store(), t)) {
                return w.views().ofReal(t, format);
            }
            Value[] values = new Value[arity];
            FloatFormat[] formats = new FloatFormat[arity];
            for (int k = 0; k < arity; k++) {
                Value v = w.value(sources[k] + lane).resize(2 * format.bits());
                values[k] = v.slice(from, format.bits());
                formats[k] = format;
            }
            return ZeroResults.of(w, instruction(), t, format, formats, values);
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    // ---------------------------------------------------------------- testp

    private static Step testp(Decoder d, Instruction i, PtxType type) {
        byte tag = Tag.of(format(type));
        int destination = d.destination(i.operands().get(0));
        int source = d.realSource(i.operands().get(1), format(type));
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int x = w.real(source + lane, tag);
                if (s.isRational(x)) {
                    w.views().overflows().assumeNone();
                } else {
                    w.views().overflows().assumeNone(x);
                }
                int condition =
                        switch (i.modifiers().get(0)) {
                            case "infinite" -> RealComparison.isInfinite(s, x);
                            case "notanumber" -> RealComparison.isNan(s, x);
                            case "number" -> s.not(RealComparison.isNan(s, x));
                            case "finite" ->
                                    s.not(
                                            s.or(
                                                    RealComparison.isNan(s, x),
                                                    RealComparison.isInfinite(s, x)));
                            default ->
                                    throw new UnsupportedPtxException(
                                            "testp." + i.modifiers().get(0));
                        };
                if (!s.isClosed(condition)) {
                    w.views().roundedSteps().noteCondition(condition, format(type), i);
                }
                w.setCondition(destination + lane, condition);
            }
        };
    }
}
