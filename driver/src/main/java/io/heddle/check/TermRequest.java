package io.heddle.check;

import io.heddle.launch.Argument;
import io.heddle.launch.TensorSpec;
import io.heddle.memory.InitialTerms;
import io.heddle.simulate.OutputTensor;
import io.heddle.simulate.SimulationResult.Case;
import io.heddle.suite.InputException;
import io.heddle.suite.Side;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Output elements whose terms are to be shown.
 *
 * @param tensor its name
 * @param index row-major index of the element, or −1 for all that are written
 */
public record TermRequest(String tensor, long index) {
    private static final Pattern ELEMENT = Pattern.compile("([^\\[\\]]+)\\[([0-9,]+|\\*)\\]");
    private static final int LONGEST = 4000;
    private static final int MOST_ELEMENTS = 1024;

    /**
     * The request {@code y[1,2]} or {@code y[*]} for a launch's arguments.
     *
     * @throws InputException if there is no such element
     */
    public static TermRequest parse(String text, Side side) {
        Matcher m = ELEMENT.matcher(text);
        if (!m.matches()) {
            throw new InputException(
                    "--terms " + text + ": expected an element such as y[0] or y[*]");
        }
        List<String> names = new ArrayList<>();
        for (Argument argument : side.arguments().stream().flatMap(Argument::parts).toList()) {
            if (argument instanceof Argument.Tensor t) {
                if (t.tensor().name().equals(m.group(1))) {
                    return new TermRequest(
                            m.group(1),
                            m.group(2).equals("*") ? -1 : index(text, m.group(2), t.tensor()));
                }
                names.add(t.tensor().name());
            }
        }
        throw new InputException(
                "--terms "
                        + text
                        + ": no argument is a tensor named "
                        + m.group(1)
                        + "; there are "
                        + String.join(", ", names));
    }

    private static long index(String text, String indices, TensorSpec spec) {
        String[] parts = indices.split(",", -1);
        boolean fits = parts.length == spec.shape().size();
        long flat = 0;
        for (int d = 0; fits && d < parts.length; d++) {
            fits = parts[d].matches("[0-9]{1,9}");
            long i = fits ? Long.parseLong(parts[d]) : 0;
            fits &= i < spec.shape().get(d);
            flat = flat * spec.shape().get(d) + i;
        }
        if (!fits) {
            throw new InputException(
                    "--terms " + text + ": no such element; the shape is " + spec.shape());
        }
        return flat;
    }

    /** The terms asked for, by element (and condition where there are cases). */
    public static Map<String, String> show(List<TermRequest> requests, Simulated simulated) {
        Map<String, String> terms = new LinkedHashMap<>();
        if (simulated.reference() == null || simulated.reference().result() == null) {
            return terms;
        }
        TermStore store = simulated.store();
        for (TermRequest request : requests) {
            for (Case c : simulated.reference().result().cases()) {
                OutputTensor tensor = c.tensors().get(request.tensor());
                if (tensor != null) {
                    request.show(store, c, tensor, terms);
                }
            }
        }
        return terms;
    }

    private void show(TermStore store, Case c, OutputTensor tensor, Map<String, String> terms) {
        String condition =
                c.condition() == store.trueTerm()
                        ? ""
                        : " if " + store.show(c.condition(), LONGEST);
        if (index >= 0) {
            put(store, condition, tensor, (int) index, terms);
            return;
        }
        for (int i = 0; i < tensor.size() && terms.size() < MOST_ELEMENTS; i++) {
            if (tensor.isWritten(i)) {
                put(store, condition, tensor, i, terms);
            }
        }
    }

    private static void put(
            TermStore store,
            String condition,
            OutputTensor tensor,
            int i,
            Map<String, String> terms) {
        boolean unknown =
                !tensor.isWritten(i) && tensor.spec().init() instanceof TensorSpec.Init.Symbolic;
        int term = unknown ? InitialTerms.of(tensor.spec(), store).applyAsInt(i) : tensor.term(i);
        String text =
                term == 0
                        ? "not one value of type "
                                + tensor.spec().type().spelling()
                                + (tensor.unreadable(i) == null
                                        ? ""
                                        : " (" + tensor.unreadable(i) + ")")
                        : store.show(term, LONGEST);
        terms.put(
                tensor.spec().symbol().element(i) + condition,
                tensor.isWritten(i) ? text : text + " (not written)");
    }
}
