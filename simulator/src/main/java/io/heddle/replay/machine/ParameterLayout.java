package io.heddle.replay.machine;

import io.heddle.ptx.Function;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Byte offsets of a function's {@code .param} variables: its returns, its parameters and those
 * declared in its body, each naturally aligned.
 */
public final class ParameterLayout {
    private final Map<String, Integer> offsets = new LinkedHashMap<>();
    private int size;

    public ParameterLayout(Function function) {
        function.parameters().forEach(this::add);
        function.returns().forEach(this::add);
        for (Variable v : function.variables()) {
            if (v.space() == StateSpace.PARAM) {
                add(v);
            }
        }
    }

    private void add(Variable v) {
        if (v.space() != StateSpace.PARAM) {
            return;
        }
        int align = Math.max(1, v.alignment());
        int offset = (size + align - 1) / align * align;
        offsets.put(v.name(), offset);
        size = offset + Math.toIntExact(v.size());
    }

    /** The offset of a variable, or −1. */
    public int offset(String name) {
        return offsets.getOrDefault(name, -1);
    }

    int size() {
        return size;
    }
}
