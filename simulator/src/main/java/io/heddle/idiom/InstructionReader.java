package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * The node that an instruction without side effects computes. Arithmetic of type f32 that rounds in
 * the default way is read over the reals; all else is an operation of its own, named by the
 * mnemonic.
 */
final class InstructionReader {
    /** Integer operations whose operands are in order of creation. */
    static final Set<String> COMMUTATIVE =
            Set.of(
                    "add.s32", "and.b32", "or.b32", "xor.b32", "min.s32", "max.s32", "min.u32",
                    "max.u32");

    /** Operations on doubles whose first two operands are in order of creation. */
    private static final Set<String> COMMUTATIVE_DOUBLES = Set.of("add", "mul", "fma");

    private static final Set<String> ROUNDING = Set.of("ftz", "approx", "rn", "full");
    private static final Set<String> UNARY =
            Set.of("ex2", "lg2", "rcp", "sqrt", "rsqrt", "sin", "cos", "tanh");

    private final NodeGraph graph;
    private final Function<Operand.Register, ValueNode> registers;
    private final IntUnaryOperator constant;

    /**
     * @param registers what they hold
     * @param constant the bits that an f32 immediate stands for
     */
    InstructionReader(
            NodeGraph graph,
            Function<Operand.Register, ValueNode> registers,
            IntUnaryOperator constant) {
        this.constant = constant;
        this.graph = graph;
        this.registers = registers;
    }

    /** The value of the first operand after a pure instruction; empty if it is not read. */
    Optional<ValueNode> read(Instruction i) {
        List<Operand> o = i.operands();
        if (o.size() < 2 || !(o.get(0) instanceof Operand.Register)) {
            return Optional.empty();
        }
        List<ValueNode> values = new ArrayList<>();
        for (int k = 1; k < o.size(); k++) {
            Optional<ValueNode> v = value(o.get(k));
            if (v.isEmpty()) {
                return v;
            }
            values.add(v.get());
        }
        boolean combined = i.opcode().equals("setp") && values.size() != 2; // with a predicate
        return combined ? Optional.empty() : type(i).map(t -> computed(i, t, values));
    }

    private ValueNode computed(Instruction i, PtxType type, List<ValueNode> values) {
        return switch (i.opcode()) {
            case "mov" -> values.get(0);
            case "selp" -> select(type, values);
            case "setp" -> compare(i, type, values);
            default ->
                    type == PtxType.PRED
                            ? logic(i.opcode(), values)
                            : type == PtxType.F32 ? real(i, values) : other(i, type, values);
        };
    }

    /** What a register holds. */
    ValueNode register(Operand.Register r) {
        return registers.apply(r);
    }

    /** The node of a source operand; empty for one that is not read, such as an address. */
    Optional<ValueNode> value(Operand o) {
        if (o instanceof Operand.Register r) {
            return Optional.of(register(r));
        }
        if (o instanceof Operand.Immediate i) {
            return Optional.of(
                    switch (i.kind()) {
                        case F32 -> graph.constant(constant.applyAsInt((int) i.bits()));
                        case INTEGER -> graph.integer(i.bits());
                        case F64 -> graph.make("double", i.bits(), Kind.ANY);
                    });
        }
        if (o instanceof Operand.Vector v) {
            return pack(v);
        }
        if (o instanceof Operand.Symbol s) {
            return Optional.of(Folding.address(graph, s.name(), false, s.offset()));
        }
        if (o instanceof Operand.NegatedPredicate n) {
            return Optional.of(graph.not(register(n.register())));
        }
        return Optional.empty();
    }

    /** The lower or the upper half of a register of {@code bits}, of a type that is not known. */
    ValueNode half(boolean upper, long bits, ValueNode n) {
        return Doubles.half(graph, upper, bits, n)
                .orElseGet(() -> graph.make(upper ? "upper" : "lower", bits, Kind.ANY, n));
    }

    /** The low word of a register of 64 bits. */
    ValueNode lowWord(ValueNode n) {
        return operation("cvt.u32.u64", Kind.INTEGER, n);
    }

    /** The high word of a register of 64 bits. */
    ValueNode highWord(ValueNode n) {
        return lowWord(operation("shr.u64", Kind.ANY, n, graph.integer(32)));
    }

    /** A constant number of bytes behind an address. */
    ValueNode plus(ValueNode address, long offset) {
        return operation("add.s64", Kind.ANY, address, graph.integer(offset));
    }

    private ValueNode operation(String name, Kind kind, ValueNode... v) {
        return Folding.fold(graph, name, v).orElseGet(() -> graph.make(name, 0, kind, v));
    }

