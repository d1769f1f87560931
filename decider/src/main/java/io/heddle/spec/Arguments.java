package io.heddle.spec;

import io.heddle.spec.index.FormulaException;
import io.heddle.spec.index.Place;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The arguments of a call of a function of the language. */
final class Arguments {
    private final Place place;
    private final String function;
    private final List<Value> positional;
    private final Map<String, Value> named;
    private final Slots slots;

    /**
     * @param place of the call
     * @param slots of the definition that the call is in; null if it is in none
     */
    Arguments(
            Place place,
            String function,
            List<Value> positional,
            Map<String, Value> named,
            Slots slots) {
        this.place = place;
        this.function = function;
        this.positional = List.copyOf(positional);
        this.named = new LinkedHashMap<>(named);
        this.slots = slots;
    }

    Place place() {
        return place;
    }

    Slots slots() {
        return slots;
    }

    int count() {
        return positional.size();
    }

    Value at(int i) {
        if (i >= positional.size()) {
            throw wrong("too few arguments of " + function);
        }
        return positional.get(i);
    }

    boolean has(String name) {
        return named.containsKey(name);
    }

    /** The argument of that name, or else at that place, or else null. */
    Value named(String name, int position) {
        Value value = named.get(name);
        return value != null || position < 0 || position >= count() ? value : at(position);
    }

    /** So many arguments, in words. */
    static String count(int count) {
        return count + (count == 1 ? " argument" : " arguments");
    }

    /** Complains about more positional arguments, or names that the function has not. */
    void atMost(int count, String... names) {
        if (positional.size() > count) {
            throw wrong(function + " takes " + count(count) + ", not " + positional.size());
        }
        for (String name : named.keySet()) {
            if (!List.of(names).contains(name)) {
                throw wrong(function + " has no argument " + name);
            }
        }
    }

    Value.Array array(int i) {
        if (at(i) instanceof Value.Array array) {
            return array;
        }
        throw wrong(function + " needs a tensor, not " + at(i).kind());
    }

    FormulaException wrong(String message) {
        return new FormulaException(place, message);
    }
}
