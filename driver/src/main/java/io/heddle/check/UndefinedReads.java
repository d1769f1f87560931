package io.heddle.check;

import io.heddle.check.ComparedElements.Unusable;
import io.heddle.decide.Reachability;
import io.heddle.finding.Finding;
import io.heddle.finding.Finding.Kind;
import io.heddle.finding.Location;
import io.heddle.launch.TensorSpec;
import io.heddle.report.PairReport.Defect;
import io.heddle.simulate.SimulationResult;
import io.heddle.term.Facts;
import io.heddle.term.Op;
import io.heddle.term.PathSensitive;
import io.heddle.term.Rational;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads of cells that were never written, and which of them reach an output. */
final class UndefinedReads {
    private static final int LONGEST_CHAIN = 500;
    private static final int LONGEST_INPUT = 8;
    private static final int TRIES = 8;

    private UndefinedReads() {}

    /**
     * All such reads of a side, except where a defect has the same location, as findings that do
     * not ask for a verdict.
     */
    static List<Defect> notes(SideExecution side, List<Defect> defects) {
        List<Defect> notes = new ArrayList<>();
        if (side == null || side.run().result() == null) {
            return notes;
        }
        Set<Location> known = new HashSet<>();
        defects.forEach(d -> known.add(d.finding().location()));
        for (Finding read : side.run().result().undefinedReads().values()) {
            if (read.location() != null && !known.contains(read.location())) {
                notes.add(new Defect(side.kernel(), read));
            }
        }
        return notes;
    }

    /**
     * The term of an element that is written under a condition, with its initial contents for what
     * no store wrote: so that two kernels agree if they write equal values under equal conditions.
     * Any other undefined value stays if some path may lead to it.
     */
    static int kept(
            TermStore store, SimulationResult result, TensorSpec spec, int index, int term) {
        if (term == 0 || !store.mayBeUndefined(term)) {
            return term;
        }
        PathSensitive paths = new PathSensitive(store);
        Facts always = paths.facts(store.trueTerm());
        int reachable = paths.refine(term, always);
        int kept = kept(store, result, spec, index, reachable, new HashMap<>());
        return kept == reachable ? kept : paths.refine(kept, always);
    }

    private static int kept(
            TermStore store,
            SimulationResult result,
            TensorSpec spec,
            int index,
            int term,
            Map<Integer, Integer> done) {
        if (!store.mayBeUndefined(term) || done.size() > LONGEST_CHAIN) {
            return term;
        }
        Integer known = done.get(term);
        if (known != null) {
            return known;
        }
        int changed = term;
        if (store.op(term) == Op.UNDEFINED) {
            Finding read = result.undefinedReads().get(store.a(term));
            boolean own =
                    read != null
                            && read.location() == null
                            && spec.symbol().element(index).equals(read.memory());
            changed = own ? store.element(store.declare(spec.symbol()), index) : term;
        } else if (store.op(term) == Op.ITE) {
            done.put(term, term);
            changed =
                    store.ite(
                            store.a(term),
                            kept(store, result, spec, index, store.b(term), done),
                            kept(store, result, spec, index, store.c(term), done));
        }
        done.put(term, changed);
        return changed;
    }

    /**
     * The defect that an undefined value reaches an output. Names the first element for which an
     * input shows it, and the read; UNDECIDED if no such input is found.
     *
     * @param elements of one side, at least one
     */
    static Defect defect(TermStore store, Simulated.Run run, List<Unusable> elements) {
        for (Unusable element : elements.subList(0, Math.min(TRIES, elements.size()))) {
            int when = new PathSensitive(store).undefinedWhen(element.term());
            if (when == store.trueTerm()) {
                return defect(store, run, element, Kind.UNINITIALIZED_READ, "");
            }
            Optional<Map<String, Rational>> point = Reachability.point(store, when);
            if (point.isPresent()) {
                return defect(store, run, element, Kind.UNINITIALIZED_READ, input(point.get()));
            }
        }
        return defect(store, run, elements.get(0), Kind.UNDECIDED, ", if some input leads to it");
    }

    private static String input(Map<String, Rational> point) {
        return new TreeMap<>(point)
                .entrySet().stream()
                        .limit(LONGEST_INPUT)
                        .map(e -> e.getKey() + " = " + e.getValue())
                        .collect(Collectors.joining(", ", ", on the input ", ""));
    }

    private static Defect defect(
            TermStore store, Simulated.Run run, Unusable element, Kind kind, String when) {
        int site = site(store, element.term());
        Finding read = run.result().undefinedReads().get(site);
        String name = ElementNames.of(run, element.tensor(), element.index());
        String message =
                read == null
                        ? "a value that was never written reaches " + name
                        : read.message() + "; it reaches " + name;
        return new Defect(
                element.side(),
                new Finding(
                        kind,
                        message + when,
                        read == null ? null : read.location(),
                        null,
                        read == null ? List.of() : read.threads(),
                        read == null ? name : read.memory(),
                        false));
    }

    /** The smallest identity of an undefined value below {@code term}. */
    private static int site(TermStore store, int term) {
        BitSet pending = new BitSet(term + 1);
        pending.set(term);
        int site = Integer.MAX_VALUE;
        for (int t = term; t > 0; t = pending.previousSetBit(t - 1)) {
            if (store.op(t) == Op.UNDEFINED) {
                site = Math.min(site, store.a(t));
            }
            for (int operand : store.operands(t)) {
                pending.set(operand);
            }
            if (t == 1) {
                break;
            }
        }
        return site;
    }
}
