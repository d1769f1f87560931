package io.heddle.check;

import io.heddle.condition.Counterexample;
import io.heddle.decide.Decision;
import io.heddle.launch.Argument;
import io.heddle.launch.Launch;
import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Withdraws refutations that need a number which cannot occur in a kernel: an input that does not
 * fit its type, or a value of an integer element that does not fit the element's type. Such an
 * element becomes undecided, unless replaying the kernels at that point shows a difference, too.
 */
final class OutsideTypes {
    private static final int TRIES = 8;

    private final Replays replays;
    private final Map<String, ElementType> types = new HashMap<>();
    private int tries = TRIES;
    private String lastUnconfirmed; // a misfit that no replay confirmed; null if there was none

    OutsideTypes(Simulated simulated, Replays replays) {
        this.replays = replays;
        for (Launch launch :
                List.of(simulated.reference().launch(), simulated.candidate().launch())) {
            for (TensorSpec tensor : launch.tensors()) {
                types.put(tensor.name(), tensor.type());
            }
            for (Argument argument : launch.arguments()) {
                if (argument instanceof Argument.SymbolicScalar s) {
                    types.put(s.name(), s.type());
                }
            }
        }
    }

    /**
     * {@code decisions}, with such refutations replaced by Undecided unless a replay confirms them.
     */
    List<Decision> withdrawn(List<Decision> decisions) {
        List<Decision> all = new ArrayList<>();
        for (Decision decision : decisions) {
            String why = decision instanceof Decision.Refuted r ? why(r.counterexample()) : null;
            all.add(why == null ? decision : new Decision.Undecided(why));
        }
        return all;
    }

    /** Why a refutation says nothing about the kernels, or null. */
    private String why(Counterexample point) {
        String misfit = point.listed() ? misfit(point) : lastUnconfirmed;
        boolean confirmed =
                misfit != null && tries-- > 0 && Replays.REPLAYED.equals(replays.label(point));
        if (misfit == null || confirmed) {
            return null;
        }
        lastUnconfirmed = misfit;
        return "the sides differ only at a point that replaying the kernels does not confirm:"
                + " there "
                + misfit;
    }

    /** Says which number at the point does not fit its type; null if all fit. */
    private String misfit(Counterexample point) {
        for (Map.Entry<String, Rational> input : point.inputs().entrySet()) {
            ElementType type = types.get(input.getKey().split("\\[", 2)[0]);
            if (type != null && !holds(type, input.getValue())) {
                return input.getKey()
                        + " is "
                        + input.getValue()
                        + ", which does not fit "
                        + type.spelling();
            }
        }
        ElementType type = types.get(point.tensor());
        if (type == null || type.isFloat()) {
            return null;
        }
        for (String value : List.of(point.reference(), point.candidate())) {
            Rational number = number(value);
            if (number == null || !holds(type, number)) {
                return "the value " + value + " does not fit " + type.spelling();
            }
        }
        return null;
    }

    private static boolean holds(ElementType type, Rational value) {
        if (type.isFloat()) {
            return type.format().pattern(value).isPresent();
        }
        return value.isInteger()
                && value.compareTo(type.minInteger()) >= 0
                && value.compareTo(type.maxInteger()) <= 0;
    }

    /** The number that a counterexample shows; null if the text is not a number. */
    private static Rational number(String shown) {
        try {
            return Rational.of(new BigDecimal(shown));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
