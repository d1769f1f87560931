package io.heddle.ptx;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The special registers: names, widths and which are vectors (PTX ISA 10). */
public enum SpecialRegister {
    TID("%tid", 32, Form.VECTOR),
    NTID("%ntid", 32, Form.VECTOR),
    CTAID("%ctaid", 32, Form.VECTOR),
    NCTAID("%nctaid", 32, Form.VECTOR),
    CLUSTERID("%clusterid", 32, Form.VECTOR),
    NCLUSTERID("%nclusterid", 32, Form.VECTOR),
    CLUSTER_CTAID("%cluster_ctaid", 32, Form.VECTOR),
    CLUSTER_NCTAID("%cluster_nctaid", 32, Form.VECTOR),
    CLUSTER_CTARANK("%cluster_ctarank", 32, Form.SCALAR),
    CLUSTER_NCTARANK("%cluster_nctarank", 32, Form.SCALAR),
    IS_EXPLICIT_CLUSTER("%is_explicit_cluster", 1, Form.SCALAR),
    LANEID("%laneid", 32, Form.SCALAR),
    WARPID("%warpid", 32, Form.VOLATILE),
    NWARPID("%nwarpid", 32, Form.SCALAR),
    SMID("%smid", 32, Form.VOLATILE),
    NSMID("%nsmid", 32, Form.SCALAR),
    GRIDID("%gridid", 64, Form.SCALAR),
    LANEMASK_EQ("%lanemask_eq", 32, Form.SCALAR),
    LANEMASK_LE("%lanemask_le", 32, Form.SCALAR),
    LANEMASK_LT("%lanemask_lt", 32, Form.SCALAR),
    LANEMASK_GE("%lanemask_ge", 32, Form.SCALAR),
    LANEMASK_GT("%lanemask_gt", 32, Form.SCALAR),
    CLOCK("%clock", 32, Form.VOLATILE),
    CLOCK_HI("%clock_hi", 32, Form.VOLATILE),
    CLOCK64("%clock64", 64, Form.VOLATILE),
    GLOBALTIMER("%globaltimer", 64, Form.VOLATILE),
    GLOBALTIMER_LO("%globaltimer_lo", 32, Form.VOLATILE),
    GLOBALTIMER_HI("%globaltimer_hi", 32, Form.VOLATILE),
    RESERVED_SMEM_OFFSET_BEGIN("%reserved_smem_offset_begin", 32, Form.SCALAR),
    RESERVED_SMEM_OFFSET_END("%reserved_smem_offset_end", 32, Form.SCALAR),
    RESERVED_SMEM_OFFSET_CAP("%reserved_smem_offset_cap", 32, Form.SCALAR),
    RESERVED_SMEM_OFFSET_0("%reserved_smem_offset_0", 32, Form.SCALAR),
    RESERVED_SMEM_OFFSET_1("%reserved_smem_offset_1", 32, Form.SCALAR),
    TOTAL_SMEM_SIZE("%total_smem_size", 32, Form.SCALAR),
    AGGR_SMEM_SIZE("%aggr_smem_size", 32, Form.SCALAR),
    DYNAMIC_SMEM_SIZE("%dynamic_smem_size", 32, Form.SCALAR),
    CURRENT_GRAPH_EXEC("%current_graph_exec", 64, Form.SCALAR),
    /** {@code %envreg0} to {@code %envreg31}. */
    ENVREG("%envreg", 32, Form.NUMBERED),
    /** {@code %pm0} to {@code %pm7}. */
    PM("%pm", 32, Form.NUMBERED),
    /** {@code %pm0_64} to {@code %pm7_64}. */
    PM_64("%pm_64", 64, Form.NUMBERED);

    private enum Form {
        SCALAR,
        /** A scalar that may hold another value at each read. */
        VOLATILE,
        /** Four components. */
        VECTOR,
        /** Several scalars, told apart by a number in the name. */
        NUMBERED
    }

    private static final Map<String, SpecialRegister> BY_NAME =
            Arrays.stream(values())
                    .filter(r -> r.form != Form.NUMBERED)
                    .collect(Collectors.toUnmodifiableMap(r -> r.spelling, Function.identity()));
    private static final int ENVIRONMENT_REGISTERS = 32;
    private static final int PERFORMANCE_MONITORS = 8;

    private final String spelling;
    private final int width;
    private final Form form;

    SpecialRegister(String spelling, int width, Form form) {
        this.spelling = spelling;
        this.width = width;
        this.form = form;
    }

    /** The register that a name such as {@code %tid.x}, {@code %tid} or {@code %pm3} names. */
    public static Optional<SpecialRegister> of(String name) {
        if (name.isEmpty() || name.charAt(0) != '%') {
            return Optional.empty();
        }
        int point = name.indexOf('.');
        Optional<SpecialRegister> named =
                Optional.ofNullable(BY_NAME.get(point > 0 ? name.substring(0, point) : name));
        if (point > 0) {
            boolean component =
                    name.length() == point + 2 && "xyzw".indexOf(name.charAt(point + 1)) >= 0;
            return named.filter(r -> r.isVector() && component);
        }
        return named.or(() -> numbered(name));
    }

    private static Optional<SpecialRegister> numbered(String name) {
        if (isNumbered(name, ENVREG.spelling, ENVIRONMENT_REGISTERS)) {
            return Optional.of(ENVREG);
        }
        boolean wide = name.endsWith("_64");
        String plain = wide ? name.substring(0, name.length() - 3) : name;
        return isNumbered(plain, PM.spelling, PERFORMANCE_MONITORS)
                ? Optional.of(wide ? PM_64 : PM)
                : Optional.empty();
    }

    private static boolean isNumbered(String name, String stem, int count) {
        if (!name.startsWith(stem) || name.length() > stem.length() + 2) {
            return false;
        }
        String digits = name.substring(stem.length());
        return !digits.isEmpty()
                && digits.chars().allMatch(c -> c >= '0' && c <= '9')
                && Integer.parseInt(digits) < count;
    }

    /** Its name without a component or number. */
    public String spelling() {
        return spelling;
    }

    /** Bits of the register or of each component; 1 of a predicate. */
    public int width() {
        return width;
    }

    /** True if it has the components x, y, z and w. */
    public boolean isVector() {
        return form == Form.VECTOR;
    }

    /** True if it may hold another value at each read. */
    public boolean isVolatile() {
        return form == Form.VOLATILE;
    }

    /** True if it tells of clusters, or where in one a CTA is. */
    public boolean isOfClusters() {
        return spelling.contains("cluster");
    }
}
