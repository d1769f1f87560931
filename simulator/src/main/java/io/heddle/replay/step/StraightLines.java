package io.heddle.replay.step;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.BitSet;
import java.util.List;
import java.util.Set;

/** Where instructions always follow one another, so that they can be executed together. */
final class StraightLines {
    private static final int MOST = 24; // steps: a longer block is not compiled as a whole

    /** Instructions after which the thread goes on with the next one, without waiting. */
    private static final Set<String> STRAIGHT =
            Set.of(
                    "mov",
                    "ld",
                    "ldu",
                    "st",
                    "cvta",
                    "setp",
                    "set",
                    "selp",
                    "slct",
                    "lop3",
                    "bfi",
                    "add",
                    "sub",
                    "mul",
                    "mad",
                    "fma",
                    "cvt",
                    "and",
                    "or",
                    "xor",
                    "not",
                    "shl",
                    "shr",
                    "shf",
                    "min",
                    "max",
                    "abs",
                    "neg",
                    "div",
                    "rem",
                    "rcp",
                    "sqrt",
                    "rsqrt",
                    "ex2",
                    "lg2",
                    "sin",
                    "cos",
                    "tanh",
                    "bfe",
                    "prmt",
                    "popc",
                    "clz",
                    "brev",
                    "heddle",
                    "cnot",
                    "copysign",
                    "addc",
                    "subc",
                    "madc",
                    "mul24",
                    "mad24",
                    "testp");

    private StraightLines() {}

    /**
     * The first instructions of runs that are entered at their first instruction only and of which
     * only the last may branch, wait or end the thread.
     */
    static BitSet starts(Function function) {
        List<Instruction> body = function.body();
        BitSet starts = new BitSet(body.size() + 1);
        starts.set(0);
        function.branchTargets().values().forEach(l -> l.forEach(starts::set));
        for (int i = 0; i < body.size(); i++) {
            for (Operand o : body.get(i).operands()) {
                if (o instanceof Operand.Label label && label.target() >= 0) {
                    starts.set(label.target());
                }
            }
            if (!STRAIGHT.contains(body.get(i).opcode())) {
                starts.set(i + 1);
            }
        }
        int last = 0;
        for (int i = 0; i < body.size(); i++) {
            if (starts.get(i) || i - last == MOST) {
                starts.set(i);
                last = i;
            }
        }
        return starts;
    }
}
