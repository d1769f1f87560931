package io.heddle.table;

/** The columns of {@code vcs}. */
final class ShardColumns extends Columns<ShardRow> {
    private final Field<PairName> name =
            all("", new PairName.Names(), s -> new PairName(s.suite(), s.pair()));
    private final Field<String> tensor = text("tensor", "output tensor", ShardRow::tensor);
    private final Field<Integer> shard =
            line("shard", "number in the pair, from 0", ShardRow::shard);
    private final Field<Long> firstIndex =
            number("first_index", "row-major index of the first", ShardRow::firstIndex);
    private final Field<Long> lastIndex =
            number("last_index", "row-major index of the last", ShardRow::lastIndex);
    private final Field<Long> total = number("total", "verification conditions", ShardRow::total);
    private final Field<Long> proved = number("proved", "conditions proved", ShardRow::proved);
    private final Field<Long> refuted = number("refuted", "conditions refuted", ShardRow::refuted);
    private final Field<Long> undecided =
            number("undecided", "conditions left", ShardRow::undecided);
    private final Field<String> method =
            text("method", "strongest method needed: same, exact, lemma, pit", ShardRow::method);
    private final Field<Long> terms =
            number(
                    "terms",
                    "terms that the conditions reach and earlier shards do not",
                    ShardRow::terms);
    private final Field<Long> bytes =
            number("bytes", "size of these terms on the wire", ShardRow::bytes);
    private final Field<Long> micros =
            number("micros", "microseconds of the decision", ShardRow::micros);
    private final Field<String> worker =
            text("worker", "executor and host that decided it", ShardRow::worker);

    /** What a row tells. */
    ShardRow read(Cells row) {
        return new ShardRow(
                name.of(row).suite(),
                name.of(row).pair(),
                tensor.of(row),
                shard.of(row),
                firstIndex.of(row),
                lastIndex.of(row),
                total.of(row),
                proved.of(row),
                refuted.of(row),
                undecided.of(row),
                method.of(row),
                terms.of(row),
                bytes.of(row),
                micros.of(row),
                worker.of(row));
    }
}
