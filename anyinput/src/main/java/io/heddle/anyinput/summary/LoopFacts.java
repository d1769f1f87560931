package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.LinearSum;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What follows from a loop's having gone on in each iteration before the k-th one, not only in the
 * last. Let the loop go on after iteration j while x + c · j, modulo 2<sup>w</sup>, is less than b.
 *
 * <p>If c &gt; 0 and b + c ≤ 2<sup>w−1</sup> (signed; 2<sup>w</sup> unsigned), no x + c · j up to
 * the k-th wraps round: x &lt; b, and if x + c · j &lt; b as integers, x + c · (j + 1) &lt; b + c
 * has room. So x + c · (k − 1) &lt; b as integers. Downwards the same. If the loop goes on while x
 * + c · j ≠ b, and c divides b − x modulo 2<sup>w</sup>, it ends when it gets there: c · k ≤ b − x.
 */
final class LoopFacts {
    private static final int WIDE = 192; // room for products of two numbers of 64 bits

    private final BitTerms terms;
    private final BitTerm counter;

    LoopFacts(BitTerms terms, BitTerm counter) {
        this.terms = terms;
        this.counter = counter;
    }

    /**
     * Facts about iteration k ≥ 1.
     *
     * @param goesOn the condition, over the counter, under which the loop goes on
     */
    BitTerm of(BitTerm goesOn) {
        List<BitTerm> facts = new ArrayList<>();
        for (BitTerm t : goesOn.op() == BitOp.AND ? goesOn.operands() : List.of(goesOn)) {
            boolean negated = t.op() == BitOp.NOT;
            BitTerm c = negated ? t.operand(0) : t;
            if (c.operands().size() != 2 || c.operand(0).width() > 64) {
                continue;
            }
            switch (c.op()) {
                case SLT, ULT -> {
                    boolean signed = c.op() == BitOp.SLT;
                    // x < b, and ¬(b < x) as x ≤ b
                    BitTerm small = negated ? c.operand(1) : c.operand(0);
                    BitTerm great = negated ? c.operand(0) : c.operand(1);
                    below(small, great, signed, negated, facts);
                    above(great, small, signed, negated, facts);
                }
                case EQ -> {
                    if (negated) {
                        unequal(c.operand(0), c.operand(1), facts);
                        unequal(c.operand(1), c.operand(0), facts);
                    }
                }
                default -> {}
            }
        }
        return terms.conjunction(facts);
    }

    /**
     * A multiple of the counter plus what does not depend on it.
     *
     * @param start the term for k = 0
     * @param step what each iteration adds, a number with a sign
     */
    private record Line(BitTerm start, BitTerm step) {}

    /** The line that a term is; null if it is none. */
    private Line line(BitTerm t) {
        LinearSum rest = LinearSum.of(t);
        BitTerm step = terms.constant(t.width(), 0);
        for (Map.Entry<BitTerm, BigInteger> e : LinearSum.of(t).factors().entrySet()) {
            BitTerm atom = e.getKey();
            BitTerm one = null;
            if (counts(atom)) {
                one = terms.constant(t.width(), 1);
            } else if (atom.op() == BitOp.MUL && counts(atom.operand(0))) {
                one = atom.operand(1);
            } else if (atom.op() == BitOp.MUL && counts(atom.operand(1))) {
                one = atom.operand(0);
            }
            if (one != null) {
                step = terms.add(step, terms.mul(one, terms.constant(t.width(), e.getValue())));
                Map<BitTerm, BigInteger> part = Map.of(atom, e.getValue());
                rest = rest.plus(new LinearSum(t.width(), part, BigInteger.ZERO), MINUS);
            }
        }
        BitTerm start = terms.sum(rest);
        return step.is(0) || mentions(start) || mentions(step) ? null : new Line(start, step);
    }

    /** The counter in any width. */
    private boolean counts(BitTerm t) {
        return t == counter
                || (t.op() == BitOp.LOW || t.op() == BitOp.ZEXT) && t.operand(0) == counter;
    }

    private static final BigInteger MINUS = BigInteger.ONE.negate();

