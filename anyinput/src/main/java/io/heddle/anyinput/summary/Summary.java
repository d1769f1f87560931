package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerms;
import java.util.List;
import java.util.Map;

/**
 * What a kernel does to memory.
 *
 * @param terms that made its terms
 * @param points its control flow; the first is where threads begin
 * @param axioms what is known of functions, by their names
 * @param goesOn what holds in each iteration before one that is reached, by the name of the
 *     function that says whether it is; the last parameter is the iteration
 * @param gaps what it leaves out
 * @param namesSomeLanes true if warp operations may name some lanes of a warp only
 */
public record Summary(
        BitTerms terms,
        List<Point> points,
        Map<String, Axiom> axioms,
        Map<String, Axiom> goesOn,
        List<Gap> gaps,
        boolean namesSomeLanes) {
    /** Copies the collections. */
    public Summary {
        points = List.copyOf(points);
        axioms = Map.copyOf(axioms);
        goesOn = Map.copyOf(goesOn);
        gaps = List.copyOf(gaps);
    }

    /** True if every loop was executed round by round to its end. */
    public boolean loopsEnd() {
        return axioms.isEmpty();
    }

    /** True if some threads of a block may end instead of waiting at a barrier of all threads. */
    public boolean mayLeaveBarriers() {
        return points.stream()
                .anyMatch(
                        p ->
                                p.barrier() != null
                                        && p.barrier().kind() == Barrier.Kind.BLOCK
                                        && !p.barrier().uniform());
    }
}
