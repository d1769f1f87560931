package io.heddle.report;

import io.heddle.machine.DynamicBarrier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A {@link BarrierGraph} in Graphviz' language: each warp's barrier instructions are a cluster, in
 * program order; each generation is a node, with an edge from every arrival and one to every wait.
 */
public final class BarrierGraphDot {
    private BarrierGraphDot() {}

    /** The graph as a {@code digraph}. */
    public static String write(BarrierGraph graph) {
        StringBuilder out = new StringBuilder();
        out.append("digraph barriers {\n");
        out.append("  label=").append(quoted(graph.title())).append(";\n");
        out.append("  node [shape=point];\n");
        for (int cta : graph.ctas()) {
            for (int warp = 0; warp < graph.warps(); warp++) {
                lane(out, graph, cta, warp);
            }
            int at = 0;
            for (DynamicBarrier b : graph.of(cta)) {
                barrier(out, b, at++);
            }
        }
        return out.append("}\n").toString();
    }

    private static void lane(StringBuilder out, BarrierGraph graph, int cta, int warp) {
        out.append("  subgraph cluster_").append(cta).append('_').append(warp).append(" {\n");
        out.append("    label=").append(quoted("warp " + warp)).append(";\n");
        List<DynamicBarrier> all = graph.of(cta);
        List<Integer> turns = new ArrayList<>();
        for (int at = 0; at < all.size(); at++) {
            if (all.get(at).arrived().get(warp) != 0) {
                turns.add(at);
            }
        }
        turns.sort(Comparator.comparing(at -> all.get(at).turns().get(warp)));
        String before = null;
        for (int at : turns) {
            String point = point(cta, at, warp);
            out.append("    ").append(point).append(" [tooltip=");
            out.append(quoted(BarrierGraph.part(all.get(at), warp))).append("];\n");
            if (before != null) {
                out.append("    ").append(before).append(" -> ").append(point).append(";\n");
            }
            before = point;
        }
        out.append("  }\n");
    }

    private static void barrier(StringBuilder out, DynamicBarrier b, int at) {
        String node = "b" + b.cta() + "_" + at;
        out.append("  ").append(node).append(" [shape=box, label=");
        out.append(quoted(BarrierGraph.name(b) + "\n" + BarrierGraph.place(b)));
        out.append(b.completed() ? "];\n" : ", color=red];\n");
        for (int warp = 0; warp < b.arrived().size(); warp++) {
            if (b.arrived().get(warp) != 0) {
                out.append("  ").append(point(b.cta(), at, warp)).append(" -> ").append(node);
                out.append(b.waited().get(warp) != 0 ? " [dir=both];\n" : " [style=dashed];\n");
            }
        }
    }

    private static String point(int cta, int at, int warp) {
        return "p" + cta + "_" + at + "_" + warp;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
