package io.heddle.table;

import io.heddle.cost.Count;
import io.heddle.cost.Counter;
import io.heddle.cost.KernelCost;
import io.heddle.simulate.Statistics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The columns of {@code kernels}. */
final class KernelColumns extends Columns<PairRows.Kernel> {
    private final Field<PairName> name =
            all("", new PairName.Names(), k -> PairName.of(k.report()));
    private final Field<String> side =
            text("side", "reference or candidate", k -> k.side().spelling());

    {
        all("", new SideColumns(), PairRows.Kernel::scope);
        number("ctas_total", "CTAs of the grid", k -> k.scope().ctasTotal());
    }

    private final Field<Statistics> statistics =
            all("", new StatisticsColumns(), PairRows.Kernel::stats);

    /** The name of a row's pair. */
    PairName name(Cells row) {
        return name.of(row);
    }

    /** Which side of it a row tells of. */
    String side(Cells row) {
        return side.of(row);
    }

    /** The counts of a row, or null. */
    Statistics statistics(Cells row) {
        return statistics.of(row);
    }

    private static final class StatisticsColumns extends Columns.Part<Statistics> {
        private static final String THREADS = "threads";

        private final Field<Long> threads = number(THREADS, "threads executed", s -> s.threads());
        private final Field<Integer> ptxLines =
                line("ptx_lines", "lines of the entry in its file", s -> s.ptxLines());
        private final Field<Long> instructions =
                number(
                        "instructions",
                        "instructions executed, summed over threads",
                        s -> s.instructions());
        private final Field<Long> blockSyncs =
                number("block_syncs", "block barriers, summed over threads", s -> s.blockSyncs());
        private final Field<Long> warpSyncs =
                number(
                        "warp_syncs",
                        "warp-level synchronisations, summed over threads",
                        s -> s.warpSyncs());
        private final Field<Long> sharedBytes =
                number("shared_bytes", "shared memory of a CTA", s -> s.sharedBytes());
        private final Field<Long> terms =
                number("terms", "terms that the execution made", s -> s.terms());
        private final Field<Long> loads =
                number("loads", "loads, summed over threads", s -> s.loads());
        private final Field<Long> stores =
                number("stores", "stores, summed over threads", s -> s.stores());
        private final Field<Long> dynamicBarriers =
                number(
                        "dynamic_barriers",
                        "generations of block barriers that completed",
                        s -> s.dynamicBarriers());
        private final Field<Long> sharedAddresses =
                number(
                        "shared_addresses",
                        "words of shared memory that were accessed",
                        s -> s.sharedAddresses());
        private final Field<Long> statements =
                number(
                        "statements",
                        "accesses of shared memory and block barriers, summed over threads",
                        s -> s.statements());
        private final Field<Long> raceTests =
                number(
                        "race_tests",
                        "pairs of accesses that begin in one word of shared memory",
                        s -> s.raceTests());

        private final List<Field<Long>> most = new ArrayList<>();
        private final List<Field<Long>> least = new ArrayList<>();

        {
            for (Counter c : Counter.values()) {
                most.add(
                        number(
                                c.spelling(),
                                c.meaning() + "; as in costs, null where --cost was not given",
                                s -> s.cost() == null ? null : s.cost().total(c).most()));
                least.add(
                        number(
                                CostColumns.least(c),
                                "at least",
                                s -> s.cost() == null ? null : s.cost().total(c).least()));
            }
        }

        private KernelCost cost(Cells row) {
            Map<Counter, Count> totals = new EnumMap<>(Counter.class);
            for (Counter c : Counter.values()) {
                if (row.isNull(CostColumns.least(c))) {
                    return null;
                }
                long atMost = most.get(c.ordinal()).of(row);
                if (atMost != 0) {
                    totals.put(c, new Count(least.get(c.ordinal()).of(row), atMost));
                }
            }
            return new KernelCost(totals, List.of());
        }

        @Override
        Statistics read(Cells row) {
            return row.isNull(THREADS)
                    ? null
                    : new Statistics(
                                    threads.of(row),
                                    ptxLines.of(row),
                                    instructions.of(row),
                                    blockSyncs.of(row),
                                    warpSyncs.of(row),
                                    sharedBytes.of(row),
                                    terms.of(row),
                                    loads.of(row),
                                    stores.of(row),
                                    dynamicBarriers.of(row),
                                    sharedAddresses.of(row),
                                    statements.of(row),
                                    raceTests.of(row))
                            .with(cost(row));
        }
    }
}
