package io.heddle.replay;

/** One decoded instruction. */
@FunctionalInterface
interface Step {
    /** Executes it for {@code lane}, whose program counter already points past it. */
    void run(Lane lane);
}
