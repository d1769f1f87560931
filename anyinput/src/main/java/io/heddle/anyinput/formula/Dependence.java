package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What terms depend on. */
final class Dependence {
    private final LoopEnds ends;
    private final Map<BitTerm, Integer> known;
    private final Map<BitTerm, BitTerm> definitions;
    private final Map<BitTerm, Boolean> ofAll = new HashMap<>();

    /**
     * Dependences on the variables of a launch.
     *
     * @param known sizes, blocks and iterations
     * @param definitions variables that are terms over the sizes
     */
    Dependence(LoopEnds ends, Map<BitTerm, Integer> known, Map<BitTerm, BitTerm> definitions) {
        this.ends = ends;
        this.known = known;
        this.definitions = definitions;
    }

    /** True if the thread's number alone decides a term. */
    static boolean isOfThread(BitTerm t) {
        return switch (t.op()) {
            case VARIABLE -> t.name().startsWith("threadIdx.");
            case APPLY -> false;
            default -> t.operands().stream().allMatch(Dependence::isOfThread);
        };
    }

    /** True if all threads of a block have one value of a term at the same iterations. */
    boolean isOfAll(BitTerm t) {
        Boolean uniform = ofAll.get(t);
        if (uniform == null) {
            uniform =
                    switch (t.op()) {
                        case VARIABLE -> !isOfThread(t);
                        case APPLY ->
                                (ends.isLast(t) || ends.isReaching(t))
                                        && t.operands().stream().allMatch(this::isOfAll)
                                        && isOfAll(ends.goesOn(t, List.of()));
                        default -> t.operands().stream().allMatch(this::isOfAll);
                    };
            ofAll.put(t, uniform);
        }
        return uniform;
    }

    /** True if data take part in a condition. */
    boolean isOfData(BitTerm t) {
        if (known.containsKey(t) || definitions.containsKey(t)) {
            return false;
        }
        return switch (t.op()) {
            case VARIABLE -> !isOfThread(t);
            case APPLY -> !ends.isReaching(t) && !ends.isLast(t);
            default -> t.operands().stream().anyMatch(this::isOfData);
        };
    }
}
