package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitTerm;
import io.heddle.term.Rational;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What terms are for each thread of a block that its number alone decides. */
final class LaneValues {
    private final Variables variables;
    private final LoopEnds ends;
    private final List<BitTerm> coordinates;
    private final int[] extents;
    private final int threads;
    private final Map<Integer, long[]> values = new HashMap<>();

    /**
     * The threads of a block.
     *
     * @param coordinates of a thread, x first
     * @param extents of the block
     */
    LaneValues(Variables variables, LoopEnds ends, List<BitTerm> coordinates, int[] extents) {
        this.variables = variables;
        this.ends = ends;
        this.coordinates = coordinates;
        this.extents = extents.clone();
        threads = extents[0] * extents[1] * extents[2];
    }

    int threads() {
        return threads;
    }

    int warps() {
        return (threads + TermValues.LANES - 1) / TermValues.LANES;
    }

    /** The lanes of a warp that have a thread. */
    int existing(int warp) {
        int n = threads - warp * TermValues.LANES;
        return n >= TermValues.LANES ? -1 : (1 << n) - 1;
    }

    /** A coordinate of a thread. */
    long coordinate(int axis, int thread) {
        return switch (axis) {
            case 0 -> thread % extents[0];
            case 1 -> thread / extents[0] % extents[1];
            default -> thread / (extents[0] * extents[1]);
        };
    }

    /** The value of a variable for a thread, with a sign. */
    long value(int variable, int thread) {
        return values.computeIfAbsent(variable, this::all)[thread];
    }

    /** The value of a polynomial in such variables. */
    Rational value(Poly p, int thread) {
        Rational sum = Rational.ZERO;
        for (Map.Entry<Monomial, Rational> e : p.parts().entrySet()) {
            Rational product = e.getValue();
            for (int v : e.getKey().variables()) {
                product = product.multiply(Rational.of(value(v, thread)));
            }
            sum = sum.add(product);
        }
        return sum;
    }

    private long[] all(int variable) {
        BitTerm t = variables.term(variable);
        TermValues terms = new TermValues(ends, 2);
        coordinates.forEach(c -> terms.declare(c, 0));
        List<TermValues.Node> places = coordinates.stream().map(terms::node).toList();
        TermValues.Node node = terms.node(t);
        long[] result = new long[threads];
        for (int from = 0; from < threads; from += TermValues.LANES) {
            for (int lane = 0; lane < TermValues.LANES; lane++) {
                for (int k = 0; k < places.size(); k++) {
                    terms.set(places.get(k), lane, coordinate(k, from + lane));
                }
            }
            terms.compute(0);
            for (int lane = 0; lane < TermValues.LANES && from + lane < threads; lane++) {
                result[from + lane] = TermValue.signed(node.value(lane), t.width());
            }
        }
        return result;
    }
}
