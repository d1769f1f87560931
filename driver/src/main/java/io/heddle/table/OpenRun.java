package io.heddle.table;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/**
 * A run that this process writes. Its mark in the report folder says that it is not finished; on a
 * local file system the mark is locked, so that no second process writes the same run.
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
     * @throws InputException if the folder cannot be written
     */
    public static OpenRun begin(ReportFolder folder, String runId) {
        OpenRun run = new OpenRun(folder, runId);
        try {
            run.lock();
            return run;
        } catch (IOException e) {
            throw new InputException(
                    "--out: the report tables cannot be written: " + Reasons.of(e));
        }
    }

    /**
     * Goes on with a run that was broken off; what does not count of it is hidden from readers.
     *
     * @param warn takes a line for each damaged file
     * @throws InputException if it is finished or still running, or cannot be written
     */
    public static OpenRun resume(ReportFolder folder, String runId, Consumer<String> warn) {
        OpenRun run = begin(folder, runId);
        try {
            folder.setLeftoversAside(runId, warn);
            return run;
        } catch (IOException e) {
            run.close();
            throw new InputException(
                    "--out: the report tables cannot be written: " + Reasons.of(e));
        }
    }

    private void lock() throws IOException {
        Path mark = folder.mark(runId);
        if (!folder.files().mkdirs(mark.getParent())) {
            throw new IOException(mark.getParent() + " cannot be made");
        }
        if (!folder.files().getUri().getScheme().equals("file")) {
            folder.files().create(mark, true).close();
            return;
        }
        java.nio.file.Path local = java.nio.file.Path.of(mark.toUri().getPath());
        channel =
                FileChannel.open(
                        local.toAbsolutePath(),
                        StandardOpenOption.CREATE,
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
