package io.heddle.table;

import io.heddle.finding.Location;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;

/** The columns of a place. */
final class LocationColumns extends Columns.Part<Location> {
    private final Field<String> file = text("file", "PTX file", l -> l.position().file());
    private final Field<Integer> line = line("line", "PTX line", l -> l.position().line());
    private final Field<Integer> column = line("column", "PTX column", l -> l.position().column());
    private final Field<String> source =
            text(
                    "source",
                    "CUDA file, where .loc gives it",
                    l -> l.source() == null ? null : l.source().file());
    private final Field<Integer> sourceLine =
            line(
                    "source_line",
                    "CUDA line, where .loc gives it",
                    l -> l.source() == null ? null : l.source().line());
    private final Field<Integer> launch =
            line(
                    "launch",
                    "which launch, from 1, where the side has several",
                    l -> l.launch() == 0 ? null : l.launch());
    private final Field<String> entry =
            text("entry", "kernel of that launch, where the side has several", Location::entry);

    @Override
    Location read(Cells row) {
        if (file.of(row) == null) {
            return null;
        }
        String cuda = source.of(row);
        return new Location(
                new SourcePosition(file.of(row), line.of(row), column.of(row)),
                cuda == null ? null : new SourceLine(cuda, sourceLine.of(row)),
                launch.of(row),
                entry.of(row));
    }
}
