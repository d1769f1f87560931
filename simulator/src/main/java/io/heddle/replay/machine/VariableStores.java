package io.heddle.replay.machine;

import java.util.BitSet;
import java.util.Map;

/**
 * What launches of one file have stored to its global variables. A launch begins with it; all other
 * bytes are those that loading the module has left.
 */
public final class VariableStores {
    /** Nothing has been stored. */
    public static final VariableStores NONE = new VariableStores(Map.of());

    private final Map<String, Region> variables; // as Addresses calls them

    /**
     * @param variables objects of a launch that has ended
     */
    VariableStores(Map<String, Region> variables) {
        this.variables = variables;
    }

    /** Stores the bytes again, to the objects of another launch of the file. */
    void repeat(Map<String, Region> others) {
        variables.forEach(
                (key, variable) -> {
                    BitSet which = variable.writtenBytes();
                    for (int k = which.nextSetBit(0); k >= 0; k = which.nextSetBit(k + 1)) {
                        others.get(key).store(k, 1, variable.load(k, 1));
                    }
                });
    }
}
