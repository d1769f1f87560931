package io.heddle.idiom;

import io.heddle.idiom.Node.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hash-consed nodes in the normal form in which two compilations of one function coincide.
 *
 * <p>Rounding apart, a node has the value of what it was made from whatever the arguments are, NaN
 * and ∞ included: fused operations are split, signs stand outside of products and of choices,
 * unordered comparisons are negated ordered ones, and the condition of a choice holds inside its
 * arm. Nothing is decided for finite numbers only, and no arm is left out.
 */
final class NodeGraph {
    private record Key(String op, long payload, List<Node> operands) {}

    private final Map<Key, Node> nodes = new HashMap<>();
    private final Map<Node, Node> functions = new HashMap<>();
    private int leaves;
    private final List<Node> matched = new ArrayList<>();
    private final Node zero = make("real", 0, Kind.REAL);
    private final Node one = constant(0x3F800000);
    private final Node two = constant(0x40000000);
    private final Node truth = make("true", 0, Kind.PREDICATE);
    private final Node falsehood = make("false", 0, Kind.PREDICATE);

    // ---------------------------------------------------------------- nodes

    /** A node as it stands, or the recognised function that it computes. */
    Node make(String op, long payload, Kind kind, Node... operands) {
        Key key = new Key(op, payload, List.of(operands));
        Node n = nodes.get(key);
        if (n == null) {
            n = new Node(nodes.size(), op, payload, kind, key.operands);
            nodes.put(key, n);
            return n;
        }
        Node function = functions.get(n);
        if (function != null) {
            matched.add(n);
            return function;
        }
        return n;
    }

    Node leaf(Kind kind) {
        return make("leaf", leaves++, kind);
    }

    Node integer(long value) {
        return make("integer", value, Kind.INTEGER);
    }

    /** The f32 of these bits. */
    Node constant(int bits) {
        return bits < 0
                ? neg(make("real", bits & 0x7FFFFFFF, Kind.REAL))
                : make("real", bits, Kind.REAL);
    }

    /** The number of nodes: nodes made from now on have this or a higher number. */
    int size() {
        return nodes.size();
    }

    /** The nodes that turned out to be recognised functions, once for each time. */
    List<Node> matched() {
        return matched;
    }

    /** From now on {@code node} is written {@code function}. */
    void recognise(Node node, Node function) {
        functions.putIfAbsent(node, function);
    }

    // ---------------------------------------------------------------- views

    Node asReal(Node n) {
        if (n.is("bits")) {
            return n.at(0);
        }
        if (n.is("integer")) {
            return constant((int) n.payload);
        }
        return n.kind == Kind.INTEGER ? make("float", 0, Kind.REAL, n) : n;
    }

    Node asInteger(Node n) {
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

    Node neg(Node a) {
        if (a.is("neg")) {
            return a.at(0);
        }
        return make("neg", 0, Kind.REAL, a);
    }

    Node add(Node a, Node b) {
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

    Node mul(Node a, Node b) {
        boolean negative = a.is("neg") != b.is("neg");
        Node product = product(a.unsigned(), b.unsigned());
        return negative ? neg(product) : product;
    }

    private Node product(Node a, Node b) {
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

    Node abs(Node a) {
        return make("abs", 0, Kind.REAL, a.unsigned());
    }

    Node commutative(String op, Kind kind, Node a, Node b) {
        return a.id <= b.id ? make(op, 0, kind, a, b) : make(op, 0, kind, b, a);
    }

    // ---------------------------------------------------------------- truth

    Node truth(boolean value) {
        return value ? truth : falsehood;
    }

    Node not(Node p) {
        if (p == truth) {
            return falsehood;
        }
        if (p == falsehood) {
            return truth;
        }
        return p.is("not") ? p.at(0) : make("not", 0, Kind.PREDICATE, p);
    }

    Node and(Node p, Node q) {
        if (p == falsehood || q == falsehood) {
            return falsehood;
        }
        if (p == truth) {
            return q;
        }
        return q == truth ? p : commutative("and", Kind.PREDICATE, p, q);
    }

    Node or(Node p, Node q) {
        if (p == truth || q == truth) {
            return truth;
        }
        if (p == falsehood) {
            return q;
        }
        return q == falsehood ? p : commutative("or", Kind.PREDICATE, p, q);
    }

    /** {@code setp.relation.f32}: an unordered relation is the negation of an ordered one. */
    Node compare(String relation, Node a, Node b) {
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

    private Node ordered(String relation, Node a, Node b) {
        return make(relation, 0, Kind.PREDICATE, a, b);
    }

    /** {@code setp.relation.type} of integers: {@code type} is s32, u32, … */
    Node compareIntegers(String relation, String type, Node a, Node b) {
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

    private Node atMost(String less, Node a, Node b) {
        boolean largest = b.payload == Integer.MAX_VALUE || b.payload == -1L;
        return b.is("integer") && !largest
                ? make(less, 0, Kind.PREDICATE, a, integer(b.payload + 1))
                : not(make(less, 0, Kind.PREDICATE, b, a));
    }

    // ---------------------------------------------------------------- choices

    /** {@code a} where {@code p} holds and {@code b} elsewhere. */
    Node ite(Node p, Node a, Node b) {
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

    private Node choice(Node p, Node a, Node b) {
        if (a == b) {
            return a;
        }
        Optional<Node> logarithm = Logarithm.atPole(this, p, a, b);
        if (logarithm.isPresent()) {
            matched.add(b);
            return logarithm.get();
        }
        if (isNegative(a) && (isNegative(b) || b == zero) || isNegative(b) && a == zero) {
            return neg(ite(p, neg(a), neg(b)));
        }
        return make("ite", 0, kind(a, b), p, a, b);
    }

    private boolean isNegative(Node n) {
        return n.is("neg") && n.at(0) != zero;
    }

    private static Kind kind(Node a, Node b) {
        if (a.kind == b.kind) {
            return a.kind;
        }
        if (a.kind == Kind.REAL || b.kind == Kind.REAL) {
            return Kind.REAL;
        }
        return a.kind == Kind.INTEGER || b.kind == Kind.INTEGER ? Kind.INTEGER : Kind.ANY;
    }

    /** The operation of {@code n} on other operands. */
    Node with(Node n, Node[] o) {
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
