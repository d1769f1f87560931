package io.heddle.table;

import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.timestampType;

import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.util.HadoopStreams;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
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

/**
 * Writes rows with Parquet's own library into files like those that Spark writes, with the schema
 * under the key under which Spark looks for it. A job of Spark takes a second to write a few rows.
 */
final class ParquetRows {
    /** How names of such files end. */
    static final String EXTENSION = ".gz.parquet";

    private static final String SCHEMA = "org.apache.spark.sql.parquet.row.metadata";
    private static final String MESSAGE = "spark_schema";

    private ParquetRows() {}

    /**
     * Writes a file.
     *
     * @param rows cells in the order of the schema, of the types that {@link Columns} has
     */
    static void write(FileSystem files, Path file, StructType schema, List<Object[]> rows)
            throws IOException {
        MessageType type = type(schema);
        try (ParquetWriter<Group> writer =
                ExampleParquetWriter.builder(new Output(files, file))
                        .withType(type)
                        .withExtraMetaData(Map.of(SCHEMA, schema.json()))
                        .withCompressionCodec(CompressionCodecName.GZIP) // no native library
                        .build()) {
            StructField[] fields = schema.fields();
            for (Object[] cells : rows) {
                Group record = new SimpleGroup(type);
                for (int i = 0; i < cells.length; i++) {
                    add(record, i, cells[i], fields[i].dataType());
                }
                writer.write(record);
            }
        }
    }

    // ---------------------------------------------------------------- types

    private static MessageType type(StructType schema) {
        Types.MessageTypeBuilder message = Types.buildMessage();
        for (StructField field : schema.fields()) {
            message.addField(type(field.name(), field.dataType(), Repetition.OPTIONAL));
        }
        return message.named(MESSAGE);
    }

    private static Type type(String name, DataType type, Repetition repetition) {
        if (type instanceof ArrayType array) {
            return Types.list(repetition)
                    .element(type("element", array.elementType(), Repetition.REQUIRED))
                    .named(name);
        }
        if (type instanceof MapType map) {
            return Types.map(repetition)
                    .key(type("key", map.keyType(), Repetition.REQUIRED))
                    .value(type("value", map.valueType(), Repetition.REQUIRED))
                    .named(name);
        }
        if (type instanceof StringType) {
            return Types.primitive(PrimitiveTypeName.BINARY, repetition)
                    .as(stringType())
                    .named(name);
        }
        if (type instanceof TimestampType) {
            return Types.primitive(PrimitiveTypeName.INT64, repetition)
                    .as(timestampType(true, TimeUnit.MICROS))
                    .named(name);
        }
        return Types.primitive(primitive(type), repetition).named(name);
    }

    private static PrimitiveTypeName primitive(DataType type) {
        if (type instanceof LongType) {
            return PrimitiveTypeName.INT64;
        } else if (type instanceof IntegerType) {
            return PrimitiveTypeName.INT32;
        } else if (type instanceof BooleanType) {
            return PrimitiveTypeName.BOOLEAN;
        }
        throw new AssertionError(type);
    }

    // ---------------------------------------------------------------- values

    /** Adds a value to a field of a group; nothing if it is null. */
    private static void add(Group group, int field, Object value, DataType type) {
        if (value == null) {
            return;
        }
        if (type instanceof StringType) {
            group.add(field, (String) value);
        } else if (type instanceof LongType) {
            group.add(field, ((Number) value).longValue());
        } else if (type instanceof IntegerType) {
            group.add(field, ((Number) value).intValue());
        } else if (type instanceof BooleanType) {
            group.add(field, (Boolean) value);
        } else if (type instanceof TimestampType) {
            group.add(field, ChronoUnit.MICROS.between(Instant.EPOCH, (Instant) value));
        } else if (type instanceof ArrayType array) {
            Group list = group.addGroup(field);
            for (Object element : (Object[]) value) {
                add(list.addGroup(0), 0, element, array.elementType());
            }
        } else if (type instanceof MapType map) {
            Group entries = group.addGroup(field);
            ((Map<?, ?>) value)
                    .forEach(
                            (k, v) -> {
                                Group entry = entries.addGroup(0);
                                add(entry, 0, k, map.keyType());
                                add(entry, 1, v, map.valueType());
                            });
        } else {
            throw new AssertionError(type);
        }
    }

    /** A new file of a file system. */
    private record Output(FileSystem files, Path file) implements OutputFile {
        @Override
        public PositionOutputStream create(long blockSizeHint) throws IOException {
            return HadoopStreams.wrap(files.create(file, false));
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) throws IOException {
            return HadoopStreams.wrap(files.create(file, true));
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }

        @Override
        public String getPath() {
            return file.toString();
        }
    }
}
