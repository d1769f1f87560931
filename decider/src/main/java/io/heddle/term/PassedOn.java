package io.heddle.term;

/**
 * The operations whose result is one of their operands, but for its sign: signs, magnitudes,
 * maxima, minima and choices. They round nothing, so that their result is as exact, as rounded and
 * as flushed as that operand.
 */
public final class PassedOn {
    private static final int[] NONE = {};

    private PassedOn() {}

    /** The operands that {@code t} may be, but for the sign; none for any other operation. */
    public static int[] by(TermStore store, int t) {
        return switch (store.op(t)) {
            case NEG, ABS -> new int[] {store.a(t)};
            case MAX, MIN -> new int[] {store.a(t), store.b(t)};
            case ITE -> new int[] {store.b(t), store.c(t)};
            default -> NONE;
        };
    }
}
