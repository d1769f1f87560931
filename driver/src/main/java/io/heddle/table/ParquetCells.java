package io.heddle.table;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.example.data.Group;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampType;
import scala.jdk.javaapi.CollectionConverters;

/** Makes rows of Parquet's records, of the types that {@link Columns} has, as Spark does. */
final class ParquetCells {
    private ParquetCells() {}

    /** The row of a record; a column that it lacks is null. */
    static Row row(Group record, StructType schema, String run) {
        StructField[] fields = schema.fields();
        Object[] cells = new Object[fields.length];
        for (int i = 0; i < cells.length; i++) {
            String name = fields[i].name();
            cells[i] =
                    name.equals(Table.RUN_ID)
                            ? run
                            : record.getType().containsField(name)
                                    ? value(record, name, fields[i].dataType())
                                    : null;
        }
        return new GenericRowWithSchema(cells, schema);
    }

    /** The value of a field; null if it has none. */
    private static Object value(Group record, String name, DataType type) {
        int field = record.getType().getFieldIndex(name);
        if (record.getFieldRepetitionCount(field) == 0) {
            return null;
        }
        if (type instanceof StringType) {
            return record.getString(field, 0);
        } else if (type instanceof LongType) {
            return record.getLong(field, 0);
        } else if (type instanceof IntegerType) {
            return record.getInteger(field, 0);
        } else if (type instanceof BooleanType) {
            return record.getBoolean(field, 0);
        } else if (type instanceof TimestampType) {
            Instant at = Instant.EPOCH.plus(record.getLong(field, 0), ChronoUnit.MICROS);
            return Timestamp.from(at);
        } else if (type instanceof ArrayType array) {
            return list(record.getGroup(field, 0), array.elementType());
        } else if (type instanceof MapType map) {
            return map(record.getGroup(field, 0), map);
        }
        throw new AssertionError(type);
    }

    /** A group {@code list} of groups {@code element} (Parquet's three levels). */
    private static Object list(Group group, DataType type) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
            values.add(value(group.getGroup(0, i), "element", type));
        }
        return CollectionConverters.asScala(values).toSeq();
    }

    /** A group {@code key_value} of {@code key} and {@code value}. */
    private static Object map(Group group, MapType type) {
        Map<Object, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < group.getFieldRepetitionCount(0); i++) {
            Group entry = group.getGroup(0, i);
            values.put(
                    value(entry, "key", type.keyType()), value(entry, "value", type.valueType()));
        }
        return CollectionConverters.asScala(values);
    }
}
