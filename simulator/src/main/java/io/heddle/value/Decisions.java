package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether a program decides something by a float, so that a rounding may: compares it, rounds it to
 * an integer, or computes with its bits.
 */
final class Decisions {
    private static final Set<String> INTEGRAL = Set.of("rni", "rzi", "rmi", "rpi");
    private static final Set<String> DECIDING = Set.of("setp", "set", "slct", "copysign");
    private static final Set<String> MOVING =
            Set.of("mov", "ld", "ldu", "selp", "shfl", "prmt", "movmatrix", "cvta");
    private static final Set<String> STORING = Set.of("st", "stmatrix", "red", "cp", "prefetch");

    private Decisions() {}

    /** True if a program decides by a float; of what passes through memory its bits are not. */
    static boolean isAnyIn(List<Instruction> program) {
        return program.stream().anyMatch(Decisions::isDecision) || readsBits(program);
    }

    /** True for a comparison of floats, or a rounding to an integer. */
    private static boolean isDecision(Instruction i) {
        List<PtxType> types = Arithmetic.types(i);
        boolean ofFloats = !types.isEmpty() && Arithmetic.isFloat(types.get(types.size() - 1));
        boolean toInteger =
                i.opcode().equals("cvt")
                        && (!Arithmetic.isFloat(types.get(0))
                                || i.modifiers().stream().anyMatch(INTEGRAL::contains));
        return ofFloats && (toInteger || DECIDING.contains(i.opcode()));
    }

    /** True if an instruction on integers reads a register that one on floats has set. */
    private static boolean readsBits(List<Instruction> program) {
        Set<Operand> floats = new HashSet<>();
        List<Instruction> moves = new ArrayList<>();
        List<Instruction> ofIntegers = new ArrayList<>();
        for (Instruction i : program) {
            List<PtxType> types = Arithmetic.types(i);
            if (types.isEmpty() || STORING.contains(i.opcode())) {
                continue;
            }
            if (MOVING.contains(i.opcode())) {
                moves.add(i);
            } else if (Arithmetic.isFloat(types.get(0))) {
                floats.addAll(set(i));
            } else if (!Arithmetic.isFloat(types.get(types.size() - 1))) {
                ofIntegers.add(i);
            }
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Instruction i : moves) {
                changed |= reads(i, floats) && floats.addAll(set(i));
            }
        }
        return ofIntegers.stream().anyMatch(i -> reads(i, floats));
    }

    private static boolean reads(Instruction i, Set<Operand> registers) {
        return registers(i).stream().anyMatch(registers::contains);
    }

    private static List<Operand.Register> set(Instruction i) {
        List<Operand.Register> registers = new ArrayList<>();
        i.operands().get(0).addRegisters(registers);
        return registers;
    }

    /** The registers that an instruction reads. */
    static List<Operand.Register> registers(Instruction i) {
        List<Operand.Register> registers = new ArrayList<>();
        for (int k = 1; k < i.operands().size(); k++) {
            i.operands().get(k).addRegisters(registers);
        }
        return registers;
    }
}
