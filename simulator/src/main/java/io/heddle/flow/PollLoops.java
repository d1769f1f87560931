package io.heddle.flow;

import io.heddle.ptx.Effect;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The {@code mbarrier.test_wait} and {@code try_wait} instructions of a function that do no more
 * than wait: if the wait is not over, the only effect is that it is executed again.
 *
 * <p>That is so if after it come instructions that only compute, up to a branch that its answer
 * decides (nothing else leads between them); if all paths from the branch's negative side lead back
 * to it without a loop of their own, through instructions that only compute; and if no register
 * that either of these instructions write is live at the wait (where negative sides of such
 * branches do not count): then nothing that one try has computed reaches the next try, or what
 * follows the last.
 */
public final class PollLoops {
    private static final int MAX_PATH = 64;

    private final Function function;
    private final List<Instruction> body;

    /** Of each instruction that passes the tests but the last: its branch's negative side. */
    private final Map<Integer, Poll> candidates = new HashMap<>();

    private final Set<Instruction> waits = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * A poll and the branch that it decides.
     *
     * @param branch index
     * @param positive index that it goes to if the answer is yes
     * @param negative index that it goes to if it is no
     * @param computed registers that a try sets behind the wait, up to the wait of the next
     */
    private record Poll(int branch, int positive, int negative, BitSet computed) {}

    /** Finds the polling loops of {@code function}. */
    public PollLoops(Function function) {
        this.function = function;
        body = function.body();
        for (int i = 0; i < body.size(); i++) {
            if (isWait(body.get(i))) {
                examine(i);
            }
        }
        if (!candidates.isEmpty()) {
            keepThoseWithoutEffect();
        }
    }

    /** True if the instruction does no more than wait. */
    public boolean contains(Instruction instruction) {
        return waits.contains(instruction);
    }

    private static boolean isWait(Instruction i) {
        return i.opcode().equals("mbarrier") && (i.has("test_wait") || i.has("try_wait"));
    }

    private void examine(int at) {
        if (body.get(at).guard() != null
                || !(body.get(at).operands().get(0) instanceof Operand.Register answer)) {
            return;
        }
        Set<Integer> entered = targets();
        Map<Integer, Long> yes = new HashMap<>(Map.of(answer.index(), 1L));
        Map<Integer, Long> no = new HashMap<>(Map.of(answer.index(), 0L));
        BitSet computed = new BitSet();
        for (int i = at + 1; i < body.size() && !entered.contains(i); i++) {
            Instruction next = body.get(i);
            if (next.opcode().equals("bra")) {
                decide(at, i, yes, no, computed);
                return;
            }
            if (!isPure(next)) {
                return;
            }
            written(next).forEach(computed::set);
            step(next, yes);
            step(next, no);
        }
    }

    private void decide(
            int at, int i, Map<Integer, Long> yes, Map<Integer, Long> no, BitSet computed) {
        Instruction branch = body.get(i);
        if (branch.guard() == null) {
            return;
        }
        Long onYes = yes.get(branch.guard().index());
        Long onNo = no.get(branch.guard().index());
        if (onYes == null || onNo == null || onYes.equals(onNo)) {
            return;
        }
        int target = ((Operand.Label) branch.operands().get(0)).target();
        boolean taken = onNo != 0 != branch.guardNegated();
        int negative = taken ? target : i + 1;
        int positive = taken ? i + 1 : target;
        if (leadsBack(negative, at, computed, new BitSet(), new BitSet(), 0)) {
            candidates.put(at, new Poll(i, positive, negative, computed));
        }
    }

    /** Indices that some branch leads to. */
    private Set<Integer> targets() {
        Set<Integer> all = new TreeSet<>();
        for (Instruction i : body) {
            for (Operand o : i.operands()) {
                if (o instanceof Operand.Label l && l.target() >= 0) {
                    all.add(l.target());
                }
            }
        }
        function.branchTargets().values().forEach(all::addAll);
        return all;
    }

