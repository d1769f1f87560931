package io.heddle.machine;

import io.heddle.finding.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers the places at which threads reach barriers. A place is an instruction and, in a function,
 * the calls that lead there. Lanes of one warp that reach an aligned barrier by different calls
 * execute it conditionally, as if it were two instructions (PTX ISA, {@code barrier}).
 */
final class BarrierSites {
    private final Program program;
    private final Map<List<Integer>, Integer> numbers = new HashMap<>();
    private final List<Integer> instructions = new ArrayList<>(); // by number − code length

    BarrierSites(Program program) {
        this.program = program;
    }

    /** The number of the place at which a lane executes a step. */
    int site(Step step, Warp warp, int lane) {
        List<Integer> calls = warp.calls().returns(lane);
        if (calls.isEmpty()) {
            return step.index();
        }
        List<Integer> key = new ArrayList<>(calls);
        key.add(step.index());
        return numbers.computeIfAbsent(
                key,
                k -> {
                    instructions.add(step.index());
                    return program.code.length + instructions.size() - 1;
                });
    }

    /** The step at a place. */
    Step step(int site) {
        int known = Math.max(0, site);
        int index =
                known < program.code.length ? known : instructions.get(known - program.code.length);
        return program.code[index];
    }

    /** The location of a place, for messages. */
    Location location(int site) {
        return Location.of(step(site).instruction());
    }
}
