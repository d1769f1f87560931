package io.heddle.algebra;

import io.heddle.term.LimitExceededException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Shows that a form is zero by cases on its maxima, comparisons and floors. The cases cover all
 * inputs; one is left out only where its linear conditions are proved to contradict each other.
 * Parts of a sum that share no input are decided one by one.
 */
public final class Cases {
    private static final int MAX_DEPTH = 256;

    private final Ring ring;
    private int left;
    private int depth;
    private final Map<Integer, BitSet> inputs = new HashMap<>();

    /**
     * @param ring the ring of the forms
     * @param maxCases how many cases may be looked at, over all forms given
     */
    public Cases(Ring ring, int maxCases) {
        this.ring = ring;
        this.left = maxCases;
    }

    /** Throws if atoms are nested deeper than the recursion over them may go. */
    static void checkDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new LimitExceededException("atoms nested deeper than " + MAX_DEPTH);
        }
    }

    /** True if {@code p} was shown to be zero on all inputs; throws where the cases run out. */
    public boolean isZero(Polynomial p) {
        List<Polynomial> components = components(p);
        if (components.size() > 1) {
            boolean all = true;
            for (Polynomial c : components) {
                all = all && isZero(c, Facts.NONE);
            }
            if (all) {
                return true;
            }
        }
        return isZero(p, Facts.NONE);
    }

    private boolean isZero(Polynomial p, Facts facts) {
        if (--left < 0) {
            throw new LimitExceededException("the number of cases");
        }
        Polynomial q = new Rebuilder(ring, facts).rebuild(p);
        if (q.isZero() || isImpliedZero(q, facts)) {
            return true;
        }
        Polynomial cleared = new Denominators(ring).clear(q);
        if (cleared.isZero()) {
            return true;
        }
        Polynomial split = split(q, facts);
        if (split == null || facts.settle(split)) {
            return isZeroByEqualities(q, facts); // the facts do not settle what they say
        }
        // each case starts from p: q has made choices that a boundary may undo
        return caseIsZero(p, facts.and(split, true))
                && caseIsZero(p, facts.and(split.negate(), false));
    }

    private boolean caseIsZero(Polynomial p, Facts facts) {
        return LinearFacts.isInfeasible(ring, facts) || isZero(p, facts);
    }

    /** True if q is zero once inputs are replaced by what the facts say that they equal. */
    private boolean isZeroByEqualities(Polynomial q, Facts facts) {
        Polynomial replaced = q;
        for (Equalities.Equality e : new Equalities(ring).of(facts)) {
            try {
                replaced = new Rebuilder(ring, facts, e).rebuild(replaced);
            } catch (NoFormException divisionByZero) {
                return false;
            }
            if (replaced.isZero() || new Denominators(ring).clear(replaced).isZero()) {
                return true;
            }
        }
        return false;
    }

    private boolean isImpliedZero(Polynomial q, Facts facts) {
        return !facts.isEmpty()
                && q.size() <= 16
                && LinearFacts.implies(ring, facts, q, false)
                && LinearFacts.implies(ring, facts, q.negate(), false);
    }

    /**
     * A polynomial whose sign decides an innermost maximum or comparison of p, or separates the
     * possible values of a floor; null if there is none.
     */
    private Polynomial split(Polynomial p, Facts facts) {
        TreeSet<Integer> atoms = new TreeSet<>();
        collect(p, atoms, 0);
        Atom best = null;
        for (int id : atoms) {
            Atom atom = ring.atom(id);
            boolean decidable =
                    atom.kind() == Atom.Kind.MAXIMUM || atom.kind() == Atom.Kind.INDICATOR;
            if (decidable && isInnermost(atom) && (best == null || size(atom) < size(best))) {
                best = atom;
            }
        }
        if (best == null) {
            return floorSplit(atoms, facts);
        }
        return best.kind() == Atom.Kind.INDICATOR
                ? best.part()
                : best.parts().get(0).subtract(best.parts().get(1));
    }

    /** A polynomial whose sign separates the values of some floor, or null if none can be split. */
    private Polynomial floorSplit(Set<Integer> atoms, Facts facts) {
        for (int id : atoms) { // floors below a floor come first
            Atom atom = ring.atom(id);
            if (atom.kind() == Atom.Kind.FLOOR) {
                Polynomial split = ring.rules().floors().split(atom, facts);
                if (split != null) {
                    return split;
                }
            }
        }
        return null;
    }

    private static int size(Atom atom) {
        int size = 0;
        for (Polynomial p : atom.parts()) {
            size += p.size();
        }
        return size;
    }

    private boolean isInnermost(Atom atom) {
        TreeSet<Integer> below = new TreeSet<>();
        for (Polynomial p : atom.parts()) {
            collect(p, below, 0);
        }
        for (int id : below) {
            Atom.Kind kind = ring.atom(id).kind();
            if (kind == Atom.Kind.MAXIMUM || kind == Atom.Kind.INDICATOR) {
                return false;
            }
        }
        return true;
    }

    private void collect(Polynomial p, Set<Integer> atoms, int depth) {
        checkDepth(depth);
        for (int i = 0; i < p.size(); i++) {
            int[] powers = ring.unpack(p.key(i));
            for (int j = 0; j < powers.length; j += 2) {
                if (atoms.add(powers[j])) {
                    for (Polynomial part : ring.atom(powers[j]).parts()) {
                        collect(part, atoms, depth + 1);
                    }
                }
            }
        }
    }

    // ---------------------------------------------------------------- parts that share no input

    private List<Polynomial> components(Polynomial p) {
        List<BitSet> groups = new ArrayList<>();
        for (int i = 0; i < p.size(); i++) {
            BitSet merged = (BitSet) inputs(p.key(i)).clone();
            if (merged.isEmpty()) {
                continue;
            }
            List<BitSet> apart = new ArrayList<>();
            for (BitSet group : groups) {
                if (group.intersects(merged)) {
                    merged.or(group);
                } else {
                    apart.add(group);
                }
            }
            apart.add(merged);
            groups = apart;
        }
        if (groups.size() < 2) {
            return List.of(p);
        }
        TreeMap<Integer, Accumulator> sums = new TreeMap<>();
        for (int i = 0; i < p.size(); i++) {
            BitSet own = inputs(p.key(i));
            int index = 0; // what has no input goes with the first
            for (int g = 0; g < groups.size(); g++) {
                if (groups.get(g).intersects(own)) {
                    index = g;
                }
            }
            sums.computeIfAbsent(index, g -> new Accumulator()).add(p.key(i), p.coefficient(i));
        }
        List<Polynomial> components = new ArrayList<>();
        for (Accumulator sum : sums.values()) {
            components.add(sum.toPolynomial());
        }
        return components;
    }

    private BitSet inputs(long key) {
        BitSet all = new BitSet();
        int[] powers = ring.unpack(key);
        for (int j = 0; j < powers.length; j += 2) {
            all.or(inputsOf(powers[j]));
        }
        return all;
    }

    private BitSet inputsOf(int atomId) {
        BitSet known = inputs.get(atomId);
        if (known == null) {
            checkDepth(++depth);
            known = new BitSet();
            Atom atom = ring.atom(atomId);
            if (atom.kind() == Atom.Kind.INPUT || atom.kind() == Atom.Kind.OPAQUE) {
                known.set(atomId);
            }
            for (Polynomial part : atom.parts()) {
                for (int i = 0; i < part.size(); i++) {
                    known.or(inputs(part.key(i)));
                }
            }
            inputs.put(atomId, known);
            depth--;
        }
        return known;
    }
}
