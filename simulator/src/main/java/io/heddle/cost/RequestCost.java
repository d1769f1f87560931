package io.heddle.cost;

/** What one request of a warp costs, of which the addresses are known. */
public final class RequestCost {
    private final SharedBanks banks;
    private final Sectors pieces = new Sectors();

    /** What the lanes of a request do. */
    public enum Access {
        /** They load words. */
        LOAD,
        /** They store words. */
        STORE,
        /** They change words. */
        ATOMIC,
        /** They name rows of matrices. */
        ROWS
    }

    /**
     * Makes the model of a target.
     *
     * @param target number of the target architecture, such as 80
     */
    public RequestCost(int target) {
        banks = new SharedBanks(target);
    }

    /**
     * The passes that shared memory takes.
     *
     * @param addresses of the lanes, in bytes
     * @param lanes those that access
     * @param bytes of one lane's access
     */
    public int wavefronts(Access access, long[] addresses, int lanes, int bytes) {
        if (lanes == 0) {
            return 0;
        }
        switch (access) {
            case LOAD -> banks.count(addresses, lanes, bytes, SharedBanks.Access.LOAD);
            case STORE -> banks.count(addresses, lanes, bytes, SharedBanks.Access.STORE);
            case ATOMIC -> banks.count(addresses, lanes, bytes, SharedBanks.Access.ATOMIC);
            case ROWS -> banks.countRows(addresses, lanes, bytes);
        }
        return banks.passes();
    }

    /** The passes of the last access beyond the fewest. */
    public int conflicts() {
        return banks.conflicts();
    }

    /** The sectors of global memory that lanes touch. */
    public int sectors(long[] addresses, int lanes, int bytes) {
        pieces.clear();
        for (int m = lanes; m != 0; m &= m - 1) {
            pieces.add(addresses[Integer.numberOfTrailingZeros(m)], bytes);
        }
        return pieces.sectors();
    }
}
