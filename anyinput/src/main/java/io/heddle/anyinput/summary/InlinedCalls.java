package io.heddle.anyinput.summary;

import io.heddle.ptx.AddressedFunctions;
import io.heddle.ptx.CallParts;
import io.heddle.ptx.Function;
import io.heddle.ptx.Function.RegisterDeclaration;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.Operand.Label;
import io.heddle.ptx.Operand.Register;
import io.heddle.ptx.Operand.Symbol;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An entry in whose body the functions stand that it calls (PTX ISA 9.7.12.5, call). What is passed
 * in {@code .param} variables is moved in registers. A call through a register is a choice between
 * the functions of the file whose addresses are taken and that take such parameters; that the
 * register holds the address of one of them is assumed. A call that cannot be replaced stays: of a
 * function without a body, or of one that calls itself. All stay where something is taken in other
 * pieces than it was given, or in single bytes.
 */
final class InlinedCalls {
    private static final int MOST_INSTRUCTIONS = 50_000;
    private static final Set<String> WITHOUT_EFFECT = Set.of("vprintf");
    private static final Set<String> TRAPS = Set.of("__assertfail");

    private final PtxModule module;
    private final AddressedFunctions addressed;
    private final List<RegisterDeclaration> registers;
    private final List<Variable> variables;
    private final List<Instruction> body = new ArrayList<>();
    private final Map<String, List<Integer>> branchTargets = new HashMap<>();
    private final Set<String> chosen = new LinkedHashSet<>();
    private final Map<Piece, Register> pieces = new HashMap<>();
    private int copies;

    /** Bytes of a variable that are passed at once. */
    private record Piece(String variable, long offset, int bytes) {
        boolean overlaps(Piece other) {
            return variable.equals(other.variable)
                    && offset < other.offset + other.bytes
                    && other.offset < offset + bytes;
        }

        PtxType bits() {
            return switch (bytes) {
                case 2 -> PtxType.B16;
                case 4 -> PtxType.B32;
                case 8 -> PtxType.B64;
                default -> PtxType.B128;
            };
        }
    }

    private InlinedCalls(PtxModule module, Function entry) {
        this.module = module;
        addressed = new AddressedFunctions(module);
        registers = new ArrayList<>(entry.registers());
        variables = new ArrayList<>(entry.variables());
    }

    /**
     * What came of an entry.
     *
     * @param entry with the bodies of what it calls
     * @param chosen the functions of which calls through registers call one
     */
    record Result(Function entry, Set<String> chosen) {}

    static Result of(PtxModule module, Function entry) {
        if (entry.body().stream().noneMatch(i -> i.opcode().equals("call"))
                || hidesVariables(module, entry)) {
            return new Result(entry, Set.of());
        }
        InlinedCalls calls = new InlinedCalls(module, entry);
        calls.append(entry, new Frame(0, "", Map.of(), Map.of(), List.of(entry.name())));
        if (!calls.isWhole()) {
            return new Result(entry, Set.of());
        }
        Function whole =
                new Function(
                        true,
                        entry.name(),
                        true,
                        entry.returns(),
                        entry.parameters(),
                        calls.registers,
                        calls.variables,
                        calls.body,
                        calls.branchTargets,
                        entry.callTargets(),
                        entry.prototypes(),
                        entry.directives(),
                        entry.position());
        return new Result(whole, calls.chosen);
    }

    /** True if a variable of the entry has the name of one that functions of the file see. */
    private static boolean hidesVariables(PtxModule module, Function entry) {
        Set<String> names = new HashSet<>();
        module.variables().forEach(v -> names.add(v.name()));
        return entry.variables().stream().anyMatch(v -> names.contains(v.name()));
    }

    /**
     * One execution of a function's body.
     *
     * @param firstRegister index of the function's first register
     * @param suffix of the names of its own variables and labels
     * @param passed the caller's variable for each parameter and result
     * @param own what its own variables are called, by their names in the function
     * @param stack the functions that are being executed
     */
    private record Frame(
            int firstRegister,
            String suffix,
            Map<String, String> passed,
            Map<String, String> own,
            List<String> stack) {
        String variable(String name) {
            String given = passed.get(name);
            return given != null ? given : own.getOrDefault(name, name);
        }
    }

    // ---------------------------------------------------------------- one body

    /** A label whose place is not known yet. */
    private record Fixup(int instruction, int target) {}

