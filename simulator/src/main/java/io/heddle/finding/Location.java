package io.heddle.finding;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.SourceLine;
import io.heddle.ptx.SourcePosition;
import java.io.Serializable;

/**
 * Where something happened.
 *
 * @param position PTX file, line and column
 * @param source CUDA line, or null
 */
public record Location(SourcePosition position, SourceLine source) implements Serializable {
    /** The place of an instruction. */
    public static Location of(Instruction instruction) {
        return new Location(instruction.position(), instruction.source());
    }

    /** {@code file:line} and the CUDA line where it is known. */
    @Override
    public String toString() {
        String text = position.file() + ":" + position.line();
        return source == null ? text : text + " (" + source + ")";
    }
}
