package io.heddle.idiom;

import io.heddle.idiom.Node.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Writes instructions that compute a node from what registers hold at one place. */
final class Emitter {
    private static final int LIMIT = 200;

    private final RegisterNodes state;
    private final Edits edits;
    private final Instruction at;
    private final List<Instruction> code = new ArrayList<>();
    private final Map<Node, Operand> done = new HashMap<>();

    private Emitter(RegisterNodes state, Edits edits, Instruction at) {
        this.state = state;
        this.edits = edits;
        this.at = at;
    }

    /**
     * AnalysedFunction that sets {@code destination} to {@code node}, or null if some part of the
     * node is not at hand and no arithmetic of real numbers.
     *
     * @param at instruction whose position the code gets
     */
    static List<Instruction> emit(
            Node node,
            Operand.Register destination,
            RegisterNodes state,
            Edits edits,
            Instruction at) {
        Emitter e = new Emitter(state, edits, at);
        boolean written = e.compute(node, destination);
        if (!written) {
            Operand o = e.operand(node);
            if (o == null) {
                return null;
            }
            e.append("mov", List.of("f32"), destination, o);
        }
        return e.code.size() > LIMIT ? null : e.code;
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

    /** An operand that holds the node, computed if need be, or null. */
    private Operand operand(Node n) {
        Operand known = done.get(n);
        if (known != null) {
            return known;
        }
        Operand o = n.isConstant() ? immediate(n) : held(n);
        if (o == null && code.size() < LIMIT) {
            boolean truth = n.kind == Kind.PREDICATE;
            Operand.Register fresh = edits.fresh(truth ? PtxType.PRED : PtxType.F32);
            o = compute(n, fresh) ? fresh : null;
        }
        if (o != null) {
            done.put(n, o);
        }
        return o;
    }

    private static Operand immediate(Node n) {
        int sign = n.is("neg") ? 0x80000000 : 0;
        int bits = sign | (int) n.unsigned().payload;
        return n.kind == Kind.REAL
                ? new Operand.Immediate(bits & 0xFFFFFFFFL, Operand.Immediate.Kind.F32)
                : null;
    }

    private Operand held(Node n) {
        int holder = state.holder(n);
        if (holder >= 0) {
            return edits.register(holder);
        }
        RegisterNodes.Definition d = state.definition(n);
        return d == null ? null : edits.capture(d);
    }

    /** Writes code that sets {@code d} to the node from its operands; false if there is none. */
    private boolean compute(Node n, Operand.Register d) {
        return switch (n.op) {
            case "function" -> write(n, d, Template.NAMES.get((int) n.payload), "heddle");
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

    private boolean write(Node n, Operand.Register d, String modifier, String opcode) {
        List<Operand> all = new ArrayList<>(List.of(d));
        for (Node o : n.operands) {
            Operand written = operand(o);
            if (written == null) {
                return false;
            }
            all.add(written);
        }
        List<String> modifiers = new ArrayList<>();
        if (modifier != null) {
            modifiers.add(modifier);
        }
        if (opcode.equals("heddle")) {
            modifiers.add("approx");
        }
        modifiers.add("f32");
        append(opcode, modifiers, all.toArray(new Operand[0]));
        return true;
    }

    private boolean sum(Node n, Operand.Register d) {
        Node minus = n.at(0).is("neg") && !n.at(0).isConstant() ? n.at(0) : n.at(1);
        if (!minus.is("neg") || minus.isConstant()) {
            return write(n, d, null, "add");
        }
        Operand a = operand(minus == n.at(0) ? n.at(1) : n.at(0));
        Operand b = operand(minus.at(0));
        if (a == null || b == null) {
            return false;
        }
        append("sub", List.of("f32"), d, a, b);
        return true;
    }

    private boolean product(Node n, Operand.Register d) {
        Node divisor = n.at(0).is("rcp") ? n.at(0) : n.at(1);
        if (!divisor.is("rcp") || state.holder(divisor) >= 0) {
            return write(n, d, null, "mul");
        }
        Operand a = operand(divisor == n.at(0) ? n.at(1) : n.at(0));
        Operand b = operand(divisor.at(0));
        if (a == null || b == null) {
            return false;
        }
        append("div", List.of("rn", "f32"), d, a, b);
        return true;
    }

    private boolean choice(Node n, Operand.Register d) {
        if (n.kind == Kind.PREDICATE || n.kind == Kind.INTEGER) {
            return false;
        }
        Node condition = n.at(0).is("not") ? n.at(0).at(0) : n.at(0);
        Operand p = operand(condition);
        Operand a = operand(n.at(condition == n.at(0) ? 1 : 2));
        Operand b = operand(n.at(condition == n.at(0) ? 2 : 1));
        if (p == null || a == null || b == null) {
            return false;
        }
        append("selp", List.of("f32"), d, a, b, p);
        return true;
    }
}
