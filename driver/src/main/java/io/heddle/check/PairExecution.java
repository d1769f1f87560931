package io.heddle.check;

import io.heddle.check.ComparedElements.Unusable;
import io.heddle.check.Simulated.Run;
import io.heddle.check.Simulated.Times;
import io.heddle.finding.Assumption;
import io.heddle.launch.Computation;
import io.heddle.launch.Evaluation;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.simulate.SimulationResult;
import io.heddle.suite.Pair;
import io.heddle.suite.PairRules;
import io.heddle.term.LimitExceededException;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The executions of both sides, and the answer if they give one without a decision. */
final class PairExecution {
    private final Pair pair;
    private final TermStore store;
    private final SideExecution reference;
    private final SideExecution candidate;
    private final Computation candidateComputation;
    private final Replayer elsewhere;
    private boolean oneCta;
    private boolean isRun = true;

    /**
     * @param candidate null if there is none or it was not run
     * @param candidateComputation null if there is no candidate
     * @param elsewhere where kernels are run concretely
     */
    PairExecution(
            Pair pair,
            TermStore store,
            SideExecution reference,
            SideExecution candidate,
            Computation candidateComputation,
            Replayer elsewhere) {
        this.pair = pair;
        this.store = store;
        this.reference = reference;
        this.candidate = candidate;
        this.candidateComputation = candidateComputation;
        this.elsewhere = elsewhere;
    }

    /**
     * Says that a user named no CTA, so that an element which one side alone writes in CTA 0,0,0
     * refutes nothing.
     */
    PairExecution ofOneCta(boolean isOneCta) {
        oneCta = isOneCta;
        return this;
    }

    /** Answers about a single kernel without running it concretely. */
    PairExecution withoutRuns() {
        isRun = false;
        return this;
    }

    /** The pair after simulation: answered, or with the conditions to decide. */
    Simulated simulated(Supplier<Times> times) {
        ReportBuilder report = new ReportBuilder(pair).runs(run(reference), candidateRun());
        report.assumptions(assumptions());
        List<Defect> defects = new ArrayList<>(reference.defects());
        if (candidate != null) {
            defects.addAll(candidate.defects());
        }
        SideExecution faulty = faulty();
        if (faulty != null) {
            report.error(faulty.error(), faulty.message())
                    .at(faulty.kernel(), null)
                    .findings(defects);
            return answered(report, times);
        }
        boolean complete = reference.complete() && (candidate == null || candidate.complete());
        ComparedElements compared = null;
        if (complete) {
            try {
                compared = compare(times.get());
            } catch (LimitExceededException e) {
                String message = Failures.limit(e, pair.limits());
                defects.add(
                        SideExecution.limit(
                                KernelSide.REFERENCE, run(reference).computation(), message));
            }
        }
        List<Defect> notes = new ArrayList<>();
        if (compared != null) {
            notes.addAll(compared.notes());
            report.compared(compared.compared(), compared.skipped());
            report.assumptions(compared.assumptions());
            defects.addAll(undefinedOutputs(compared));
        }
        notes.addAll(notes(defects));
        VerdictChoice choice = VerdictChoice.of(defects, notes);
        report.findings(choice.rest());
        return simulated(report, choice, compared, times);
    }

    private Simulated simulated(
            ReportBuilder report,
            VerdictChoice choice,
            ComparedElements compared,
            Supplier<Times> times) {
        if (choice.endsTheQuestion() || compared == null) {
            return answered(report.defect(choice.winner()), times);
        }
        if (pair.isSingle()) {
            if (choice.winner() != null) {
                return answered(report.defect(choice.winner()), times);
            }
            report.verdict(Verdict.NO_DEFECT, "ran to the end, nothing was found");
            if (!isRun) {
                return answered(report, times);
            }
            long start = System.nanoTime();
            Replays replays =
                    new Replays(pair, run(reference), null, times.get().began(), elsewhere);
            replays.confirmAlone(report);
            long waited = replays.waitedNanos();
            long nanos = System.nanoTime() - start - waited;
            return answered(
                    report, times(times, waited), Math.max(0, (nanos + 500_000) / 1_000_000));
        }
        if (compared.compared() == 0) {
            report.error(ErrorCause.OUTCOME, nothingCompared(compared));
            return answered(report, times);
        }
        Replays replays =
                new Replays(pair, run(reference), run(candidate), times.get().began(), elsewhere);
        Optional<OneSidedElement> different =
                oneCta
                        ? Optional.empty()
                        : OneSidedElement.shown(
                                pair,
                                PairChecker.decideOptions(pair, times.get(), store),
                                store,
                                PairRules.tensors(pair),
                                replays,
                                new StatedVariables(run(reference), run(candidate)),
                                compared.oneSided());
        Supplier<Times> less = times(times, replays.waitedNanos());
        if (different.isPresent()) {
            report.verdict(Verdict.NOT_EQUIVALENT, different.get().message());
            report.counterexample(different.get().counterexample());
            report.replay(different.get().replay());
            return answered(report, less);
        }
        return new Simulated(
                pair,
                null,
                store,
                run(reference),
                run(candidate),
                compared,
                choice.winner(),
                choice.rest(),
                assumptions(),
                less.get());
    }

