package io.heddle.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.spark.LocalSpark;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Files of earlier runs of which some bytes are not what they were. */
class DamageTest {
    private static final String RACE = "key of race";
    private static final String EQUAL = "key of equal";

    @RegisterExtension
    static final LocalSpark SPARK =
            new LocalSpark(1)
                    .with("spark.sql.parquet.compression.codec", "uncompressed")
                    .with("spark.kryo.registrationRequired", "false");

    @TempDir Path out;
    private final List<String> warnings = new ArrayList<>();

    /** A race in the first run, an equivalence in the second. */
    @BeforeEach
    void twoRuns() throws UnwritableException, IOException {
        new TableWriter(folder(), "r1")
                .append(
                        List.of(
                                new PairRows(
                                        SampleReports.race(),
                                        RACE,
                                        null,
                                        Instant.EPOCH,
                                        List.of())));
        new TableWriter(folder(), "r2")
                .append(
                        List.of(
                                new PairRows(
                                        SampleReports.equivalent(),
                                        EQUAL,
                                        null,
                                        Instant.EPOCH,
                                        List.of())));
        try (Stream<Path> files = Files.walk(out)) { // as on a file system without these
            for (Path crc : files.filter(f -> f.toString().endsWith(".crc")).toList()) {
                Files.delete(crc);
            }
        }
    }

    private ReportFolder folder() {
        return new ReportFolder(out.toString(), new Configuration());
    }

    private TableReader reader() {
        return new TableReader(SPARK.session(), folder(), warnings::add);
    }

    private Path file(Table<?> table, String runId) throws IOException {
        try (Stream<Path> files = Files.list(out.resolve(table.name() + "/run_id=" + runId))) {
            return files.filter(f -> f.toString().endsWith(".parquet")).findFirst().orElseThrow();
        }
    }

    /** The keys whose answers are found. */
    private List<String> answered() {
        return List.copyOf(reader().answers(List.of(RACE, EQUAL)).keySet());
    }

    /** Makes of a text in a file another of the same length. */
    private static void replace(Path file, String text, String by) throws IOException {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        assertTrue(bytes.contains(text));
        Files.writeString(file, bytes.replace(text, by), StandardCharsets.ISO_8859_1);
    }

    /** Changes the last byte of the first column's last page. */
    private static void damagePage(Path file) throws IOException {
        long end;
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            ColumnChunkMetaData column = reader.getFooter().getBlocks().get(0).getColumns().get(0);
            end = column.getStartingPos() + column.getTotalSize();
        }
        byte[] bytes = Files.readAllBytes(file);
        bytes[(int) end - 1] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void aWordThatBecameAnotherIsNotRead() throws IOException {
        Path file = file(Table.PAIRS, "r1");
        replace(file, "RACE", "FACE");
        assertEquals( // Parquet does not notice that a column's statistics are others
                "RACE", SPARK.session().read().parquet(file.toString()).first().getAs("verdict"));
        assertEquals(List.of(EQUAL), answered());
        assertEquals(
                List.of(
                        "left out "
                                + file
                                + ": its bytes are not those that were written; so are the rows"
                                + " that were written with it"),
                warnings);
        assertEquals(2, reader().read(Table.KERNELS).count()); // those of r2
        assertEquals(List.of(), reader().answersOf("r1"));
    }

    @Test
    void anyBitOfAnyFileMatters() throws IOException {
        for (Table<?> table : ReportFolder.BATCHED) {
            Path file = file(table, "r1");
            byte[] bytes = Files.readAllBytes(file);
            for (int i = 0; i < bytes.length; i += 1 + bytes.length / 20) {
                byte[] damaged = bytes.clone();
                damaged[i] ^= (byte) (1 << i % 8);
                Files.write(file, damaged);
                List<String> told = new ArrayList<>();
                var whole = folder().whole(told::add);
                assertEquals(1, told.size(), file + ", byte " + i);
                assertTrue(told.get(0).startsWith("left out " + file + ": "), told.get(0));
                for (Table<?> each : ReportFolder.BATCHED) {
                    assertEquals(1, whole.get(each).size(), file + ", byte " + i);
                }
            }
            Files.write(file, bytes);
        }
        assertEquals(2, folder().whole(warnings::add).get(Table.PAIRS).size());
        assertEquals(List.of(), warnings);
    }

    @Test
    void aDamagedPageIsFoundWhereTheNameHasNoChecksum() throws IOException {
        Path named = file(Table.PAIRS, "r1");
        Path file = Files.move(named, named.resolveSibling("part-0.parquet"));
        for (Table<?> table : List.of(Table.KERNELS, Table.FINDINGS, Table.VCS)) {
            Path other = file(table, "r1");
            Files.move(other, other.resolveSibling("part-0.parquet"));
        }
        assertEquals(2, answered().size());
        damagePage(file);
        assertEquals(List.of(EQUAL), answered());
        assertEquals(1, warnings.size());
        assertTrue(
                warnings.get(0).startsWith("left out " + file + ": it cannot be read ("),
                warnings.get(0));
    }

    @Test
    void aRunThatIsResumedPutsADamagedBatchAside() throws IOException {
        replace(file(Table.KERNELS, "r1"), "candidate", "Candidate");
        OpenRun.resume(folder(), "r1", List.of(), warnings::add).close();
        assertEquals(1, warnings.size());
        assertTrue(warnings.get(0).startsWith("left out "), warnings.get(0));
        assertEquals(List.of(EQUAL), answered());
        assertEquals(1, warnings.size()); // what was put away is no longer a table's
        assertEquals(1, reader().read(Table.PAIRS).count());
    }

    @Test
    void aNameSaysTheChecksumOfEachFile() {
        String name = BatchName.of(List.of(1, -1, 0x1234abcd, 0)) + ".zstd.parquet";
        assertTrue(BatchName.isBatch(name));
        assertEquals(1, BatchName.checksum(name, 0));
        assertEquals(-1, BatchName.checksum(name, 1));
        assertEquals(0x1234abcd, BatchName.checksum(name, 2));
        assertEquals(0, BatchName.checksum(name, 3));
        assertNull(BatchName.checksum(name, 4));
        assertNull(BatchName.checksum("batch-" + new java.util.UUID(1, 2) + ".parquet", 0));
        assertNotEquals(BatchName.of(List.of(1)), BatchName.of(List.of(1)));
    }
}
