package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes instructions that compute a node from what registers hold at one place. */
final class Emitter {
    private static final int LIMIT = 200;

    private final RegisterNodes state;
    private final Edits edits;
    private final Instruction at;
    private final List<Instruction> code = new ArrayList<>();
    private final Map<ValueNode, Operand> done = new HashMap<>();

    private Emitter(RegisterNodes state, Edits edits, Instruction at) {
        this.state = state;
        this.edits = edits;
        this.at = at;
    }

    /**
     * Code that sets {@code destination} to {@code node}; empty if some part of the node is not at
     * hand and no arithmetic of real numbers.
     *
     * @param at instruction whose position the code gets
     */
    static Optional<List<Instruction>> emit(
            ValueNode node,
            Operand.Register destination,
            RegisterNodes state,
            Edits edits,
            Instruction at) {
        Emitter e = new Emitter(state, edits, at);
        boolean written = e.compute(node, destination);
        if (!written) {
            Optional<Operand> o = e.operand(node, destination);
            if (o.isEmpty()) {
                return Optional.empty();
            }
            e.append("mov", List.of(e.word(destination)), destination, o.get());
        }
        return e.code.size() > LIMIT ? Optional.empty() : Optional.of(e.code);
    }

    private void append(String opcode, List<String> modifiers, Operand... operands) {
        code.add(
                new Instruction(
                        null,
                        false,
                        opcode,
                        modifiers,
                        List.of(operands),
                        at.position(),
                        at.source()));
    }

    /** The type of arithmetic on a register. */
    private String type(Operand.Register d) {
        return switch (edits.type(d).bits()) {
            case 16 -> "f16";
            case 64 -> "f64";
            default -> "f32";
        };
    }

    /** The type in which a register is copied. */
    private String word(Operand.Register d) {
        return edits.type(d).bits() == 16 ? "b16" : type(d);
    }

    private static Operand.Register register(Operand o) {
        return o instanceof Operand.Register r ? r : null;
    }

    /**
     * An operand that holds the node, computed if need be and if that is possible.
     *
     * @param like a register of the operand's width, unless the node is a truth value
     */
    private Optional<Operand> operand(ValueNode n, Operand.Register like) {
        Operand known = done.get(n);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<Operand> o = n.isConstant() || n.is("double") ? immediate(n) : held(n);
        if (o.isEmpty() && code.size() < LIMIT) {
            boolean truth = n.kind == Kind.PREDICATE;
            PtxType width = edits.type(like) == PtxType.PRED ? PtxType.F32 : edits.type(like);
            Operand.Register fresh = edits.fresh(truth ? PtxType.PRED : width);
            o = compute(n, fresh) ? Optional.of(fresh) : Optional.empty();
        }
        o.ifPresent(found -> done.put(n, found));
        return o;
    }

    private static Optional<Operand> immediate(ValueNode n) {
        if (n.is("double")) {
            return Optional.of(new Operand.Immediate(n.payload, Operand.Immediate.Kind.F64));
        }
        int sign = n.is("neg") ? 0x80000000 : 0;
        int bits = sign | (int) n.unsigned().payload;
        return n.kind == Kind.REAL
                ? Optional.of(new Operand.Immediate(bits & 0xFFFFFFFFL, Operand.Immediate.Kind.F32))
                : Optional.empty();
    }

    private Optional<Operand> held(ValueNode n) {
        int holder = state.holder(n);
        return holder >= 0
                ? Optional.of(edits.register(holder))
                : state.definition(n).map(edits::capture);
    }

    /** Writes code that sets {@code d} to the node from its operands; false if there is none. */
    private boolean compute(ValueNode n, Operand.Register d) {
        return switch (n.op) {
            case "function" -> write(n, d, Template.name(n), "heddle");
            case "packed" -> pair(n, d);
            case SmallFloats.ENCODED -> word(n, d);
            case SmallFloats.DECODED -> decoded(n, d);
            case SmallFloats.HALF -> SmallFloats.isEncoded(n) && half(n, d);
            case "or.b32", "shl.b32" -> SmallFloats.isEncoded(n) && word(n, d);
            case "add" -> sum(n, d);
            case "mul" -> product(n, d);
            case "neg" -> !n.isConstant() && write(n, d, null, "neg");
            case "abs", "max", "min" -> write(n, d, null, n.op);
            case "rcp", "sqrt" -> write(n, d, "rn", n.op);
            case "ex2", "lg2", "rsqrt", "sin", "cos" -> write(n, d, "approx", n.op);
            case "lt", "le", "eq", "ne", "num" -> write(n, d, n.op, "setp");
            case "ite" -> choice(n, d);
            default -> false;
        };
    }

    private boolean write(ValueNode n, Operand.Register d, String modifier, String opcode) {
        List<Operand> all = new ArrayList<>(List.of(d));
        for (ValueNode o : n.operands) {
            Optional<Operand> written = operand(o, d);
            if (written.isEmpty()) {
                return false;
            }
            all.add(written.get());
        }
        List<String> modifiers = new ArrayList<>();
        if (modifier != null) {
            modifiers.add(modifier);
        }
        if (opcode.equals("heddle")) {
            modifiers.add("approx");
        }
        modifiers.add(opcode.equals("heddle") ? type(d) : "f32");
        append(opcode, modifiers, all.toArray(new Operand[0]));
        return true;
    }

