package io.heddle.machine;

import io.heddle.finding.Assumption;
import io.heddle.memory.MemoryObject;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A counter in global memory by which CTAs find out which of them is the last: one thread of each
 * CTA adds 1 and compares what the counter was with the number of CTAs ("last block done").
 *
 * <p>A run with tickets assumes which CTA is the last to arrive. That one gets the greatest number;
 * each other one gets an unknown smaller one, of which nothing else is known, so that whatever
 * depends on more than being the last is refused as dependent on the schedule. Whoever wants to
 * know the outcome runs the launch with each CTA as the last one.
 *
 * <p>What a CTA did before happens before what the last one does after its atomic, as far as fences
 * say so (PTX ISA, memory consistency model, release and acquire patterns): a fence of the thread
 * that arrives orders all that comes before it. Real kernels are laxer in two ways that work on all
 * devices and that are listed as assumptions: each thread has its fence before a barrier and one of
 * them arrives after it, and no fence follows the last arrival.
 */
public final class Tickets {
    private static final int NOBODY = -1;
    private static final int MOST_BRANCHES = 4;
    private static final int MOST_FENCES = 16; // of a thread, that are remembered
    private static final Set<String> NEITHER_READS_NOR_WAITS =
            Set.of("setp", "set", "selp", "mov", "add", "sub", "cvt", "and", "or", "xor", "not");

    private final Machine machine;
    private final int last;
    private final int ctas;
    private final Map<Place, Counter> counters = new HashMap<>();
    private final List<Extent> updated = new ArrayList<>(); // by atomics that gave no ticket
    private final Map<Integer, ArrayDeque<Fence>> fences =
            new HashMap<>(); // by thread, newest first
    private boolean areCounted = true;

    private record Place(MemoryObject object, long offset) {}

    private record Extent(MemoryObject object, long offset, int bytes) {
        boolean meets(MemoryObject other, long at, int size) {
            return object == other && at < offset + bytes && offset < at + size;
        }
    }

    /** One counter, and who has arrived. */
    private static final class Counter {
        final Extent extent;
        final long initial;
        final int released; // the object that arriving CTAs release into
        final BitSet arrived = new BitSet();
        int lastThread = NOBODY; // that arrived for the last CTA, with its stamp then
        int lastStamp;

        Counter(Extent extent, long initial, int released) {
            this.extent = extent;
            this.initial = initial;
            this.released = released;
        }
    }

    /**
     * The last fence of a thread.
     *
     * @param object what the thread did and knew then
     * @param before the thread's stamp until then
     * @param after the thread's stamp from then on
     */
    private record Fence(int object, int before, int after) {}

    /**
     * Makes the counters of a run.
     *
     * @param last the number of the CTA that arrives last; -1 if atomics give no tickets
     * @param ctas of the launch, all of which are executed
     */
    Tickets(Machine machine, int last, int ctas) {
        this.machine = machine;
        this.last = last;
        this.ctas = ctas;
    }

    /** True for an atomic that may add 1 to a counter in global memory. */
    public static boolean mayBeTaken(Instruction i) {
        return i.opcode().equals("atom")
                && (i.has("add") || i.has("inc"))
                && i.modifiers().stream().noneMatch(m -> m.startsWith("shared"))
                && !i.has("cta")
                && !i.has("cluster")
                && isInteger(Decoder.type(i));
    }

    private static boolean isInteger(PtxType type) {
        return switch (type) {
            case U32, S32, B32, U64, S64, B64 -> true;
            default -> false;
        };
    }

    /** True if atomics of this run give tickets. */
    public boolean areTaken() {
        return last != NOBODY;
    }

    /**
     * True if CTAs took tickets, and each one of them one of each counter.
     *
     * @param complete false if the run has not come to its end, so that some may not have yet
     */
    public boolean areTickets(boolean complete) {
        return areCounted
                && !counters.isEmpty()
                && (!complete
                        || counters.values().stream()
                                .allMatch(c -> c.arrived.cardinality() == ctas));
    }

