package io.heddle.anyinput.query;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What conditions that hold together say of sums of products that are less than others. A condition
 * {@code k = 0 or A}, as the one that a loop's iteration k is reached, says what A says of k, if
 * that is an upper bound of what k is a factor of.
 */
final class KnownLimits {
    private final Set<BitTerm> holds = new HashSet<>();
    private final List<Limit> limits = new ArrayList<>();

    /**
     * A term that is less than another one, or equal to it.
     *
     * @param signed true if their bits are numbers with signs
     * @param only the variable of which alone this is known unless it is 0; null if it is certain
     */
    record Limit(BitTerm less, BitTerm greater, boolean strict, boolean signed, BitTerm only) {}

    /** Reads conditions, all of which hold. */
    KnownLimits(List<BitTerm> conditions) {
        conditions.forEach(this::note);
        List.copyOf(holds).forEach(t -> read(t, null));
    }

    List<Limit> all() {
        return limits;
    }

    private void note(BitTerm t) {
        if (t.op() == BitOp.AND) {
            t.operands().forEach(this::note);
        } else {
            holds.add(t);
        }
    }

    private boolean isFalse(BitTerm t) {
        return t.op() == BitOp.NOT && holds.contains(t.operand(0))
                || holds.stream().anyMatch(h -> h.op() == BitOp.NOT && h.operand(0) == t);
    }

    private void read(BitTerm t, BitTerm only) {
        switch (t.op()) {
            case AND -> t.operands().forEach(o -> read(o, only));
            case OR -> {
                List<BitTerm> left = t.operands().stream().filter(o -> !isFalse(o)).toList();
                if (left.size() == 1) {
                    read(left.get(0), only);
                } else if (left.size() == 2 && only == null) {
                    readUnlessZero(left.get(0), left.get(1));
                    readUnlessZero(left.get(1), left.get(0));
                }
            }
            case SLT, ULT -> less(t.operand(0), t.operand(1), true, t.op() == BitOp.SLT, only);
            case NOT -> {
                BitTerm c = t.operand(0);
                if (c.op() == BitOp.SLT || c.op() == BitOp.ULT) {
                    less(c.operand(1), c.operand(0), false, c.op() == BitOp.SLT, only);
                }
            }
            default -> {
                // says nothing of this kind
            }
        }
    }

    private void readUnlessZero(BitTerm zero, BitTerm otherwise) {
        if (zero.op() != BitOp.EQ) {
            return;
        }
        BitTerm a = zero.operand(0);
        BitTerm b = zero.operand(1);
        if (a.op() == BitOp.VARIABLE && b.is(0)) {
            read(otherwise, a);
        } else if (b.op() == BitOp.VARIABLE && a.is(0)) {
            read(otherwise, b);
        }
    }

    private void less(BitTerm a, BitTerm b, boolean strict, boolean signed, BitTerm only) {
        boolean isSimple = KnownRanges.isPolynomial(a) && KnownRanges.isPolynomial(b);
        if (isSimple && !a.isConstant() && !b.isConstant()) {
            limits.add(new Limit(a, b, strict, signed, only));
        }
    }
}
