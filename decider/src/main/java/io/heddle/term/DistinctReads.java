package io.heddle.term;

/**
 * Elements of tensors whose elements are distinct, whether their index is known or data decide it
 * ({@link Function#elementOf}): at two indices that differ, two such elements differ.
 */
final class DistinctReads {
    private static final int MAX_DEPTH = 32;

    private DistinctReads() {}

    /** The symbol whose element a term is, if its elements are distinct; else −1. */
    static int tensor(TermStore store, int t) {
        int symbol = -1;
        if (store.op(t) == Op.ELEMENT) {
            symbol = store.a(t);
        } else if (store.op(t) == Op.APPLY && store.functionOf(t).readsTensor()) {
            symbol = store.symbolNamed(store.functionOf(t).name());
        }
        return symbol >= 0 && store.symbols().get(symbol).distinct() ? symbol : -1;
    }

    /** The index of an element. */
    static int index(TermStore store, int t) {
        return store.op(t) == Op.ELEMENT
                ? store.rational(Rational.of(store.elementIndex(t)))
                : store.b(t);
    }

    /** True if two terms are elements of one such tensor, at indices that always differ. */
    static boolean areApart(TermStore store, int a, int b) {
        return areApart(store, a, b, 0);
    }

    private static boolean areApart(TermStore store, int a, int b, int depth) {
        int tensor = a == b ? -1 : tensor(store, a);
        if (tensor < 0 || tensor != tensor(store, b) || depth > MAX_DEPTH) {
            return false;
        }
        return store.op(a) == Op.ELEMENT && store.op(b) == Op.ELEMENT
                || differ(store, index(store, a), index(store, b), depth + 1);
    }

    /** True if two indices always differ: by a constant, or in distinct elements alone. */
    private static boolean differ(TermStore store, int x, int y, int depth) {
        if (!store.isFinite(x) || !store.isFinite(y) || x == y || depth > MAX_DEPTH) {
            return false;
        }
        if (store.isRational(x) && store.isRational(y)) {
            return true;
        }
        if (isShifted(store, x, y) || isShifted(store, y, x)) {
            return true;
        }
        Op op = store.op(x);
        boolean sums = op == Op.ADD && store.op(y) == Op.ADD;
        boolean products = op == Op.MUL && store.op(y) == Op.MUL;
        if (sums || products) {
            return differInOne(store, x, y, products, depth + 1);
        }
        if (op == Op.FMA && store.op(y) == Op.FMA && store.c(x) == store.c(y)) {
            return differInOne(store, x, y, true, depth + 1);
        }
        return areApart(store, x, y, depth + 1);
    }

    /** x + c for a constant c other than 0. */
    private static boolean isShifted(TermStore store, int sum, int x) {
        return store.op(sum) == Op.ADD
                && (store.a(sum) == x && isFactor(store, store.b(sum))
                        || store.b(sum) == x && isFactor(store, store.a(sum)));
    }

    /** True if one operand is the same, and a constant other than 0 if it is a factor. */
    private static boolean differInOne(TermStore store, int x, int y, boolean factor, int depth) {
        int[] xs = {store.a(x), store.b(x)};
        int[] ys = {store.a(y), store.b(y)};
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 2; j++) {
                boolean same = xs[i] == ys[j] && (!factor || isFactor(store, xs[i]));
                if (same && differ(store, xs[1 - i], ys[1 - j], depth)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isFactor(TermStore store, int t) {
        return store.isRational(t) && store.rationalValue(t).signum() != 0;
    }
}
