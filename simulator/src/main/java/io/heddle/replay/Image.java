package io.heddle.replay;

import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** What a launch finds in memory: tensors, module variables, and the layout of shared memory. */
final class Image {
    private final PtxModule module;
    private final Map<String, Region> tensors = new LinkedHashMap<>();
    private final Map<String, Region> globals = new HashMap<>();
    private final Map<String, Long> code = new LinkedHashMap<>();
    private final Layout shared = new Layout();
    private final Layout constants = new Layout();
    private final AddressSpace globalSpace;
    private final AddressSpace constantSpace;
    private final byte poison;

    /**
     * @param poison what bytes hold that nothing gives a value
     */
    Image(Launch launch, Map<String, TensorContents> initial, byte poison) {
        module = launch.module();
        this.poison = poison;
        for (TensorSpec t : launch.tensors()) {
            TensorContents prescribed = TensorContents.prescribed(t);
            TensorContents contents = prescribed == null ? initial.get(t.name()) : prescribed;
            tensors.put(t.name(), TensorPages.region(t, contents, tensors.size(), poison));
        }
        for (Function f : module.functions()) {
            code.putIfAbsent(f.name(), Windows.CODE + 16L * (code.size() + 1));
        }
        place("", module.variables(), launch.dynamicShared());
        for (Function f : module.functions()) {
            if (!f.entry() || f.name().equals(launch.entry())) {
                place(f.name(), f.variables(), launch.dynamicShared());
            }
        }
        List<Region> constantRegions = constants.allocate(0, false, poison);
        constantSpace = new AddressSpace("constant memory", constantRegions);
        List<Region> all = new ArrayList<>(tensors.values());
        all.addAll(globals.values());
        globalSpace = new AddressSpace("global memory", all);
        initialiseAddresses(constantRegions, launch.entry());
    }

    private static String key(String function, String variable) {
        return function + "/" + variable;
    }

    private void place(String function, List<Variable> variables, int dynamicShared) {
        for (Variable v : variables) {
            String key = key(function, v.name());
            if (v.space() == StateSpace.SHARED) {
                shared.add(key, v, dynamicShared);
            } else if (v.space() == StateSpace.CONST) {
                constants.add(key, v, 0);
            } else if (v.space() == StateSpace.GLOBAL) {
                long base = Windows.global(tensors.size() + globals.size());
                byte[] data = Layout.contents(v, Math.toIntExact(v.size()), poison);
                if (v.initialiser() == null) {
                    Arrays.fill(data, (byte) 0); // PTX ISA 5.4.4: uninitialised globals are zero
                }
                globals.put(key, new Region(v.name(), base, data, true));
            }
        }
    }

    private void initialiseAddresses(List<Region> constantRegions, String entry) {
        for (Variable v : module.variables()) {
            Region region = globals.get(key("", v.name()));
            for (Region r : constantRegions) {
                region = r.name().equals(v.name()) ? r : region;
            }
            for (Variable.InitialAddress a : v.addresses()) {
                long address = address(entry, a.symbol()) + a.addend();
                if (a.generic() && window(entry, a.symbol()) < Windows.CODE) {
                    address += window(entry, a.symbol());
                }
                int width = v.type().bytes();
                region.put(Math.toIntExact(a.offset()), width, address);
            }
        }
    }

    /** The address in its own space of a variable or function seen from {@code function}. */
    long address(String function, String name) {
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
    long window(String function, String name) {
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

    /** The function at a code address, or null. */
    Function functionAt(long address) {
        for (Map.Entry<String, Long> e : code.entrySet()) {
            if (e.getValue() == address) {
                return module.function(e.getKey());
            }
        }
        return null;
    }

    /** What a byte holds before anything is written to it. */
    byte poison() {
        return poison;
    }

    PtxModule module() {
        return module;
    }

    /** The address of a tensor's first byte. */
    long tensorBase(String name) {
        return tensors.get(name).base();
    }

    AddressSpace global() {
        return globalSpace;
    }

    AddressSpace constant() {
        return constantSpace;
    }

    /** Fresh shared memory for a CTA. */
    AddressSpace newShared() {
        return new AddressSpace("shared memory", shared.allocate(0, true, poison));
    }

    /** The contents of a tensor; an element counts as defined if all its bytes were stored to. */
    TensorContents contents(TensorSpec t) {
        Region region = tensors.get(t.name());
        int width = t.type().bytes();
        boolean inOrder = t.isRowMajor();
        IntUnaryOperator place = flat -> (int) (inOrder ? flat : t.offset(flat)) * width;
        return TensorContents.partly(
                t.type(),
                Math.toIntExact(t.size()),
                flat -> region.load(place.applyAsInt(flat), width),
                flat -> region.isWritten(place.applyAsInt(flat), width));
    }
}
