package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.anyinput.summary.Visit;
import io.heddle.cost.Counter;
import io.heddle.cost.RequestCost;
import io.heddle.ptx.Instruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Counts what the threads of a launch cost at one place of the code, from the closed forms: for
 * each warp, block and iteration which lanes come there, and which addresses they access. What data
 * decide counts as nothing in the least and in full in the most.
 */
final class SiteCosts {
    /** What is counted. */
    static final List<Counter> COUNTERS =
            List.of(
                    Counter.WARP_INSTRUCTIONS,
                    Counter.DIVERGENT_BRANCHES,
                    Counter.SHARED_REQUESTS,
                    Counter.WAVEFRONTS,
                    Counter.CONFLICTS,
                    Counter.REQUESTS,
                    Counter.SECTORS);

    /** A count without a bound. */
    static final long UNBOUNDED = Long.MAX_VALUE;

    private static final int ISSUES = 0;
    private static final int DIVERGENT = 1;
    private static final int SHARED = 2;
    private static final int WAVEFRONTS = 3;
    private static final int CONFLICTS = 4;
    private static final int REQUESTS = 5;
    private static final int SECTORS = 6;
    private static final int PHASE = 127;
    private static final int SECTOR = 32;
    private static final int BLOCK = 2; // stage
    private static final long OBJECT = 1L << 40; // bytes from one tensor to the next

    private final Visit visit;
    private final SymbolicLaunch launch;
    private final TermValues terms;
    private final TermValues.Node condition;
    private final List<TermValues.Node> conditions; // all of which hold where it does
    private final TermValues.Node guard; // or null
    private final List<Part> parts = new ArrayList<>(); // of an access
    private final List<TermValues.Node> threads;
    private final List<TermValues.Node> blocks;
    private final List<TermValues.Node> defined;
    private final List<TermValues.Node> sizes;
    private final List<TermValues.Node> counters = new ArrayList<>();
    private final List<TermValues.Node> ends = new ArrayList<>();
    private final boolean[] usesBlock = new boolean[3];
    private final long[] least = new long[COUNTERS.size()];
    private final long[] most = new long[COUNTERS.size()];
    private final long[] one = new long[2 * COUNTERS.size()]; // of the last request
    private final long[] addresses = new long[TermValues.LANES];
    private final long[] distances = new long[TermValues.LANES];
    private int lastCertain;
    private int lastPossible;
    private int lastUnknown;
    private long lastPhase = -1;
    private boolean unbounded;

    /** An object that an access may lead to. */
    private record Part(
            TermValues.Node condition, TermValues.Node offset, long base, boolean shared) {}

    SiteCosts(Visit visit, SymbolicLaunch launch, LoopEnds loops) {
        this.visit = visit;
        this.launch = launch;
        terms = new TermValues(loops, BLOCK + 1 + visit.loops().size());
        launch.sizes().values().forEach(s -> terms.declare(s, 0));
        launch.definitions().keySet().forEach(d -> terms.declare(d, 0));
        launch.threads().thread().forEach(t -> terms.declare(t, 1));
        launch.threads().block().forEach(b -> terms.declare(b, BLOCK));
        for (int k = 0; k < visit.loops().size(); k++) {
            terms.declare(visit.loops().get(k).counter(), BLOCK + 1 + k);
        }
        for (LoopRun l : visit.loops()) {
            ends.add(terms.node(l.last()));
            counters.add(terms.node(l.counter()));
        }
        condition = terms.node(visit.condition());
        conditions =
                visit.condition().op() == BitOp.AND
                        ? nodes(visit.condition().operands())
                        : List.of(condition);
        guard = visit.guard() == null ? null : terms.node(visit.guard());
        for (Access a : visit.accesses()) {
            Space space = a.object().space();
            if (space == Space.GLOBAL || space == Space.SHARED) {
                boolean isShared = space == Space.SHARED;
                parts.add(
                        new Part(
                                terms.node(a.condition()),
                                terms.node(a.offset()),
                                isShared
                                        ? launch.shared(a.object())
                                        : OBJECT * (1 + launch.number(a.object())),
                                isShared));
            }
        }
        for (int k = 0; k < usesBlock.length; k++) {
            usesBlock[k] = terms.has(launch.threads().block().get(k));
        }
        threads = nodes(launch.threads().thread());
        blocks = nodes(launch.threads().block());
        defined = nodes(List.copyOf(launch.definitions().keySet()));
        sizes = nodes(List.copyOf(launch.sizes().values()));
    }

