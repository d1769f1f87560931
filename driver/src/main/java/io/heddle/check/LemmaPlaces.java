package io.heddle.check;

import io.heddle.decide.Decision;
import io.heddle.decide.ShownLemma;
import io.heddle.launch.Launch;
import io.heddle.report.KernelSide;
import io.heddle.simulate.TermPlaces;
import io.heddle.simulate.TermPlaces.Place;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says of each lemma that is shown where the kernels compute its two terms: {@code %f42 of
 * reduce.cu:41 = %f7 of naive.cu:12: x[0] + x[1] = x[1] + x[0]}. Both kernels are executed once
 * more for that.
 */
final class LemmaPlaces {
    private LemmaPlaces() {}

    /** The decisions with places before the texts of their lemmas. */
    static List<Decision> named(Simulated simulated, List<Decision> decisions) {
        Set<Integer> references = new HashSet<>();
        Set<Integer> candidates = new HashSet<>();
        for (Decision d : decisions) {
            for (ShownLemma lemma : shown(d)) {
                references.add(lemma.reference());
                candidates.add(lemma.candidate());
            }
        }
        if (references.isEmpty()) {
            return decisions;
        }
        Map<Integer, Place> left = places(simulated, KernelSide.REFERENCE, references);
        Map<Integer, Place> right = places(simulated, KernelSide.CANDIDATE, candidates);
        List<Decision> named = new ArrayList<>();
        for (Decision d : decisions) {
            List<ShownLemma> lemmas = named(shown(d), left, right);
            named.add(d instanceof Decision.Proved p ? p.showing(lemmas) : d);
        }
        return named;
    }

    private static List<ShownLemma> shown(Decision d) {
        return d instanceof Decision.Proved p ? p.shown() : List.of();
    }

    /** One lemma of each two places, with the number of the others. */
    private static List<ShownLemma> named(
            List<ShownLemma> lemmas, Map<Integer, Place> left, Map<Integer, Place> right) {
        Map<String, List<ShownLemma>> byPlaces = new LinkedHashMap<>();
        for (ShownLemma lemma : lemmas) {
            Place first = left.get(lemma.reference());
            Place second = right.get(lemma.candidate());
            String places = first == null || second == null ? "" : first + " = " + second + ": ";
            byPlaces.computeIfAbsent(places, p -> new ArrayList<>()).add(lemma);
        }
        List<ShownLemma> named = new ArrayList<>();
        byPlaces.forEach(
                (places, alike) -> {
                    ShownLemma one = alike.get(0);
                    String others =
                            alike.size() == 1 ? "" : ", and " + (alike.size() - 1) + " more there";
                    if (places.isEmpty()) {
                        named.addAll(alike);
                    } else {
                        String text = places + one.text() + others;
                        named.add(new ShownLemma(one.reference(), one.candidate(), text));
                    }
                });
        return named;
    }

    private static Map<Integer, Place> places(
            Simulated simulated, KernelSide kernel, Set<Integer> terms) {
        boolean first = kernel == KernelSide.REFERENCE;
        Simulated.Run run = first ? simulated.reference() : simulated.candidate();
        Side side = first ? simulated.pair().reference() : simulated.pair().candidate();
        if (!(run.computation() instanceof Launch launch)) {
            return Map.of(); // nothing computes a formula's; of several launches none is looked at
        }
        return new HashMap<>(
                TermPlaces.find(
                        launch,
                        simulated.store(),
                        SideExecution.options(side, false, Long.MAX_VALUE),
                        terms));
    }
}
