package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.replay.PairRuns.Element;
import io.heddle.replay.PairRuns.Outcome;
import io.heddle.replay.machine.ReplayOptions;
import io.heddle.replay.machine.ReplayResult;
import io.heddle.replay.machine.StepAssumption;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Runs two launches on the same inputs and compares the tensors that they write.
 *
 * <p><b>Inputs</b> are those of {@link Points}: random ones, patterns, and the constants of both
 * programs with their neighbours.
 *
 * <p><b>Tolerance.</b> Values within four units in the last place of the element type agree. For
 * others both sides are run again with random roundings ({@link Spread}): the tolerance of an
 * element is a multiple of the deviations seen on the two sides, so that it scales with the
 * magnitudes, the precision and the cancellation of what was computed, not with the result alone:
 * sums of integers must agree exactly, E[x²]−μ² may lose digits. A difference counts if it shows
 * again at a majority of neighbouring inputs, so that a rounding that crosses a threshold is no
 * disagreement; or if no rounding at all could explain it (a test for one value).
 *
 * <p><b>Infinities and NaN</b> on both sides agree if they are the same. On one side alone they are
 * a disagreement like any other.
 *
 * <p><b>Excuses.</b> At a disagreeing point the kernels' arithmetic may have left the reals, over
 * which they were proved equal: {@link Excuses}. Overflow is an excuse, to be listed, if {@value
 * Points#ORDINARY} other points agree and it does not decide a comparison ({@link DecidingRange});
 * what a domain assumption of the proof excludes is one if the proof has such an assumption. Inputs
 * of extreme magnitude ({@link Extremes}) are tried for nothing but to see whether overflow
 * matters.
 *
 * <p><b>Assumptions.</b> What a claim assumes of single instructions must hold at some inputs:
 * {@link AssumptionCheck}.
 *
 * <p><b>Stops.</b> A side that does not come to its end for want of an instruction or of time says
 * nothing. One that meets a stray access, a trap or a deadlock contradicts the proof like a
 * disagreement, with the same excuses: {@link ConfirmedStop}.
 *
 * <p><b>Budget.</b> The options' budget of instructions is for all runs together, noisy ones not
 * counted: fewer points are run if they would exceed it, at least one. Points that are not random
 * have a sixth of it. Of a grid that takes more in one run some CTAs stand for all, where CTAs do
 * not depend on each other: {@link BlockSample}. Time is shared out in the same way.
 */
public final class ReplayCheck {
    private static final String SPECIAL_WORD =
            "the kernels give two numbers where a word is an infinity or a NaN: ";
    private static final int NEIGHBOURS = 3;
    private static final int MOST_POINTS = 128;
    private static final int MOST_FURTHER = 24;
    private static final int SLACK = 4;

    private final PairRuns runs;
    private ElementChoice chosen = new ElementChoice(null);
    private Set<StepAssumption> assumptions = Set.of();
    private boolean wholeRangeIntegers = true;
    private boolean tinyIntegers;
    private boolean exactConstants = true;
    private double ofConstants;
    private Set<Excuse> excuses = EnumSet.of(Excuse.OVERFLOW);
    private boolean trapsExcluded;
    private boolean roundingsListed;
    private boolean roundingsDecide;
    private long expected; // instructions of one run of both sides; 0 if not known
    private long expectedOfReference;
    private long nanos = Long.MAX_VALUE; // after which runs stop
    private BlockSample sample; // null: all CTAs
    private Points points;

    /**
     * A comparison of two launches.
     *
     * @param options budget for all runs, and schedule
     */
    public ReplayCheck(Computation reference, Computation candidate, ReplayOptions options) {
        this(reference, candidate, options, options);
    }

    /** A comparison in which each side has a schedule of its own; the budget is the first's. */
    public ReplayCheck(
            Computation reference,
            Computation candidate,
            ReplayOptions referenceOptions,
            ReplayOptions candidateOptions) {
        runs = new PairRuns(reference, candidate, referenceOptions, candidateOptions);
    }

    /** Compares only the given elements of each tensor, by row-major index. */
    public ReplayCheck only(Map<String, BitSet> elements) {
        chosen = new ElementChoice(elements);
        return this;
    }

    /**
     * Keeps integers of 32 and 64 bits small (some hundreds) at all random points: for claims that
     * assume that no integer overflows.
     */
    public ReplayCheck withSmallIntegers() {
        wholeRangeIntegers = false;
        return this;
    }

    /** Keeps all integers below ten: for claims that sums of 16 bits do not overflow. */
    public ReplayCheck withTinyIntegers() {
        tinyIntegers = true;
        return withSmallIntegers();
    }

    /**
     * For claims that read constants as numbers near them: what the kernels do between a constant
     * and that number is no disagreement, nor is a difference that their distance explains.
     *
     * @param relative how far results may be apart for it, relative to them
     */
    public ReplayCheck withRecoveredConstants(double relative) {
        exactConstants = false;
        ofConstants = relative;
        return this;
    }

    /** For claims that assume that divisors are not zero, or the like. */
    public ReplayCheck excusing(Set<Excuse> assumed) {
        excuses = EnumSet.of(Excuse.OVERFLOW);
        excuses.addAll(assumed);
        return this;
    }

    /** For claims that assume that no trap is executed: one that is says nothing. */
    public ReplayCheck withoutTraps() {
        trapsExcluded = true;
        return this;
    }

    /**
     * For claims about programs in which roundings may decide: a disagreement says whether one may.
     *
     * @param listed true if the claim assumes that some of them do not
     */
    public ReplayCheck withRoundings(boolean listed) {
        roundingsDecide = true;
        runs.keepDirections();
        roundingsListed = listed;
        return this;
    }

    /** For claims that assume something of single instructions: some input must meet it. */
    public ReplayCheck assuming(Set<StepAssumption> ofInstructions) {
        assumptions = Set.copyOf(ofInstructions);
        return this;
    }

    /**
     * For launches of which it is known how long they are: one run may take more than the budget.
     *
     * @param ofReference thread instructions
     * @param ofCandidate thread instructions
     */
    public ReplayCheck expecting(long ofReference, long ofCandidate) {
        expectedOfReference = ofReference;
        expected = ofReference + ofCandidate;
        runs.allow(SLACK * Math.max(ofReference, ofCandidate));
        return this;
    }

    /** Stops all runs after this time, and begins no further point some time before. */
    public ReplayCheck within(long nanoseconds) {
        nanos = nanoseconds;
        return this;
    }

    /** Compares the named tensors. */
    public ReplayVerdict compare(List<String> tensors) {
        try {
            return compareAll(tensors);
        } catch (PairRuns.Stop e) {
            return new ReplayVerdict.Skipped(e.getMessage());
        }
    }

    /**
     * Whether the sides differ, beyond rounding, in one element at one point; says what they gave.
     *
     * @return Agree if they do not differ there, rounded if they are two numbers; Disagree if they
     *     do (also where exactly one is NaN or infinite, or exactly one wrote the element)
     */
    public ReplayVerdict at(String tensor, long flat, Map<String, Rational> point) {
        try {
            runs.within(nanos);
            Inputs inputs = points().given(point);
            Outcome outcome = runs.run(inputs);
            Element element = new Element(tensor, Math.toIntExact(flat));
            Spread spread = new Spread(runs, inputs);
            boolean equal = isSame(element, outcome);
            boolean finite = isFinite(element, outcome);
            boolean rounded = finite && !equal && runs.areRounded(inputs); // else nothing explains
            return equal || rounded && spread.explains(outcome, element)
                    ? PairRuns.agreed(outcome, element)
                    : disagree(element, outcome, rounded ? spread : null, inputs);
        } catch (PairRuns.Stop e) {
            return new ReplayVerdict.Skipped(
                    e.getMessage(), e.reason() == ReplayResult.Reason.TRAP);
        }
    }

    private Points points() {
        if (points == null) {
            Points made = new Points(runs.reference(), runs.candidate(), wholeRangeIntegers);
            points = (tinyIntegers ? made.withTinyIntegers() : made).until(runs.deadline());
        }
        return points;
    }

    private ReplayVerdict compareAll(List<String> tensors) {
        Tally tally = new Tally(roundingsListed);
        long began = System.nanoTime();
        runs.within(nanos);
        takeSample(tensors);
        int count = Math.min(MOST_POINTS, points().count());
        int last = count + MOST_FURTHER;
        List<Integer> agreeing = new ArrayList<>();
        long cost = 0;
        long time = 0;
        int number = 0;
        for (; number < last; number++) {
            boolean ordinary = number < Points.ORDINARY;
            boolean further = number >= count;
            if (further && (tally.excused() == 0 || tally.compared() >= Points.ORDINARY)) {
                break;
            }
            long limit = ordinary || further ? runs.budget() : runs.budget() / 6;
            long start = System.nanoTime();
            long until =
                    tally.excused() == 0
                            ? ReplayTime.toBegin(nanos)
                            : ReplayTime.toBeginFurther(nanos);
            boolean late = start - began + time > until;
            if (number > 0 && (late || runs.spent() + cost > limit)) {
                if (further || tally.excused() == 0) {
                    break;
                }
                number = Math.max(number, count - 1); // on to further random points
                continue;
            }
            long before = runs.spent();
            try {
                int agreed = tally.agreeing();
                Optional<ReplayVerdict> found = at(number, tensors, tally);
                if (found.isPresent()) {
                    return found.get();
                }
                if (tally.agreeing() > agreed) {
                    agreeing.add(number);
                }
            } catch (PairRuns.Stop stop) {
                boolean nothing = tally.compared() == 0 && tally.excused() == 0;
                if (stop.reason() != ReplayResult.Reason.BUDGET || (ordinary && nothing)) {
                    throw stop;
                }
            }
            cost = Math.max(cost, runs.spent() - before);
            time = Math.max(time, System.nanoTime() - start);
        }
        OverflowCheck overflow =
                new OverflowCheck(
                        runs,
                        points(),
                        excuses,
                        cost,
                        outcome -> elements(outcome, tensors),
                        (e, outcome) -> !isSame(e, outcome) && PairRuns.isFarOff(e, outcome));
        if (tally.compared() > 0 && sample == null && overflow.matters()) {
            tally.note(Set.of(Excuse.OVERFLOW));
        }
        if (tally.rests(Excuse.OVERFLOW) && overflow.isEverywhere(agreeing)) {
            return new ReplayVerdict.Unconfirmed(
                    "numbers leave the range of their type or are subnormal at all inputs of the"
                            + " replay at which the kernels agree");
        }
        String note = sample == null ? "" : sample.toString();
        if (number < Points.ORDINARY) {
            note += note.isEmpty() ? "" : "; ";
            note += "budget: " + number + " of " + Points.ORDINARY + " points";
        }
        ReplayVerdict conclusion = tally.conclusion(tensors, note);
        return conclusion instanceof ReplayVerdict.Agree
                ? new AssumptionCheck(runs, points(), assumptions, cost)
                        .unmet()
                        .<ReplayVerdict>map(ReplayVerdict.Unconfirmed::new)
                        .orElse(conclusion)
                : conclusion;
    }

    /** Of launches beyond the budget: some CTAs, where they can stand for all. */
    private void takeSample(List<String> tensors) {
        if (expected <= runs.budget()
                || !BlockSample.isPossible(runs.reference())
                || !BlockSample.isPossible(runs.candidate())) {
            return;
        }
        Map<String, BitSet> compared = new HashMap<>();
        for (String name : tensors) {
            compared.put(name, chosen.of(name, Math.toIntExact(runs.spec(name).size())));
        }
        sample = BlockSample.of(runs, points().get(0), expectedOfReference, compared);
        if (sample != null) {
            runs.only(sample.blocks(), sample.others());
        }
    }

    /** Compares at one point; the verdict, if the point decides it. */
    private Optional<ReplayVerdict> at(int number, List<String> tensors, Tally tally) {
        Inputs inputs = points().get(number);
        Outcome outcome;
        try {
            outcome = runs.run(inputs);
        } catch (PairRuns.Stop stop) {
            if (!stop.isDefect()) {
                throw stop;
            }
            return stopped(stop, number, inputs, tally);
        }
        List<Element> compared = elements(outcome, tensors);
        if (compared.isEmpty()) {
            return Optional.empty();
        }
        Spread spread = new Spread(runs, inputs);
        Excuses reasons = new Excuses(runs, inputs, excuses);
        DecidingRange range = new DecidingRange(runs, inputs, assumptions);
        boolean random = points().isRandom(number);
        tally.countRandom(random);
        boolean excused = false;
        boolean rounded = false;
        for (Element e : compared) {
            Set<Excuse> found = EnumSet.noneOf(Excuse.class);
            if (isFinite(e, outcome)) {
                if (!differs(e, outcome, spread) || !isConfirmed(e, outcome, spread, inputs)) {
                    if (isDecided(e, outcome)) {
                        tally.contests(e);
                        boolean sign = reasons.isOf(Excuse.NEGATIVE_ZERO, outcome, e);
                        tally.note(sign ? Set.of(Excuse.NEGATIVE_ZERO) : Set.of());
                        excused |= sign;
                        rounded |= !sign;
                    } else if (random) {
                        tally.agrees(e);
                    }
                    continue;
                }
                found = reasons.of(outcome, e);
            } else if (!isSame(e, outcome)) {
                found = reasons.of(outcome, e); // cheaper than to ask whether rounding decides
                if (found.isEmpty() && !spread.isExact(outcome, e)) {
                    tally.contests(e);
                    rounded = true;
                    continue;
                }
            } else {
                if (random) {
                    tally.agrees(e);
                }
                continue;
            }
            tally.contests(e);
            if (found.isEmpty()) {
                ReplayVerdict.Disagree d = disagree(e, outcome, spread, inputs);
                if (!d.rounded()) {
                    return Optional.of(d);
                }
                tally.note(d); // a point at which nothing is rounded may tell more
                rounded = true;
                continue;
            }
            if (found.contains(Excuse.SPECIAL_WORD) && isFinite(e, outcome)) {
                ReplayVerdict.Disagree d = disagree(e, outcome, null, inputs);
                return Optional.of(new ReplayVerdict.Unconfirmed(SPECIAL_WORD + d));
            }
            if (found.contains(Excuse.OVERFLOW)) {
                Optional<String> decided = range.of(reasons, outcome, e);
                if (decided.isPresent()) {
                    return Optional.of(
                            new ReplayVerdict.Unconfirmed(
                                    decided.get() + ": " + disagree(e, outcome, null, inputs)));
                }
            }
            tally.note(found);
            excused = true;
        }
        tally.count(compared.size(), excused, rounded);
        return Optional.empty();
    }

    /** True if a rounding that {@link Spread} found has made the element something else. */
    private boolean isDecided(Element e, Outcome o) {
        boolean integer = !runs.spec(e.tensor()).type().isFloat();
        return !isSame(e, o) && (integer || roundingsListed && PairRuns.isFarOff(e, o));
    }

    /** What a side that does not come to its end says, if anything. */
    private Optional<ReplayVerdict> stopped(
            PairRuns.Stop stop, int number, Inputs inputs, Tally tally) {
        tally.note(stop);
        boolean excluded = stop.reason() == ReplayResult.Reason.TRAP && trapsExcluded;
        boolean mayOverflow = !wholeRangeIntegers && number >= Points.ORDINARY;
        ConfirmedStop stops = new ConfirmedStop(runs, inputs);
        if (excluded
                || mayOverflow
                || (!exactConstants && !stops.isAlsoAt(points().near(inputs, 1)))) {
            return Optional.empty();
        }
        Set<Excuse> found = stops.excuses(excuses);
        boolean broken = found.isEmpty() && stops.breaks(assumptions);
        if (broken || found.isEmpty() && !stops.isCertain()) {
            tally.count(0, broken, !broken);
            return Optional.empty();
        }
        if (found.isEmpty()) {
            return Optional.of(new ReplayVerdict.Stopped(stop.getMessage(), inputs.shown()));
        }
        tally.note(found);
        tally.count(0, true, false);
        return Optional.empty();
    }

    private static boolean isFinite(Element e, Outcome o) {
        return Double.isFinite(PairRuns.value(o.reference(), e))
                && Double.isFinite(PairRuns.value(o.candidate(), e));
    }

    private boolean isSame(Element e, Outcome o) {
        double r = PairRuns.value(o.reference(), e);
        double c = PairRuns.value(o.candidate(), e);
        if (Double.compare(r, c) == 0) {
            return true;
        }
        double least =
                Math.max(runs.least(r, c, e), ofConstants * Math.max(Math.abs(r), Math.abs(c)));
        return Double.isFinite(r) && Double.isFinite(c) && Math.abs(r - c) <= least;
    }

    private boolean differs(Element e, Outcome outcome, Spread spread) {
        return !isSame(e, outcome) && !spread.explains(outcome, e);
    }

    /**
     * Whether a difference is more than a rounding that crosses a threshold. Few noisy runs may all
     * round as the machine does: a single sum of great numbers, or a factor cut to ten bits, does
     * so in one of 32 elements. Therefore many are asked first.
     */
    private boolean isConfirmed(Element e, Outcome outcome, Spread spread, Inputs inputs) {
        if (!spread.isExact(outcome, e)) {
            return false;
        }
        if (exactConstants) {
            return true;
        }
        int differing = 1;
        for (int k = 1; k <= NEIGHBOURS; k++) {
            Inputs near = points().near(inputs, k);
            try {
                if (differs(e, runs.run(near, (usual, first) -> usual), new Spread(runs, near))) {
                    differing++;
                }
            } catch (PairRuns.Stop stop) {
                // a point at which a kernel stops says nothing
            }
        }
        return 2 * differing > NEIGHBOURS + 1;
    }

    /** How an element differs; {@code spread}, unless null, gives the tolerance. */
    private ReplayVerdict.Disagree disagree(
            Element e, Outcome outcome, Spread spread, Inputs inputs) {
        long[] index = runs.spec(e.tensor()).symbol().index(e.flat());
        return new ReplayVerdict.Disagree(
                e.tensor(),
                Arrays.stream(index).boxed().toList(),
                PairRuns.value(outcome.reference(), e),
                PairRuns.value(outcome.candidate(), e),
                spread == null ? 0 : spread.tolerance(outcome, e),
                roundingsDecide && runs.areRounded(inputs),
                inputs.shown());
    }

    /** The elements to compare: those that at least one side wrote; of some CTAs, both. */
    private List<Element> elements(Outcome outcome, List<String> tensors) {
        return chosen.of(outcome, tensors, sample != null);
    }
}
