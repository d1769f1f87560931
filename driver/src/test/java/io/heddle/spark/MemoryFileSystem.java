package io.heddle.spark;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system {@code memory:} of this process, which only Hadoop knows. */
public final class MemoryFileSystem extends FileSystem {
    /** Contents by path; null is not allowed, so a folder is an array of its own. */
    private static final NavigableMap<String, byte[]> ENTRIES = new ConcurrentSkipListMap<>();

    private static final byte[] FOLDER = new byte[0];

    private URI uri;

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        uri = URI.create(name.getScheme() + "://" + name.getAuthority());
    }

    @Override
    public String getScheme() {
        return "memory";
    }

    @Override
    public URI getUri() {
        return uri;
    }

    private String key(Path path) {
        return makeQualified(path).toString();
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        if (getFileStatus(path).isDirectory()) {
            throw new FileNotFoundException(path + " is a folder");
        }
        return new FSDataInputStream(new Bytes(ENTRIES.get(key(path))));
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        mkdirs(path.getParent(), permission);
        if (!overwrite && ENTRIES.containsKey(key(path))) {
            throw new FileAlreadyExistsException(path.toString());
        }
        ByteArrayOutputStream bytes =
                new ByteArrayOutputStream() {
                    @Override
                    public void close() {
                        ENTRIES.put(key(path), toByteArray());
                    }
                };
        return new FSDataOutputStream(bytes, null);
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException("append: no report is written so");
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        getFileStatus(from);
        if (ENTRIES.containsKey(key(to))) {
            return false;
        }
        for (Map.Entry<String, byte[]> entry : List.copyOf(below(from))) {
            ENTRIES.put(key(to) + entry.getKey().substring(key(from).length()), entry.getValue());
            ENTRIES.remove(entry.getKey());
        }
        return true;
    }

    /** What is at {@code path} and below it. */
    private List<Map.Entry<String, byte[]>> below(Path path) {
        String key = key(path);
        return ENTRIES.tailMap(key).entrySet().stream()
                .filter(e -> e.getKey().equals(key) || e.getKey().startsWith(key + "/"))
                .toList();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        List<Map.Entry<String, byte[]>> all = below(path);
        all.forEach(e -> ENTRIES.remove(e.getKey()));
        return !all.isEmpty();
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        if (getFileStatus(path).isFile()) {
            return new FileStatus[] {getFileStatus(path)};
        }
        List<FileStatus> found = new ArrayList<>();
        for (Map.Entry<String, byte[]> entry : below(path)) {
            Path one = new Path(entry.getKey());
            if (one.getParent() != null && key(one.getParent()).equals(key(path))) {
                found.add(getFileStatus(one));
            }
        }
        return found.toArray(new FileStatus[0]);
    }

    @Override
    public void setWorkingDirectory(Path path) {
        throw new UnsupportedOperationException("a path is absolute here");
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(uri + "/");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        for (Path p = makeQualified(path); p != null; p = p.getParent()) {
            ENTRIES.putIfAbsent(key(p), FOLDER);
        }
        return true;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        byte[] bytes = ENTRIES.get(key(path));
        if (bytes == null) {
            throw new FileNotFoundException(path.toString());
        }
        return new FileStatus(bytes.length, bytes == FOLDER, 1, 1 << 20, 0, makeQualified(path));
    }

    /** The bytes of a file, with a position. */
    private static final class Bytes extends ByteArrayInputStream
            implements Seekable, PositionedReadable {
        Bytes(byte[] bytes) {
            super(bytes);
        }

        @Override
        public void seek(long to) throws IOException {
            if (to > count) {
                throw new EOFException();
            }
            pos = (int) to;
        }

        @Override
        public long getPos() {
            return pos;
        }

        @Override
        public boolean seekToNewSource(long to) {
            return false;
        }

        @Override
        public int read(long from, byte[] into, int offset, int length) {
            return new ByteArrayInputStream(buf, (int) from, count - (int) from)
                    .read(into, offset, length);
        }

        @Override
        public void readFully(long from, byte[] into, int offset, int length) throws IOException {
            if (read(from, into, offset, length) < length) {
                throw new EOFException();
            }
        }

        @Override
        public void readFully(long from, byte[] into) throws IOException {
            readFully(from, into, 0, into.length);
        }
    }
}
