package io.heddle.isa;

import io.heddle.machine.Decoder;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.term.FloatFormat;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.List;
import java.util.Set;

/**
 * Comparison and selection (PTX ISA 9.7.6 and 9.7.7): {@code setp}, {@code set}, {@code selp} and
 * {@code slct}.
 */
public final class Comparison {
    private static final Set<String> OPERATORS =
            Set.of(
                    "eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs", "equ", "neu", "ltu",
                    "leu", "gtu", "geu", "num", "nan");

    /** Stands for a predicate operand that an instruction lacks; lane bases are greater. */
    private static final int NO_PREDICATE = Integer.MIN_VALUE;

    private Comparison() {}

    /** Decodes a comparison or a selection. */
    public static Step decode(Decoder d, Instruction i) {
        return switch (i.opcode()) {
            case "setp" -> setp(d, i);
            case "set" -> set(d, i);
            case "selp" -> selp(d, i);
            default -> slct(d, i);
        };
    }

    /** Compares two sources in a lane and returns the condition term. */
    private interface Comparer {
        int compare(Warp w, int lane);
    }

    private static String operator(Instruction i) {
        for (String m : i.modifiers()) {
            if (OPERATORS.contains(m)) {
                return m;
            }
        }
        throw NotModelled.form(i);
    }

    /** How an instruction combines the result of its comparison with a predicate operand. */
    private enum Connective {
        NONE,
        AND,
        OR,
        XOR;

        static Connective of(Instruction i) {
            return i.has("and") ? AND : i.has("or") ? OR : i.has("xor") ? XOR : NONE;
        }

        /** Combines the condition {@code c} with the predicate {@code q}, which NONE ignores. */
        int combine(TermStore s, int c, int q) {
            return switch (this) {
                case NONE -> c;
                case AND -> s.and(c, q);
                case OR -> s.or(c, q);
                case XOR -> s.ite(c, s.not(q), q);
            };
        }
    }

    private static Comparer comparer(Decoder d, Instruction i, PtxType type, Operand a, Operand b) {
        String operator = operator(i);
        if (FloatingPoint.isFloat(type)) {
            FloatFormat f = FloatingPoint.format(type);
            byte tag = Tag.of(f);
            int x = d.realSource(a, f);
            int y = d.realSource(b, f);
            FloatComparison c = FloatComparison.of(i, operator, f, a, b);
            return (w, lane) -> c.condition(w, w.real(x + lane, tag), w.real(y + lane, tag));
        }
        int x = d.source(a, type);
        int y = d.source(b, type);
        int width = type.bits();
        boolean signed = type.isSigned();
        return (w, lane) -> {
            if (w.tags[x + lane] == Tag.CONCRETE && w.tags[y + lane] == Tag.CONCRETE) {
                long p = extend(w.bits[x + lane], width, signed);
                long q = extend(w.bits[y + lane], width, signed);
                return w.store().condition(integerComparison(operator, p, q, signed));
            }
            Value p = w.value(x + lane).resize(width);
            Value q = w.value(y + lane).resize(width);
            if ((operator.equals("eq") || operator.equals("ne"))
                    && p.equals(q)
                    && p.undefinedTerm() == 0) {
                w.views().noteSame(p);
                return w.store().condition(operator.equals("eq")); // both are the same bits
            }
            boolean equality = operator.equals("eq") || operator.equals("ne");
            boolean view = equality ? readsSigned(p, q, signed) : signed;
            int s = w.views().comparedInteger(p, width, view);
            int t = w.views().comparedInteger(q, width, view);
            return symbolicComparison(w.store(), operator, s, t);
        };
    }

    /**
     * Whether an equality reads both sides as signed numbers. Either reading decides it; that of a
     * symbolic side needs no conversion.
     */
    private static boolean readsSigned(Value p, Value q, boolean signed) {
        if (p.tag() == Tag.INT) {
            return Tag.signed(p.payload());
        }
        return q.tag() == Tag.INT ? Tag.signed(q.payload()) : signed;
    }

    private static long extend(long bits, int width, boolean signed) {
        return signed ? Views.signExtend(bits, width) : bits & Value.mask(width);
    }

    private static boolean integerComparison(String operator, long p, long q, boolean signed) {
        int order = signed ? Long.compare(p, q) : Long.compareUnsigned(p, q);
        return switch (operator) {
            case "eq" -> p == q;
            case "ne" -> p != q;
            case "lt", "lo" -> order < 0;
            case "le", "ls" -> order <= 0;
            case "gt", "hi" -> order > 0;
            case "ge", "hs" -> order >= 0;
            default -> throw new AssertionError(operator);
        };
    }

