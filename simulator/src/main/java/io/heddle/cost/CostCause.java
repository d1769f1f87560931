package io.heddle.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says in sentences why an instruction costs what it costs, where that is certain. */
public final class CostCause {
    private static final int LANES = 32;
    private static final int WORD = 4;

    private CostCause() {}

    /** The causes; empty if nothing is wrong or nothing is certain. */
    public static String of(InstructionCost cost) {
        List<String> causes = new ArrayList<>();
        LaneStride stride = cost.stride();
        if (stride.kind() == LaneStride.Kind.SAME) {
            conflicts(cost, stride, causes);
            sectors(cost, stride, causes);
        }
        Count divergent = cost.count(Counter.DIVERGENT_BRANCHES);
        Count all = cost.count(Counter.WARP_INSTRUCTIONS);
        if (divergent.isExact() && divergent.most() > 0 && all.isExact()) {
            causes.add(
                    String.format(
                            Locale.ROOT,
                            "the threads of a warp part in %,d of %,d executions",
                            divergent.most(),
                            all.most()));
        }
        return String.join("; ", causes);
    }

    private static void conflicts(InstructionCost cost, LaneStride stride, List<String> causes) {
        Count conflicts = cost.count(Counter.CONFLICTS);
        if (!conflicts.isExact() || conflicts.most() == 0) {
            return;
        }
        if (stride.bytes() == 0) {
            causes.add(
                    String.format(
                            Locale.ROOT,
                            "up to %d passes a request: the threads change one word, one after the"
                                    + " other",
                            cost.wavefrontsOfOne()));
            return;
        }
        long bytes = Math.abs(stride.bytes());
        String text =
                String.format(
                        Locale.ROOT,
                        "up to %d passes a request: neighbouring threads are %,d bytes apart",
                        cost.wavefrontsOfOne(),
                        bytes);
        if (bytes % WORD == 0 && stride.width() == WORD && passes(bytes + WORD) == 1) {
            text +=
                    String.format(
                            Locale.ROOT,
                            "; %,d words apart instead of %,d there would be no conflict",
                            bytes / WORD + 1,
                            bytes / WORD);
        }
        causes.add(text);
    }

    /** Passes of a warp whose lanes access words some bytes apart. */
    private static int passes(long bytes) {
        long[] addresses = new long[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            addresses[lane] = lane * bytes;
        }
        SharedBanks banks = new SharedBanks(0);
        banks.count(addresses, -1, WORD, SharedBanks.Access.LOAD);
        return banks.passes();
    }

    private static void sectors(InstructionCost cost, LaneStride stride, List<String> causes) {
        Count sectors = cost.count(Counter.SECTORS);
        Count ideal = cost.count(Counter.IDEAL_SECTORS);
        if (!sectors.isExact() || !ideal.isExact() || sectors.equals(ideal)) {
            return;
        }
        long bytes = Math.abs(stride.bytes());
        if (bytes > stride.width()) {
            causes.add(
                    String.format(
                            Locale.ROOT,
                            "neighbouring threads are %,d bytes apart, of which they use %d",
                            bytes,
                            stride.width()));
        } else if (bytes == stride.width()) {
            causes.add("some requests do not begin or end at a multiple of 32 bytes");
        }
    }

    /**
     * Sectors of an instruction beyond the fewest that its requests need, and its bank conflicts.
     * The most, where data decide.
     */
    public static long excess(InstructionCost cost) {
        Count sectors = cost.count(Counter.SECTORS);
        Count ideal = cost.count(Counter.IDEAL_SECTORS);
        Count conflicts = cost.count(Counter.CONFLICTS);
        if (!sectors.isBounded() || !conflicts.isBounded()) {
            return Count.UNBOUNDED;
        }
        return sectors.most() - ideal.most() + conflicts.most();
    }
}
