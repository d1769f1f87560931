package io.heddle.cost;

import io.heddle.isa.AddressedStep;
import io.heddle.isa.LaneAccess;
import io.heddle.isa.LinesStep;
import io.heddle.machine.Step;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.StateSpace;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The counts of one step while a launch is executed. */
final class Site {
    private static final int COUNTERS = Counter.values().length;

    final int flopsPerThread;
    final long operationsPerWarp;
    final boolean groupsCopies;
    final AddressedStep addressed; // or null
    final LinesStep lines; // or null
    final List<LaneAccess> accesses;
    final Optional<StateSpace> space; // that the instruction names
    final List<RequestPattern> patterns;
    private final long[] least = new long[COUNTERS];
    private final long[] most = new long[COUNTERS];
    private final Map<String, long[]> traffic = new LinkedHashMap<>();
    private LaneStride stride = LaneStride.NONE;
    private String reason = "";
    private long sectorsOfOne; // the most of one request
    private long wavefrontsOfOne;

    Site(Step step) {
        Instruction i = step.instruction();
        flopsPerThread = Operations.ofThread(i);
        operationsPerWarp = Operations.ofWarp(i);
        groupsCopies = step.isAsynchronous() && i.opcode().equals("cp");
        addressed = step instanceof AddressedStep a ? a : null;
        lines = step instanceof LinesStep l ? l : null;
        // parameters of functions are passed in registers
        accesses = addressed == null || i.has("param") ? List.of() : addressed.accesses();
        space = space(i);
        patterns = accesses.stream().map(a -> new RequestPattern()).toList();
    }

    private static Optional<StateSpace> space(Instruction i) {
        return i.modifiers().stream()
                .map(m -> m.split("::")[0])
                .filter(Set.of("shared", "global", "local", "const", "param")::contains)
                .findFirst()
                .map(m -> StateSpace.valueOf(m.toUpperCase(Locale.ROOT)));
    }

    /** Adds to the least and the most of each counter. */
    void add(long[] costs) {
        for (int k = 0; k < COUNTERS; k++) {
            least[k] += costs[k];
            most[k] += costs[COUNTERS + k];
        }
    }

    /** The least and the most of each counter. */
    void counts(long[] into) {
        System.arraycopy(least, 0, into, 0, COUNTERS);
        System.arraycopy(most, 0, into, COUNTERS, COUNTERS);
    }

    /** What was added since the counts were {@code before}. */
    void since(long[] before, long[] into) {
        for (int k = 0; k < COUNTERS; k++) {
            into[k] = least[k] - before[k];
            into[COUNTERS + k] = most[k] - before[COUNTERS + k];
        }
    }

    void add(Counter counter, long atLeast, long atMost) {
        least[counter.ordinal()] += atLeast;
        most[counter.ordinal()] += atMost;
    }

    void greatest(Counter counter, long value) {
        int k = counter.ordinal();
        least[k] = Math.max(least[k], value);
        most[k] = Math.max(most[k], value);
    }

    /** Adds what is moved to or from an object; returns the sum. */
    long[] move(String object, long[] counts) {
        long[] sum = traffic.computeIfAbsent(object, o -> new long[counts.length]);
        add(sum, counts);
        return sum;
    }

    static void add(long[] sum, long[] counts) {
        for (int k = 0; k < counts.length; k++) {
            sum[k] += counts[k];
        }
    }

    void request(long sectors, long wavefronts) {
        sectorsOfOne = Math.max(sectorsOfOne, sectors);
        wavefrontsOfOne = Math.max(wavefrontsOfOne, wavefronts);
    }

    long sectorsOfOne() {
        return sectorsOfOne;
    }

    long wavefrontsOfOne() {
        return wavefrontsOfOne;
    }

    void stride(LaneStride of) {
        stride = stride.and(of);
    }

    LaneStride stride() {
        return stride;
    }

    /** Says why a count is not exact; the first reason is kept. */
    void because(String why) {
        if (reason.isEmpty()) {
            reason = why;
        }
    }

    String reason() {
        return reason;
    }

    Map<Counter, Count> counts() {
        Map<Counter, Count> counts = new EnumMap<>(Counter.class);
        for (Counter c : Counter.values()) {
            if (most[c.ordinal()] != 0) {
                counts.put(c, new Count(least[c.ordinal()], most[c.ordinal()]));
            }
        }
        return counts;
    }

    Map<String, Traffic> traffic() {
        Map<String, Traffic> result = new LinkedHashMap<>();
        traffic.forEach(
                (o, n) -> result.put(o, new Traffic(new Count(n[0], n[1]), new Count(n[2], n[3]))));
        return result;
    }
}
