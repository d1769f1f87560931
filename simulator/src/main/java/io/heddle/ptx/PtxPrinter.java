package io.heddle.ptx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a module as PTX text that {@link PtxParser} reads back to equal records, positions and
 * labels that nothing refers to excepted. Scopes stay flat.
 */
public final class PtxPrinter {
    private final StringBuilder out = new StringBuilder();
    private final Map<String, Integer> files = new LinkedHashMap<>();

    private PtxPrinter() {}

    /** The text of a module. */
    public static String print(PtxModule module) {
        PtxPrinter p = new PtxPrinter();
        p.module(module);
        return p.out.toString();
    }

    /** The text of one function. Its {@code .loc} lines number files from 1 by first use. */
    public static String print(Function function) {
        PtxPrinter p = new PtxPrinter();
        p.collectFiles(function);
        p.function(function);
        return p.out.toString();
    }

    /** The text of one instruction, without guard and semicolon where it has none. */
    public static String print(Instruction instruction) {
        PtxPrinter p = new PtxPrinter();
        p.instruction(instruction);
        return p.out.toString();
    }

    private void module(PtxModule m) {
        line(".version " + m.version());
        line(".target " + String.join(", ", m.target()));
        line(".address_size " + m.addressSize());
        m.functions().forEach(this::collectFiles);
        files.forEach((path, index) -> line(".file " + index + " " + quoted(path)));
        for (Variable v : m.variables()) {
            line(variable(v) + ";");
        }
        m.functions().forEach(this::function);
    }

    private void collectFiles(Function f) {
        for (Instruction i : f.body()) {
            if (i.source() != null) {
                files.computeIfAbsent(i.source().file(), path -> files.size() + 1);
            }
        }
    }

