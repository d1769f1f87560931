package io.heddle.simulate;

import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.ptx.Instruction;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares two executions of one launch with its objects at different addresses. Terms of equal
 * content have equal ids, so that the comparison of outputs is one of ints.
 */
final class PlacementIndependence {
    private PlacementIndependence() {}

    /**
     * The finding that the second result differs from the first one, or null.
     *
     * @param suspect the instruction that may use an address as a number
     */
    static Finding difference(
            SimulationResult result,
            SimulationResult elsewhere,
            Instruction suspect,
            TermStore store) {
        if (!elsewhere.complete()
                && elsewhere.findings().stream()
                        .anyMatch(f -> f.kind() == Finding.Kind.UNDECIDED)) {
            return finding(
                    Finding.Kind.UNDECIDED,
                    suspect,
                    " may use an address as a number, and the limits do not suffice to execute the"
                            + " kernel with its objects at other addresses");
        }
        return sameFindings(result, elsewhere) && sameOutputs(result, elsewhere, store)
                ? null
                : finding(
                        Finding.Kind.UNSUPPORTED,
                        suspect,
                        ": the outcome depends on the addresses at which tensors and variables"
                                + " lie");
    }

    private static Finding finding(Finding.Kind kind, Instruction suspect, String text) {
        return new Finding(kind, suspect.mnemonic() + text, Location.of(suspect), List.of());
    }

    private static boolean sameFindings(SimulationResult a, SimulationResult b) {
        return a.complete() == b.complete() && places(a).equals(places(b));
    }

    private static List<String> places(SimulationResult r) {
        List<String> places = new ArrayList<>();
        r.findings().forEach(f -> places.add(f.kind() + " " + f.location() + " " + f.memory()));
        return places;
    }

    private static boolean sameOutputs(SimulationResult a, SimulationResult b, TermStore store) {
        if (a.cases().size() != b.cases().size()) {
            return false;
        }
        for (int k = 0; k < a.cases().size(); k++) {
            if (a.cases().get(k).condition() != b.cases().get(k).condition()) {
                return false;
            }
            for (Map.Entry<String, OutputTensor> e : a.cases().get(k).tensors().entrySet()) {
                if (!same(e.getValue(), b.cases().get(k).tensors().get(e.getKey()), store)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean same(OutputTensor a, OutputTensor b, TermStore store) {
        for (int i = 0; i < a.size(); i++) {
            int s = a.term(i);
            int t = b.term(i);
            boolean bothUndefined =
                    s != 0 && t != 0 && store.mayBeUndefined(s) && store.mayBeUndefined(t);
            if (a.isWritten(i) != b.isWritten(i) || s != t && !bothUndefined) {
                return false;
            }
        }
        return true;
    }
}
