package io.heddle.replay;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The points at which two programs were compared, by what came of it: they agree, or a rounding
 * makes one of them take another step than the other (another integer, another choice), or what
 * left the reals excuses a difference.
 */
final class Tally {
    private final boolean roundingsListed;
    private final Set<Excuse> excuses = EnumSet.noneOf(Excuse.class);
    private int agreeing;
    private int rounded;
    private int excused;
    private long elements;
    private PairRuns.Stop stop;
    private ReplayVerdict.Disagree disagreement; // the first that a rounding may explain

    /**
     * @param roundingsListed true if the claim assumes that some roundings do not decide
     */
    Tally(boolean roundingsListed) {
        this.roundingsListed = roundingsListed;
    }

    /** Counts a point at which so many elements were compared. */
    void count(int compared, boolean isExcused, boolean isRounded) {
        elements = Math.max(elements, compared);
        if (isExcused) {
            excused++;
        } else if (isRounded) {
            rounded++;
        } else {
            agreeing++;
        }
    }

    /** Notes what explains a difference. */
    void note(Set<Excuse> found) {
        excuses.addAll(found);
    }

    /** Notes that a side did not come to its end. */
    void note(PairRuns.Stop why) {
        stop = why;
    }

    /** Notes a difference at a point where results are rounded. */
    void note(ReplayVerdict.Disagree difference) {
        disagreement = disagreement == null ? difference : disagreement;
    }

    /** Points without an excused difference. */
    int compared() {
        return agreeing + rounded;
    }

    /** Points at which everything agrees and no rounding decides. */
    int agreeing() {
        return agreeing;
    }

    /** True if some point needed this excuse. */
    boolean rests(Excuse excuse) {
        return excuses.contains(excuse);
    }

    /** Points with an excused difference. */
    int excused() {
        return excused;
    }

    /**
     * What follows from all points, none of which contradicts the claim.
     *
     * @param note what was left out, or empty
     */
    ReplayVerdict conclusion(List<String> tensors, String note) {
        if (disagreement != null) {
            return disagreement;
        }
        if (compared() == 0 && excused == 0) {
            return new ReplayVerdict.Skipped(
                    stop != null ? stop.getMessage() : "no element of " + tensors + " is written");
        }
        if (excused > 0 && compared() < Points.ORDINARY) {
            return new ReplayVerdict.Unconfirmed(
                    "the kernels' own arithmetic leaves the reals ("
                            + names()
                            + ") at "
                            + excused
                            + " of "
                            + (excused + compared())
                            + " inputs, so that the concrete replay cannot confirm the proof");
        }
        if (agreeing == 0 && rounded > 0) {
            return new ReplayVerdict.Unconfirmed(
                    "no point was found where no rounding decides"
                            + (roundingsListed ? ", as is assumed" : "")
                            + ": the kernels differ at all "
                            + rounded
                            + " inputs of the replay");
        }
        return new ReplayVerdict.Agree(agreeing, elements, note, excuses, rounded > 0);
    }

    private String names() {
        return excuses.stream()
                .map(e -> e.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
