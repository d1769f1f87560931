package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Dim3;
import io.heddle.replay.machine.Observations;
import io.heddle.replay.machine.Observations.Decisions;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import java.util.List;
import java.util.Map;

/** A side of a pair that can be computed for given inputs. */
interface ConcreteSide {
    /** What it computes. */
    Computation computation();

    /** Its CTAs; none of a formula. */
    List<Dim3> blocks();

    /**
     * Computes it.
     *
     * @param blocks the CTAs to run
     */
    ReplayResult run(Inputs inputs, ReplayOptions options, List<Dim3> blocks);

    /** True if it may execute a library function that the compiler has inlined. */
    boolean isLiftable();

    /** What was noted since this was last asked, of what is assumed of instructions. */
    Map<Observations.Site, Map<Long, Decisions>> takeObservations();
}
