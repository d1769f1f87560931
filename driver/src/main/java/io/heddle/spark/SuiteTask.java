package io.heddle.spark;

import io.heddle.anyinput.solver.SolverPool;
import io.heddle.check.Decided;
import io.heddle.check.KernelFiles;
import io.heddle.check.PairChecker;
import io.heddle.check.Simulated;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import io.heddle.report.PairReport;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.table.ShardRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A pair to be answered whole in a task, simulation included ({@code --simulate executors}).
 *
 * @param number of the pair in the run
 * @param pair the question
 * @param texts PTX by path, since executors need not see the driver's files
 */
record SuiteTask(int number, Pair pair, Map<String, String> texts) {
    /** Keeps the paths in order. */
    SuiteTask {
        texts = new java.util.TreeMap<>(texts);
    }

    /**
     * The result of a task.
     *
     * @param number of the pair in the run
     * @param report its report
     * @param shards its tensors, as the {@code vcs} table keeps them
     */
    record Answer(int number, PairReport report, List<ShardRow> shards) {
        /** Copies the list. */
        Answer {
            shards = List.copyOf(shards);
        }
    }

    /**
     * Answers the pairs of a task in order, at least one that has the task for itself. Once {@code
     * nanos} have passed none is begun, and one that shares the task is broken off, so that no pair
     * keeps another waiting; the caller sends those that have no answer again.
     */
    static List<Answer> answer(List<SuiteTask> pairs, long nanos) {
        try (SolverPool solvers = PairChecker.newSolvers()) {
            return answer(pairs, nanos, solvers);
        }
    }

    private static List<Answer> answer(List<SuiteTask> pairs, long nanos, SolverPool solvers) {
        if (pairs.size() == 1) {
            return new ArrayList<>(List.of(pairs.get(0).answer(solvers)));
        }
        long start = System.nanoTime();
        List<Answer> answers = new ArrayList<>();
        for (SuiteTask task : pairs) {
            double left = (start + nanos - System.nanoTime()) / 1e9;
            if (left <= 0) {
                break;
            }
            // a replay leaves out inputs for want of time once half of it has passed
            Answer answer = task.within(2 * left).answer(solvers);
            if (System.nanoTime() - start >= nanos) {
                break; // it may have been broken off
            }
            answers.add(answer);
        }
        return answers;
    }

    /** The same with a time limit, in seconds. */
    private SuiteTask within(double seconds) {
        Limits limits = pair.limits();
        Limits least = new Limits(Math.min(limits.seconds(), seconds), limits.bytes());
        return new SuiteTask(
                number,
                new Pair(
                        pair.suite(),
                        pair.name(),
                        pair.reference(),
                        pair.candidate(),
                        pair.compare(),
                        pair.expectation(),
                        least,
                        pair.exactConstants(),
                        pair.requireReplay(),
                        pair.anyInput()),
                texts);
    }

    /** Simulates, decides and concludes. */
    private Answer answer(SolverPool solvers) {
        PairChecker checker = new PairChecker(KernelFiles.of(texts)).asking(solvers);
        Simulated simulated = checker.simulate(pair);
        if (!simulated.needsDecision()) {
            return new Answer(number, simulated.answer(), List.of());
        }
        long start = System.nanoTime();
        List<Decision> decisions = new ArrayList<>();
        List<ShardRow> rows = new ArrayList<>();
        DecideOptions options = PairChecker.decideOptions(simulated);
        RangeDecider decider = new RangeDecider(simulated.store(), options, simulated.conditions());
        for (List<VerificationCondition> tensor : byTensor(simulated.conditions())) {
            long began = System.nanoTime();
            int from = decisions.size();
            List<Decision> answers =
                    PairChecker.decide(decider, from, from + tensor.size(), pair.limits());
            decisions.addAll(answers);
            rows.add(
                    ShardRows.of(
                            pair,
                            rows.size(),
                            tensor,
                            answers,
                            simulated.store().size(),
                            0,
                            (System.nanoTime() - began) / 1000,
                            ShardDecider.worker()));
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        Decided decided = new Decided(options.recovery(), decisions, millis);
        return new Answer(number, PairChecker.conclude(simulated, decided), rows);
    }

    private static List<List<VerificationCondition>> byTensor(
            List<VerificationCondition> conditions) {
        List<List<VerificationCondition>> groups = new ArrayList<>();
        int first = 0;
        for (int i = 1; i <= conditions.size(); i++) {
            if (i == conditions.size()
                    || !conditions.get(i).tensor().equals(conditions.get(first).tensor())) {
                groups.add(conditions.subList(first, i));
                first = i;
            }
        }
        return groups;
    }
}
