package io.heddle.table;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.util.VersionInfo;

/** Finds Hadoop's file systems, and says in one line what is missing where there is none. */
public final class FileSystems {
    /** Hadoop's own libraries, by scheme, of what neither Spark nor Heddle brings. */
    private static final Map<String, String> LIBRARIES =
            new TreeMap<>(
                    Map.of(
                            "s3a", "hadoop-aws",
                            "abfs", "hadoop-azure",
                            "abfss", "hadoop-azure"));

    private FileSystems() {}

    /**
     * The file system of a path.
     *
     * @throws IOException if there is none, with a message of one line: its class is missing, its
     *     settings are, or {@code path} is not one of its paths
     */
    public static FileSystem of(Path path, Configuration configuration) throws IOException {
        try {
            FileSystem system = path.getFileSystem(configuration);
            system.makeQualified(path); // a host where the file system has none
            return system;
        } catch (UnsupportedFileSystemException e) {
            throw new IOException(missing(path, "nothing on the class path reads " + scheme(path)));
        } catch (IOException | RuntimeException | LinkageError e) {
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                if (cause instanceof ClassNotFoundException
                        || cause instanceof NoClassDefFoundError) {
                    String name =
                            String.valueOf(cause.getMessage())
                                    .replaceFirst("^Class (.*) not found$", "$1")
                                    .replace('/', '.');
                    throw new IOException(missing(path, name + " is not on the class path"), e);
                }
            }
            throw new IOException(Reasons.of(e), e);
        }
    }

    private static String scheme(Path path) {
        return path.toUri().getScheme() + ":";
    }

    private static String missing(Path path, String why) {
        String library = LIBRARIES.get(path.toUri().getScheme());
        return why
                + (library == null
                        ? "; add the library that does to spark-submit with --packages"
                        : "; "
                                + scheme(path)
                                + " needs spark-submit --packages org.apache.hadoop:"
                                + library
                                + ":"
                                + VersionInfo.getVersion());
    }
}
