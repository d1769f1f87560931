package io.heddle.memory;

import io.heddle.finding.Assumption;
import io.heddle.finding.Assumptions;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Variable;
import io.heddle.value.Tag;
import io.heddle.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What launches have left in the global variables of their module, for the next launch of the same
 * module: an initialiser says only what a variable holds before the first one.
 */
public final class LeftVariables {
    /** Nothing has been stored to a variable yet. */
    public static final LeftVariables NONE = new LeftVariables(Map.of());

    private final Map<String, List<Left>> byName; // the oldest first

    /**
     * What one launch has left in one variable.
     *
     * @param loaded what cells hold when the module is loaded; null if the file does not say so
     * @param refusal why a value may not be read, or null
     */
    private record Left(
            StoredCells cells, LongFunction<Value> loaded, Function<Value, String> refusal) {}

    private LeftVariables(Map<String, List<Left>> byName) {
        this.byName = byName;
    }

    /**
     * What a launch has left in some variables.
     *
     * @param written those that it has stored to
     * @param loaded what cells of each hold when the module is loaded; null if that is not known
     * @param refusal why a value that it has stored may not be read, or null
     */
    static LeftVariables of(
            List<MemoryObject> written,
            Function<MemoryObject, LongFunction<Value>> loaded,
            Function<Value, String> refusal) {
        Map<String, List<Left>> left = new LinkedHashMap<>();
        for (MemoryObject o : written) {
            left.put(o.name(), List.of(new Left(o.stored(), loaded.apply(o), refusal)));
        }
        return new LeftVariables(left);
    }

    /** What is left when the next launch has left this. */
    public LeftVariables then(LeftVariables later) {
        Map<String, List<Left>> both = new LinkedHashMap<>(byName);
        later.byName.forEach(
                (name, left) ->
                        both.merge(
                                name,
                                left,
                                (a, b) -> {
                                    List<Left> all = new ArrayList<>(a);
                                    all.addAll(b);
                                    return all;
                                }));
        return new LeftVariables(both);
    }

    /** The qualified names of the variables that were stored to, in the order of the module. */
    public Set<String> names() {
        return byName.keySet();
    }

    /**
     * Those of them that may hold something else than what loading the module has left: the next
     * call of the launches would begin with it.
     */
    public Set<String> changed() {
        Set<String> changed = new LinkedHashSet<>();
        byName.forEach(
                (name, left) -> {
                    if (!isRestored(left)) {
                        changed.add(name);
                    }
                });
        return changed;
    }

    /** True if each cell ends with the constant that it began with. */
    private static boolean isRestored(List<Left> left) {
        LongFunction<Value> loaded = left.get(0).loaded();
        if (loaded == null) {
            return false;
        }
        for (Left stored : left) {
            Boolean other =
                    stored.cells()
                            .first(
                                    (cell, v) ->
                                            isRestored(left, cell, loaded.apply(cell))
                                                    ? null
                                                    : Boolean.TRUE);
            if (other != null) {
                return false;
            }
        }
        return true;
    }

    private static boolean isRestored(List<Left> left, long cell, Value before) {
        Value value = before;
        for (Left stored : left) {
            Value own = stored.cells().at(cell);
            value = own == null ? value : touched(own, value);
        }
        return value.isConcrete() && value.equals(before);
    }

    /** A variable in which two executions of a launch have not left the same, or null. */
    public String difference(LeftVariables other) {
        for (Map.Entry<String, List<Left>> e : byName.entrySet()) {
            List<Left> second = other.byName.get(e.getKey());
            if (second == null || !areSame(e.getValue(), second)) {
                return e.getKey();
            }
        }
        return other.byName.keySet().stream()
                .filter(name -> !byName.containsKey(name))
                .findFirst()
                .orElse(null);
    }

    private static boolean areSame(List<Left> a, List<Left> b) {
        boolean same = a.size() == b.size();
        for (int k = 0; same && k < a.size(); k++) {
            same = a.get(k).cells().isSame(b.get(k).cells());
        }
        return same;
    }

    /**
     * What a variable holds when the next launch begins.
     *
     * @param initial what it held before the first one
     * @param assumptions what reading it takes for granted
     */
    MemoryObject.Contents of(Variable v, MemoryObject.Contents initial, Assumptions assumptions) {
        MemoryObject.Contents contents = initial;
        for (Left left : byName.getOrDefault(v.qualifiedName(), List.of())) {
            MemoryObject.Contents before = contents;
            contents = (cell, read) -> read(v, left, cell, before, read, assumptions);
        }
        return contents;
    }

    private static Value read(
            Variable v,
            Left left,
            long cell,
            MemoryObject.Contents before,
            ReadContext reader,
            Assumptions assumptions) {
        Value stored = left.cells().at(cell);
        if (stored == null) {
            return before.initial(cell, reader);
        }
        String refusal = left.refusal().apply(stored);
        if (refusal != null) {
            throw new UnsupportedPtxException(
                    "what an earlier launch has left in " + v.qualifiedName() + " " + refusal);
        }
        assumptions.add(
                Assumption.Kind.OTHER,
                "the variable "
                        + v.name()
                        + " keeps between launches what they leave in it (the host may overwrite"
                        + " it)",
                null);
        return touched(stored, cell, before, reader);
    }

    /** A cell with what was there before for the bytes that no store has touched. */
    private static Value touched(
            Value stored, long cell, MemoryObject.Contents before, ReadContext reader) {
        boolean isWhole = true;
        for (Value.Piece p : stored.pieces()) {
            isWhole &= p.tag() != Tag.UNTOUCHED;
        }
        return isWhole ? stored : touched(stored, before.initial(cell, reader));
    }

    private static Value touched(Value stored, Value old) {
        Value result = stored;
        int at = 0;
        for (Value.Piece p : stored.pieces()) {
            if (p.tag() == Tag.UNTOUCHED) {
                result = result.splice(at, old.slice(at, p.width()));
            }
            at += p.width();
        }
        return result;
    }
}
