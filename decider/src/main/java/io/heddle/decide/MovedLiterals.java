package io.heddle.decide;

import io.heddle.algebra.RecoveredConstant;
import io.heddle.algebra.Recovery;
import io.heddle.evaluate.Cone;
import io.heddle.evaluate.Literals;
import io.heddle.term.FloatFormat;
import io.heddle.term.Op;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The literals of some formats that a reading takes for other numbers than they are, the terms
 * above them, and how much of a term's value reading them may change.
 */
final class MovedLiterals {
    private static final double FAR_IN_SINGLES = 0x1p-10;
    private static final double FAR_IN_DOUBLES = 0x1p-30;
    private static final int SPARE_BITS = 3; // of a format narrower than a single

    // where all is generic: so many bits of a format's precision may be lost
    private static final int DOUBLE_SPARE_BITS = 11;
    private static final int SINGLE_SPARE_BITS = 9;
    private static final int NARROW_SPARE_BITS = 1; // and singles that meet doubles
    // by a bound that sees no cancellation
    private static final int BOUND_SPARE_BITS = 12;
    private static final int NARROW_BOUND_SPARE_BITS = 5;

    private final TermStore store;
    private final Cone cone;
    private final Literals read;
    private final Set<FloatFormat> formats;
    private final int precision; // the least of theirs
    private final boolean doubles; // are among the tensors
    private final List<Recovery.Literal> moved = new ArrayList<>();
    private final BitSet above = new BitSet();
    private final Literals exact;

    /**
     * @param recovery the reading
     * @param read the same for an evaluator
     * @param doubles true if doubles are among the tensors
     */
    MovedLiterals(
            Cone cone,
            Recovery recovery,
            Literals read,
            Set<FloatFormat> formats,
            boolean doubles) {
        this.store = cone.store();
        this.cone = cone;
        this.read = read;
        this.formats = formats;
        this.doubles = doubles;
        precision = formats.stream().mapToInt(FloatFormat::precision).min().orElseThrow();
        for (int i = 0; i < cone.leaves().length; i++) {
            int t = cone.leafTerms()[i];
            if (isMoved(t)) {
                above.set(cone.leaves()[i]);
                moved.add(new Recovery.Literal(store.literalFormat(t), store.literalBits(t)));
            }
        }
        for (int node = 0; !moved.isEmpty() && node < cone.size(); node++) {
            if (cone.isAbove(above, node)) {
                above.set(node);
            }
        }
        List<Recovery.Literal> kept = new ArrayList<>(moved);
        kept.addAll(recovery.exact());
        exact = Literals.recovered(store, new Recovery(kept, false));
    }

    private boolean isMoved(int t) {
        if (store.op(t) != Op.LITERAL || !formats.contains(store.literalFormat(t))) {
            return false;
        }
        Optional<RecoveredConstant> number = read.recovered(t);
        return number.isPresent() && !number.get().isValue(store.rationalValue(t));
    }

    boolean isEmpty() {
        return moved.isEmpty();
    }

    /** True for the node of such a literal, and of a term that reads one. */
    boolean areReadBy(int node) {
        return above.get(node);
    }

    /** The reading, but for these literals, which keep their values. */
    Literals exact() {
        return exact;
    }

    /** The part of a term's value that the reading may change. */
    double allowed() {
        if (precision >= 53) {
            return FAR_IN_DOUBLES;
        }
        return precision >= 24 ? FAR_IN_SINGLES : Math.scalb(1.0, SPARE_BITS - precision);
    }

    /** The part of a term's value that the reading may change where all is generic. */
    double generically() {
        int spare = NARROW_SPARE_BITS;
        if (precision >= 53) {
            spare = DOUBLE_SPARE_BITS;
        } else if (precision >= 24 && !doubles) {
            spare = SINGLE_SPARE_BITS;
        }
        return Math.scalb(1.0, spare - precision);
    }

    /** The part of a result that the reading may change by a bound that sees no cancellation. */
    double bounded() {
        int spare = precision >= 24 ? BOUND_SPARE_BITS : NARROW_BOUND_SPARE_BITS;
        return Math.scalb(1.0, spare - precision);
    }

    /** All of them. */
    Set<Recovery.Literal> all() {
        return new LinkedHashSet<>(moved);
    }

    /** Those below nodes, or below other nodes without such below. */
    Set<Recovery.Literal> below(BitSet nodes) {
        Set<Recovery.Literal> literals = new LinkedHashSet<>();
        TermWalk walk = new TermWalk(cone.lowest(nodes).stream().map(cone::term).toArray());
        for (int t = walk.next(); t != 0; t = walk.next()) {
            if (isMoved(t)) {
                literals.add(new Recovery.Literal(store.literalFormat(t), store.literalBits(t)));
            }
            walk.open(store.operands(t));
        }
        return literals;
    }
}
