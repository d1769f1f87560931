package io.heddle.mutation;

import io.heddle.mutation.Mutant.Kind;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The single-instruction changes. */
final class MutantInstruction {
    private static final Map<String, String> OPCODES =
            Map.of(
                    "add", "sub", "sub", "add", "max", "min", "min", "max", "shl", "shr", "and",
                    "or", "or", "and", "xor", "or", "ex2", "lg2");
    private static final Map<String, String> RELATIONS =
            Map.of(
                    "lt", "le", "le", "lt", "gt", "ge", "ge", "gt", "eq", "ne", "ne", "eq", "ltu",
                    "leu", "leu", "ltu", "gtu", "geu");
    private static final Map<String, String> TYPES =
            Map.of("s32", "u32", "u32", "s32", "s64", "u64", "u64", "s64", "s8", "u8", "u8", "s8");
    private static final Set<String> SIGN_MATTERS =
            Set.of("shr", "div", "rem", "setp", "cvt", "min", "max", "mul", "mad", "ld", "bfe");
    private static final Set<String> ORDERED =
            Set.of("sub", "div", "rem", "shl", "shr", "selp", "setp", "shf", "fma", "mad", "bfi");

    /**
     * A changed instruction.
     *
     * @param kind what was changed
     * @param changed the result
     */
    record Change(Kind kind, Instruction changed) {}

    private MutantInstruction() {}

