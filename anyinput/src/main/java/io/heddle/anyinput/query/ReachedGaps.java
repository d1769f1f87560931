package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Threads;
import java.util.ArrayList;
import java.util.List;

/**
 * Leaves out of a summary the gaps that no thread comes to, such as an access through the null
 * pointer that a branch on that pointer excludes. Where some thread may come to one, all gaps stay.
 */
final class ReachedGaps {
    private ReachedGaps() {}

    /**
     * The summary without gaps, if the solver excludes all of them; else as it is.
     *
     * @param one the copy of a thread
     * @param assumed conditions over arguments and grid that hold
     */
    static Summary of(
            Summary summary, Threads threads, ThreadCopy one, List<BitTerm> assumed, Asker asker) {
        for (Gap gap : summary.gaps()) {
            List<BitTerm> conditions = new ArrayList<>(threads.inGrid(one::of));
            conditions.add(one.of(gap.condition()));
            if (!Boolean.FALSE.equals(asker.ask(conditions, assumed, one::known).can())) {
                return summary;
            }
        }
        return new Summary(
                summary.terms(),
                summary.points(),
                summary.axioms(),
                summary.goesOn(),
                List.of(),
                summary.visits(),
                summary.namesSomeLanes(),
                summary.callees(),
                summary.facts());
    }
}
