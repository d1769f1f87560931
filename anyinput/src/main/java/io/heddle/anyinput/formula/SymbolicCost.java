package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.formula.Arrangement.Shape;
import io.heddle.anyinput.summary.Access;
import io.heddle.anyinput.summary.Gap;
import io.heddle.anyinput.summary.LoopRun;
import io.heddle.anyinput.summary.MemoryObject.Space;
import io.heddle.anyinput.summary.Summary;
import io.heddle.anyinput.summary.Visit;
import io.heddle.cost.Counter;
import io.heddle.ptx.Effect;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;

/** Finds the formulas of a kernel's cost. */
public final class SymbolicCost {
    private static final int MODULUS_SHARED = 128; // bytes of all banks
    private static final String DATA = "data decide it";
    private static final List<Counter> MEMORY = // counted of an access
            SiteCosts.COUNTERS.stream().filter(c -> !isOfFlow(c)).toList();
    private static final String NOT_SHORT = "it has no short formula";

    private final Summary summary;
    private final SymbolicLaunch launch;
    private final BitTerm assumed; // or null
    private final LoopEnds ends;
    private final Variables variables = new Variables();
    private final Map<BitTerm, Integer> known = new HashMap<>();
    private final List<Integer> sizes = new ArrayList<>(); // their variables
    private final LaneValues lanes;
    private final FormReader reader;
    private final List<Site> sites = new ArrayList<>();
    private final Map<Instruction, long[][]> counts = new LinkedHashMap<>();
    private final Map<Counter, Map<Instruction, String>> failures = new EnumMap<>(Counter.class);

    /** A visit whose cost is counted. */
    private record Site(Visit visit, SiteCosts costs) {}

    private SymbolicCost(
            Summary summary, SymbolicLaunch launch, BitTerm assumed, int[] blockExtents) {
        this.summary = summary;
        this.launch = launch;
        this.assumed = assumed;
        ends = new LoopEnds(summary);
        for (BitTerm s : launch.sizes().values()) {
            int number = variables.number(s, Variables.Kind.SIZE);
            sizes.add(number);
            known.put(s, number);
        }
        for (int k = 0; k < launch.grid().size(); k++) {
            BitTerm block = launch.threads().block().get(k);
            known.put(block, variables.number(block, Variables.Kind.INDEX));
        }
        lanes = new LaneValues(variables, ends, launch.threads().thread(), blockExtents);
        launch.use(lanes);
        reader = new FormReader(variables, known, launch.definitions(), ends);
    }

    /** The formulas, or why there are none. */
    public record Result(CostFormulas formulas, String failure) {}

    /**
     * Finds the formulas of a kernel.
     *
     * @param entry whose summary it is, with the functions that it calls in place
     * @param assumed what holds of the sizes; null for nothing
     * @param blockExtents of the launch
     */
    public static Result of(
            Function entry,
            Summary summary,
            SymbolicLaunch launch,
            BitTerm assumed,
            int[] blockExtents) {
        try {
            CodeOrder.check(entry);
            SymbolicCost cost = new SymbolicCost(summary, launch, assumed, blockExtents);
            return new Result(cost.find(), "");
        } catch (NoFormulaException e) {
            return new Result(null, e.getMessage());
        } catch (ArithmeticException e) {
            return new Result(null, "numbers become too large: " + e.getMessage());
        }
    }

    private CostFormulas find() {
        Shape shape = Shape.CONSTANT;
        notFollowed();
        for (Visit v : summary.visits()) {
            try {
                if (v.unknown()) {
                    throw new NoFormulaException("its address cannot be followed");
                }
                if (isCounted(v)) {
                    Shape one = shape(v);
                    sites.add(new Site(v, new SiteCosts(v, launch, ends)));
                    shape = shape.and(one);
                }
            } catch (NoFormulaException e) {
                fail(v, e.getMessage());
            } catch (ArithmeticException e) {
                fail(v, "numbers become too large");
            }
        }
        List<String> names = List.copyOf(launch.sizes().keySet());
        Samples samples = new Samples(names, sizes, shape, this::isMeant);
        count(samples);
        return formulas(samples);
    }

