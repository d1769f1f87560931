package io.heddle.ptx;

import java.util.Set;

/** The names of the special registers (PTX ISA 10). */
final class SpecialRegisters {
    private static final Set<String> VECTORS =
            Set.of(
                    "%tid",
                    "%ntid",
                    "%ctaid",
                    "%nctaid",
                    "%clusterid",
                    "%nclusterid",
                    "%cluster_ctaid",
                    "%cluster_nctaid");

    private static final Set<String> SCALARS =
            Set.of(
                    "%laneid",
                    "%warpid",
                    "%nwarpid",
                    "%smid",
                    "%nsmid",
                    "%gridid",
                    "%is_explicit_cluster",
                    "%cluster_ctarank",
                    "%cluster_nctarank",
                    "%lanemask_eq",
                    "%lanemask_le",
                    "%lanemask_lt",
                    "%lanemask_ge",
                    "%lanemask_gt",
                    "%clock",
                    "%clock_hi",
                    "%clock64",
                    "%globaltimer",
                    "%globaltimer_lo",
                    "%globaltimer_hi",
                    "%reserved_smem_offset_begin",
                    "%reserved_smem_offset_end",
                    "%reserved_smem_offset_cap",
                    "%reserved_smem_offset_0",
                    "%reserved_smem_offset_1",
                    "%total_smem_size",
                    "%aggr_smem_size",
                    "%dynamic_smem_size",
                    "%current_graph_exec");

    private SpecialRegisters() {}

    static boolean contains(String name) {
        if (name.isEmpty() || name.charAt(0) != '%') {
            return false;
        }
        if (SCALARS.contains(name) || VECTORS.contains(name)) {
            return true;
        }
        int point = name.indexOf('.');
        if (point > 0) {
            return VECTORS.contains(name.substring(0, point))
                    && name.length() == point + 2
                    && "xyzw".indexOf(name.charAt(point + 1)) >= 0;
        }
        return numbered(name, "%envreg", 32) || isPerformanceMonitor(name);
    }

    private static boolean isPerformanceMonitor(String name) {
        String plain = name.endsWith("_64") ? name.substring(0, name.length() - 3) : name;
        return numbered(plain, "%pm", 8);
    }

    private static boolean numbered(String name, String stem, int count) {
        if (!name.startsWith(stem) || name.length() > stem.length() + 2) {
            return false;
        }
        String digits = name.substring(stem.length());
        return !digits.isEmpty()
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(digits) < count;
    }
}
