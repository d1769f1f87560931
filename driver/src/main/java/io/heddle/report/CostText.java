package io.heddle.report;

import io.heddle.cost.CostCause;
import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.FormulaReport;
import io.heddle.cost.InstructionCost;
import io.heddle.cost.KernelCost;
import io.heddle.cost.Ratio;
import io.heddle.cost.Traffic;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes what kernels cost as text: totals, tensors, and the worst lines first. */
final class CostText {
    private static final int MOST_LINES = 8;
    private static final int WARP = 32;
    private static final int SECTOR = 32;

    private final StringBuilder text;
    private final TextOptions options;

    CostText(StringBuilder text, TextOptions options) {
        this.text = text;
        this.options = options;
    }

    /**
     * The costs of both sides, beside each other, and then line by line; nothing if not counted.
     */
    void write(PairReport report) {
        KernelCost reference = cost(report.stats().reference());
        KernelCost candidate = cost(report.stats().candidate());
        if (reference == null && candidate == null) {
            return;
        }
        if (reference != null && candidate != null) {
            sideBySide(reference, candidate);
        }
        if (reference != null) {
            one(candidate == null ? "cost" : "reference", reference, candidate == null);
        }
        if (reference != null && reference.formulas() != null) {
            formulas(reference.formulas());
        }
        if (candidate != null) {
            one(reference == null ? "cost" : "candidate", candidate, reference == null);
        }
    }

    private static KernelCost cost(Statistics statistics) {
        return statistics == null ? null : statistics.cost();
    }

    private void field(String name, String value) {
        text.append(String.format(Locale.ROOT, "  %-11s %s%n", name, value));
    }

    // ---------------------------------------------------------------- totals

    private void sideBySide(KernelCost reference, KernelCost candidate) {
        field("cost", String.format(Locale.ROOT, "%-24s %20s %20s", "", "reference", "candidate"));
        for (Counter c : Counter.values()) {
            Count a = reference.total(c);
            Count b = candidate.total(c);
            if (a.most() != 0 || b.most() != 0) {
                field("", String.format(Locale.ROOT, "%-24s %20s %20s", c.spelling(), a, b));
            }
        }
    }

    private void one(String name, KernelCost cost, boolean withTotals) {
        String head = name;
        if (withTotals) {
            for (String line : totals(cost)) {
                field(head, line);
                head = "";
            }
        }
        for (Map.Entry<String, Traffic> e : cost.traffic().entrySet()) {
            field(head, tensor(e.getKey(), e.getValue()));
            head = "";
        }
        List<LineCost> lines =
                LineCost.worstFirst(cost).stream().filter(LineCost::isWorthSaying).toList();
        int shown = options.verbose() ? lines.size() : Math.min(lines.size(), MOST_LINES);
        for (LineCost line : lines.subList(0, shown)) {
            line(line);
        }
        if (shown < lines.size()) {
            field("", "… and " + (lines.size() - shown) + " more lines (--verbose lists all)");
        }
    }

    private static List<String> totals(KernelCost cost) {
        List<String> lines = new ArrayList<>();
        Count warps = cost.total(Counter.WARP_INSTRUCTIONS);
        Count threads = cost.total(Counter.THREAD_INSTRUCTIONS);
        String active =
                warps.isExact() && threads.isExact() && warps.most() > 0
                        ? ", "
                                + percent(threads.most(), WARP * warps.most())
                                + " of their lanes active"
                        : "";
        lines.add(warps + " instructions of warps" + active + divergence(cost));
        String memory = memory(cost);
        if (!memory.isEmpty()) {
            lines.add(memory);
        }
        Count flops = cost.total(Counter.FLOPS).plus(cost.total(Counter.MMA_OPERATIONS));
        if (flops.most() > 0) {
            Count sectors = cost.total(Counter.SECTORS);
            lines.add(
                    flops
                            + " additions and multiplications"
                            + (flops.isExact() && sectors.isExact() && sectors.most() > 0
                                    ? String.format(
                                            Locale.ROOT,
                                            ", %.3g for each byte of global memory",
                                            (double) flops.most() / (SECTOR * sectors.most()))
                                    : "")
                            + kinds(cost));
        }
        return lines;
    }

    private static String kinds(KernelCost cost) {
        List<String> kinds = new ArrayList<>();
        cost.byKind(Counter.FLOPS).forEach((k, n) -> kinds.add(n + " " + k));
        cost.byKind(Counter.MMA_OPERATIONS).forEach((k, n) -> kinds.add(n + " " + k));
        return kinds.size() < 2 ? "" : " (" + String.join(", ", kinds) + ")";
    }

    private static String divergence(KernelCost cost) {
        Count divergent = cost.total(Counter.DIVERGENT_BRANCHES);
        return divergent.most() == 0
                ? ""
                : ", "
                        + divergent
                        + " divergent branch"
                        + (divergent.equals(new Count(1, 1)) ? "" : "es");
    }

