package io.heddle.check;

import io.heddle.check.ComparedElements.Unusable;
import io.heddle.launch.TensorSpec;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.sim.Finding;
import io.heddle.sim.Location;
import io.heddle.sim.SimulationResult;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads of cells that were never written, and which of them reach an output. */
final class UndefinedReads {
    private static final int LONGEST_CHAIN = 500;

    private UndefinedReads() {}

    /**
     * Every such read of a side, as a finding that asks for no verdict by itself, but those whose
     * place is that of a defect.
     */
    static List<Defect> notes(SideExecution side, List<Defect> defects) {
        List<Defect> notes = new ArrayList<>();
        if (side == null || side.run().result() == null) {
            return notes;
        }
        Set<Location> known = new HashSet<>();
        defects.forEach(d -> known.add(d.location()));
        for (Finding read : side.run().result().undefinedReads().values()) {
            if (read.location() != null && !known.contains(read.location())) {
                notes.add(Defect.of(side.kernel(), read));
            }
        }
        return notes;
    }

    /**
     * The term of an element that is written under a condition, with its initial contents for what
     * no store wrote: so that two kernels agree if they write equal values under equal conditions.
     * Any other undefined value stays.
     */
    static int kept(
            TermStore store, SimulationResult result, TensorSpec spec, int index, int term) {
        if (term == 0 || !store.mayBeUndefined(term)) {
            return term;
        }
        return kept(store, result, spec, index, term, new HashMap<>());
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

    /** The defect that an undefined value reaches {@code element}; names the first such read. */
    static Defect defect(TermStore store, Simulated.Run run, Unusable element) {
        int site = site(store, element.term());
        Finding read = run.result().undefinedReads().get(site);
        String name = ElementNames.of(run, element.tensor(), element.index());
        String message =
                read == null
                        ? "a value that was never written reaches " + name
                        : read.message() + "; it reaches " + name;
        return new Defect(
                element.side(),
                Verdict.UNINITIALIZED_READ.name(),
                message,
                read == null ? null : read.location(),
                null,
                read == null ? List.of() : read.threads(),
                read == null ? name : read.memory(),
                false);
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
