package io.heddle.isa;

import io.heddle.finding.UnsupportedPtxException;
import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.PtxType;
import io.heddle.term.Function;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.List;

/**
 * Integer arithmetic (PTX ISA 9.7.1). Concrete operands are computed with the machine's
 * wrap-around. Of symbolic ones, sums and products are polynomials that are congruent to the result
 * modulo 2^width; what has no exact term is a named function of the operands, keyed by operation,
 * width and signedness.
 */
public final class IntegerArithmetic {
    private IntegerArithmetic() {}

    /** On bits already extended to 64 as the type's signedness says. */
    interface Concrete {
        long apply(long a, long b, long c);
    }

    /** On integer terms. */
    interface Symbolic {
        int apply(TermStore s, int a, int b, int c);
    }

    public static Step decode(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        if (i.opcode().equals("dp4a") || i.opcode().equals("dp2a")) {
            return dotProduct(d, i);
        }
        boolean wide = i.has("wide");
        PtxType result = wide ? doubled(type) : type;
        switch (i.opcode()) {
            case "popc", "clz", "bfind":
                result = PtxType.U32;
                break;
            default:
                break;
        }
        int n = i.operands().size() - 1;
        int[] sources = new int[4];
        PtxType[] sourceTypes = sourceTypes(i, type, result, n);
        for (int k = 0; k < n; k++) {
            sources[k] = d.source(i.operands().get(k + 1), sourceTypes[k]);
        }
        int destination = d.destination(i.operands().get(0));
        if (i.opcode().equals("bfi")) {
            return insertField(type, destination, sources);
        }
        return new IntegerStep(
                concrete(i, type), meaning(i, type), n, sourceTypes, result, destination, sources);
    }

    private static PtxType[] sourceTypes(Instruction i, PtxType type, PtxType result, int n) {
        PtxType[] types = new PtxType[Math.max(n, 3)];
        java.util.Arrays.fill(types, type);
        switch (i.opcode()) {
            case "mad":
                types[2] = result;
                break;
            case "bfe":
            case "fns":
            case "szext":
            case "bmsk":
                types[1] = PtxType.U32;
                types[2] = i.opcode().equals("fns") ? PtxType.S32 : PtxType.U32;
                break;
            default:
                break;
        }
        return types;
    }

    private static PtxType doubled(PtxType t) {
        return switch (t) {
            case U16 -> PtxType.U32;
            case S16 -> PtxType.S32;
            case U32 -> PtxType.U64;
            case S32 -> PtxType.S64;
            default -> throw new UnsupportedPtxException("a product of " + 2 * t.bits() + " bits");
        };
    }

    private static Concrete concrete(Instruction i, PtxType type) {
        int w = type.bits();
        boolean signed = type.isSigned();
        return switch (i.opcode()) {
            case "add" -> (a, b, c) -> a + b;
            case "sub" -> (a, b, c) -> a - b;
            case "mul" -> i.has("hi") ? (a, b, c) -> high(a, b, w, signed) : (a, b, c) -> a * b;
            case "mad" ->
                    i.has("hi") ? (a, b, c) -> high(a, b, w, signed) + c : (a, b, c) -> a * b + c;
            case "mul24" -> (a, b, c) -> product24(a, b, signed, i.has("hi"));
            case "mad24" -> (a, b, c) -> product24(a, b, signed, i.has("hi")) + c;
            case "sad" -> (a, b, c) -> c + (isLess(a, b, signed) ? b - a : a - b);
            case "div" -> (a, b, c) -> divide(a, b, w, signed);
            case "rem" -> (a, b, c) -> remainder(a, b, w, signed);
            case "abs" -> (a, b, c) -> Math.abs(a);
            case "neg" -> (a, b, c) -> -a;
            case "min" -> relu(i, (a, b, c) -> isLess(a, b, signed) ? a : b);
            case "max" -> relu(i, (a, b, c) -> isLess(b, a, signed) ? a : b);
            case "popc" -> (a, b, c) -> Long.bitCount(a & Value.mask(w));
            case "clz" -> (a, b, c) -> Long.numberOfLeadingZeros(a & Value.mask(w)) - (64 - w);
            case "bfind" -> (a, b, c) -> findLeading(a, w, signed, i.has("shiftamt"));
            case "brev" -> (a, b, c) -> Long.reverse(a) >>> (64 - w);
            case "bfe" -> (a, b, c) -> extract(a, (int) b & 0xff, (int) c & 0xff, w, signed);
            case "fns" -> (a, b, c) -> findNth(a & 0xffffffffL, (int) b, (int) c);
            case "szext" -> (a, b, c) -> extend(a, b, signed, i.has("clamp"));
            case "bmsk" -> (a, b, c) -> bitMask(a, b, i.has("clamp"));
            default -> throw NotModelled.form(i);
        };
    }

