package io.heddle.table;

import io.heddle.report.PairReport;

/**
 * What a pair is called.
 *
 * @param suite name of the suite
 * @param pair name of the pair or instance
 */
record PairName(String suite, String pair) {
    static PairName of(PairReport report) {
        return new PairName(report.suite(), report.pair());
    }

    /** The columns of a name. */
    static final class Names extends Columns.Part<PairName> {
        private final Field<String> suite = text("suite", "name of the suite", PairName::suite);
        private final Field<String> pair =
                text("pair", "name of the pair or instance", PairName::pair);

        @Override
        PairName read(Cells row) {
            return new PairName(suite.of(row), pair.of(row));
        }
    }
}
