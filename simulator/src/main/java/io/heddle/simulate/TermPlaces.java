package io.heddle.simulate;

import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.machine.Program;
import io.heddle.machine.SimulationOptions;
import io.heddle.machine.Step;
import io.heddle.machine.ValueStep;
import io.heddle.machine.Warp;
import io.heddle.ptx.Operand;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Where a launch computes given terms: the first instruction whose result one of them is. Terms
 * carry no places, since equal terms of many places are one; the launch is executed again.
 */
public final class TermPlaces {
    private final Set<Integer> wanted;
    private final Map<Integer, Place> found = new HashMap<>();

    /**
     * An instruction that computes a term.
     *
     * @param register the register that receives it
     * @param at the instruction
     */
    public record Place(String register, Location at) {
        /** {@code %f7 of file:line}, of the CUDA source where that is known. */
        @Override
        public String toString() {
            return register + " of " + (at.source() == null ? at.position() : at.source());
        }
    }

    private TermPlaces(Set<Integer> wanted) {
        this.wanted = wanted;
    }

    /**
     * The places of {@code terms}; none of terms that no instruction computes as a float register.
     *
     * @param store the store of an earlier execution of the launch: equal terms have equal ids
     */
    public static Map<Integer, Place> find(
            Launch launch, TermStore store, SimulationOptions options, Set<Integer> terms) {
        TermPlaces places = new TermPlaces(terms);
        Simulator.watch(launch, store, options, places::watch);
        return places.found;
    }

    private void watch(Program program) {
        for (Step step : program.code) {
            if (step instanceof ValueStep v && v.instruction() != null) {
                v.watch(new Results());
            }
        }
    }

    /** Looks at what steps have written. */
    private final class Results implements ValueStep.Watch {
        @Override
        public void see(Step step, Warp warp, int mask) {
            // only results count
        }

        @Override
        public void seen(Step step, Warp warp, int mask) {
            int[] destinations = step.destinations();
            for (int k = 0; k < destinations.length && found.size() < wanted.size(); k++) {
                for (int m = mask; m != 0; m &= m - 1) {
                    Value v = warp.value(destinations[k] + Integer.numberOfTrailingZeros(m));
                    if (Tag.isFloat(v.tag()) && wanted.contains(Tag.term(v.payload()))) {
                        found.computeIfAbsent(Tag.term(v.payload()), t -> place(step));
                    }
                }
            }
        }

        private Place place(Step step) {
            Operand to = step.instruction().operands().get(0);
            String register = to instanceof Operand.Register r ? r.name() : "a result";
            return new Place(register, Location.of(step.instruction()));
        }
    }
}