    /**
     * Threads execute a fence by which they release to all CTAs. Of one under a condition it is not
     * known what it orders, so that nothing is said of tickets.
     */
    public void fence(Warp w, int mask) {
        if (!areTaken()) {
            return;
        }
        areCounted &= !w.isConditional();
        HappensBefore clocks = machine.clocks();
        for (int m = mask; m != 0; m &= m - 1) {
            int thread = w.globalThread(Integer.numberOfTrailingZeros(m));
            int object = clocks.newObject();
            int before = clocks.stamp(thread);
            clocks.release(thread, object);
            ArrayDeque<Fence> own = fences.computeIfAbsent(thread, t -> new ArrayDeque<>());
            own.addFirst(new Fence(object, before, clocks.stamp(thread)));
            if (own.size() > MOST_FENCES) {
                own.removeLast();
            }
        }
    }

    /**
     * An atomic of a thread that gives no ticket updates memory of all CTAs. What it does to a
     * counter, unless it happens after the last CTA has arrived, may give others another number, so
     * that none of them is a ticket.
     */
    public void update(int thread, MemoryObject o, long offset, int bytes) {
        if (!areTaken() || !o.isOfAllCtas()) {
            return;
        }
        for (Counter c : counters.values()) {
            boolean later =
                    c.lastThread != NOBODY
                            && machine.clocks().ordered(c.lastThread, c.lastStamp, thread);
            areCounted &= later || !c.extent.meets(o, offset, bytes);
        }
        Extent extent = new Extent(o, offset, bytes);
        if (counters.isEmpty()
                && (updated.isEmpty() || !updated.get(updated.size() - 1).equals(extent))) {
            updated.add(extent);
        }
    }

    /**
     * A thread updates a counter that was {@code old}: what it gets, or null if that is no ticket.
     *
     * @param added 1, or the greatest number of a counter that wraps around
     * @param step {@code atom.add} or {@code atom.inc}
     */
    public Value take(
            Warp w, int lane, MemoryObject o, long offset, Value old, Value added, Step step) {
        Instruction i = step.instruction();
        if (!areTaken() || !mayBeTaken(i) || o.shadow() == null || !o.isOfAllCtas()) {
            return null;
        }
        if (w.isConditional() || !old.isConcrete() || !added.isConcrete()) {
            return refuse();
        }
        PtxType type = Decoder.type(i);
        int bytes = type.bits() / 8;
        Counter counter =
                counters.computeIfAbsent(
                        new Place(o, offset),
                        p ->
                                new Counter(
                                        new Extent(o, offset, bytes),
                                        old.payload(),
                                        machine.clocks().newObject()));
        int arrivals = counter.arrived.cardinality();
        int cta = w.cta().number();
        long greatest = counter.initial + ctas - 1;
        boolean counts =
                i.has("add")
                        ? added.payload() == 1
                        : counter.initial == 0 && added.payload() >= greatest;
        boolean complete = cta != last || arrivals == ctas - 1;
        if (counters.size() > 1 // another CTA may be the last one at each
                || !complete
                || updated.stream().anyMatch(e -> e.meets(o, offset, bytes))
                || counter.arrived.get(cta)
                || !counts
                || counter.initial < 0
                || greatest > Integer.MAX_VALUE
                || old.payload() != counter.initial + arrivals) {
            return refuse();
        }
        counter.arrived.set(cta);
        release(w, lane, counter, step);
        if (cta == last) {
            counter.lastThread = w.globalThread(lane);
            counter.lastStamp = machine.clocks().stamp(counter.lastThread);
            acquire(w, lane, counter, step);
            o.shadow().forgetAtomics(offset, bytes);
            return Value.concrete(greatest, type.bits());
        }
        return smaller(w, lane, counter.initial, greatest - 1, type, step);
    }

    /** An atomic that may be a ticket is none, so that none is. */
    private Value refuse() {
        areCounted = false;
        return null;
    }

    /** An unknown number from {@code least} to {@code most}, of a CTA that is not the last one. */
    private Value smaller(Warp w, int lane, long least, long most, PtxType type, Step step) {
        if (least >= most) {
            return Value.concrete(least, type.bits());
        }
        TermStore s = machine.store();
        int any =
                s.apply(
                        ScheduleDependence.function("ticket", 3),
                        s.integer(step.index()),
                        s.integer(w.globalThread(lane)),
                        s.integer(machine.nextUnknown()));
        machine.paths().assume(s.le(s.integer(least), any));
        machine.paths().assume(s.le(any, s.integer(most)));
        w.views().bounds().note(any, Rational.of(least), Rational.of(most));
        return Value.whole(Tag.INT, Tag.integer(any, type.bits(), type.isSigned()), type.bits());
    }

