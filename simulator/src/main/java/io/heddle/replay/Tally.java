package io.heddle.replay;

import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.machine.ReplayResult;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The points at which two programs were compared, by what came of it: they agree, or a rounding
 * makes one of them take another step than the other (another integer, another choice), or what
 * left the reals excuses a difference.
 */
final class Tally {
    private final boolean roundingsListed;
    private static final int FEW = 4; // random points that say too little of an element

    private final Map<String, BitSet> agreed = new HashMap<>(); // at a random point, by tensor
    private final Map<String, BitSet> contested = new TreeMap<>(); // explained at some point
    private int random;
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

    /** Counts a point if it is a random one. */
    void countRandom(boolean isRandom) {
        random += isRandom ? 1 : 0;
    }

    /** Notes that an element agrees at a random point, and nothing needs to explain it. */
    void agrees(Element e) {
        agreed.computeIfAbsent(e.tensor(), t -> new BitSet()).set(e.flat());
    }

    /** Notes that an element differs, which a rounding or an excuse explains. */
    void contests(Element e) {
        contested.computeIfAbsent(e.tensor(), t -> new BitSet()).set(e.flat());
    }

    /**
     * An element that differs at some point, which the assumptions explain, and agrees at no random
     * one: no input is known that is like most and that the assumptions admit.
     */
    private Optional<String> explainedOnly() {
        for (Map.Entry<String, BitSet> e : contested.entrySet()) {
            BitSet left = (BitSet) e.getValue().clone();
            left.andNot(agreed.getOrDefault(e.getKey(), new BitSet()));
            if (random >= FEW && !left.isEmpty()) {
                return Optional.of("element " + left.nextSetBit(0) + " of " + e.getKey());
            }
        }
        return Optional.empty();
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
        if (compared() == 0
                && excused == 0
                && stop != null
                && stop.reason() == ReplayResult.Reason.TRAP) {
            return new ReplayVerdict.Unconfirmed(
                    "a kernel traps at all inputs of the replay, which is assumed not to happen: "
                            + stop.getMessage());
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
        Optional<String> explained = explainedOnly();
        if (explained.isPresent()) {
            return new ReplayVerdict.Unconfirmed(
                    "no random input was found at which "
                            + explained.get()
                            + " is compared as the assumptions say: at each the kernels differ, as"
                            + " a rounding or what is assumed away explains");
        }
        return new ReplayVerdict.Agree(agreeing, elements, note, excuses, rounded > 0);
    }

    private String names() {
        return excuses.stream()
                .map(e -> e.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
