package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a kernel does to memory.
 *
 * @param terms that made its terms
 * @param points its control flow; the first is where threads begin
 * @param axioms what is known of functions, by their names
 * @param goesOn what holds in each iteration before one that is reached, by the name of the
 *     function that says whether it is; the last parameter is the iteration
 * @param gaps what it leaves out
 * @param visits of basic blocks, branches and accesses, in the order of the control flow
 * @param namesSomeLanes true if warp operations may name some lanes of a warp only
 * @param callees the functions one of which each call through a register calls, which is assumed
 * @param facts what holds of the addresses of functions
 */
public record Summary(
        BitTerms terms,
        List<Point> points,
        Map<String, Axiom> axioms,
        Map<String, Axiom> goesOn,
        List<Gap> gaps,
        List<Visit> visits,
        boolean namesSomeLanes,
        Set<String> callees,
        List<BitTerm> facts) {
    /** Copies the collections. */
    public Summary {
        points = List.copyOf(points);
        axioms = Map.copyOf(axioms);
        goesOn = Map.copyOf(goesOn);
        gaps = List.copyOf(gaps);
        visits = List.copyOf(visits);
        callees = new LinkedHashSet<>(callees);
        facts = List.copyOf(facts);
    }

    /** True if every loop was executed round by round to its end. */
    public boolean loopsEnd() {
        return axioms.isEmpty();
    }

    /** True if what threads do depends on where objects lie. */
    public boolean comparesAddresses() {
        Set<BitTerm> seen = new HashSet<>();
        ArrayDeque<BitTerm> work = new ArrayDeque<>();
        for (Point p : points) {
            if (p.access() != null) {
                work.add(p.access().condition());
            }
            if (p.barrier() != null) {
                work.add(p.barrier().condition());
            }
        }
        axioms.values().forEach(a -> work.add(a.holds()));
        goesOn.values().forEach(a -> work.add(a.holds()));
        while (!work.isEmpty()) {
            BitTerm t = work.pop();
            if (t.op() == BitOp.VARIABLE && t.name().startsWith(Operands.ADDRESS_OF)) {
                return true;
            }
            if (seen.add(t)) {
                work.addAll(t.operands());
            }
        }
        return false;
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
