package io.heddle.anyinput.summary;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.bits.BitTerms;
import io.heddle.anyinput.bits.LinearSum;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the registers of a loop hold when its iteration k begins, as terms in k (scalar evolution).
 * One iteration computes each register's next value from the present ones:
 *
 * <ul>
 *   <li>r + c: the first value plus c · k;
 *   <li>r · 2<sup>c</sup>, or r shifted right by c: the first value shifted by c · k;
 *   <li>r divided by 2<sup>c</sup> as a number with a sign: the first value divided by 2<sup>c ·
 *       k</sup>, both towards 0;
 *   <li>r xor c, or c − r: one value in even iterations, another in odd ones;
 *   <li>a term of other registers alone, not of what an atomic has returned: what it was in
 *       iteration k − 1;
 *   <li>all else: the first value if k = 0, otherwise a function of k of which nothing is known.
 * </ul>
 */
final class ClosedForms {
    private final BitTerms terms;
    private final BitTerm counter;
    private final Map<BitTerm, Integer> registers = new HashMap<>();
    private final Map<Integer, BitTerm> first;
    private final Map<Integer, BitTerm> next;
    private final Set<String> ofTrial;
    private final Set<BitTerm> variant = new HashSet<>();
    private final Map<Integer, BitTerm> forms = new HashMap<>();

    /**
     * Finds them.
     *
     * @param counter k
     * @param now the variable of each register that stands for its present value
     * @param first each register's value before the loop
     * @param next each register's next value
     * @param ofTrial names of functions of which more is known than that equal operands give equal
     *     values, in the trial alone: it is said of the variables that stand for present values
     */
    ClosedForms(
            BitTerms terms,
            BitTerm counter,
            Map<Integer, BitTerm> now,
            Map<Integer, BitTerm> first,
            Map<Integer, BitTerm> next,
            Set<String> ofTrial) {
        this.terms = terms;
        this.counter = counter;
        this.first = first;
        this.next = next;
        this.ofTrial = ofTrial;
        now.forEach((r, t) -> registers.put(t, r));
        variant.add(counter);
        variant.addAll(now.values());
        now.forEach(this::direct);
        boolean more = true;
        while (more) {
            more = false;
            for (Map.Entry<Integer, BitTerm> e : now.entrySet()) {
                more |= !forms.containsKey(e.getKey()) && delayed(e.getKey());
            }
        }
    }

    /** The forms by register; a register that has none is missing. */
    Map<Integer, BitTerm> forms() {
        return forms;
    }

    private void direct(int register, BitTerm now) {
        BitTerm start = first.get(register);
        BitTerm then = next.get(register);
        int width = now.width();
        if (then == now) {
            forms.put(register, start);
            return;
        }
        if (width == 1) {
            return;
        }
        BitTerm step = terms.sub(then, now);
        if (isInvariant(step)) {
            forms.put(register, terms.add(start, terms.mul(step, iteration(width))));
            return;
        }
        BitTerm sum = terms.add(then, now);
        if (isInvariant(sum)) {
            forms.put(register, alternating(start, terms.sub(sum, start)));
            return;
        }
        BitTerm shifted = shifted(start, then, now);
        if (shifted != null) {
            forms.put(register, shifted);
        } else if (then.op() == BitOp.BITXOR
                && then.operands().contains(now)
                && isInvariant(other(then, now))) {
            forms.put(register, alternating(start, terms.xor(start, other(then, now))));
        }
    }

    private static BitTerm other(BitTerm t, BitTerm than) {
        return t.operand(0) == than ? t.operand(1) : t.operand(0);
    }

    /** The counter in a register's width. */
    private BitTerm iteration(int width) {
        return width >= counter.width() ? terms.zext(counter, width) : terms.low(counter, width);
    }

    private BitTerm alternating(BitTerm even, BitTerm odd) {
        BitTerm parity = terms.and(counter, terms.constant(counter.width(), 1));
        return terms.ite(terms.eq(parity, terms.constant(counter.width(), 0)), even, odd);
    }

    private BitTerm shifted(BitTerm start, BitTerm then, BitTerm now) {
        LinearSum s = LinearSum.of(then);
        if (s.constant().signum() == 0
                && s.factors().keySet().equals(Set.of(now))
                && s.factors().get(now).bitCount() == 1) {
            int bits = s.factors().get(now).getLowestSetBit();
            return terms.shl(start, amount(bits, now.width()));
        }
        boolean right = then.op() == BitOp.LSHR || then.op() == BitOp.ASHR;
        if (!right || !then.operand(1).isConstant()) {
            return null;
        }
        int bits = then.operand(1).low().intValue();
        BitTerm by = amount(bits, now.width());
        if (then == divided(now, bits)) {
            BitTerm isNegative = terms.slt(start, terms.constant(now.width(), 0));
            BitTerm ofNegative = terms.lshr(terms.neg(start), by);
            return terms.ite(isNegative, terms.neg(ofNegative), terms.lshr(start, by));
        }
        if (then.operand(0) != now) {
            return null;
        }
        return then.op() == BitOp.LSHR ? terms.lshr(start, by) : terms.ashr(start, by);
    }

    /** The quotient of a number with a sign by a power of two, as nvcc shifts for it. */
    private BitTerm divided(BitTerm t, int bits) {
        int width = t.width();
        if (bits < 1 || bits >= width) {
            return null;
        }
        BitTerm sign = bits == 1 ? t : terms.ashr(t, terms.constant(width, width - 1));
        BitTerm more = terms.lshr(sign, terms.constant(width, width - bits));
        return terms.ashr(terms.add(t, more), terms.constant(width, bits));
    }

    /** c · k, at most the width. */
    private BitTerm amount(int bits, int width) {
        BitTerm k = counter;
        BitTerm by = terms.mul(k, terms.constant(k.width(), bits));
        BitTerm most = terms.constant(k.width(), width);
        BitTerm cut = terms.ite(terms.ult(by, most), by, most);
        return width >= k.width() ? terms.zext(cut, width) : terms.low(cut, width);
    }

    /** A register whose next value only depends on registers whose forms are known. */
    private boolean delayed(int register) {
        Map<BitTerm, BitTerm> by = new HashMap<>();
        for (BitTerm t : leaves(next.get(register))) {
            if (ofTrial.contains(t.name()) || Addition.isResult(t)) {
                return false;
            }
            Integer of = registers.get(t);
            if (of != null) {
                if (!forms.containsKey(of)) {
                    return false;
                }
                by.put(t, forms.get(of));
            }
        }
        BitTerm value = terms.substitute(next.get(register), by);
        BitTerm before = terms.sub(counter, terms.constant(counter.width(), 1));
        BitTerm past = terms.substitute(value, Map.of(counter, before));
        BitTerm isFirst = terms.eq(counter, terms.constant(counter.width(), BigInteger.ZERO));
        forms.put(register, terms.ite(isFirst, first.get(register), past));
        return true;
    }

    private boolean isInvariant(BitTerm t) {
        return leaves(t).stream().noneMatch(variant::contains);
    }

    /** The variables and applied functions of a term. */
    static Set<BitTerm> leaves(BitTerm t) {
        Set<BitTerm> seen = new HashSet<>();
        Set<BitTerm> leaves = new HashSet<>();
        List<BitTerm> work = new ArrayList<>(List.of(t));
        while (!work.isEmpty()) {
            BitTerm x = work.remove(work.size() - 1);
            if (seen.add(x)) {
                if (x.op() == BitOp.VARIABLE || x.op() == BitOp.APPLY) {
                    leaves.add(x);
                }
                work.addAll(x.operands());
            }
        }
        return leaves;
    }
}
