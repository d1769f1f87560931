package io.heddle.report;

import io.heddle.cost.CostCause;
import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.FormulaReport;
import io.heddle.cost.InstructionCost;
import io.heddle.cost.KernelCost;
import io.heddle.cost.Traffic;
import io.heddle.finding.Location;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes what a launch costs as JSON. A count that is known is a number; one that data decide is an
 * object with {@code least} and {@code most}, which is null where no bound is known.
 */
final class CostJson {
    private CostJson() {}

    /** The object of a launch; null if its costs were not counted. */
    static Json.Raw of(KernelCost cost, Function<Location, Json.Raw> place) {
        if (cost == null) {
            return null;
        }
        Json json = new Json().open();
        json.put("totals", counts(cost.totals()));
        json.put("warpInstructionsByKind", named(cost.byKind(Counter.WARP_INSTRUCTIONS)));
        json.put("flopsByKind", named(cost.byKind(Counter.FLOPS)));
        json.put("mmaOperationsByKind", named(cost.byKind(Counter.MMA_OPERATIONS)));
        Json tensors = new Json().open();
        for (Map.Entry<String, Traffic> e : cost.traffic().entrySet()) {
            Json one = new Json().open();
            one.put("sectors", count(e.getValue().sectors()));
            one.put("useful_bytes", count(e.getValue().usefulBytes()));
            tensors.put(e.getKey(), new Json.Raw(one.close().toString()));
        }
        json.put("tensors", new Json.Raw(tensors.close().toString()));
        List<Json.Raw> lines = new ArrayList<>();
        for (InstructionCost i : cost.instructions()) {
            Json line = new Json().open();
            line.put("location", place.apply(i.location()));
            line.put("instruction", i.instruction()).put("kind", i.kind());
            line.put("counts", counts(i.counts()));
            line.put("cause", CostCause.of(i)).put("reason", i.reason());
            lines.add(new Json.Raw(line.close().toString()));
        }
        json.put("lines", lines);
        if (cost.formulas() != null) {
            json.put("formulas", formulas(cost.formulas(), place));
        }
        return new Json.Raw(json.close().toString());
    }

    private static Json.Raw formulas(FormulaReport of, Function<Location, Json.Raw> place) {
        Json json = new Json().open();
        json.put("valid", of.valid()).put("compared", of.compared());
        json.put("failure", of.failure()).put("millis", of.millis());
        json.put("totals", texts(of.totals()));
        List<Json.Raw> lines = new ArrayList<>();
        for (FormulaReport.Of i : of.instructions()) {
            Json line = new Json().open();
            line.put("location", place.apply(i.location())).put("instruction", i.instruction());
            lines.add(new Json.Raw(line.put("counts", texts(i.counts())).close().toString()));
        }
        return new Json.Raw(json.put("lines", lines).close().toString());
    }

    /** A formula that is exact is a string; bounds are an object that says why. */
    private static Json.Raw texts(Map<Counter, FormulaReport.Text> texts) {
        Json json = new Json().open();
        texts.forEach(
                (c, t) -> {
                    if (t.isExact()) {
                        json.put(c.spelling(), t.most());
                    } else {
                        Json bounds = new Json().open();
                        bounds.put("least", t.least()).put("most", t.most());
                        bounds.put("reason", t.reason());
                        json.put(c.spelling(), new Json.Raw(bounds.close().toString()));
                    }
                });
        return new Json.Raw(json.close().toString());
    }

    private static Json.Raw counts(Map<Counter, Count> counts) {
        Json json = new Json().open();
        counts.forEach((c, n) -> json.put(c.spelling(), count(n)));
        return new Json.Raw(json.close().toString());
    }

    private static Json.Raw named(Map<String, Count> counts) {
        Json json = new Json().open();
        counts.forEach((k, n) -> json.put(k, count(n)));
        return new Json.Raw(json.close().toString());
    }

    private static Object count(Count n) {
        if (n.isExact()) {
            return n.most();
        }
        Json json = new Json().open();
        json.put("least", n.least()).put("most", n.isBounded() ? n.most() : null);
        return new Json.Raw(json.close().toString());
    }
}
