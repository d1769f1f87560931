package io.heddle.idiom;

import io.heddle.ptx.Bytes;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxPrinter;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Changes of one place of a function or of a table of its module. */
final class Mutants {
    /** A changed function and its module. */
    record Mutant(String what, Function function, PtxModule module) {}

    private static final Map<String, String> OTHER_OPCODE =
            Map.ofEntries(
                    Map.entry("add", "sub"),
                    Map.entry("sub", "add"),
                    Map.entry("mul", "add"),
                    Map.entry("min", "max"),
                    Map.entry("max", "min"),
                    Map.entry("and", "or"),
                    Map.entry("or", "xor"),
                    Map.entry("xor", "or"),
                    Map.entry("shl", "shr"),
                    Map.entry("shr", "shl"),
                    Map.entry("neg", "abs"),
                    Map.entry("abs", "neg"),
                    Map.entry("ex2", "lg2"),
                    Map.entry("lg2", "ex2"),
                    Map.entry("rcp", "sqrt"),
                    Map.entry("sqrt", "rcp"),
                    Map.entry("rsqrt", "rcp"),
                    Map.entry("mad", "fma"));

    private static final Map<String, List<String>> OTHER_MODIFIER =
            Map.ofEntries(
                    Map.entry("lt", List.of("ge", "le")),
                    Map.entry("ltu", List.of("geu", "leu")),
                    Map.entry("le", List.of("gt", "lt")),
                    Map.entry("leu", List.of("gtu", "ltu")),
                    Map.entry("gt", List.of("le", "ge")),
                    Map.entry("gtu", List.of("leu", "geu")),
                    Map.entry("ge", List.of("lt", "gt")),
                    Map.entry("geu", List.of("ltu", "gtu")),
                    Map.entry("eq", List.of("ne")),
                    Map.entry("ne", List.of("eq")),
                    Map.entry("equ", List.of("neu")),
                    Map.entry("neu", List.of("equ")),
                    Map.entry("num", List.of("nan")),
                    Map.entry("nan", List.of("num")),
                    Map.entry("rm", List.of("rn", "rp")),
                    Map.entry("rz", List.of("rp")),
                    Map.entry("rni", List.of("rzi")),
                    Map.entry("rzi", List.of("rni")),
                    Map.entry("l", List.of("r")),
                    Map.entry("wrap", List.of("clamp")));

    /** Opcodes whose first two sources may be swapped. */
    private static final Set<String> COMMUTE =
            Set.of("add", "mul", "min", "max", "and", "or", "xor", "fma", "mad");

    private static final List<String> SYMMETRIC = List.of("eq", "ne", "equ", "neu", "num", "nan");

    private Mutants() {}

    /**
     * All changes of instructions that compute, load, store or branch, of a function and of those
     * that it may call, and of bytes of tables.
     */
    static List<Mutant> of(PtxModule module, Function f) {
        List<Mutant> all = new ArrayList<>();
        of(f, (what, changed) -> all.add(new Mutant(what, changed, module)));
        for (Function callee : module.functions()) {
            if (callee.defined() && !callee.equals(f)) {
                of(
                        callee,
                        (what, changed) ->
                                all.add(
                                        new Mutant(
                                                callee.name() + " " + what,
                                                f,
                                                withFunction(module, changed))));
            }
        }
        for (int v = 0; v < module.variables().size(); v++) {
            Bytes b = module.variables().get(v).initialiser();
            for (int k = 0; b != null && k < b.length(); k++) {
                all.add(new Mutant("byte " + k + " of a table", f, withByte(module, v, k)));
            }
        }
        return all;
    }

    private static void of(Function f, BiConsumer<String, Function> all) {
        for (int k = 0; k < f.body().size(); k++) {
            Instruction i = f.body().get(k);
            boolean magnitude = k + 1 < f.body().size() && isMagnitude(f.body().get(k + 1), i);
            if (!isFrame(i) && !addsNothing(i)) {
                for (List<Instruction> changed : changes(i)) {
                    if (magnitude && isNegated(i, changed)) {
                        continue; // |a - b| is |b - a|
                    }
                    String now = changed.isEmpty() ? "nothing" : PtxPrinter.print(changed.get(0));
                    String what = k + ": " + PtxPrinter.print(i) + " -> " + now;
                    all.accept(what, with(f, k, changed));
                }
            }
        }
    }

    private static PtxModule withFunction(PtxModule m, Function changed) {
        List<Function> functions = new ArrayList<>(m.functions());
        functions.replaceAll(f -> f.name().equals(changed.name()) && f.defined() ? changed : f);
        return new PtxModule(
                m.file(),
                m.version(),
                m.target(),
                m.addressSize(),
                m.lines(),
                m.variables(),
                functions);
    }

    /** What a probe does around the function: it finds the argument and stores the result. */
    private static boolean isFrame(Instruction i) {
        return switch (i.opcode()) {
            case "ret", "cvta" -> true;
            case "ld" -> i.has("param") || i.has("global") && !i.has("u32");
            case "st" -> i.has("param") || i.has("global");
            default -> false;
        };
    }

    /** True if {@code next} is the magnitude of what {@code i} computes. */
    private static boolean isMagnitude(Instruction next, Instruction i) {
        return next.opcode().equals("abs") && next.operands().get(1).equals(i.operands().get(0));
    }

    private static boolean isNegated(Instruction i, List<Instruction> changed) {
        return i.opcode().equals("sub")
                && !changed.isEmpty()
                && changed.get(0).opcode().equals("sub")
                && changed.get(0).operands().get(1).equals(i.operands().get(2))
                && changed.get(0).operands().get(2).equals(i.operands().get(1));
    }