    private Optional<ValueNode> pack(Operand.Vector v) {
        ValueNode[] parts = new ValueNode[v.elements().size()];
        for (int k = 0; k < parts.length; k++) {
            Optional<ValueNode> part = value(v.elements().get(k));
            if (part.isEmpty()) {
                return part;
            }
            ValueNode n = part.get();
            parts[k] = n.isConstant() ? graph.asInteger(n) : n;
        }
        return Optional.of(graph.make("pack", 0, Kind.ANY, parts));
    }

    private static Optional<PtxType> type(Instruction i) {
        List<String> m = i.modifiers();
        return m.isEmpty()
                ? Optional.empty()
                : Optional.ofNullable(PtxType.parse(m.get(m.size() - 1)));
    }

    private ValueNode view(ValueNode n, PtxType type) {
        if (type == PtxType.F32) {
            return graph.asReal(n);
        }
        return switch (type) {
            case B32, S32, U32 -> word(graph.asInteger(n));
            default -> Doubles.asInteger(graph, n, type);
        };
    }

    /** A constant of 32 bits as the signed integer that it is. */
    private ValueNode word(ValueNode n) {
        return n.is("integer") ? graph.integer(n.payload << 32 >> 32) : n;
    }

    private ValueNode select(PtxType type, List<ValueNode> v) {
        boolean real =
                type == PtxType.F32
                        || type.bits() == 32 && !(isInteger(v.get(0)) && isInteger(v.get(1)));
        ValueNode a = real ? graph.asReal(v.get(0)) : v.get(0);
        ValueNode b = real ? graph.asReal(v.get(1)) : v.get(1);
        return graph.ite(v.get(2), a, b);
    }

    private static boolean isInteger(ValueNode n) {
        return n.kind == Kind.INTEGER;
    }

    private ValueNode compare(Instruction i, PtxType type, List<ValueNode> v) {
        String relation = i.modifiers().get(0);
        ValueNode a = view(v.get(0), type);
        ValueNode b = view(v.get(1), type);
        if (type == PtxType.F32) {
            return graph.compare(relation, a, b);
        }
        if (type == PtxType.F64) {
            return Doubles.compare(graph, relation, a, b);
        }
        String name = type.name().toLowerCase(java.util.Locale.ROOT);
        boolean signed = type.isSigned();
        Optional<Boolean> known =
                type.bits() < 32
                        ? Optional.empty()
                        : Folding.compare(relation, signed, type.bits() == 64, a, b);
        if (known.isPresent()) {
            return graph.truth(known.get());
        }
        return switch (type) {
            case B32, S32, U32 -> graph.compareIntegers(relation, name, a, b);
            default -> graph.make("setp." + relation + "." + name, 0, Kind.PREDICATE, a, b);
        };
    }

    private ValueNode logic(String opcode, List<ValueNode> v) {
        return switch (opcode) {
            case "not" -> graph.not(v.get(0));
            case "and" -> graph.and(v.get(0), v.get(1));
            case "or" -> graph.or(v.get(0), v.get(1));
            default -> graph.make(opcode + ".pred", 0, Kind.PREDICATE, v.toArray(new ValueNode[0]));
        };
    }

    private ValueNode real(Instruction i, List<ValueNode> values) {
        List<String> m = i.modifiers();
        if (i.opcode().equals("cvt") || i.opcode().equals("set")) {
            return other(i, PtxType.F32, values);
        }
        ValueNode[] v = values.stream().map(graph::asReal).toArray(ValueNode[]::new);
        if (!ROUNDING.containsAll(m.subList(0, m.size() - 1))) {
            return graph.make(name(i), 0, Kind.REAL, v);
        }
        return switch (i.opcode()) {
            case "add" -> graph.add(v[0], v[1]);
            case "sub" -> graph.add(v[0], graph.neg(v[1]));
            case "mul" -> graph.mul(v[0], v[1]);
            case "fma", "mad" -> graph.add(graph.mul(v[0], v[1]), v[2]);
            case "div" -> graph.mul(v[0], graph.make("rcp", 0, Kind.REAL, v[1]));
            case "neg" -> graph.neg(v[0]);
            case "abs" -> graph.abs(v[0]);
            case "max", "min" -> graph.commutative(i.opcode(), Kind.REAL, v[0], v[1]);
            default ->
                    UNARY.contains(i.opcode())
                            ? graph.make(i.opcode(), 0, Kind.REAL, v)
                            : graph.make(name(i), 0, Kind.REAL, v);
        };
    }

