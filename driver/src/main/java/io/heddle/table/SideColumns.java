package io.heddle.table;

import io.heddle.launch.Dim3;
import io.heddle.report.PairReport.SideScope;

/** The columns of what one side of a pair ran. */
final class SideColumns extends Columns.Part<SideScope> {
    private final Field<String> ptx = text("ptx", "PTX file of this side", SideScope::ptx);
    private final Field<String> entry = text("entry", "kernel of this side", SideScope::entry);
    private final Field<String> grid = text("grid", "CTAs of the grid: x,y,z", SideScope::grid);
    private final Field<String> block = text("block", "threads of a CTA: x,y,z", SideScope::block);
    private final Field<String> cta =
            text("cta", "the CTA asked for: x,y,z; null for all", SideScope::cta);
    private final Field<Long> checked =
            number("ctas_checked", "CTAs executed", SideScope::ctasChecked);

    @Override
    SideScope read(Cells row) {
        return entry.of(row) == null
                ? null
                : new SideScope(
                        ptx.of(row),
                        entry.of(row),
                        dim3(grid.of(row)),
                        dim3(block.of(row)),
                        dim3(cta.of(row)),
                        checked.of(row));
    }

    private static Dim3 dim3(String text) {
        if (text == null) {
            return null;
        }
        String[] parts = text.split(",", -1);
        return new Dim3(
                Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }
}
