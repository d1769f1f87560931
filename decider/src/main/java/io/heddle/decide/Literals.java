package io.heddle.decide;

import io.heddle.algebra.ConstantTable;
import io.heddle.algebra.RecoveredConstant;
import io.heddle.term.TermStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the LITERALs of a store mean: exactly their pattern's value, or the number it rounds. */
final class Literals {
    private final TermStore store;
    private final boolean recover;
    private final Map<Integer, Optional<RecoveredConstant>> recovered = new HashMap<>();

    private Literals(TermStore store, boolean recover) {
        this.store = store;
        this.recover = recover;
    }

    /** Every literal is exactly the value of its pattern. */
    static Literals exact(TermStore store) {
        return new Literals(store, false);
    }

    /** Every literal that the constant table knows is the number that it rounds. */
    static Literals recovered(TermStore store) {
        return new Literals(store, true);
    }

    /** The number that LITERAL {@code t} stands for, or empty where it is its pattern's value. */
    Optional<RecoveredConstant> recovered(int t) {
        if (!recover) {
            return Optional.empty();
        }
        return recovered.computeIfAbsent(
                t,
                id ->
                        ConstantTable.standard()
                                .recover(store.literalFormat(id), store.literalBits(id)));
    }
}
