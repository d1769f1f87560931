package io.heddle.table;

import io.heddle.finding.Location;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Millis;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.report.ProofMethod;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.ReplayOutcome.Kind;
import io.heddle.report.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The columns of {@code pairs}: one field a column or a part, in their order. */
final class PairColumns extends Columns<PairRows> {
    private final Field<PairName> name =
            all("", new PairName.Names(), r -> PairName.of(r.report()));
    private final Field<String> verdict =
            text("verdict", "the verdict (contract.md, Verdicts)", r -> r.report().verdict());
    private final Field<String> expected =
            text("expected", "the effective expected verdict", r -> r.report().expected());

    {
        flag("as_expected", "whether the outcome is as expected", r -> r.report().asExpected());
    }

    private final Field<String> unmet =
            text("unmet", "what of the expectation is not met", r -> r.report().unmet());
    private final Field<String> error =
            text("error", "for ERROR: INPUT, OUTCOME or INTERNAL", r -> r.report().error());
    private final Field<String> method =
            text("method", "for EQUIVALENT: exact or pit", r -> r.report().method());
    private final Field<List<String>> assumptions =
            texts(
                    "assumptions",
                    "all that was assumed beyond real arithmetic",
                    r -> r.report().assumptions());
    private final Field<String> kernel =
            text(
                    "kernel",
                    "the kernel that the verdict is about: reference or candidate",
                    r -> spelling(r.report().kernel()));
    private final Field<Location> location =
            all("location_", new LocationColumns(), r -> r.report().location());
    private final Field<String> message =
            text("message", "one line: the cause", r -> r.report().message());
    private final Field<SideScope> reference =
            all(
                    "reference_",
                    new SideColumns(),
                    r -> scope(r) == null ? null : scope(r).reference());
    private final Field<SideScope> candidate =
            all(
                    "candidate_",
                    new SideColumns(),
                    r -> scope(r) == null ? null : scope(r).candidate());
    private final Field<Long> compared =
            number(
                    COMPARED,
                    "output elements compared",
                    r -> scope(r) == null ? null : scope(r).compared());
    private final Field<Long> skipped =
            number(
                    "skipped",
                    "output elements that neither side writes",
                    r -> scope(r) == null ? null : scope(r).skipped());
    private final Field<List<String>> quantified =
            texts(
                    "quantified",
                    "what the verdict holds for all values of: data, scalars by name, grid;"
                            + " empty for one launch",
                    r -> scope(r) == null ? List.of() : scope(r).quantified());
    private final Field<String> condition =
            text(
                    "condition",
                    "under which no defect was found, over arguments and grid",
                    r ->
                            scope(r) == null || scope(r).condition().isEmpty()
                                    ? null
                                    : scope(r).condition());
    private final Field<Counterexample> counterexample =
            all("counterexample_", new CounterexampleColumns(), r -> r.report().counterexample());
    private final Field<Long> outputs =
            number("outputs", "output elements compared, 0 if none", r -> r.report().outputs());
    private final Field<VcCounts> vcs = all("vcs_", new CountColumns(), r -> r.report().vcs());
    private final Field<Millis> millis =
            all("millis_", new MillisColumns(), r -> r.report().millis());
    private final Field<String> replay =
            text(
                    "replay",
                    "what the concrete replay says: agrees, replayed, real-only, or none and why",
                    r -> r.report().replay());
    private final Field<Long> points =
            number(
                    "points",
                    "inputs on which the kernels were replayed",
                    r -> r.report().replay() == null ? null : r.report().replay().points());

    {
        text(
                "key",
                "SHA-256 of all that the answer depends on; what --reuse looks up",
                r -> r.key());
        text("reused_from", "earlier run whose answer this is", PairRows::reusedFrom);
        time("finished_at", "when the pair was answered", PairRows::finishedAt);
    }

    private static final String COMPARED = "compared";

    /** The list; none in runs of versions without the column. */
    private static List<String> orEmpty(List<String> list) {
        return list == null ? List.of() : list;
    }

    private static PairReport.Scope scope(PairRows rows) {
        return rows.report().scope();
    }

    static String spelling(KernelSide side) {
        return side == null ? null : side.spelling();
    }

    static KernelSide side(String spelling) {
        return spelling == null
                ? null
                : KernelSide.valueOf(spelling.toUpperCase(java.util.Locale.ROOT));
    }

