package io.heddle.mutation;

import io.heddle.mutation.Mutant.Kind;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxPrinter;
import io.heddle.ptx.SourcePosition;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.List;

/** Lists the changes of a kernel, one at a time (design.md, section 9). */
final class Mutator {
    private final PtxModule module;
    private final Function entry;
    private final List<Mutant> mutants = new ArrayList<>();

    private Mutator(PtxModule module, Function entry) {
        this.module = module;
        this.entry = entry;
    }

    /** Every mutant of the entry, in the order of its instructions. */
    static List<Mutant> mutants(PtxModule module, String entry) {
        Mutator m = new Mutator(module, module.function(entry));
        for (int at = 0; at < m.entry.body().size(); at++) {
            m.instruction(at);
        }
        m.sharedVariables();
        return m.mutants;
    }

    private void instruction(int at) {
        Instruction i = entry.body().get(at);
        boolean barrier = i.opcode().equals("bar") || i.opcode().equals("barrier");
        if (barrier && i.has("red")) {
            return;
        }
        if (barrier) {
            add(Kind.DROP_BARRIER, at, "removed", FunctionEdit.remove(entry, at));
            moveBarrier(at);
        } else if (i.opcode().equals("st") && !i.has("param")) {
            add(Kind.DROP_STORE, at, "removed", FunctionEdit.remove(entry, at));
        }
        for (MutantInstruction.Change c : MutantInstruction.changes(i)) {
            String change = PtxPrinter.print(i) + " -> " + PtxPrinter.print(c.changed());
            add(c.kind(), at, change, FunctionEdit.replace(entry, at, c.changed()));
        }
    }

    private void moveBarrier(int at) {
        if (at + 2 < entry.body().size() && isPlain(at + 1) && !FunctionEdit.isTarget(entry, at)) {
            add(Kind.MOVE_BARRIER, at, "one later", FunctionEdit.swap(entry, at));
        }
        if (at > 0 && isPlain(at - 1) && !FunctionEdit.isTarget(entry, at)) {
            add(Kind.MOVE_BARRIER, at, "one earlier", FunctionEdit.swap(entry, at - 1));
        }
    }

    private boolean isPlain(int at) {
        Instruction i = entry.body().get(at);
        boolean jumps = i.operands().stream().anyMatch(Operand.Label.class::isInstance);
        boolean ends = i.opcode().equals("ret") || i.opcode().equals("exit");
        return !jumps && !ends && !FunctionEdit.isTarget(entry, at) && !i.opcode().equals("bar");
    }

    private void sharedVariables() {
        for (int k = 0; k < entry.variables().size(); k++) {
            Variable v = entry.variables().get(k);
            if (v.space() == StateSpace.SHARED && !v.isUnsized() && !v.dimensions().isEmpty()) {
                List<Variable> changed = new ArrayList<>(entry.variables());
                changed.set(k, shrunk(v));
                add(FunctionEdit.withVariables(entry, changed), v);
            }
        }
        for (Variable v : module.variables()) {
            boolean used =
                    entry.body().stream().anyMatch(i -> PtxPrinter.print(i).contains(v.name()));
            boolean array = !v.isUnsized() && !v.dimensions().isEmpty();
            if (v.space() == StateSpace.SHARED && array && used) {
                List<Variable> changed = new ArrayList<>(module.variables());
                changed.set(changed.indexOf(v), shrunk(v));
                mutants.add(
                        new Mutant(
                                Kind.SHRINK_SHARED,
                                v.name() + " four bytes shorter",
                                -1,
                                null,
                                with(changed, entry)));
            }
        }
    }

    private static Variable shrunk(Variable v) {
        int less = Math.max(1, 4 / v.type().bytes());
        List<Integer> dimensions = new ArrayList<>(v.dimensions());
        dimensions.set(0, dimensions.get(0) - less);
        return new Variable(
                v.space(),
                v.name(),
                v.type(),
                v.vector(),
                dimensions,
                v.alignment(),
                v.initialiser(),
                v.addresses(),
                v.external(),
                v.position());
    }

    private void add(Function changed, Variable v) {
        mutants.add(
                new Mutant(
                        Kind.SHRINK_SHARED,
                        v.name() + " four bytes shorter",
                        -1,
                        null,
                        with(module.variables(), changed)));
    }

    private void add(Kind kind, int at, String change, Function changed) {
        SourcePosition position = entry.body().get(at).position();
        mutants.add(new Mutant(kind, change, at, position, with(module.variables(), changed)));
    }

    /**
     * The entry with a trap in place of one instruction: does it stop, the instruction is reached.
     */
    static PtxModule trapping(PtxModule module, String entry, int at) {
        Mutator m = new Mutator(module, module.function(entry));
        Instruction i = m.entry.body().get(at);
        Instruction trap =
                new Instruction(
                        null, false, "trap", List.of(), List.of(), i.position(), i.source());
        return m.with(module.variables(), FunctionEdit.replace(m.entry, at, trap));
    }

    /** The module with this entry alone, and with all that is no entry. */
    private PtxModule with(List<Variable> variables, Function changed) {
        List<Function> functions = new ArrayList<>();
        for (Function f : module.functions()) {
            if (f.name().equals(entry.name())) {
                functions.add(changed);
            } else if (!f.entry()) {
                functions.add(f);
            }
        }
        return new PtxModule(
                module.file(),
                module.version(),
                module.target(),
                module.addressSize(),
                module.lines(),
                variables,
                functions);
    }
}
