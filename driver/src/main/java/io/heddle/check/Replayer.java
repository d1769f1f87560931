package io.heddle.check;

import io.heddle.replay.RunOutcome;
import java.util.Optional;

/** Where the kernels of a pair are run concretely. */
public interface Replayer {
    /** In this thread. */
    Replayer HERE = request -> Optional.empty();

    /**
     * Has a request done elsewhere.
     *
     * @return its result; empty if it is to be done in this thread
     */
    Optional<Result> replay(ReplayRequest request);

    /**
     * A result from elsewhere.
     *
     * @param verdict what the runs came to
     * @param waitedNanos time in which the request was sent or in a queue
     */
    record Result(RunOutcome verdict, long waitedNanos) {}
}
