package io.heddle.idiom;

import io.heddle.flow.DeadCode;
import io.heddle.flow.Removable;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import java.util.List;

/**
 * Replaces the library functions that nvcc has inlined in a function by pseudo-instructions {@code
 * heddle.NAME.approx.f32 d, a[, b]}, which {@code io.heddle.isa} executes. What then nobody reads
 * is removed; all other instructions stay as they are and where they are.
 */
public final class Lifter {
    private Lifter() {}

    /**
     * The function with recognised library functions, or the same object if there are none.
     *
     * @param module the function's module, whose tables they read
     */
    public static Function lift(Function f, PtxModule module) {
        if (!f.defined() || f.body().isEmpty() || !hasAnchor(f)) {
            return f;
        }
        AnalysedFunction code = new AnalysedFunction(f, module);
        RegionReader reader = RegionReader.lifting(code, Library.instance());
        if (!reader.run() || reader.edits().isEmpty()) {
            return f;
        }
        Edits.Result edited = reader.edits().apply();
        Edits.Result changed = code.inner.restored(edited.function(), reader.isCovered().negate());
        List<Removable> removable =
                reader.removable().stream()
                        .map(r -> r.moved(edited.places()::get))
                        .map(r -> r.moved(changed.places()::get))
                        .toList();
        Function left =
                DeadCode.remove(
                        changed.function(), PrivateUse.unobserved(changed.function(), removable));
        return code.inner.restored(left, i -> true).function();
    }

    private static boolean hasAnchor(Function f) {
        Library library = Library.instance();
        for (Instruction i : f.body()) {
            for (Operand o : i.operands()) {
                if (o instanceof Operand.Immediate c && library.isAnchor(c.bits())
                        || o instanceof Operand.Symbol s && library.isCallee(s.name())) {
                    return true;
                }
            }
        }
        return false;
    }
}