    private List<TermValues.Node> nodes(List<BitTerm> of) {
        return of.stream().map(terms::node).toList();
    }

    /** The least counts of the last launch. */
    long least(int counter) {
        return least[counter];
    }

    /** The greatest counts of the last launch, {@link #UNBOUNDED} if there is no bound. */
    long most(int counter) {
        return most[counter];
    }

    /**
     * Counts a launch.
     *
     * @param values of the sizes
     * @param extents of the grid
     * @param definitions values of the extents and arguments that the sizes decide
     */
    void count(long[] values, long[] extents, long[] definitions) {
        Arrays.fill(least, 0);
        Arrays.fill(most, 0);
        unbounded = false;
        for (int k = 0; k < values.length; k++) {
            terms.set(sizes.get(k), values[k]);
        }
        for (int k = 0; k < definitions.length; k++) {
            terms.set(defined.get(k), definitions[k]);
        }
        long times = 1;
        for (int k = 0; k < extents.length; k++) {
            times *= usesBlock[k] ? 1 : extents[k];
        }
        terms.compute(0);
        for (int warp = 0; warp < launch.lanes().warps(); warp++) {
            for (int lane = 0; lane < TermValues.LANES; lane++) {
                int thread = warp * TermValues.LANES + lane;
                for (int k = 0; k < threads.size(); k++) {
                    terms.set(threads.get(k), lane, launch.lanes().coordinate(k, thread));
                }
            }
            terms.compute(1);
            blocks(launch.lanes().existing(warp), extents);
        }
        for (int k = 0; k < least.length; k++) {
            least[k] *= times;
            most[k] = unbounded && most[k] != 0 ? UNBOUNDED : most[k] * times;
        }
    }

    private void blocks(int lanes, long[] extents) {
        for (long z = 0; z < (usesBlock[2] ? extents[2] : 1); z++) {
            terms.set(blocks.get(2), z);
            for (long y = 0; y < (usesBlock[1] ? extents[1] : 1); y++) {
                terms.set(blocks.get(1), y);
                for (long x = 0; x < (usesBlock[0] ? extents[0] : 1); x++) {
                    terms.set(blocks.get(0), x);
                    terms.compute(BLOCK);
                    iterations(0, lanes, 0);
                }
            }
        }
    }

    /** The iterations of a loop, or the place in the innermost one. */
    private void iterations(int loop, int lanes, int endless) {
        if (loop == counters.size()) {
            launch.step();
            place(lanes, endless);
            return;
        }
        TermValues.Node end = ends.get(loop);
        int more = endless;
        long last = 0;
        int entering = lanes;
        for (TermValues.Node part : conditions) {
            if (part.isBefore(BLOCK + 1 + loop)) {
                entering &= part.holds() | part.unknown();
            }
        }
        if (entering == 0) {
            return;
        }
        for (int m = entering; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long k = terms.last(end, lane, true);
            if (k == Long.MAX_VALUE) {
                more |= 1 << lane;
                k = terms.last(end, lane, false);
            }
            last = Math.max(last, k);
        }
        for (long k = 0; k <= last; k++) {
            terms.set(counters.get(loop), k);
            terms.compute(BLOCK + 1 + loop);
            iterations(loop + 1, entering, more);
        }
    }

    private void place(int lanes, int endless) {
        int certain = condition.holds() & lanes;
        int possible = certain | condition.unknown() & lanes;
        if (possible == 0) {
            return;
        }
        unbounded |= (possible & endless) != 0;
        if (visit.isAccess()) {
            access(lanes);
        } else if (guard != null) {
            branch(certain, possible);
        } else {
            add(ISSUES, certain != 0 ? 1 : 0, 1);
        }
    }

    private void add(int counter, long atLeast, long atMost) {
        least[counter] += atLeast;
        most[counter] += atMost;
    }

    private void branch(int certain, int possible) {
        int taken = guard.holds();
        int open = guard.unknown();
        boolean parts = (certain & taken) != 0 && (certain & ~taken & ~open) != 0;
        int mayTake = possible & (taken | open);
        int mayNot = possible & (~taken | open);
        boolean mayPart = mayTake != 0 && mayNot != 0 && Integer.bitCount(mayTake | mayNot) > 1;
        add(DIVERGENT, parts ? 1 : 0, mayPart ? 1 : 0);
    }