    // ---------------------------------------------------------------- concrete operations

    /** {@code .relu} of signed numbers: what is negative becomes 0. */
    private static Concrete relu(Instruction i, Concrete operation) {
        return i.has("relu") ? (a, b, c) -> Math.max(operation.apply(a, b, c), 0) : operation;
    }

    private static Symbolic relu(Instruction i, Symbolic operation) {
        return i.has("relu")
                ? (s, a, b, c) -> s.max(operation.apply(s, a, b, c), s.zero())
                : operation;
    }

    private static boolean isLess(long a, long b, boolean signed) {
        return signed ? a < b : Long.compareUnsigned(a, b) < 0;
    }

    static long high(long a, long b, int w, boolean signed) {
        if (w == 64) {
            return signed ? Math.multiplyHigh(a, b) : unsignedHigh(a, b);
        }
        return signed ? (a * b) >> w : (a * b) >>> w;
    }

    private static long unsignedHigh(long a, long b) {
        return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    }

    private static long product24(long a, long b, boolean signed, boolean hi) {
        long x = signed ? Views.signExtend(a, 24) : a & 0xffffff;
        long y = signed ? Views.signExtend(b, 24) : b & 0xffffff;
        return hi ? (x * y) >> 16 : x * y;
    }

    static long divide(long a, long b, int w, boolean signed) {
        if (b == 0) {
            throw new UnsupportedPtxException(
                    "an integer division by zero, whose result is not specified");
        }
        return signed ? a / b : Long.divideUnsigned(a, b);
    }

    static long remainder(long a, long b, int w, boolean signed) {
        if (b == 0) {
            throw new UnsupportedPtxException(
                    "an integer remainder by zero, whose result is not specified");
        }
        return signed ? a % b : Long.remainderUnsigned(a, b);
    }

    private static long findLeading(long a, int w, boolean signed, boolean shift) {
        long x = (signed && a < 0 ? ~a : a) & Value.mask(w);
        if (x == 0) {
            return -1;
        }
        int position = 63 - Long.numberOfLeadingZeros(x);
        return shift ? w - 1 - position : position;
    }

    static long extract(long a, int position, int length, int w, boolean signed) {
        long x = a & Value.mask(w);
        if (length == 0) {
            return 0;
        }
        long sign = 0;
        if (signed) {
            sign = x >>> Math.min(position + length - 1, w - 1) & 1;
        }
        long field = position >= w ? 0 : x >>> position;
        int available = Math.max(0, Math.min(length, w - position));
        field &= available == 0 ? 0 : Value.mask(available);
        if (sign != 0 && available < w) {
            field |= available == 0 ? -1L : -1L << available;
        }
        return field;
    }

    private static long findNth(long mask, int base, int offset) {
        if (offset == 0) {
            return base >= 0 && base < 32 && (mask >>> base & 1) != 0 ? base : 0xffffffffL;
        }
        int step = offset > 0 ? 1 : -1;
        int left = Math.abs(offset);
        for (int p = base; p >= 0 && p < 32; p += step) {
            if ((mask >>> p & 1) != 0 && --left == 0) {
                return p;
            }
        }
        return 0xffffffffL;
    }

    private static long extend(long a, long b, boolean signed, boolean clamp) {
        int n = (int) (clamp ? Math.min(b & 0xffffffffL, 32) : b & 31);
        if (n == 0) {
            return 0;
        }
        return signed ? Views.signExtend(a, n) : a & Value.mask(n);
    }

