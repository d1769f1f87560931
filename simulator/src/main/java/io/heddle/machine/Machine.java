package io.heddle.machine;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.sync.clock.HappensBefore;
import io.heddle.sync.clock.Synchronisation;
import io.heddle.sync.shadow.Conflict;
import io.heddle.sync.shadow.WrittenBytes;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.value.PathValues;
import io.heddle.value.SolvedIntegers;
import io.heddle.value.Views;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One run of a launch: its memory, clocks, findings, assumptions and counts, which the warps of its
 * CTAs share.
 */
public final class Machine {
    private static final int MAX_FINDINGS = 100;

    /** Number of defects, repeated ones included, after which a run ends. */
    private static final int MAX_DEFECTS = 1 << 16;

    /** Steps of warps between two looks at the limits, and terms: one step may make thousands. */
    private static final int STEPS = 64;

    private static final int TERMS = 1 << 14;

    private final Launch launch;
    private final Program program;
    private final TermStore store;
    private final Views views;
    private final SimulationOptions options;
    private final Map<Integer, Boolean> decided;
    private final ScheduleDependence schedule;
    private final Tickets tickets;
    private final PathValues paths;
    private final LoopGuards loops;
    private final Trapped trapped;
    private final AddressSpace space;
    private final HappensBefore clocks;
    private final Map<Integer, Region> regions = new HashMap<>();
    private final Map<Integer, Boolean> scalarOnly = new HashMap<>();

    private final List<Finding> findings = new ArrayList<>();
    private final Set<String> findingKeys = new HashSet<>();
    private final Assumptions assumptions;
    private final UndefinedValues undefined;
    private final AddressResolution addresses;
    private final PathInputs inputs;
    private final Counters counters = new Counters();
    private int steps; // since the last look at the limits
    private int termsThen;
    private long unknowns;
    private int defects;
    private WarpListener listener; // or null
    private final List<DynamicBarrier> barriers = new ArrayList<>();
    private final Races races = new Races(this);
    private final StoredBytes storedBytes = new StoredBytes();

    // Scratch of the instruction that executes.
    private final long[] laneOffsets = new long[Warp.LANES];

    /**
     * Makes a run.
     *
     * @param store receives the terms
     * @param views reads registers and memory as terms of {@code store}
     * @param assumptions receives what the run assumes
     * @param decided truth values of the conditions on scalar arguments that this run assumes
     * @param space the objects of the launch by address
     * @param ctas number of CTAs that the run executes
     * @param last the one that is the last to arrive at counters, as in {@link Tickets}; -1 if
     *     atomics give no tickets
     */
    public Machine(
            Launch launch,
            Program program,
            TermStore store,
            Views views,
            Assumptions assumptions,
            SimulationOptions options,
            Map<Integer, Boolean> decided,
            AddressSpace space,
            int ctas,
            int last) {
        this.launch = launch;
        this.program = program;
        this.store = store;
        this.termsThen = store.size();
        this.views = views;
        this.assumptions = assumptions;
        this.options = options;
        this.decided = decided;
        this.space = space;
        this.schedule = new ScheduleDependence(store);
        this.paths = new PathValues(store, views);
        this.loops = new LoopGuards(store, views, program.code);
        this.trapped = new Trapped(store, paths);
        int caseCondition = store.trueTerm();
        for (Map.Entry<Integer, Boolean> c : decided.entrySet()) {
            int condition = c.getValue() ? c.getKey() : store.not(c.getKey());
            caseCondition = store.and(caseCondition, condition);
            paths.assume(condition);
        }
        SolvedIntegers integers = new SolvedIntegers(store, views.bounds());
        this.inputs = new PathInputs(store, paths, trapped, integers, caseCondition);
        this.undefined = new UndefinedValues(this);
        this.addresses = new AddressResolution(this, space);
        int block = (int) launch.block().size();
        this.clocks =
                new HappensBefore(
                        block * ctas,
                        block,
                        program.code.length,
                        last < 0
                                ? program.synchronisation(options.warpSynchronous())
                                : Synchronisation.ACROSS_CTAS,
                        program.hasArrivalsOfCopies());
        this.tickets = new Tickets(this, last, ctas);
    }

    /** Registers a listener of all warps that begin from now on. */
    public void listen(WarpListener someone) {
        listener = someone;
    }

