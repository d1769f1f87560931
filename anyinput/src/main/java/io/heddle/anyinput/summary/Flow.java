package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A way on which threads come to a block.
 *
 * @param condition under which they do, at the present iterations
 * @param registers what the registers hold then
 * @param from the points that they come from
 */
record Flow(BitTerm condition, Registers registers, List<Point> from) {
    Flow {
        from = List.copyOf(from);
    }

    /** The same under another condition. */
    Flow under(BitTerm other) {
        return new Flow(other, registers, from);
    }

    /** Several ways as one. */
    static Flow merge(List<Flow> all, BitTerms terms) {
        Flow merged = all.get(0);
        for (Flow f : all.subList(1, all.size())) {
            List<Point> from = new ArrayList<>(merged.from);
            f.from.stream().filter(p -> !from.contains(p)).forEach(from::add);
            merged =
                    new Flow(
                            terms.or(merged.condition, f.condition),
                            f.registers.orElse(
                                    f.condition, merged.condition, merged.registers, terms),
                            from);
        }
        return merged;
    }

    /**
     * Where the threads are that came to a region.
     *
     * @param back ways back to its header
     * @param exits ways out, by block; {@link #END} for threads that have ended
     */
    record Outcome(List<Flow> back, TreeMap<Integer, List<Flow>> exits) {
        /** The block of threads that have ended. */
        static final int END = -1;

        Outcome() {
            this(new ArrayList<>(), new TreeMap<>());
        }

        void exit(int block, Flow flow) {
            if (!flow.condition().is(0)) {
                exits.computeIfAbsent(block, b -> new ArrayList<>()).add(flow);
            }
        }

        void addAll(Map<Integer, List<Flow>> others) {
            others.forEach((b, flows) -> flows.forEach(f -> exit(b, f)));
        }
    }
}
