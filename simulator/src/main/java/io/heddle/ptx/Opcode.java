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

    /** The form of an instruction; empty if it is not modelled. */
    public static Optional<Form> form(Instruction i) {
        return of(i).form(i.modifiers());
    }

    /**
     * The mnemonic without the modifiers that change nothing: the name of a function that the
     * instruction computes.
     */
    public static String meaning(Instruction i) {
        List<String> words = new ArrayList<>(List.of(i.opcode()));
        words.addAll(form(i).map(f -> f.meaning(i.modifiers())).orElse(i.modifiers()));
        return String.join(".", words);
    }

    /** True for an instruction without a guard that only computes registers from registers. */
    public static boolean isPure(Instruction i) {
        return i.guard() == null && form(i).filter(f -> f.effect() == Effect.PURE).isPresent();
    }

    /**
     * True for an instruction that, where its guard holds, only computes registers from registers.
     */
    public static boolean onlyComputes(Instruction i) {
        return form(i).filter(f -> f.effect() == Effect.PURE || f.effect() == Effect.CARRY)
                .isPresent();
    }

    private Optional<Form> form(List<String> modifiers) {
        for (Form f : forms) {
            if (f.matches(modifiers)) {
                return Optional.of(f);
            }
        }
        return Optional.empty();
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
                if (form(rest).isPresent()) {
                    return named + " is not modelled here";
                }
            }
        }
        return "this form of the instruction is not modelled";
    }
}
