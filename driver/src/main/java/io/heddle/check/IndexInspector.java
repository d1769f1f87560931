package io.heddle.check;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.TooLargeException;
import io.heddle.anyinput.query.IndexRanges;
import io.heddle.anyinput.query.IndexRanges.Found;
import io.heddle.anyinput.solver.SolverProcess;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.Summariser;
import io.heddle.anyinput.summary.Summary;
import io.heddle.finding.Finding;
import io.heddle.finding.LaunchException;
import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.Launch;
import io.heddle.report.ErrorCause;
import io.heddle.report.KernelSide;
import io.heddle.report.PairReport;
import io.heddle.report.PairReport.Defect;
import io.heddle.report.PairReport.Scope;
import io.heddle.report.PairReport.SideScope;
import io.heddle.report.Verdict;
import io.heddle.simulate.LaunchLimits;
import io.heddle.suite.Limits;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Answers for one launch, of any size, whether indices leave their tensors or 32 bits, for all
 * data: without executing it, so that a size of billions of elements costs what a small one does. A
 * defect is certain where the way to it and the index follow from thread, block and arguments;
 * where data are concerned, only the run of the block shows it.
 */
final class IndexInspector {
    private static final double MOST_SECONDS = 20; // for the run of one block

    private final Pair pair;
    private final PairChecker checker;
    private final AnyInputLaunch launch;
    private final long start = System.nanoTime();
    private final Set<String> assumptions = new LinkedHashSet<>();

    private IndexInspector(Pair pair, Launch launch, PairChecker checker) {
        this.pair = pair;
        this.checker = checker;
        this.launch = new AnyInputLaunch(launch, pair.anyInput());
    }

    /** The report on a single kernel, whose verdict is about indices only. */
    static PairReport inspect(Pair pair, Launch launch, PairChecker checker) {
        SolverProcess solver = checker.solvers().take();
        try {
            return new IndexInspector(pair, launch, checker).report(solver).build();
        } finally {
            checker.solvers().giveBack(solver);
        }
    }

    private ReportBuilder report(SolverProcess solver) {
        List<BitTerm> assumed = new ArrayList<>(launch.assumptions());
        assumed.addAll(launch.sizes());
        Launch of = launch.launch();
        Summary summary;
        try {
            LaunchLimits.checkSizes(of, launch.entry());
            LaunchLimits.checkLimits(of, launch.entry());
            summary =
                    Summariser.of(
                            of.module(),
                            launch.entry(),
                            launch.threads(),
                            launch.parameters(),
                            of.dynamicShared(),
                            launch.terms());
        } catch (LaunchException e) {
            return builder().error(ErrorCause.INPUT, at() + e.getMessage());
        } catch (TooLargeException e) {
            return builder().verdict(Verdict.UNDECIDED, "limit reached: " + e.getMessage());
        }
        AnyInputInspector.addCallees(summary, assumptions);
        if (!summary.loopsEnd()) {
            assumptions.add("every loop ends, after fewer than 2^32 iterations");
        }
        long deadline = start + (long) (pair.limits().seconds() * 1e9);
        List<Found> all =
                new IndexRanges(
                                summary,
                                launch.threads(),
                                assumed,
                                launch.contents(),
                                solver,
                                deadline)
                        .find();
        List<Defect> defects = new ArrayList<>();
        for (Found f : all) {
            Defect defect = defect(f);
            if (defect != null) {
                defects.add(defect);
            }
        }
        if (!defects.isEmpty()) {
            return builder().defect(defects.get(0)).findings(defects.subList(1, defects.size()));
        }
        if (!all.isEmpty()) {
            return builder()
                    .verdict(Verdict.UNDECIDED, open(all.get(0)))
                    .at(KernelSide.REFERENCE, all.get(0).access().location());
        }
        if (!summary.gaps().isEmpty()) {
            Gap gap = summary.gaps().get(0);
            return builder()
                    .verdict(Verdict.UNDECIDED, gap.message())
                    .at(KernelSide.REFERENCE, gap.location());
        }
        return builder()
                .verdict(
                        Verdict.NO_DEFECT,
                        at()
                                + "no index leaves its tensor or 32 bits, for all data; nothing"
                                + " else was looked at");
    }

