package io.heddle.idiom;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** The registers that may be read after the beginning of each block. */
final class Liveness {
    /** Opcodes, besides the pure ones, that set all of their first operand. */
    private static final Set<String> SETS =
            Set.of("ld", "ldu", "shfl", "atom", "vote", "match", "activemask", "ldmatrix");

    private final ControlFlow flow;
    private final BitSet[] live;

    Liveness(ControlFlow flow) {
        this.flow = flow;
        int n = flow.starts.length;
        live = new BitSet[n];
        for (int b = 0; b < n; b++) {
            live[b] = new BitSet();
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (int b = n - 1; b >= 0; b--) {
                BitSet now = after(b);
                for (int i = flow.end(b) - 1; i >= flow.starts[b]; i--) {
                    before(flow.body.get(i), now);
                }
                if (!now.equals(live[b])) {
                    live[b] = now;
                    changed = true;
                }
            }
        }
    }

    boolean isLive(int block, int register) {
        return live[block].get(register);
    }

    /** The registers that may be read after the end of a block. */
    BitSet after(int block) {
        BitSet result = new BitSet();
        for (int s : flow.successors[block]) {
            result.or(live[s]);
        }
        return result;
    }

    /** Turns the registers live after an instruction into those live before it. */
    static void before(Instruction i, BitSet now) {
        if (isDead(i, now)) {
            return;
        }
        boolean sets = Reader.PURE.contains(i.opcode()) || SETS.contains(i.opcode());
        List<Operand> o = i.operands();
        int first = sets && i.guard() == null && !o.isEmpty() ? 1 : 0;
        if (first == 1) {
            registers(o.get(0)).forEach(r -> now.clear(r.index()));
        }
        if (i.guard() != null) {
            now.set(i.guard().index());
        }
        for (int k = first; k < o.size(); k++) {
            registers(o.get(k)).forEach(r -> now.set(r.index()));
        }
    }

    /** True for a pure instruction whose results nobody reads. */
    static boolean isDead(Instruction i, BitSet after) {
        return Reader.isPure(i)
                && !i.operands().isEmpty()
                && registers(i.operands().get(0)).stream().noneMatch(r -> after.get(r.index()));
    }

    /** All registers of an operand. */
    static List<Operand.Register> registers(Operand o) {
        List<Operand.Register> all = new ArrayList<>();
        collect(o, all);
        return all;
    }

    private static void collect(Operand o, List<Operand.Register> all) {
        if (o instanceof Operand.Register r) {
            all.add(r);
        } else if (o instanceof Operand.NegatedPredicate n) {
            all.add(n.register());
        } else if (o instanceof Operand.Component c) {
            all.add(c.register());
        } else if (o instanceof Operand.Address a) {
            collect(a.base(), all);
        } else if (o instanceof Operand.Sum s) {
            all.add(s.register());
        } else if (o instanceof Operand.AddressTuple t) {
            t.parts().forEach(p -> collect(p, all));
        } else if (o instanceof Operand.Vector v) {
            v.elements().forEach(p -> collect(p, all));
        } else if (o instanceof Operand.Tuple t) {
            t.elements().forEach(p -> collect(p, all));
        } else if (o instanceof Operand.Pair p) {
            collect(p.first(), all);
            collect(p.second(), all);
        }
    }
}
