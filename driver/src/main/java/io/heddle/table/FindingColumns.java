package io.heddle.table;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.report.PairReport.Defect;
import java.util.List;

/** The columns of {@code findings}. */
final class FindingColumns extends Columns<PairRows.Finding> {
    static final String NUMBER = "number";

    private final Field<PairName> name =
            all("", new PairName.Names(), f -> PairName.of(f.report()));

    {
        line(NUMBER, "order in the pair, from 0", PairRows.Finding::number);
    }

    private final Field<Boolean> verdict =
            flag("is_verdict", "whether it is the verdict", PairRows.Finding::isVerdict);
    private final Field<String> kernel =
            text(
                    "kernel",
                    "reference or candidate; null for a refutation",
                    f -> f.defect() == null ? null : PairColumns.spelling(f.defect().kernel()));
    private final Field<String> kind =
            text(
                    "kind",
                    "the verdict that it asks for",
                    f -> f.defect() == null ? f.report().verdict() : f.what().kind());
    private final Field<String> message =
            text(
                    "message",
                    "one line",
                    f -> f.defect() == null ? f.report().message() : f.what().message());
    private final Field<Location> location =
            all("", new LocationColumns(), f -> f.defect() == null ? null : f.what().location());
    private final Field<Location> other =
            all("other_", new LocationColumns(), f -> f.defect() == null ? null : f.what().other());
    private final Field<List<Integer>> threads =
            lines(
                    "threads",
                    "linear ids of threads concerned",
                    f -> f.defect() == null ? null : f.what().threads());
    private final Field<String> memory =
            text(
                    "memory",
                    "tensor element or shared-memory offset",
                    f -> f.defect() == null ? null : f.what().memory());
    private final Field<Boolean> sameValue =
            flag(
                    "same_value",
                    "a race that writes one value",
                    f -> f.defect() == null ? null : f.what().sameValue());

    /** The name of a row's pair. */
    PairName name(Cells row) {
        return name.of(row);
    }

    /** True if a row is the pair's verdict. */
    boolean isVerdict(Cells row) {
        return verdict.of(row);
    }

    /** True if a row is the pair's counterexample, which the pair's row has too. */
    boolean isRefutation(Cells row) {
        return isVerdict(row) && kind.of(row).equals(Finding.Kind.NOT_EQUIVALENT.name());
    }

    /** The defect of a row that is no refutation. */
    Defect defect(Cells row) {
        return new Defect(
                PairColumns.side(kernel.of(row)),
                new Finding(
                        Finding.Kind.valueOf(kind.of(row)),
                        message.of(row),
                        location.of(row),
                        other.of(row),
                        threads.of(row),
                        memory.of(row),
                        sameValue.of(row)));
    }
}
