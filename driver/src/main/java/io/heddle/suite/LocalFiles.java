package io.heddle.suite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Files of the local file system, by path or by URI with the scheme {@code file}. */
public final class LocalFiles implements InputFiles {
    @Override
    public Kind kind(String name) throws IOException {
        Path path = path(name);
        if (Files.isRegularFile(path)) {
            return Kind.FILE;
        }
        if (Files.isDirectory(path)) {
            return Kind.FOLDER;
        }
        return Files.exists(path) ? Kind.OTHER : Kind.NONE;
    }

    @Override
    public boolean leadsOutOf(String folder, String name) throws IOException {
        Path path = path(name);
        Path root = path(folder.isEmpty() ? "." : folder);
        return Files.exists(path) && !path.toRealPath().startsWith(root.toRealPath());
    }

    @Override
    public byte[] read(String name) throws IOException {
        return Files.readAllBytes(path(name));
    }

    @Override
    public long size(String name) throws IOException {
        return Files.size(path(name));
    }

    @Override
    public List<String> list(String folder, int depth) throws IOException {
        Path root = path(folder);
        try (Stream<Path> files = Files.walk(root, depth)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> slashed(root.relativize(file)))
                    .sorted()
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static String slashed(Path path) {
        return StreamSupport.stream(path.spliterator(), false)
                .map(Path::toString)
                .collect(Collectors.joining("/"));
    }

    /**
     * The path that a name stands for.
     *
     * @throws IOException if it is not one of this machine
     */
    public static Path path(String name) throws IOException {
        String scheme = FileNames.scheme(name);
        if (!scheme.equals("file")) {
            throw new IOException(
                    "not a file of this machine; of "
                            + scheme
                            + ": only verify, bench, sql, report and diff take files");
        }
        String path = FileNames.local(name);
        if (path == null) {
            throw new IOException("expected file:/PATH or file:///PATH");
        }
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new IOException(e.getReason(), e);
        }
    }
}
