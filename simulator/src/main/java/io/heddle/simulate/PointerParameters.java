package io.heddle.simulate;

import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.machine.Decoder;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Where among the parameters of a launch the addresses of tensors lie. */
final class PointerParameters {
    private static final Set<String> SPELLINGS = Set.of("param", "param::entry");

    /** The offsets of pointers in each parameter of the entry, by its name. */
    private final Map<String, List<Integer>> offsets = new HashMap<>();

    PointerParameters(Launch launch) {
        List<Variable> parameters = launch.module().function(launch.entry()).parameters();
        for (int k = 0; k < parameters.size(); k++) {
            List<Integer> of = new ArrayList<>();
            Argument argument = launch.arguments().get(k);
            if (argument instanceof Argument.Tensor) {
                of.add(0);
            } else if (argument instanceof Argument.Aggregate a) {
                a.fields().stream()
                        .filter(f -> f.value() instanceof Argument.Tensor)
                        .forEach(f -> of.add(f.offset()));
            }
            offsets.put(parameters.get(k).name(), of);
        }
    }

    /** True if some pointer lies in a variable. */
    boolean areIn(Variable v) {
        return !offsets.getOrDefault(v.name(), List.of()).isEmpty();
    }

    /** True for a load of a parameter that names it. */
    boolean isOfParameter(Instruction load) {
        return load.modifiers().stream().anyMatch(SPELLINGS::contains)
                && load.operands().get(1) instanceof Operand.Address a
                && a.base() instanceof Operand.Symbol s
                && offsets.containsKey(s.name());
    }

    /** True if a load of a parameter reads a byte of a pointer. */
    boolean reaches(Instruction load) {
        Operand.Address address = (Operand.Address) load.operands().get(1);
        List<PtxType> types = Decoder.types(load);
        int elements = load.operands().get(0) instanceof Operand.Vector v ? v.elements().size() : 1;
        long begin = address.offset();
        long end = begin + (long) elements * types.get(types.size() - 1).bytes();
        return offsets.get(((Operand.Symbol) address.base()).name()).stream()
                .anyMatch(o -> o < end && begin < o + Argument.Field.POINTER);
    }
}
