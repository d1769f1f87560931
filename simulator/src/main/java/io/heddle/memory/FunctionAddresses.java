package io.heddle.memory;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of a module's functions, which {@code mov} and initialisers take and indirect calls
 * go to (PTX ISA 9.7.9.6, 5.4.4, 9.7.12.5). No object lies there, and none of them is 0.
 */
public final class FunctionAddresses {
    private static final long DISTANCE = 256;

    private final Map<String, Long> addresses = new HashMap<>();
    private final Map<Long, Function> functions = new HashMap<>();

    /** Gives an address to every function of {@code module} that is no entry. */
    public FunctionAddresses(PtxModule module, Placement placement) {
        long first = AddressSpace.CODE_WINDOW + AddressSpace.WINDOW / 2;
        long next = placement.isDownward() ? first - DISTANCE : first + DISTANCE;
        for (Function f : module.functions()) {
            if (!f.entry() && addresses.putIfAbsent(f.name(), next) == null) {
                functions.put(next, f);
                next += placement.isDownward() ? -DISTANCE : DISTANCE;
            }
        }
    }

    /** The address of a function; empty if the module has none of this name. */
    public Optional<Long> of(String name) {
        return Optional.ofNullable(addresses.get(name));
    }

    /** The function at an address, if there is one. */
    public Optional<Function> at(long address) {
        return Optional.ofNullable(functions.get(address));
    }
}
