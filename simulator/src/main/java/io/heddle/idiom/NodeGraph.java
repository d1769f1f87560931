package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hash-consed nodes in the normal form in which two compilations of one function coincide.
 *
 * <p>Rounding apart, a node has the value of what it was made from whatever the arguments are, NaN
 * and ∞ included: fused operations are split, signs stand outside of products and of choices,
 * unordered comparisons are negated ordered ones, and the condition of a choice holds inside its
 * arm. Nothing is decided for finite numbers only, and no arm is left out.
 */
final class NodeGraph {
    private record Key(String op, long payload, List<ValueNode> operands) {}

    private static final Set<String> IDEMPOTENT =
            Set.of("min.s32", "max.s32", "min.u32", "max.u32");

    private final Map<Key, ValueNode> nodes = new HashMap<>();
    private final Map<ValueNode, ValueNode> functions = new HashMap<>();
    private int leaves;
    private final List<ValueNode> matched = new ArrayList<>();
    private final ValueNode zero = make("real", 0, Kind.REAL);
    private final ValueNode one = constant(0x3F800000);
    private final ValueNode two = constant(0x40000000);
    private final ValueNode truth = make("true", 0, Kind.PREDICATE);
    private final ValueNode falsehood = make("false", 0, Kind.PREDICATE);

    // ---------------------------------------------------------------- nodes

    /** A node as it stands, or the recognised function that it computes. */
    ValueNode make(String op, long payload, Kind kind, ValueNode... operands) {
        Key key = new Key(op, payload, List.of(operands));
        ValueNode n = nodes.get(key);
        if (n == null) {
            n = new ValueNode(nodes.size(), op, payload, kind, key.operands);
            nodes.put(key, n);
            return n;
        }
        ValueNode function = functions.get(n);
        if (function != null) {
            matched.add(n);
            return function;
        }
        return n;
    }

    ValueNode leaf(Kind kind) {
        return make("leaf", leaves++, kind);
    }

    ValueNode integer(long value) {
        return make("integer", value, Kind.INTEGER);
    }

    /** The f32 of these bits. */
    ValueNode constant(int bits) {
        return bits < 0
                ? neg(make("real", bits & 0x7FFFFFFF, Kind.REAL))
                : make("real", bits, Kind.REAL);
    }

    /** The number of nodes: nodes made from now on have this or a higher number. */
    int size() {
        return nodes.size();
    }

    /** The nodes that turned out to be recognised functions, once for each time. */
    List<ValueNode> matched() {
        return matched;
    }

    /** Notes that a node turned out to be part of a recognised function. */
    void match(ValueNode n) {
        matched.add(n);
    }

    /** From now on {@code node} is written {@code function}. */
    void recognise(ValueNode node, ValueNode function) {
        functions.putIfAbsent(node, function);
    }

    // ---------------------------------------------------------------- views

    ValueNode asReal(ValueNode n) {
        if (n.is("bits")) {
            return n.at(0);
        }
        if (n.is("integer")) {
            return constant((int) n.payload);
        }
        return n.kind == Kind.INTEGER ? make("float", 0, Kind.REAL, n) : n;
    }

    ValueNode asInteger(ValueNode n) {
        if (n.is("float")) {
            return n.at(0);
        }
        if (n.is("real")) {
            int pattern = (int) n.payload; // 32 bits, as a signed integer
            return integer(pattern);
        }
        if (n.is("neg") && n.at(0).is("real")) {
            return integer((int) n.at(0).payload | 0x80000000);
        }
        return n.kind == Kind.INTEGER ? n : make("bits", 0, Kind.INTEGER, n);
    }

    // ---------------------------------------------------------------- arithmetic

    ValueNode neg(ValueNode a) {
        if (a.is("neg")) {
            return a.at(0);
        }
        return make("neg", 0, Kind.REAL, a);
    }

    ValueNode add(ValueNode a, ValueNode b) {
        if (a.unsigned() == zero) {
            return b;
        }
        if (b.unsigned() == zero) {
            return a;
        }
        if (a.is("neg") && b.is("neg")) {
            return neg(add(a.at(0), b.at(0)));
        }
        return commutative("add", Kind.REAL, a, b);
    }

    ValueNode mul(ValueNode a, ValueNode b) {
        boolean negative = a.is("neg") != b.is("neg");
        ValueNode product = product(a.unsigned(), b.unsigned());
        return negative ? neg(product) : product;
    }

    private ValueNode product(ValueNode a, ValueNode b) {
        if (a == one) {
            return b;
        }
        if (b == one) {
            return a;
        }
        if (a == two) {
            return add(b, b);
        }
        return b == two ? add(a, a) : commutative("mul", Kind.REAL, a, b);
    }

    ValueNode abs(ValueNode a) {
        return make("abs", 0, Kind.REAL, a.unsigned());
    }

    ValueNode commutative(String op, Kind kind, ValueNode a, ValueNode b) {
        if (a == b && IDEMPOTENT.contains(op)) {
            return a;
        }
        return a.id <= b.id ? make(op, 0, kind, a, b) : make(op, 0, kind, b, a);
    }

    // ---------------------------------------------------------------- truth

    ValueNode truth(boolean value) {
        return value ? truth : falsehood;
    }

    ValueNode not(ValueNode p) {
        if (p == truth) {
            return falsehood;
        }
        if (p == falsehood) {
            return truth;
        }
        return p.is("not") ? p.at(0) : make("not", 0, Kind.PREDICATE, p);
    }

    ValueNode and(ValueNode p, ValueNode q) {
        if (p == falsehood || q == falsehood) {
            return falsehood;
        }
        if (p == truth) {
            return q;
        }
        return q == truth ? p : commutative("and", Kind.PREDICATE, p, q);
    }

