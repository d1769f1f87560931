package io.heddle.check;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.suite.Pair;
import io.heddle.suite.Side;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The declared ranges of a pair's tensors, as assumptions. */
final class Ranges {
    private Ranges() {}

    /** One line a tensor with a range, in argument order. */
    static Set<String> assumptions(Pair pair) {
        Set<String> lines = new LinkedHashSet<>();
        for (Side side :
                pair.isSingle()
                        ? List.of(pair.reference())
                        : List.of(pair.reference(), pair.candidate())) {
            side.allArguments().stream()
                    .flatMap(Argument::parts)
                    .filter(Argument.Tensor.class::isInstance)
                    .forEach(t -> add(((Argument.Tensor) t).tensor(), lines));
        }
        return lines;
    }

    private static void add(TensorSpec t, Set<String> lines) {
        line(t).ifPresent(lines::add);
        if (t.distinct()) {
            lines.add("the elements of " + t.name() + " are distinct");
        }
    }

    private static Optional<String> line(TensorSpec t) {
        if (t.low() == null && t.high() == null) {
            return Optional.empty();
        }
        String low = t.low() == null ? "" : ExactText.of(t.low()) + " <= ";
        String high = t.high() == null ? "" : " <= " + ExactText.of(t.high());
        return Optional.of("range of " + t.name() + ": " + low + t.name() + high);
    }
}