    private static long bitMask(long a, long b, boolean clamp) {
        long start = clamp ? Math.min(a & 0xffffffffL, 32) : a & 31;
        long count = clamp ? Math.min(b & 0xffffffffL, 32) : b & 31;
        return Value.mask((int) count) << start & 0xffffffffL;
    }

    // ---------------------------------------------------------------- symbolic operations

    /** How an operand is read. */
    private enum View {
        /** Modulo 2^width. */
        CONGRUENT,
        /** As a number. */
        NUMBER,
        /** As a number of a comparison. */
        ORDER,
        /** As a number of a minimum or maximum. */
        CHOICE,
        /** As a number that stands for its bits. */
        BITS,
        /** As the number in the low 24 bits. */
        LOW24;

        int read(Views views, Value v, int width, boolean signed) {
            return switch (this) {
                case CONGRUENT -> views.congruent(v, width);
                case NUMBER -> views.integer(v, width, signed);
                case ORDER -> views.comparedInteger(v, width, signed);
                case CHOICE -> views.chosenInteger(v, width, signed);
                case BITS -> views.exactInteger(v, width, signed);
                case LOW24 -> views.exactInteger(v, 24, signed);
            };
        }
    }

    /**
     * An operation on terms.
     *
     * @param operands how each is read
     * @param operation on what was read
     * @param isSum its result is known modulo 2^width only; else it is a number of the result type
     */
    private record Meaning(List<View> operands, Symbolic operation, boolean isSum) {
        static Meaning sum(Symbolic operation, View... operands) {
            return new Meaning(List.of(operands), operation, true);
        }

        static Meaning number(Symbolic operation, View view) {
            return new Meaning(List.of(view, view, view), operation, false);
        }
    }

    private static Meaning meaning(Instruction i, PtxType type) {
        View ring = View.CONGRUENT;
        View number = View.NUMBER;
        View order = View.ORDER;
        int w = type.bits();
        Symbolic unknown = opaque(i);
        boolean hi = i.has("hi");
        switch (i.opcode()) {
            case "add":
                return Meaning.sum((s, a, b, c) -> s.add(a, b), ring, ring);
            case "sub":
                return Meaning.sum((s, a, b, c) -> s.sub(a, b), ring, ring);
            case "neg":
                return Meaning.sum((s, a, b, c) -> s.neg(a), ring);
            case "mul":
                return hi || i.has("wide")
                        ? Meaning.number(
                                (s, a, b, c) -> hi ? down(s, s.mul(a, b), w) : s.mul(a, b), number)
                        : Meaning.sum((s, a, b, c) -> s.mul(a, b), ring, ring);
            case "mad":
                if (hi) {
                    return Meaning.sum(
                            (s, a, b, c) -> s.add(down(s, s.mul(a, b), w), c),
                            number,
                            number,
                            ring);
                }
                View factor = i.has("wide") ? number : ring;
                return Meaning.sum((s, a, b, c) -> s.fma(a, b, c), factor, factor, ring);
            case "sad":
                return Meaning.sum(
                        (s, a, b, c) -> s.add(c, s.abs(s.sub(a, b))), order, order, ring);
            case "mul24":
                return Meaning.sum(
                        (s, a, b, c) -> hi ? down(s, s.mul(a, b), 16) : s.mul(a, b),
                        View.LOW24,
                        View.LOW24);
            case "mad24":
                return Meaning.sum(
                        (s, a, b, c) -> s.add(hi ? down(s, s.mul(a, b), 16) : s.mul(a, b), c),
                        View.LOW24,
                        View.LOW24,
                        ring);
            case "abs":
                return Meaning.sum((s, a, b, c) -> s.abs(a), number);
            case "min":
                return Meaning.number(relu(i, (s, a, b, c) -> s.min(a, b)), View.CHOICE);
            case "max":
                return Meaning.number(relu(i, (s, a, b, c) -> s.max(a, b)), View.CHOICE);
            case "div":
                return Meaning.number(
                        (s, a, b, c) ->
                                Quotients.isDivisor(s, b)
                                        ? Quotients.quotient(s, a, b)
                                        : unknown.apply(s, a, b, c),
                        number);
            case "rem":
                return Meaning.number(
                        (s, a, b, c) ->
                                s.isRational(b) && b != s.zero()
                                        ? Quotients.remainder(s, a, b)
                                        : unknown.apply(s, a, b, c),
                        number);
            default:
                return Meaning.number(unknown, View.BITS);
        }
    }

