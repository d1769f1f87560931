package io.heddle.machine;

import io.heddle.decide.Reachability;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.sync.AccessCounts;
import io.heddle.sync.Conflict;
import io.heddle.sync.HappensBefore;
import io.heddle.sync.WrittenBytes;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import io.heddle.value.PathValues;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import io.heddle.value.Views;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One execution of a launch: its memory, clocks, findings, assumptions and counts. The warps of a
 * CTA execute through it.
 */
public final class Machine {
    private static final int MAX_FINDINGS = 100;
    private static final int MAX_SEARCHES = 20;
    private static final int BUDGET_CHECK = 1 << 16;

    private final Launch launch;
    private final Program program;
    private final TermStore store;
    private final Views views;
    private final SimulationOptions options;
    private final Map<Integer, Boolean> decided;
    private final ScheduleDependence schedule;
    private final PathValues paths;
    private final Trapped trapped;
    private int caseCondition;
    private final AddressSpace space;
    private final HappensBefore clocks;
    private final Map<Integer, Region> regions = new HashMap<>();
    private final Map<Integer, Boolean> scalarOnly = new HashMap<>();

    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> findingKeys = new HashSet<>();
    private final Assumptions assumptions;
    private final Map<Integer, Finding> undefinedReads = new LinkedHashMap<>();
    private final Map<String, Integer> undefinedSites = new HashMap<>();
    private final Map<Integer, Reached> reachedConditions = new HashMap<>();
    private final BitSet impossible = new BitSet();
    private final Counters counters = new Counters();
    private long budgetCheck = BUDGET_CHECK;
    private int failedAccess = -1;
    private int unknowns;
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Races races = new Races(this);
    private final StoredBytes storedBytes = new StoredBytes();

    // Scratch of the instruction that executes.
    private final long[] laneOffsets = new long[Warp.LANES];

    /** Mutable counts of an execution. */
    public static final class Counters {
        public long instructions;
        public long blockSyncs;
        public long warpSyncs;
        public long loads;
        public long stores;
        public long generations;
        public AccessCounts shared = AccessCounts.NONE;
    }

    public Machine(
            Launch launch,
            Program program,
            TermStore store,
            Views views,
            Assumptions assumptions,
            SimulationOptions options,
            Map<Integer, Boolean> decided,
            AddressSpace space,
            int ctas) {
        this.launch = launch;
        this.program = program;
        this.store = store;
        this.views = views;
        this.assumptions = assumptions;
        this.options = options;
        this.decided = decided;
        this.space = space;
        this.schedule = new ScheduleDependence(store);
        this.paths = new PathValues(store, views);
        this.trapped = new Trapped(store, paths);
        this.caseCondition = store.trueTerm();
        decided.forEach((c, value) -> decide(value ? c : store.not(c)));
        int block = (int) launch.block().size();
        this.clocks =
                new HappensBefore(
                        block * ctas,
                        block,
                        program.code.length,
                        program.synchronisation(options.warpSynchronous()),
                        program.hasArrivalsOfCopies());
    }

    private void decide(int condition) {
        caseCondition = store.and(caseCondition, condition);
        paths.assume(condition);
    }

    /** The launch. */
    public Launch launch() {
        return launch;
    }

    Program program() {
        return program;
    }

    /** The store of all terms. */
    public TermStore store() {
        return store;
    }

    /** Readings of bit strings. */
    public Views views() {
        return views;
    }

    /** Options and budgets. */
    public SimulationOptions options() {
        return options;
    }

    AddressSpace space() {
        return space;
    }

    public HappensBefore clocks() {
        return clocks;
    }

    public Counters counters() {
        return counters;
    }

    public List<Finding> findings() {
        return findings;
    }

    public Assumptions assumptions() {
        return assumptions;
    }

    /** Generations of named barriers, if they are to be recorded. */
    public List<DynamicBarrier> barriers() {
        return barriers;
    }

    public Map<Integer, Finding> undefinedReads() {
        return undefinedReads;
    }

    // ---------------------------------------------------------------- counting

