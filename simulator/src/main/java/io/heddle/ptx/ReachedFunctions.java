package io.heddle.ptx;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The functions with a body that a function may execute: itself, and what it calls, at any depth.
 */
public final class ReachedFunctions {
    private ReachedFunctions() {}

    /** Those of a function; a call through a register may go to each whose address is taken. */
    public static Set<Function> of(PtxModule module, Function from) {
        AddressedFunctions addressed = new AddressedFunctions(module);
        Set<Function> reached = new LinkedHashSet<>();
        ArrayDeque<Function> work = new ArrayDeque<>(List.of(from));
        while (!work.isEmpty()) {
            Function f = work.pop();
            if (!reached.add(f)) {
                continue;
            }
            for (Instruction i : f.body()) {
                if (!i.opcode().equals("call")) {
                    continue;
                }
                CallParts call = CallParts.of(i);
                if (call.isIndirect()) {
                    work.addAll(addressed.of(call));
                } else if (call.target() instanceof Operand.Symbol s) {
                    Function callee = module.function(s.name());
                    if (callee != null && callee.defined()) {
                        work.add(callee);
                    }
                }
            }
        }
        return reached;
    }
}
