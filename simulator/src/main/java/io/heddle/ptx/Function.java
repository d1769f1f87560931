package io.heddle.ptx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A kernel ({@code .entry}) or device function ({@code .func}).
 *
 * @param entry true for {@code .entry}
 * @param name symbol
 * @param defined false for a declaration without a body
 * @param returns return parameters
 * @param parameters input parameters, in order
 * @param registers all registers, inner scopes included, by index; {@code .reg} returns and
 *     parameters come first. A {@code .v4} register {@code v} is four: {@code v.x} to {@code v.w}
 * @param variables variables declared in the body ({@code .shared}, {@code .local}, {@code .const},
 *     {@code .param})
 * @param body instructions, flat
 * @param branchTargets {@code .branchtargets} lists: label of the list → labels' indices into the
 *     body
 * @param callTargets {@code .calltargets} lists: label of the list → function names
 * @param prototypes {@code .callprototype} declarations by label
 * @param directives performance directives such as {@code .maxntid 256, 1, 1}: name without point →
 *     values
 * @param position of the name
 */
public record Function(
        boolean entry,
        String name,
        boolean defined,
        List<Variable> returns,
        List<Variable> parameters,
        List<RegisterDeclaration> registers,
        List<Variable> variables,
        List<Instruction> body,
        Map<String, List<Integer>> branchTargets,
        Map<String, List<String>> callTargets,
        Map<String, Prototype> prototypes,
        Map<String, List<Long>> directives,
        SourcePosition position) {
    /** Copies the collections. */
    public Function {
        returns = List.copyOf(returns);
        parameters = List.copyOf(parameters);
        registers = List.copyOf(registers);
        variables = List.copyOf(variables);
        body = List.copyOf(body);
        branchTargets = Map.copyOf(branchTargets);
        callTargets = Map.copyOf(callTargets);
        prototypes = Map.copyOf(prototypes);
        directives = Map.copyOf(directives);
    }

    /**
     * A register.
     *
     * @param name as written, made unique where an inner scope shadows an outer one
     * @param type declared type
     * @param vector 1; the parser splits vectors into their components
     */
    public record RegisterDeclaration(String name, PtxType type, int vector) {}

    /**
     * A {@code .callprototype}.
     *
     * @param returns return parameters
     * @param parameters input parameters
     */
    public record Prototype(List<Variable> returns, List<Variable> parameters) {
        /** Copies the lists. */
        public Prototype {
            returns = List.copyOf(returns);
            parameters = List.copyOf(parameters);
        }
    }

    /**
     * This function with other registers and another body.
     *
     * @param moved the new index of each of the present instructions, and of the end; labels are
     *     given those
     */
    public Function rewritten(
            List<RegisterDeclaration> otherRegisters, List<Instruction> otherBody, int[] moved) {
        List<Instruction> result = otherBody.stream().map(i -> moved(i, moved)).toList();
        Map<String, List<Integer>> targets = new TreeMap<>();
        branchTargets.forEach(
                (k, list) -> targets.put(k, list.stream().map(i -> moved[i]).toList()));
        return new Function(
                entry,
                name,
                defined,
                returns,
                parameters,
                otherRegisters,
                variables,
                result,
                targets,
                callTargets,
                prototypes,
                directives,
                position);
    }

    private static Instruction moved(Instruction i, int[] moved) {
        if (i.operands().stream().noneMatch(o -> o instanceof Operand.Label)) {
            return i;
        }
        List<Operand> operands = new ArrayList<>();
        for (Operand o : i.operands()) {
            operands.add(
                    o instanceof Operand.Label l && l.target() != Operand.Label.LIST
                            ? new Operand.Label(l.name(), moved[l.target()])
                            : o);
        }
        return new Instruction(
                i.guard(),
                i.guardNegated(),
                i.opcode(),
                i.modifiers(),
                operands,
                i.position(),
                i.source());
    }
}
