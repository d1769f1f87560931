package io.heddle.idiom;

import java.util.HashMap;
import java.util.Map;

/** Rewrites a node where a condition is known: its choices by that condition have one arm. */
final class Assuming {
    private final NodeGraph graph;
    private final ValueNode condition;
    private final int arm;
    private final Map<ValueNode, ValueNode> done = new HashMap<>();

    /**
     * @param arm operand of a choice that remains: 1 where the condition holds, 2 where it does not
     */
    Assuming(NodeGraph graph, ValueNode condition, int arm) {
        this.graph = graph;
        this.condition = condition;
        this.arm = arm;
    }

    ValueNode in(ValueNode n) {
        if ((n.conditions & condition.bit()) == 0) {
            return n;
        }
        ValueNode known = done.get(n);
        if (known == null) {
            known = rewrite(n);
            done.put(n, known);
        }
        return known;
    }

    private ValueNode rewrite(ValueNode n) {
        if (n.is("ite") && n.at(0) == condition) {
            return in(n.at(arm));
        }
        ValueNode[] operands = new ValueNode[n.operands.size()];
        boolean changed = false;
        for (int i = 0; i < operands.length; i++) {
            operands[i] = in(n.at(i));
            changed |= operands[i] != n.at(i);
        }
        return changed ? graph.with(n, operands) : n;
    }
}
