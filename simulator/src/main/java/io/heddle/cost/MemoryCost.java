package io.heddle.cost;

import io.heddle.isa.LaneAccess;
import io.heddle.isa.LaneAccess.Kind;
import io.heddle.isa.LinesStep;
import io.heddle.machine.Warp;
import io.heddle.memory.AddressSpace;
import io.heddle.memory.MemoryObject;
import io.heddle.ptx.StateSpace;
import java.util.Optional;

/** Counts what accesses to memory by the lanes of a warp cost. */
final class MemoryCost {
    private static final int WORD = 4;
    private static final int UNKNOWN_LINES = 1; // that one lane's access touches

    private final SharedBanks banks;
    private final Sectors certainly = new Sectors();
    private final Sectors possibly = new Sectors();
    private final long[] addresses = new long[Warp.LANES];
    private final int[] bytes = new int[Warp.LANES];
    private final long[] before = new long[2 * Counter.values().length];
    private MemoryObject last;
    private int objects; // that the request moved bytes to or from
    private long[] moved; // to or from the last of them
    private long[] allMoved; // by its site so far

    MemoryCost(int target) {
        banks = new SharedBanks(target);
    }

    /**
     * Counts an access of lanes at their own addresses.
     *
     * @param number which of the accesses of the step
     */
    void lanes(Site site, int number, Warp warp, int mask) {
        LaneAccess access = site.accesses.get(number);
        int lanes = access.rows() == Warp.LANES ? mask : mask & (1 << access.rows()) - 1;
        if (lanes == 0) {
            return;
        }
        int certain = CostListener.certain(warp, lanes);
        boolean plain = certain == lanes;
        boolean varies = access.kind() == Kind.COPY_READ;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            bytes[lane] = varies ? site.addressed.bytes(access, warp, lane) : access.bytes();
            addresses[lane] = bytes[lane] == 0 ? 0 : access.address(warp, lane);
            plain &= bytes[lane] == access.bytes() && addresses[lane] != Warp.NO_ADDRESS;
        }
        RequestPattern pattern = site.patterns.get(number);
        if (plain && pattern.fits(addresses, lanes)) {
            pattern.repeat(site);
            return;
        }
        site.counts(before);
        objects = 0;
        int spaces = count(site, access, warp, lanes, certain);
        if (plain && spaces == 1 && objects <= 1) {
            pattern.keep(addresses, lanes, site, before);
            if (objects == 1) {
                pattern.moves(last, moved, allMoved);
            }
        } else {
            pattern.forget();
        }
    }

    /** Counts an access; returns how many state spaces the lanes access. */
    private int count(Site site, LaneAccess access, Warp warp, int lanes, int certain) {
        int shared = 0;
        int global = 0;
        int local = 0;
        int unknown = 0;
        int elsewhere = 0;
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            int bit = 1 << lane;
            long address = addresses[lane];
            if (bytes[lane] == 0) {
                elsewhere |= bit; // nothing is accessed
            } else if (address == Warp.NO_ADDRESS) {
                unknown |= bit;
            } else if (AddressSpace.isShared(address)) {
                shared |= bit;
            } else if (AddressSpace.isLocal(address)) {
                local |= bit;
            } else if (AddressSpace.isConst(address) || AddressSpace.isParam(address)) {
                elsewhere |= bit;
            } else {
                global |= bit;
            }
        }
        if (unknown != 0) {
            site.because("data decide the address");
        }
        Optional<StateSpace> named = space(site, access);
        int sure = named.isPresent() ? certain : certain & ~unknown; // to be in the space
        int open = in(StateSpace.SHARED, named, unknown);
        if ((shared | open) != 0) {
            shared(site, access, shared, open, sure);
        }
        open = in(StateSpace.LOCAL, named, unknown);
        if ((local | open) != 0) {
            local(site, access, local, open, sure);
        }
        open = in(StateSpace.GLOBAL, named, unknown);
        if ((global | open) != 0) {
            global(site, access, warp, global, open, sure);
        }
        return (shared != 0 ? 1 : 0)
                + (local != 0 ? 1 : 0)
                + (global != 0 ? 1 : 0)
                + (elsewhere != 0 ? 1 : 0);
    }

    /** The state space that the instruction names; none for generic addresses. */
    private static Optional<StateSpace> space(Site site, LaneAccess access) {
        return switch (access.kind()) {
            case COPY_READ -> Optional.of(StateSpace.GLOBAL);
            case COPY_WRITE -> Optional.of(StateSpace.SHARED);
            default -> site.space;
        };
    }

    /** The lanes at addresses that data decide that may access a space. */
    private static int in(StateSpace space, Optional<StateSpace> named, int unknown) {
        return named.isEmpty() || named.get() == space ? unknown : 0;
    }

    // ---------------------------------------------------------------- shared memory

    private void shared(Site site, LaneAccess access, int lanes, int unknown, int certain) {
        int all = lanes | unknown;
        boolean exact = unknown == 0 && (all & ~certain) == 0;
        site.add(Counter.SHARED_REQUESTS, (all & certain) != 0 ? 1 : 0, 1);
        passes(access, lanes, unknown != 0);
        long most = (long) banks.passes() + Integer.bitCount(unknown);
        long conflicts = exact ? banks.conflicts() : Math.max(0, most - 1);
        if (!exact) {
            passes(access, lanes & certain, false);
        }
        long least = exact ? most : Math.max(banks.passes(), (unknown & certain) != 0 ? 1 : 0);
        site.add(Counter.WAVEFRONTS, least, most);
        site.request(0, most);
        site.add(Counter.CONFLICTS, exact ? conflicts : 0, conflicts);
        if (exact && access.rows() == Warp.LANES) {
            site.stride(LaneStride.of(addresses, lanes, access.bytes()));
        }
    }

    private void passes(LaneAccess access, int lanes, boolean beside) {
        if (access.kind() == Kind.ROWS_LOAD || access.kind() == Kind.ROWS_STORE) {
            banks.countRows(addresses, lanes, access.bytes());
            return;
        }
        SharedBanks.Access how =
                access.kind() == Kind.ATOMIC
                        ? SharedBanks.Access.ATOMIC
                        : access.kind() == Kind.LOAD && !beside
                                ? SharedBanks.Access.LOAD
                                : SharedBanks.Access.STORE;
        banks.count(addresses, lanes, access.bytes(), how);
    }

    // ---------------------------------------------------------------- global memory

    private void global(
            Site site, LaneAccess access, Warp warp, int lanes, int unknown, int certain) {
        certainly.clear();
        possibly.clear();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            possibly.add(addresses[lane], bytes[lane]);
            if ((certain >>> lane & 1) != 0) {
                certainly.add(addresses[lane], bytes[lane]);
            }
        }
        int more = Integer.bitCount(unknown);
        int one = (unknown & certain) != 0 ? 1 : 0;
        int wide = (access.bytes() + Sectors.BYTES - 1) / Sectors.BYTES;
        long sectors = possibly.sectors() + (long) more * wide;
        site.add(Counter.REQUESTS, ((lanes | unknown) & certain) != 0 ? 1 : 0, 1);
        site.add(Counter.SECTORS, Math.max(certainly.sectors(), one), sectors);
        site.add(
                Counter.IDEAL_SECTORS,
                Math.max(ideal(certainly.bytes()), one),
                ideal(possibly.bytes() + (long) more * access.bytes()));
        site.add(
                Counter.LINES,
                Math.max(certainly.lines(), one),
                possibly.lines() + (long) more * UNKNOWN_LINES);
        site.add(
                Counter.USEFUL_BYTES,
                Math.max(certainly.bytes(), (long) one * access.bytes()),
                possibly.bytes() + (long) more * access.bytes());
        site.request(sectors, 0);
        boolean whole = true;
        for (int m = lanes; m != 0; m &= m - 1) {
            whole &= bytes[Integer.numberOfTrailingZeros(m)] == access.bytes();
        }
        if (unknown == 0) {
            site.stride(
                    whole ? LaneStride.of(addresses, lanes, access.bytes()) : LaneStride.SEVERAL);
        }
        objects(site, warp, lanes, certain);
        if (unknown != 0) {
            String reason = "at addresses that data decide";
            long useful = (long) more * access.bytes();
            site.move(
                    reason,
                    new long[] {one, (long) more * wide, (long) one * access.bytes(), useful});
        }
    }

    private static long ideal(long bytes) {
        return (bytes + Sectors.BYTES - 1) / Sectors.BYTES;
    }

    /** Adds what is moved to the objects that the lanes access. */
    private void objects(Site site, Warp warp, int lanes, int certain) {
        int left = lanes;
        while (left != 0) {
            int first = Integer.numberOfTrailingZeros(left);
            MemoryObject o = object(warp, addresses[first], first);
            if (o == null) {
                left &= left - 1;
                continue;
            }
            certainly.clear();
            possibly.clear();
            for (int m = left; m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                long offset = addresses[lane] - o.base();
                if (lane == first || offset >= 0 && offset < o.size()) {
                    left &= ~(1 << lane);
                    possibly.add(addresses[lane], bytes[lane]);
                    if ((certain >>> lane & 1) != 0) {
                        certainly.add(addresses[lane], bytes[lane]);
                    }
                }
            }
            objects++;
            moved =
                    new long[] {
                        certainly.sectors(), possibly.sectors(), certainly.bytes(), possibly.bytes()
                    };
            allMoved = site.move(o.name(), moved);
        }
    }

    private MemoryObject object(Warp warp, long address, int lane) {
        if (last == null || address < last.base() || address - last.base() >= last.size()) {
            last = warp.machine().addresses().below(address, warp, lane);
        }
        return last;
    }

    // ---------------------------------------------------------------- local memory

    /**
     * Local memory is arranged such that successive words of 32 bits are accessed by successive
     * threads (CUDA C++ Programming Guide, Device Memory Accesses, Local Memory).
     */
    private void local(Site site, LaneAccess access, int lanes, int unknown, int certain) {
        certainly.clear();
        possibly.clear();
        for (int m = lanes; m != 0; m &= m - 1) {
            int lane = Integer.numberOfTrailingZeros(m);
            long offset = addresses[lane] - AddressSpace.LOCAL_WINDOW;
            long end = offset + bytes[lane];
            for (long at = offset; at < end; ) {
                long next = Math.min(end, (at / WORD + 1) * WORD);
                long place = (at / WORD * Warp.LANES + lane) * WORD + at % WORD;
                possibly.add(place, next - at);
                if ((certain >>> lane & 1) != 0) {
                    certainly.add(place, next - at);
                }
                at = next;
            }
        }
        int words = (access.bytes() + WORD - 1) / WORD;
        int one = (unknown & certain) != 0 ? 1 : 0;
        site.add(Counter.LOCAL_REQUESTS, ((lanes | unknown) & certain) != 0 ? 1 : 0, 1);
        site.add(
                Counter.LOCAL_SECTORS,
                Math.max(certainly.sectors(), one),
                possibly.sectors() + (long) words * Integer.bitCount(unknown));
    }

    // ---------------------------------------------------------------- lines of matrices

    /** Counts an access of a warp to lines of bytes. */
    void lines(Site site, Warp warp, boolean certain) {
        LinesStep step = site.lines;
        long[] at = step.addressAndPitch(warp);
        if (at == null) {
            return;
        }
        possibly.clear();
        for (int k = 0; k < step.lines(); k++) {
            possibly.add(at[0] + k * at[1], step.lineBytes());
        }
        int one = certain ? 1 : 0;
        if (AddressSpace.isShared(at[0])) {
            long words = possibly.bytes() / WORD;
            long fewest = (words + Warp.LANES - 1) / Warp.LANES;
            site.add(Counter.SHARED_REQUESTS, one, 1);
            site.add(Counter.WAVEFRONTS, one * fewest, words);
            site.request(0, words);
            site.add(Counter.CONFLICTS, 0, words - fewest);
            site.because("PTX leaves open which lane accesses which element of a wmma fragment");
            return;
        }
        site.add(Counter.REQUESTS, one, 1);
        site.add(Counter.SECTORS, (long) one * possibly.sectors(), possibly.sectors());
        site.add(Counter.IDEAL_SECTORS, one * ideal(possibly.bytes()), ideal(possibly.bytes()));
        site.add(Counter.LINES, (long) one * possibly.lines(), possibly.lines());
        site.add(Counter.USEFUL_BYTES, one * possibly.bytes(), possibly.bytes());
        site.request(possibly.sectors(), 0);
        MemoryObject o = object(warp, at[0], 0);
        if (o != null) {
            long sectors = possibly.sectors();
            long useful = possibly.bytes();
            site.move(o.name(), new long[] {one * sectors, sectors, one * useful, useful});
        }
    }
}