    /** Instructions that access memory in a way that the summary leaves out. */
    private void notFollowed() {
        Set<Instruction> followed = new HashSet<>();
        for (Visit v : summary.visits()) {
            if (v.isAccess()) {
                followed.add(v.instructions().get(0));
            }
        }
        for (Visit v : summary.visits()) {
            for (Instruction i : v.instructions()) {
                if (v.isBlock() && accesses(i) && !followed.contains(i)) {
                    MEMORY.forEach(c -> fail(c, i, i.mnemonic() + " is not followed"));
                }
            }
        }
        for (Gap g : summary.gaps()) {
            if (g.isOfTwoEntries()) {
                throw new NoFormulaException(g.message());
            }
        }
    }

    /** Keeps why something that is counted at a place is not known. */
    private void fail(Visit v, String why) {
        for (Counter c : SiteCosts.COUNTERS) {
            boolean of =
                    switch (c) {
                        case WARP_INSTRUCTIONS -> v.isBlock();
                        case DIVERGENT_BRANCHES -> v.guard() != null;
                        case REQUESTS, SECTORS -> mayAccess(v, Space.GLOBAL);
                        default -> mayAccess(v, Space.SHARED);
                    };
            if (of) {
                v.instructions().forEach(i -> fail(c, i, why));
            }
        }
    }

    private void fail(Counter c, Instruction i, String why) {
        failures.computeIfAbsent(c, x -> new LinkedHashMap<>()).putIfAbsent(i, why);
    }

    private static boolean mayAccess(Visit v, Space space) {
        return v.unknown() || v.accesses().stream().anyMatch(a -> a.object().space() == space);
    }

    private static boolean accesses(Instruction i) {
        Effect effect = Opcode.form(i).map(f -> f.effect()).orElse(Effect.CONTROL);
        boolean memory =
                effect == Effect.LOAD
                        || effect == Effect.STORE
                        || effect == Effect.ATOMIC
                        || effect == Effect.ASYNC
                                && !i.has("commit_group")
                                && !i.has("wait_group")
                                && !i.has("wait_all");
        boolean elsewhere =
                i.modifiers().stream()
                        .anyMatch(
                                m ->
                                        m.startsWith("param")
                                                || m.equals("const")
                                                || m.equals("local"));
        return memory && !elsewhere;
    }

    private static boolean isCounted(Visit v) {
        return !v.isAccess()
                || v.accesses().stream()
                        .map(a -> a.object().space())
                        .anyMatch(s -> s == Space.GLOBAL || s == Space.SHARED);
    }

    private boolean isMeant(long[] values) {
        if (assumed == null) {
            return true;
        }
        return values(List.of(assumed), values)[0] != 0;
    }

    // ---------------------------------------------------------------- shapes

    private Shape shape(Visit v) {
        Arrangement arrangement = new Arrangement(variables, lanes);
        for (int k = 0; k < launch.grid().size(); k++) {
            BitTerm extent = launch.grid().get(k);
            if (!extent.is(1)) {
                Form block = Form.of(Poly.of(known.get(launch.threads().block().get(k))));
                arrangement.compare(block);
                for (Form e : reader.number(extent)) {
                    arrangement.compare(block.minus(e).plus(Form.of(Rational.ONE)));
                }
                reader.comparisons(extent).forEach(arrangement::compare);
            }
        }
        for (LoopRun l : v.loops()) {
            arrangement.compare(Form.of(Poly.of(reader.index(l.counter()))));
            List<Form> last = reader.number(l.last());
            reader.comparisons(l.last()).forEach(arrangement::compare);
            for (Form f : last) {
                arrangement.compare(Form.of(Poly.of(reader.index(l.counter()))).minus(f));
            }
        }
        compare(arrangement, v.condition());
        if (assumed != null) {
            compare(arrangement, assumed);
        }
        if (v.guard() != null) {
            compare(arrangement, v.guard());
        }
        for (Access a : v.accesses()) {
            compare(arrangement, a.condition());
            List<Form> forms = reader.number(a.offset());
            compare(arrangement, a.offset());
            boolean isShared = a.object().space() == Space.SHARED;
            int modulus = isShared ? MODULUS_SHARED : Arrangement.SECTOR;
            boolean isOne = reader.dependence().isOfAll(a.offset());
            if (reader.mixes(a.offset())) {
                arrangement.address(forms, modulus, a.bytes(), false);
            } else {
                forms.forEach(f -> arrangement.address(List.of(f), modulus, a.bytes(), isOne));
            }
        }
        return arrangement.shape();
    }

