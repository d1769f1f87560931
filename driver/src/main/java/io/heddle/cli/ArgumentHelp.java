package io.heddle.cli;

import io.heddle.check.KernelFiles;
import io.heddle.finding.LaunchException;
import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.signature.Signature;
import io.heddle.signature.Signature.Kind;
import io.heddle.signature.Signature.Parameter;
import io.heddle.simulate.LaunchLimits;
import io.heddle.suite.EntryNames;
import io.heddle.suite.InputException;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The arguments that a kernel would take, for the user whose arguments do not fit. */
final class ArgumentHelp {
    private ArgumentHelp() {}

    /**
     * A line {@code try: --arg …}, indented, or {@code try: heddle init FILE} if the file has
     * several entries and none is named; empty if the entry cannot be read.
     *
     * @param option {@code --arg} or {@code --cand-arg}
     * @param entry its name, or null if the file has one
     */
    static Optional<String> attempt(KernelFiles files, String ptx, String entry, String option) {
        try {
            PtxModule module = files.module(ptx);
            List<Function> entries = EntryNames.fitting(module, entry);
            if (entries.size() > 1) {
                return Optional.of("  try: heddle init " + ptx); // it prints those of each
            }
            return entries.size() == 1
                    ? Optional.of(attempt(ptx, module, entries.get(0), option, files))
                    : Optional.empty();
        } catch (RuntimeException e) {
            return Optional.empty(); // what is wrong with the file is another error
        }
    }

    private static String attempt(
            String ptx, PtxModule module, Function entry, String option, KernelFiles files) {
        return "  " + Skeleton.of(ptx, module, entry, files).attempt(option);
    }

    /** The error {@code why} about the arguments of a kernel, with what it would take. */
    static InputException with(
            String why, KernelFiles files, String ptx, String entry, String option) {
        return new InputException(
                why, attempt(files, ptx, entry, option).map(List::of).orElse(List.of()));
    }

    /** The error that {@code pair} breaks a rule. */
    static InputException unusable(PairRules.Violation rule, KernelFiles files, Pair pair) {
        Side side = pair.reference().isFormula() ? pair.candidate() : pair.reference();
        return rule.part() == PairRules.Part.ARGUMENTS
                ? with(rule.message(), files, side.ptx(), side.entry(), "--arg")
                : new InputException(rule.message());
    }

    /**
     * What to print after a report on {@code pair} that is not as expected: of the side whose
     * arguments do not fit, what they are and what the kernel would take.
     */
    static List<String> after(PairReport report, Pair pair, KernelFiles files) {
        if (report.asExpected()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (KernelSide kernel : KernelSide.values()) {
            Side side = kernel == KernelSide.REFERENCE ? pair.reference() : pair.candidate();
            boolean isItsError = report.error() == ErrorCause.INPUT && report.kernel() == kernel;
            if (side != null && !side.isFormula() && lines.isEmpty()) {
                lines.addAll(after(isItsError ? report.message() : null, kernel, side, files));
            }
        }
        return lines;
    }

    private static List<String> after(
            String error, KernelSide kernel, Side side, KernelFiles files) {
        Launch launch = side.launch(files.module(side.ptx()));
        Function entry = launch.module().function(launch.entry());
        List<String> lines = new ArrayList<>();
        if (error == null) {
            numberForPointer(launch, entry).ifPresent(lines::add);
        }
        if (error != null && !isLimit(error, launch, entry) || !lines.isEmpty()) {
            String option = kernel == KernelSide.REFERENCE ? "--arg" : "--cand-arg";
            lines.add(attempt(side.ptx(), launch.module(), entry, option, files));
        }
        return lines;
    }

    /** True if an error is about the block, the grid or shared memory. */
    private static boolean isLimit(String error, Launch launch, Function entry) {
        try {
            LaunchLimits.checkLimits(launch, entry);
            return false;
        } catch (LaunchException e) {
            return e.getMessage().equals(error);
        }
    }

    /** Says which number stands where the entry takes an address; empty if none does. */
    private static Optional<String> numberForPointer(Launch launch, Function entry) {
        List<Parameter> parameters = Signature.of(launch.module(), entry).parameters();
        for (int k = 0; k < Math.min(parameters.size(), launch.arguments().size()); k++) {
            if (parameters.get(k).kind() == Kind.TENSOR
                    && launch.arguments().get(k) instanceof Argument.Scalar s) {
                return Optional.of(
                        "heddle: the argument "
                                + s.value()
                                + " is a number, but the entry uses parameter "
                                + entry.parameters().get(k).name()
                                + " as a pointer");
            }
        }
        return Optional.empty();
    }
}