    private static boolean addsNothing(Instruction i) {
        return i.opcode().equals("add")
                && i.operands().get(2) instanceof Operand.Immediate c
                && c.kind() == Operand.Immediate.Kind.INTEGER
                && c.bits() == 0;
    }

    private static List<List<Instruction>> changes(Instruction i) {
        List<List<Instruction>> all = new ArrayList<>();
        boolean branch = i.opcode().equals("bra");
        if (i.guard() != null) {
            all.add(List.of(guarded(i)));
        } else if (!branch) {
            operands(i, all);
            opcodes(i, all);
        }
        if (!Opcode.isPure(i) && !i.opcode().equals("ld") && !(branch && i.guard() == null)) {
            all.add(List.of());
        }
        return all;
    }

    private static void operands(Instruction i, List<List<Instruction>> all) {
        List<Operand> o = i.operands();
        for (int k = 0; k < o.size(); k++) {
            Operand near = nearby(o.get(k));
            if (near != null) {
                all.add(List.of(with(i, k, near)));
            }
        }
        int last = o.size() - 1;
        boolean commutes = COMMUTE.contains(i.opcode()) || SYMMETRIC.stream().anyMatch(i::has);
        if (last >= 2 && !o.get(1).equals(o.get(2)) && !commutes) {
            all.add(List.of(swapped(i, 1, 2)));
        }
        if (last >= 3 && !o.get(2).equals(o.get(3)) && !i.opcode().equals("selp")) {
            all.add(List.of(swapped(i, 2, 3)));
        }
        if (last >= 2 && Opcode.isPure(i) && !i.opcode().equals("setp")) {
            Operand source = o.get(last == 3 && !i.opcode().equals("selp") ? 3 : 1);
            List<Operand> move = List.of(o.get(0), source);
            String type = i.modifiers().get(i.modifiers().size() - 1);
            all.add(
                    List.of(
                            new Instruction(
                                    null,
                                    false,
                                    "mov",
                                    List.of(type),
                                    move,
                                    i.position(),
                                    i.source())));
        }
    }

    private static Operand nearby(Operand o) {
        if (o instanceof Operand.Immediate c) {
            long bits = c.kind() == Operand.Immediate.Kind.INTEGER ? c.bits() + 1 : c.bits() ^ 1;
            return new Operand.Immediate(bits, c.kind());
        }
        return o instanceof Operand.Address a
                ? new Operand.Address(a.base(), a.offset() + 4)
                : null;
    }

    private static void opcodes(Instruction i, List<List<Instruction>> all) {
        String other = OTHER_OPCODE.get(i.opcode());
        if (other != null && !i.has("wide") && !i.has("pred")) {
            all.add(List.of(with(i, other, i.modifiers())));
        }
        for (int k = 0; k < i.modifiers().size(); k++) {
            List<String> others = OTHER_MODIFIER.getOrDefault(i.modifiers().get(k), List.of());
            boolean counter = !i.has("f32") && i.opcode().equals("setp");
            for (String m : counter && others.size() > 1 ? others.subList(0, 1) : others) {
                List<String> modifiers = new ArrayList<>(i.modifiers());
                modifiers.set(k, m);
                all.add(List.of(with(i, i.opcode(), modifiers)));
            }
        }
        if (i.has("sat")) {
            List<String> modifiers = new ArrayList<>(i.modifiers());
            modifiers.remove("sat");
            modifiers.remove(0);
            all.add(List.of(with(i, "mov", modifiers)));
        }
    }

    private static Instruction guarded(Instruction i) {
        return new Instruction(
                i.guard(),
                !i.guardNegated(),
                i.opcode(),
                i.modifiers(),
                i.operands(),
                i.position(),
                i.source());
    }

    private static Instruction with(Instruction i, String opcode, List<String> modifiers) {
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                opcode,
                modifiers,
                i.operands(),
                i.position(),
                i.source());
    }

    private static Instruction with(Instruction i, int operand, Operand value) {
        List<Operand> operands = new ArrayList<>(i.operands());
        operands.set(operand, value);
        return with(i, operands);
    }

    private static Instruction swapped(Instruction i, int a, int b) {
        List<Operand> operands = new ArrayList<>(i.operands());
        Collections.swap(operands, a, b);
        return with(i, operands);
    }

    private static Instruction with(Instruction i, List<Operand> operands) {
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                i.opcode(),
                i.modifiers(),
                operands,
                i.position(),
                i.source());
    }

    /** The function with one instruction replaced; a dropped one by a branch to the next. */
    private static Function with(Function f, int index, List<Instruction> changed) {
        List<Instruction> body = new ArrayList<>(f.body());
        Instruction old = body.get(index);
        Operand next = new Operand.Label("next", index + 1);
        body.set(
                index,
                changed.isEmpty()
                        ? new Instruction(
                                null,
                                false,
                                "bra",
                                List.of(),
                                List.of(next),
                                old.position(),
                                old.source())
                        : changed.get(0));
        return LifterTest.withBody(f, body);
    }

    private static PtxModule withByte(PtxModule m, int variable, int index) {
        List<Variable> variables = new ArrayList<>(m.variables());
        Variable v = variables.get(variable);
        byte[] bytes = v.initialiser().toArray();
        bytes[index] ^= 1;
        variables.set(
                variable,
                new Variable(
                        v.space(),
                        v.name(),
                        v.type(),
                        v.vector(),
                        v.dimensions(),
                        v.alignment(),
                        new Bytes(bytes),
                        v.addresses(),
                        v.external(),
                        v.position()));
        return new PtxModule(
                m.file(),
                m.version(),
                m.target(),
                m.addressSize(),
                m.lines(),
                variables,
                m.functions());
    }
}
