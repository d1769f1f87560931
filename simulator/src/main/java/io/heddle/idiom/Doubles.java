package io.heddle.idiom;

import io.heddle.idiom.ValueNode.Kind;
import io.heddle.ptx.PtxType;
import java.util.Optional;

/**
 * The normal form of operations on doubles: what is known of constants and of integers that became
 * doubles, and signs out of magnitudes, sums and comparisons. It holds for all operands, NaN (but
 * for its sign, which no operation shows) and infinities included, and rounds as the operation.
 */
final class Doubles {
    private static final String ABS = "abs.f64";
    private static final String NEG = "neg.f64";

    private Doubles() {}

    /** The result of an operation, if it has another spelling; {@code name} is its mnemonic. */
    static Optional<ValueNode> fold(NodeGraph g, String name, ValueNode[] v) {
        return switch (name) {
            case ABS -> Optional.of(abs(g, v[0]));
            case NEG -> Optional.of(neg(g, v[0]));
            case "cvt.rzi.f64.f64" -> truncated(g, v[0]);
            case "mul.f64", "mul.rn.f64" -> product(g, name, v[0], v[1]);
            case "add.f64", "add.rn.f64" -> sum(g, name, v[0], v[1]);
            default -> Optional.empty();
        };
    }

    /** A word of a double constant. */
    static Optional<ValueNode> half(NodeGraph g, boolean upper, long bits, ValueNode n) {
        int word = (int) (upper ? n.payload >>> 32 : n.payload); // as a signed integer
        return n.is("double") && bits == 64 ? Optional.of(g.integer(word)) : Optional.empty();
    }

    private static ValueNode abs(NodeGraph g, ValueNode a) {
        if (a.is("double")) {
            return constant(g, Math.abs(value(a)));
        }
        return g.make(ABS, 0, Kind.ANY, unsigned(a));
    }

    static ValueNode neg(NodeGraph g, ValueNode a) {
        if (a.is("double")) {
            return constant(g, -value(a));
        }
        return a.is(NEG) ? a.at(0) : g.make(NEG, 0, Kind.ANY, a);
    }

    private static Optional<ValueNode> truncated(NodeGraph g, ValueNode a) {
        if (a.is("double")) {
            double x = value(a);
            return Optional.of(constant(g, x < 0 ? Math.ceil(x) : Math.floor(x)));
        }
        return isInteger(a) ? Optional.of(a) : Optional.empty();
    }

    /** −a · c as a · −c. */
    private static Optional<ValueNode> product(NodeGraph g, String name, ValueNode a, ValueNode b) {
        if (b.is(NEG) && a.is("double")) {
            return product(g, name, b, a);
        }
        return a.is(NEG) && b.is("double")
                ? Optional.of(commutative(g, name, a.at(0), neg(g, b)))
                : Optional.empty();
    }

    /** −a + b as b − a. */
    private static Optional<ValueNode> sum(NodeGraph g, String name, ValueNode a, ValueNode b) {
        if (a.is(NEG) == b.is(NEG)) {
            return Optional.empty();
        }
        ValueNode minuend = a.is(NEG) ? b : a;
        ValueNode subtrahend = a.is(NEG) ? a.at(0) : b.at(0);
        String difference = name.replace("add", "sub");
        return Optional.of(g.make(difference, 0, Kind.ANY, minuend, subtrahend));
    }

    private static ValueNode commutative(NodeGraph g, String name, ValueNode a, ValueNode b) {
        return g.commutative(name, Kind.ANY, a, b);
    }

    // ---------------------------------------------------------------- comparisons

    /** {@code setp.relation.f64}. */
    static ValueNode compare(NodeGraph g, String relation, ValueNode first, ValueNode second) {
        ValueNode a = plusZero(g, first);
        ValueNode b = plusZero(g, second);
        if (a.is("double") && b.is("double")) {
            return g.truth(isTrue(relation, value(a), value(b)));
        }
        return switch (relation) {
            case "eq" -> equal(g, a, b);
            case "neu" -> g.not(equal(g, a, b));
            case "num" -> ordered(g, a, b);
            case "nan" -> g.not(ordered(g, a, b));
            case "gtu" -> isInfinity(b) && isFinite(a) ? g.truth(false) : plain(g, "gtu", a, b);
            default -> plain(g, relation, a, b);
        };
    }

