package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.TermStore;

/** Which terms below some roots have at least two parents. */
public final class FanOut {
    private static final byte REACHED = 1;
    private static final byte USED = 2;
    private static final byte SHARED = 4;

    private final byte[] marks;

    private FanOut(byte[] marks) {
        this.marks = marks;
    }

    /** One pass over the store, from the greatest root down. */
    public static FanOut of(TermStore store, int... roots) {
        int top = 0;
        for (int root : roots) {
            top = Math.max(top, root);
        }
        byte[] marks = new byte[top + 1];
        for (int root : roots) {
            marks[root] = REACHED;
        }
        for (int t = top; t > 0; t--) {
            if (marks[t] != 0) {
                markOperands(store, t, marks);
            }
        }
        return new FanOut(marks);
    }

    private static void markOperands(TermStore store, int t, byte[] marks) {
        Op op = store.op(t);
        switch (op.arity()) {
            case 3:
                use(marks, store.c(t));
                use(marks, store.b(t));
                use(marks, store.a(t));
                break;
            case 2:
                use(marks, store.b(t));
                use(marks, store.a(t));
                break;
            case 1:
                use(marks, store.a(t));
                break;
            default:
                for (int operand : store.operands(t)) {
                    use(marks, operand);
                }
        }
    }

    private static void use(byte[] marks, int t) {
        marks[t] |= (marks[t] & USED) != 0 ? SHARED : USED;
    }

    /** True if {@code t} is a root or below one. */
    public boolean isReached(int t) {
        return t < marks.length && marks[t] != 0;
    }

    boolean isShared(int t) {
        return t < marks.length && (marks[t] & SHARED) != 0;
    }
}
