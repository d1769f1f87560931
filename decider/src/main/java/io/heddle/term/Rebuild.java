package io.heddle.term;

/** Makes a term again from other operands, by the smart constructors. */
public final class Rebuild {
    private Rebuild() {}

    /** The operation of {@code t} on the operands {@code x}. */
    public static int of(TermStore store, int t, int[] x) {
        Op op = store.op(t);
        return switch (op) {
            case ADD -> store.add(x[0], x[1]);
            case SUB -> store.sub(x[0], x[1]);
            case MUL -> store.mul(x[0], x[1]);
            case DIV -> store.div(x[0], x[1]);
            case NEG -> store.neg(x[0]);
            case FMA -> store.fma(x[0], x[1], x[2]);
            case EXP2 -> store.exp2(x[0]);
            case LOG2 -> store.c(t) == 0 ? store.log2(x[0]) : store.log2OfBase(x[0]);
            case SQRT -> store.sqrt(x[0]);
            case MAX -> store.propagatesNan(t) ? store.maxOrNan(x[0], x[1]) : store.max(x[0], x[1]);
            case MIN -> store.propagatesNan(t) ? store.minOrNan(x[0], x[1]) : store.min(x[0], x[1]);
            case ABS -> store.abs(x[0]);
            case FLOOR, CEIL, TRUNC, RINT -> rounded(store, t, x[0]);
            case APPLY -> store.apply(store.functionOf(t), x);
            case ITE -> store.ite(x[0], x[1], x[2]);
            case LT -> store.lt(x[0], x[1]);
            case LE -> store.le(x[0], x[1]);
            case EQ -> store.eq(x[0], x[1]);
            case NOT -> store.not(x[0]);
            case AND -> store.and(x[0], x[1]);
            case OR -> store.or(x[0], x[1]);
            case RATIONAL,
                    LITERAL,
                    CONSTANT,
                    NEG_INF,
                    POS_INF,
                    NAN,
                    UNDEFINED,
                    ELEMENT,
                    ARGS,
                    TRUE,
                    FALSE ->
                    throw new AssertionError(op + " has no operands");
        };
    }

    private static int rounded(TermStore store, int t, int x) {
        Op op = store.op(t);
        if (store.c(t) != 0) {
            return store.roundedOrZero(op, x);
        }
        return switch (op) {
            case FLOOR -> store.floor(x);
            case CEIL -> store.ceil(x);
            case TRUNC -> store.trunc(x);
            default -> store.rint(x);
        };
    }
}