    private void compare(Arrangement arrangement, BitTerm t) {
        reader.comparisons(t).forEach(arrangement::compare);
    }

    // ---------------------------------------------------------------- counts

    private void count(Samples samples) {
        int n = 2 * SiteCosts.COUNTERS.size();
        for (int k = 0; k < samples.count(); k++) {
            int number = k;
            count(samples.launch(k))
                    .forEach(
                            (i, one) -> {
                                long[][] of =
                                        counts.computeIfAbsent(
                                                i, x -> new long[n][samples.count()]);
                                for (int c = 0; c < n; c++) {
                                    of[c][number] = one[c];
                                }
                            });
        }
    }

    /** The least counts of each instruction, followed by the greatest ones, of a launch. */
    private Map<Instruction, long[]> count(long[] at) {
        long[] extents = values(launch.grid(), at);
        long[] definitions = values(List.copyOf(launch.definitions().values()), at);
        Map<Instruction, long[]> all = new LinkedHashMap<>();
        int n = SiteCosts.COUNTERS.size();
        for (Site s : sites) {
            launch.checkTime();
            s.costs().count(at, extents, definitions);
            for (Instruction i : s.visit().instructions()) {
                long[] of = all.computeIfAbsent(i, x -> new long[2 * n]);
                for (int c = 0; c < n; c++) {
                    of[c] += s.costs().least(c);
                    of[n + c] = sum(of[n + c], s.costs().most(c));
                }
            }
        }
        return all;
    }

    private static long sum(long a, long b) {
        boolean none = a == SiteCosts.UNBOUNDED || b == SiteCosts.UNBOUNDED;
        return none ? SiteCosts.UNBOUNDED : a + b;
    }

    /** The values of terms over the sizes. */
    private long[] values(List<BitTerm> of, long[] at) {
        TermValues terms = new TermValues(ends, 1);
        launch.sizes().values().forEach(s -> terms.declare(s, 0));
        List<TermValues.Node> nodes = of.stream().map(terms::node).toList();
        int k = 0;
        for (BitTerm s : launch.sizes().values()) {
            terms.set(terms.node(s), at[k++]);
        }
        terms.compute(0);
        return nodes.stream().mapToLong(n -> n.value(0)).toArray();
    }

    // ---------------------------------------------------------------- formulas

