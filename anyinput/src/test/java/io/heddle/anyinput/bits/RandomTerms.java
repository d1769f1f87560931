package io.heddle.anyinput.bits;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes random terms, and beside each the value that it must have under one assignment. */
public final class RandomTerms {
    private static final int[] WIDTHS = {2, 8, 16, 32, 64};

    private final Random random;
    private final BitTerms terms = new BitTerms();
    private final Map<BitTerm, BigInteger> variables = new HashMap<>();
    private int names;
    private final Map<Integer, List<Valued>> made = new HashMap<>();

    /**
     * A term and its value.
     *
     * @param term the term
     * @param value its bits as a number without a sign
     */
    public record Valued(BitTerm term, BigInteger value) {}

    /** Terms from a seed. */
    public RandomTerms(long seed) {
        random = new Random(seed);
    }

    /** What makes the terms. */
    public BitTerms terms() {
        return terms;
    }

    /** The values of all variables. */
    public Map<BitTerm, BigInteger> variables() {
        return variables;
    }

    /** A term of a random width. */
    public Valued any(int depth) {
        return number(WIDTHS[random.nextInt(WIDTHS.length)], depth);
    }

    private BigInteger bits(int width) {
        return switch (random.nextInt(4)) {
            case 0 -> BigInteger.valueOf(random.nextInt(4)).mod(power(width));
            case 1 ->
                    power(width)
                            .subtract(BigInteger.valueOf(1 + random.nextInt(4)))
                            .mod(power(width));
            case 2 -> power(random.nextInt(width));
            default -> new BigInteger(width, random);
        };
    }

    private static BigInteger power(int width) {
        return BigInteger.ONE.shiftLeft(width);
    }

    private Valued leaf(int width) {
        if (random.nextInt(3) == 0) {
            BigInteger value = bits(width);
            return new Valued(terms.constant(width, value), value);
        }
        BigInteger value = bits(width);
        BigInteger low = value;
        BigInteger high = value;
        if (random.nextInt(2) == 0) {
            low = BigInteger.ZERO;
            high = power(width).subtract(BigInteger.ONE);
        } else {
            low = low.subtract(bits(width)).max(BigInteger.ZERO);
            high = high.add(bits(width)).min(power(width).subtract(BigInteger.ONE));
        }
        BitTerm v = terms.variable("input " + names++, width, Level.THREAD, low, high);
        if (v.op() == BitOp.VARIABLE) {
            variables.put(v, value);
        }
        return new Valued(v, value);
    }

    /** A term of a width. */
    public Valued number(int width, int depth) {
        List<Valued> known = made.computeIfAbsent(width, w -> new ArrayList<>());
        if (!known.isEmpty() && random.nextInt(4) == 0) {
            return known.get(random.nextInt(known.size()));
        }
        Valued v = depth == 0 ? leaf(width) : compound(width, depth - 1);
        known.add(v);
        return v;
    }

    private Valued compound(int width, int depth) {
        int kind = random.nextInt(18);
        if (kind == 0) {
            Valued c = condition(depth);
            Valued a = number(width, depth);
            Valued b = number(width, depth);
            return new Valued(
                    terms.ite(c.term, a.term, b.term), c.value.signum() != 0 ? a.value : b.value);
        }
        if (kind <= 2) {
            return resized(width, depth);
        }
        Valued a = number(width, depth);
        Valued b = number(width, depth);
        if (kind == 3) {
            return of(terms.sub(a.term, b.term), a.value.subtract(b.value));
        }
        if (kind == 4) {
            return of(terms.neg(a.term), a.value.negate());
        }
        BitOp[] ops = {
            BitOp.ADD,
            BitOp.ADD,
            BitOp.MUL,
            BitOp.UDIV,
            BitOp.UREM,
            BitOp.SDIV,
            BitOp.SREM,
            BitOp.SHL,
            BitOp.LSHR,
            BitOp.ASHR,
            BitOp.BITAND,
            BitOp.BITOR,
            BitOp.BITXOR
        };
        BitOp op = ops[random.nextInt(ops.length)];
        boolean divides =
                op == BitOp.UDIV || op == BitOp.UREM || op == BitOp.SDIV || op == BitOp.SREM;
        boolean shifts = op == BitOp.SHL || op == BitOp.LSHR || op == BitOp.ASHR;
        if (divides && b.value.signum() == 0 || shifts && random.nextInt(2) == 0) {
            BigInteger c = BigInteger.valueOf(1 + random.nextInt(width == 2 ? 3 : 40));
            c = c.mod(power(width)).max(BigInteger.ONE);
            b = new Valued(terms.constant(width, c), c);
        }
        BitTerm t =
                switch (op) {
                    case ADD -> terms.add(a.term, b.term);
                    case MUL -> terms.mul(a.term, b.term);
                    case SHL -> terms.shl(a.term, b.term);
                    case LSHR -> terms.lshr(a.term, b.term);
                    case ASHR -> terms.ashr(a.term, b.term);
                    case BITAND -> terms.and(a.term, b.term);
                    case BITOR -> terms.or(a.term, b.term);
                    case BITXOR -> terms.xor(a.term, b.term);
                    default -> terms.divide(op, a.term, b.term);
                };
        return of(t, Evaluation.compute(op, a.value, b.value, width));
    }

    private Valued resized(int width, int depth) {
        int from = WIDTHS[random.nextInt(WIDTHS.length)];
        Valued a = number(from, depth);
        if (from >= width) {
            return of(terms.low(a.term, width), a.value);
        }
        return random.nextInt(2) == 0
                ? of(terms.zext(a.term, width), a.value)
                : of(terms.sext(a.term, width), Evaluation.signed(a.value, from));
    }

    private static Valued of(BitTerm t, BigInteger value) {
        return new Valued(t, value.mod(power(t.width())));
    }

    private static Valued of(BitTerm t, boolean holds) {
        return new Valued(t, holds ? BigInteger.ONE : BigInteger.ZERO);
    }

    /** A condition. */
    public Valued condition(int depth) {
        int kind = random.nextInt(depth == 0 ? 3 : 8);
        if (kind < 3) {
            int width = WIDTHS[random.nextInt(WIDTHS.length)];
            Valued a = number(width, depth == 0 ? 0 : depth - 1);
            Valued b = number(width, depth == 0 ? 0 : depth - 1);
            return switch (kind) {
                case 0 -> of(terms.eq(a.term, b.term), a.value.equals(b.value));
                case 1 -> of(terms.ult(a.term, b.term), a.value.compareTo(b.value) < 0);
                default ->
                        of(
                                terms.slt(a.term, b.term),
                                Evaluation.signed(a.value, width)
                                                .compareTo(Evaluation.signed(b.value, width))
                                        < 0);
            };
        }
        Valued a = condition(depth - 1);
        Valued b = condition(depth - 1);
        boolean x = a.value.signum() != 0;
        boolean y = b.value.signum() != 0;
        return switch (kind) {
            case 3 -> of(terms.not(a.term), !x);
            case 4 -> of(terms.and(a.term, b.term), x && y);
            case 5 -> of(terms.or(a.term, b.term), x || y);
            case 6 -> of(terms.xor(a.term, b.term), x != y);
            default -> {
                Valued c = condition(depth - 1);
                yield of(terms.ite(a.term, b.term, c.term), x ? y : c.value.signum() != 0);
            }
        };
    }
}
