package io.heddle.check;

import io.heddle.check.ComparedElements.OneSided;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.RangeDecider;
import io.heddle.launch.TensorSpec;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.ReplayOutcome;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An element that only one kernel writes, shown on a concrete input.
 *
 * @param message one line
 * @param counterexample what the writing kernel stores there on that input
 * @param replay what running both kernels on that input says
 */
record OneSidedElement(String message, Counterexample counterexample, ReplayOutcome replay) {
    private static final int TRIES = 8;
    private static final String NOT_WRITTEN = "not written";

    /**
     * The first of {@code elements} for which a concrete input is found.
     *
     * <p>The input comes from refuting that the kernel leaves the element as it was.
     *
     * @param options of these decisions
     */
    static Optional<OneSidedElement> shown(
            Pair pair,
            DecideOptions options,
            TermStore store,
            Map<String, TensorSpec> tensors,
            Replays replays,
            StatedVariables variables,
            List<OneSided> elements) {
        for (OneSided element : elements.subList(0, Math.min(TRIES, elements.size()))) {
            if (variables.doubt(store, element.condition(), element.term()).isPresent()) {
                continue;
            }
            Symbol symbol = tensors.get(element.tensor()).symbol();
            Optional<OneSidedElement> shown =
                    shown(pair, options, store, symbol, replays, element, elements.size());
            if (shown.isPresent()) {
                return shown;
            }
        }
        return Optional.empty();
    }

    private static Optional<OneSidedElement> shown(
            Pair pair,
            DecideOptions options,
            TermStore store,
            Symbol symbol,
            Replays replays,
            OneSided element,
            int count) {
        if (element.term() == 0 || store.mayBeUndefined(element.term())) {
            return Optional.empty();
        }
        int before = store.element(store.declare(symbol), element.index());
        VerificationCondition claim =
                new VerificationCondition(
                        element.tensor(),
                        element.index(),
                        store.ite(element.condition(), element.term(), store.zero()),
                        store.ite(element.condition(), before, store.zero()));
        Limits limits = pair.limits();
        RangeDecider decider = new RangeDecider(store, options, List.of(claim));
        List<Decision> decisions = PairChecker.decide(decider, 0, 1, limits);
        if (!(decisions.get(0) instanceof Decision.Refuted refuted)) {
            return Optional.empty();
        }
        Counterexample point =
                Counterexamples.of(refuted.counterexample(), ReplayOutcome.Kind.NONE);
        Map<String, String> inputs = new LinkedHashMap<>(point.inputs());
        inputs.remove(point.element());
        ReplayOutcome replay = replays.at(refuted.counterexample()).outcome();
        boolean byReference = element.writer() == KernelSide.REFERENCE;
        Counterexample counterexample =
                new Counterexample(
                        point.tensor(),
                        point.index(),
                        byReference ? point.reference() : NOT_WRITTEN,
                        byReference ? NOT_WRITTEN : point.reference(),
                        inputs,
                        "",
                        replay.kind());
        String message =
                point.element()
                        + " is written by the "
                        + element.writer().spelling()
                        + " only"
                        + (count > 1 ? ", as are " + (count - 1) + " further elements" : "");
        return Optional.of(new OneSidedElement(message, counterexample, replay));
    }
}
