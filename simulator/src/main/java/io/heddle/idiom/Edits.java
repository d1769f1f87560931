package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Collects changes to a function's body: instructions before, instead of and after an instruction.
 */
final class Edits {
    private final Function function;
    private final List<Function.RegisterDeclaration> registers;
    private final Map<Integer, List<Instruction>> before = new HashMap<>();
    private final Map<Integer, List<Instruction>> joins = new HashMap<>();
    private final Map<Integer, List<Instruction>> instead = new HashMap<>();
    private final Map<Integer, List<Instruction>> after = new HashMap<>();
    private final Map<String, Operand.Register> captures = new HashMap<>();
    private final BitSet fixed = new BitSet();

    Edits(Function function) {
        this.function = function;
        this.registers = new ArrayList<>(function.registers());
    }

    boolean isEmpty() {
        return instead.isEmpty() && joins.isEmpty();
    }

    /** A register that the function does not have yet. */
    Operand.Register fresh(PtxType type) {
        String name = "%heddle" + registers.size();
        registers.add(new Function.RegisterDeclaration(name, type, 1));
        return new Operand.Register(registers.size() - 1, name);
    }

    PtxType type(Operand.Register register) {
        return registers.get(register.index()).type();
    }

    Operand.Register register(int index) {
        return new Operand.Register(index, registers.get(index).name());
    }

    /** The instruction stays as it is and without code in front, from now on and before. */
    void keep(int index) {
        fixed.set(index);
        instead.remove(index);
        joins.remove(index);
    }

    void replace(int index, List<Instruction> code) {
        if (!fixed.get(index)) {
            instead.put(index, code);
        }
    }

    /** Puts code in front of an instruction; branches to it come to the code first. */
    void insertBefore(int index, List<Instruction> code) {
        if (!fixed.get(index)) {
            joins.computeIfAbsent(index, i -> new ArrayList<>()).addAll(code);
        }
    }

    /** A register that keeps what the one of the definition holds there. */
    Operand.Register capture(RegisterNodes.Definition d) {
        String key = d.register() + (d.entry() ? "<" : ">") + d.index();
        Operand.Register known = captures.get(key);
        if (known != null) {
            return known;
        }
        PtxType type = registers.get(d.register()).type();
        Operand.Register copy = fresh(type);
        Instruction at = function.body().get(d.index());
        Instruction move =
                new Instruction(
                        null,
                        false,
                        "mov",
                        List.of(type.bits() == 16 ? "b16" : type.name().toLowerCase(Locale.ROOT)),
                        List.of(copy, register(d.register())),
                        at.position(),
                        at.source());
        Map<Integer, List<Instruction>> place = d.entry() ? before : after;
        place.computeIfAbsent(d.index(), i -> new ArrayList<>()).add(0, move);
        captures.put(key, copy);
        return copy;
    }

    /**
     * The changed function.
     *
     * @param places where each instruction is now, or −1
     */
    record Result(Function function, List<Integer> places) {}

    /** Makes all changes. */
    Result apply() {
        List<Instruction> body = function.body();
        List<Instruction> result = new ArrayList<>();
        int[] moved = new int[body.size() + 1];
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < body.size(); i++) {
            moved[i] = result.size();
            result.addAll(before.getOrDefault(i, List.of()));
            result.addAll(joins.getOrDefault(i, List.of()));
            places.add(instead.containsKey(i) ? -1 : result.size());
            result.addAll(instead.getOrDefault(i, List.of(body.get(i))));
            result.addAll(after.getOrDefault(i, List.of()));
        }
        moved[body.size()] = result.size();
        return new Result(function.rewritten(registers, result, moved), places);
    }
}