    private void release(Warp w, int lane, Counter counter, Step step) {
        HappensBefore clocks = machine.clocks();
        int thread = w.globalThread(lane);
        Instruction i = step.instruction();
        if (i.has("release") || i.has("acq_rel")) {
            clocks.release(thread, counter.released);
            return;
        }
        Fence own = newest(thread, f -> true);
        if (own != null) {
            clocks.transfer(own.object(), counter.released);
            if (own.after() == clocks.stamp(thread)) {
                return; // it is after all that the thread has met
            }
        }
        boolean others = false;
        int first = w.cta().firstThread();
        for (int t = first; t < first + clocks.threadsPerCta(); t++) {
            int other = t;
            Fence f =
                    t == thread ? null : newest(t, g -> clocks.ordered(other, g.before(), thread));
            if (f != null) {
                clocks.transfer(f.object(), counter.released);
                others = true;
            }
        }
        if (others) {
            machine.assume(
                    Assumption.Kind.OTHER,
                    "what threads wrote before their fences is visible to the last CTA, though a"
                            + " barrier lies between these and the atomic",
                    step);
        }
    }

    private Fence newest(int thread, Predicate<Fence> which) {
        return fences.getOrDefault(thread, new ArrayDeque<>()).stream()
                .filter(which)
                .findFirst()
                .orElse(null);
    }

    private void acquire(Warp w, int lane, Counter counter, Step step) {
        machine.clocks().acquire(w.globalThread(lane), counter.released);
        Instruction i = step.instruction();
        if (!i.has("acquire") && !i.has("acq_rel") && !isFenced(step.index() + 1, MOST_BRANCHES)) {
            machine.assume(
                    Assumption.Kind.OTHER,
                    "what the last CTA reads and writes comes after its atomic, though no fence"
                            + " follows it",
                    step);
        }
    }

    /**
     * True if on each way from a program counter a fence comes before any load, atomic, barrier or
     * call, or the thread exits before.
     *
     * @param branches that may still be followed
     */
    private boolean isFenced(int from, int branches) {
        Step[] code = machine.program().code;
        for (int k = from; k < code.length; k++) {
            Step step = code[k];
            if (step instanceof BranchStep branch) {
                return branches > 0
                        && isFenced(branch.target(), branches - 1)
                        && (step.guard() < 0 || isFenced(k + 1, branches - 1));
            }
            if (step instanceof ExitStep && step.guard() < 0) {
                return true;
            }
            Instruction i = step.instruction();
            if (i != null && acquires(i) && step.guard() < 0) {
                return true;
            }
            if (i == null || !(step instanceof ExitStep) && !isHarmless(i)) {
                return false;
            }
        }
        return false;
    }

    private static boolean isHarmless(Instruction i) {
        return i.opcode().equals("st")
                ? i.has("shared") || i.has("shared::cta") || i.has("local")
                : NEITHER_READS_NOR_WAITS.contains(i.opcode());
    }

    /** True for a fence by which a thread releases what it did to all CTAs. */
    public static boolean releases(Instruction i) {
        return isWideFence(i, "release");
    }

    private static boolean acquires(Instruction i) {
        return isWideFence(i, "acquire");
    }

    /** True for a fence of both ways, or of the one way {@code oneWay}, that includes all CTAs. */
    private static boolean isWideFence(Instruction i, String oneWay) {
        return switch (i.opcode()) {
            case "membar" -> i.has("gl") || i.has("sys");
            case "fence" ->
                    (i.has("gpu") || i.has("sys"))
                            && i.modifiers().stream()
                                    .allMatch(
                                            m ->
                                                    m.equals("gpu")
                                                            || m.equals("sys")
                                                            || m.equals(oneWay)
                                                            || m.equals("sc")
                                                            || m.equals("acq_rel"));
            default -> false;
        };
    }
}
