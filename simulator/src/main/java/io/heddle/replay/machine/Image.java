package io.heddle.replay.machine;

import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** The memory of one run: tensors, module variables, and what shared memory starts with. */
public final class Image {
    private final Addresses addresses;
    private final Map<String, Region> tensors = new LinkedHashMap<>();
    private final Map<String, Region> globals = new HashMap<>();
    private final AddressSpace globalSpace;
    private final AddressSpace constantSpace;
    private final VariableStores stored; // before
    private final byte poison;
    private final RunClock clock;

    /**
     * @param initial contents of tensors and of variables that are inputs, by their symbols' names
     * @param stored what launches before have stored to global variables
     * @param poison what bytes hold that nothing gives a value
     * @param clock is looked at where tensors are filled
     */
    public Image(
            Launch launch,
            Addresses addresses,
            Map<String, TensorContents> initial,
            VariableStores stored,
            byte poison,
            RunClock clock) {
        this.addresses = addresses;
        this.poison = poison;
        this.clock = clock;
        for (TensorSpec t : launch.tensors()) {
            TensorContents contents = initial.get(t.name());
            tensors.put(t.name(), TensorPages.region(t, contents, tensors.size(), poison, clock));
        }
        VariableBytes variables = new VariableBytes(initial, addresses);
        addresses
                .globals()
                .forEach((key, g) -> globals.put(key, region(g, variables.of(g.variable()))));
        Map<String, Region> constants =
                addresses.constants().allocate(0, false, (v, size) -> variables.of(v));
        constantSpace = new AddressSpace("constant memory", constants.values());
        List<Region> all = new ArrayList<>(tensors.values());
        all.addAll(globals.values());
        globalSpace = new AddressSpace("global memory", all);
        stored.repeat(globals);
        this.stored = stored;
    }

    private static Region region(Addresses.Global g, byte[] bytes) {
        return new Region(
                g.variable().name(),
                g.base(),
                bytes.length,
                (page, from, to, offset) ->
                        System.arraycopy(bytes, (int) offset, page, from, to - from));
    }

    /** What this launch and those before it have stored to global variables. */
    public VariableStores stored() {
        return stored.then(globals);
    }

    /** The time of the run. */
    RunClock clock() {
        return clock;
    }

    /** Lets what the run left be read whenever it is. */
    public void end() {
        clock.end();
    }

    /** What a byte holds before anything is written to it. */
    byte poison() {
        return poison;
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
        return new AddressSpace(
                "shared memory",
                addresses.shared().allocate(0, true, Layout.poisoned(poison)).values());
    }

    /** The contents of a tensor; an element counts as defined if all its bytes were stored to. */
    public TensorContents contents(TensorSpec t) {
        Region region = tensors.get(t.name());
        int width = t.type().bytes();
        boolean inOrder = t.isRowMajor();
        IntToLongFunction place = flat -> (inOrder ? flat : t.offset(flat)) * width;
        return TensorContents.partly(
                t.type(),
                Math.toIntExact(t.size()),
                flat -> region.load(place.applyAsLong(flat), width),
                flat -> region.isWritten(place.applyAsLong(flat), width),
                flat -> region.isAtomic(place.applyAsLong(flat), width),
                inOrder ? all -> region.addWritten(width, all) : null);
    }
}
