package io.heddle.spark;

import io.heddle.suite.FileNames;
import io.heddle.suite.InputFiles;
import io.heddle.suite.LocalFiles;
import io.heddle.table.FileSystems;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Files of all of Hadoop's file systems. Paths without a scheme and {@code file:} are those of this
 * machine, whatever {@code fs.defaultFS} says, and need nothing of Hadoop.
 */
final class HadoopFiles implements InputFiles {
    private final InputFiles local = new LocalFiles();
    private final Supplier<Configuration> settings;
    private Configuration configuration; // made when the first file needs it

    /**
     * @param settings makes the configuration of the file systems
     */
    HadoopFiles(Supplier<Configuration> settings) {
        this.settings = settings;
    }

    /** What is done with a file. */
    private interface Access<T> {
        T of(FileSystem system, Path path) throws IOException;
    }

    @Override
    public Kind kind(String name) throws IOException {
        return isLocal(name) ? local.kind(name) : access(name, HadoopFiles::kind);
    }

    @Override
    public byte[] read(String name) throws IOException {
        return isLocal(name) ? local.read(name) : access(name, HadoopFiles::read);
    }

    @Override
    public long size(String name) throws IOException {
        return isLocal(name)
                ? local.size(name)
                : access(name, (system, path) -> system.getFileStatus(path).getLen());
    }

    @Override
    public List<String> list(String folder, int depth) throws IOException {
        if (isLocal(folder)) {
            return local.list(folder, depth);
        }
        List<String> found = new ArrayList<>();
        access(
                folder,
                (system, path) -> {
                    list(system, path, "", depth, found);
                    return found;
                });
        Collections.sort(found);
        return found;
    }

    /** Writes a text as UTF-8, over what there is. */
    void write(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (isLocal(name)) {
            Files.write(LocalFiles.path(name), bytes);
            return;
        }
        access(
                name,
                (system, path) -> {
                    try (OutputStream out = system.create(path, true)) {
                        out.write(bytes);
                    }
                    return null;
                });
    }

    private static boolean isLocal(String name) {
        return FileNames.scheme(name).equals("file");
    }

    private static Kind kind(FileSystem system, Path path) throws IOException {
        try {
            FileStatus status = system.getFileStatus(path);
            if (status.isDirectory()) {
                return Kind.FOLDER;
            }
            return status.isFile() ? Kind.FILE : Kind.OTHER;
        } catch (FileNotFoundException e) {
            return Kind.NONE;
        }
    }

    /** No more than the length that the file has now, so that no file is without end. */
    private static byte[] read(FileSystem system, Path path) throws IOException {
        long length = system.getFileStatus(path).getLen();
        if (length < 0) { // http:
            throw new IOException("its length is not known");
        }
        if (length > Integer.MAX_VALUE - 8) {
            throw new IOException("it has " + length + " bytes, more than an array holds");
        }
        if (length == 0) {
            return new byte[0];
        }
        byte[] bytes = new byte[(int) length];
        try (FSDataInputStream in = system.open(path)) {
            in.readFully(bytes);
        }
        return bytes;
    }

    private static void list(
            FileSystem system, Path folder, String prefix, int depth, List<String> found)
            throws IOException {
        for (FileStatus status : system.listStatus(folder)) {
            String name = prefix + status.getPath().getName();
            if (status.isFile()) {
                found.add(name);
            } else if (status.isDirectory() && depth > 1) {
                list(system, status.getPath(), name + "/", depth - 1, found);
            }
        }
    }

    private <T> T access(String name, Access<T> access) throws IOException {
        try {
            Path path = new Path(name);
            return access.of(FileSystems.of(path, configuration()), path);
        } catch (FileNotFoundException e) {
            throw e; // callers tell it from the others
        } catch (IOException | RuntimeException e) { // no such scheme, host or class; no answer
            String why = e.getMessage() == null ? e.toString() : e.getMessage();
            throw new IOException(Failures.firstLine(why), e);
        }
    }

    private synchronized Configuration configuration() {
        if (configuration == null) {
            configuration = settings.get();
        }
        return configuration;
    }
}