    private static String quoted(String path) {
        return '"' + path.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private void line(String text) {
        out.append(text).append('\n');
    }

    // ---- functions

    private void function(Function f) {
        out.append(f.entry() ? ".visible .entry " : f.defined() ? ".func " : ".extern .func ");
        if (!f.returns().isEmpty()) {
            out.append(parameters(f.returns())).append(' ');
        }
        out.append(f.name()).append(parameters(f.parameters())).append('\n');
        new TreeMap<>(f.directives())
                .forEach((name, values) -> line("." + name + " " + join(values)));
        if (!f.defined()) {
            line(";");
            return;
        }
        line("{");
        registers(f);
        for (Variable v : f.variables()) {
            line("    " + variable(v) + ";");
        }
        Labels labels = new Labels(f);
        lists(f, labels);
        body(f, labels);
        line("}");
    }

    private static String join(List<?> values) {
        return String.join(", ", values.stream().map(Object::toString).toList());
    }

    private static String parameters(List<Variable> parameters) {
        List<String> all = parameters.stream().map(PtxPrinter::variable).toList();
        return "(" + String.join(", ", all) + ")";
    }

    private void registers(Function f) {
        for (int i = parameterRegisters(f); i < f.registers().size(); ) {
            Function.RegisterDeclaration r = f.registers().get(i);
            int width = vectorWidth(f.registers(), i);
            String name = width == 1 ? r.name() : r.name().substring(0, r.name().indexOf('.'));
            String vector = width == 1 ? "" : " .v" + width;
            line("    .reg" + vector + " " + spelled(r.type()) + " " + name + ";");
            i += width;
        }
    }

    private static int parameterRegisters(Function f) {
        List<Variable> all = new ArrayList<>(f.returns());
        all.addAll(f.parameters());
        return all.stream()
                .filter(v -> v.space() == StateSpace.REG)
                .mapToInt(Variable::vector)
                .sum();
    }

    /** The components of a vector register stand side by side: {@code v.x}, {@code v.y}, …. */
    private static int vectorWidth(List<Function.RegisterDeclaration> registers, int first) {
        String name = registers.get(first).name();
        int point = name.indexOf('.');
        if (point < 0) {
            return 1;
        }
        String stem = name.substring(0, point + 1);
        int width = 1;
        while (width < 8
                && first + width < registers.size()
                && registers.get(first + width).name().startsWith(stem)) {
            width++;
        }
        return width;
    }

    private void lists(Function f, Labels labels) {
        new TreeMap<>(f.branchTargets())
                .forEach(
                        (name, targets) -> {
                            List<String> names = targets.stream().map(labels::at).toList();
                            line(name + ": .branchtargets " + String.join(", ", names) + ";");
                        });
        new TreeMap<>(f.callTargets())
                .forEach(
                        (name, functions) ->
                                line(name + ": .calltargets " + join(functions) + ";"));
        new TreeMap<>(f.prototypes())
                .forEach(
                        (name, p) -> {
                            String results =
                                    p.returns().isEmpty() ? "" : parameters(p.returns()) + " ";
                            line(
                                    name
                                            + ": .callprototype "
                                            + results
                                            + "_ "
                                            + parameters(p.parameters())
                                            + ";");
                        });
    }

    private void body(Function f, Labels labels) {
        SourceLine source = null;
        for (int i = 0; i <= f.body().size(); i++) {
            labels.names(i).forEach(name -> line(name + ":"));
            if (i == f.body().size()) {
                break;
            }
            Instruction instruction = f.body().get(i);
            if (!java.util.Objects.equals(source, instruction.source())) {
                source = instruction.source();
                line(
                        source == null
                                ? "    .loc 1 0 0"
                                : "    .loc "
                                        + files.get(source.file())
                                        + " "
                                        + source.line()
                                        + " 0");
            }
            out.append("    ");
            instruction(instruction);
            line(";");
        }
    }

    private void instruction(Instruction i) {
        if (i.guard() != null) {
            out.append(i.guardNegated() ? "@!" : "@").append(i.guard().name()).append(' ');
        }
        out.append(i.mnemonic());
        for (int k = 0; k < i.operands().size(); k++) {
            out.append(k == 0 ? " " : ", ").append(operand(i.operands().get(k)));
        }
    }

    // ---- operands

    private static String operand(Operand o) {
        if (o instanceof Operand.Register r) {
            return r.name();
        }
        if (o instanceof Operand.Immediate i) {
            return immediate(i);
        }
        if (o instanceof Operand.Address a) {
            return "[" + operand(a.base()) + offset(a.offset()) + "]";
        }
        if (o instanceof Operand.Symbol s) {
            return s.name() + offset(s.offset());
        }
        if (o instanceof Operand.Label l) {
            return l.name();
        }
        if (o instanceof Operand.Vector v) {
            return "{" + list(v.elements()) + "}";
        }
        if (o instanceof Operand.Tuple t) {
            return "(" + list(t.elements()) + ")";
        }
        if (o instanceof Operand.AddressTuple t) {
            return "[" + String.join(", ", t.parts().stream().map(PtxPrinter::part).toList()) + "]";
        }
        return small(o);
    }

    private static String small(Operand o) {
        if (o instanceof Operand.NegatedPredicate n) {
            return "!" + n.register().name();
        }
        if (o instanceof Operand.SpecialRegister s) {
            return s.name();
        }
        if (o instanceof Operand.Pair p) {
            return operand(p.first()) + "|" + operand(p.second());
        }
        if (o instanceof Operand.Component c) {
            return c.register().name() + "." + c.selector();
        }
        if (o instanceof Operand.Sum s) {
            return s.register().name() + offset(s.addend());
        }
        if (o instanceof Operand.Sink) {
            return "_";
        }
        throw new AssertionError(o);
    }

    private static String list(List<Operand> operands) {
        return String.join(", ", operands.stream().map(PtxPrinter::operand).toList());
    }

    /** Inside a tuple an address has no brackets of its own. */
    private static String part(Operand o) {
        return o instanceof Operand.Address a ? operand(a.base()) + offset(a.offset()) : operand(o);
    }

    private static String offset(long offset) {
        return offset == 0 ? "" : "+" + offset;
    }

    private static String immediate(Operand.Immediate i) {
        return switch (i.kind()) {
            case INTEGER -> Long.toString(i.bits());
            case F32 -> String.format("0f%08X", (int) i.bits());
            case F64 -> String.format("0d%016X", i.bits());
        };
    }

    // ---- variables

    private static String variable(Variable v) {
        StringBuilder s = new StringBuilder(v.external() ? ".extern ." : ".");
        s.append(v.space().name().toLowerCase(java.util.Locale.ROOT));
        if (v.space() != StateSpace.REG) {
            s.append(" .align ").append(v.alignment());
        }
        if (v.vector() > 1) {
            s.append(" .v").append(v.vector());
        }
        s.append(' ').append(spelled(v.type())).append(' ').append(v.name());
        for (int d : v.dimensions()) {
            s.append(d < 0 ? "[]" : "[" + d + "]");
        }
        if (v.initialiser() != null) {
            s.append(" = ").append(Initialisers.print(v));
        }
        return s.toString();
    }

    static String spelled(PtxType type) {
        return "." + type.name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The labels of a function by the index of what they stand before. */
    private static final class Labels {
        private final TreeMap<Integer, List<String>> byIndex = new TreeMap<>();

        Labels(Function f) {
            for (Instruction i : f.body()) {
                i.operands().forEach(this::collect);
            }
            f.branchTargets().values().forEach(targets -> targets.forEach(this::ensure));
        }

        private void collect(Operand o) {
            if (o instanceof Operand.Label l && l.target() != Operand.Label.LIST) {
                List<String> names = byIndex.computeIfAbsent(l.target(), k -> new ArrayList<>());
                if (!names.contains(l.name())) {
                    names.add(l.name());
                }
            }
        }

        private void ensure(int index) {
            byIndex.computeIfAbsent(index, k -> new ArrayList<>(List.of("$heddle_" + index)));
        }

        String at(int index) {
            return byIndex.get(index).get(0);
        }

        List<String> names(int index) {
            return byIndex.getOrDefault(index, List.of());
        }
    }
}
