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
 * @param launch which of several launches of a side, from 1; 0 where there is one only
 * @param entry the entry of that launch; null where there is one only
 */
public record Location(SourcePosition position, SourceLine source, int launch, String entry)
        implements Serializable {
    /** A place in the only launch of a side. */
    public Location(SourcePosition position, SourceLine source) {
        this(position, source, 0, null);
    }

    /** This place in one of several launches. */
    public Location of(int number, String kernel) {
        return new Location(position, source, number, kernel);
    }

    /** How messages about one of several launches begin. */
    public static String launch(int number, String kernel) {
        return "launch " + number + " (" + kernel + "): ";
    }

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
