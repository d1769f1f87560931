package io.heddle.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;

/**
 * The columns of a table or of a part of one, in the order in which a subclass declares them: each
 * is one field of it, which says name, meaning and value, and reads the value back.
 *
 * @param <T> what a row is made from
 */
abstract class Columns<T> {
    private static final DataType STRINGS = new ArrayType(DataTypes.StringType, false);
    private static final DataType LONGS = new ArrayType(DataTypes.LongType, false);
    private static final DataType INTS = new ArrayType(DataTypes.IntegerType, false);
    private static final DataType STRING_MAP =
            new MapType(DataTypes.StringType, DataTypes.StringType, false);

    private final List<Column<T>> columns = new ArrayList<>();

    final Field<String> text(String name, String meaning, Function<T, Object> value) {
        column(
                name,
                DataTypes.StringType,
                meaning,
                row -> {
                    Object text = value.apply(row);
                    return text == null ? null : text.toString();
                });
        return row -> row.text(name);
    }

    final Field<Long> number(String name, String meaning, Function<T, Object> value) {
        column(name, DataTypes.LongType, meaning, value);
        return row -> row.number(name);
    }

    final Field<Integer> line(String name, String meaning, Function<T, Object> value) {
        column(name, DataTypes.IntegerType, meaning, value);
        return row -> (int) row.number(name);
    }

    final Field<Boolean> flag(String name, String meaning, Function<T, Object> value) {
        column(name, DataTypes.BooleanType, meaning, value);
        return row -> row.flag(name);
    }

    final void time(String name, String meaning, Function<T, Object> value) {
        column(name, DataTypes.TimestampType, meaning, value);
    }

    final Field<List<String>> texts(String name, String meaning, Function<T, List<String>> value) {
        return list(name, STRINGS, meaning, value);
    }

    final Field<List<Long>> numbers(String name, String meaning, Function<T, List<Long>> value) {
        return list(name, LONGS, meaning, value);
    }

    final Field<List<Integer>> lines(
            String name, String meaning, Function<T, List<Integer>> value) {
        return list(name, INTS, meaning, value);
    }

    private <E> Field<List<E>> list(
            String name, DataType type, String meaning, Function<T, List<E>> value) {
        column(
                name,
                type,
                meaning,
                row -> {
                    List<E> list = value.apply(row);
                    return list == null ? null : list.toArray();
                });
        return row -> row.list(name);
    }

    final Field<Map<String, String>> map(String name, String meaning, Function<T, Object> value) {
        column(name, STRING_MAP, meaning, value);
        return row -> row.map(name);
    }

    private void column(String name, DataType type, String meaning, Function<T, Object> value) {
        columns.add(new Column<>(name, type, meaning, value));
    }

    /** The columns of {@code part}, for what {@code inner} finds in a row; nulls if it is null. */
    final <U> Field<U> all(String prefix, Part<U> part, Function<T, U> inner) {
        for (Column<U> c : ((Columns<U>) part).columns) {
            column(
                    prefix + c.name(),
                    c.type(),
                    c.meaning(),
                    row -> {
                        U u = inner.apply(row);
                        return u == null ? null : c.value().apply(u);
                    });
        }
        return row -> part.read(row.part(prefix));
    }

    final List<Column<T>> list() {
        return List.copyOf(columns);
    }

    /**
     * Columns that say all of an object, so that it can be read back.
     *
     * @param <T> the object
     */
    abstract static class Part<T> extends Columns<T> {
        /** The object of a row, or null if the row has none. */
        abstract T read(Cells row);
    }
}