    /** ⌊t / 2^n⌋. */
    private static int down(TermStore s, int t, int n) {
        return s.floor(s.mul(t, s.rational(Rational.powerOfTwo(-n))));
    }

    private static Symbolic opaque(Instruction i) {
        Function f = new Function(Opcode.meaning(i), i.operands().size() - 1, true);
        return (s, a, b, c) ->
                switch (f.arity()) {
                    case 1 -> s.apply(f, a);
                    case 2 -> s.apply(f, a, b);
                    default -> s.apply(f, a, b, c);
                };
    }

    private static final class IntegerStep extends ValueStep {
        private final Concrete concrete;
        private final Meaning meaning;
        private final int arity;
        private final PtxType[] types;
        private final PtxType result;
        private final int destination;
        private final int a;
        private final int b;
        private final int c;
        private final int shiftA;
        private final int shiftB;
        private final int shiftC;
        private final boolean signed;
        private final long mask;

        IntegerStep(
                Concrete concrete,
                Meaning meaning,
                int arity,
                PtxType[] types,
                PtxType result,
                int destination,
                int[] sources) {
            this.concrete = concrete;
            this.meaning = meaning;
            this.arity = arity;
            this.types = types;
            this.result = result;
            this.destination = destination;
            this.a = sources[0];
            this.b = arity > 1 ? sources[1] : sources[0];
            this.c = arity > 2 ? sources[2] : sources[0];
            this.shiftA = 64 - types[0].bits();
            this.shiftB = 64 - types[1].bits();
            this.shiftC = 64 - types[2].bits();
            this.signed = types[0].isSigned();
            this.mask = Value.mask(result.bits());
        }

        @Override
        public void execute(Warp w, int active) {
            byte[] tags = w.tags;
            long[] bits = w.bits;
            for (int m = active; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                if ((tags[a + lane] | tags[b + lane] | tags[c + lane]) != 0) {
                    slow(w, lane);
                    continue;
                }
                long x = bits[a + lane] << shiftA;
                long y = bits[b + lane] << shiftB;
                long z = bits[c + lane] << shiftC;
                long r =
                        signed
                                ? concrete.apply(x >> shiftA, y >> shiftB, z >> shiftC)
                                : concrete.apply(x >>> shiftA, y >>> shiftB, z >>> shiftC);
                tags[destination + lane] = Tag.CONCRETE;
                bits[destination + lane] = r & mask;
            }
        }

        private void slow(Warp w, int lane) {
            int[] sources = {a, b, c};
            Value[] values = new Value[arity];
            boolean allConcrete = true;
            for (int k = 0; k < arity; k++) {
                values[k] =
                        LogicAndShift.concretise(w, w.value(sources[k] + lane))
                                .resize(types[k].bits());
                allConcrete &= values[k].isConcrete();
                if (values[k].undefinedTerm() != 0) {
                    w.set(
                            destination + lane,
                            Value.whole(Tag.UNDEFINED, values[k].undefinedTerm(), result.bits()));
                    return;
                }
            }
            if (allConcrete) {
                long[] v = new long[3];
                for (int k = 0; k < arity; k++) {
                    v[k] =
                            signed
                                    ? Views.signExtend(values[k].payload(), types[k].bits())
                                    : values[k].payload();
                }
                w.set(
                        destination + lane,
                        Value.concrete(concrete.apply(v[0], v[1], v[2]), result.bits()));
                return;
            }
            Value bitwise = bitwise(w, values);
            if (bitwise != null) {
                w.set(destination + lane, bitwise);
                return;
            }
            symbolicLane(w, lane, values);
        }

        /** Forms that move bits exactly, bfe and adding to zero; else null. */
        private Value bitwise(Warp w, Value[] v) {
            if (instruction().opcode().equals("bfe") && v[1].isConcrete() && v[2].isConcrete()) {
                return field(w, v[0], (int) v[1].payload() & 0xff, (int) v[2].payload() & 0xff);
            }
            if (instruction().opcode().equals("add") && v.length == 2) {
                if (v[0].isConcrete() && v[0].payload() == 0) {
                    return v[1];
                }
                if (v[1].isConcrete() && v[1].payload() == 0) {
                    return v[0];
                }
            }
            return null;
        }

