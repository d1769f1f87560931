package io.heddle.check;

import io.heddle.anyinput.formula.Bounds;
import io.heddle.anyinput.formula.CostFormulas;
import io.heddle.anyinput.formula.Formula;
import io.heddle.anyinput.formula.SymbolicCost;
import io.heddle.check.CostFormulaFinder.SizedLaunch;
import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.FormulaReport;
import io.heddle.cost.FormulaReport.Text;
import io.heddle.cost.InstructionCost;
import io.heddle.cost.KernelCost;
import io.heddle.finding.Location;
import io.heddle.launch.Launch;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.SourcePosition;
import io.heddle.report.KernelSide;
import io.heddle.suite.InputException;
import io.heddle.suite.Limits;
import io.heddle.suite.Side;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Finds the formulas of a kernel's cost and compares them with the exact counts of launches that
 * were not used to find them.
 */
public final class FormulaComparison {
    private static final int ENOUGH = 3; // launches
    private static final int MOST_TRIED = 12;
    private static final long MOST_INSTRUCTIONS = 400_000; // of warps in such a launch
    private static final double SECONDS = 60; // for one
    private static final int[] OFFSETS = {0, 1, 7, 18, 33, 64};

    private final SizedLaunch sized;
    private final Side side;
    private final PtxModule module;
    private final Launches launches;
    private final CostFormulas formulas;
    private final List<String> compared = new ArrayList<>();
    private String refused = "";
    private long millis;

    /** The launch at other sizes. */
    public interface Launches {
        /**
         * The launch.
         *
         * @throws InputException if there is none
         */
        Side at(Map<String, Long> sizes);
    }

    private FormulaComparison(
            SizedLaunch sized,
            Side side,
            PtxModule module,
            Launches launches,
            CostFormulas formulas) {
        this.sized = sized;
        this.side = side;
        this.module = module;
        this.launches = launches;
        this.formulas = formulas;
    }

    /**
     * The formulas in words.
     *
     * @param side the launch at the sizes that the user gave
     * @param counted its exact counts; null if not the whole grid was counted
     * @throws IllegalStateException if a formula is wrong
     */
    public static FormulaReport of(
            SizedLaunch sized, Side side, PtxModule module, KernelCost counted, Launches launches) {
        long start = System.nanoTime();
        SymbolicCost.Result result = CostFormulaFinder.of(sized, side.launch(module));
        if (result.formulas() == null) {
            return FormulaReport.none(result.failure());
        }
        FormulaComparison comparison =
                new FormulaComparison(sized, side, module, launches, result.formulas());
        comparison.millis = (System.nanoTime() - start) / 1_000_000;
        comparison.compare(counted);
        return comparison.report();
    }

    // ---------------------------------------------------------------- launches

    private void compare(KernelCost counted) {
        if (counted != null && isValid(sized.sizes())) {
            check(sized.sizes(), counted);
        }
        int tried = 0;
        for (Map<String, Long> at : candidates()) {
            if (compared.size() == ENOUGH || tried == MOST_TRIED) {
                return;
            }
            if (!compared.contains(words(at)) && isValid(at) && isSmall(at)) {
                tried++;
                KernelCost cost = count(at);
                if (cost != null) {
                    check(at, cost);
                }
            }
        }
    }

    /** Sizes that may be tried: greater ones than those that gave the formulas come first. */
    private List<Map<String, Long>> candidates() {
        List<Map<String, Long>> all = new ArrayList<>();
        all.add(sized.sizes());
        for (boolean greater : new boolean[] {true, false}) {
            for (int rounds = 0; rounds < ENOUGH; rounds++) {
                all.add(like(greater, rounds));
            }
            for (int offset : OFFSETS) {
                all.add(from(greater, offset));
            }
        }
        return all;
    }

    /** Sizes with the remainders that the user's sizes have. */
    private Map<String, Long> like(boolean greater, int rounds) {
        Map<String, Long> at = new LinkedHashMap<>();
        int k = 0;
        for (Map.Entry<String, Long> e : sized.sizes().entrySet()) {
            long least = greater ? formulas.beyond().get(k) : formulas.from().get(k);
            long period = formulas.periods().get(k++);
            long more = Math.floorMod(e.getValue() - least, period);
            at.put(e.getKey(), least + more + rounds * period);
        }
        return at;
    }

    private Map<String, Long> from(boolean greater, int offset) {
        Map<String, Long> at = new LinkedHashMap<>();
        int k = 0;
        for (String name : sized.sizes().keySet()) {
            long least = greater ? formulas.beyond().get(k) : formulas.from().get(k);
            at.put(name, least + offset + k++);
        }
        return at;
    }

    private boolean isValid(Map<String, Long> at) {
        int k = 0;
        for (long size : at.values()) {
            if (size < formulas.from().get(k++)) {
                return false;
            }
        }
        return CostFormulaFinder.isMeant(sized, at);
    }

