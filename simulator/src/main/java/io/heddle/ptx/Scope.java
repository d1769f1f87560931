package io.heddle.ptx;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The names of a block of a function body (PTX ISA 5: "names are local to the block"). Registers,
 * variables and labels share one space of names; labels may be used before they stand.
 */
final class Scope {
    /** A declared name. */
    sealed interface Entity {}

    /** A scalar register. */
    record ScalarRegister(Operand.Register register) implements Entity {}

    /** A register of {@code .v2}, {@code .v4}: its components. */
    record VectorRegister(List<Operand.Register> components) implements Entity {}

    /** A variable or parameter. */
    record Memory(Variable variable) implements Entity {}

    /** A label, or the name of a list of labels, of functions or of a prototype. */
    record Mark(Operand.Label label) implements Entity {}

    /**
     * A name that was not declared when it was used.
     *
     * @param list the list of branch targets that uses it, or null for an instruction
     * @param index into that list or into the body
     */
    record Pending(String list, int index, String name, SourcePosition position) {}

    final Scope parent;
    final List<Pending> pending = new ArrayList<>();
    private final Map<String, Entity> entities = new HashMap<>();
    private boolean incomplete;

    Scope(Scope parent) {
        this.parent = parent;
        this.incomplete = parent != null && parent.incomplete;
    }

    /** Returns false if the name is taken in this scope. */
    boolean declare(String name, Entity entity) {
        return entities.putIfAbsent(name, entity) == null;
    }

    /** Gives a label its meaning as the name of a list. */
    void replaceMark(String name, Mark mark) {
        entities.put(name, mark);
    }

    /** What this scope itself declares, or null. */
    Entity local(String name) {
        return entities.get(name);
    }

    /** The innermost register or variable of that name. */
    Optional<Entity> visible(String name) {
        for (Scope s = this; s != null; s = s.parent) {
            Entity e = s.entities.get(name);
            if (e != null && !(e instanceof Mark)) {
                return Optional.of(e);
            }
        }
        return Optional.empty();
    }

    /** After a syntax error in a declaration, names may lack through no further fault. */
    void markIncomplete() {
        incomplete = true;
    }

    boolean isIncomplete() {
        return incomplete;
    }
}