    private static int symbolicComparison(TermStore s, String operator, int a, int b) {
        return switch (operator) {
            case "eq" -> RealComparison.equal(s, a, b);
            case "ne" -> s.not(RealComparison.equal(s, a, b));
            case "lt", "lo" -> s.lt(a, b);
            case "le", "ls" -> s.le(a, b);
            case "gt", "hi" -> s.lt(b, a);
            case "ge", "hs" -> s.le(b, a);
            default -> throw new AssertionError(operator);
        };
    }

    // ---------------------------------------------------------------- setp, set

    private static Step setp(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        String operator = operator(i);
        List<Operand> o = i.operands();
        int first;
        int second = -1;
        if (o.get(0) instanceof Operand.Pair p) {
            first = d.destination(p.first());
            second = d.destination(p.second());
        } else {
            first = d.destination(o.get(0));
        }
        int other = o.size() > 3 ? d.predicate(o.get(3)) : NO_PREDICATE;
        Connective connective = other == NO_PREDICATE ? Connective.NONE : Connective.of(i);
        if (second < 0 && other == NO_PREDICATE && !FloatingPoint.isFloat(type)) {
            return new IntegerSetpStep(
                    first,
                    d.source(o.get(1), type),
                    d.source(o.get(2), type),
                    type.bits(),
                    type.isSigned(),
                    normalOperator(operator),
                    comparer(d, i, type, o.get(1), o.get(2)));
        }
        Comparer comparer = comparer(d, i, type, o.get(1), o.get(2));
        int complement = second;
        return new LaneStep(second < 0 ? new int[] {first} : new int[] {first, second}) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int c = comparer.compare(w, lane);
                int q = other == NO_PREDICATE ? 0 : predicate(w, other, lane);
                w.setCondition(first + lane, connective.combine(s, c, q));
                if (complement >= 0) {
                    w.setCondition(complement + lane, connective.combine(s, s.not(c), q));
                }
            }
        };
    }

    static int predicate(Warp w, int operand, int lane) {
        return operand >= 0
                ? w.condition(operand + lane)
                : w.store().not(w.condition(-operand - 1 + lane));
    }

    /**
     * A code for the integer operator: 0 eq, 1 ne, 2 lt, 3 le, 4 gt, 5 ge. An unsigned operator has
     * the code of the signed one, since its operands are compared with an offset.
     */
    private static int normalOperator(String operator) {
        return switch (operator) {
            case "eq" -> 0;
            case "ne" -> 1;
            case "lt", "lo" -> 2;
            case "le", "ls" -> 3;
            case "gt", "hi" -> 4;
            default -> 5;
        };
    }

    /**
     * {@code setp} of integers with one destination; it compares concrete lanes without making
     * terms.
     */
    private static final class IntegerSetpStep extends ValueStep {
        private final int destination;
        private final int a;
        private final int b;
        private final int shift;
        private final boolean signed;
        private final int operator;
        private final Comparer symbolic;

        IntegerSetpStep(
                int destination,
                int a,
                int b,
                int width,
                boolean signed,
                int operator,
                Comparer symbolic) {
            this.destination = destination;
            this.a = a;
            this.b = b;
            this.shift = 64 - width;
            this.signed = signed;
            this.operator = operator;
            this.symbolic = symbolic;
        }

        @Override
        public void execute(Warp w, int mask) {
            byte[] tags = w.tags;
            long[] bits = w.bits;
            long flip = signed ? 0 : Long.MIN_VALUE;
            for (int m = mask; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                if ((tags[a + lane] | tags[b + lane]) != 0) {
                    w.setCondition(destination + lane, symbolic.compare(w, lane));
                    continue;
                }
                // shifted up so that the type's sign bit is the sign of the long
                long x = (bits[a + lane] << shift) ^ flip;
                long y = (bits[b + lane] << shift) ^ flip;
                boolean r =
                        switch (operator) {
                            case 0 -> x == y;
                            case 1 -> x != y;
                            case 2 -> x < y;
                            case 3 -> x <= y;
                            case 4 -> x > y;
                            default -> x >= y;
                        };
                tags[destination + lane] = Tag.CONCRETE;
                bits[destination + lane] = r ? 1 : 0;
            }
        }

        @Override
        public int[] destinations() {
            return new int[] {destination};
        }
    }

    private static Step set(Decoder d, Instruction i) {
        List<PtxType> types = Decoder.types(i);
        if (types.size() != 2 || FloatingPoint.isPacked(types.get(1))) {
            return setPacked(d, i, types);
        }
        PtxType result = types.get(0);
        Comparer comparer = comparer(d, i, types.get(1), i.operands().get(1), i.operands().get(2));
        int destination = d.destination(i.operands().get(0));
        int other = i.operands().size() > 3 ? d.predicate(i.operands().get(3)) : NO_PREDICATE;
        Connective connective = other == NO_PREDICATE ? Connective.NONE : Connective.of(i);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                int c = comparer.compare(w, lane);
                int q = other == NO_PREDICATE ? 0 : predicate(w, other, lane);
                c = connective.combine(w.store(), c, q);
                w.set(destination + lane, truth(w, c, result));
            }
        };
    }

    private static Value truth(Warp w, int condition, PtxType type) {
        if (!FloatingPoint.isFloat(type)) {
            Value ones = Value.concrete(-1, type.bits());
            return w.views().ite(condition, ones, Value.concrete(0, type.bits()));
        }
        TermStore s = w.store();
        FloatFormat f = FloatingPoint.format(type);
        return condition == s.falseTerm()
                ? Value.concrete(0, f.bits())
                : w.views().ofReal(s.ite(condition, s.one(), s.zero()), f);
    }

    private static Step setPacked(Decoder d, Instruction i, List<PtxType> types) {
        FloatFormat f = FloatingPoint.format(types.get(1));
        int n = f.bits();
        PtxType half =
                FloatingPoint.isPacked(types.get(0)) ? PtxType.valueOf(f.name()) : PtxType.U16;
        FloatComparison comparison =
                FloatComparison.of(i, operator(i), f, i.operands().get(1), i.operands().get(2));
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), types.get(1));
        int b = d.source(i.operands().get(2), types.get(1));
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                Value x = w.value(a + lane);
                Value y = w.value(b + lane);
                Value low = truth(w, half(w, x, y, 0), half);
                Value high = truth(w, half(w, x, y, n), half);
                w.set(destination + lane, low.concat(high));
            }

            private int half(Warp w, Value x, Value y, int from) {
                return comparison.condition(
                        w,
                        w.views().real(x.slice(from, n), f),
                        w.views().real(y.slice(from, n), f));
            }
        };
    }

    // ---------------------------------------------------------------- selp, slct

    private static Step selp(Decoder d, Instruction i) {
        PtxType type = Decoder.type(i);
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = d.source(i.operands().get(2), type);
        int p = d.predicate(i.operands().get(3));
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                select(w, this, lane, destination, a, b, predicate(w, p, lane), type);
            }
        };
    }

    private static void select(
            Warp w,
            Step step,
            int lane,
            int destination,
            int a,
            int b,
            int condition,
            PtxType type) {
        TermStore s = w.store();
        if (condition == s.trueTerm() || condition == s.falseTerm()) {
            int source = (condition == s.trueTerm() ? a : b) + lane;
            if (w.tags[source] != Tag.PIECES) {
                w.tags[destination + lane] = w.tags[source];
                w.bits[destination + lane] = w.bits[source];
            } else {
                w.set(destination + lane, w.value(source));
            }
            return;
        }
        boolean bits = mayBeBits(w, a + lane, type) || mayBeBits(w, b + lane, type);
        if (FloatingPoint.isFloat(type) && !FloatingPoint.isPacked(type) && !bits) {
            FloatFormat format = FloatingPoint.format(type);
            byte tag = Tag.of(format);
            int t = s.ite(condition, w.real(a + lane, tag), w.real(b + lane, tag));
            w.setReal(destination + lane, tag, RunningExtrema.selected(w, step, format, t));
            return;
        }
        Value x = w.value(a + lane).resize(type.bits());
        Value y = w.value(b + lane).resize(type.bits());
        w.set(destination + lane, w.views().ite(condition, x, y));
    }

    /** True for −0, and for a choice, which may be one. */
    private static boolean mayBeBits(Warp w, int register, PtxType type) {
        return w.tags[register] == Tag.CHOICE
                || w.tags[register] == Tag.CONCRETE && w.bits[register] == 1L << type.bits() - 1;
    }

    private static Step slct(Decoder d, Instruction i) {
        List<PtxType> types = Decoder.types(i);
        PtxType type = types.get(0);
        int destination = d.destination(i.operands().get(0));
        int a = d.source(i.operands().get(1), type);
        int b = d.source(i.operands().get(2), type);
        boolean real = types.get(1) == PtxType.F32;
        int c =
                real
                        ? d.realSource(i.operands().get(3), FloatFormat.F32)
                        : d.source(i.operands().get(3), PtxType.S32);
        FloatComparison sign = new FloatComparison("ge", FloatFormat.F32, i.has("ftz"), false, i);
        return new LaneStep(destination) {
            @Override
            void lane(Warp w, int lane) {
                TermStore s = w.store();
                int condition =
                        real
                                ? sign.condition(w, w.real(c + lane, Tag.F32), s.zero())
                                : s.le(s.zero(), w.integer(c + lane, 32, true));
                select(w, this, lane, destination, a, b, condition, type);
            }
        };
    }
}
