package io.heddle.idiom;

/** The classes of constant exponents for which nvcc writes the same code. */
final class Powers {
    private Powers() {}

    /** True for two even integers, two odd ones, or two that are no integers; all positive. */
    static boolean alike(float a, float b) {
        return a > 0 && b > 0 && Float.isFinite(a) && parity(a) == parity(b);
    }

    private static int parity(float a) {
        return a != (float) Math.rint(a) ? 2 : (int) (Math.abs(a) % 2);
    }
}
