package io.heddle.lift;

import io.heddle.lift.Affine.Part;
import io.heddle.lift.Affine.Step;
import io.heddle.lift.Expr.Condition;
import io.heddle.spec.index.Relation;
import io.heddle.term.Rational;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tells apart rows that compute different things, by a comparison of their indices: the halves of a
 * concatenation, the triangle that a mask leaves, even and odd elements.
 */
final class Pieces {
    private static final int MOST = 4; // pieces
    private static final int FEW = 4; // values of an index, which conditions do not enumerate

    private static final List<Expr> PADDINGS =
            List.of(
                    new Expr.Exact(Rational.ZERO),
                    new Expr.Infinity(true),
                    new Expr.Infinity(false));
    private static final long[] OFFSETS = {0, 1, -1, 2, -2};

    private final Generaliser generaliser;

    Pieces(Generaliser generaliser) {
        this.generaliser = generaliser;
    }

    /** The expression for the rows of one skeleton, if it holds for all rows. */
    Optional<Expr> extended(Sample sample) {
        List<BitSet> pieces = new ArrayList<>(bySkeleton(sample).values());
        pieces.sort(Comparator.comparingInt(BitSet::cardinality).reversed());
        for (BitSet piece : pieces.subList(0, Math.min(MOST, pieces.size()))) {
            Optional<Expr> all = extended(sample, piece);
            if (all.isPresent()) {
                return all;
            }
        }
        return Optional.empty();
    }

    private Optional<Expr> extended(Sample sample, BitSet piece) {
        try {
            Expr e = generaliser.part(sample.where(piece::get));
            return generaliser.values().isThat(e, sample) ? Optional.of(e) : padded(e, sample);
        } catch (NoFormulaException none) {
            return Optional.empty();
        }
    }

    /** An expression whose reads beyond the ends of tensors give a number, if it then is right. */
    private Optional<Expr> padded(Expr e, Sample sample) {
        for (Expr padding : PADDINGS) {
            try {
                Expr all =
                        e instanceof Expr.Reduce r
                                ? new Expr.Reduce(
                                        r.kind(),
                                        r.over(),
                                        r.where(),
                                        new Padding(sample, r.over(), padding).of(r.body()))
                                : new Padding(sample, List.of(), padding).of(e);
                if (generaliser.values().isThat(all, sample)) {
                    return Optional.of(all);
                }
            } catch (NoFormulaException none) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    private Map<Integer, BitSet> bySkeleton(Sample sample) {
        Map<Integer, BitSet> pieces = new LinkedHashMap<>();
        for (int r = 0; r < sample.size(); r++) {
            int skeleton = generaliser.skeletons().of(sample.forms().get(r));
            pieces.computeIfAbsent(skeleton, s -> new BitSet()).set(r);
        }
        return pieces;
    }

    /** An expression with a choice for rows of several skeletons. */
    Expr expression(Sample sample) {
        Map<Integer, BitSet> pieces = bySkeleton(sample);
        if (pieces.size() > MOST) {
            throw new NoFormulaException(
                    "its elements are of " + pieces.size() + " kinds, which are too many pieces");
        }
        for (BitSet piece : pieces.values()) {
            Condition condition = condition(sample, piece);
            if (condition != null) {
                Expr then = generaliser.part(sample.where(piece::get));
                Expr otherwise = generaliser.part(sample.where(r -> !piece.get(r)));
                return new Expr.Choice(condition, then, otherwise);
            }
        }
        throw new NoFormulaException(
                "its elements are of "
                        + pieces.size()
                        + " kinds, which no comparison of indices tells apart");
    }

    /** The comparison that holds for these rows and no others, or null. */
    private static Condition condition(Sample sample, BitSet piece) {
        for (Condition c : candidates(sample)) {
            boolean fits = true;
            for (int r = 0; fits && r < sample.size(); r++) {
                fits = holds(c, sample, r) == piece.get(r);
            }
            if (fits) {
                return c;
            }
        }
        return null;
    }

    private static List<Condition> candidates(Sample sample) {
        List<Condition> all = new ArrayList<>();
        List<Index> indices = sample.indices();
        for (int d = 0; d < indices.size(); d++) {
            Affine own = whole(indices.get(d), 0);
            int dimension = d;
            long greatest = sample.rows().stream().mapToLong(r -> r[dimension]).max().orElse(0);
            for (long n = 0; n <= greatest; n++) {
                all.add(new Condition(own, Relation.LESS, Affine.constant(n)));
                all.add(new Condition(own, Relation.AT_LEAST, Affine.constant(n)));
                if (greatest > FEW) {
                    all.add(new Condition(own, Relation.EQUAL, Affine.constant(n)));
                }
            }
            for (long m = 2; m <= Math.min(greatest, 4); m++) {
                Affine remainder =
                        new Affine(0, List.of(new Step(1, indices.get(d), Part.REMAINDER, m)));
                for (long n = 0; n < m; n++) {
                    all.add(new Condition(remainder, Relation.EQUAL, Affine.constant(n)));
                }
            }
            for (int e = 0; e < indices.size(); e++) {
                for (long offset : e == d ? new long[0] : OFFSETS) {
                    Affine other = whole(indices.get(e), offset);
                    all.add(new Condition(own, Relation.AT_MOST, other));
                    all.add(new Condition(own, Relation.LESS, other));
                    all.add(new Condition(own, Relation.EQUAL, other));
                }
            }
        }
        return all;
    }

    private static Affine whole(Index index, long constant) {
        return new Affine(constant, List.of(new Step(1, index, Part.WHOLE, 1)));
    }

    private static boolean holds(Condition c, Sample sample, int row) {
        long[] indices = sample.rows().get(row);
        return c.relation()
                .holds(
                        c.left().value(sample.indices(), indices),
                        c.right().value(sample.indices(), indices));
    }
}