    /** Times without those in which concrete runs were on their way or in queues. */
    private static Supplier<Times> times(Supplier<Times> times, long waitedNanos) {
        return () -> {
            Times all = times.get();
            long simulate = Math.max(0, all.simulate() - waitedNanos / 1_000_000);
            return new Times(all.parse(), simulate, all.began()).later(waitedNanos);
        };
    }

    private Simulated answered(ReportBuilder report, Supplier<Times> times) {
        return answered(report, times, 0);
    }

    private Simulated answered(ReportBuilder report, Supplier<Times> times, long replayMillis) {
        Times all = times.get();
        Times spent = new Times(all.parse(), all.simulate() - replayMillis, all.began());
        return Simulated.answered(
                report.millis(PairChecker.millis(spent, 0, replayMillis)).build(),
                pair,
                store,
                run(reference),
                candidateRun(),
                spent);
    }

    /** The side that could not be executed, or null if both were. */
    private SideExecution faulty() {
        if (reference.error() != null) {
            return reference;
        }
        return candidate != null && candidate.error() != null ? candidate : null;
    }

    /** What was run of a side; null where there is no side. */
    private static Run run(SideExecution side) {
        return side == null ? null : side.run();
    }

    private Run candidateRun() {
        return candidate == null && candidateComputation != null
                ? new Run(candidateComputation, null)
                : run(candidate);
    }

    private ComparedElements compare(Times spent) {
        return new ElementComparison(
                        pair,
                        store,
                        reference.run().result(),
                        candidate == null ? null : candidate.run().result(),
                        PairChecker.decideOptions(pair, spent, store))
                .ofOneCta(oneCta)
                .assuming(new AssumedTerms(reference.run().computation()).terms(store))
                .list();
    }

    private String nothingCompared(ComparedElements compared) {
        return compared.skipped() == 0
                ? "no element is compared: the pair has no output tensor"
                : "no element is compared: neither kernel writes any of the "
                        + compared.skipped()
                        + " elements";
    }

    /** What both executions assumed, each text once. */
    private List<String> assumptions() {
        Set<String> texts = new LinkedHashSet<>();
        if (reference.run().computation() instanceof Evaluation e) {
            texts.addAll(e.formula().assumptions());
        }
        texts.addAll(Ranges.assumptions(pair));
        for (SideExecution side :
                candidate == null ? List.of(reference) : List.of(reference, candidate)) {
            SimulationResult result = side.run().result();
            if (result != null) {
                for (Assumption a : result.assumptions()) {
                    texts.add(text(a));
                }
            }
        }
        return List.copyOf(texts);
    }

    private static String text(Assumption a) {
        boolean placed = a.location() == null || a.text().contains(shortPlace(a));
        return placed ? a.text() : a.text() + " at " + a.location();
    }

    private static String shortPlace(Assumption a) {
        return a.location().position().file() + ":" + a.location().position().line();
    }

    // ---------------------------------------------------------------- undefined values

    private List<Defect> undefinedOutputs(ComparedElements compared) {
        List<Defect> defects = new ArrayList<>();
        for (KernelSide kernel : KernelSide.values()) {
            List<Unusable> elements =
                    compared.undefined().stream().filter(e -> e.side() == kernel).toList();
            if (!elements.isEmpty()) {
                SideExecution side = kernel == KernelSide.REFERENCE ? reference : candidate;
                defects.add(UndefinedReads.defect(store, side.run(), elements));
            }
        }
        return defects;
    }

    private List<Defect> notes(List<Defect> defects) {
        List<Defect> notes = new ArrayList<>(UndefinedReads.notes(reference, defects));
        notes.addAll(UndefinedReads.notes(candidate, defects));
        return notes;
    }
}
