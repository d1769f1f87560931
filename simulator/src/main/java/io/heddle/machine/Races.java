package io.heddle.machine;

import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.memory.MemoryObject;
import io.heddle.sync.shadow.Conflict;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Classifies two conflicting accesses that nothing orders, and reports them: usually as a race. */
final class Races {
    private final Machine machine;

    /** Findings of two threads of one warp, and where each was in the list first. */
    private final Map<Finding, Integer> withinWarps = new HashMap<>();

    Races(Machine machine) {
        this.machine = machine;
    }

    /**
     * Reports a conflict and those chained to it.
     *
     * @param lane of {@code warp}, which made the first access
     * @param write whether {@code step} writes
     */
    void report(
            Conflict conflicts,
            MemoryObject object,
            Warp warp,
            int lane,
            Step step,
            boolean write) {
        reportOne(conflicts, object, warp, lane, step, write);
        for (Conflict c = conflicts.next(); c != null; c = c.next()) {
            if (object.shadow().isSettled(c)) {
                continue;
            }
            reportOne(c, object, warp, c.thread() - warp.globalThread(0), step, write);
        }
    }

    private void reportOne(
            Conflict conflict, MemoryObject object, Warp warp, int lane, Step step, boolean write) {
        int then = conflict.otherCondition();
        int both = then < 0 ? warp.path(lane) : machine.store().and(warp.path(lane), then);
        Reached reached = machine.reached(both);
        if (reached.equals(Reached.NEVER)) {
            return;
        }
        if (machine.options().sameValueRaces() && conflict.sameValue()) {
            machine.assume(
                    Assumption.Kind.OTHER,
                    "unordered writes of the same value to "
                            + object.name()
                            + " at "
                            + Location.of(step.instruction())
                            + " are harmless",
                    step);
            return;
        }
        Step other = machine.program().code[conflict.otherInstruction()];
        String memory = object.describe(conflict.offset());
        if (conflict.ofMbarrier()) {
            reportMbarrierAccess(conflict, memory, warp, lane, step, write);
            return;
        }
        Strength strength = strength(conflict, step, other);
        String thread = machine.threadName(warp.thread(lane));
        String access = thread + (write ? " writes " : " reads ") + memory + ", which ";
        if (strength.isCommunication()) {
            StopException stop =
                    machine.unsupported(
                            step,
                            access
                                    + raceWith(conflict, other, warp.cta(), "")
                                    + ": both accesses are strong and their scopes include each"
                                    + " other, so that they do not race, but "
                                    + (strength == Strength.UNUSED
                                            ? "races of other accesses to this place, which these"
                                                    + " two may stand for, are not looked for"
                                            : "what is read depends on the schedule; flags and"
                                                    + " locks are not modelled"));
            boolean announces = strength == Strength.POLL && machine.program().ordersByFlags();
            if (strength == Strength.COMMUNICATION || announces) {
                throw stop; // else let races be found: a relaxed flag orders nothing
            }
            return;
        }
        String message =
                conflict.bothAtomic()
                        ? thread + " updates " + memory + atomicsOfTwoKinds(conflict, step, warp)
                        : access
                                + raceWith(
                                        conflict,
                                        other,
                                        warp.cta(),
                                        "; nothing orders the two accesses" + strength.whyNot())
                                + (conflict.sameValue() ? " (both write the same value)" : "")
                                + (isUnusedRead(conflict, step, other, write)
                                        ? " (the value read is never used)"
                                        : "");
        boolean shown = reached.isShown() && !conflict.unexamined();
        if (shown) {
            object.shadow().settle(conflict);
        }
        add(
                conflict,
                new Finding(
                        shown ? Finding.Kind.RACE : Finding.Kind.UNDECIDED,
                        conflict.unexamined()
                                ? "RACE if both accesses can happen, which is not examined (too"
                                        + " many conditional accesses of one word): "
                                        + message
                                : reached.qualify(Finding.Kind.RACE, message),
                        Location.of(step.instruction()),
                        Location.of(other.instruction()),
                        machine.clocks().isAgent(conflict.otherThread())
                                ? List.of(warp.thread(lane))
                                : List.of(warp.thread(lane), conflict.otherThread() % blockSize()),
                        memory,
                        conflict.sameValue()));
    }

