package io.heddle.lifting;

import io.heddle.report.PairReport;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Writes what was lifted as text. */
public final class LiftText {
    private static final int MOST = 8; // assumptions

    private LiftText() {}

    /**
     * All of it; of a kernel with a defect nothing, since its report says more.
     *
     * @param isBrief the verdict and the formula only
     * @param isVerbose every assumption
     */
    public static String of(LiftReport report, boolean isBrief, boolean isVerbose) {
        StringBuilder text = new StringBuilder(headline(report)).append('\n');
        if (!report.isLifted()) {
            return text.append("  ").append(report.message()).append('\n').toString();
        }
        text.append(indented(report.formula()));
        if (report.elements() != null) {
            text.append("  # the same, element by element, with the same inputs:\n");
            text.append(indented(definitions(report.elements())));
        }
        if (isBrief) {
            return text.toString();
        }
        for (int k = 0; k < report.proofs().size(); k++) {
            PairReport proof = report.proofs().get(k).report();
            String size = report.proofs().get(k).sizes();
            text.append(
                    String.format(
                            Locale.ROOT,
                            "  %-10s  %s%,d elements, %s%s%s%n",
                            k == 0 ? "proved" : "",
                            size.isEmpty() ? "" : size + ": ",
                            proof.outputs(),
                            proof.method(),
                            proof.replay() == null ? "" : ", replay " + proof.replay(),
                            k == 0 ? ", inferred from this launch" : ""));
        }
        if (report.message() != null) {
            text.append(line("note", report.message()));
        }
        Set<String> assumptions = report.assumptions();
        int most = isVerbose ? Integer.MAX_VALUE : MOST;
        String label = "assuming";
        for (String assumption : assumptions.stream().limit(most).toList()) {
            text.append(line(label, assumption));
            label = "";
        }
        if (assumptions.size() > most) {
            int more = assumptions.size() - most;
            text.append(line("", "and " + more + " more, which --verbose lists"));
        }
        return text.toString();
    }

    private static String line(String label, String text) {
        return String.format("  %-10s  %s%n", label, text);
    }

    /** The lines of a formula that define something. */
    static String definitions(String formula) {
        return formula.lines().filter(l -> l.contains(" = ")).collect(Collectors.joining("\n"));
    }

    /** The verdict and the kernel. */
    public static String headline(LiftReport report) {
        if (!report.isLifted()) {
            return report.verdict() + "  " + report.kernel();
        }
        String scope =
                report.isVerified()
                        ? "verified at "
                                + report.proofs().stream()
                                        .filter(LiftReport.Proof::isFresh)
                                        .map(LiftReport.Proof::sizes)
                                        .collect(Collectors.joining(" and at "))
                        : "this shape only";
        return report.verdict() + " (" + scope + ")  " + report.kernel();
    }

    private static String indented(String formula) {
        return formula.lines().map(l -> "  " + l + "\n").collect(Collectors.joining());
    }
}
