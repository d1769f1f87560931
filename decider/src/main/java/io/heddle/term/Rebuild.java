package io.heddle.term;

/** Makes a term again from other operands, by the smart constructors. */
public final class Rebuild {
    private Rebuild() {}

    /** The operation of {@code t} on the operands {@code x}. */
    public static int of(TermStore store, int t, int[] x) {
        return in(store, store, t, x);
    }

    /**
     * The operation of term {@code t} of one store, made in another; a term without operands is
     * made again, with its symbol.
     *
     * @param store where the term is made
     * @param x operands in {@code store}
     */
    public static int in(TermStore store, TermStore source, int t, int[] x) {
        Op op = source.op(t);
        return switch (op) {
            case ADD -> store.add(x[0], x[1]);
            case SUB -> store.sub(x[0], x[1]);
            case MUL -> store.mul(x[0], x[1]);
            case DIV -> store.div(x[0], x[1]);
            case NEG -> store.neg(x[0]);
            case FMA -> store.fma(x[0], x[1], x[2]);
            case EXP2 -> store.exp2(x[0]);
            case LOG2 -> source.c(t) == 0 ? store.log2(x[0]) : store.log2OfBase(x[0]);
            case SQRT -> store.sqrt(x[0]);
            case MAX ->
                    source.propagatesNan(t) ? store.maxOrNan(x[0], x[1]) : store.max(x[0], x[1]);
            case MIN ->
                    source.propagatesNan(t) ? store.minOrNan(x[0], x[1]) : store.min(x[0], x[1]);
            case ABS -> store.abs(x[0]);
            case FLOOR, CEIL, TRUNC, RINT ->
                    source.c(t) != 0 ? store.roundedOrZero(op, x[0]) : store.rounded(op, x[0]);
            case APPLY -> apply(store, source, source.functionOf(t), x);
            case ITE -> store.ite(x[0], x[1], x[2]);
            case LT -> store.lt(x[0], x[1]);
            case LE -> store.le(x[0], x[1]);
            case EQ -> store.eq(x[0], x[1]);
            case NOT -> store.not(x[0]);
            case AND -> store.and(x[0], x[1]);
            case OR -> store.or(x[0], x[1]);
            case RATIONAL -> store.rational(source.rationalValue(t));
            case LITERAL -> store.literal(source.literalFormat(t), source.literalBits(t));
            case CONSTANT -> store.constant(source.constantOf(t));
            case NEG_INF -> store.negInf();
            case POS_INF -> store.posInf();
            case NAN -> store.nan();
            case UNDEFINED -> store.undefined(source.a(t));
            case ELEMENT ->
                    store.element(store.declare(source.symbolOf(t)), source.elementIndex(t));
            case TRUE, FALSE -> store.condition(op == Op.TRUE);
            case ARGS -> throw new AssertionError("ARGS is made with its APPLY");
        };
    }

    private static int apply(TermStore store, TermStore source, Function function, int[] x) {
        if (function.readsTensor()) {
            store.declare(source.symbols().get(source.symbolNamed(function.name())));
        }
        return store.apply(function, x);
    }
}
