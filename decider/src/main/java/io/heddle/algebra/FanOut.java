package io.heddle.algebra;

import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.EnumSet;
import java.util.Set;

/**
 * The terms that some roots reach, the operations among them, and which terms are used more than
 * once.
 */
public final class FanOut {
    private static final byte REACHED = 1;
    private static final byte USED = 2;
    private static final byte SHARED = 4;
    private static final byte FORMS = 8;

    private final byte[] marks;
    private final Set<Op> operations = EnumSet.noneOf(Op.class);

    private FanOut(byte[] marks) {
        this.marks = marks;
    }

    /** Computes it by one pass over the store from the greatest root down, and one up. */
    public static FanOut of(TermStore store, int... roots) {
        int top = 0;
        for (int root : roots) {
            top = Math.max(top, root);
        }
        FanOut result = new FanOut(new byte[top + 1]);
        for (int root : roots) {
            result.marks[root] = REACHED;
        }
        for (int t = top; t > 0; t--) {
            if (result.marks[t] != 0) {
                result.markOperands(store, t);
            }
        }
        for (int t = 1; t <= top; t++) {
            if (result.marks[t] != 0) {
                result.markForms(store, t);
            }
        }
        return result;
    }

    private void markOperands(TermStore store, int t) {
        Op op = store.op(t);
        operations.add(op);
        switch (op.arity()) {
            case 3:
                use(store.c(t));
                use(store.b(t));
                use(store.a(t));
                break;
            case 2:
                use(store.b(t));
                use(store.a(t));
                break;
            case 1:
                use(store.a(t));
                break;
            default:
                for (int operand : store.operands(t)) {
                    use(operand);
                }
        }
    }

    private void use(int t) {
        marks[t] |= (marks[t] & USED) != 0 ? SHARED : USED;
    }

    private void markForms(TermStore store, int t) {
        Op op = store.op(t);
        if (op == Op.ELEMENT || op == Op.RATIONAL) {
            return;
        }
        boolean forms = !Canonicalizer.isArithmetic(op) || op == Op.DIV;
        if (!forms) {
            int a = store.a(t);
            forms = hasForms(a) || isShared(a) && Canonicalizer.isComposite(store.op(a));
            if (op != Op.NEG) {
                int b = store.b(t);
                forms |= hasForms(b) || isShared(b) && Canonicalizer.isComposite(store.op(b));
                forms |=
                        (op == Op.MUL || op == Op.FMA)
                                && Canonicalizer.isComposite(store.op(a))
                                && Canonicalizer.isComposite(store.op(b));
            }
            if (op == Op.FMA) {
                int c = store.c(t);
                forms |= hasForms(c) || isShared(c) && Canonicalizer.isComposite(store.op(c));
            }
        }
        if (forms) {
            marks[t] |= FORMS;
        }
    }

    /** True if {@code t} is a root or below one. */
    public boolean isReached(int t) {
        return t < marks.length && marks[t] != 0;
    }

    /** True if one of the operations is among the terms. */
    public boolean contains(Op first, Op... others) {
        boolean found = operations.contains(first);
        for (Op op : others) {
            found |= operations.contains(op);
        }
        return found;
    }

    /** The greatest term. */
    public int top() {
        return marks.length - 1;
    }

    /** True if more than one term uses {@code t}. */
    public boolean isShared(int t) {
        return t < marks.length && (marks[t] & SHARED) != 0;
    }

    /** True if flattening {@code t} asks for the form of some other term (see Canonicalizer). */
    boolean hasForms(int t) {
        return t >= marks.length || (marks[t] & FORMS) != 0;
    }
}
