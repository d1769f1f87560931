package io.heddle.idiom;

/**
 * The last step of nvcc's logarithms, {@code x == 0 ? -inf : log(x)}, and the same with a factor
 * that nvcc has moved into the arms. As log 0 is −∞ the choice is its second arm.
 */
final class Logarithm {
    private Logarithm() {}

    /** {@code b} if the choice {@code p ? a : b} is of this form, else null. */
    static Node withoutPole(Graph g, Node p, Node a, Node b) {
        if (!p.is("eq") || !isInfinity(a) || !b.lifted) {
            return null;
        }
        Node x = p.at(0).isConstant() ? p.at(1) : p.at(0);
        Node zero = p.at(0).isConstant() ? p.at(0) : p.at(1);
        if (!zero.is("real") || zero.payload != 0) {
            return null;
        }
        boolean negative = b.is("neg");
        Node argument = argument(b.unsigned());
        return argument != null && negative != a.is("neg") && vanishesWith(g, x, argument)
                ? b
                : null;
    }

    /** The −∞ or ∞ that a user's or the compiler's code writes. */
    static boolean isInfinity(Node n) {
        return n.unsigned().is("real") && n.infinite;
    }

    /** The argument of a logarithm times positive constants, or null. */
    private static Node argument(Node n) {
        if (n.is("mul")) {
            Node factor = n.at(0).is("real") ? n.at(0) : n.at(1);
            return factor.is("real") ? argument(n.at(0) == factor ? n.at(1) : n.at(0)) : null;
        }
        if (n.is("add")) {
            return n.at(0) == n.at(1) ? argument(n.at(0)) : null;
        }
        boolean logarithm =
                n.is("function") && Template.NAMES.get((int) n.payload).matches("log(2|10)?");
        return logarithm ? n.at(0) : null;
    }

    /** True for the argument and for the argument scaled where it is tiny. */
    private static boolean vanishesWith(Graph g, Node x, Node argument) {
        if (x == argument) {
            return true;
        }
        return x.is("ite")
                && x.at(2) == argument
                && x.at(1) == g.mul(argument, g.constant(0x4B000000));
    }
}