    void count(Step step, int lanes) {
        counters.instructions += lanes;
        if (counters.instructions >= budgetCheck) {
            budgetCheck = counters.instructions + BUDGET_CHECK;
            if (counters.instructions > options.maxInstructions()) {
                throw new LimitExceededException(
                        "more than "
                                + options.maxInstructions()
                                + " thread instructions, at "
                                + Location.of(step.instruction()));
            }
            if (System.nanoTime() - options.deadlineNanos() > 0
                    && options.deadlineNanos() != Long.MAX_VALUE) {
                throw new LimitExceededException(
                        "out of time, at " + Location.of(step.instruction()));
            }
        }
    }

    /** Counts a warp-level synchronisation of {@code mask}. */
    public void countWarpSync(int mask) {
        counters.warpSyncs += Integer.bitCount(mask);
    }

    /** Counts loads or stores of {@code mask}. */
    public void countAccesses(int mask, boolean store) {
        if (store) {
            counters.stores += Integer.bitCount(mask);
        } else {
            counters.loads += Integer.bitCount(mask);
        }
    }

    // ---------------------------------------------------------------- conditions

    /** 1 or 0 where this run assumes the condition true or false, else −1. */
    int assumed(int condition) {
        if (decided.isEmpty()) {
            return -1;
        }
        return paths.decide(condition, store.trueTerm());
    }

    Region region(BranchStep branch) {
        return regions.computeIfAbsent(branch.index(), i -> Region.of(program, branch));
    }

    /**
     * The exception that ends this run: a fork where the condition is one on scalars, else
     * UNSUPPORTED.
     */
    RuntimeException forkOrUnsupported(Step step, int condition, String message) {
        if (isScalarOnly(condition) && !store.mayBeUndefined(condition)) {
            int open = openPart(condition);
            if (open != 0) {
                return new ForkException(open);
            }
        }
        return unsupported(step, message);
    }

    /** A comparison within {@code condition} that this run has not decided, or 0. */
    private int openPart(int condition) {
        if (paths.decide(condition, store.trueTerm()) >= 0) {
            return 0;
        }
        int open =
                switch (store.op(condition)) {
                    case NOT -> openPart(store.a(condition));
                    case AND, OR -> {
                        int first = openPart(store.a(condition));
                        yield first != 0 ? first : openPart(store.b(condition));
                    }
                    default -> condition;
                };
        return open;
    }

    /** What is known on the paths of this run. */
    public PathValues paths() {
        return paths;
    }

    /** Assumes that no thread traps under {@code condition}; false if some thread then must. */
    boolean assumeNoTrap(int condition) {
        return trapped.exclude(condition);
    }

    /** The symbolic conditions under which threads trap. */
    public Trapped trapped() {
        return trapped;
    }

    /** Values that another order of the threads may change. */
    public ScheduleDependence schedule() {
        return schedule;
    }

    private boolean isScalarOnly(int t) {
        Boolean known = scalarOnly.get(t);
        if (known != null) {
            return known;
        }
        boolean result = true;
        if (store.op(t) == Op.ELEMENT) {
            result = store.symbolOf(t).shape().isEmpty();
        } else if (schedule.is(t)) {
            result = false;
        } else {
            for (int o : store.operands(t)) {
                result &= isScalarOnly(o);
            }
        }
        scalarOnly.put(t, result);
        return result;
    }

    // ---------------------------------------------------------------- findings

    /** Reports UNSUPPORTED and returns the exception that ends the run. */
    StopException unsupported(Step step, String message) {
        report(
                new Finding(
                        Finding.Kind.UNSUPPORTED,
                        step.instruction().mnemonic() + ": " + message,
                        Location.of(step.instruction()),
                        List.of()),
                "");
        return new StopException();
    }

    /** Reports a defect after which this run cannot go on; returns the exception that ends it. */
    public RuntimeException stop(Finding finding) {
        report(finding, "");
        return new StopException();
    }

