package io.heddle.table;

/**
 * What one column, or several of them together, say in a row: the way back from a table.
 *
 * @param <V> what is read
 */
@FunctionalInterface
interface Field<V> {
    /** Its value in a row. */
    V of(Cells row);
}
