package io.heddle.check;

import io.heddle.check.ComparedElements.Unusable;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import io.heddle.sim.Finding;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Reads of cells that were never written, and which of them reach an output. */
final class UndefinedReads {
    private UndefinedReads() {}

    /** Every such read of a side, as a finding that asks for no verdict by itself. */
    static List<Defect> all(KernelSide kernel, SideExecution side) {
        List<Defect> defects = new ArrayList<>();
        if (side.run().result() != null) {
            side.run()
                    .result()
                    .undefinedReads()
                    .values()
                    .forEach(f -> defects.add(Defect.of(kernel, f)));
        }
        return defects;
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
