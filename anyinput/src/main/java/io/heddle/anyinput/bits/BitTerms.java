package io.heddle.anyinput.bits;

import io.heddle.anyinput.bits.BitTerm.Parts;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes terms, simplified: sums are sums of multiples of terms that are no sums, conditions that
 * cancel each other are gone, operations on constants are done.
 */
public final class BitTerms {
    /** A thread's work must not outgrow memory. */
    private static final int MOST_TERMS = 2_000_000;

    private final Map<Parts, BitTerm> terms = new HashMap<>();
    private final Ranges ranges = new Ranges();
    private final Conditions conditions = new Conditions(this);
    private final ShortDivision divisions = new ShortDivision(this);
    private final ReciprocalDivision reciprocals = new ReciprocalDivision(this);

    /** The term that is made of these parts, or the constant that it must be. */
    BitTerm make(Parts parts) {
        BitTerm known = terms.get(parts);
        if (known != null) {
            return known;
        }
        if (terms.size() == MOST_TERMS) {
            throw new TooLargeException("more than " + MOST_TERMS + " terms");
        }
        Ranges.Range r = ranges.of(parts);
        BitTerm made = new BitTerm(terms.size(), parts, r.low(), r.high());
        if (parts.op() != BitOp.CONSTANT && r.low().equals(r.high())) {
            made = constant(parts.width(), r.low());
        }
        terms.put(parts, made);
        return made;
    }

    private BitTerm make(BitOp op, int width, BitTerm... operands) {
        return make(new Parts(op, width, List.of(operands)));
    }

    // ---------------------------------------------------------------- leaves

    /** A constant, modulo 2<sup>width</sup>. */
    public BitTerm constant(int width, BigInteger value) {
        BigInteger bits = value.mod(BigInteger.ONE.shiftLeft(width));
        return make(new Parts(BitOp.CONSTANT, width, List.of(), "", bits, Level.GRID, false));
    }

    /** A constant. */
    public BitTerm constant(int width, long value) {
        return constant(width, BigInteger.valueOf(value));
    }

    /** The condition that always or never holds. */
    public BitTerm condition(boolean holds) {
        return constant(1, holds ? 1 : 0);
    }

    /** A variable whose bits, as a number without a sign, lie in a range; names are unique. */
    public BitTerm variable(String name, int width, Level level, BigInteger low, BigInteger high) {
        ranges.declare(name, low, high);
        return make(
                new Parts(BitOp.VARIABLE, width, List.of(), name, BigInteger.ZERO, level, false));
    }

    /** A variable. */
    public BitTerm variable(String name, int width, Level level) {
        return variable(name, width, level, BigInteger.ZERO, Ranges.greatest(width));
    }

    /** A variable that counts the iterations of a loop from 0. */
    public BitTerm counter(String name, int width, Level level, BigInteger high) {
        ranges.declare(name, BigInteger.ZERO, high);
        return make(
                new Parts(BitOp.VARIABLE, width, List.of(), name, BigInteger.ZERO, level, true));
    }

    /**
     * A function of which nothing is known but that equal operands give equal values.
     *
     * @param level for whom it is one function
     */
    public BitTerm apply(String name, int width, Level level, List<BitTerm> operands) {
        return make(new Parts(BitOp.APPLY, width, operands, name, BigInteger.ZERO, level, false));
    }

    /** The same, where the bits of the function's values, without a sign, lie in a range. */
    public BitTerm apply(
            String name,
            int width,
            Level level,
            List<BitTerm> operands,
            BigInteger low,
            BigInteger high) {
        ranges.declare(name, low, high);
        return apply(name, width, level, operands);
    }

    // ---------------------------------------------------------------- arithmetic

    /** a + b. */
    public BitTerm add(BitTerm a, BitTerm b) {
        return sum(LinearSum.of(a).plus(LinearSum.of(b), BigInteger.ONE));
    }

    /** a − b. */
    public BitTerm sub(BitTerm a, BitTerm b) {
        return sum(LinearSum.of(a).plus(LinearSum.of(b), BigInteger.ONE.negate()));
    }

    /** −a. */
    public BitTerm neg(BitTerm a) {
        return sum(LinearSum.of(a).times(BigInteger.ONE.negate()));
    }