    /**
     * Adds a finding unless one of the same kind, place and {@code key} was reported. A defect in a
     * case of this run that no input is known for is UNDECIDED.
     */
    public void report(Finding finding, String key) {
        boolean defect =
                finding.kind() != Finding.Kind.UNSUPPORTED
                        && finding.kind() != Finding.Kind.UNDECIDED;
        Reached reached = defect ? reached(store.trueTerm()) : Reached.ALWAYS;
        add(
                new Finding(
                        reached.isShown() ? finding.kind() : Finding.Kind.UNDECIDED,
                        reached.qualify(finding.kind(), finding.message()),
                        finding.location(),
                        finding.other(),
                        finding.threads(),
                        finding.memory(),
                        finding.sameValue()),
                key);
    }

    void add(Finding finding, String key) {
        String id = finding.kind() + "|" + finding.location() + "|" + finding.other() + "|" + key;
        if (findings.size() < MAX_FINDINGS && findingKeys.add(id)) {
            findings.add(finding);
        }
    }

    /** Lists something that this execution takes for granted; equal texts once. */
    public void assume(String text, Step step) {
        assumptions.add(text, step == null ? null : step.instruction());
    }

    /** Thread {@code t} of the CTA in the user's words. */
    public String threadName(int t) {
        Dim3 b = launch.block();
        if (b.y() == 1 && b.z() == 1) {
            return "thread " + t;
        }
        int x = t % b.x();
        int y = t / b.x() % b.y();
        int z = t / (b.x() * b.y());
        return "thread (" + x + "," + y + "," + z + ")";
    }

    /** A value that may be undefined reached something that needs it. */
    public void reportUndefined(Value v, Step step, Warp warp, int lane, String where) {
        int undefined = v.undefinedTerm();
        int term = undefined != 0 ? undefined : views.undefinedPart(v);
        reportUndefined(term, step, warp, lane, where);
    }

    /** A term that may be undefined reached something that needs it. */
    public void reportUndefined(int term, Step step, Warp warp, int lane, String where) {
        int site = undefinedSite(term);
        if (site == failedAccess && !findings.isEmpty()) {
            return; // the access that failed has been reported
        }
        Finding read = undefinedReads.get(site);
        String what = read == null ? "a value that was never written" : read.message();
        String message = what + "; it reaches " + where + " at " + Location.of(step.instruction());
        int when = store.and(warp.path(lane), paths.undefinedWhen(term));
        Reached reached = reached(when);
        Finding.Kind kind = Finding.Kind.UNINITIALIZED_READ;
        add(
                new Finding(
                        reached.isShown() ? kind : Finding.Kind.UNDECIDED,
                        reached.qualify(kind, message),
                        read == null ? Location.of(step.instruction()) : read.location(),
                        Location.of(step.instruction()),
                        List.of(warp.thread(lane)),
                        read == null ? null : read.memory(),
                        false),
                where);
    }

    /** The smallest identity of an undefined value below {@code term}. */
    private int undefinedSite(int term) {
        BitSet seen = new BitSet();
        ArrayDeque<Integer> work = new ArrayDeque<>(List.of(term));
        int site = Integer.MAX_VALUE;
        while (!work.isEmpty()) {
            int t = work.pop();
            if (seen.get(t) || !store.mayBeUndefined(t)) {
                continue;
            }
            seen.set(t);
            if (store.op(t) == Op.UNDEFINED) {
                site = Math.min(site, store.a(t));
            }
            for (int o : store.operands(t)) {
                work.push(o);
            }
        }
        return site;
    }

    /**
     * The undefined value that a thread gets from a lane that does not take part in an exchange.
     */
    public int undefinedLane(Step step, int thread, int lane) {
        String text = threadName(thread) + " reads lane " + lane + ", which does not take part";
        Finding read =
                new Finding(
                        Finding.Kind.UNINITIALIZED_READ,
                        text,
                        Location.of(step.instruction()),
                        List.of(thread));
        int site =
                undefinedSites.computeIfAbsent(
                        step.index() + "|lane", k -> store.newUndefinedSite());
        undefinedReads.putIfAbsent(site, read);
        return store.undefined(site);
    }

    /**
     * The undefined value that an access reads from {@code object}, described by {@code what}.
     * Where nothing reads it (a store under a condition keeps it) it has an identity for each cell,
     * and its finding has no location.
     */
    int undefinedRead(Read read, String object, String what) {
        Step step = read.step();
        String key = step == null ? "kept|" + what : step.index() + "|" + object;
        Integer site = undefinedSites.get(key);
        if (site == null) {
            site = store.newUndefinedSite();
            undefinedSites.put(key, site);
            undefinedReads.put(site, undefinedFinding(read, what));
        }
        return store.undefined(site);
    }

