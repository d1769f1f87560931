package io.heddle.gate;

import io.heddle.launch.Dim3;
import io.heddle.replay.ShippedRuns;
import io.heddle.replay.machine.Way;
import io.heddle.report.Json;
import io.heddle.report.JsonReport;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes what the gate says as one JSON object on one line (GATE.md has the keys). */
public final class GateJson {
    private GateJson() {}

    /** The object, without a line end. */
    public static String line(GateReport report) {
        Json json = new Json().open();
        json.put("problem", report.problem()).put("candidate", report.candidate());
        json.put("verdict", report.verdict()).put("message", report.message());
        json.put("feedback", GateText.feedback(report));
        json.put("proved", report.proved().stream().map(GateJson::proved).toList());
        json.put("shipped", report.shipped() == null ? null : shipped(report.shipped()));
        json.put(
                "indices",
                report.indices().stream().map(r -> new Json.Raw(JsonReport.line(r))).toList());
        json.put("notes", report.notes());
        return json.close().toString();
    }

    private static Json.Raw proved(ProvedSize p) {
        Json json = new Json().open();
        json.put("dims", p.sizes().dims());
        json.put("launches", p.launches().stream().map(GateJson::launch).toList());
        json.put("verdict", p.verdict()).put("message", p.message());
        json.put("report", new Json.Raw(JsonReport.line(p.report())));
        return raw(json);
    }

    private static Json.Raw shipped(ShippedSize s) {
        Json json = new Json().open();
        ShippedRuns.Result result = s.result();
        json.put("dims", s.sizes().dims());
        json.put("launches", s.launches().stream().map(GateJson::launch).toList());
        json.put("verdict", s.verdict()).put("complaints", s.complaints());
        json.put(
                "ctas",
                result.ctas().stream()
                        .map(l -> l == null ? null : l.stream().map(GateJson::list).toList())
                        .toList());
        json.put("instructions", result.instructions());
        json.put("notCovered", result.notCovered().stream().map(GateJson::way).toList());
        Map<String, Json.Raw> written = new LinkedHashMap<>();
        result.written()
                .forEach(
                        (name, w) -> {
                            Json counts = new Json().open();
                            counts.put("elements", w.elements()).put("of", w.of());
                            written.put(name, raw(counts));
                        });
        json.put("written", written);
        json.put("compared", result.compared()).put("uncompared", result.uncompared());
        return raw(json);
    }

    private static Json.Raw launch(LaunchIdentity l) {
        Json json = new Json().open();
        json.put("ptx", l.ptx()).put("sha256", l.sha256());
        json.put("entry", l.entry()).put("entrySha256", l.entrySha256());
        json.put("grid", list(l.grid())).put("block", list(l.block()));
        json.put("shared", l.shared()).put("args", l.arguments());
        return raw(json);
    }

    private static Json.Raw way(Way w) {
        Json json = new Json().open();
        json.put("file", w.position().file()).put("line", w.position().line());
        json.put("source", w.source() == null ? null : w.source().file());
        json.put("sourceLine", w.source() == null ? null : w.source().line());
        json.put("way", w.words());
        return raw(json);
    }

    private static List<Integer> list(Dim3 d) {
        return List.of(d.x(), d.y(), d.z());
    }

    private static Json.Raw raw(Json json) {
        return new Json.Raw(json.close().toString());
    }
}
