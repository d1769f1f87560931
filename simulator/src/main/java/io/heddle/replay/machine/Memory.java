package io.heddle.replay.machine;

/** Resolves addresses to objects, for each state space and for generic addresses. */
public final class Memory {
    private Memory() {}

    /** Finds the object of an access. */
    @FunctionalInterface
    public interface Resolver {
        Region find(Lane lane, long address, int size);
    }

    /**
     * The resolver of a state space.
     *
     * @param window of {@link Windows}; negative for generic addressing
     */
    public static Resolver resolver(long window) {
        if (window < 0) {
            return Memory::generic;
        }
        if (window == Windows.SHARED) {
            return (lane, address, size) -> lane.cta.shared().find(address, size);
        }
        if (window == Windows.FIRST_GLOBAL) {
            return Memory::global;
        }
        if (window == Windows.LOCAL) {
            return Memory::local;
        }
        if (window == Windows.PARAMETER) {
            return Memory::parameter;
        }
        return (lane, address, size) -> lane.cta.image().constant().find(address, size);
    }

    private static Region generic(Lane lane, long address, int size) {
        long window = address < 0 ? Windows.FIRST_GLOBAL : Windows.of(address);
        if (window == Windows.FIRST_GLOBAL) {
            return lane.cta.image().global().find(address, size);
        }
        if (window == 0 || window >= Windows.CODE) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS,
                    "generic access at 0x" + Long.toHexString(address));
        }
        return resolver(window).find(lane, address - window, size);
    }

    /** The global window contains the window of the kernel's parameters (PTX ISA 6.4.1.1). */
    private static Region global(Lane lane, long address, int size) {
        return Windows.of(address) == Windows.PARAMETER && address >= 0
                ? parameter(lane, address - Windows.PARAMETER, size)
                : lane.cta.image().global().find(address, size);
    }

    private static Frame frame(Lane lane, long address) {
        Frame f = lane.frame;
        long depth = address >>> Windows.DEPTH_SHIFT;
        while (f != null && f.depth > depth) {
            f = f.caller;
        }
        if (f == null || f.depth != depth) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS,
                    "an access to the parameters of a function that is not active");
        }
        return f;
    }

    private static Region local(Lane lane, long address, int size) {
        AddressSpace space = frame(lane, address).local;
        if (space == null) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS,
                    "an access to local memory, of which the kernel has none");
        }
        return space.find(address, size);
    }

    private static Region parameter(Lane lane, long address, int size) {
        Region r = frame(lane, address).parameters;
        if (!r.contains(address, size) || (address & (size - 1)) != 0) {
            throw new StopException(
                    ReplayResult.Reason.OUT_OF_BOUNDS,
                    size + "-byte access to parameters at " + (address - r.base()));
        }
        return r;
    }
}
