package io.heddle.idiom;

import io.heddle.flow.DeadCode;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.Variable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The functions that nvcc's library functions of doubles call and do not inline: the reduction of
 * large angles and the power of magnitudes. One is known by all of its code and of the tables that
 * it reads, not by its name.
 */
final class InnerFunctions {
    /**
     * Probes whose modules have the functions, one of each generation of the compiler; with {@code
     * -use_fast_math} the power compares its f32 by {@code .ftz}.
     */
    private static final List<String> PROBES =
            List.of(
                    "sin.sm_80.ptx",
                    "sin.sm_100a.ptx",
                    "pow.sm_80.ptx",
                    "pow.sm_100a.ptx",
                    "pow.fast.sm_80.ptx",
                    "pow.fast.sm_100a.ptx");

    private final Map<String, String> names = new TreeMap<>();

    private InnerFunctions() {
        for (String probe : PROBES) {
            PtxModule module = Library.probe(probe);
            for (Function f : module.functions()) {
                if (f.defined() && !f.entry()) {
                    names.putIfAbsent(
                            text(f, new Tables(module)).orElseThrow(),
                            f.name() + "@" + names.size());
                }
            }
        }
    }

    private static final class Holder {
        static final InnerFunctions INSTANCE = new InnerFunctions();
    }

    /**
     * The name of an inner function, which has a number where compilers write its code in several
     * ways; empty for another function.
     *
     * @param tables of its module
     */
    static Optional<String> name(Function f, Tables tables) {
        return text(f, tables).map(Holder.INSTANCE.names::get);
    }

    /**
     * A function but for the names in it and for dead code; empty if it depends on more than is
     * written there.
     */
    private static Optional<String> text(Function f, Tables tables) {
        boolean plain =
                f.defined()
                        && !f.entry()
                        && f.branchTargets().isEmpty()
                        && f.callTargets().isEmpty()
                        && f.prototypes().isEmpty();
        return plain ? new Writer(DeadCode.remove(f, List.of()), tables).write() : Optional.empty();
    }

    /**
     * Writes labels, parameters and variables by their numbers, registers by the order in which
     * they come, with their types, and tables in full.
     */
    private static final class Writer {
        private final Function function;
        private final Tables tables;
        private final StringBuilder out = new StringBuilder();
        private final Map<Integer, Integer> registers = new HashMap<>();
        private boolean complete = true;
        private int numbered;

        Writer(Function function, Tables tables) {
            this.function = function;
            this.tables = tables;
        }

        Optional<String> write() {
            variables(function.returns());
            variables(function.parameters());
            variables(function.variables());
            for (Instruction i : function.body()) {
                out.append('\n').append(i.guardNegated() ? "!" : "");
                if (i.guard() != null) {
                    operand(i.guard());
                }
                out.append(i.mnemonic());
                i.operands().forEach(this::operand);
            }
            return complete ? Optional.of(out.toString()) : Optional.empty();
        }

        private void variables(List<Variable> all) {
            for (Variable v : all) {
                out.append(v.space()).append(v.size()).append(' ');
                complete &= v.initialiser() == null;
            }
            out.append('\n');
        }

        private void operand(Operand o) {
            out.append(' ');
            if (o instanceof Operand.Register r) {
                int number = registers.computeIfAbsent(r.index(), k -> numbered++);
                out.append('r').append(number);
                out.append(function.registers().get(r.index()).type());
            } else if (o instanceof Operand.Immediate i) {
                out.append(i.kind()).append(i.bits());
            } else if (o instanceof Operand.Label l && l.target() != Operand.Label.LIST) {
                out.append('L').append(l.target());
            } else if (o instanceof Operand.Vector v) {
                out.append('{');
                v.elements().forEach(this::operand);
                out.append('}');
            } else if (o instanceof Operand.Address a) {
                out.append('[');
                operand(a.base());
                out.append('+').append(a.offset()).append(']');
            } else if (o instanceof Operand.Symbol s) {
                symbol(s.name());
                out.append('+').append(s.offset());
            } else if (o instanceof Operand.Sink) {
                out.append('_');
            } else {
                complete = false;
            }
        }

        private void symbol(String name) {
            List<List<Variable>> own =
                    List.of(function.returns(), function.parameters(), function.variables());
            for (int k = 0; k < own.size(); k++) {
                for (int n = 0; n < own.get(k).size(); n++) {
                    if (own.get(k).get(n).name().equals(name)) {
                        out.append(k).append('v').append(n);
                        return;
                    }
                }
            }
            Optional<String> table = tables.contents(name);
            complete &= table.isPresent();
            table.ifPresent(out::append);
        }
    }
}
