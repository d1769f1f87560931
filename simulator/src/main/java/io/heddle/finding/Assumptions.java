package io.heddle.finding;

import io.heddle.ptx.Instruction;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The assumptions of an execution, each text once, in the order in which they were first needed.
 */
public final class Assumptions {
    private final Map<String, Assumption> byText = new LinkedHashMap<>();
    private final Map<String, Integer> alignments = new HashMap<>();

    /**
     * Lists an assumption without a subject.
     *
     * @param at the first instruction that needs it, or null
     */
    public void add(Assumption.Kind kind, String text, Instruction at) {
        add(kind, null, text, at);
    }

    /**
     * Lists an assumption.
     *
     * @param subject as in {@link Assumption}
     * @param at the first instruction that needs it, or null
     */
    public void add(Assumption.Kind kind, String subject, String text, Instruction at) {
        byText.computeIfAbsent(
                text, t -> new Assumption(kind, subject, t, at == null ? null : Location.of(at)));
    }

    /** Lists that an object is aligned to so many bytes, though its declaration does not say so. */
    public void addAlignment(String object, int alignment, Instruction at) {
        alignments.merge(object, alignment, Math::max);
        add(
                Assumption.Kind.OTHER,
                object
                        + " starts at a multiple of "
                        + alignment
                        + " bytes, which its declaration does not promise",
                at);
    }

    /** The assumed alignments in bytes, by object. */
    public Map<String, Integer> alignments() {
        return Map.copyOf(alignments);
    }

    /** Adds the assumptions of another execution. */
    public void addAll(Assumptions others) {
        others.byText.forEach(byText::putIfAbsent);
        others.alignments.forEach((object, n) -> alignments.merge(object, n, Math::max));
    }

    /** All assumptions so far. */
    public List<Assumption> list() {
        return List.copyOf(byText.values());
    }
}
