package io.heddle.replay.step;

import io.heddle.launch.Dim3;
import io.heddle.replay.machine.Lane;
import io.heddle.replay.machine.StopException;

/** Special registers (PTX ISA 10). */
final class SpecialRegisters {
    /** Whether the value is fixed for a thread. */
    enum Kind {
        FIXED,
        TIME
    }

    private SpecialRegisters() {}

    private static String plain(String name) {
        return name.startsWith("%") ? name.substring(1) : name;
    }

    static Kind kind(String name) {
        return switch (plain(name)) {
            case "clock",
                    "clock_hi",
                    "clock64",
                    "globaltimer",
                    "globaltimer_lo",
                    "globaltimer_hi" ->
                    Kind.TIME;
            default -> Kind.FIXED;
        };
    }

    /** The value of a fixed special register. */
    static long value(String name, Lane lane) {
        String n = plain(name);
        Dim3 block = lane.cta.block();
        int point = n.indexOf('.');
        if (point > 0) {
            return component(n.substring(0, point), n.charAt(point + 1), lane, block);
        }
        return switch (n) {
            case "laneid" -> lane.laneId;
            case "warpid" -> lane.thread / 32;
            case "nwarpid" -> (block.size() + 31) / 32;
            case "lanemask_eq" -> 1L << lane.laneId;
            case "lanemask_lt" -> (1L << lane.laneId) - 1;
            case "lanemask_le" -> (2L << lane.laneId) - 1;
            case "lanemask_ge" -> -(1L << lane.laneId) & 0xFFFFFFFFL;
            case "lanemask_gt" -> -(2L << lane.laneId) & 0xFFFFFFFFL;
            case "dynamic_smem_size" -> lane.cta.dynamicShared();
            case "cluster_nctarank", "nsmid" -> 1;
            case "cluster_ctarank", "is_explicit_cluster", "smid", "gridid" -> 0;
            case "WARP_SZ" -> 32;
            default -> {
                if (n.startsWith("envreg")
                        || n.startsWith("pm")
                        || n.startsWith("reserved_smem_offset")) {
                    yield 0;
                }
                throw StopException.unsupported("special register " + name);
            }
        };
    }

    private static long component(String register, char axis, Lane lane, Dim3 block) {
        int t = lane.thread;
        Dim3 thread =
                new Dim3(t % block.x(), t / block.x() % block.y(), t / (block.x() * block.y()));
        return switch (register) {
            case "tid" -> along(thread, axis);
            case "ntid" -> along(block, axis);
            case "ctaid", "clusterid" -> along(lane.cta.index(), axis);
            case "nctaid", "nclusterid" -> along(lane.cta.grid(), axis);
            case "cluster_ctaid" -> 0;
            case "cluster_nctaid" -> 1;
            default -> throw StopException.unsupported("special register " + register);
        };
    }

    private static int along(Dim3 d, char axis) {
        return switch (axis) {
            case 'x' -> d.x();
            case 'y' -> d.y();
            case 'z' -> d.z();
            default -> throw StopException.unsupported("component " + axis);
        };
    }
}