    // ---------------------------------------------------------------- accesses

    private void access(int lanes) {
        int certain = 0;
        int possible = 0;
        int unknown = 0;
        Instruction i = visit.instructions().get(0);
        int rows = rows(i);
        int reach = rows == TermValues.LANES ? lanes : lanes & (1 << rows) - 1;
        boolean shared = false;
        for (Part p : parts) {
            int sure = p.condition().holds() & reach;
            int may = sure | p.condition().unknown() & reach;
            certain |= sure;
            possible |= may;
            unknown |= may & p.offset().unknown();
            shared |= p.shared();
            for (int m = may; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                addresses[lane] = p.base() + p.offset().value(lane);
            }
        }
        if (possible == 0) {
            return;
        }
        if (!isLikeLast(certain, possible, unknown)) {
            Arrays.fill(one, 0);
            int bytes = visit.accesses().get(0).bytes();
            if (shared) {
                shared(i, certain, possible, unknown, bytes);
            } else {
                global(certain, possible, unknown, bytes);
            }
        }
        for (int k = 0; k < COUNTERS.size(); k++) {
            least[k] += one[k];
            most[k] += one[COUNTERS.size() + k];
        }
    }

    /** True if the lanes access memory as those of the last request did, but for whole lines. */
    private boolean isLikeLast(int certain, int possible, int unknown) {
        int known = possible & ~unknown;
        int first = known == 0 ? 0 : Integer.numberOfTrailingZeros(known);
        long phase = addresses[first] & PHASE;
        boolean like =
                certain == lastCertain
                        && possible == lastPossible
                        && unknown == lastUnknown
                        && phase == lastPhase;
        for (int m = known; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long distance = addresses[lane] - addresses[first];
            like &= distances[lane] == distance;
            distances[lane] = distance;
        }
        lastCertain = certain;
        lastPossible = possible;
        lastUnknown = unknown;
        lastPhase = phase;
        return like;
    }

    private void one(int counter, long atLeast, long atMost) {
        one[counter] = atLeast;
        one[COUNTERS.size() + counter] = atMost;
    }

    private void shared(Instruction i, int certain, int possible, int unknown, int bytes) {
        boolean exact = unknown == 0 && certain == possible;
        one(SHARED, certain != 0 ? 1 : 0, 1);
        RequestCost.Access how = kind(i);
        boolean beside = unknown != 0 && how == RequestCost.Access.LOAD;
        long passes =
                launch.model()
                                .wavefronts(
                                        beside ? RequestCost.Access.STORE : how,
                                        addresses,
                                        possible & ~unknown,
                                        bytes)
                        + (long) Integer.bitCount(unknown);
        if (exact) {
            one(WAVEFRONTS, passes, passes);
            one(CONFLICTS, launch.model().conflicts(), launch.model().conflicts());
            return;
        }
        long fewest = launch.model().wavefronts(how, addresses, certain & ~unknown, bytes);
        one(WAVEFRONTS, Math.max(fewest, (unknown & certain) != 0 ? 1 : 0), passes);
        one(CONFLICTS, 0, Math.max(0, passes - 1));
    }

    private void global(int certain, int possible, int unknown, int bytes) {
        one(REQUESTS, certain != 0 ? 1 : 0, 1);
        long wide = (bytes + SECTOR - 1L) / SECTOR;
        long sectors =
                launch.model().sectors(addresses, possible & ~unknown, bytes)
                        + Integer.bitCount(unknown) * wide;
        long fewest = launch.model().sectors(addresses, certain & ~unknown, bytes);
        one(SECTORS, Math.max(fewest, (unknown & certain) != 0 ? 1 : 0), sectors);
    }

    private static RequestCost.Access kind(Instruction i) {
        return switch (i.opcode()) {
            case "ldmatrix", "stmatrix" -> RequestCost.Access.ROWS;
            case "atom", "red" -> RequestCost.Access.ATOMIC;
            case "ld", "ldu" -> RequestCost.Access.LOAD;
            default -> RequestCost.Access.STORE;
        };
    }

    /** The lanes that give an address. */
    private static int rows(Instruction i) {
        if (kind(i) != RequestCost.Access.ROWS) {
            return TermValues.LANES;
        }
        return i.has("x4") ? 32 : i.has("x2") ? 16 : 8;
    }
}
