package io.heddle.cost;

import io.heddle.finding.Location;
import java.io.Serializable;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one instruction of a launch costs.
 *
 * @param location where it is
 * @param instruction its mnemonic
 * @param kind its class: {@code fma.f32}, {@code mma.f16}, {@code float}, {@code special}, {@code
 *     integer}, {@code convert}, {@code memory}, {@code control}, {@code sync}, {@code warp} or
 *     {@code move}
 * @param counts its counters, without those that are zero
 * @param traffic what it moves from and to global memory, by tensor or variable
 * @param stride how far apart neighbouring lanes access memory
 * @param sectorsOfOne the most sectors that one of its requests to global memory touches
 * @param wavefrontsOfOne the most passes that one of its requests to shared memory takes
 * @param reason why a count is an interval; empty if all are exact
 */
public record InstructionCost(
        Location location,
        String instruction,
        String kind,
        Map<Counter, Count> counts,
        Map<String, Traffic> traffic,
        LaneStride stride,
        long sectorsOfOne,
        long wavefrontsOfOne,
        String reason)
        implements Serializable {
    /** Copies the maps. */
    public InstructionCost {
        EnumMap<Counter, Count> sorted = new EnumMap<>(Counter.class);
        sorted.putAll(counts);
        counts = sorted;
        traffic = new LinkedHashMap<>(traffic);
    }

    /** A counter; zero if nothing was counted. */
    public Count count(Counter counter) {
        return counts.getOrDefault(counter, Count.ZERO);
    }

    /** The same in one of several launches. */
    public InstructionCost of(int launch, String entry) {
        return new InstructionCost(
                location.of(launch, entry),
                instruction,
                kind,
                counts,
                traffic,
                stride,
                sectorsOfOne,
                wavefrontsOfOne,
                reason);
    }

    /** What this or another execution of the instruction costs. */
    InstructionCost or(InstructionCost other) {
        Map<Counter, Count> both = new EnumMap<>(Counter.class);
        for (Counter c : Counter.values()) {
            Count count = count(c).or(other.count(c));
            if (count.most() != 0) {
                both.put(c, count);
            }
        }
        Map<String, Traffic> moved = new LinkedHashMap<>();
        traffic.forEach((o, t) -> moved.put(o, t.or(other.traffic.getOrDefault(o, Traffic.NONE))));
        other.traffic.forEach((o, t) -> moved.computeIfAbsent(o, n -> t.or(Traffic.NONE)));
        boolean same = both.values().stream().allMatch(Count::isExact);
        String why = reason.isEmpty() ? other.reason : reason;
        return new InstructionCost(
                location,
                instruction,
                kind,
                both,
                moved,
                stride.and(other.stride),
                Math.max(sectorsOfOne, other.sectorsOfOne),
                Math.max(wavefrontsOfOne, other.wavefrontsOfOne),
                same ? "" : why.isEmpty() ? "it depends on scalar arguments" : why);
    }
}
