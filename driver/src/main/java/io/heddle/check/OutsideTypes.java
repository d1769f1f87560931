package io.heddle.check;

import io.heddle.condition.Counterexample;
import io.heddle.decide.Decision;
import io.heddle.launch.Argument;
import io.heddle.launch.Computation;
import io.heddle.launch.TensorSpec;
import io.heddle.term.ElementType;
import io.heddle.term.Rational;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    /** A misfit that no replay confirmed, if there was one. */
    private Optional<String> lastUnconfirmed = Optional.empty();

    OutsideTypes(Simulated simulated, Replays replays) {
        this.replays = replays;
        for (Computation side :
                List.of(simulated.reference().computation(), simulated.candidate().computation())) {
            for (TensorSpec tensor : side.tensors()) {
                types.put(tensor.name(), tensor.type());
            }
            side.arguments().stream()
                    .flatMap(Argument::parts)
                    .filter(Argument.SymbolicScalar.class::isInstance)
                    .map(a -> (Argument.SymbolicScalar) a)
                    .forEach(s -> types.put(s.name(), s.type()));
        }
    }

    /**
     * {@code decisions}, with such refutations replaced by Undecided unless a replay confirms them.
     */
    List<Decision> withdrawn(List<Decision> decisions) {
        List<Decision> all = new ArrayList<>();
        for (Decision decision : decisions) {
            Optional<String> why =
                    decision instanceof Decision.Refuted r
                            ? why(r.counterexample())
                            : Optional.empty();
            all.add(why.<Decision>map(Decision.Undecided::new).orElse(decision));
        }
        return all;
    }

    /** Why a refutation says nothing about the kernels; empty if it does say something. */
    private Optional<String> why(Counterexample point) {
        Optional<String> misfit = point.listed() ? misfit(point) : lastUnconfirmed;
        boolean confirmed =
                misfit.isPresent()
                        && tries-- > 0
                        && replays.at(point) instanceof PointReplay.Confirmed;
        if (misfit.isEmpty() || confirmed) {
            return Optional.empty();
        }
        lastUnconfirmed = misfit;
        return misfit.map(
                m ->
                        "the sides differ only at a point that replaying the kernels does not"
                                + " confirm: there "
                                + m);
    }

    /** Says which number at the point does not fit its type; empty if all fit. */
    private Optional<String> misfit(Counterexample point) {
        for (Map.Entry<String, Rational> input : point.inputs().entrySet()) {
            ElementType type = types.get(input.getKey().split("\\[", 2)[0]);
            if (type != null && !holds(type, input.getValue())) {
                return Optional.of(
                        input.getKey()
                                + " is "
                                + input.getValue()
                                + ", which does not fit "
                                + type.spelling());
            }
        }
        ElementType type = types.get(point.tensor());
        if (type == null || type.isFloat()) {
            return Optional.empty();
        }
        for (String value : List.of(point.reference(), point.candidate())) {
            if (number(value).filter(n -> holds(type, n)).isEmpty()) {
                return Optional.of("the value " + value + " does not fit " + type.spelling());
            }
        }
        return Optional.empty();
    }

    private static boolean holds(ElementType type, Rational value) {
        if (type.isFloat()) {
            return type.format().pattern(value).isPresent();
        }
        return value.isInteger()
                && value.compareTo(type.minInteger()) >= 0
                && value.compareTo(type.maxInteger()) <= 0;
    }

    /** The number that a counterexample shows; empty if the text is not a number. */
    private static Optional<Rational> number(String shown) {
        try {
            return Optional.of(Rational.of(new BigDecimal(shown)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