    /** The term of a sum. */
    public BitTerm sum(LinearSum s) {
        int width = s.width();
        BigInteger modulus = BigInteger.ONE.shiftLeft(width);
        List<BitTerm> parts = new ArrayList<>();
        s.factors()
                .forEach(
                        (t, f) -> {
                            BigInteger factor = f.mod(modulus);
                            if (factor.equals(BigInteger.ONE)) {
                                parts.add(t);
                            } else if (factor.signum() != 0) {
                                parts.add(make(BitOp.MUL, width, t, constant(width, factor)));
                            }
                        });
        BitTerm constant = constant(width, s.constant());
        if (parts.isEmpty()) {
            return constant;
        }
        if (!constant.is(0)) {
            parts.add(constant);
        }
        return parts.size() == 1 ? parts.get(0) : make(new Parts(BitOp.ADD, width, parts));
    }

    /** a · b. */
    public BitTerm mul(BitTerm a, BitTerm b) {
        if (a.isConstant()) {
            return sum(LinearSum.of(b).times(a.low()));
        }
        if (b.isConstant()) {
            return sum(LinearSum.of(a).times(b.low()));
        }
        boolean ordered = a.compareTo(b) <= 0;
        return make(BitOp.MUL, a.width(), ordered ? a : b, ordered ? b : a);
    }

    /** A division or remainder; by 0 it is a function of which nothing is known. */
    public BitTerm divide(BitOp op, BitTerm a, BitTerm b) {
        if (b.low().signum() > 0) {
            return divided(op, a, b);
        }
        BitTerm any = byZero(op, a);
        return b.is(0) ? any : ite(eq(b, constant(b.width(), 0)), any, divided(op, a, b));
    }

    /** What a divided by 0 is: a function of a of which nothing is known. */
    BitTerm byZero(BitOp op, BitTerm a) {
        return apply("divided by zero " + op, a.width(), Level.GRID, List.of(a));
    }

    private BitTerm divided(BitOp op, BitTerm a, BitTerm b) {
        boolean unsigned = op == BitOp.UDIV || op == BitOp.UREM;
        boolean power = b.isConstant() && b.low().bitCount() == 1;
        if (a.isConstant() && b.isConstant()) {
            return constant(a.width(), Folding.divide(op, a, b));
        }
        if (op == BitOp.UDIV && power) {
            return lshr(a, constant(a.width(), b.low().getLowestSetBit()));
        }
        if (op == BitOp.UREM && power) {
            return and(a, constant(a.width(), b.low().subtract(BigInteger.ONE)));
        }
        boolean positive = !isMaybeNegative(a) && !isMaybeNegative(b);
        if (!unsigned && positive) {
            return divided(op == BitOp.SDIV ? BitOp.UDIV : BitOp.UREM, a, b);
        }
        return make(op, a.width(), a, b);
    }

    private static boolean isMaybeNegative(BitTerm t) {
        return t.high().testBit(t.width() - 1) || t.high().bitLength() >= t.width();
    }

    // ---------------------------------------------------------------- bits

    /** a shifted left by b, which counts as a number without a sign; 0 from the width on. */
    public BitTerm shl(BitTerm a, BitTerm b) {
        if (b.isConstant()) {
            boolean all = b.low().compareTo(BigInteger.valueOf(a.width())) >= 0;
            return all
                    ? constant(a.width(), 0)
                    : mul(a, constant(a.width(), BigInteger.ONE.shiftLeft(b.low().intValue())));
        }
        return make(BitOp.SHL, a.width(), a, b);
    }

    /** a shifted right by b, zeros shifted in. */
    public BitTerm lshr(BitTerm a, BitTerm b) {
        if (b.isConstant()) {
            int n = b.low().min(BigInteger.valueOf(a.width())).intValue();
            if (n == 0) {
                return a;
            }
            if (a.isConstant() || n == a.width()) {
                return constant(a.width(), a.low().shiftRight(n));
            }
            BitTerm quotient = reciprocals.of(a, n);
            return quotient != null
                    ? quotient
                    : make(BitOp.LSHR, a.width(), a, constant(a.width(), n));
        }
        return make(BitOp.LSHR, a.width(), a, b);
    }

    /** a shifted right by b, the sign shifted in. */
    public BitTerm ashr(BitTerm a, BitTerm b) {
        if (!isMaybeNegative(a)) {
            return lshr(a, b);
        }
        if (b.isConstant()) {
            int n = b.low().min(BigInteger.valueOf(a.width() - 1)).intValue();
            if (n == 0) {
                return a;
            }
            return a.isConstant()
                    ? constant(a.width(), Folding.signed(a).shiftRight(n))
                    : make(BitOp.ASHR, a.width(), a, constant(a.width(), n));
        }
        return make(BitOp.ASHR, a.width(), a, b);
    }