    private static ValueNode plain(NodeGraph g, String relation, ValueNode a, ValueNode b) {
        return g.make("setp." + relation + ".f64", 0, Kind.PREDICATE, a, b);
    }

    private static ValueNode equal(NodeGraph g, ValueNode a, ValueNode b) {
        if (a.is("double")) {
            return equal(g, b, a);
        }
        if (a == b && isFinite(a) || isInfinity(b) && isFinite(a)) {
            return g.truth(a == b);
        }
        if (a.is(NEG) && b.is("double")) {
            return equal(g, a.at(0), plusZero(g, neg(g, b)));
        }
        if (b.is("double") && value(b) == 0) {
            return isZero(g, unsigned(a), b);
        }
        return g.commutative("setp.eq.f64", Kind.PREDICATE, a, b);
    }

    private static ValueNode isZero(NodeGraph g, ValueNode a, ValueNode zero) {
        return isInteger(a)
                ? g.compareIntegers("eq", "s32", g.asInteger(a.at(0)), g.integer(0))
                : g.commutative("setp.eq.f64", Kind.PREDICATE, a, zero);
    }

    private static ValueNode ordered(NodeGraph g, ValueNode a, ValueNode b) {
        ValueNode x = unsigned(a);
        ValueNode y = unsigned(b);
        return isFinite(x) && isFinite(y)
                ? g.truth(true)
                : g.commutative("setp.num.f64", Kind.PREDICATE, x, y);
    }

    private static boolean isTrue(String relation, double a, double b) {
        boolean unordered = Double.isNaN(a) || Double.isNaN(b);
        return switch (relation) {
            case "eq" -> a == b;
            case "ne" -> !unordered && a != b;
            case "lt" -> a < b;
            case "le" -> a <= b;
            case "gt" -> a > b;
            case "ge" -> a >= b;
            case "equ" -> unordered || a == b;
            case "neu" -> a != b;
            case "ltu" -> unordered || a < b;
            case "leu" -> unordered || a <= b;
            case "gtu" -> unordered || a > b;
            case "geu" -> unordered || a >= b;
            case "num" -> !unordered;
            case "nan" -> unordered;
            default -> throw new IllegalArgumentException(relation);
        };
    }

    // ---------------------------------------------------------------- operands

    private static double value(ValueNode n) {
        return Double.longBitsToDouble(n.payload);
    }

    private static ValueNode constant(NodeGraph g, double x) {
        return g.make("double", Double.doubleToRawLongBits(x), Kind.ANY);
    }

    /** What compares as the node: 0 instead of −0. */
    private static ValueNode plusZero(NodeGraph g, ValueNode n) {
        return n.is("double") && value(n) == 0 ? constant(g, 0) : n;
    }

    private static ValueNode unsigned(ValueNode n) {
        return n.is(NEG) || n.is(ABS) ? unsigned(n.at(0)) : n;
    }

    /** True for a signed integer of 32 bits as the double that it is. */
    private static boolean isInteger(ValueNode n) {
        return n.is("cvt.rn.f64.s32");
    }

    /** True for what is neither NaN nor infinite. */
    private static boolean isFinite(ValueNode n) {
        return isInteger(unsigned(n)) || n.is("double") && Double.isFinite(value(n));
    }

    private static boolean isInfinity(ValueNode n) {
        return n.is("double") && value(n) == Double.POSITIVE_INFINITY;
    }

    /** A constant of 64 bits as an operand of an operation on integers. */
    static ValueNode asInteger(NodeGraph g, ValueNode n, PtxType type) {
        return n.is("double") && type != PtxType.F64 && type.bits() == 64
                ? g.integer(n.payload)
                : n;
    }
}