    /**
     * True if all paths from {@code from} come to {@code to}, by instructions that only compute.
     */
    private boolean leadsBack(
            int from, int to, BitSet computed, BitSet onPath, BitSet done, int depth) {
        List<Integer> own = new ArrayList<>();
        int i = from;
        while (i != to && !done.get(i)) {
            if (i >= body.size() || onPath.get(i) || depth > MAX_PATH) {
                return false;
            }
            onPath.set(i);
            own.add(i);
            Instruction next = body.get(i);
            if (next.opcode().equals("bra")) {
                int target = ((Operand.Label) next.operands().get(0)).target();
                if (next.guard() != null
                        && !leadsBack(i + 1, to, computed, onPath, done, depth + 1)) {
                    return false;
                }
                i = target;
            } else if (isPure(next) || next.opcode().equals("nanosleep")) {
                if (isPure(next)) {
                    written(next).forEach(computed::set);
                }
                i++;
            } else {
                return false;
            }
        }
        for (int k : own) {
            onPath.clear(k);
            done.set(k);
        }
        return true;
    }

    private static boolean isPure(Instruction i) {
        return Opcode.form(i).filter(f -> f.effect() == Effect.PURE).isPresent()
                && !written(i).isEmpty();
    }

    private static List<Integer> written(Instruction i) {
        return RegisterUse.of(i).set().stream().map(Operand.Register::index).toList();
    }

    // ---------------------------------------------------------------- a few constants

    /** What an instruction computes from known registers; it forgets what it cannot compute. */
    private static void step(Instruction i, Map<Integer, Long> known) {
        Long result = i.guard() == null ? result(i, known) : null;
        written(i).forEach(known::remove);
        if (result != null && i.operands().get(0) instanceof Operand.Register d) {
            known.put(d.index(), result);
        }
    }

    private static Long result(Instruction i, Map<Integer, Long> known) {
        List<Operand> o = i.operands();
        Long a = value(o, 1, known);
        Long b = value(o, 2, known);
        return switch (i.opcode()) {
            case "mov", "cvt" -> o.size() == 2 ? a : null;
            case "not" -> a != null && i.has("pred") ? Long.valueOf(a ^ 1) : null;
            case "and" -> a != null && b != null ? Long.valueOf(a & b) : null;
            case "selp" -> {
                Long p = value(o, 3, known);
                yield p == null ? null : p != 0 ? a : b;
            }
            case "setp" ->
                    a == null || b == null || o.size() != 3
                            ? null
                            : i.modifiers().get(0).equals("eq")
                                    ? Long.valueOf(a.equals(b) ? 1 : 0)
                                    : i.modifiers().get(0).equals("ne")
                                            ? Long.valueOf(a.equals(b) ? 0 : 1)
                                            : null;
            default -> null;
        };
    }

    /** The number in operand {@code k}, or null if it is not known. */
    private static Long value(List<Operand> o, int k, Map<Integer, Long> known) {
        if (k >= o.size()) {
            return null;
        }
        if (o.get(k) instanceof Operand.Immediate c) {
            return c.kind() == Operand.Immediate.Kind.INTEGER ? c.bits() : null;
        }
        return o.get(k) instanceof Operand.Register r ? known.get(r.index()) : null;
    }

    // ---------------------------------------------------------------- liveness

    private void keepThoseWithoutEffect() {
        Map<Integer, Integer> decided = new HashMap<>();
        candidates.values().forEach(p -> decided.put(p.branch(), p.positive()));
        Liveness liveness = new Liveness(new ControlFlowGraph(function, decided));
        for (Map.Entry<Integer, Poll> e : candidates.entrySet()) {
            if (!liveness.at(e.getKey()).intersects(e.getValue().computed())) {
                waits.add(body.get(e.getKey()));
            }
        }
    }
}
