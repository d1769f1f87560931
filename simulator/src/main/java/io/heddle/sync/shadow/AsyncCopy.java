package io.heddle.sync.shadow;

/**
 * One asynchronous copy between its issue and its completion: it reads its source and writes its
 * destination at unknown times in between.
 */
public final class AsyncCopy {
    final int thread;
    final int instruction;

    private final Shadow destination;
    private final long destinationOffset;
    private final int destinationBytes;
    private final Shadow source;
    private final long sourceOffset;
    private final int sourceBytes;

    private boolean complete;

    /** The copy that was issued before it in the same group, or null. */
    AsyncCopy before;

    // Neighbours among the copies that read from one block of the source.
    AsyncCopy previousReader;
    AsyncCopy nextReader;

    /**
     * A copy that has not been issued.
     *
     * @param thread that issues it
     * @param instruction its index
     * @param destinationBytes at a multiple of themselves: 4, 8 or 16
     * @param source where it reads, or null if it reads nothing
     * @param sourceBytes within 16 bytes that start at a multiple of 16
     */
    public AsyncCopy(
            int thread,
            int instruction,
            Shadow destination,
            long destinationOffset,
            int destinationBytes,
            Shadow source,
            long sourceOffset,
            int sourceBytes) {
        this.thread = thread;
        this.instruction = instruction;
        this.destination = destination;
        this.destinationOffset = destinationOffset;
        this.destinationBytes = destinationBytes;
        this.source = source;
        this.sourceOffset = sourceOffset;
        this.sourceBytes = sourceBytes;
    }

    /** Its read begins; returns a new conflict with an earlier access, or null. */
    public Conflict beginRead() {
        return source == null ? null : source.beginCopyFrom(this, sourceOffset, sourceBytes);
    }

    /** Its write begins; returns a new conflict with an earlier access, or null. */
    public Conflict beginWrite() {
        return destination.beginCopyTo(this, destinationOffset, destinationBytes);
    }

    /**
     * It is complete, if it was not before: its accesses are ordinary ones at the present of {@code
     * actor}, and whatever is ordered after that is ordered after them.
     *
     * @param actor the issuing thread, which has waited, or the agent of its CTA
     */
    public void complete(int actor) {
        if (complete) {
            return;
        }
        complete = true;
        if (source != null) {
            source.endCopyFrom(this, actor, sourceOffset, sourceBytes);
        }
        destination.endCopyTo(this, actor, destinationOffset, destinationBytes);
    }

    boolean isComplete() {
        return complete;
    }

    /** True if it reads some of the bytes. */
    boolean reads(long offset, int bytes) {
        return sourceOffset < offset + bytes && offset < sourceOffset + sourceBytes;
    }
}
