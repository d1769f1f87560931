package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.PtxModule;
import java.io.Serializable;
import java.util.List;

/**
 * One kernel launch of a pair, before its PTX is read.
 *
 * @param ptx path of the PTX file, resolved against the suite file
 * @param entry what names the kernel ({@link EntryNames}), or null if the file has one
 * @param grid CTAs
 * @param block threads per CTA
 * @param shared bytes of dynamic shared memory
 * @param cta the CTA to execute, or null for all
 * @param arguments one per kernel parameter
 * @param options options that widen what is accepted
 */
public record Side(
        String ptx,
        String entry,
        Dim3 grid,
        Dim3 block,
        int shared,
        Dim3 cta,
        List<Argument> arguments,
        Options options)
        implements Serializable {
    /** Copies the list. */
    public Side {
        arguments = List.copyOf(arguments);
    }

    /**
     * Options that widen what is accepted of one kernel; each is listed among the assumptions where
     * it was used.
     *
     * @param sameValueRaces accept races in which both threads write the same value
     * @param finiteMasks take large negative finite masks for −∞
     * @param warpSynchronous threads of a warp run in lock-step
     */
    public record Options(boolean sameValueRaces, boolean finiteMasks, boolean warpSynchronous)
            implements Serializable {
        /** Strict semantics. */
        public static final Options STRICT = new Options(false, false, false);
    }

    /**
     * The launch of this side's entry in {@code module}.
     *
     * @throws InputException if the module has no such entry, or several and none is named
     */
    public Launch launch(PtxModule module) {
        String name = EntryNames.find(module, entry).name();
        return new Launch(module, name, grid, block, shared, cta, arguments);
    }
}