    private ValueNode other(Instruction i, PtxType type, List<ValueNode> values) {
        ValueNode[] v = values.stream().map(n -> view(n, type)).toArray(ValueNode[]::new);
        if (i.has("wide") && v.length > 2) {
            v[2] = values.get(2); // of twice the width
        }
        String name = name(i);
        PtxType result = result(i, type);
        if (name.equals("sub.s32") || name.equals("sub.u32")) {
            int negated = (int) -v[1].payload; // 32 bits
            ValueNode minus =
                    v[1].is("integer")
                            ? graph.integer(negated)
                            : graph.make("neg.s32", 0, Kind.INTEGER, v[1]);
            return sum(v[0], minus);
        }
        if (name.equals("add.s32") || name.equals("add.u32")) {
            return sum(v[0], v[1]);
        }
        if (COMMUTATIVE.contains(name)) {
            return logic(name, v[0], v[1]);
        }
        Optional<ValueNode> narrow = narrow(name, v);
        if (narrow.isPresent()) {
            return narrow.get();
        }
        if (type == PtxType.F64) {
            Optional<ValueNode> folded = Doubles.fold(graph, name, v);
            if (folded.isPresent()) {
                return folded.get();
            }
        }
        boolean swapped = type == PtxType.F64 && COMMUTATIVE_DOUBLES.contains(i.opcode());
        if (swapped && v[0].id > v[1].id) {
            ValueNode first = v[0];
            v[0] = v[1];
            v[1] = first;
        }
        return operation(name, kind(result), v);
    }

    /** An operation on 16 bits as one on words, where these may hold encoded floats. */
    private Optional<ValueNode> narrow(String name, ValueNode[] v) {
        if (name.equals("cvt.u16.u64") && v[0].is("shr.u64")) {
            return Optional.of(operation(SmallFloats.HALF, Kind.ANY, lowWord(v[0])));
        }
        boolean narrow =
                switch (name) {
                    case "or.b16", "and.b16" -> true;
                    case "shl.b16" -> v[1].is("integer") && (v[1].payload & ~15L) == 0;
                    default -> false;
                };
        if (!narrow || v[0].is("integer") && v[1].is("integer")) {
            return Optional.empty();
        }
        Optional<ValueNode> a = SmallFloats.word(graph, v[0]);
        Optional<ValueNode> b = SmallFloats.word(graph, v[1]);
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty();
        }
        Optional<ValueNode> word =
                switch (name) {
                    case "and.b16" -> SmallFloats.and(graph, a.get(), b.get());
                    case "or.b16" -> Optional.of(logic("or.b32", a.get(), b.get()));
                    default -> Optional.of(operation("shl.b32", Kind.INTEGER, a.get(), b.get()));
                };
        return word.map(w -> operation(SmallFloats.HALF, Kind.ANY, w));
    }

    private ValueNode logic(String name, ValueNode a, ValueNode b) {
        return Folding.fold(graph, name, new ValueNode[] {a, b})
                .or(() -> small(name, a, b))
                .orElseGet(() -> graph.commutative(name, Kind.INTEGER, a, b));
    }

    private Optional<ValueNode> small(String name, ValueNode a, ValueNode b) {
        return switch (name) {
            case "or.b32" -> SmallFloats.or(graph, a, b);
            case "and.b32" -> SmallFloats.and(graph, a, b);
            default -> Optional.empty();
        };
    }

    private ValueNode sum(ValueNode a, ValueNode b) {
        return Folding.fold(graph, "add.s32", new ValueNode[] {a, b})
                .orElseGet(() -> graph.commutative("add.s32", Kind.INTEGER, a, b));
    }

    /** The type of the result: of two types the one before the last. */
    private static PtxType result(Instruction i, PtxType last) {
        List<String> m = i.modifiers();
        PtxType before = m.size() > 1 ? PtxType.parse(m.get(m.size() - 2)) : null;
        if (i.opcode().equals("cvt") || i.opcode().equals("set")) {
            return before == null ? last : before;
        }
        return m.contains("wide") ? PtxType.B64 : last;
    }

    private static Kind kind(PtxType type) {
        return switch (type) {
            case F32 -> Kind.REAL;
            case B32, S32, U32 -> Kind.INTEGER;
            default -> Kind.ANY;
        };
    }

    private static String name(Instruction i) {
        StringBuilder s = new StringBuilder(i.opcode());
        for (String m : i.modifiers()) {
            if (!m.equals("ftz") && !m.equals("approx")) {
                s.append('.').append(m);
            }
        }
        return s.toString();
    }
}
