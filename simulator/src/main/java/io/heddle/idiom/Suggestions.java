package io.heddle.idiom;

import io.heddle.idiom.Node.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tries arguments where a program uses an anchor: what lies as far below the anchor as the argument
 * does in the template, and nearer.
 */
final class Suggestions {
    private static final int REMEMBERED = 16;

    private record Trial(Template template, List<Node> arguments) {}

    private final Graph graph;
    private final Library library;
    private final Set<Trial> tried = new HashSet<>();
    private final Map<Template, List<Node>> firstArguments = new HashMap<>();

    Suggestions(Graph graph, Library library) {
        this.graph = graph;
        this.library = library;
    }

    /** Looks at the operands of an instruction that is about to be read. */
    void from(Instruction i, Reader reader) {
        List<Operand> operands = i.operands();
        for (int k = 1; k < operands.size(); k++) {
            Node n = reader.value(operands.get(k));
            List<Library.Anchored> all = n == null ? List.of() : library.at(Library.key(n));
            for (Library.Anchored a : all) {
                for (Node c : candidates(operands, a.distance(), reader)) {
                    attempt(a, c);
                    attempt(a, graph.neg(c));
                }
            }
        }
    }

    private Set<Node> candidates(List<Operand> operands, int distance, Reader reader) {
        Set<Node> found = new LinkedHashSet<>();
        Set<Node> level = new LinkedHashSet<>();
        for (int k = 1; k < operands.size(); k++) {
            Node n = reader.value(operands.get(k));
            if (n != null) {
                level.add(n);
            }
        }
        for (int d = 0; d <= distance + 1; d++) {
            Set<Node> next = new LinkedHashSet<>();
            for (Node n : level) {
                boolean real = n.kind == Kind.REAL || n.kind == Kind.ANY;
                if (real && !n.isConstant() && !n.is("double") && !n.is("pack")) {
                    found.add(n.unsigned());
                }
                n.operands.stream().filter(o -> o.kind != Kind.PREDICATE).forEach(next::add);
            }
            level = next;
        }
        return found;
    }

    private void attempt(Library.Anchored a, Node argument) {
        Template t = a.template();
        if (t.arity() == 1) {
            attempt(t, List.of(argument));
            return;
        }
        List<Node> first = firstArguments.computeIfAbsent(t, k -> new ArrayList<>());
        if (a.argument() == 0) {
            first.remove(argument);
            first.add(argument);
            if (first.size() > REMEMBERED) {
                first.remove(0);
            }
            return;
        }
        List.copyOf(first).forEach(f -> attempt(t, List.of(f, argument)));
    }

    private void attempt(Template t, List<Node> arguments) {
        if (tried.add(new Trial(t, arguments))) {
            t.recogniseAt(graph, arguments.toArray(new Node[0]));
        }
    }
}