    /** What accesses to each kind of memory cost. */
    private static String memory(KernelCost cost) {
        List<String> parts = new ArrayList<>();
        Count shared = cost.total(Counter.SHARED_REQUESTS);
        if (shared.most() > 0) {
            parts.add(
                    "shared: "
                            + cost.total(Counter.WAVEFRONTS)
                            + " wavefronts for "
                            + shared
                            + " requests, "
                            + cost.total(Counter.CONFLICTS)
                            + " bank conflicts");
        }
        Count global = cost.total(Counter.REQUESTS);
        if (global.most() > 0) {
            parts.add(
                    "global: "
                            + cost.total(Counter.SECTORS)
                            + " sectors for "
                            + global
                            + " requests"
                            + perRequest(cost));
        }
        Count local = cost.total(Counter.LOCAL_REQUESTS);
        if (local.most() > 0) {
            parts.add(
                    "local: "
                            + cost.total(Counter.LOCAL_SECTORS)
                            + " sectors for "
                            + local
                            + " requests");
        }
        Count flight = cost.total(Counter.BYTES_IN_FLIGHT);
        if (flight.most() > 0) {
            parts.add("copies: up to " + flight + " bytes of a warp in flight at a wait");
        }
        return String.join("; ", parts);
    }

    private static String perRequest(KernelCost cost) {
        Count sectors = cost.total(Counter.SECTORS);
        Count ideal = cost.total(Counter.IDEAL_SECTORS);
        String ratio =
                Ratio.SECTORS_PER_REQUEST.isBound(cost)
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                ", %.3g each",
                                Ratio.SECTORS_PER_REQUEST.atMost(cost).orElse(0));
        return sectors.equals(ideal) ? ratio : ratio + " (" + ideal + " at best)";
    }

    private static String tensor(String name, Traffic traffic) {
        Count sectors = traffic.sectors();
        Count useful = traffic.usefulBytes();
        String used =
                sectors.isExact() && useful.isExact()
                        ? ", "
                                + percent(useful.most(), SECTOR * sectors.most())
                                + " of their bytes used"
                        : "";
        return name + ": " + sectors + " sectors" + used;
    }

    private static String percent(long part, long whole) {
        return String.format(Locale.ROOT, "%.0f %%", 100.0 * part / Math.max(1, whole));
    }

    // ---------------------------------------------------------------- formulas

    private void formulas(FormulaReport formulas) {
        if (!formulas.failure().isEmpty()) {
            field("formulas", "none: " + formulas.failure());
            return;
        }
        field(
                "formulas",
                "for "
                        + formulas.valid()
                        + " and indices of 32 bits; compared with exact counts at "
                        + String.join("; ", formulas.compared())
                        + "; found in "
                        + formulas.millis()
                        + " ms");
        formulas.totals().forEach((c, t) -> field("", formula(c, t)));
        for (FormulaReport.Of of : formulas.instructions()) {
            List<String> parts = new ArrayList<>();
            of.counts()
                    .forEach(
                            (c, t) -> {
                                if (c != Counter.WARP_INSTRUCTIONS || options.verbose()) {
                                    parts.add(formula(c, t));
                                }
                            });
            if (!parts.isEmpty()) {
                field("", of.location() + ": " + of.instruction());
                parts.forEach(p -> field("", "   " + p));
            }
        }
    }

    private static String formula(Counter c, FormulaReport.Text text) {
        return c.spelling()
                + (text.isExact() ? " = " + text : ": " + text + " (" + text.reason() + ")");
    }

    // ---------------------------------------------------------------- lines

    private void line(LineCost line) {
        KernelCost cost = line.cost();
        List<String> parts = new ArrayList<>();
        String memory = memory(cost);
        if (!memory.isEmpty()) {
            parts.add(memory);
        }
        Count divergent = cost.total(Counter.DIVERGENT_BRANCHES);
        if (divergent.most() > 0) {
            parts.add(
                    divergent
                            + " divergent branch"
                            + (divergent.equals(new Count(1, 1)) ? "" : "es"));
        }
        field("", line.location() + ": " + String.join("; ", parts));
        options.source().apply(line.location()).stream()
                .limit(1) // without the caret: the whole line is meant
                .forEach(l -> field("", options.colours().source(l)));
        Set<String> causes = new LinkedHashSet<>();
        Set<String> reasons = new LinkedHashSet<>();
        for (InstructionCost i : cost.instructions()) {
            String cause = CostCause.of(i);
            if (!cause.isEmpty()) {
                causes.add(i.instruction() + ": " + cause);
            }
            if (!i.reason().isEmpty()) {
                reasons.add(i.reason());
            }
        }
        causes.forEach(c -> field("", "   " + c));
        reasons.forEach(r -> field("", "   not exact: " + r));
    }
}
