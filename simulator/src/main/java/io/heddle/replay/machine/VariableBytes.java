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
    private final Addresses addresses;

    /**
     * @param inputs contents of those that others initialise, by their qualified names
     */
    VariableBytes(Map<String, TensorContents> inputs, Addresses addresses) {
        this.inputs = inputs;
        this.addresses = addresses;
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
        v.addresses().forEach(a -> put(v, a, data));
        return data;
    }

    private void put(Variable v, Variable.InitialAddress a, byte[] data) {
        long address = addresses.of("", a.symbol()) + a.addend();
        if (a.generic() && addresses.window("", a.symbol()) < Windows.CODE) {
            address += addresses.window("", a.symbol());
        }
        boolean masked = v.type().bytes() == 1; // PTX ISA 5.4.4: 0xFF(x), 0xFF00(x), …
        int width = masked ? Long.BYTES : v.type().bytes();
        for (int k = 0; k < width; k++) {
            data[Math.toIntExact(a.offset()) + k] = (byte) (address >>> k * Byte.SIZE);
        }
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
