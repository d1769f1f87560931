package io.heddle.table;

import io.heddle.cost.CostCause;
import io.heddle.cost.Counter;

/** The columns of {@code costs}. */
final class CostColumns extends Columns<PairRows.Cost> {
    {
        all("", new PairName.Names(), c -> PairName.of(c.report()));
        text("side", "reference or candidate", c -> c.side().spelling());
        line("number", "order in the code, from 0", PairRows.Cost::number);
        all("", new LocationColumns(), c -> c.instruction().location());
        text("instruction", "mnemonic of the instruction", c -> c.instruction().instruction());
        text(
                "kind",
                "class: fma.f32, mma.f16, float, special, integer, convert, memory, control, sync,"
                        + " warp or move",
                c -> c.instruction().kind());
        for (Counter counter : Counter.values()) {
            number(counter.spelling(), most(counter), c -> c.instruction().count(counter).most());
            number(least(counter), "at least", c -> c.instruction().count(counter).least());
        }
        text("cause", "why it costs that, where it is certain", c -> CostCause.of(c.instruction()));
        text("reason", "why a count is not exact", c -> c.instruction().reason());
    }

    /** What a counter counts, and the metric of Nsight Compute. */
    static String most(Counter counter) {
        return counter.meaning()
                + "; at most, where data decide, 9223372036854775807 without a bound"
                + (counter.metric().isEmpty() ? "" : " (" + counter.metric() + ")");
    }

    static String least(Counter counter) {
        return counter.spelling() + "_least";
    }
}