    private CostFormulas formulas(Samples samples) {
        FormulaSearch search = new FormulaSearch(samples);
        int n = SiteCosts.COUNTERS.size();
        long[][] sums = new long[2 * n][samples.count()];
        List<CostFormulas.Of> all = new ArrayList<>();
        failures.values()
                .forEach(
                        of ->
                                of.keySet()
                                        .forEach(
                                                i ->
                                                        counts.putIfAbsent(
                                                                i,
                                                                new long[2 * n][samples.count()])));
        for (Map.Entry<Instruction, long[][]> e : counts.entrySet()) {
            Map<Counter, Bounds> bounds = new EnumMap<>(Counter.class);
            for (int c = 0; c < n; c++) {
                Counter counter = SiteCosts.COUNTERS.get(c);
                long[] most = e.getValue()[n + c];
                String failure =
                        failures.getOrDefault(counter, Map.of()).getOrDefault(e.getKey(), "");
                if (!failure.isEmpty() || Arrays.stream(most).anyMatch(v -> v != 0)) {
                    bounds.put(counter, bounds(search, e.getValue()[c], most, failure));
                }
                add(sums[c], e.getValue()[c]);
                add(sums[n + c], most);
            }
            all.add(new CostFormulas.Of(e.getKey(), bounds));
        }
        Map<Counter, Bounds> totals = new EnumMap<>(Counter.class);
        for (int c = 0; c < n; c++) {
            Counter counter = SiteCosts.COUNTERS.get(c);
            Bounds b = bounds(search, sums[c], sums[n + c], failure(counter));
            if (!b.isZero()) {
                totals.put(counter, b);
            }
        }
        all.sort(Comparator.comparingInt(o -> o.instruction().position().line()));
        CostFormulas found =
                new CostFormulas(
                        samples.names(),
                        each(samples, samples::from),
                        each(
                                samples,
                                k -> samples.from(k) + (samples.degree() + 1) * samples.period(k)),
                        each(samples, samples::period),
                        totals,
                        all);
        return samples.names().size() == 1 ? found.from(least(found, samples.from(0))) : found;
    }

    private static boolean isOfFlow(Counter counter) {
        return counter == Counter.WARP_INSTRUCTIONS || counter == Counter.DIVERGENT_BRANCHES;
    }

    private static List<Long> each(Samples samples, IntToLongFunction what) {
        return IntStream.range(0, samples.names().size()).mapToLong(what).boxed().toList();
    }

    /** The least size from which on the formulas hold: smaller ones are tried one by one. */
    private long least(CostFormulas found, long from) {
        long least = from;
        for (long n = from - 1; n >= 1; n--) {
            long[] at = {n};
            if (isMeant(at)) {
                Map<Instruction, long[]> one = count(at);
                if (!found.instructions().stream().allMatch(o -> holds(o, one, at))) {
                    break;
                }
            }
            least = n;
        }
        return least;
    }

    private static boolean holds(CostFormulas.Of of, Map<Instruction, long[]> one, long[] at) {
        int n = SiteCosts.COUNTERS.size();
        long[] counted = one.getOrDefault(of.instruction(), new long[2 * n]);
        for (int c = 0; c < n; c++) {
            Bounds b = of.counters().get(SiteCosts.COUNTERS.get(c));
            long least = counted[c];
            long most = counted[n + c];
            boolean fits =
                    b == null
                            ? most == 0
                            : b.least().stream().allMatch(f -> f.up(at) <= least)
                                    && b.most().stream().allMatch(f -> f.down(at) >= most)
                                    && (!b.isExact() || least == most);
            if (!fits) {
                return false;
            }
        }
        return true;
    }

    private static void add(long[] sums, long[] more) {
        for (int k = 0; k < sums.length; k++) {
            sums[k] = sum(sums[k], more[k]);
        }
    }

    /** Why some instruction's part of a total is not known; empty if none. */
    private String failure(Counter counter) {
        return failures.getOrDefault(counter, Map.of()).entrySet().stream()
                .findFirst()
                .map(e -> e.getValue() + " (line " + e.getKey().position().line() + ")")
                .orElse("");
    }

    private Bounds bounds(FormulaSearch search, long[] least, long[] most, String failure) {
        launch.checkTime();
        boolean bounded =
                failure.isEmpty() && Arrays.stream(most).noneMatch(v -> v == SiteCosts.UNBOUNDED);
        Optional<Formula> low = search.find(least);
        if (bounded && Arrays.equals(least, most)) {
            return low.isPresent()
                    ? new Bounds(low, low, "")
                    : new Bounds(search.bound(least, false), search.bound(most, true), NOT_SHORT);
        }
        Optional<Formula> high = bounded ? search.find(most) : Optional.empty();
        Optional<Formula> under = low.isPresent() ? low : search.bound(least, false);
        Optional<Formula> over = high.isPresent() || !bounded ? high : search.bound(most, true);
        return new Bounds(under, over, failure.isEmpty() ? DATA : failure);
    }
}
