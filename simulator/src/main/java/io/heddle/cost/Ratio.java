package io.heddle.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** A quotient of two counters of a launch. */
public enum Ratio {
    /** Sectors of a request to global memory, on average. */
    SECTORS_PER_REQUEST(Counter.SECTORS, Counter.REQUESTS),
    /** Passes of a request to shared memory, on average. */
    WAVEFRONTS_PER_REQUEST(Counter.WAVEFRONTS, Counter.SHARED_REQUESTS);

    private final Counter over;
    private final Counter under;

    Ratio(Counter over, Counter under) {
        this.over = over;
        this.under = under;
    }

    /** How reports and {@code --cost-max} spell it. */
    public String spelling() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The ratio with a spelling. */
    public static Optional<Ratio> of(String spelling) {
        return Arrays.stream(values()).filter(r -> r.spelling().equals(spelling)).findFirst();
    }

    /**
     * The ratio of a launch, or what it is at most where data decide its counters; none if nothing
     * is counted, infinite if no bound is known.
     */
    public OptionalDouble atMost(KernelCost cost) {
        Count n = cost.total(over);
        Count d = cost.total(under);
        if (d.most() == 0) {
            return OptionalDouble.empty();
        }
        if (n.isExact() && d.isExact()) {
            return OptionalDouble.of((double) n.most() / d.most());
        }
        if (!n.isBounded() || !d.isBounded()) {
            return OptionalDouble.of(Double.POSITIVE_INFINITY);
        }
        long greatest = cost.instructions().stream().mapToLong(this::ofOneRequest).max().orElse(0);
        return OptionalDouble.of((double) greatest);
    }

    private long ofOneRequest(InstructionCost i) {
        return this == SECTORS_PER_REQUEST ? i.sectorsOfOne() : i.wavefrontsOfOne();
    }

    /** True if data may decide the ratio of a launch. */
    public boolean isBound(KernelCost cost) {
        return !cost.total(over).isExact() || !cost.total(under).isExact();
    }
}
