package io.heddle.machine;

import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.term.TermStore;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Values of the special registers (PTX ISA 10). Those that depend on the schedule or the chip are
 * opaque numbers whose names begin with {@code schedule.}: they must not reach a branch, an address
 * or an output.
 */
final class SpecialRegisters {
    private static final Map<String, Integer> WIDTHS =
            Map.ofEntries(
                    Map.entry("%laneid", 32),
                    Map.entry("%warpid", 32),
                    Map.entry("%nwarpid", 32),
                    Map.entry("%smid", 32),
                    Map.entry("%nsmid", 32),
                    Map.entry("%gridid", 64),
                    Map.entry("%lanemask_eq", 32),
                    Map.entry("%lanemask_le", 32),
                    Map.entry("%lanemask_lt", 32),
                    Map.entry("%lanemask_ge", 32),
                    Map.entry("%lanemask_gt", 32),
                    Map.entry("%clock", 32),
                    Map.entry("%clock_hi", 32),
                    Map.entry("%clock64", 64),
                    Map.entry("%globaltimer", 64),
                    Map.entry("%globaltimer_lo", 32),
                    Map.entry("%globaltimer_hi", 32),
                    Map.entry("%total_smem_size", 32),
                    Map.entry("%dynamic_smem_size", 32),
                    Map.entry("%aggr_smem_size", 32),
                    Map.entry("%cluster_ctarank", 32),
                    Map.entry("%cluster_nctarank", 32),
                    Map.entry("%is_explicit_cluster", 1));
    private static final Set<String> VOLATILE =
            Set.of(
                    "%clock",
                    "%clock_hi",
                    "%clock64",
                    "%globaltimer",
                    "%globaltimer_lo",
                    "%globaltimer_hi",
                    "%smid",
                    "%warpid");
    private static final Set<String> DIMENSIONAL =
            Set.of(
                    "%tid",
                    "%ntid",
                    "%ctaid",
                    "%nctaid",
                    "%clusterid",
                    "%nclusterid",
                    "%cluster_ctaid",
                    "%cluster_nctaid");

    private SpecialRegisters() {}

    /** Width in bits, or −1 for a register that is not modelled. */
    static int width(String name) {
        String base = base(name);
        if (DIMENSIONAL.contains(base)) {
            return 32;
        }
        return WIDTHS.getOrDefault(name, -1);
    }

    private static String base(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot);
    }

    /** True of registers that may hold another value at each read (PTX ISA 10, volatile). */
    static boolean isVolatile(String name) {
        return VOLATILE.contains(name);
    }

    /**
     * The value for a thread.
     *
     * @param read number of the place where a volatile register is read; others take no notice
     */
    static Value value(
            String name, int read, Launch launch, Dim3 cta, int thread, TermStore store) {
        int lane = thread % Warp.LANES;
        int width = width(name);
        long bits =
                switch (base(name)) {
                    case "%tid" -> component(name, point(thread, launch.block()));
                    case "%ntid" -> component(name, launch.block());
                    case "%ctaid", "%clusterid" -> component(name, cta);
                    case "%nctaid", "%nclusterid" -> component(name, launch.grid());
                    case "%cluster_ctaid", "%cluster_ctarank", "%is_explicit_cluster" -> 0;
                    case "%cluster_nctaid", "%cluster_nctarank" -> 1;
                    case "%laneid" -> lane;
                    case "%lanemask_eq" -> 1L << lane;
                    case "%lanemask_lt" -> (1L << lane) - 1;
                    case "%lanemask_le" -> (2L << lane) - 1;
                    case "%lanemask_gt" -> 0xffffffffL & -(2L << lane);
                    case "%lanemask_ge" -> 0xffffffffL & -(1L << lane);
                    case "%dynamic_smem_size" -> launch.dynamicShared();
                    default -> -1;
                };
        if (bits >= 0) {
            return Value.concrete(bits, width);
        }
        int opaque =
                store.apply(
                        ScheduleDependence.function(name.substring(1).toLowerCase(Locale.ROOT), 2),
                        store.integer(thread),
                        store.integer(isVolatile(name) ? read : 0));
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
