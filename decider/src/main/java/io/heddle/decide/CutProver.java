package io.heddle.decide;

import io.heddle.algebra.FanOut;
import io.heddle.algebra.MonomialPool;
import io.heddle.algebra.NoFormException;
import io.heddle.algebra.PrefixBasis;
import io.heddle.algebra.Sign;
import io.heddle.condition.DecideOptions;
import io.heddle.refute.TermSigns;
import io.heddle.term.ElementType;
import io.heddle.term.LimitExceededException;
import io.heddle.term.Op;
import io.heddle.term.Rational;
import io.heddle.term.Rebuild;
import io.heddle.term.Symbol;
import io.heddle.term.TermStore;
import io.heddle.term.TermWalk;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Proves two terms equal with terms below them cut off: each cut stands for any real number of the
 * sign that it is known to have, so a proof holds whatever is below. Where that is too coarse, cuts
 * are opened, the highest first, and those first that only one side has.
 */
final class CutProver {
    private static final int ROUNDS = 8;
    private static final int MOST_CUTS = 1 << 24;

    private final TermStore store;
    private final DecideOptions options;
    private final MonomialPool pool;
    private final boolean recovered;
    private final Cuts known;

    /** What is known of the terms of a store that may be cut off. */
    interface Cuts {
        /** True for the terms that can be cut off: finite where they are defined. */
        boolean mayCut(int t);

        /** What is known of the sign of one of those. */
        Sign sign(int t);

        /**
         * True for those that are worth a cut even where the term above them was opened; others,
         * such as the partial sums of a sum, are opened with it.
         */
        boolean matters(int t);

        /** How many that matter lie above one another below and with a term. */
        int height(int t);
    }

    /**
     * @param recovered whether literals are read as the numbers that they round
     */
    CutProver(
            TermStore store,
            DecideOptions options,
            MonomialPool pool,
            boolean recovered,
            Cuts known) {
        this.store = store;
        this.options = options;
        this.pool = pool;
        this.recovered = recovered;
        this.known = known;
    }

    /** Whether s = t; PIT only where {@code effort} is full. */
    Prover.Proof prove(int s, int t, Proofs.Effort effort) {
        Set<Integer> opened = new HashSet<>();
        Prover.Proof proof = null;
        for (int round = 0; round < ROUNDS && !options.isExpired(); round++) {
            Projection p = new Projection(opened, s, t);
            int left = p.of(s);
            int right = p.of(t);
            if (left == right) {
                return Prover.Proof.of(Decision.Method.SAME, recovered);
            }
            try (Prover prover = prover(p.store, left, right)) {
                proof = prover.prove(left, right, effort);
            }
            if (proof.proved() || p.cuts.isEmpty()) {
                return proof;
            }
            opened.addAll(p.toOpen(s, t));
        }
        return proof;
    }

    private Prover prover(TermStore over, int... roots) {
        FanOut fanOut = FanOut.of(over, roots);
        Prover.Literals literals = recovered ? Prover.Literals.RECOVERED : Prover.Literals.EXACT;
        PrefixBasis basis = PrefixBasis.of(over, fanOut);
        return new Prover(over, options, fanOut, literals, basis, pool.guest());
    }

    /** The sign that a term shows once what is below is cut off. */
    Sign sign(int t) {
        Projection p = new Projection(Set.of(), t);
        int image = p.of(t);
        Sign sign = new TermSigns(p.store).of(image);
        if (sign != Sign.UNKNOWN) {
            return sign;
        }
        try (Prover prover = prover(p.store, image)) {
            return prover.withForms(recovered, forms -> forms.sign(forms.form(image)));
        } catch (NoFormException | LimitExceededException e) {
            return Sign.UNKNOWN;
        }
    }

    /** Terms over inputs and cuts, in a store of their own. */
    private final class Projection {
        private final TermStore store = new TermStore();
        private final Set<Integer> opened;
        private final Set<Integer> roots = new HashSet<>();
        private final Map<Integer, Integer> images = new HashMap<>();
        private final Set<Integer> cuts = new HashSet<>();

        Projection(Set<Integer> opened, int... roots) {
            this.opened = opened;
            for (int root : roots) {
                this.roots.add(root);
            }
        }

        private boolean isCut(int t) {
            return !roots.contains(t) && !opened.contains(t) && known.mayCut(t);
        }

        private int[] below(int t) {
            return isCut(t) ? new int[0] : CutProver.this.store.operands(t);
        }

        int of(int root) {
            TermWalk.complete(root, images::containsKey, this::below, t -> images.put(t, made(t)));
            return images.get(root);
        }

        private int made(int t) {
            if (isCut(t)) {
                cuts.add(t);
                return unknown(known.sign(t));
            }
            int[] operands = CutProver.this.store.operands(t);
            int[] x = new int[operands.length];
            for (int i = 0; i < x.length; i++) {
                x[i] = images.get(operands[i]);
            }
            return Rebuild.in(store, CutProver.this.store, t, x);
        }

        /** Any real number of a sign; any positive one is 2^e. */
        private int unknown(Sign sign) {
            List<Integer> shape = List.of(MOST_CUTS);
            ElementType type = ElementType.F64;
            Symbol symbol;
            if (sign.isKnownPositive()) {
                symbol = new Symbol("log2 cut", type, shape);
            } else if (sign.isKnownNonnegative()) {
                symbol = new Symbol("cut >= 0", type, shape, Rational.ZERO, null);
            } else if (sign.isKnownNonpositive()) {
                symbol = new Symbol("cut <= 0", type, shape, null, Rational.ZERO);
            } else {
                symbol = new Symbol("cut", type, shape);
            }
            int element = store.element(store.declare(symbol), cuts.size());
            return sign.isKnownPositive() ? store.exp2(element) : element;
        }

        /**
         * The highest of the cuts that only one side has, or else of all, and what lies below them
         * down to what matters.
         */
        Set<Integer> toOpen(int s, int t) {
            Set<Integer> left = cutsOf(s);
            Set<Integer> right = cutsOf(t);
            Set<Integer> open = new HashSet<>(cuts);
            open.removeIf(c -> left.contains(c) && right.contains(c));
            if (open.isEmpty()) {
                open.addAll(cuts);
            }
            int highest = open.stream().mapToInt(known::height).max().orElse(0);
            open.removeIf(c -> known.height(c) < highest);
            TermWalk walk = new TermWalk(new int[0]);
            open.forEach(c -> walk.open(CutProver.this.store.operands(c)));
            for (int u = walk.next(); u != 0; u = walk.next()) {
                if (known.mayCut(u) && !known.matters(u)) {
                    open.add(u);
                }
                if (!isCut(u) || open.contains(u)) {
                    walk.open(CutProver.this.store.operands(u));
                }
            }
            return open;
        }

        private Set<Integer> cutsOf(int root) {
            Set<Integer> found = new HashSet<>();
            TermWalk walk = new TermWalk(root);
            for (int t = walk.next(); t != 0; t = walk.next()) {
                if (isCut(t)) {
                    found.add(t);
                } else {
                    walk.open(CutProver.this.store.operands(t));
                }
            }
            return found;
        }
    }

    /** True for the operations whose results are cut off: what forms take apart is not. */
    static boolean isCuttable(Op op) {
        return switch (op) {
            case ADD, SUB, FMA, SQRT, APPLY, MAX, MIN, ITE, FLOOR, CEIL, TRUNC, RINT -> true;
            default -> false;
        };
    }
}
