package io.heddle.suite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The keys that one object of a list sets, such as a pair, by their paths in it. HOCON takes a key
 * that is set again for another value of it, and so makes one pair of two that a missing comma or
 * brace runs together.
 */
final class KeysOfItem {
    /** What a key is set to. */
    enum Value {
        /** Braces, which HOCON merges with others. */
        OBJECT,
        /** A substitution, which may stand for an object. */
        SUBSTITUTION,
        /** The same with a question mark, which leaves the value where there is no other. */
        OPTIONAL,
        /** Anything else. */
        OTHER
    }

    /** Of these a pair has one, however it is written. */
    private static final Set<List<String>> ONCE =
            Set.of(List.of("name"), List.of("reference"), List.of("candidate"));

    private record Setting(int at, Value value) {}

    private final Map<List<String>, Setting> settings = new HashMap<>();
    private final Map<List<String>, Integer> inner = new HashMap<>(); // the first key in each

    /**
     * Sets the key {@code path}.
     *
     * @param at where
     * @return where the key was set that is lost or merged thereby; empty if none is
     */
    OptionalInt set(List<String> path, int at, Value value) {
        Setting before = settings.get(path);
        if (before != null && (ONCE.contains(path) || loses(before.value(), value))) {
            return OptionalInt.of(before.at());
        }
        for (int i = 1; i < path.size(); i++) {
            Setting outer = settings.get(path.subList(0, i));
            if (outer != null && outer.value() == Value.OTHER) {
                return OptionalInt.of(outer.at());
            }
        }
        if (value == Value.OTHER && inner.containsKey(path)) {
            return OptionalInt.of(inner.get(path));
        }
        settings.putIfAbsent(path, new Setting(at, value));
        for (int i = 1; i < path.size(); i++) {
            inner.putIfAbsent(path.subList(0, i), at);
        }
        return OptionalInt.empty();
    }

    private static boolean loses(Value before, Value now) {
        return switch (now) {
            case OPTIONAL -> false;
            case OBJECT -> before == Value.OTHER;
            case SUBSTITUTION -> before != Value.OBJECT;
            case OTHER -> true;
        };
    }
}