    private Finding undefinedFinding(Read read, String what) {
        Step step = read.step();
        return new Finding(
                Finding.Kind.UNINITIALIZED_READ,
                step != null
                        ? threadName(read.thread()) + " reads " + what + " before it is written"
                        : what + " is never written",
                step == null ? null : Location.of(step.instruction()),
                null,
                step == null ? List.of() : List.of(read.thread()),
                what,
                false);
    }

    // ---------------------------------------------------------------- memory

    /**
     * The object that may hold a generic address, if that address means it for all threads of the
     * warp's CTA; else null. The caller checks the bounds.
     */
    public MemoryObject shareable(long address, Warp warp) {
        MemoryObject object = AddressSpace.isLocal(address) ? null : space.below(address);
        return object != null && object.isShareable() && object.existsFor(warp.cta().number())
                ? object
                : null;
    }

    /**
     * What the lanes of a warp store from registers, for the detection of equal writes; valid until
     * the next call.
     */
    public WrittenBytes stored(Warp warp, int[] registers, int elementBytes) {
        return storedBytes.of(warp, registers, elementBytes);
    }

    /** A number that this execution has not given before, for what depends on the schedule. */
    public int nextUnknown() {
        return unknowns++;
    }

    /** Room for an offset of each lane, for the instruction that executes. */
    public long[] laneOffsets() {
        return laneOffsets;
    }

    /** The object that {@code bytes} bytes at a generic address lie in, or null after a finding. */
    public MemoryObject resolve(
            long address, int bytes, Warp warp, int lane, Step step, boolean write) {
        return resolve(address, bytes, bytes, warp, lane, step, write);
    }

    /** As the other, for an access that must start at a multiple of {@code alignment} bytes. */
    public MemoryObject resolve(
            long address, int bytes, int alignment, Warp warp, int lane, Step step, boolean write) {
        MemoryObject object =
                AddressSpace.isLocal(address)
                        ? warp.cta().local(address, warp.thread(lane))
                        : space.below(address);
        Frame owner =
                object != null && AddressSpace.isLocal(address)
                        ? program.owner(object.base())
                        : null;
        if (object == null
                || address - object.base() + bytes > object.size()
                || owner != null && !owner.isActive(warp, lane, step)) {
            reportBounds(object, address, bytes, warp, lane, step, write);
            return null;
        }
        if ((address & (alignment - 1)) != 0) {
            conditionalOr(
                    Finding.Kind.MISALIGNED,
                    threadName(warp.thread(lane))
                            + (write ? " stores " : " loads ")
                            + bytes
                            + " bytes at "
                            + object.describe(address - object.base())
                            + ", which is not aligned to "
                            + alignment,
                    warp,
                    lane,
                    step,
                    object.describe(address - object.base()));
            return null;
        }
        assumeAligned(object, alignment, step);
        return object;
    }

    /** Lists that an object is aligned to so many bytes, if its declaration does not say so. */
    public void assumeAligned(MemoryObject object, int alignment, Step step) {
        if (object.needsMoreThanPromised(alignment)) {
            assumptions.addAlignment(object.name(), alignment, step.instruction());
        }
    }

    private void reportBounds(
            MemoryObject object,
            long address,
            int bytes,
            Warp warp,
            int lane,
            Step step,
            boolean write) {
        String where;
        if (object == null || address - object.base() > object.size() + (1L << 31)) {
            MemoryObject next = space.below(address + (1L << 31));
            where =
                    next != null && next != object && next.base() > address
                            ? (next.base() - address) + " bytes before " + next.name()
                            : "address 0x" + Long.toHexString(address) + ", in no object";
        } else {
            where = object.describe(address - object.base());
            if (address - object.base() + bytes <= object.size()) {
                where += ", a local variable of a function that has returned";
            } else if (object.tensor() == null) {
                where += ", beyond its " + object.size() + " bytes";
            }
        }
        conditionalOr(
                Finding.Kind.OUT_OF_BOUNDS,
                threadName(warp.thread(lane))
                        + (write ? " stores " : " loads ")
                        + bytes
                        + " bytes at "
                        + where,
                warp,
                lane,
                step,
                where);
    }

