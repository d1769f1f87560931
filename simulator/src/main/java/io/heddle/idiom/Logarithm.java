package io.heddle.idiom;

import java.util.Optional;

/**
 * The last step of nvcc's logarithms, {@code x == 0 ? -inf : core(x)}, and the same with a factor
 * that nvcc has moved into the arms. A core is the code of a logarithm but for this step: it is the
 * logarithm except at 0, so that only both together are recognised.
 */
final class Logarithm {
    /** The operation of a core; its payload is that of the function. */
    static final String CORE = "core";

    private static final long INFINITY = 0x7F800000L;

    private Logarithm() {}

    /** The choice {@code p ? a : b} with the logarithm if it is of this form. */
    static Optional<ValueNode> atPole(NodeGraph g, ValueNode p, ValueNode a, ValueNode b) {
        if (!p.is("eq") || !isInfinity(a)) {
            return Optional.empty();
        }
        ValueNode x = p.at(0).isConstant() ? p.at(1) : p.at(0);
        ValueNode zero = p.at(0).isConstant() ? p.at(0) : p.at(1);
        if (!zero.is("real") || zero.payload != 0) {
            return Optional.empty();
        }
        boolean negative = b.is("neg");
        return argument(b.unsigned())
                .filter(arg -> negative != a.is("neg") && vanishesWith(g, x, arg))
                .map(arg -> complete(g, b));
    }

    /** The factors and the sign of a core applied to its function. */
    private static ValueNode complete(NodeGraph g, ValueNode n) {
        if (n.is(CORE)) {
            return g.make("function", n.payload, n.kind, n.at(0));
        }
        ValueNode[] operands =
                n.operands.stream().map(o -> complete(g, o)).toArray(ValueNode[]::new);
        return g.with(n, operands);
    }

    /** The −∞ or ∞ that a user's or the compiler's code writes. */
    static boolean isInfinity(ValueNode n) {
        return n.unsigned().is("real") && n.unsigned().payload == INFINITY;
    }

    /** The argument of a logarithm times positive constants. */
    private static Optional<ValueNode> argument(ValueNode n) {
        if (n.is("mul")) {
            ValueNode factor = n.at(0).is("real") ? n.at(0) : n.at(1);
            return isPositive(factor)
                    ? argument(n.at(0) == factor ? n.at(1) : n.at(0))
                    : Optional.empty();
        }
        if (n.is("add")) {
            return n.at(0) == n.at(1) ? argument(n.at(0)) : Optional.empty();
        }
        return n.is(CORE) ? Optional.of(n.at(0)) : Optional.empty();
    }

    private static boolean isPositive(ValueNode n) {
        return n.is("real") && n.payload > 0 && n.payload < INFINITY;
    }

    /** True for the argument and for the argument scaled where it is tiny. */
    private static boolean vanishesWith(NodeGraph g, ValueNode x, ValueNode argument) {
        if (x == argument) {
            return true;
        }
        return x.is("ite")
                && x.at(2) == argument
                && x.at(1) == g.mul(argument, g.constant(0x4B000000));
    }
}
