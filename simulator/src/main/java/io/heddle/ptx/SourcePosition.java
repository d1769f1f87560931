package io.heddle.ptx;

import java.io.Serializable;

/**
 * A place in a PTX file.
 *
 * @param file path as the user gave it
 * @param line 1-based
 * @param column 1-based
 */
public record SourcePosition(String file, int line, int column) implements Serializable {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
