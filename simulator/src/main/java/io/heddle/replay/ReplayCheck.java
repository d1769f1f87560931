package io.heddle.replay;

import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Runs two launches on the same inputs and compares the tensors that they write.
 *
 * <p><b>Tolerance.</b> Values within four units in the last place of the element type agree. For
 * others both sides are run again with random roundings ({@link ReplayOptions#noise}), {@value
 * #NOISY_RUNS} times each; the tolerance of an element is {@value #SAFETY} times the sum of the
 * greatest deviations seen on the two sides, plus those four units. So it scales with the
 * magnitudes, the precision and the cancellation of what was computed, not with the result alone:
 * sums of integers must agree exactly, E[x²]−μ² may lose digits. Where that is not enough, {@value
 * #LIFTED_RUNS} more noisy runs take inlined library functions exactly, and {@value #SAFETY} times
 * their spread (among themselves, so that a function taken for another does not hide) is added:
 * tanhf is 1 from 9 on, and 1 − tanhf then 0. A difference counts only if it shows again at a
 * majority of neighbouring inputs, so that a rounding that crosses a threshold is no disagreement.
 *
 * <p><b>Infinities and NaN</b> on both sides agree if they are the same. On one side alone they
 * count only if the element shows them at every point where the other side is finite (at least
 * two): overflow and the edges of domains are assumptions of a proof, a NaN everywhere is not.
 *
 * <p><b>Budget.</b> The options' budget of instructions is for all runs together, noisy ones not
 * counted: fewer points are run if they would exceed it, and none if a single one does.
 */
public final class ReplayCheck {
    private static final int POINTS = 8;
    private static final int NOISY_RUNS = 5;
    private static final int LIFTED_RUNS = 9;
    private static final double SAFETY = 16;
    private static final int ULPS = 4;
    private static final int NEIGHBOURS = 3;

    private final Launch reference;
    private final Launch candidate;
    private final ReplayOptions referenceOptions;
    private final ReplayOptions candidateOptions;
    private ElementFilter filter = (tensor, flat) -> true;
    private boolean wholeRangeIntegers = true;
    private long spent;

    /** Which elements are compared. */
    @FunctionalInterface
    public interface ElementFilter {
        /** Whether the element with row-major index {@code flat} counts. */
        boolean compares(String tensor, long flat);
    }

    /** Comes to its end with what made it stop. */
    private static final class Skip extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Skip(String reason) {
            super(reason, null, false, false);
        }
    }

    /** The two results at one point. */
    private record Outcome(
            Map<String, TensorContents> reference, Map<String, TensorContents> candidate) {}

    /** An element of a tensor. */
    private record Element(String tensor, int flat) {}

    /**
     * A comparison of two launches.
     *
     * @param options budget for all runs, and schedule
     */
    public ReplayCheck(Launch reference, Launch candidate, ReplayOptions options) {
        this(reference, candidate, options, options);
    }

    /** A comparison in which each side has a schedule of its own; the budget is the first's. */
    public ReplayCheck(
            Launch reference,
            Launch candidate,
            ReplayOptions referenceOptions,
            ReplayOptions candidateOptions) {
        this.reference = reference;
        this.candidate = candidate;
        this.referenceOptions = referenceOptions;
        this.candidateOptions = candidateOptions;
    }

    /** Leaves out of every comparison the elements that {@code given} does not want. */
    public ReplayCheck only(ElementFilter given) {
        filter = given;
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

    /** Compares the named tensors at random points. */
    public ReplayVerdict compare(List<String> tensors) {
        return compare(tensors, List.of());
    }

    /**
     * Compares the named tensors, first at the given points (values of elements and scalars by the
     * user's spelling, zero where not named), then at random ones until there are {@value #POINTS}.
     */
    public ReplayVerdict compare(List<String> tensors, List<Map<String, Rational>> given) {
        try {
            return compareAll(tensors, given);
        } catch (Skip e) {
            return new ReplayVerdict.Skipped(e.getMessage());
        }
    }

    /**
     * Whether the sides differ, beyond rounding, in one element at one point; says what they gave.
     *
     * @return Agree if they do not differ there, Disagree if they do (also where exactly one is NaN
     *     or infinite, or exactly one wrote the element)
     */
    public ReplayVerdict at(String tensor, long flat, Map<String, Rational> point) {
        try {
            Inputs inputs = Inputs.given(reference, candidate, point);
            Outcome outcome = run(inputs);
            Element element = new Element(tensor, Math.toIntExact(flat));
            double r = value(outcome.reference(), element);
            double c = value(outcome.candidate(), element);
            double tolerance = least(outcome, element);
            boolean finite = Double.isFinite(r) && Double.isFinite(c);
            if (finite && Math.abs(r - c) > tolerance) {
                tolerance += new Spread(inputs).of(outcome, element, Math.abs(r - c));
            }
            boolean same = finite ? Math.abs(r - c) <= tolerance : Double.compare(r, c) == 0;
            return same
                    ? new ReplayVerdict.Agree(1, 1, "")
                    : disagree(element, r, c, tolerance, inputs);
        } catch (Skip e) {
            return new ReplayVerdict.Skipped(e.getMessage());
        }
    }

    private ReplayVerdict compareAll(List<String> tensors, List<Map<String, Rational>> given) {
        Map<Element, Integer> oneSided = new LinkedHashMap<>();
        Map<Element, Integer> bothFinite = new LinkedHashMap<>();
        int wanted = Math.max(POINTS, given.size());
        int points = 0;
        long elements = 0;
        Outcome last = null;
        Inputs lastInputs = null;
        while (points < wanted) {
            long before = spent;
            Inputs inputs =
                    points < given.size()
                            ? Inputs.given(reference, candidate, given.get(points))
                            : Inputs.random(
                                    reference,
                                    candidate,
                                    points - given.size(),
                                    wholeRangeIntegers);
            Outcome outcome = run(inputs);
            points++;
            List<Element> compared = elements(outcome, tensors);
            elements = Math.max(elements, compared.size());
            Spread spread = new Spread(inputs);
            for (Element e : compared) {
                double r = value(outcome.reference(), e);
                double c = value(outcome.candidate(), e);
                if (Double.isFinite(r) && Double.isFinite(c)) {
                    bothFinite.merge(e, 1, Integer::sum);
                    ReplayVerdict.Disagree found = judge(e, outcome, spread, inputs);
                    if (found != null && isConfirmed(e, inputs)) {
                        return found;
                    }
                } else if (Double.isFinite(r) != Double.isFinite(c)) {
                    oneSided.merge(e, 1, Integer::sum);
                }
            }
            last = outcome;
            lastInputs = inputs;
            long cost = spent - before;
            if (spent + cost > referenceOptions.maxInstructions()) {
                break;
            }
        }
        for (Map.Entry<Element, Integer> e : oneSided.entrySet()) {
            Element element = e.getKey();
            if (e.getValue() >= 2 && !bothFinite.containsKey(element)) {
                double r = value(last.reference(), element);
                double c = value(last.candidate(), element);
                return disagree(element, r, c, 0, lastInputs);
            }
        }
        if (elements == 0) {
            return new ReplayVerdict.Skipped("no element of " + tensors + " is written");
        }
        String note = points < wanted ? "budget: " + points + " of " + wanted + " points" : "";
        return new ReplayVerdict.Agree(points, elements, note);
    }

    private ReplayVerdict.Disagree judge(Element e, Outcome outcome, Spread spread, Inputs inputs) {
        double r = value(outcome.reference(), e);
        double c = value(outcome.candidate(), e);
        double tolerance = least(outcome, e);
        if (Math.abs(r - c) <= tolerance) {
            return null;
        }
        tolerance += spread.of(outcome, e, Math.abs(r - c));
        return Math.abs(r - c) <= tolerance ? null : disagree(e, r, c, tolerance, inputs);
    }

    private boolean isConfirmed(Element e, Inputs inputs) {
        int differing = 1;
        for (int k = 1; k <= NEIGHBOURS; k++) {
            Inputs near = inputs.nearby(reference, candidate, k);
            Outcome outcome = run(near);
            double r = value(outcome.reference(), e);
            double c = value(outcome.candidate(), e);
            boolean finite = Double.isFinite(r) && Double.isFinite(c);
            if (finite && judge(e, outcome, new Spread(near), near) != null) {
                differing++;
            }
        }
        return 2 * differing > NEIGHBOURS + 1;
    }

    private ReplayVerdict.Disagree disagree(
            Element e, double r, double c, double tolerance, Inputs inputs) {
        List<Long> index = new ArrayList<>();
        for (long i : spec(e.tensor()).symbol().index(e.flat())) {
            index.add(i);
        }
        return new ReplayVerdict.Disagree(e.tensor(), index, r, c, tolerance, inputs.shown());
    }

    private TensorSpec spec(String tensor) {
        for (Launch launch : List.of(reference, candidate)) {
            for (TensorSpec t : launch.tensors()) {
                if (t.name().equals(tensor)) {
                    return t;
                }
            }
        }
        throw new Skip("no tensor " + tensor);
    }

    private Outcome run(Inputs inputs) {
        return run(inputs, referenceOptions, candidateOptions);
    }

    /** Runs the sides at the same time. */
    private Outcome run(Inputs inputs, ReplayOptions first, ReplayOptions second) {
        CompletableFuture<ReplayResult> other =
                CompletableFuture.supplyAsync(() -> replay(candidate, inputs, second));
        ReplayResult one;
        ReplayResult two;
        try {
            one = replay(reference, inputs, first);
        } finally {
            two = joined(other);
        }
        return new Outcome(contents(one, first, "reference"), contents(two, second, "candidate"));
    }

    private static ReplayResult joined(CompletableFuture<ReplayResult> run) {
        try {
            return run.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw e;
        }
    }

    private ReplayResult replay(Launch launch, Inputs inputs, ReplayOptions options) {
        return Replay.run(
                launch,
                inputs.tensors(),
                inputs.scalars(),
                options.within(referenceOptions.maxInstructions()));
    }

    private Map<String, TensorContents> contents(
            ReplayResult result, ReplayOptions options, String side) {
        if (result instanceof ReplayResult.Finished f) {
            spent += options.noise() == 0 ? f.instructions() : 0;
            return f.tensors();
        }
        throw new Skip("the " + side + " stopped: " + result);
    }

    /** The elements to compare: those that at least one side wrote. */
    private List<Element> elements(Outcome outcome, List<String> tensors) {
        List<Element> elements = new ArrayList<>();
        for (String name : tensors) {
            TensorContents r = outcome.reference().get(name);
            TensorContents c = outcome.candidate().get(name);
            int size = r != null ? r.size() : c != null ? c.size() : 0;
            for (int i = 0; i < size; i++) {
                boolean written = (r != null && r.isDefined(i)) || (c != null && c.isDefined(i));
                if (written && filter.compares(name, i)) {
                    elements.add(new Element(name, i));
                }
            }
        }
        return elements;
    }

    private static double value(Map<String, TensorContents> tensors, Element e) {
        TensorContents t = tensors.get(e.tensor());
        return t == null ? Double.NaN : t.value(e.flat());
    }

    /** The tolerance before any noisy run. */
    private double least(Outcome outcome, Element e) {
        ElementType type = spec(e.tensor()).type();
        double vanishing = type == ElementType.F64 ? 0x1p-48 : 0x1p-19;
        return ULPS * ulp(outcome, e) + (type.isFloat() ? vanishing : 0);
    }

    private double ulp(Outcome outcome, Element e) {
        ElementType type = spec(e.tensor()).type();
        double r = Math.abs(value(outcome.reference(), e));
        double c = Math.abs(value(outcome.candidate(), e));
        return type.isFloat() ? Elements.ulp(Math.max(r, c), type) : 0;
    }

    /** How far random roundings move the results at one point; the noisy runs are made once. */
    private final class Spread {
        private final Inputs inputs;
        private List<Outcome> noisy;
        private List<Outcome> lifted;

        Spread(Inputs inputs) {
            this.inputs = inputs;
        }

        /** The tolerance; functions are taken exactly only if it does not cover the difference. */
        double of(Outcome plain, Element e, double difference) {
            if (noisy == null) {
                noisy = runs(NOISY_RUNS, referenceOptions, candidateOptions);
            }
            double r = 0;
            double c = 0;
            for (Outcome o : noisy) {
                r = Math.max(r, deviation(plain.reference(), o.reference(), e));
                c = Math.max(c, deviation(plain.candidate(), o.candidate(), e));
            }
            double tolerance = SAFETY * (r + c);
            return difference > tolerance ? tolerance + ofFunctions(e) : tolerance;
        }

        private double ofFunctions(Element e) {
            if (lifted == null) {
                lifted = runs(LIFTED_RUNS, referenceOptions.lifting(), candidateOptions.lifting());
            }
            Outcome first = lifted.get(0);
            double r = 0;
            double c = 0;
            for (Outcome o : lifted) {
                r = Math.max(r, deviation(first.reference(), o.reference(), e));
                c = Math.max(c, deviation(first.candidate(), o.candidate(), e));
            }
            return SAFETY * (r + c);
        }

        private List<Outcome> runs(int count, ReplayOptions first, ReplayOptions second) {
            List<Outcome> outcomes = new ArrayList<>();
            for (int k = 1; k <= count; k++) {
                long seed = 0x9E3779B97F4A7C15L * k;
                outcomes.add(run(inputs, first.noisy(seed), second.noisy(~seed)));
            }
            return outcomes;
        }

        private double deviation(
                Map<String, TensorContents> plain, Map<String, TensorContents> other, Element e) {
            double d = Math.abs(value(plain, e) - value(other, e));
            return Double.isNaN(d) ? Double.POSITIVE_INFINITY : d;
        }
    }
}
