package io.heddle.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An opcode and the forms of it that are modelled: the rows of {@code instructions.txt}.
 *
 * @param name first component of the mnemonic
 * @param forms its rows, none if the opcode is not modelled
 */
public record Opcode(String name, List<Form> forms) {
    /** Copies the list. */
    public Opcode {
        forms = List.copyOf(forms);
    }

    /** The opcode of an instruction. */
    public static Opcode of(Instruction i) {
        return InstructionTable.opcode(i.opcode());
    }

    /** All opcodes of the table, in its order. */
    public static List<Opcode> all() {
        return InstructionTable.opcodes();
    }

    /** The form of an instruction, or null if it is not modelled. */
    public static Form form(Instruction i) {
        return of(i).form(i.modifiers());
    }

    /**
     * The mnemonic without the modifiers that change nothing: the name of a function that the
     * instruction computes.
     */
    public static String meaning(Instruction i) {
        Form form = form(i);
        List<String> words = new ArrayList<>(List.of(i.opcode()));
        words.addAll(form == null ? i.modifiers() : form.meaning(i.modifiers()));
        return String.join(".", words);
    }

    /** True for an instruction without a guard that only computes registers from registers. */
    public static boolean isPure(Instruction i) {
        Form form = i.guard() == null ? form(i) : null;
        return form != null && form.effect() == Effect.PURE;
    }

    /**
     * True for an instruction that, where its guard holds, only computes registers from registers.
     */
    public static boolean onlyComputes(Instruction i) {
        Form form = form(i);
        return form != null && (form.effect() == Effect.PURE || form.effect() == Effect.CARRY);
    }

    private Form form(List<String> modifiers) {
        for (Form f : forms) {
            if (f.matches(modifiers)) {
                return f;
            }
        }
        return null;
    }

    /** Why an instruction is not modelled, with the modifier to blame; nothing if it is. */
    public static Optional<String> faultOf(Instruction i) {
        Opcode opcode = of(i);
        if (opcode.forms.isEmpty()) {
            return Optional.of("the instruction is not modelled");
        }
        Optional<String> fault = Optional.empty();
        for (Form f : opcode.forms) {
            if (f.matches(i.modifiers())) {
                fault = f.faultOf(i.operands());
                if (fault.isEmpty()) {
                    return fault;
                }
            }
        }
        return fault.or(() -> Optional.of(opcode.blame(i.modifiers())));
    }

    /** Names the modifiers without which the instruction would be modelled. */
    private String blame(List<String> modifiers) {
        for (int n = 1; n <= 2 && n <= modifiers.size(); n++) {
            for (int k = modifiers.size() - n; k >= 0; k--) {
                List<String> rest = new ArrayList<>(modifiers);
                List<String> left = rest.subList(k, k + n);
                String named = "." + String.join(".", left);
                left.clear();
                if (form(rest) != null) {
                    return named + " is not modelled here";
                }
            }
        }
        return "this form of the instruction is not modelled";
    }
}
