package io.heddle.check;

import io.heddle.report.PairReport.Defect;
import io.heddle.report.Verdict;
import java.util.ArrayList;
import java.util.List;

/**
 * The one defect of several that is the verdict: the first in the verdicts' order; at equal rank
 * the first found, the reference's before the candidate's.
 *
 * @param winner the defect, or null if there was none
 * @param rest all others, in their order
 */
record VerdictChoice(Defect winner, List<Defect> rest) {
    /**
     * @param defects in order of detection, the reference's first
     * @param notes further findings that ask for no verdict
     */
    static VerdictChoice of(List<Defect> defects, List<Defect> notes) {
        Defect winner = null;
        for (Defect d : defects) {
            if (winner == null || verdict(d).outranks(verdict(winner))) {
                winner = d;
            }
        }
        List<Defect> rest = new ArrayList<>(defects);
        rest.remove(winner);
        rest.addAll(notes);
        return new VerdictChoice(winner, rest);
    }

    /** The verdict that a defect asks for. */
    static Verdict verdict(Defect defect) {
        return Verdict.of(defect.finding().kind());
    }

    /**
     * True if no result of a comparison could become the verdict: after a defect, and after an
     * UNSUPPORTED because the final contents may depend on the schedule.
     */
    boolean endsTheQuestion() {
        return winner != null && verdict(winner) != Verdict.UNDECIDED;
    }
}
