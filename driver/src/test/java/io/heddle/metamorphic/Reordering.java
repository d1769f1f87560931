package io.heddle.metamorphic;

import io.heddle.ptx.Effect;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxParser;
import io.heddle.ptx.PtxSyntaxException;
import io.heddle.ptx.RegisterUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A PTX text in which neighbouring instructions have changed places that do not depend on each
 * other: both compute or load, neither sets what the other one reads or sets. Each stands in a line
 * of its own, and no label between them.
 */
final class Reordering {
    private static final Set<String> ORDERED = Set.of("volatile", "relaxed", "acquire", "mmio");

    private final String[] lines;
    private int exchanges;

    /**
     * Of a text; one that is no PTX stays as it is.
     *
     * @param first how many exchangeable pairs of a function are left alone before the first
     *     exchange
     */
    Reordering(String text, int first) {
        lines = text.split("\n", -1);
        try {
            PtxParser.parse("text", text).functions().forEach(f -> reorder(f, first));
        } catch (PtxSyntaxException e) {
            exchanges = 0;
        }
    }

    /** How many pairs of instructions have changed places. */
    int exchanges() {
        return exchanges;
    }

    /** The text with the instructions in their new order. */
    String text() {
        return String.join("\n", lines);
    }

    private void reorder(Function function, int first) {
        List<Instruction> body = function.body();
        int left = first;
        for (int i = 0; i + 1 < body.size(); i++) {
            if (areExchangeable(body.get(i), body.get(i + 1)) && left-- <= 0) {
                int line = body.get(i).position().line() - 1;
                Collections.swap(Arrays.asList(lines), line, line + 1);
                exchanges++;
                i++;
            }
        }
    }

    private boolean areExchangeable(Instruction a, Instruction b) {
        int line = a.position().line() - 1;
        return b.position().line() - 1 == line + 1
                && isAlone(lines[line])
                && isAlone(lines[line + 1])
                && isMovable(a)
                && isMovable(b)
                && isIndependent(a, b)
                && isIndependent(b, a);
    }

    private static boolean isAlone(String line) {
        String code = line.replaceAll("//.*", "").strip();
        return code.indexOf(';') == code.length() - 1
                && !code.contains(":")
                && !code.startsWith("{")
                && !code.startsWith("}");
    }

    private static boolean isMovable(Instruction i) {
        return Opcode.form(i)
                        .filter(f -> f.effect() == Effect.PURE || f.effect() == Effect.LOAD)
                        .isPresent()
                && i.modifiers().stream().noneMatch(ORDERED::contains);
    }

    /** True if {@code b} neither reads nor sets what {@code a} sets. */
    private static boolean isIndependent(Instruction a, Instruction b) {
        RegisterUse use = RegisterUse.of(b);
        List<Integer> registers = new ArrayList<>();
        use.read().forEach(r -> registers.add(r.index()));
        use.set().forEach(r -> registers.add(r.index()));
        return RegisterUse.of(a).set().stream()
                .map(Operand.Register::index)
                .noneMatch(registers::contains);
    }
}
