package io.heddle.replay.machine;

import io.heddle.ptx.SourcePosition;
import java.util.LinkedHashMap;
import java.util.Map;

/** What became of a replay. */
public sealed interface ReplayResult {
    /**
     * All threads ran to their end.
     *
     * @param tensors final contents of each tensor of the launch, by name, in argument order
     * @param instructions thread instructions executed
     * @param variables what has been stored to global variables
     */
    record Finished(
            Map<String, TensorContents> tensors, long instructions, VariableStores variables)
            implements ReplayResult {
        /** Copies the map, keeping its order. */
        public Finished {
            tensors = new LinkedHashMap<>(tensors);
        }

        /** A result of which nobody asks what variables hold. */
        public Finished(Map<String, TensorContents> tensors, long instructions) {
            this(tensors, instructions, VariableStores.NONE);
        }
    }

    /**
     * Execution stopped.
     *
     * @param reason why
     * @param message what happened, for a user
     * @param position the instruction, or null where none was to blame
     */
    record Stopped(Reason reason, String message, SourcePosition position) implements ReplayResult {
        @Override
        public String toString() {
            return reason + (position == null ? "" : " at " + position) + ": " + message;
        }
    }

    /** Why execution stopped. */
    enum Reason {
        /** An instruction or form that this interpreter does not know. */
        UNSUPPORTED,
        /** An access outside all objects, or a store to read-only memory. */
        OUT_OF_BOUNDS,
        /** An access not aligned to its size. */
        MISALIGNED,
        /** {@code trap} or a failed assertion. */
        TRAP,
        /** Accesses of two threads that nothing orders; only where asked for. */
        RACE,
        /** Threads are blocked at barriers that never complete. */
        DEADLOCK,
        /** Something that the PTX ISA leaves undefined, such as disagreeing barrier counts. */
        UNDEFINED,
        /** A number left the range of its type; only where asked for. */
        OVERFLOW,
        /** More instructions than the options allow. */
        BUDGET,
        /** The arguments do not fit the entry's parameters. */
        ARGUMENTS
    }
}
