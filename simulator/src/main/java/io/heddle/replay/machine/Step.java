package io.heddle.replay.machine;

/** One decoded instruction. */
@FunctionalInterface
public interface Step {
    /** Executes it for {@code lane}, whose program counter already points past it. */
    void run(Lane lane);
}
