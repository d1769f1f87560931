package io.heddle.check;

import io.heddle.check.Simulated.Run;
import io.heddle.launch.TensorSpec;
import java.util.Arrays;
import java.util.List;

/** Names elements as the user does. */
final class ElementNames {
    private ElementNames() {}

    /** {@code y[1,2]} for a row-major index of a tensor of the pair. */
    static String of(Simulated simulated, String tensor, long index) {
        for (Run run : new Run[] {simulated.reference(), simulated.candidate()}) {
            String name = run == null ? null : of(run, tensor, index);
            if (name != null) {
                return name;
            }
        }
        return tensor;
    }

    /** The multi-index in a tensor of the pair of {@code index}, that or a row-major flat index. */
    static List<Long> index(Simulated simulated, String tensor, List<Long> index) {
        for (Run run : new Run[] {simulated.reference(), simulated.candidate()}) {
            for (TensorSpec t : run == null ? List.<TensorSpec>of() : run.computation().tensors()) {
                if (t.name().equals(tensor) && index.size() == 1) {
                    return Arrays.stream(t.symbol().index(index.get(0))).boxed().toList();
                }
            }
        }
        return index;
    }

    /** The same in one launch, or null if it has no such tensor. */
    static String of(Run run, String tensor, long index) {
        for (TensorSpec t : run.computation().tensors()) {
            if (t.name().equals(tensor)) {
                return t.symbol().element(index);
            }
        }
        return null;
    }
}
