package io.heddle.table;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * A run that this process writes. Its mark in the report folder says that it is not finished, and
 * lists its pairs, so that it does not end without some of them; on a local file system the mark is
 * locked, so that no second process writes the same run.
 */
public final class OpenRun implements AutoCloseable {
    private final ReportFolder folder;
    private final String runId;
    private FileChannel channel; // null where files cannot be locked

    private OpenRun(ReportFolder folder, String runId) {
        this.folder = folder;
        this.runId = runId;
    }

    /**
     * Begins a run.
     *
     * @param pairs the names of all its pairs
     * @throws InputException if the folder cannot be written
     */
    public static OpenRun begin(ReportFolder folder, String runId, List<String> pairs) {
        OpenRun run = new OpenRun(folder, runId);
        try {
            run.lock();
            run.write(new RunPairs(pairs).text());
            return run;
        } catch (IOException e) {
            run.close();
            throw unwritable(e);
        }
    }

    private static InputException unwritable(IOException e) {
        return new InputException("--out: the report tables cannot be written: " + Reasons.of(e));
    }

    /**
     * Goes on with a run that was broken off; what does not count of it is hidden from readers.
     *
     * @param pairs the names of all pairs that it is to have in the end
     * @param warn takes a line for each damaged file
     * @throws InputException if it began with other pairs, is still running, or cannot be written
     */
    public static OpenRun resume(
            ReportFolder folder, String runId, List<String> pairs, Consumer<String> warn) {
        OpenRun run = new OpenRun(folder, runId);
        try {
            run.lock();
            Optional<String> other = new RunPairs(pairs).difference(run.read());
            if (other.isPresent()) {
                throw new InputException("the run " + runId + " cannot go on: " + other.get());
            }
            folder.setLeftoversAside(runId, warn);
            return run;
        } catch (IOException e) {
            run.close();
            throw unwritable(e);
        } catch (InputException e) {
            run.close();
            throw e;
        }
    }

    private void lock() throws IOException {
        Path mark = folder.mark(runId);
        if (!folder.files().mkdirs(mark.getParent())) {
            throw new IOException(mark.getParent() + " cannot be made");
        }
        if (!folder.files().getUri().getScheme().equals("file")) {
            return;
        }
        java.nio.file.Path local = java.nio.file.Path.of(mark.toUri().getPath());
        channel =
                FileChannel.open(
                        local.toAbsolutePath(),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            lock = null; // this process has it
        }
        if (lock == null) {
            channel.close();
            throw new InputException("the run " + runId + " is still running");
        }
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (channel == null) {
            try (OutputStream out = folder.files().create(folder.mark(runId), true)) {
                out.write(bytes);
            }
            return;
        }
        channel.truncate(0);
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
            channel.write(left);
        }
    }

    /** What the mark says; empty if there was none. */
    private String read() throws IOException {
        if (channel != null) { // closing a second one of the file would give up the lock
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
            int read = 1;
            while (bytes.hasRemaining() && read > 0) {
                read = channel.read(bytes, bytes.position());
            }
            return new String(bytes.array(), StandardCharsets.UTF_8);
        }
        if (!folder.files().exists(folder.mark(runId))) {
            write("");
            return "";
        }
        try (InputStream in = folder.files().open(folder.mark(runId))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The run is finished, and has its row. */
    public void finish() throws IOException {
        folder.files().delete(folder.staging(runId), true);
        folder.files().delete(folder.mark(runId), false);
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                channel = null; // nothing was written through it
            }
        }
    }
}