        /** {@code bfe} with a known place: beyond the register it has its sign or zeros. */
        private Value field(Warp w, Value v, int position, int length) {
            int width = v.width();
            if (length == 0 || position >= width && !signed) {
                return Value.concrete(0, width);
            }
            int from = Math.min(position, width - 1);
            Value field = v.slice(from, Math.min(length, width - from));
            if (!signed) {
                return field.resize(width);
            }
            int t = w.views().exactInteger(field, field.width(), true);
            return w.views().ofInteger(t, width, true);
        }

        private void symbolicLane(Warp w, int lane, Value[] values) {
            int[] t = new int[3];
            for (int k = 0; k < arity; k++) {
                t[k] = meaning.operands.get(k).read(w.views(), values[k], types[k].bits(), signed);
            }
            int r = meaning.operation().apply(w.store(), t[0], t[1], t[2]);
            w.set(
                    destination + lane,
                    meaning.isSum()
                            ? w.views().ofSum(r, result.bits(), ownView(values), instruction())
                            : w.views().ofInteger(r, result.bits(), signed));
        }

        /** A sum of signed numbers is a signed number; else the instruction's type says so. */
        private boolean ownView(Value[] values) {
            if (instruction().opcode().equals("abs") || instruction().opcode().equals("sad")) {
                return signed;
            }
            boolean symbolic = false;
            for (Value v : values) {
                if (v.tag() == Tag.INT) {
                    if (Tag.signed(v.payload())) {
                        return true;
                    }
                    symbolic = true;
                }
            }
            return !symbolic && signed;
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    // ---------------------------------------------------------------- bfi, dot products

    private static Step insertField(PtxType type, int destination, int[] s) {
        int w = type.bits();
        return new LaneStep(destination) {
            @Override
            void lane(Warp warp, int lane) {
                Value a = warp.value(s[0] + lane).resize(w);
                Value b = warp.value(s[1] + lane).resize(w);
                Value position = LogicAndShift.concretise(warp, warp.value(s[2] + lane));
                Value length = LogicAndShift.concretise(warp, warp.value(s[3] + lane));
                if (!position.isConcrete() || !length.isConcrete()) {
                    throw new UnsupportedPtxException(
                            "the position or length of the bit field is not concrete");
                }
                int from = (int) position.payload() & 0xff;
                int count = Math.max(0, Math.min((int) length.payload() & 0xff, w - from));
                warp.set(destination + lane, count == 0 ? b : b.splice(from, a.slice(0, count)));
            }
        };
    }

    /**
     * {@code dp4a} and {@code dp2a}: exact sums of products of bytes (PTX ISA 9.7.1.23, 9.7.1.24).
     */
    private static Step dotProduct(Decoder d, Instruction i) {
        List<PtxType> types = Decoder.types(i);
        boolean four = i.opcode().equals("dp4a");
        boolean signedA = types.get(0).isSigned();
        boolean signedB = types.get(1).isSigned();
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), PtxType.B32);
        int b = d.source(i.operands().get(2), PtxType.B32);
        int c = d.source(i.operands().get(3), PtxType.B32);
        int lanesA = four ? 8 : 16;
        int firstB = !four && i.has("hi") ? 16 : 0;
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                boolean signed = signedA || signedB;
                Value x = w.value(a + lane);
                Value y = w.value(b + lane);
                int sum = w.views().congruent(w.value(c + lane), 32);
                for (int k = 0; k < (four ? 4 : 2); k++) {
                    int p = w.views().integer(x.slice(k * lanesA, lanesA), lanesA, signedA);
                    int q = w.views().integer(y.slice(firstB + k * 8, 8), 8, signedB);
                    sum = s.fma(p, q, sum);
                }
                if (s.isRational(sum)) {
                    Rational r = s.rationalValue(sum);
                    w.setConcrete(destination + lane, r.numerator().longValue() & 0xffffffffL);
                } else {
                    w.set(destination + lane, w.views().ofSum(sum, 32, signed, instruction()));
                }
            }
        };
    }
}
