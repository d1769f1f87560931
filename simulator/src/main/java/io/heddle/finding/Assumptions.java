package io.heddle.finding;

import io.heddle.ptx.Instruction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an execution takes for granted, each text once, in the order in which it was needed. */
public final class Assumptions {
    private final Map<String, Assumption> byText = new LinkedHashMap<>();

    /**
     * Lists an assumption.
     *
     * @param at the first instruction that needs it, or null
     */
    public void add(String text, Instruction at) {
        byText.computeIfAbsent(text, t -> new Assumption(t, at == null ? null : Location.of(at)));
    }

    /** Lists what another execution takes for granted. */
    public void addAll(Assumptions others) {
        others.byText.forEach(byText::putIfAbsent);
    }

    /** All that are listed so far. */
    public List<Assumption> list() {
        return List.copyOf(byText.values());
    }
}