    WarpListener listener() {
        return listener;
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

    /** The views: how bit strings are read as numbers or floats. */
    public Views views() {
        return views;
    }

    /** Options and limits. */
    public SimulationOptions options() {
        return options;
    }

    AddressSpace space() {
        return space;
    }

    /** The clocks of all threads: which accesses are ordered. */
    public HappensBefore clocks() {
        return clocks;
    }

    /** The counts of this run so far. */
    public Counters counters() {
        return counters;
    }

    /** The findings of this run so far, in the order in which they were made. */
    public List<Finding> findings() {
        return findings;
    }

    /** The assumptions of this run so far. */
    public Assumptions assumptions() {
        return assumptions;
    }

    /** The generations of named barriers; empty unless they are recorded. */
    public List<DynamicBarrier> barriers() {
        return barriers;
    }

    /** The undefined values of this run: those that nothing has written. */
    public UndefinedValues undefined() {
        return undefined;
    }

    /** Finds the objects that addresses point to. */
    public AddressResolution addresses() {
        return addresses;
    }

    // ---------------------------------------------------------------- counting

    void count(Step step, int lanes) {
        counters.instructions += lanes;
        if (++steps >= STEPS || store.size() - termsThen >= TERMS) {
            steps = 0;
            termsThen = store.size();
            checkLimits(step);
        }
    }

    private void checkLimits(Step step) {
        if (counters.instructions > options.maxInstructions()) {
            throw new LimitExceededException(
                    "more than "
                            + options.maxInstructions()
                            + " thread instructions, at "
                            + Location.of(step.instruction()));
        }
        options.checkClock(() -> "at " + Location.of(step.instruction()));
    }

    /** Counts a warp-level synchronisation by the lanes of {@code mask}. */
    public void countWarpSync(int mask) {
        counters.warpSyncs += Integer.bitCount(mask);
    }

    /** Counts a load or a store by each lane of {@code mask}. */
    public void countAccesses(int mask, boolean store) {
        if (store) {
            counters.stores += Integer.bitCount(mask);
        } else {
            counters.loads += Integer.bitCount(mask);
        }
    }

    // ---------------------------------------------------------------- conditions

    /** 1 or 0 if this run assumes that the condition holds or does not; else −1. */
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
     * Returns the exception that ends this run: it forks on the condition if that depends on scalar
     * arguments only, and is UNSUPPORTED with {@code message} otherwise.
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

    /**
     * A comparison within {@code condition} that this run has not decided, or 0 if there is none.
     */
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

    /** Whether loops go on whose rounds data count. */
    LoopGuards loops() {
        return loops;
    }

    /** The values and conditions that are known on the paths of this run. */
    public PathValues paths() {
        return paths;
    }

    /**
     * Assumes that no thread traps: {@code condition} is false. Returns false if no input is left
     * on which that holds.
     */
    boolean assumeNoTrap(int condition) {
        return trapped.exclude(condition);
    }

    /** The symbolic conditions under which threads trap. */
    public Trapped trapped() {
        return trapped;
    }

    /** The counters by which CTAs find out which of them is the last. */
    public Tickets tickets() {
        return tickets;
    }

    /** The values that another order of the threads would change. */
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

    /** Reports UNSUPPORTED at a step and returns the exception that ends the run. */
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

    /** Reports a defect and returns the exception that ends the run. */
    public RuntimeException stop(Finding finding) {
        report(finding, "");
        return new StopException();
    }

    /**
     * Adds a finding unless one with the same kind, locations and {@code key} exists. A defect
     * becomes UNDECIDED if no input is known that leads to the current case.
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

    /**
     * Lists an assumption of this execution; equal texts are listed once.
     *
     * @param step where it is made, or null
     */
    public void assume(Assumption.Kind kind, String text, Step step) {
        assumptions.add(kind, text, step == null ? null : step.instruction());
    }

    /**
     * The name of a thread in messages: {@code thread 3}, or {@code thread (x,y,z)} in a block of
     * several dimensions.
     *
     * @param t number of the thread in its CTA
     */
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

    // ---------------------------------------------------------------- memory

    /**
     * The bytes that the lanes of a warp store from registers, to recognise writes of equal values;
     * valid until the next call.
     */
    public WrittenBytes stored(Warp warp, int[] registers, int elementBytes) {
        return storedBytes.of(warp, registers, elementBytes);
    }

    /**
     * Makes values that depend on the schedule others than those of other launches.
     *
     * @param launch its number among those that share a store of terms and what is known of these
     */
    public void distinguish(int launch) {
        unknowns = (long) launch << Integer.SIZE;
    }

    /**
     * A number that this run has not used before, which makes a value that depends on the schedule
     * unique.
     */
    public long nextUnknown() {
        return unknowns++;
    }

    /** A scratch array for an offset of each lane, for the step that executes. */
    public long[] laneOffsets() {
        return laneOffsets;
    }

    /** Says whether a symbolic condition is known to hold on some input. */
    Reached reached(int condition) {
        return inputs.reached(condition);
    }

    /**
     * Reports a defect of a lane. If it is made under a symbolic condition, it is UNDECIDED unless
     * an input is known that satisfies the condition, and not reported if none does. The run ends
     * after {@link #MAX_DEFECTS} defects that are certain: a loop whose bound wraps around shows
     * one again and again.
     */
    public void reportOnPath(
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
        if (reached.isShown() && ++defects >= MAX_DEFECTS) {
            throw new StopException();
        }
    }

    /** Reports a conflict that the shadow found, and those chained to it. */
    public void reportRace(
            Conflict conflicts,
            MemoryObject object,
            Warp warp,
            int lane,
            Step step,
            boolean write) {
        races.report(conflicts, object, warp, lane, step, write);
    }
}
