package io.heddle.ptx;

import java.io.Serializable;

/**
 * A line of CUDA source, from {@code .file} and {@code .loc} (PTX ISA 11.5).
 *
 * @param file path as {@code .file} gives it
 * @param line 1-based
 */
public record SourceLine(String file, int line) implements Serializable {
    @Override
    public String toString() {
        return file + ":" + line;
    }
}
