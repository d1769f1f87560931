package io.heddle.report;

import io.heddle.finding.Finding;

/**
 * The answer for a pair, in order of precedence: if several apply, the verdict is the one that
 * comes first here (contract.md, Verdicts).
 */
public enum Verdict {
    /** Bad input or an internal failure. */
    ERROR,
    /** Threads are blocked and no other thread can release them. */
    DEADLOCK,
    /** Wrong counts, too many or left-over arrivals, reuse of a barrier without an order. */
    BARRIER_MISUSE,
    /**
     * Lanes of a warp execute an aligned barrier at different instructions, or only some of them
     * do.
     */
    BARRIER_DIVERGENCE,
    /** Conflicting accesses without an order. */
    RACE,
    /** An access outside its object. */
    OUT_OF_BOUNDS,
    /** An access whose address is not a multiple of its size. */
    MISALIGNED,
    /** A value never written reaches an output, an address, a branch or an atomic. */
    UNINITIALIZED_READ,
    /** {@code trap} or a failed assertion. */
    TRAP,
    /** A candidate at the gate stores to an input of its problem. */
    STORE_TO_INPUT,
    /** Some compared element differs on a concrete input. */
    NOT_EQUIVALENT,
    /** Outside what is modelled. */
    UNSUPPORTED,
    /** Neither proved nor refuted within the limits. */
    UNDECIDED,
    /** Every compared element is proved equal for all inputs. */
    EQUIVALENT,
    /** One kernel was executed and no defect was found. */
    NO_DEFECT;

    /** The verdict that a finding of {@code kind} asks for. */
    public static Verdict of(Finding.Kind kind) {
        return switch (kind) {
            case DEADLOCK -> DEADLOCK;
            case BARRIER_MISUSE -> BARRIER_MISUSE;
            case BARRIER_DIVERGENCE -> BARRIER_DIVERGENCE;
            case RACE -> RACE;
            case OUT_OF_BOUNDS -> OUT_OF_BOUNDS;
            case MISALIGNED -> MISALIGNED;
            case UNINITIALIZED_READ -> UNINITIALIZED_READ;
            case TRAP -> TRAP;
            case NOT_EQUIVALENT -> NOT_EQUIVALENT;
            case UNSUPPORTED -> UNSUPPORTED;
            case UNDECIDED -> UNDECIDED;
            case STORE_TO_INPUT -> throw new IllegalArgumentException(kind + " asks for none");
        };
    }

    /** True if a finding of {@code kind} asks for this verdict. */
    public boolean isOf(Finding.Kind kind) {
        return kind != Finding.Kind.STORE_TO_INPUT && of(kind) == this;
    }

    /** True if this verdict outranks {@code other}. */
    public boolean outranks(Verdict other) {
        return compareTo(other) < 0;
    }

    /** True for a proven defect of one kernel: DEADLOCK to STORE_TO_INPUT. */
    public boolean isDefect() {
        return compareTo(DEADLOCK) >= 0 && compareTo(STORE_TO_INPUT) <= 0;
    }

    /** The verdict spelled {@code text}, or null. */
    public static Verdict parse(String text) {
        for (Verdict v : values()) {
            if (v.name().equals(text)) {
                return v;
            }
        }
        return null;
    }
}
