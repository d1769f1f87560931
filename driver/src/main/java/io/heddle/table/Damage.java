package io.heddle.table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.HadoopReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/**
 * Finds out whether the bytes of a Parquet file are still those that were written.
 *
 * <p>A file whose name has its checksum ({@link BatchName}) is compared with that, all of it.
 * Others are read by Parquet, which has a checksum for the contents of each page; in these, a
 * change of what describes the pages is only found if it makes them unreadable.
 */
final class Damage {
    private static final String MAGIC = "PAR1";
    private static final int TAIL = 8; // the footer's length and the magic
    private static final int SHORTEST = 12;
    private static final int BUFFER = 1 << 16;

    private final FileSystem files;

    Damage(FileSystem files) {
        this.files = files;
    }

    /**
     * What is wrong with a file.
     *
     * @param place of the file in its batch, from 0
     * @return a sentence without its end, or null if nothing is wrong
     */
    String of(FileStatus file, int place) {
        if (!isWhole(file)) {
            return "it is not a whole Parquet file";
        }
        Integer written = BatchName.checksum(file.getPath().getName(), place);
        try {
            if (written == null) {
                readPages(file);
            } else if (checksum(file.getPath()) != written) {
                return "its bytes are not those that were written";
            }
            return null;
        } catch (IOException | RuntimeException | OutOfMemoryError e) { // wrong sizes, too
            return "it cannot be read (" + Reasons.of(e) + ")";
        }
    }

    /** The CRC-32C of all bytes of a file. */
    int checksum(Path file) throws IOException {
        CRC32C crc = new CRC32C();
        byte[] buffer = new byte[BUFFER];
        try (FSDataInputStream in = files.open(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                crc.update(buffer, 0, n);
            }
        }
        return (int) crc.getValue();
    }

    /** Reads every page, so that Parquet compares its checksum. */
    private void readPages(FileStatus file) throws IOException {
        HadoopInputFile input = HadoopInputFile.fromStatus(file, files.getConf());
        HadoopReadOptions.Builder options = HadoopReadOptions.builder(files.getConf());
        options.usePageChecksumVerification(true);
        try (ParquetFileReader reader = ParquetFileReader.open(input, options.build())) {
            for (PageReadStore rows = reader.readNextRowGroup();
                    rows != null;
                    rows = reader.readNextRowGroup()) {
                for (ColumnDescriptor column : reader.getFileMetaData().getSchema().getColumns()) {
                    PageReader pages = rows.getPageReader(column);
                    pages.readDictionaryPage();
                    while (pages.readPage() != null) {
                        // its checksum is right
                    }
                }
            }
        }
    }

    /** True if a file has a Parquet file's beginning and end, which a truncated one lacks. */
    private boolean isWhole(FileStatus file) {
        if (file.getLen() < SHORTEST) {
            return false;
        }
        try (FSDataInputStream in = files.open(file.getPath())) {
            byte[] tail = new byte[TAIL];
            in.readFully(file.getLen() - TAIL, tail);
            byte[] head = new byte[MAGIC.length()];
            in.readFully(0, head);
            long footer = 0;
            for (int i = 3; i >= 0; i--) {
                footer = footer << 8 | tail[i] & 0xff;
            }
            return text(head).equals(MAGIC)
                    && text(Arrays.copyOfRange(tail, 4, TAIL)).equals(MAGIC)
                    && footer <= file.getLen() - SHORTEST;
        } catch (IOException e) {
            return false; // not readable: nothing of it counts
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
