package io.heddle.report;

import io.heddle.finding.Location;
import io.heddle.machine.DynamicBarrier;
import java.util.ArrayList;
import java.util.List;

/**
 * The generations of a kernel's named barriers as a picture with warps as lanes, which shows which
 * warp waits for which: WEFT's barrier dependence graph (section 5.2), drawn by warp.
 */
public final class BarrierGraph {
    private static final int WARP = 32;

    private final String title;
    private final List<DynamicBarrier> barriers;
    private final int warps;

    /**
     * A graph.
     *
     * @param title the kernel
     * @param barriers in the order of completion
     */
    public BarrierGraph(String title, List<DynamicBarrier> barriers) {
        this.title = title;
        this.barriers = List.copyOf(barriers);
        this.warps = barriers.isEmpty() ? 0 : barriers.get(0).arrived().size();
    }

    /** What is drawn. */
    String title() {
        return title;
    }

    /** Warps of a CTA. */
    int warps() {
        return warps;
    }

    /** CTAs that used a named barrier, ascending. */
    List<Integer> ctas() {
        return barriers.stream().map(DynamicBarrier::cta).distinct().sorted().toList();
    }

    /** The generations of one CTA in the order of completion. */
    List<DynamicBarrier> of(int cta) {
        return barriers.stream().filter(b -> b.cta() == cta).toList();
    }

    /** {@code barrier 1, generation 3}. */
    static String name(DynamicBarrier b) {
        return "barrier "
                + b.barrier()
                + ", generation "
                + b.generation()
                + (b.completed() ? "" : " (never completes)");
    }

    /**
     * The CUDA line of a barrier, or its PTX line if no CUDA line is known, without the folder of
     * the file.
     */
    static String place(DynamicBarrier b) {
        Location at = b.location();
        return at.source() == null
                ? baseName(at.position().file()) + ":" + at.position().line()
                : baseName(at.source().file()) + ":" + at.source().line();
    }

    private static String baseName(String file) {
        return file.substring(file.lastIndexOf('/') + 1);
    }

    /**
     * What a warp does at a generation, such as {@code threads 0-15 wait, threads 16-31 arrive}.
     */
    static String part(DynamicBarrier b, int warp) {
        int waited = b.waited().get(warp);
        int gone = b.arrived().get(warp) & ~waited;
        List<String> parts = new ArrayList<>();
        if (waited != 0) {
            parts.add("threads " + threads(warp, waited) + " wait");
        }
        if (gone != 0) {
            parts.add("threads " + threads(warp, gone) + " arrive");
        }
        return String.join(", ", parts);
    }

    private static String threads(int warp, int lanes) {
        StringBuilder text = new StringBuilder();
        int lane = 0;
        while (lane < WARP) {
            int from = lane;
            while (lane < WARP && (lanes >>> lane & 1) != 0) {
                lane++;
            }
            if (lane > from) {
                text.append(text.isEmpty() ? "" : ", ").append(warp * WARP + from);
                text.append(lane - 1 > from ? "-" + (warp * WARP + lane - 1) : "");
            }
            lane++;
        }
        return text.toString();
    }
}