    /** The bits that both have; for conditions: both hold. */
    public BitTerm and(BitTerm a, BitTerm b) {
        if (a.width() == 1) {
            return conjunction(List.of(a, b));
        }
        if (a.isConstant() && b.isConstant()) {
            return constant(a.width(), a.low().and(b.low()));
        }
        BitTerm c = a.isConstant() ? a : b;
        BitTerm x = a.isConstant() ? b : a;
        if (c.is(0) || x == c) {
            return c;
        }
        if (c.isConstant()) {
            boolean isLowMask = c.low().add(BigInteger.ONE).bitCount() == 1;
            if (isLowMask && x.high().compareTo(c.low()) <= 0
                    || c.low().equals(Ranges.greatest(c.width()))) {
                return x;
            }
            return make(BitOp.BITAND, a.width(), x, c);
        }
        boolean ordered = a.compareTo(b) <= 0;
        return make(BitOp.BITAND, a.width(), ordered ? a : b, ordered ? b : a);
    }

    /** The bits that either has; for conditions: either holds. Without a common bit it is a sum. */
    public BitTerm or(BitTerm a, BitTerm b) {
        if (a.width() == 1) {
            return conditions.disjunction(a, b);
        }
        if (a.isConstant() && b.isConstant()) {
            return constant(a.width(), a.low().or(b.low()));
        }
        if (a.high().bitLength() <= b.zeros() || b.high().bitLength() <= a.zeros()) {
            return add(a, b);
        }
        BitTerm c = a.isConstant() ? a : b;
        BitTerm x = a.isConstant() ? b : a;
        if (c.is(0) || c == x) {
            return x;
        }
        return make(BitOp.BITOR, a.width(), x, c);
    }

    /** The bits that one of the two has. */
    public BitTerm xor(BitTerm a, BitTerm b) {
        if (a.width() == 1) {
            return ite(a, not(b), b);
        }
        if (a.isConstant() && b.isConstant()) {
            return constant(a.width(), a.low().xor(b.low()));
        }
        if (a == b) {
            return constant(a.width(), 0);
        }
        BitTerm c = a.isConstant() ? a : b;
        BitTerm x = a.isConstant() ? b : a;
        if (c.is(0)) {
            return x;
        }
        if (c.isConstant() && c.low().equals(Ranges.greatest(c.width()))) {
            return sub(c, x);
        }
        if (a.high().bitLength() <= b.zeros() || b.high().bitLength() <= a.zeros()) {
            return add(a, b);
        }
        boolean ordered = c.isConstant() || x.compareTo(c) <= 0;
        return make(BitOp.BITXOR, a.width(), ordered ? x : c, ordered ? c : x);
    }

    /** a as a number without a sign, in more bits. */
    public BitTerm zext(BitTerm a, int width) {
        if (a.width() == width) {
            return a;
        }
        if (a.isConstant()) {
            return constant(width, a.low());
        }
        return a.op() == BitOp.ZEXT ? zext(a.operand(0), width) : make(BitOp.ZEXT, width, a);
    }

    /** a as a number with a sign, in more bits. */
    public BitTerm sext(BitTerm a, int width) {
        if (a.width() == width) {
            return a;
        }
        if (a.isConstant()) {
            return constant(width, Folding.signed(a));
        }
        return isMaybeNegative(a) ? make(BitOp.SEXT, width, a) : zext(a, width);
    }

    /** The lowest bits. */
    public BitTerm low(BitTerm a, int width) {
        if (a.width() == width) {
            return a;
        }
        return switch (a.op()) {
            case CONSTANT -> constant(width, a.low());
            case ADD -> {
                BitTerm sum = constant(width, 0);
                for (BitTerm t : a.operands()) {
                    sum = add(sum, low(t, width));
                }
                yield sum;
            }
            case MUL -> mul(low(a.operand(0), width), low(a.operand(1), width));
            case ZEXT, SEXT -> {
                BitTerm from = a.operand(0);
                if (from.width() >= width) {
                    yield low(from, width);
                }
                yield a.op() == BitOp.ZEXT ? zext(from, width) : sext(from, width);
            }
            case ITE -> ite(a.operand(0), low(a.operand(1), width), low(a.operand(2), width));
            default -> make(BitOp.LOW, width, a);
        };
    }

    // ---------------------------------------------------------------- conditions

    /** a = b. */
    public BitTerm eq(BitTerm a, BitTerm b) {
        if (a == b) {
            return condition(true);
        }
        if (a.high().compareTo(b.low()) < 0 || b.high().compareTo(a.low()) < 0) {
            return condition(false);
        }
        if (a.width() == 1) {
            return ite(a, b, not(b));
        }
        LinearSum difference = LinearSum.of(a).plus(LinearSum.of(b), BigInteger.ONE.negate());
        BitTerm d = sum(difference);
        if (d.isConstant()) {
            return condition(d.is(0));
        }
        boolean ordered = a.isConstant() || !b.isConstant() && a.compareTo(b) <= 0;
        return make(BitOp.EQ, 1, ordered ? a : b, ordered ? b : a);
    }

