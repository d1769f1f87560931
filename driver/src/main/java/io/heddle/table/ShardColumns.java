package io.heddle.table;

/** The columns of {@code vcs}. */
final class ShardColumns extends Columns<ShardRow> {
    ShardColumns() {
        all("", new PairName.Names(), s -> new PairName(s.suite(), s.pair()));
        text("tensor", "output tensor", ShardRow::tensor);
        line("shard", "number in the pair, from 0", ShardRow::shard);
        number("first_index", "row-major index of the first", ShardRow::firstIndex);
        number("last_index", "row-major index of the last", ShardRow::lastIndex);
        number("total", "verification conditions", ShardRow::total);
        number("proved", "conditions proved", ShardRow::proved);
        number("refuted", "conditions refuted", ShardRow::refuted);
        number("undecided", "conditions left", ShardRow::undecided);
        text("method", "strongest method needed: same, exact, lemma, pit", ShardRow::method);
        number(
                "terms",
                "terms that the conditions reach and earlier shards do not",
                ShardRow::terms);
        number("bytes", "size of these terms on the wire", ShardRow::bytes);
        number("micros", "microseconds of the decision", ShardRow::micros);
        text("worker", "executor and host that decided it", ShardRow::worker);
    }
}
