package io.heddle.term;

/** Prints terms in the user's names, as far as a limit of characters allows. */
final class TermPrinter {
    private final TermStore store;
    private final int limit;
    private final boolean exact;

    /**
     * @param exact literals are printed as doubles, so that 0.7f and 0.7 look different
     */
    TermPrinter(TermStore store, int limit, boolean exact) {
        this.store = store;
        this.limit = limit;
        this.exact = exact;
    }

    void print(int t, StringBuilder out) {
        if (out.length() > limit) {
            if (!out.toString().endsWith("…")) {
                out.append('…');
            }
            return;
        }
        Op op = store.op(t);
        switch (op) {
            case RATIONAL -> out.append(store.rationalValue(t));
            case LITERAL -> out.append(literal(t));
            case CONSTANT -> out.append(store.constantOf(t));
            case NEG_INF -> out.append("-inf");
            case POS_INF -> out.append("+inf");
            case NAN -> out.append("NaN");
            case UNDEFINED -> out.append("undefined");
            case ELEMENT -> out.append(store.symbolOf(t).element(store.elementIndex(t)));
            case ADD -> infix(t, " + ", out);
            case SUB -> infix(t, " - ", out);
            case MUL -> infix(t, "*", out);
            case DIV -> infix(t, "/", out);
            case LT -> infix(t, " < ", out);
            case LE -> infix(t, " <= ", out);
            case EQ -> infix(t, " == ", out);
            case AND -> infix(t, " && ", out);
            case OR -> infix(t, " || ", out);
            case FMA -> {
                out.append('(');
                print(store.a(t), out);
                out.append('*');
                print(store.b(t), out);
                out.append(" + ");
                print(store.c(t), out);
                out.append(')');
            }
            case APPLY -> apply(t, out);
            case TRUE, FALSE -> out.append(op.name().toLowerCase(java.util.Locale.ROOT));
            default -> call(op.name().toLowerCase(java.util.Locale.ROOT), store.operands(t), out);
        }
    }

    /** The shortest decimal that the literal's format, or float, rounds to its value. */
    private String literal(int t) {
        double value = store.rationalValue(t).doubleValue();
        return exact || store.literalFormat(t) == FloatFormat.F64
                ? Double.toString(value)
                : Float.toString((float) value);
    }

    private void infix(int t, String operator, StringBuilder out) {
        out.append('(');
        print(store.a(t), out);
        out.append(operator);
        print(store.b(t), out);
        out.append(')');
    }

    private void apply(int t, StringBuilder out) {
        Function function = store.functionOf(t);
        if (function.readsTensor()) {
            print(store.operands(t)[0], out.append(function.name()).append('['));
            out.append(']');
        } else {
            call(function.name(), store.operands(t), out);
        }
    }

    private void call(String name, int[] arguments, StringBuilder out) {
        out.append(name).append('(');
        for (int i = 0; i < arguments.length; i++) {
            out.append(i == 0 ? "" : ", ");
            print(arguments[i], out);
        }
        out.append(')');
    }
}
