package io.heddle.report;

import io.heddle.machine.DynamicBarrier;

/**
 * A {@link BarrierGraph} as a picture that a browser shows: a column for each warp, a row for each
 * generation in the order of completion, coloured by barrier. A disc is a warp that waits, a ring a
 * warp that arrives without waiting; a dashed red row is a generation that never completes. The
 * tooltip of a mark names its threads.
 */
public final class BarrierGraphSvg {
    private static final int LABEL = 190;
    private static final int LANE = 56;
    private static final int ROW = 22;
    private static final int HEAD = 64;
    private static final int PLACE = 200;
    private static final int RADIUS = 6;
    private static final int HUE_STEP = 137;

    private BarrierGraphSvg() {}

    /** The picture, one CTA below the other. */
    public static String write(BarrierGraph graph) {
        int width = LABEL + graph.warps() * LANE + PLACE;
        int height = ROW;
        for (int cta : graph.ctas()) {
            height += HEAD + (graph.of(cta).size() + 1) * ROW;
        }
        StringBuilder out = new StringBuilder();
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(width);
        out.append("\" height=\"").append(height);
        out.append("\" font-family=\"sans-serif\" font-size=\"12\">\n");
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        int top = 0;
        for (int cta : graph.ctas()) {
            top = cta(out, graph, cta, top);
        }
        return out.append("</svg>\n").toString();
    }

    private static int cta(StringBuilder out, BarrierGraph graph, int cta, int top) {
        int rows = graph.of(cta).size();
        text(out, 8, top + 20, "start", graph.title() + ", CTA " + cta);
        for (int warp = 0; warp < graph.warps(); warp++) {
            int x = lane(warp);
            text(out, x, top + HEAD - 16, "middle", "warp " + warp);
            out.append("<line x1=\"").append(x).append("\" x2=\"").append(x);
            out.append("\" y1=\"").append(top + HEAD - 10).append("\" y2=\"");
            out.append(top + HEAD + rows * ROW).append("\" stroke=\"#ccc\"/>\n");
        }
        int y = top + HEAD;
        for (DynamicBarrier b : graph.of(cta)) {
            y += ROW;
            row(out, graph, b, y - ROW / 2);
        }
        return y + ROW;
    }

    private static void row(StringBuilder out, BarrierGraph graph, DynamicBarrier b, int y) {
        String colour =
                b.completed()
                        ? "hsl(" + b.barrier() * HUE_STEP % 360 + ",70%,40%)"
                        : "hsl(0,90%,45%)";
        int first = -1;
        int last = -1;
        for (int warp = 0; warp < graph.warps(); warp++) {
            if (b.arrived().get(warp) != 0) {
                first = first < 0 ? warp : first;
                last = warp;
            }
        }
        text(out, 8, y + 4, "start", BarrierGraph.name(b));
        out.append("<line x1=\"").append(lane(first)).append("\" x2=\"").append(lane(last));
        out.append("\" y1=\"").append(y).append("\" y2=\"").append(y);
        out.append("\" stroke-width=\"2\" stroke=\"").append(colour);
        out.append(b.completed() ? "\"/>\n" : "\" stroke-dasharray=\"4\"/>\n");
        for (int warp = first; warp >= 0 && warp <= last; warp++) {
            if (b.arrived().get(warp) != 0) {
                out.append("<circle cx=\"").append(lane(warp)).append("\" cy=\"").append(y);
                out.append("\" r=\"").append(RADIUS).append("\" stroke-width=\"2\" stroke=\"");
                out.append(colour).append("\" fill=\"");
                out.append(b.waited().get(warp) != 0 ? colour : "white").append("\"><title>");
                out.append(escaped(BarrierGraph.part(b, warp))).append("</title></circle>\n");
            }
        }
        int right = LABEL + graph.warps() * LANE;
        text(out, right, y + 4, "start", BarrierGraph.place(b));
    }

    private static int lane(int warp) {
        return LABEL + LANE / 2 + warp * LANE;
    }

    private static void text(StringBuilder out, int x, int y, String anchor, String text) {
        out.append("<text x=\"").append(x).append("\" y=\"").append(y);
        out.append("\" text-anchor=\"").append(anchor).append("\">");
        out.append(escaped(text)).append("</text>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
