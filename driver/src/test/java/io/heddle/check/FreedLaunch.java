package io.heddle.check;

import io.heddle.launch.Argument;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.Variable;
import io.heddle.suite.AnyInput;
import io.heddle.suite.EntryNames;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A launch whose integers are free and whose tensors have any size: what it cannot do, no launch
 * with the same grid can that states them.
 */
final class FreedLaunch {
    private FreedLaunch() {}

    /** The question about a pair of one launch with its integers free. */
    static Pair of(Pair pair, PtxModule module) {
        Side side = pair.reference();
        List<Variable> declared = EntryNames.find(module, side.entry()).parameters();
        List<Argument> arguments = new ArrayList<>();
        Map<String, List<String>> sizes = new TreeMap<>();
        for (int k = 0; k < side.arguments().size(); k++) {
            Argument a = side.arguments().get(k);
            arguments.add(free(a, declared.get(k), k));
            if (a instanceof Argument.Tensor t) {
                sizes.put(t.tensor().name(), List.of()); // not known
            }
        }
        Side freed =
                new Side(
                        side.ptx(),
                        side.entry(),
                        side.grid(),
                        side.block(),
                        side.shared(),
                        null,
                        arguments,
                        side.options());
        return new Pair(
                        pair.suite(),
                        pair.name(),
                        freed,
                        null,
                        List.of(),
                        pair.expectation(),
                        pair.limits(),
                        false,
                        false)
                .of(new AnyInput(List.of(), sizes, false));
    }

    private static Argument free(Argument a, Variable declared, int number) {
        PtxType type = declared.type();
        boolean isInteger =
                a instanceof Argument.Scalar s && !s.real() && !type.isFloat() && type.bits() >= 32;
        if (!isInteger || type.bits() > Long.SIZE) {
            return a;
        }
        ElementType of = type.bits() == Long.SIZE ? ElementType.S64 : ElementType.S32;
        return new Argument.SymbolicScalar("freed" + number, of);
    }
}
