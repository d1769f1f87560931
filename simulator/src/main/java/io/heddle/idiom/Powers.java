package io.heddle.idiom;

/**
 * The classes of constant exponents for which nvcc writes the same code, and the last step of its
 * powers of doubles, {@code x == 1 ? 1 : power(x)}: nvcc moves what is done with the power into the
 * arms. The second arm is the power for every x.
 */
final class Powers {
    private static final long ONE = Double.doubleToLongBits(1);

    private Powers() {}

    /** True for two even integers, two odd ones, or two that are no integers; all positive. */
    static boolean alike(float a, float b) {
        return a > 0 && b > 0 && Float.isFinite(a) && parity(a) == parity(b);
    }

    private static int parity(float a) {
        return a != (float) Math.rint(a) ? 2 : (int) (Math.abs(a) % 2);
    }

    /** True for a choice of 1 where {@code x} is 1; the exponent is a constant but 0. */
    static boolean isChosenAtOne(ValueNode n, ValueNode x) {
        return n.is("ite") && isOne(n.at(1)) && isEqualToOne(n.at(0), x);
    }

    /** True for {@code p ? a : b} if b is a power of doubles, and a what it is where p holds. */
    static boolean isPower(ValueNode p, ValueNode a, ValueNode b) {
        int pow = Template.NAMES.indexOf("pow") + Template.NAMES.size();
        return b.is("function") && b.payload == pow && isOne(a) && isEqualToOne(p, b.at(0));
    }

    private static boolean isEqualToOne(ValueNode p, ValueNode x) {
        return p.is("setp.eq.f64")
                && (p.at(0) == x && isOne(p.at(1)) || p.at(1) == x && isOne(p.at(0)));
    }

    private static boolean isOne(ValueNode n) {
        return n.is("double") && n.payload == ONE;
    }
}
