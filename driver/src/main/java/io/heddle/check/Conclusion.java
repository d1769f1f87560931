package io.heddle.check;

import io.heddle.check.ComparedElements.OneSided;
import io.heddle.check.ComparedElements.Unusable;
import io.heddle.check.Simulated.Times;
import io.heddle.condition.DecideOptions;
import io.heddle.condition.VerificationCondition;
import io.heddle.decide.Decision;
import io.heddle.decide.ProofAssumption;
import io.heddle.decide.Readings;
import io.heddle.decide.ShownLemma;
import io.heddle.finding.Assumption;
import io.heddle.finding.Finding;
import io.heddle.refute.Refuter;
import io.heddle.replay.ReplayVerdict;
import io.heddle.report.ErrorCause;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Counterexample;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.VcCounts;
import io.heddle.report.ProofMethod;
import io.heddle.report.ReplayOutcome;
import io.heddle.report.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Derives the verdict on a pair from the decisions on its conditions and from the replay. */
final class Conclusion {
    private static final int MOST_FINDINGS = 16;
    private static final int TRIES = 3;

    private final Simulated simulated;
    private final List<Decision> decisions;
    private final Premises premises; // of the executions
    private final StatedVariables variables;
    private final Replays replays;
    private final Times times;
    private final long decideMillis;

    /**
     * @param decided with one decision for each condition of {@code simulated}
     * @param times of the pair so far
     * @param elsewhere where both kernels are run
     */
    Conclusion(Simulated simulated, Decided decided, Times times, Replayer elsewhere) {
        int known = decided.decisions().size();
        if (known != simulated.conditions().size()) {
            throw new IllegalArgumentException(
                    known + " decisions for " + simulated.conditions().size());
        }
        this.simulated = simulated;
        this.times = times;
        this.decideMillis = decided.millis();
        this.premises = Premises.of(simulated.reference(), simulated.candidate());
        this.variables = new StatedVariables(simulated.reference(), simulated.candidate());
        this.replays =
                new Replays(
                        simulated.pair(),
                        simulated.reference(),
                        simulated.candidate(),
                        times.began(),
                        elsewhere);
        List<Decision> possible =
                new OutsideTypes(simulated, replays).withdrawn(consistent(simulated, decided));
        this.decisions = new Artefacts(simulated, premises, replays).withdrawn(possible);
    }

    private static List<Decision> consistent(Simulated simulated, Decided decided) {
        return Readings.areRecovered(decided.decisions())
                ? Readings.consistent(
                        simulated.store(),
                        PairChecker.decideOptions(simulated, decided.recovery()),
                        simulated.conditions(),
                        decided.decisions())
                : decided.decisions();
    }

    PairReport report() {
        ComparedElements comparison = simulated.comparison();
        ReportBuilder report =
                new ReportBuilder(simulated.pair())
                        .runs(simulated.reference(), simulated.candidate())
                        .compared(comparison.compared(), comparison.skipped())
                        .assumptions(simulated.assumptions())
                        .assumptions(comparison.assumptions())
                        .vcs(counts())
                        .findings(simulated.findings());
        long start = System.nanoTime();
        long before = replays.waitedNanos();
        conclude(report);
        long waited = replays.waitedNanos() - before;
        long replayMillis = (System.nanoTime() - start - waited + 500_000) / 1_000_000;
        Times own = times.later(replays.waitedNanos());
        return report.millis(PairChecker.millis(own, decideMillis, replayMillis)).build();
    }

    private VcCounts counts() {
        long proved = decisions.stream().filter(Decision.Proved.class::isInstance).count();
        long refuted = decisions.stream().filter(Decision.Refuted.class::isInstance).count();
        long lemmas =
                decisions.stream()
                        .filter(Decision.Proved.class::isInstance)
                        .mapToLong(d -> ((Decision.Proved) d).lemmas())
                        .max()
                        .orElse(0);
        long left = decisions.size() - proved - refuted;
        List<String> shown =
                decisions.stream()
                        .filter(Decision.Proved.class::isInstance)
                        .map(d -> ((Decision.Proved) d).shown())
                        .filter(some -> !some.isEmpty())
                        .findFirst()
                        .orElse(List.of())
                        .stream()
                        .map(ShownLemma::text)
                        .toList();
        return new VcCounts(decisions.size(), proved, refuted, left, lemmas, shown);
    }