    /** The defect that an access is; null if that is not certain. */
    private Defect defect(Found f) {
        if (f.place().isEmpty()) {
            return null;
        }
        if (f.certain() && f.index() != null) {
            return new Defect(
                    KernelSide.REFERENCE,
                    new Finding(
                            Finding.Kind.OUT_OF_BOUNDS,
                            at() + (f.kind() == IndexRanges.Kind.OUTSIDE ? outside(f) : wraps(f)),
                            f.access().location(),
                            null,
                            List.of(),
                            f.access().object().name(),
                            false));
        }
        boolean canRun =
                f.kind() == IndexRanges.Kind.OUTSIDE
                        && launch.extents().isEmpty()
                        && pair.reference().arguments().stream()
                                .flatMap(Argument::parts)
                                .noneMatch(IndexInspector::isLarge);
        return canRun ? ofRun(f) : null;
    }

    /** What the run of the block shows; null if it shows no access out of bounds. */
    private Defect ofRun(Found f) {
        List<Integer> place = f.place();
        Side side = pair.reference();
        Side block =
                new Side(
                        side.ptx(),
                        side.entry(),
                        side.grid(),
                        side.block(),
                        side.shared(),
                        new Dim3(place.get(3), place.get(4), place.get(5)),
                        side.arguments(),
                        side.options());
        Limits given = pair.limits();
        Pair run =
                new Pair(
                        pair.suite(),
                        pair.name(),
                        block,
                        null,
                        List.of(),
                        pair.expectation(),
                        new Limits(Math.min(given.seconds(), MOST_SECONDS), given.bytes()),
                        false,
                        false);
        PairReport report = checker.simulate(run).answer();
        return report.allDefects().stream()
                .filter(d -> d.finding().kind() == Finding.Kind.OUT_OF_BOUNDS)
                .findFirst()
                .map(d -> new Defect(d.kernel(), inBlock(d.finding(), f)))
                .orElse(null);
    }

    /** True for a tensor of a size that is not executed. */
    private static boolean isLarge(Argument a) {
        return a instanceof Argument.Tensor t && t.tensor().span() > Integer.MAX_VALUE;
    }

    private Finding inBlock(Finding shown, Found f) {
        return shown.withMessage(at() + "block " + coordinates(f, 3) + ": " + shown.message());
    }

    private static String coordinates(Found f, int from) {
        List<Integer> p = f.place();
        return "(" + p.get(from) + "," + p.get(from + 1) + "," + p.get(from + 2) + ")";
    }

    private String thread(Found f) {
        StringBuilder words = new StringBuilder();
        words.append("thread ").append(coordinates(f, 0));
        words.append(" of block ").append(coordinates(f, 3));
        for (IndexRanges.Element e : f.data()) {
            words.append(", where ").append(launch.element(e.contents(), e.index(), e.bits()));
        }
        return words.toString();
    }

    /** How messages begin. */
    private String at() {
        return "at " + pair.anyInput().shape() + " ";
    }

    private String outside(Found f) {
        Access a = f.access();
        return (a.kind() == Access.Kind.READ ? "reads " : "writes ")
                + a.bytes()
                + " bytes at byte "
                + f.index()
                + " of "
                + a.object().name()
                + ", which has "
                + a.object().bytes().low()
                + ", in "
                + thread(f);
    }

    private String wraps(Found f) {
        return "the index of "
                + f.access().object().name()
                + " leaves 32 bits: in "
                + thread(f)
                + " it would be "
                + f.index()
                + ", and wraps around";
    }

    private String open(Found f) {
        String name = f.access().object().name();
        String what =
                at()
                        + (f.kind() == IndexRanges.Kind.OUTSIDE
                                ? "an access out of bounds on " + name + " is not excluded"
                                : "it is not excluded that the index of "
                                        + name
                                        + " wraps around 32 bits");
        if (f.place().isEmpty()) {
            return what + "; the solver does not know";
        }
        return what
                + " in "
                + thread(f)
                + "; no run shows it. Where data decide the index, state their range:"
                + " 'in:i:s32[8] in [0,9]'";
    }

    private ReportBuilder builder() {
        Launch of = launch.launch();
        SideScope side =
                new SideScope(of.module().file(), of.entry(), of.grid(), of.block(), null, 0);
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new ReportBuilder(pair)
                .scope(new Scope(side, null, 0, 0, launch.quantified(), ""))
                .assumptions(assumptions)
                .millis(new PairReport.Millis(0, 0, millis, 0, millis));
    }
}
