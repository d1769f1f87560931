package io.heddle.simulate;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.Finding;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.memory.Placement;
import io.heddle.memory.SharedLayout;
import io.heddle.ptx.Instruction;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Compares executions of one launch with its objects at different addresses. Equal terms have equal
 * ids, so outputs are compared as ints.
 *
 * <p>Kernels that swizzle absolute addresses need a greater alignment of shared variables than is
 * declared. If the outcome depends on nothing but that, the verdict lists the alignment as an
 * assumption.
 */
final class PlacementIndependence {
    /**
     * Alignments of shared variables, in bytes, that may be assumed: those of wide accesses and of
     * swizzles.
     */
    private static final int[] ASSUMABLE = {16, 128, Placement.GRAIN};

    /**
     * Placements that are tried where addresses are only compared with 0. Each comparison must
     * follow from the promises, and a number that is computed to be 0 under one placement is not
     * under the other, which shares no bit of a base that nothing promises.
     */
    private static final int OF_NULL_TESTS = 2;

    private static final String DEPENDS =
            ": the outcome depends on the addresses at which tensors and variables lie";

    private final Launch launch;
    private final AddressUse.Suspect suspect;
    private final TermStore store;
    private final SimulationResult result;
    private final Map<String, Integer> assumed;
    private final AddressAudit ofResult;
    private final BiFunction<Placement, AddressAudit, SimulationResult> executions;

    /**
     * Makes the comparison.
     *
     * @param suspect the instruction that may use an address as a number
     * @param result the result of the first execution
     * @param assumed the alignments in bytes that it assumes, by object
     * @param ofResult what the first execution did with addresses; null if nobody watched
     * @param executions executes the launch under another placement and audits its uses of
     *     addresses
     */
    PlacementIndependence(
            Launch launch,
            AddressUse.Suspect suspect,
            TermStore store,
            SimulationResult result,
            Map<String, Integer> assumed,
            AddressAudit ofResult,
            BiFunction<Placement, AddressAudit, SimulationResult> executions) {
        this.launch = launch;
        this.suspect = suspect;
        this.store = store;
        this.result = result;
        this.assumed = assumed;
        this.ofResult = ofResult;
        this.executions = executions;
    }

    /** Returns the result, with a finding or an assumption if it depends on addresses. */
    SimulationResult checked() {
        Optional<Finding> difference = difference(1);
        if (difference.isEmpty()) {
            return result;
        }
        if (difference.get().kind() == Finding.Kind.UNSUPPORTED) {
            for (int least : ASSUMABLE) {
                List<Assumption> assumptions = assuming(least);
                if (assumptions.size() > result.assumptions().size()
                        && difference(least).isEmpty()) {
                    return result.assuming(assumptions);
                }
            }
        }
        return result.with(difference.get());
    }

    /** The assumptions of the result if shared variables are aligned to {@code least} bytes. */
    private List<Assumption> assuming(int least) {
        Assumptions more = new Assumptions();
        for (SharedLayout.Slot slot :
                new SharedLayout(
                                launch.module(),
                                launch.module().function(launch.entry()),
                                launch.dynamicShared(),
                                new Placement(0, least, assumed))
                        .slots()) {
            if (slot.placed() > Math.max(slot.alignment(), assumed.getOrDefault(slot.name(), 1))) {
                more.addAlignment(slot.name(), slot.placed(), suspect.at());
            }
        }
        List<Assumption> all = new ArrayList<>(result.assumptions());
        more.list().stream().filter(a -> !all.contains(a)).forEach(all::add);
        return all;
    }

    /** A finding, if the outcome differs under some placement with this alignment. */
    private Optional<Finding> difference(int least) {
        int tried =
                suspect.testsForNullOnly()
                        ? OF_NULL_TESTS
                        : Placement.tried(
                                result.statistics().instructions(), suspect.permutesOnly());
        boolean known = least == 1 && assumed.isEmpty();
        AddressAudit first = known ? ofResult : null;
        for (int n = suspect.uses().isEmpty() || first != null ? 1 : 0; n < tried; n++) {
            AddressAudit audit = new AddressAudit(suspect.uses());
            SimulationResult elsewhere = executions.apply(new Placement(n, least, assumed), audit);
            first = first == null ? audit : first;
            AddressAudit all = first;
            Optional<Finding> finding =
                    difference(elsewhere)
                            .or(
                                    () ->
                                            all.unexplained(audit)
                                                    .map(PlacementIndependence::unsupported));
            if (finding.isPresent()) {
                return finding;
            }
        }
        return Optional.empty();
    }

    private Optional<Finding> difference(SimulationResult elsewhere) {
        if (!elsewhere.complete()
                && elsewhere.findings().stream()
                        .anyMatch(f -> f.kind() == Finding.Kind.UNDECIDED)) {
            return Optional.of(
                    finding(
                            Finding.Kind.UNDECIDED,
                            suspect.at(),
                            " may use an address as a number, and the limits do not suffice to"
                                    + " execute the kernel with its objects at other addresses"));
        }
        return sameFindings(result, elsewhere) && sameOutputs(result, elsewhere, store)
                ? Optional.empty()
                : Optional.of(unsupported(suspect.at()));
    }

    private static Finding unsupported(Instruction at) {
        return finding(Finding.Kind.UNSUPPORTED, at, DEPENDS);
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
            Case one = a.cases().get(k);
            Case other = b.cases().get(k);
            if (one.condition() != other.condition()
                    || one.variables().difference(other.variables()) != null) {
                return false;
            }
            for (Map.Entry<String, OutputTensor> e : one.tensors().entrySet()) {
                if (!same(e.getValue(), other.tensors().get(e.getKey()), store)) {
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
            boolean unknown = a.unreadable(i) != null || b.unreadable(i) != null;
            if (a.isWritten(i) != b.isWritten(i) || unknown || s != t && !bothUndefined) {
                return false;
            }
        }
        return true;
    }
}
