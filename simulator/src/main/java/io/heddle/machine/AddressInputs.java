package io.heddle.machine;

import io.heddle.finding.Location;
import io.heddle.finding.UnsupportedPtxException;
import io.heddle.ptx.Variable;
import io.heddle.term.Op;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Says which inputs an address depends on, in the user's names: {@code the address depends on
 * idx[0] at k.cu:12}, and what would make it known. The address itself, a sum with the number at
 * which a tensor happens to lie, says nothing to a user.
 */
public final class AddressInputs {
    private static final int MOST_NAMES = 3;
    private static final int LONGEST = 80;

    private final TermStore store;
    private final int address;
    private final List<String> names = new ArrayList<>();
    private final Set<String> tensors = new TreeSet<>();
    private final Set<String> scalars = new TreeSet<>();

    /** The inputs of an address that is a term. */
    public AddressInputs(TermStore store, int address) {
        this.store = store;
        this.address = address;
        TermWalk walk = new TermWalk(address);
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (store.op(t) == Op.ELEMENT) {
                add(store.symbolOf(t), store.elementIndex(t));
            } else if (store.op(t) == Op.APPLY && store.functionOf(t).readsTensor()) {
                String tensor = store.functionOf(t).name();
                names.add("an element of " + tensor);
                tensors.add(tensor);
            }
            walk.open(store.operands(t));
        }
        names.sort(null);
    }

    /** The exception of a step that models concrete addresses only. */
    static UnsupportedPtxException unsupported(Machine machine, int address, Step step) {
        if (machine.schedule().reaches(address)) {
            return new UnsupportedPtxException(
                    "the address depends on the schedule (an atomic's result, a clock)");
        }
        AddressInputs inputs = new AddressInputs(machine.store(), address);
        return new UnsupportedPtxException(inputs.depends(step) + inputs.hint(false));
    }

    private void add(Symbol symbol, long index) {
        names.add(symbol.element(index));
        (symbol.shape().isEmpty() ? scalars : tensors).add(symbol.name());
    }

    /** {@code the address depends on idx[0] at k.cu:12}. */
    public String depends(Step step) {
        Location at = Location.of(step.instruction());
        String place =
                at.source() != null
                        ? at.source().toString()
                        : at.position().file() + ":" + at.position().line();
        return "the address depends on " + inputs() + " at " + place;
    }

    private String inputs() {
        if (names.isEmpty()) {
            return store.show(address, LONGEST);
        }
        int last = names.size() - 1;
        if (last < MOST_NAMES) {
            String first = String.join(", ", names.subList(0, last));
            return last == 0 ? names.get(0) : first + " and " + names.get(last);
        }
        String first = String.join(", ", names.subList(0, MOST_NAMES));
        return first + " and " + (names.size() - MOST_NAMES) + " more";
    }

    /**
     * What the user may say of these inputs so that the address is known.
     *
     * @param orRange whether ranges of tensors suffice: a load reads at an unknown index of known
     *     range
     * @return the end of a message, or nothing if the inputs are not the user's
     */
    public String hint(boolean orRange) {
        Optional<String> variable = tensors.stream().filter(Variable::isQualified).findFirst();
        if (variable.isPresent()) {
            return "; no argument of the launch says what " + variable.get() + " holds";
        }
        if (!tensors.isEmpty()) {
            boolean range = orRange && scalars.isEmpty();
            String names = String.join(" and ", tensors);
            return "; give " + names + " contents such as =iota" + (range ? ", or a range" : "");
        }
        return scalars.isEmpty() ? "" : "; give " + String.join(" and ", scalars) + " a number";
    }
}
