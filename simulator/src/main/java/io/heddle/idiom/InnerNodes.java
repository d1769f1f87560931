package io.heddle.idiom;

import io.heddle.ptx.Instruction;
import java.util.Collection;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Predicate;

/** What the pseudo-instructions of {@link InnerCode} compute wherever they are read. */
final class InnerNodes {
    private final InnerCode code;
    private final IdentityHashMap<Instruction, Set<ValueNode>> nodes = new IdentityHashMap<>();

    InnerNodes(InnerCode code) {
        this.code = code;
    }

    /** Notes the node of an instruction if that is a pseudo-instruction. */
    void note(Instruction i, ValueNode n) {
        if (code.isPseudo(i)) {
            nodes.computeIfAbsent(i, k -> new HashSet<>()).add(n);
        }
    }

    /**
     * True for a pseudo-instruction that was read, and computes nothing but parts of the nodes.
     *
     * @param all nodes that are recognised functions
     */
    Predicate<Instruction> covered(Collection<ValueNode> all) {
        Set<ValueNode> parts = ValueNode.parts(all);
        return i -> nodes.containsKey(i) && parts.containsAll(nodes.get(i));
    }
}
