package io.heddle.spec.index;

import java.io.Serializable;

/**
 * Where something stands in a formula's file.
 *
 * @param file its name; that of the prelude for what stands there
 * @param line from 1
 * @param column from 1
 */
public record Place(String file, int line, int column) implements Serializable {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
