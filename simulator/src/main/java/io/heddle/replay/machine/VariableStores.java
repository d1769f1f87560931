package io.heddle.replay.machine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What launches of one file have stored to its global variables. A launch begins with it; all other
 * bytes are those that loading the module has left.
 */
public final class VariableStores {
    /** Nothing has been stored. */
    public static final VariableStores NONE = new VariableStores(List.of());

    private final List<Launch> launches; // the oldest first

    /**
     * What one launch has stored.
     *
     * @param variables its objects, as Addresses calls them
     * @param poison what the bytes hold instead, where that is not known; else null
     */
    private record Launch(Map<String, Region> variables, Byte poison) {}

    private VariableStores(List<Launch> launches) {
        this.launches = launches;
    }

    /** These stores, and what a launch has stored to its objects. */
    VariableStores then(Map<String, Region> variables) {
        return isWritten(variables) ? with(new Launch(variables, null)) : this;
    }

    private static boolean isWritten(Map<String, Region> variables) {
        return variables.values().stream().anyMatch(Region::isWritten);
    }

    private VariableStores with(Launch launch) {
        List<Launch> all = new ArrayList<>(launches);
        all.add(launch);
        return new VariableStores(all);
    }

    /**
     * These stores, and those of a CTA more, after which nothing is known of the bytes that it has
     * stored, since others have not been run.
     *
     * @param before what it began with
     * @param after what it has left
     */
    public VariableStores thenUnknown(VariableStores before, VariableStores after, byte poison) {
        VariableStores all = this;
        int own = before.launches.size();
        for (Launch launch : after.launches.subList(own, after.launches.size())) {
            all = all.with(new Launch(launch.variables(), poison));
        }
        return all;
    }

    /** Stores the bytes again, to the objects of another launch of the file. */
    void repeat(Map<String, Region> others) {
        for (Launch launch : launches) {
            launch.variables()
                    .forEach(
                            (key, variable) -> {
                                Region other = others.get(key); // none: another entry's own
                                if (other != null) {
                                    repeat(variable, launch.poison(), other);
                                }
                            });
        }
    }

    private static void repeat(Region variable, Byte poison, Region other) {
        variable.forEachWritten(
                (from, to) -> {
                    for (long k = from; k < to; k++) {
                        other.put(k, 1, poison == null ? variable.load(k, 1) : poison);
                    }
                });
    }

    /** Variables that need not hold what loading the module has left in them. */
    public Set<String> changed() {
        Set<String> changed = new TreeSet<>();
        Set<String> known = new HashSet<>();
        for (int k = launches.size() - 1; k >= 0; k--) {
            Launch launch = launches.get(k);
            launch.variables()
                    .forEach(
                            (key, variable) -> {
                                boolean isOpen = launch.poison() != null;
                                if (isOpen && !variable.isWritten() || !known.add(key)) {
                                    return;
                                }
                                if (isOpen || variable.isChanged()) {
                                    changed.add(variable.name());
                                }
                            });
        }
        return changed;
    }
}