    /**
     * Adds the finding of a conflict. A race of threads of different warps takes the place of one
     * of the same two instructions within a warp, or comes before it if the two are the other way
     * round: it shows without knowing how the threads of a warp run.
     */
    private void add(Conflict conflict, Finding finding) {
        List<Finding> all = machine.findings();
        int size = all.size();
        if (machine.clocks().current().isSameWarp(conflict.thread(), conflict.otherThread())) {
            machine.add(finding, "");
            withinWarps.putIfAbsent(finding, size);
            return;
        }
        for (int i = 0; i < size && finding.kind() == Finding.Kind.RACE; i++) {
            Finding within = all.get(i);
            if (!withinWarps.containsKey(within) || !isOfSameSort(within, finding)) {
                continue;
            }
            if (within.location().equals(finding.location())
                    && within.other().equals(finding.other())) {
                all.set(i, finding);
                Collections.swap(all, i, withinWarps.get(within));
                return;
            }
            if (i == withinWarps.get(within)
                    && within.location().equals(finding.other())
                    && within.other().equals(finding.location())) {
                machine.add(finding, "");
                if (all.size() > size) {
                    Collections.swap(all, i, size);
                }
                return;
            }
        }
        machine.add(finding, "");
    }

    /** True if one may stand for the other, should they be of the same two instructions. */
    private static boolean isOfSameSort(Finding a, Finding b) {
        return a.kind() == b.kind() && a.sameValue() == b.sameValue();
    }

    private int blockSize() {
        return (int) machine.launch().block().size();
    }

    private Strength strength(Conflict conflict, Step step, Step other) {
        if (machine.clocks().isAgent(conflict.otherThread()) || other.isCopy() || step.isCopy()) {
            return Strength.NONE;
        }
        boolean sameCta = conflict.thread() / blockSize() == conflict.otherThread() / blockSize();
        return Strength.of(step, other, sameCta);
    }

    /**
     * Reports an access to the bytes of an mbarrier by anything but an mbarrier operation, which is
     * undefined.
     */
    private void reportMbarrierAccess(
            Conflict conflict, String memory, Warp warp, int lane, Step step, boolean write) {
        Location initialisation =
                Location.of(machine.program().code[conflict.otherInstruction()].instruction());
        machine.reportOnPath(
                Finding.Kind.BARRIER_MISUSE,
                machine.threadName(warp.thread(lane))
                        + (write ? " writes " : " reads ")
                        + memory
                        + ", which is part of the mbarrier initialised at "
                        + initialisation
                        + "; only mbarrier operations may access it",
                warp,
                lane,
                step,
                memory);
    }

    /** True if one of two racing accesses is a load of a value that no instruction reads. */
    private static boolean isUnusedRead(Conflict conflict, Step step, Step other, boolean write) {
        return (!write && step.isUnusedLoad()) || (!conflict.otherWrite() && other.isUnusedLoad());
    }

    private String atomicsOfTwoKinds(Conflict conflict, Step step, Warp warp) {
        Step other = machine.program().code[conflict.otherInstruction()];
        return " by "
                + step.instruction().mnemonic()
                + ", "
                + globalThreadName(conflict.otherThread(), warp.cta())
                + " by "
                + other.instruction().mnemonic()
                + " at "
                + Location.of(other.instruction())
                + ": atomics of different kinds, whose order matters, and nothing orders them";
    }

    /** Describes the other access of a race, and which order is missing. */
    private String raceWith(Conflict conflict, Step other, Cta current, String missing) {
        if (machine.clocks().isAgent(conflict.otherThread())) {
            return "the asynchronous copy issued at "
                    + Location.of(other.instruction())
                    + (conflict.otherWrite() ? " writes" : " reads")
                    + "; this thread has not waited for the mbarrier phase that it arrives at";
        }
        String thread = globalThreadName(conflict.otherThread(), current);
        String verb = conflict.otherWrite() ? " writes" : " reads";
        Location place = Location.of(other.instruction());
        if (!other.isCopy()) {
            return thread + verb + " at " + place + missing;
        }
        String copy = "the asynchronous copy that " + thread + " issued at " + place + verb;
        if (conflict.inFlight()) {
            return copy + "; that copy has not been waited for";
        }
        return conflict.otherWrite()
                ? copy + "; " + thread + " has waited for it, but nothing orders the two accesses"
                : copy + "; nothing orders the two accesses";
    }

    private String globalThreadName(int thread, Cta current) {
        String name = machine.threadName(thread % blockSize());
        return thread / blockSize() == current.number()
                ? name
                : name + " of CTA " + current.coordinatesOf(thread / blockSize());
    }
}
