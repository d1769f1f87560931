package io.heddle.table;

import java.util.function.Function;
import org.apache.spark.sql.types.DataType;

/**
 * A column of a report table.
 *
 * @param <T> what a row is made from
 * @param name as SQL knows it
 * @param type its type
 * @param meaning one line for the documentation
 * @param value its value; null where it has none
 */
record Column<T>(String name, DataType type, String meaning, Function<T, Object> value) {}
