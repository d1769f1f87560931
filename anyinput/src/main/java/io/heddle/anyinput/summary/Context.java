package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.List;

/**
 * The loops around a region.
 *
 * @param condition under which a thread comes to the region at these iterations
 * @param counters the iterations, outermost loop first
 * @param loops the loops, outermost first
 */
record Context(BitTerm condition, List<BitTerm> counters, List<LoopRun> loops) {
    Context {
        counters = List.copyOf(counters);
        loops = List.copyOf(loops);
    }

    /** The context of the body of a loop in it. */
    Context inside(BitTerm reached, LoopRun loop) {
        List<BitTerm> more = new ArrayList<>(counters);
        more.add(loop.counter());
        List<LoopRun> deeper = new ArrayList<>(loops);
        deeper.add(loop);
        return new Context(reached, more, deeper);
    }
}
