package io.heddle.spec;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Names and what they stand for; inner ones hide outer ones. */
final class Scope {
    private final Scope outer;
    private final Map<String, Value> values = new HashMap<>();
    private final Map<String, Supplier<Value>> later = new HashMap<>();
    private final Set<String> used = new HashSet<>();
    private final Slots slots;

    private Scope(Scope outer, Slots slots) {
        this.outer = outer;
        this.slots = slots;
    }

    /** A scope that is in no other. */
    static Scope outermost() {
        return new Scope(null, null);
    }

    /** A scope in this one, in the same definition. */
    Scope inner() {
        return new Scope(this, slots);
    }

    /** A scope in this one, of a definition's indices. */
    Scope indexed(Slots ofDefinition) {
        return new Scope(this, ofDefinition);
    }

    /** The places of the indices of the definition that this is in; null if it is in none. */
    Slots slots() {
        return slots;
    }

    /** What a name stands for, or null. */
    Value find(String name) {
        Value value = values.get(name);
        if (value == null && later.containsKey(name)) {
            value = later.get(name).get();
            values.put(name, value);
        }
        if (value != null) {
            used.add(name);
            return value;
        }
        return outer == null ? null : outer.find(name);
    }

    /** True if a name has been looked up here. */
    boolean isUsed(String name) {
        return used.contains(name);
    }

    /** True if a name is known in this scope itself. */
    boolean has(String name) {
        return values.containsKey(name) || later.containsKey(name);
    }

    /** Lets a name stand for a value. */
    void put(String name, Value value) {
        values.put(name, value);
    }

    /** Lets a name stand for a value that is made where the name is first looked up. */
    void putLater(String name, Supplier<Value> value) {
        later.put(name, value);
    }

    /** All names that are known here. */
    Set<String> names() {
        Set<String> names = outer == null ? new TreeSet<>() : outer.names();
        names.addAll(values.keySet());
        names.addAll(later.keySet());
        return names;
    }
}