    ValueNode or(ValueNode p, ValueNode q) {
        if (p == truth || q == truth) {
            return truth;
        }
        if (p == falsehood) {
            return q;
        }
        return q == falsehood ? p : commutative("or", Kind.PREDICATE, p, q);
    }

    /** {@code setp.relation.f32}: an unordered relation is the negation of an ordered one. */
    ValueNode compare(String relation, ValueNode a, ValueNode b) {
        return switch (relation) {
            case "num" -> commutative("num", Kind.PREDICATE, a, b);
            case "nan" -> not(commutative("num", Kind.PREDICATE, a, b));
            case "lt" -> ordered("lt", a, b);
            case "le" -> ordered("le", a, b);
            case "gt" -> ordered("lt", b, a);
            case "ge" -> ordered("le", b, a);
            case "ltu" -> not(ordered("le", b, a));
            case "leu" -> not(ordered("lt", b, a));
            case "gtu" -> not(ordered("le", a, b));
            case "geu" -> not(ordered("lt", a, b));
            case "eq" -> commutative("eq", Kind.PREDICATE, a, b);
            case "neu" -> not(commutative("eq", Kind.PREDICATE, a, b));
            case "ne" -> commutative("ne", Kind.PREDICATE, a, b);
            case "equ" -> not(commutative("ne", Kind.PREDICATE, a, b));
            default -> make("setp." + relation, 0, Kind.PREDICATE, a, b);
        };
    }

    private ValueNode ordered(String relation, ValueNode a, ValueNode b) {
        return make(relation, 0, Kind.PREDICATE, a, b);
    }

    /** {@code setp.relation.type} of integers: {@code type} is s32, u32, … */
    ValueNode compareIntegers(String relation, String type, ValueNode a, ValueNode b) {
        String less = "lt." + type;
        return switch (relation) {
            case "lt", "lo" -> make(less, 0, Kind.PREDICATE, a, b);
            case "ge", "hs" -> not(make(less, 0, Kind.PREDICATE, a, b));
            case "gt", "hi" -> not(atMost(less, a, b));
            case "le", "ls" -> atMost(less, a, b);
            case "eq" -> commutative("eq.integer", Kind.PREDICATE, a, b);
            case "ne" -> not(commutative("eq.integer", Kind.PREDICATE, a, b));
            default -> make("setp." + relation + "." + type, 0, Kind.PREDICATE, a, b);
        };
    }

    private ValueNode atMost(String less, ValueNode a, ValueNode b) {
        boolean largest = b.payload == Integer.MAX_VALUE || b.payload == -1L;
        return b.is("integer") && !largest
                ? make(less, 0, Kind.PREDICATE, a, integer(b.payload + 1))
                : not(make(less, 0, Kind.PREDICATE, b, a));
    }

    // ---------------------------------------------------------------- choices

    /** {@code a} where {@code p} holds and {@code b} elsewhere. */
    ValueNode ite(ValueNode p, ValueNode a, ValueNode b) {
        if (a == b || p == truth) {
            return a;
        }
        if (p == falsehood) {
            return b;
        }
        return switch (p.op) {
            case "not" -> ite(p.at(0), b, a);
            case "or" -> ite(p.at(0), a, ite(p.at(1), a, b));
            case "and" -> ite(p.at(0), ite(p.at(1), a, b), b);
            default -> choice(p, new Assuming(this, p, 1).in(a), new Assuming(this, p, 2).in(b));
        };
    }

    private ValueNode choice(ValueNode p, ValueNode a, ValueNode b) {
        if (a == b) {
            return a;
        }
        if (Powers.isPower(p, a, b)) {
            return b;
        }
        Optional<ValueNode> logarithm = Logarithm.atPole(this, p, a, b);
        if (logarithm.isPresent()) {
            matched.add(b);
            return logarithm.get();
        }
        if (isNegative(a) && (isNegative(b) || b == zero) || isNegative(b) && a == zero) {
            return neg(ite(p, neg(a), neg(b)));
        }
        return make("ite", 0, kind(a, b), p, a, b);
    }

    private boolean isNegative(ValueNode n) {
        return n.is("neg") && n.at(0) != zero;
    }

    private static Kind kind(ValueNode a, ValueNode b) {
        if (a.kind == b.kind) {
            return a.kind;
        }
        if (a.kind == Kind.REAL || b.kind == Kind.REAL) {
            return Kind.REAL;
        }
        return a.kind == Kind.INTEGER || b.kind == Kind.INTEGER ? Kind.INTEGER : Kind.ANY;
    }

    /** The operation of {@code n} on other operands. */
    ValueNode with(ValueNode n, ValueNode[] o) {
        return switch (n.op) {
            case "neg" -> neg(o[0]);
            case "add" -> add(o[0], o[1]);
            case "mul" -> mul(o[0], o[1]);
            case "abs" -> abs(o[0]);
            case "not" -> not(o[0]);
            case "and" -> and(o[0], o[1]);
            case "or" -> or(o[0], o[1]);
            case "ite" -> ite(o[0], o[1], o[2]);
            case "bits" -> asInteger(o[0]);
            case "float" -> asReal(o[0]);
            case "max", "min", "eq", "ne", "num", "eq.integer" ->
                    commutative(n.op, n.kind, o[0], o[1]);
            default ->
                    InstructionReader.COMMUTATIVE.contains(n.op)
                            ? commutative(n.op, n.kind, o[0], o[1])
                            : make(n.op, n.payload, n.kind, o);
        };
    }
}