    /** The name of a row's pair. */
    PairName name(Cells row) {
        return name.of(row);
    }

    /**
     * The report of a row.
     *
     * @param defect what the verdict says, from the table of findings; null if there is none
     * @param findings all others
     * @param stats from the table of kernels
     */
    PairReport report(Cells row, Defect defect, List<Defect> findings, PairReport.Stats stats) {
        return new PairReport(
                name.of(row).suite(),
                name.of(row).pair(),
                Verdict.parse(verdict.of(row)),
                Verdict.parse(expected.of(row)),
                unmet.of(row),
                error.of(row) == null ? null : ErrorCause.valueOf(error.of(row)),
                ProofMethod.parse(method.of(row)),
                assumptions.of(row),
                side(kernel.of(row)),
                location.of(row),
                message.of(row),
                defect,
                findings,
                row.isNull(COMPARED)
                        ? null
                        : new PairReport.Scope(
                                reference.of(row),
                                candidate.of(row),
                                compared.of(row),
                                skipped.of(row),
                                orEmpty(quantified.of(row)),
                                condition.of(row) == null ? "" : condition.of(row)),
                counterexample.of(row),
                outputs.of(row),
                vcs.of(row),
                stats,
                millis.of(row),
                replay.of(row) == null ? null : ReplayOutcome.parse(replay.of(row), points.of(row)),
                Map.of());
    }

    private static final class CounterexampleColumns extends Columns.Part<Counterexample> {
        private final Field<String> tensor = text("tensor", "output tensor", c -> c.tensor());
        private final Field<List<Long>> index =
                numbers("index", "index of the element", c -> c.index());
        private final Field<String> reference =
                text("reference", "the reference's value", c -> c.reference());
        private final Field<String> candidate =
                text("candidate", "the candidate's value", c -> c.candidate());
        private final Field<Map<String, String>> inputs =
                map("inputs", "the input elements that matter, by name", c -> c.inputs());
        private final Field<String> difference =
                text("difference", "how the terms differ, in words", c -> c.difference());
        private final Field<String> replay =
                text(
                        "replay",
                        "replayed or real-only",
                        c -> c.replay() == Kind.NONE ? null : c.replay().spelling());

        @Override
        Counterexample read(Cells row) {
            return tensor.of(row) == null
                    ? null
                    : new Counterexample(
                            tensor.of(row),
                            index.of(row),
                            reference.of(row),
                            candidate.of(row),
                            new TreeMap<>(inputs.of(row)),
                            difference.of(row),
                            Kind.parse(replay.of(row)));
        }
    }

    private static final class CountColumns extends Columns.Part<VcCounts> {
        private final Field<Long> total =
                number("total", "verification conditions", VcCounts::total);
        private final Field<Long> proved = number("proved", "conditions proved", VcCounts::proved);
        private final Field<Long> refuted =
                number("refuted", "conditions refuted", VcCounts::refuted);
        private final Field<Long> undecided =
                number("undecided", "conditions left", VcCounts::undecided);
        private final Field<Long> lemmas =
                number(
                        "lemmas",
                        "equalities of inner terms that the proof of one element rests on, at most",
                        VcCounts::lemmas);

        @Override
        VcCounts read(Cells row) {
            Long ofLemmas = lemmas.of(row); // null in runs of versions without
            return new VcCounts(
                    total.of(row),
                    proved.of(row),
                    refuted.of(row),
                    undecided.of(row),
                    ofLemmas == null ? 0 : ofLemmas);
        }
    }

    private static final class MillisColumns extends Columns.Part<Millis> {
        private final Field<Long> parse = number("parse", "milliseconds of parsing", Millis::parse);
        private final Field<Long> simulate =
                number("simulate", "milliseconds of both executions", Millis::simulate);
        private final Field<Long> decide =
                number(
                        "decide",
                        "milliseconds of the decision, of all its tasks together",
                        Millis::decide);
        private final Field<Long> replay =
                number("replay", "milliseconds of the replay", Millis::replay);
        private final Field<Long> total =
                number(
                        "total",
                        "milliseconds from the pair's start to its report, less those in which"
                                + " it was on its way or in queues",
                        Millis::total);

        @Override
        Millis read(Cells row) {
            return new Millis(
                    parse.of(row), simulate.of(row), decide.of(row), replay.of(row), total.of(row));
        }
    }
}
