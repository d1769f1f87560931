package io.heddle.replay.machine;

import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.Map;

/**
 * What global and constant variables hold when a launch begins: never poison, since each is
 * initialised in the file, by the host or another module, or else to zero (PTX ISA 5.4.4).
 */
final class VariableBytes {
    private final Map<String, TensorContents> inputs;

    /**
     * @param inputs contents of those that others initialise, by their qualified names
     */
    VariableBytes(Map<String, TensorContents> inputs) {
        this.inputs = inputs;
    }

    /** The bytes of a variable. */
    byte[] of(Variable v) {
        byte[] data = new byte[Math.toIntExact(v.size())];
        if (v.external() || v.space() == StateSpace.CONST && v.initialiser() == null) {
            TensorContents given = inputs.get(v.qualifiedName());
            if (given != null) {
                put(given, data);
            }
        } else if (v.initialiser() != null) {
            byte[] bytes = v.initialiser().toArray();
            System.arraycopy(bytes, 0, data, 0, Math.min(bytes.length, data.length));
        }
        return data;
    }

    private static void put(TensorContents contents, byte[] data) {
        int width = contents.type().bytes();
        for (int i = 0; i < contents.size() && (i + 1) * width <= data.length; i++) {
            long bits = contents.bits(i);
            for (int k = 0; k < width; k++) {
                data[i * width + k] = (byte) (bits >>> k * Byte.SIZE);
            }
        }
    }
}