    /** A function of each half of a pair of f16. */
    private boolean pair(ValueNode n, Operand.Register d) {
        Operand.Register source = register(operand(n.at(0), d).orElse(null));
        if (source == null) {
            return false;
        }
        List<Operand> arguments = new ArrayList<>();
        List<Operand> results = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
            arguments.add(edits.fresh(PtxType.B16));
            results.add(edits.fresh(PtxType.B16));
        }
        append("mov", List.of("b32"), new Operand.Vector(arguments), source);
        String name = Template.name(n);
        for (int k = 0; k < 2; k++) {
            append("heddle", List.of(name, "approx", "f16"), results.get(k), arguments.get(k));
        }
        append("mov", List.of("b32"), d, new Operand.Vector(results));
        return true;
    }

    /** Encoded floats as the bytes of a word. */
    private boolean encoded(List<ValueNode> bytes, Operand.Register d) {
        List<Operand> pairs = new ArrayList<>();
        for (int k = 0; k < bytes.size(); k += 2) {
            Optional<Operand> low = source(bytes.get(k), d);
            Optional<Operand> high = source(bytes.get(k + 1), d);
            if (low.isEmpty() || high.isEmpty()) {
                return false;
            }
            ValueNode any = bytes.get(k) == null ? bytes.get(k + 1) : bytes.get(k);
            if (any != null) {
                String format = SmallFloats.FORMATS.get((int) any.payload);
                Operand.Register pair = edits.fresh(PtxType.B16);
                List<String> to = List.of("rn", "satfinite", format, "f32");
                append("cvt", to, pair, high.get(), low.get());
                pairs.add(pair);
            } else {
                pairs.add(null);
            }
        }
        if (pairs.get(1) == null) {
            append("cvt", List.of("u32", "u16"), d, pairs.get(0));
        } else if (pairs.get(0) == null) {
            Operand.Register word = edits.fresh(PtxType.B32);
            append("cvt", List.of("u32", "u16"), word, pairs.get(1));
            Operand by = new Operand.Immediate(16, Operand.Immediate.Kind.INTEGER);
            append("shl", List.of("b32"), d, word, by);
        } else {
            append("mov", List.of("b32"), d, new Operand.Vector(pairs));
        }
        return true;
    }

    /** What is encoded as a byte: 0 of no byte. */
    private Optional<Operand> source(ValueNode encoded, Operand.Register like) {
        return encoded == null
                ? Optional.of(new Operand.Immediate(0, Operand.Immediate.Kind.F32))
                : operand(encoded.at(0), like);
    }

    /** The half that a small float is. */
    private boolean decoded(ValueNode n, Operand.Register d) {
        Optional<Operand> x = operand(n.at(0), d);
        Operand.Register pair = edits.fresh(PtxType.B32);
        String format = SmallFloats.FORMATS.get((int) n.payload);
        x.ifPresent(
                source -> {
                    append("cvt", List.of("rn", "f16x2", format), pair, source);
                    append("cvt", List.of("u16", "u32"), d, pair);
                });
        return x.isPresent();
    }

    /** The low half of a word of encoded floats. */
    private boolean half(ValueNode n, Operand.Register d) {
        Optional<Operand> word = operand(n.at(0), edits.fresh(PtxType.B32));
        word.ifPresent(w -> append("cvt", List.of("u16", "u32"), d, w));
        return word.isPresent();
    }

    /** An operation on words of encoded floats. */
    private boolean word(ValueNode n, Operand.Register d) {
        Optional<List<ValueNode>> bytes = SmallFloats.bytes(n);
        if (bytes.isPresent()) {
            return encoded(bytes.get(), d);
        }
        List<Operand> all = new ArrayList<>(List.of(d));
        for (ValueNode o : n.operands) {
            Optional<Operand> written =
                    o.is("integer")
                            ? Optional.of(
                                    new Operand.Immediate(
                                            o.payload, Operand.Immediate.Kind.INTEGER))
                            : operand(o, d);
            if (written.isEmpty()) {
                return false;
            }
            all.add(written.get());
        }
        String opcode = n.op.substring(0, n.op.indexOf('.'));
        append(opcode, List.of("b32"), all.toArray(new Operand[0]));
        return true;
    }

    private boolean sum(ValueNode n, Operand.Register d) {
        ValueNode minus = n.at(0).is("neg") && !n.at(0).isConstant() ? n.at(0) : n.at(1);
        if (!minus.is("neg") || minus.isConstant()) {
            return write(n, d, null, "add");
        }
        Optional<Operand> a = operand(minus == n.at(0) ? n.at(1) : n.at(0), d);
        Optional<Operand> b = operand(minus.at(0), d);
        if (a.isEmpty() || b.isEmpty()) {
            return false;
        }
        append("sub", List.of("f32"), d, a.get(), b.get());
        return true;
    }

    private boolean product(ValueNode n, Operand.Register d) {
        ValueNode divisor = n.at(0).is("rcp") ? n.at(0) : n.at(1);
        if (!divisor.is("rcp") || state.holder(divisor) >= 0) {
            return write(n, d, null, "mul");
        }
        Optional<Operand> a = operand(divisor == n.at(0) ? n.at(1) : n.at(0), d);
        Optional<Operand> b = operand(divisor.at(0), d);
        if (a.isEmpty() || b.isEmpty()) {
            return false;
        }
        append("div", List.of("rn", "f32"), d, a.get(), b.get());
        return true;
    }

    private boolean choice(ValueNode n, Operand.Register d) {
        if (n.kind == Kind.PREDICATE || n.kind == Kind.INTEGER) {
            return false;
        }
        ValueNode condition = n.at(0).is("not") ? n.at(0).at(0) : n.at(0);
        Optional<Operand> p = operand(condition, d);
        Optional<Operand> a = operand(n.at(condition == n.at(0) ? 1 : 2), d);
        Optional<Operand> b = operand(n.at(condition == n.at(0) ? 2 : 1), d);
        if (p.isEmpty() || a.isEmpty() || b.isEmpty()) {
            return false;
        }
        append("selp", List.of(word(d)), d, a.get(), b.get(), p.get());
        return true;
    }
}