    /** a &lt; b as numbers without a sign. */
    public BitTerm ult(BitTerm a, BitTerm b) {
        if (a.high().compareTo(b.low()) < 0) {
            return condition(true);
        }
        return a == b || a.low().compareTo(b.high()) >= 0
                ? condition(false)
                : make(BitOp.ULT, 1, a, b);
    }

    /** a &lt; b as numbers with a sign. */
    public BitTerm slt(BitTerm a, BitTerm b) {
        if (!isMaybeNegative(a) && !isMaybeNegative(b)) {
            return ult(a, b);
        }
        if (a.isConstant() && b.isConstant()) {
            return condition(Folding.signed(a).compareTo(Folding.signed(b)) < 0);
        }
        return a == b ? condition(false) : make(BitOp.SLT, 1, a, b);
    }

    /** The condition does not hold. */
    public BitTerm not(BitTerm a) {
        if (a.isConstant()) {
            return condition(a.is(0));
        }
        return a.op() == BitOp.NOT ? a.operand(0) : make(BitOp.NOT, 1, a);
    }

    /** All conditions hold. */
    public BitTerm conjunction(List<BitTerm> all) {
        return conditions.conjunction(all);
    }

    /** a if the condition holds, else b. */
    public BitTerm ite(BitTerm condition, BitTerm a, BitTerm b) {
        if (condition.is(1) || a == b) {
            return a;
        }
        if (condition.is(0)) {
            return b;
        }
        if (condition.op() == BitOp.NOT) {
            return ite(condition.operand(0), b, a);
        }
        if (a.width() == 1) {
            return or(and(condition, a), and(not(condition), b));
        }
        if (a.op() == BitOp.ITE && a.operand(0) == condition) {
            return ite(condition, a.operand(1), b);
        }
        if (b.op() == BitOp.ITE && b.operand(0) == condition) {
            return ite(condition, a, b.operand(2));
        }
        BitTerm division = divisions.of(condition, a, b);
        return division != null ? division : make(BitOp.ITE, a.width(), condition, a, b);
    }

    /**
     * a if a condition holds, else b, where it is known that another condition holds or this one
     * does, which both have conjuncts in common: these hold then, so that only the others decide.
     */
    public BitTerm choice(BitTerm condition, BitTerm other, BitTerm a, BitTerm b) {
        BitTerm decides = conditions.without(condition, other);
        BitTerm division =
                decides.op() == BitOp.NOT
                        ? divisions.of(decides.operand(0), b, a)
                        : divisions.of(decides, a, b);
        return division != null ? division : ite(condition, a, b);
    }

    // ---------------------------------------------------------------- substitution

    /** The term with other terms in place of some. */
    public BitTerm substitute(BitTerm t, Map<BitTerm, BitTerm> by) {
        return by.isEmpty() ? t : new Substitution(this, by).of(t);
    }

    /** A term of the same operation, with other operands. */
    public BitTerm withOperands(BitTerm t, List<BitTerm> o) {
        return switch (t.op()) {
            case CONSTANT, VARIABLE -> t;
            case APPLY -> apply(t.name(), t.width(), t.own(), o);
            case ADD -> {
                BitTerm sum = o.get(0);
                for (BitTerm part : o.subList(1, o.size())) {
                    sum = add(sum, part);
                }
                yield sum;
            }
            case MUL -> mul(o.get(0), o.get(1));
            case UDIV, UREM, SDIV, SREM -> divide(t.op(), o.get(0), o.get(1));
            case SHL -> shl(o.get(0), o.get(1));
            case LSHR -> lshr(o.get(0), o.get(1));
            case ASHR -> ashr(o.get(0), o.get(1));
            case BITAND -> and(o.get(0), o.get(1));
            case BITOR -> or(o.get(0), o.get(1));
            case BITXOR -> xor(o.get(0), o.get(1));
            case ZEXT -> zext(o.get(0), t.width());
            case SEXT -> sext(o.get(0), t.width());
            case LOW -> low(o.get(0), t.width());
            case ITE -> ite(o.get(0), o.get(1), o.get(2));
            case EQ -> eq(o.get(0), o.get(1));
            case ULT -> ult(o.get(0), o.get(1));
            case SLT -> slt(o.get(0), o.get(1));
            case AND -> conjunction(o);
            case OR -> {
                BitTerm any = o.get(0);
                for (BitTerm part : o.subList(1, o.size())) {
                    any = or(any, part);
                }
                yield any;
            }
            case NOT -> not(o.get(0));
        };
    }
}
