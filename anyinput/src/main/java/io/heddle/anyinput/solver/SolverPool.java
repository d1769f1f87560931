package io.heddle.anyinput.solver;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Solvers that have nothing to do, kept for the next kernel: starting one takes longer than most
 * kernels' questions. Each solver has one user at a time; several threads may take from a pool.
 *
 * <p>A pool that nobody closes keeps no process for long: a solver ends by itself if it is asked
 * nothing for {@link SolverServer#PATIENCE_SECONDS} seconds, and with the process that has started
 * it.
 */
public final class SolverPool implements AutoCloseable {
    /** A process older than this in disuse is not asked again: it may be about to end. */
    private static final long KEPT_NANOS = SolverServer.PATIENCE_SECONDS / 2 * 1_000_000_000L;

    private final long millis;
    private final Path log;
    private final Deque<Kept> idle = new ArrayDeque<>();

    /** A solver that somebody has given back. */
    private record Kept(SolverProcess solver, long since) {}

    /**
     * A pool without solvers.
     *
     * @param millis most time for a script
     * @param log a file that the scripts and answers are added to, or null
     */
    public SolverPool(long millis, Path log) {
        this.millis = millis;
        this.log = log;
    }

    /** A solver that nobody else has; a new one starts when it is asked first. */
    public synchronized SolverProcess take() {
        Kept last = idle.pollLast();
        while (last != null && System.nanoTime() - last.since() > KEPT_NANOS) {
            last.solver().close();
            last = idle.pollLast();
        }
        return last == null ? new SolverProcess(millis, log) : last.solver();
    }

    /** Keeps a solver whose user has no more questions. */
    public synchronized void giveBack(SolverProcess solver) {
        idle.addLast(new Kept(solver, System.nanoTime()));
    }

    /** Ends the solvers that nobody has. */
    @Override
    public synchronized void close() {
        idle.forEach(kept -> kept.solver().close());
        idle.clear();
    }
}
