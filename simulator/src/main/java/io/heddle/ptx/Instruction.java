package io.heddle.ptx;

import java.util.List;

/**
 * One instruction.
 *
 * @param guard predicate register of {@code @p} or {@code @!p}, or null
 * @param guardNegated true for {@code @!p}
 * @param opcode first component of the mnemonic: {@code ld} of {@code ld.global.f32}
 * @param modifiers the other components, in order, without their points: {@code global}, {@code
 *     f32}
 * @param operands as written, destination first
 * @param position of the opcode
 * @param source CUDA line of the last {@code .loc}, or null
 */
public record Instruction(
        Operand.Register guard,
        boolean guardNegated,
        String opcode,
        List<String> modifiers,
        List<Operand> operands,
        SourcePosition position,
        SourceLine source) {
    /** Copies the lists. */
    public Instruction {
        modifiers = List.copyOf(modifiers);
        operands = List.copyOf(operands);
    }

    /** True if {@code modifier} is among the modifiers. */
    public boolean has(String modifier) {
        return modifiers.contains(modifier);
    }

    /** The mnemonic in full: {@code ld.global.f32}. */
    public String mnemonic() {
        return modifiers.isEmpty() ? opcode : opcode + "." + String.join(".", modifiers);
    }
}
