package io.heddle.spark;

import io.heddle.check.Computations;
import io.heddle.check.KernelFiles;
import io.heddle.check.LaunchRules;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.report.Verdict;
import io.heddle.suite.InputException;
import io.heddle.suite.InputFiles;
import io.heddle.suite.Pair;
import io.heddle.suite.Suite;
import io.heddle.suite.SuiteReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The chosen pairs of a run's suites, each checked as far as can be without executing anything.
 *
 * @param pairs in the order of the files
 * @param wrong what cannot be launched, one line each
 * @param unparsed PTX that does not parse, one line each; such a pair is an ERROR of its own
 */
record CheckedSuites(List<Pair> pairs, List<String> wrong, List<String> unparsed) {
    /**
     * Reads and checks suites.
     *
     * @param files the suite files, paths or URIs
     * @param source to read them from
     * @param kernels to parse through
     * @throws InputException if a suite cannot be used, or no pair is left
     */
    static CheckedSuites read(
            List<String> files, InputFiles source, Selection selection, KernelFiles kernels) {
        List<Pair> pairs = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        Set<String> unparsed = new java.util.LinkedHashSet<>();
        Set<String> names = new HashSet<>();
        for (String file : files) {
            Suite suite = SuiteReader.read(file, source);
            for (Pair pair : selection.of(suite)) {
                String place = suite.source(pair).place() + ": ";
                if (!names.add(VerifyRun.name(pair))) {
                    throw new InputException(
                            place + "the pair " + VerifyRun.name(pair) + " is there twice");
                }
                pairs.add(pair);
                Optional<String> why = LaunchRules.violation(pair, kernels);
                if (why.isPresent() && !pair.expectation().verdicts().contains(Verdict.ERROR)) {
                    wrong.add(place + "pair " + pair.name() + ": " + why.get());
                }
                syntax(pair, kernels, unparsed);
            }
        }
        selection.check(pairs);
        return new CheckedSuites(pairs, wrong, List.copyOf(unparsed));
    }

    private static void syntax(Pair pair, KernelFiles kernels, Set<String> unparsed) {
        try {
            Computations.of(pair.reference(), kernels);
            if (!pair.isSingle()) {
                Computations.of(pair.candidate(), kernels);
            }
        } catch (PtxSyntaxException e) {
            unparsed.add(e.problems().get(0).toString());
        } catch (InputException e) {
            return; // said already
        }
    }

    /**
     * What keeps the run from beginning, one line each.
     *
     * @param all also what would be a pair's ERROR
     */
    List<String> problems(boolean all) {
        List<String> problems = new ArrayList<>(wrong);
        if (all) {
            problems.addAll(unparsed);
        }
        return problems;
    }

    /** Lists the pairs. */
    void print(PrintWriter out) {
        pairs.forEach(pair -> out.println(VerifyRun.name(pair)));
        out.println(pairs.size() + (pairs.size() == 1 ? " pair" : " pairs") + ", nothing wrong");
        out.flush();
    }
}
