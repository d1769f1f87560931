package io.heddle.lifting;

import io.heddle.launch.Argument;
import io.heddle.suite.Side;
import java.util.List;
import java.util.Map;

/**
 * The kernel's launch at one size.
 *
 * @param side the launch, of the whole grid
 * @param sizes as the user gave them, such as {@code N=5,D=7}; empty where nothing has a name
 * @param dims the numbers by name, in the order in which they are given
 */
public record SizedLaunch(Side side, String sizes, Map<String, Long> dims) {
    /** The shapes of the tensors among the arguments. */
    List<List<Integer>> shapes() {
        return side.allArguments().stream()
                .flatMap(Argument::parts)
                .filter(Argument.Tensor.class::isInstance)
                .map(a -> ((Argument.Tensor) a).tensor().shape())
                .toList();
    }
}
