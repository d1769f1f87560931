package io.heddle.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;

/**
 * Collects the columns of a table, one line each.
 *
 * @param <T> what a row is made from
 */
final class Columns<T> {
    static final DataType STRINGS = new ArrayType(DataTypes.StringType, false);
    static final DataType LONGS = new ArrayType(DataTypes.LongType, false);
    static final DataType INTS = new ArrayType(DataTypes.IntegerType, false);
    static final DataType STRING_MAP =
            new MapType(DataTypes.StringType, DataTypes.StringType, false);

    private final List<Column<T>> columns = new ArrayList<>();

    Columns<T> text(String name, String meaning, Function<T, Object> value) {
        return column(
                name,
                DataTypes.StringType,
                meaning,
                row -> {
                    Object text = value.apply(row);
                    return text == null ? null : text.toString();
                });
    }

    Columns<T> number(String name, String meaning, Function<T, Object> value) {
        return column(name, DataTypes.LongType, meaning, value);
    }

    Columns<T> line(String name, String meaning, Function<T, Object> value) {
        return column(name, DataTypes.IntegerType, meaning, value);
    }

    Columns<T> flag(String name, String meaning, Function<T, Object> value) {
        return column(name, DataTypes.BooleanType, meaning, value);
    }

    Columns<T> time(String name, String meaning, Function<T, Object> value) {
        return column(name, DataTypes.TimestampType, meaning, value);
    }

    Columns<T> column(String name, DataType type, String meaning, Function<T, Object> value) {
        columns.add(new Column<>(name, type, meaning, value));
        return this;
    }

    /** The columns of {@code part}, for what {@code inner} finds in a row; nulls if it is null. */
    <U> Columns<T> all(String prefix, Columns<U> part, Function<T, U> inner) {
        for (Column<U> c : part.columns) {
            column(
                    prefix + c.name(),
                    c.type(),
                    c.meaning(),
                    row -> {
                        U u = inner.apply(row);
                        return u == null ? null : c.value().apply(u);
                    });
        }
        return this;
    }

    List<Column<T>> list() {
        return List.copyOf(columns);
    }
}
