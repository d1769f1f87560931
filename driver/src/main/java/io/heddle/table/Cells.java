package io.heddle.table;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;

/**
 * The cells of a row whose column names begin with a prefix.
 *
 * @param row of a report table
 * @param prefix of the names
 */
record Cells(Row row, String prefix) {
    /** All cells of a row. */
    static Cells of(Row row) {
        return new Cells(row, "");
    }

    Cells part(String further) {
        return new Cells(row, prefix + further);
    }

    private Object get(String name) {
        return row.get(row.fieldIndex(prefix + name));
    }

    boolean isNull(String name) {
        return get(name) == null;
    }

    /** A text, or null. */
    String text(String name) {
        return (String) get(name);
    }

    /** False where there is none. */
    boolean flag(String name) {
        return Boolean.TRUE.equals(get(name));
    }

    /** 0 where there is none. */
    long number(String name) {
        Object value = get(name);
        return value == null ? 0 : ((Number) value).longValue();
    }

    /** Empty where there is none. */
    <E> List<E> list(String name) {
        return isNull(name) ? List.of() : row.getList(row.fieldIndex(prefix + name));
    }

    /** Empty where there is none. */
    Map<String, String> map(String name) {
        return isNull(name) ? Map.of() : row.getJavaMap(row.fieldIndex(prefix + name));
    }
}
