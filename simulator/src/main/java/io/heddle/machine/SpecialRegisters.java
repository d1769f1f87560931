package io.heddle.machine;

import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.ptx.SpecialRegister;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Locale;

/**
 * The values of special registers (PTX ISA 10). One that depends on the schedule, the device or the
 * driver is an opaque number ({@link ScheduleDependence}): no branch, address or output may depend
 * on it.
 */
final class SpecialRegisters {
    private static final long OPAQUE = -1;

    private SpecialRegisters() {}

    static boolean isModelled(SpecialRegister register) {
        return switch (register) {
            case CURRENT_GRAPH_EXEC, PM, PM_64 -> false;
            default -> true;
        };
    }

    /**
     * The value of a special register for a thread, which keeps it until it ends.
     *
     * @param name of the special register
     * @param cta coordinates of the CTA
     * @param thread number in the CTA
     */
    static Value value(String name, Launch launch, Dim3 cta, int thread, TermStore store) {
        int lane = thread % Warp.LANES;
        SpecialRegister register = SpecialRegister.of(name).orElseThrow();
        int width = register.width();
        long bits =
                switch (register) {
                    case TID -> component(name, point(thread, launch.block()));
                    case NTID -> component(name, launch.block());
                    case CTAID, CLUSTERID -> component(name, cta);
                    case NCTAID, NCLUSTERID -> component(name, launch.grid());
                    case CLUSTER_CTAID, CLUSTER_CTARANK, IS_EXPLICIT_CLUSTER -> 0;
                    case CLUSTER_NCTAID, CLUSTER_NCTARANK -> 1;
                    case LANEID -> lane;
                    case LANEMASK_EQ -> 1L << lane;
                    case LANEMASK_LT -> (1L << lane) - 1;
                    case LANEMASK_LE -> (2L << lane) - 1;
                    case LANEMASK_GT -> 0xffffffffL & -(2L << lane);
                    case LANEMASK_GE -> 0xffffffffL & -(1L << lane);
                    case DYNAMIC_SMEM_SIZE -> launch.dynamicShared();
                    case WARPID,
                            NWARPID,
                            SMID,
                            NSMID,
                            GRIDID,
                            CLOCK,
                            CLOCK_HI,
                            CLOCK64,
                            GLOBALTIMER,
                            GLOBALTIMER_LO,
                            GLOBALTIMER_HI,
                            TOTAL_SMEM_SIZE,
                            AGGR_SMEM_SIZE,
                            RESERVED_SMEM_OFFSET_BEGIN,
                            RESERVED_SMEM_OFFSET_END,
                            RESERVED_SMEM_OFFSET_CAP,
                            RESERVED_SMEM_OFFSET_0,
                            RESERVED_SMEM_OFFSET_1,
                            ENVREG -> // what the driver puts there is not PTX
                            OPAQUE;
                    default -> throw new AssertionError(name + " is not modelled");
                };
        if (bits != OPAQUE) {
            return Value.concrete(bits, width);
        }
        return opaque(name, register, thread, 0, store);
    }

    /**
     * What one read of a volatile special register gives a thread.
     *
     * @param read a number that no other read has
     */
    static Value volatileValue(String name, int thread, long read, TermStore store) {
        return opaque(name, SpecialRegister.of(name).orElseThrow(), thread, read, store);
    }

    private static Value opaque(
            String name, SpecialRegister register, int thread, long read, TermStore store) {
        int opaque =
                store.apply(
                        ScheduleDependence.function(name.substring(1).toLowerCase(Locale.ROOT), 2),
                        store.integer(thread),
                        store.integer(read));
        int width = register.width();
        return Value.whole(Tag.INT, Tag.integer(opaque, width, false), width);
    }

    private static Dim3 point(int linear, Dim3 extent) {
        return new Dim3(
                linear % extent.x(),
                linear / extent.x() % extent.y(),
                linear / (extent.x() * extent.y()));
    }

    private static long component(String name, Dim3 d) {
        return switch (name.charAt(name.length() - 1)) {
            case 'x' -> d.x();
            case 'y' -> d.y();
            case 'z' -> d.z();
            default -> 0; // .w
        };
    }
}