    private void conclude(ReportBuilder report) {
        List<Decision.Refuted> refutations = refutations();
        if (!refutations.isEmpty()) {
            List<Decision.Refuted> certain =
                    variables.isEmpty()
                            ? refutations
                            : refutations.stream()
                                    .filter(r -> differentVariable(r).isEmpty())
                                    .toList();
            refuted(report, certain.isEmpty() ? refutations : certain);
            if (simulated.open() != null) {
                report.findings(List.of(simulated.open()));
            }
        } else if (simulated.open() != null) {
            report.defect(simulated.open());
        } else {
            String question = openQuestion();
            if (question != null) {
                report.verdict(Verdict.UNDECIDED, question);
            } else {
                proved(report);
            }
        }
    }

    private List<Decision.Refuted> refutations() {
        List<Decision.Refuted> refutations = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Refuted r) {
                refutations.add(r);
            }
        }
        return refutations;
    }

    /**
     * Reports the first refutation that the concrete replay confirms; if it confirms none of those
     * tried, the first one that does not rest on the bits of floats.
     */
    private void refuted(ReportBuilder report, List<Decision.Refuted> refutations) {
        Decision.Refuted chosen = refutations.get(0);
        PointReplay replay = replays.at(chosen.counterexample());
        boolean words = restsOnWords(chosen, replay); // of the one that is chosen
        for (int i = 1;
                !(replay instanceof PointReplay.Confirmed) && i < refutations.size() && i < TRIES;
                i++) {
            Decision.Refuted r = refutations.get(i);
            PointReplay of = replays.at(r.counterexample());
            boolean rests = restsOnWords(r, of);
            if (of instanceof PointReplay.Confirmed || words && !rests) {
                chosen = r;
                replay = of;
                words = rests;
            }
        }
        Counterexample counterexample =
                Counterexamples.of(simulated, chosen.counterexample(), replay.outcome().kind());
        Optional<String> doubt =
                words ? Optional.of(otherWords(replay)) : violatedAssumption(replay);
        Decision.Refuted shown = chosen;
        doubt = doubt.or(this::openCtas).or(() -> differentVariable(shown));
        if (doubt.isPresent()) {
            report.verdict(
                    Verdict.UNDECIDED,
                    "over the reals "
                            + Counterexamples.message(counterexample)
                            + "; "
                            + doubt.get());
            return;
        }
        report.verdict(Verdict.NOT_EQUIVALENT, Counterexamples.message(counterexample));
        report.counterexample(counterexample);
        report.replay(replay.outcome());
        List<Decision.Refuted> rest = new ArrayList<>(refutations);
        rest.remove(chosen); // one of the first few
        report.findings(further(rest));
    }

    /** Why a refutation at some value of a variable refutes nothing; empty if it does. */
    private Optional<String> differentVariable(Decision.Refuted r) {
        VerificationCondition vc = simulated.conditions().get(decisions.indexOf(r));
        return variables.doubt(simulated.store(), vc.reference(), vc.candidate());
    }

    /** Why a refutation of CTA 0,0,0, which nobody asked for, refutes nothing; empty if it does. */
    private Optional<String> openCtas() {
        boolean mayAccumulate =
                simulated.comparison().oneCta()
                        && (CtaChoice.mayAccumulate(simulated.reference().computation())
                                || CtaChoice.mayAccumulate(simulated.candidate().computation()));
        return mayAccumulate
                ? Optional.of(
                        "other CTAs may update the element by atomic operations, which --cta all"
                                + " executes (in a suite, cta = all)")
                : Optional.empty();
    }

    /** Why a refutation that rests on the bits of floats refutes nothing. */
    private static String otherWords(PointReplay replay) {
        return replay instanceof PointReplay.Skipped || replay instanceof PointReplay.Trapped
                ? "this was not replayed, and the machine may have other bits there, since it"
                        + " rounds a float that is read as bits"
                : "the machine agrees there: it has other bits, since it rounds a float that is"
                        + " read as bits";
    }

    /**
     * Which listed assumption a counterexample may violate, if the machine agrees or traps at it;
     * empty if there is none.
     */
    private Optional<String> violatedAssumption(PointReplay replay) {
        if (replay instanceof PointReplay.Trapped && premises.have(Assumption.Kind.TRAP)) {
            return Optional.of("a kernel traps there, which is assumed not to happen");
        }
        if (!(replay instanceof PointReplay.RealOnly)) {
            return Optional.empty();
        }
        if (premises.have(Assumption.Kind.SUBNORMAL)) {
            return Optional.of("the machine agrees there, where it may flush subnormal numbers");
        }
        return premises.have(Assumption.Kind.FLOAT_OVERFLOW)
                ? Optional.of(
                        "the machine agrees there, where a result that is tested for infinity or"
                                + " NaN may overflow")
                : Optional.empty();
    }

    /**
     * True if a refutation may be one only because terms do not round: its element depends on the
     * bits of floats, and the replay did not confirm it.
     *
     * @param replay what the replay said of it
     */
    private boolean restsOnWords(Decision.Refuted r, PointReplay replay) {
        boolean skipped =
                replay instanceof PointReplay.Skipped || replay instanceof PointReplay.Trapped;
        boolean equal = replay instanceof PointReplay.RealOnly real && real.equal();
        if (!skipped && !equal) {
            return false;
        }
        VerificationCondition vc = simulated.conditions().get(decisions.indexOf(r));
        return (skipped || ReadWords.differVisibly(simulated, r.counterexample()))
                && ReadWords.areBelow(simulated, vc, skipped);
    }

    /** True if no range that is assumed excludes the inputs at which the kernels disagree. */
    private boolean isInsideAssumed(ReplayVerdict.Disagree d) {
        Refuter refuter = new Refuter(simulated.store(), DecideOptions.defaults());
        for (VerificationCondition c : simulated.conditions()) {
            String name = d.tensor() + d.index().toString().replace(" ", "");
            if (c.tensor().equals(d.tensor()) && name(c.tensor(), c.index()).equals(name)) {
                return refuter.isInsideAssumed(c, d.inputs());
            }
        }
        return false;
    }

    private List<Defect> further(List<Decision.Refuted> refutations) {
        List<Defect> findings = new ArrayList<>();
        for (Decision.Refuted r :
                refutations.subList(0, Math.min(refutations.size(), MOST_FINDINGS))) {
            Counterexample c =
                    Counterexamples.of(simulated, r.counterexample(), ReplayOutcome.Kind.NONE);
            findings.add(
                    new Defect(
                            null,
                            new Finding(
                                    Finding.Kind.NOT_EQUIVALENT,
                                    Counterexamples.message(c),
                                    null,
                                    null,
                                    List.of(),
                                    c.element(),
                                    false)));
        }
        return findings;
    }

    /** Why the pair is not decided: the first open element, and how many more there are. */
    private String openQuestion() {
        String first = null;
        long open = 0;
        for (int i = 0; i < decisions.size(); i++) {
            if (decisions.get(i) instanceof Decision.Undecided u) {
                first = first == null ? element(i) + ": " + u.reason() : first;
                open++;
            }
        }
        for (Unusable u : simulated.comparison().partial()) {
            String why =
                    "the "
                            + u.side().spelling()
                            + " leaves bytes there that are not one value of the tensor's type"
                            + (u.why() == null ? "" : " (" + u.why() + ")");
            first = first == null ? name(u.tensor(), u.index()) + ": " + why : first;
            open++;
        }
        for (OneSided o : simulated.comparison().oneSided()) {
            String why =
                    o.elsewhere()
                            ? "only the "
                                    + o.writer().spelling()
                                    + " writes it in CTA 0,0,0; the other kernel may write it in"
                                    + " another CTA, which --cta all executes (in a suite, cta ="
                                    + " all)"
                            : "only the "
                                    + o.writer().spelling()
                                    + " may write it, but no concrete input was found on which it"
                                    + " does";
            first = first == null ? name(o.tensor(), o.index()) + ": " + why : first;
            open++;
        }
        return open > 1 ? first + " (and " + (open - 1) + " more elements)" : first;
    }

    private String element(int i) {
        return name(simulated.conditions().get(i).tensor(), simulated.conditions().get(i).index());
    }

    private String name(String tensor, long index) {
        return ElementNames.of(simulated, tensor, index);
    }

    /** What to say where a replay disagrees at inputs at which an assumption may not hold. */
    private Optional<String> brokenAssumption(
            ReplayVerdict replay, Premises all, Roundings roundings) {
        if (replay instanceof ReplayVerdict.Contradiction c && all.readConstants()) {
            return Optional.of(Replays.describeConstants(c));
        }
        if (!(replay instanceof ReplayVerdict.Disagree d)) {
            return Optional.empty();
        }
        List<String> deciding = all.steps(roundings);
        if (d.rounded() && !deciding.isEmpty()) {
            return Optional.of(Replays.describeRounding(d, deciding));
        }
        if (all.have(Assumption.Kind.SUBNORMAL)) {
            return Optional.of(Replays.describeFlushing(d));
        }
        if (all.have(Assumption.Kind.FINITE_MASK)) {
            return Optional.of(Replays.describeMasks(d));
        }
        if (all.have(Assumption.Kind.MAXIMUM_ABOVE_START)) {
            return Optional.of(Replays.describeMaximum(d));
        }
        return all.excludeOverflow() && !isInsideAssumed(d)
                ? Optional.of(Replays.describeOverflow(d))
                : Optional.empty();
    }

    private void proved(ReportBuilder report) {
        Set<ProofAssumption> assumed = new LinkedHashSet<>();
        boolean pit = false;
        for (Decision decision : decisions) {
            Decision.Proved p = (Decision.Proved) decision;
            assumed.addAll(p.assumptions());
            pit |= p.method() == Decision.Method.PIT;
        }
        Premises all = premises.with(assumed);
        Roundings roundings = simulated.comparison().roundings();
        Set<String> assumptions = new LinkedHashSet<>();
        assumed.forEach(a -> assumptions.add(a.text()));
        roundings.assumed().forEach(a -> assumptions.add(a.text()));
        ReplayVerdict replay = replays.agreement(simulated, all, roundings);
        Optional<String> broken = brokenAssumption(replay, all, roundings);
        if (broken.isPresent()) {
            report.assumptions(assumptions);
            report.verdict(Verdict.UNDECIDED, broken.get());
            return;
        }
        if (replay instanceof ReplayVerdict.Contradiction d) {
            report.error(ErrorCause.INTERNAL, Replays.describe(d));
            return;
        }
        report.assumptions(assumptions);
        if (replay instanceof ReplayVerdict.Unconfirmed u) {
            report.replay(ReplayOutcome.none(u.reason()));
            report.verdict(Verdict.UNDECIDED, "proved equal over the reals, but " + u.reason());
            return;
        }
        if (replay instanceof ReplayVerdict.Agree a) {
            report.replay(ReplayOutcome.agrees(a.points(), a.note()));
            report.assumptions(Replays.assumptions(a, all.listRoundings(roundings)));
        } else {
            String why = ((ReplayVerdict.Skipped) replay).reason();
            report.replay(ReplayOutcome.none(why));
            if (simulated.pair().requireReplay()) {
                report.verdict(Verdict.UNDECIDED, "proved equal, but not replayed: " + why);
                return;
            }
        }
        report.method(pit ? ProofMethod.PIT : ProofMethod.EXACT);
        long n = simulated.comparison().compared();
        report.verdict(
                Verdict.EQUIVALENT,
                (n == 1 ? "the compared element is" : "all " + n + " compared elements are")
                        + " equal over the reals for all inputs"
                        + (pit ? ", by a polynomial identity test with error below 2^-100" : ""));
    }
}
