package io.heddle.machine;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;

/**
 * What PTX's memory consistency model says of two conflicting accesses. An access is strong if it
 * is an atomic, is volatile, or names an ordering (relaxed, acquire, release). Two accesses are
 * <em>morally strong</em> if both are strong, the scope of each includes the other thread, and they
 * overlap completely; then they are not a data race, even if nothing orders them.
 *
 * <p>Heddle still reports such a pair: what a thread reads while another one writes depends on the
 * schedule. Communication between threads (by a flag, a lock, or a counter that one of them reads
 * or updates) is UNSUPPORTED, also where nothing uses what is read: of the accesses of a place only
 * some are kept for comparison, and those may stand for others that race. Any other pair is
 * reported as a race: writes of which the last one counts, and {@code .volatile} accesses within a
 * CTA in place of a barrier, unless the other access is an exchange, which sets a flag, or the load
 * ends its own loop, which waits for one.
 */
enum Strength {
    /** One of them is weak, or was not made by a thread. */
    NONE(""),
    /** Both are strong, but overlap only in part. */
    PARTIAL(" (both are strong, but of different sizes)"),
    /** Both are strong, but the scope of one does not include the other thread. */
    NARROW(" (both are strong, but a scope does not include threads of other CTAs)"),
    /** Morally strong; one is a load whose value nothing reads. */
    UNUSED(""),
    /** Morally strong, but threads do not communicate by them. */
    UNORDERED(""),
    /** Morally strong; one reads what the other one writes. */
    COMMUNICATION(""),
    /** Morally strong; within a CTA, one is repeated until it reads what the other one writes. */
    POLL("");

    private final String whyNot;

    Strength(String whyNot) {
        this.whyNot = whyNot;
    }

    /** Classifies accesses by two threads, at least one of which writes. */
    static Strength of(Step step, Step other, boolean sameCta) {
        Instruction a = step.instruction();
        Instruction b = other.instruction();
        if (!isStrong(a) || !isStrong(b)) {
            return NONE;
        }
        if (!sameCta && (isNarrow(a) || isNarrow(b))) {
            return NARROW;
        }
        if (elementBits(a) != elementBits(b)) {
            return PARTIAL;
        }
        if (isLoad(a) && step.isUnusedLoad() || isLoad(b) && other.isUnusedLoad()) {
            return UNUSED;
        }
        if (sameCta && (step.endsItsLoop() || other.endsItsLoop())) {
            return POLL;
        }
        boolean atomics = isAtomic(a) && isAtomic(b);
        boolean updates = !atomics && (isUpdate(a) || isUpdate(b)); // what the other one stores
        boolean reads = updates || reads(step) || reads(other);
        boolean volatiles = a.has("volatile") || b.has("volatile");
        boolean sets = a.has("exch") || a.has("cas") || b.has("exch") || b.has("cas");
        boolean known = sameCta && (atomics || volatiles && !sets);
        return reads && !known ? COMMUNICATION : UNORDERED;
    }

    /** True if threads communicate by the two accesses. */
    boolean isCommunication() {
        return this == COMMUNICATION || this == POLL || this == UNUSED;
    }

    /** Says why two strong accesses race nevertheless; empty if there is nothing to say. */
    String whyNot() {
        return whyNot;
    }

    private static boolean isAtomic(Instruction i) {
        return i.opcode().equals("atom") || i.opcode().equals("red");
    }

    /** True if the value that it stores depends on the old value. */
    private static boolean isUpdate(Instruction i) {
        return isAtomic(i) && !i.has("exch");
    }

    private static boolean isLoad(Instruction i) {
        return i.opcode().equals("ld");
    }

    private static boolean isStrong(Instruction i) {
        boolean access = isLoad(i) || i.opcode().equals("st");
        return isAtomic(i)
                || access
                        && (i.has("volatile")
                                || i.has("mmio")
                                || i.has("relaxed")
                                || i.has("acquire")
                                || i.has("release"));
    }

    /** True if the scope does not include threads of other CTAs; a cluster is one CTA here. */
    private static boolean isNarrow(Instruction i) {
        return i.has("cta") || i.has("cluster");
    }

    /**
     * Bits of one element; an access to a packed type or a vector is one access for each element.
     */
    private static int elementBits(Instruction i) {
        PtxType type = Decoder.type(i);
        return switch (type) {
            case F16X2, BF16X2 -> type.bits() / 2;
            default -> type.bits();
        };
    }

    /** True if the step reads memory and some instruction uses the result. */
    private static boolean reads(Step step) {
        String opcode = step.instruction().opcode();
        return (opcode.equals("ld") || opcode.equals("atom")) && !step.isUnusedLoad();
    }
}