    private boolean mentions(BitTerm t) {
        Set<BitTerm> seen = new HashSet<>();
        List<BitTerm> work = new ArrayList<>(List.of(t));
        while (!work.isEmpty()) {
            BitTerm x = work.remove(work.size() - 1);
            if (x == counter) {
                return true;
            }
            if (seen.add(x)) {
                work.addAll(x.operands());
            }
        }
        return false;
    }

    /** The loop goes on while {@code x} is less than {@code b}, or at most {@code b}. */
    private void below(BitTerm x, BitTerm b, boolean signed, boolean orEqual, List<BitTerm> facts) {
        Line line = line(x);
        if (line == null || mentions(b)) {
            return;
        }
        int w = x.width();
        BitTerm step = terms.sext(line.step(), WIDE);
        BitTerm bound = widened(b, signed);
        BitTerm end = wide(BigInteger.ONE.shiftLeft(signed ? w - 1 : w));
        BitTerm next = terms.add(bound, step); // no x + c · j gets beyond it
        BitTerm room = orEqual ? less(next, end) : terms.not(less(end, next));
        BitTerm last = last(line, signed);
        BitTerm holds = orEqual ? terms.not(less(bound, last)) : less(last, bound);
        facts.add(terms.or(terms.not(terms.and(less(wide(ZERO), step), room)), holds));
    }

    private static final BigInteger ZERO = BigInteger.ZERO;

    /** The loop goes on while {@code x} is greater than {@code b}, or at least {@code b}. */
    private void above(BitTerm x, BitTerm b, boolean signed, boolean orEqual, List<BitTerm> facts) {
        Line line = line(x);
        if (line == null || mentions(b)) {
            return;
        }
        int w = x.width();
        BitTerm step = terms.sext(line.step(), WIDE);
        BitTerm bound = widened(b, signed);
        BitTerm end = wide(signed ? BigInteger.ONE.shiftLeft(w - 1).negate() : ZERO);
        BitTerm next = terms.add(bound, step);
        BitTerm lowest = orEqual ? next : terms.add(next, wide(BigInteger.ONE));
        BitTerm room = terms.not(less(lowest, end));
        BitTerm last = last(line, signed);
        BitTerm holds = orEqual ? terms.not(less(last, bound)) : less(bound, last);
        facts.add(terms.or(terms.not(terms.and(less(step, wide(ZERO)), room)), holds));
    }

    /** The loop goes on while {@code x} is not {@code b}. */
    private void unequal(BitTerm x, BitTerm b, List<BitTerm> facts) {
        Line line = line(x);
        if (line == null || mentions(b) || !line.step().isConstant()) {
            return;
        }
        int w = x.width();
        boolean down = line.step().low().testBit(w - 1);
        BitTerm step = down ? terms.neg(line.step()) : line.step();
        BitTerm way = down ? terms.sub(line.start(), b) : terms.sub(b, line.start());
        BitTerm rest = terms.divide(BitOp.UREM, way, step);
        BitTerm divides = terms.eq(rest, terms.constant(w, 0));
        BitTerm made = terms.mul(terms.zext(counter, WIDE), terms.zext(step, WIDE));
        BitTerm reached = less(terms.zext(way, WIDE), made);
        facts.add(terms.or(terms.not(divides), terms.not(reached)));
    }

    /** x + c · (k − 1) without wrapping. */
    private BitTerm last(Line line, boolean signed) {
        BitTerm before = terms.sub(terms.zext(counter, WIDE), wide(BigInteger.ONE));
        BitTerm step = terms.sext(line.step(), WIDE);
        return terms.add(widened(line.start(), signed), terms.mul(before, step));
    }

    private BitTerm less(BitTerm a, BitTerm b) {
        return terms.slt(a, b);
    }

    private BitTerm wide(BigInteger value) {
        return terms.constant(WIDE, value);
    }

    private BitTerm widened(BitTerm t, boolean signed) {
        return signed ? terms.sext(t, WIDE) : terms.zext(t, WIDE);
    }
}