    static Instruction with(Instruction i, List<Operand> operands) {
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                i.opcode(),
                i.modifiers(),
                operands,
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

    /** Every change of one instruction that keeps it in its place. */
    static List<Change> changes(Instruction i) {
        List<Change> changes = new ArrayList<>();
        opcodes(i, changes);
        operandOrder(i, changes);
        constants(i, changes);
        clips(i, changes);
        conditions(i, changes);
        return changes;
    }

    private static void opcodes(Instruction i, List<Change> changes) {
        if (OPCODES.containsKey(i.opcode()) && !i.has("cc") && !i.has("sat")) {
            String opcode = OPCODES.get(i.opcode());
            boolean shift = i.opcode().equals("shl");
            List<String> modifiers =
                    shift
                            ? i.modifiers().stream().map(m -> m.replace('b', 'u')).toList()
                            : i.modifiers();
            changes.add(new Change(Kind.OPCODE, with(i, opcode, modifiers)));
        }
        for (int k = 0; k < i.modifiers().size(); k++) {
            String m = i.modifiers().get(k);
            boolean relation = i.opcode().equals("setp") && RELATIONS.containsKey(m);
            boolean type = signMatters(i) && TYPES.containsKey(m);
            if (relation || type) {
                List<String> modifiers = new ArrayList<>(i.modifiers());
                modifiers.set(k, relation ? RELATIONS.get(m) : TYPES.get(m));
                Kind kind = relation ? Kind.OPCODE : Kind.TYPE;
                changes.add(new Change(kind, with(i, i.opcode(), modifiers)));
            }
            if (i.opcode().equals("shfl") && m.equals("bfly")) {
                List<String> modifiers = new ArrayList<>(i.modifiers());
                modifiers.set(k, "down");
                changes.add(new Change(Kind.OPCODE, with(i, i.opcode(), modifiers)));
            }
        }
        if (i.opcode().equals("mul") && i.operands().size() == 3 && isFloat(i)) {
            changes.add(new Change(Kind.OPCODE, with(i, "add", i.modifiers())));
        }
    }

    private static boolean signMatters(Instruction i) {
        boolean product = i.opcode().equals("mul") || i.opcode().equals("mad");
        boolean equality = i.has("eq") || i.has("ne");
        return SIGN_MATTERS.contains(i.opcode())
                && !i.has("param")
                && !equality
                && !(product && i.has("lo"));
    }

    private static boolean isFloat(Instruction i) {
        return i.has("f32") || i.has("f64") || i.has("f16") || i.has("bf16") || i.has("f16x2");
    }

    private static void operandOrder(Instruction i, List<Change> changes) {
        List<Operand> o = i.operands();
        boolean vector =
                o.size() == 2 && i.opcode().equals("st") && o.get(1) instanceof Operand.Vector;
        if (vector) {
            List<Operand> elements = new ArrayList<>(((Operand.Vector) o.get(1)).elements());
            Operand first = elements.remove(0);
            elements.add(1, first);
            changes.add(
                    new Change(
                            Kind.SWAP_OPERANDS,
                            with(i, List.of(o.get(0), new Operand.Vector(elements)))));
            return;
        }
        int a = i.opcode().equals("fma") || i.opcode().equals("mad") ? 2 : 1;
        boolean wide = i.has("wide") && a == 2;
        boolean symmetric = i.opcode().equals("setp") && (i.has("eq") || i.has("ne"));
        if (symmetric
                || !ORDERED.contains(i.opcode())
                || o.size() <= a + 1
                || wide
                || o.get(a).equals(o.get(a + 1))) {
            return;
        }
        List<Operand> swapped = new ArrayList<>(o);
        swapped.set(a, o.get(a + 1));
        swapped.set(a + 1, o.get(a));
        changes.add(new Change(Kind.SWAP_OPERANDS, with(i, swapped)));
    }

    private static void constants(Instruction i, List<Change> changes) {
        for (int k = 0; k < i.operands().size(); k++) {
            Operand o = i.operands().get(k);
            if (o instanceof Operand.Immediate c && !i.opcode().startsWith("bar")) {
                for (Operand.Immediate other : near(c)) {
                    if (other.equals(c)) {
                        continue; // an infinity
                    }
                    boolean whole = c.kind() == Operand.Immediate.Kind.INTEGER;
                    Kind kind = whole ? Kind.OFF_BY_ONE : Kind.CONSTANT;
                    changes.add(new Change(kind, with(i, set(i.operands(), k, other))));
                }
            }
            boolean memory = i.opcode().equals("ld") || i.opcode().equals("st");
            if (memory && o instanceof Operand.Address a && !i.has("param")) {
                int step = elementBytes(i);
                Operand next = new Operand.Address(a.base(), a.offset() + step);
                changes.add(new Change(Kind.OFF_BY_ONE, with(i, set(i.operands(), k, next))));
            }
        }
    }

    private static int elementBytes(Instruction i) {
        String type = i.modifiers().get(i.modifiers().size() - 1);
        int bytes = Integer.parseInt(type.replaceAll("[^0-9]", "")) / 8;
        return i.has("v4") ? 4 * bytes : i.has("v2") ? 2 * bytes : bytes;
    }

    private static List<Operand.Immediate> near(Operand.Immediate c) {
        Operand.Immediate.Kind kind = c.kind();
        return switch (kind) {
            case INTEGER ->
                    List.of(
                            new Operand.Immediate(c.bits() + 1, kind),
                            new Operand.Immediate(c.bits() - 1, kind));
            case F32 -> {
                float v = Float.intBitsToFloat((int) c.bits());
                yield List.of(f32(v * 1.001f + (v == 0 ? 1e-3f : 0)), f32(v == 0 ? 1f : -v));
            }
            case F64 -> {
                double v = Double.longBitsToDouble(c.bits());
                yield List.of(
                        new Operand.Immediate(
                                Double.doubleToRawLongBits(v * 1.001 + (v == 0 ? 1e-3 : 0)), kind));
            }
        };
    }

    private static Operand.Immediate f32(float v) {
        return new Operand.Immediate(
                Float.floatToRawIntBits(v) & 0xFFFFFFFFL, Operand.Immediate.Kind.F32);
    }

    private static List<Operand> set(List<Operand> operands, int at, Operand value) {
        List<Operand> changed = new ArrayList<>(operands);
        changed.set(at, value);
        return changed;
    }

    /** max and min become a move of their first source. */
    private static void clips(Instruction i, List<Change> changes) {
        boolean clip = i.opcode().equals("max") || i.opcode().equals("min");
        if (!clip || i.operands().size() != 3) {
            return;
        }
        String type = i.modifiers().get(i.modifiers().size() - 1);
        String bits =
                type.endsWith("x2")
                        ? "b32"
                        : type.equals("f16") || type.equals("bf16") ? "b16" : type;
        for (int source = 1; source <= 2; source++) {
            Instruction move = with(i, "mov", List.of(bits));
            changes.add(
                    new Change(
                            Kind.DROP_CLIP,
                            with(move, List.of(i.operands().get(0), i.operands().get(source)))));
        }
    }

    private static void conditions(Instruction i, List<Change> changes) {
        if (i.guard() != null) {
            Instruction negated =
                    new Instruction(
                            i.guard(),
                            !i.guardNegated(),
                            i.opcode(),
                            i.modifiers(),
                            i.operands(),
                            i.position(),
                            i.source());
            changes.add(new Change(Kind.NEGATE_CONDITION, negated));
        }
    }
}
