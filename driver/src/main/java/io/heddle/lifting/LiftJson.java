package io.heddle.lifting;

import io.heddle.report.Json;
import io.heddle.report.JsonReport;

/** Writes what was lifted as one JSON object on one line. */
public final class LiftJson {
    private LiftJson() {}

    /** The object, without a line end. */
    public static String line(LiftReport report) {
        Json json = new Json().open();
        json.put("kernel", report.kernel());
        json.put("verdict", report.verdict());
        json.put("verified", report.isVerified());
        json.put("formula", report.formula());
        json.put("elements", report.elements());
        json.put("message", report.message());
        json.put("assumptions", report.assumptions().stream().toList());
        json.put("proofs", report.proofs().stream().map(LiftJson::proof).toList());
        json.put(
                "report",
                report.defective().map(d -> new Json.Raw(JsonReport.line(d))).orElse(null));
        json.put("millis", report.millis());
        return json.close().toString();
    }

    private static Json.Raw proof(LiftReport.Proof proof) {
        Json json = new Json().open();
        json.put("sizes", proof.sizes()).put("fresh", proof.isFresh());
        json.put("report", new Json.Raw(JsonReport.line(proof.report())));
        return new Json.Raw(json.close().toString());
    }
}
