package io.heddle.replay.machine;

import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the variables and functions of a launch lie. That is the same in all of its runs, so that
 * what is decoded for one run serves the others.
 */
public final class Addresses {
    private final PtxModule module;
    private final Map<String, Global> globals = new LinkedHashMap<>();
    private final Map<String, Long> code = new LinkedHashMap<>();
    private final Layout shared = new Layout();
    private final Layout constants = new Layout();

    /** A variable in global memory. */
    record Global(Variable variable, long base) {}

    public Addresses(Launch launch) {
        module = launch.module();
        int tensors = launch.tensors().size();
        for (Function f : module.functions()) {
            code.putIfAbsent(f.name(), Windows.CODE + 16L * (code.size() + 1));
        }
        place("", module.variables(), launch.dynamicShared(), tensors);
        for (Function f : module.functions()) {
            if (!f.entry() || f.name().equals(launch.entry())) {
                place(f.name(), f.variables(), launch.dynamicShared(), tensors);
            }
        }
    }

    private void place(String function, List<Variable> variables, int dynamicShared, int tensors) {
        for (Variable v : variables) {
            String key = key(function, v.name());
            boolean unsized = v.isUnsized() || v.external() && v.size() == 0;
            if (unsized && v.space() != StateSpace.SHARED) {
                continue; // of() refuses it: its size is in another module
            }
            if (v.space() == StateSpace.SHARED) {
                shared.add(key, v, dynamicShared);
            } else if (v.space() == StateSpace.CONST) {
                constants.add(key, v, 0);
            } else if (v.space() == StateSpace.GLOBAL) {
                globals.put(key, new Global(v, Windows.global(tensors + globals.size())));
            }
        }
    }

    /** The key of a variable; {@code function}: the one that declares it, or empty. */
    static String key(String function, String variable) {
        return function + "/" + variable;
    }

    /** The address in its own space of a variable or function seen from {@code function}. */
    public long of(String function, String name) {
        for (String key : List.of(key(function, name), key("", name))) {
            if (shared.offset(key) >= 0) {
                return shared.offset(key);
            }
            if (constants.offset(key) >= 0) {
                return constants.offset(key);
            }
            if (globals.containsKey(key)) {
                return globals.get(key).base();
            }
        }
        if (code.containsKey(name)) {
            return code.get(name);
        }
        throw StopException.unsupported("symbol " + name);
    }

    /** The window of the state space of a variable; {@link Windows#CODE} for a function. */
    public long window(String function, String name) {
        for (String key : List.of(key(function, name), key("", name))) {
            if (shared.offset(key) >= 0) {
                return Windows.SHARED;
            }
            if (constants.offset(key) >= 0) {
                return Windows.CONSTANT;
            }
            if (globals.containsKey(key)) {
                return Windows.FIRST_GLOBAL;
            }
        }
        return Windows.CODE;
    }

    /** The function at an address, if one begins there. */
    public Optional<Function> functionAt(long address) {
        return code.entrySet().stream()
                .filter(e -> e.getValue() == address)
                .findFirst()
                .map(e -> module.function(e.getKey()));
    }

    public PtxModule module() {
        return module;
    }

    /** The variables in global memory, by their keys. */
    Map<String, Global> globals() {
        return globals;
    }

    /** The layout of shared memory. */
    Layout shared() {
        return shared;
    }

    /** The layout of constant memory. */
    Layout constants() {
        return constants;
    }
}