    private void append(Function f, Frame frame) {
        int size = f.body().size();
        int[] moved = new int[size + 1];
        List<Fixup> fixups = new ArrayList<>();
        for (int k = 0; k < size; k++) {
            moved[k] = body.size();
            Instruction i = f.body().get(k);
            if (i.opcode().equals("call")) {
                call(i, frame);
            } else if (!f.entry() && i.opcode().equals("ret")) {
                fixups.add(new Fixup(body.size(), size));
                branch(i, i.guard() == null ? null : register(i.guard(), frame), i.guardNegated());
            } else {
                Operand label = i.operands().isEmpty() ? null : i.operands().get(0);
                if (label instanceof Label l && l.target() != Label.LIST) {
                    fixups.add(new Fixup(body.size(), l.target()));
                }
                passed(i, frame).forEach(m -> body.add(copied(m, frame)));
            }
        }
        moved[size] = body.size();
        fixups.forEach(x -> aim(x.instruction, moved[x.target]));
        f.branchTargets()
                .forEach(
                        (name, list) ->
                                branchTargets.put(
                                        name + frame.suffix,
                                        list.stream().map(t -> moved[t]).toList()));
    }

    private void aim(int instruction, int target) {
        Instruction i = body.get(instruction);
        body.set(instruction, with(i, List.of(new Label("to " + target, target))));
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

    private static Instruction made(
            Instruction like, String opcode, List<String> modifiers, Operand... operands) {
        return new Instruction(
                null, false, opcode, modifiers, List.of(operands), like.position(), like.source());
    }

    /** A branch at the place of an instruction, whose target is set later. */
    private void branch(Instruction at, Register guard, boolean negated) {
        body.add(
                new Instruction(
                        guard, negated, "bra", List.of(), List.of(), at.position(), at.source()));
    }

    private static Register register(Register r, Frame frame) {
        return new Register(r.index() + frame.firstRegister, r.name());
    }

    private static Instruction copied(Instruction i, Frame frame) {
        List<Operand> operands = i.operands().stream().map(o -> copied(o, frame)).toList();
        return new Instruction(
                i.guard() == null ? null : register(i.guard(), frame),
                i.guardNegated(),
                i.opcode(),
                i.modifiers(),
                operands,
                i.position(),
                i.source());
    }

    private static Operand copied(Operand o, Frame frame) {
        if (o instanceof Register r) {
            return register(r, frame);
        }
        if (o instanceof Operand.NegatedPredicate p) {
            return new Operand.NegatedPredicate(register(p.register(), frame));
        }
        if (o instanceof Operand.Component c) {
            return new Operand.Component(register(c.register(), frame), c.selector());
        }
        if (o instanceof Operand.Sum s) {
            return new Operand.Sum(register(s.register(), frame), s.addend());
        }
        if (o instanceof Symbol s) {
            return new Symbol(frame.variable(s.name()), s.offset());
        }
        if (o instanceof Label l && l.target() == Label.LIST) {
            return new Label(l.name() + frame.suffix, Label.LIST);
        }
        return copiedParts(o, frame);
    }

    private static Operand copiedParts(Operand o, Frame frame) {
        if (o instanceof Operand.Address a) {
            return new Operand.Address(copied(a.base(), frame), a.offset());
        }
        if (o instanceof Operand.AddressTuple t) {
            return new Operand.AddressTuple(copied(t.parts(), frame));
        }
        if (o instanceof Operand.Vector v) {
            return new Operand.Vector(copied(v.elements(), frame));
        }
        if (o instanceof Operand.Tuple t) {
            return new Operand.Tuple(copied(t.elements(), frame));
        }
        if (o instanceof Operand.Pair p) {
            return new Operand.Pair(copied(p.first(), frame), copied(p.second(), frame));
        }
        return o; // an immediate, a special register, a sink, a place in the body
    }

    private static List<Operand> copied(List<Operand> all, Frame frame) {
        return all.stream().map(o -> copied(o, frame)).toList();
    }

    // ---------------------------------------------------------------- parameters

    /**
     * A load or store of what is passed is moves between registers, one for each piece of a
     * variable. All other instructions are as they were.
     */
    private List<Instruction> passed(Instruction i, Frame frame) {
        boolean load = i.opcode().equals("ld");
        int at = load ? 1 : 0;
        if (!load && !i.opcode().equals("st")
                || i.modifiers().stream().noneMatch(m -> m.startsWith("param"))
                || !(i.operands().get(at) instanceof Operand.Address address)
                || !(address.base() instanceof Symbol s)
                || !passes(s.name(), frame)) {
            return List.of(i);
        }
        String type = i.modifiers().get(i.modifiers().size() - 1);
        int bytes = PtxType.parse(type).bytes();
        Operand value = i.operands().get(1 - at);
        List<Operand> values = value instanceof Operand.Vector v ? v.elements() : List.of(value);
        List<Instruction> moves = new ArrayList<>();
        for (int k = 0; k < values.size(); k++) {
            long offset = s.offset() + address.offset() + (long) k * bytes;
            Piece piece = new Piece(frame.variable(s.name()), offset, bytes);
            // seen from the frame, as the other operands of the instruction are
            Register passes = pieces.computeIfAbsent(piece, x -> newRegister(x.bits()));
            Register own = new Register(passes.index() - frame.firstRegister, passes.name());
            Operand[] operands = {load ? values.get(k) : own, load ? own : values.get(k)};
            moves.add(
                    new Instruction(
                            i.guard(),
                            i.guardNegated(),
                            "mov",
                            List.of(type),
                            List.of(operands),
                            i.position(),
                            i.source()));
        }
        return moves;
    }

    /** True for a variable that holds what is passed to a call, or what it returns. */
    private boolean passes(String name, Frame frame) {
        return frame.passed.containsKey(name)
                || variables.stream()
                        .anyMatch(
                                v ->
                                        v.space() == StateSpace.PARAM
                                                && v.name().equals(frame.variable(name)));
    }

    private Register newRegister(PtxType type) {
        int index = registers.size();
        String name = "passed " + index;
        registers.add(new RegisterDeclaration(name, type, 1));
        return new Register(index, name);
    }

    /** True if what is passed is always taken in the pieces in which it was given. */
    private boolean isWhole() {
        for (Piece a : pieces.keySet()) {
            for (Piece b : pieces.keySet()) {
                if (!a.equals(b) && a.overlaps(b) || a.bytes == 1) {
                    return false;
                }
            }
        }
        return true;
    }

    // ---------------------------------------------------------------- calls

    private void call(Instruction i, Frame frame) {
        CallParts parts = CallParts.of(i);
        String name = parts.target() instanceof Symbol s ? s.name() : "";
        if (i.guard() == null && WITHOUT_EFFECT.contains(name)) {
            return; // what it returns is not set, so that it may be anything
        }
        if (i.guard() == null && TRAPS.contains(name)) {
            body.add(made(i, "trap", List.of()));
            return;
        }
        List<Function> callees =
                parts.isIndirect()
                        ? addressed.of(parts)
                        : Stream.ofNullable(module.function(name)).toList();
        if (callees.isEmpty()
                || !callees.stream().allMatch(f -> fits(f, parts, frame))
                || body.size() > MOST_INSTRUCTIONS) {
            body.add(copied(i, frame));
            return;
        }
        List<Integer> toEnd = new ArrayList<>();
        if (i.guard() != null) {
            toEnd.add(body.size());
            branch(i, register(i.guard(), frame), !i.guardNegated());
        }
        if (parts.isIndirect()) {
            Register target = register((Register) parts.target(), frame);
            for (Function f : callees) {
                chosen.add(f.name());
                Register is = newRegister(PtxType.PRED);
                Symbol address = new Symbol(f.name(), 0);
                body.add(made(i, "setp", List.of("eq", "u64"), is, target, address));
                int past = body.size();
                branch(i, is, true);
                enter(f, parts, frame);
                toEnd.add(body.size());
                branch(i, null, false);
                aim(past, body.size());
            }
            body.add(made(i, "trap", List.of()));
        } else {
            enter(callees.get(0), parts, frame);
        }
        toEnd.forEach(k -> aim(k, body.size()));
    }

    private static boolean fits(Function f, CallParts parts, Frame frame) {
        List<Operand> given = new ArrayList<>(parts.arguments());
        given.addAll(parts.returns());
        return f.defined()
                && !frame.stack.contains(f.name())
                && !AddressedFunctions.hasRegisters(f)
                && f.parameters().size() == parts.arguments().size()
                && f.returns().size() == parts.returns().size()
                && given.stream().allMatch(Symbol.class::isInstance);
    }

    private void enter(Function f, CallParts parts, Frame caller) {
        Map<String, String> passed = new HashMap<>();
        for (int k = 0; k < f.parameters().size(); k++) {
            passed.put(f.parameters().get(k).name(), name(parts.arguments().get(k), caller));
        }
        for (int k = 0; k < f.returns().size(); k++) {
            passed.put(f.returns().get(k).name(), name(parts.returns().get(k), caller));
        }
        String suffix = " of call " + ++copies;
        Map<String, String> own = new HashMap<>();
        for (Variable v : f.variables()) {
            boolean each = v.space() == StateSpace.LOCAL || v.space() == StateSpace.PARAM;
            String name = v.name() + (each ? suffix : " of " + f.name());
            own.put(v.name(), name);
            if (variables.stream().noneMatch(x -> x.name().equals(name))) {
                variables.add(named(v, name));
            }
        }
        List<String> stack = new ArrayList<>(caller.stack);
        stack.add(f.name());
        int first = registers.size();
        registers.addAll(f.registers());
        append(f, new Frame(first, suffix, passed, own, stack));
    }

    private static String name(Operand given, Frame frame) {
        return frame.variable(((Symbol) given).name());
    }

    private static Variable named(Variable v, String name) {
        return new Variable(
                v.space(),
                name,
                v.type(),
                v.vector(),
                v.dimensions(),
                v.alignment(),
                v.initialiser(),
                v.addresses(),
                v.external(),
                v.position());
    }
}