    private boolean isSmall(Map<String, Long> at) {
        Bounds b = formulas.totals().get(Counter.WARP_INSTRUCTIONS);
        return b == null
                || b.most()
                        .or(b::least)
                        .map(f -> f.down(values(at)) <= MOST_INSTRUCTIONS)
                        .orElse(true);
    }

    private KernelCost count(Map<String, Long> at) {
        Launch whole;
        try {
            Launch one = launches.at(at).launch(module);
            whole =
                    new Launch(
                            one.module(),
                            one.entry(),
                            one.grid(),
                            one.block(),
                            one.dynamicShared(),
                            null,
                            one.arguments());
        } catch (InputException e) {
            refused = e.getMessage();
            return null;
        }
        SideExecution execution =
                SideExecution.of(
                        KernelSide.REFERENCE,
                        side,
                        whole,
                        new TermStore(PairChecker.mostTerms(Limits.DEFAULT)),
                        Limits.DEFAULT,
                        false,
                        true,
                        System.nanoTime() + (long) (SECONDS * 1e9));
        if (execution.error() != null || execution.run().result() == null) {
            refused = execution.message() == null ? "it does not end" : execution.message();
            return null;
        }
        return execution.run().result().statistics().cost();
    }

    // ---------------------------------------------------------------- comparison

    private static long[] values(Map<String, Long> at) {
        return at.values().stream().mapToLong(Long::longValue).toArray();
    }

    private static String words(Map<String, Long> at) {
        StringJoiner words = new StringJoiner(", ");
        at.forEach((n, v) -> words.add(n + " = " + v));
        return words.toString();
    }

    private void check(Map<String, Long> at, KernelCost cost) {
        Map<SourcePosition, InstructionCost> counted = new HashMap<>();
        cost.instructions().forEach(i -> counted.put(i.location().position(), i));
        for (CostFormulas.Of of : formulas.instructions()) {
            InstructionCost exact = counted.get(of.instruction().position());
            of.counters()
                    .forEach(
                            (c, b) ->
                                    check(
                                            at,
                                            Location.of(of.instruction()) + ": " + c.spelling(),
                                            b,
                                            exact == null ? Count.ZERO : exact.count(c)));
        }
        formulas.totals().forEach((c, b) -> check(at, c.spelling(), b, cost.total(c)));
        for (Counter c : CostFormulas.COUNTERS) {
            if (!formulas.totals().containsKey(c) && cost.total(c).least() != 0) {
                throw wrong(at, c.spelling(), "0", cost.total(c));
            }
        }
        compared.add(words(at));
    }

    /** Refuses a formula that is wrong at some sizes. */
    private static void check(Map<String, Long> at, String what, Bounds b, Count exact) {
        long[] sizes = values(at);
        boolean fits =
                b.least().map(f -> f.up(sizes) <= exact.most()).orElse(true)
                        && b.most().map(f -> f.down(sizes) >= exact.least()).orElse(true);
        if (exact.isExact() && b.isExact()) {
            fits = b.most().stream().allMatch(f -> f.isAt(exact.most(), sizes));
        }
        if (!fits) {
            throw wrong(at, what, b.toString(), exact);
        }
    }

    private static IllegalStateException wrong(
            Map<String, Long> at, String what, String formula, Count exact) {
        return new IllegalStateException(
                "the formula of "
                        + what
                        + ", "
                        + formula
                        + ", is wrong at "
                        + words(at)
                        + ", where"
                        + " it is "
                        + exact);
    }

    // ---------------------------------------------------------------- words

    private FormulaReport report() {
        if (compared.size() < ENOUGH) {
            return FormulaReport.none(
                    "formulas were found, but could be compared with exact counts at "
                            + compared.size()
                            + " launches only, not "
                            + ENOUGH
                            + (refused.isEmpty() ? "" : ": " + refused));
        }
        StringJoiner valid = new StringJoiner(", ");
        for (int k = 0; k < formulas.names().size(); k++) {
            valid.add(formulas.names().get(k) + " >= " + formulas.from().get(k));
        }
        sized.assumptions().forEach(valid::add);
        List<FormulaReport.Of> instructions = new ArrayList<>();
        for (CostFormulas.Of of : formulas.instructions()) {
            Map<Counter, Text> texts = texts(of.counters());
            if (!texts.isEmpty()) {
                instructions.add(
                        new FormulaReport.Of(
                                Location.of(of.instruction()), of.instruction().mnemonic(), texts));
            }
        }
        return new FormulaReport(
                valid.toString(), compared, "", millis, texts(formulas.totals()), instructions);
    }

    private static Map<Counter, Text> texts(Map<Counter, Bounds> of) {
        Map<Counter, Text> texts = new EnumMap<>(Counter.class);
        of.forEach(
                (c, b) -> {
                    if (!b.isZero()) {
                        texts.put(
                                c,
                                new Text(
                                        b.least().map(Formula::toString).orElse(null),
                                        b.most().map(Formula::toString).orElse(null),
                                        b.isExact() ? "" : b.reason()));
                    }
                });
        return texts;
    }
}