    /**
     * Whether a symbolic condition is known to hold on some input.
     *
     * @param condition printed, or null where there is none
     * @param point an input on which it holds, printed; null if none was found
     */
    record Reached(String condition, String point) {
        private static final Reached ALWAYS = new Reached(null, null);

        /** No input satisfies the condition. */
        static final Reached NEVER = new Reached("false", null);

        boolean isShown() {
            return condition == null || point != null;
        }

        String qualify(Finding.Kind kind, String message) {
            if (condition == null) {
                return message;
            }
            return point != null
                    ? message + ", on the input " + point
                    : kind + " if " + condition + " can hold: " + message;
        }
    }

    Reached reached(int condition) {
        if (condition == store.trueTerm() && caseCondition == store.trueTerm()) {
            return Reached.ALWAYS;
        }
        if (impossible.get(condition)) {
            return Reached.NEVER;
        }
        if (!reachedConditions.containsKey(condition)
                && (paths.isImpossible(condition) || Reachability.isImpossible(store, condition))) {
            impossible.set(condition);
            return Reached.NEVER;
        }
        int open = store.and(condition, store.and(caseCondition, trapped.none()));
        return reachedConditions.computeIfAbsent(
                condition,
                c -> {
                    String point =
                            reachedConditions.size() >= MAX_SEARCHES
                                    ? null
                                    : Reachability.point(store, open)
                                            .map(Machine::show)
                                            .orElse(null);
                    return new Reached(store.show(store.and(c, caseCondition), 160), point);
                });
    }

    private static String show(Map<String, Rational> point) {
        return new TreeMap<>(point)
                .entrySet().stream()
                        .limit(8)
                        .map(e -> e.getKey() + " = " + e.getValue())
                        .collect(Collectors.joining(", "));
    }

    /**
     * Reports a defect; one that needs a symbolic condition to hold is UNDECIDED unless an input
     * that reaches it is known.
     */
    public void conditionalOr(
            Finding.Kind kind, String message, Warp warp, int lane, Step step, String memory) {
        Reached reached = reached(warp.path(lane));
        if (reached.equals(Reached.NEVER)) {
            return;
        }
        Finding.Kind effective = reached.isShown() ? kind : Finding.Kind.UNDECIDED;
        String text = reached.qualify(kind, message);
        add(
                new Finding(
                        effective,
                        text,
                        Location.of(step.instruction()),
                        null,
                        List.of(warp.thread(lane)),
                        memory,
                        false),
                "");
    }

    /** Reports the races that the shadow found. */
    public void reportRace(
            Conflict conflicts,
            MemoryObject object,
            Warp warp,
            int lane,
            Step step,
            boolean write) {
        races.report(conflicts, object, warp, lane, step, write);
    }

    /** A store to memory that cannot be written. */
    public void reportReadOnly(MemoryObject object, long offset, Warp warp, int lane, Step step) {
        conditionalOr(
                Finding.Kind.OUT_OF_BOUNDS,
                threadName(warp.thread(lane))
                        + " stores to "
                        + object.describe(offset)
                        + ", which is read-only",
                warp,
                lane,
                step,
                object.describe(offset));
    }

    /** The undefined result of an access that could not be made, which has a finding of its own. */
    public int undefinedAccess() {
        if (failedAccess < 0) {
            failedAccess = store.newUndefinedSite();
        }
        return store.undefined(failedAccess);
    }

    /** True if {@link #checkLeak} would refuse it. */
    public boolean isLeak(MemoryObject object, byte tag, long payload) {
        return tag == Tag.CONCRETE && object.tensor() != null && space.isInObject(payload);
    }

    /**
     * An address of this launch stored to a tensor would be a result that no two launches share.
     */
    public void checkLeak(MemoryObject object, byte tag, long payload, Step step) {
        if (isLeak(object, tag, payload)) {
            throw new UnsupportedPtxException("an address is stored to " + object.name());
        }
    }
}
