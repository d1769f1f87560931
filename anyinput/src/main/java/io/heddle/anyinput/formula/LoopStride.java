package io.heddle.anyinput.formula;

import io.heddle.anyinput.bits.BitOp;
import io.heddle.anyinput.bits.BitTerm;
import io.heddle.anyinput.formula.TermValues.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many iterations of a loop are alike: comparisons of numbers that change by the same amount in
 * each iteration keep their value until one number reaches the other, or leaves its bits.
 */
final class LoopStride {
    private static final long LARGE = 1L << 62; // differences of smaller numbers have 64 bits

    private final Map<Node, long[]> slopes = new HashMap<>(); // by lane
    private final List<Node> steady = new ArrayList<>(); // whose slopes are found, operands first
    private final List<Node> comparisons = new ArrayList<>();
    private final List<Node> widened = new ArrayList<>();
    private final boolean known;

    /**
     * The strides of a loop.
     *
     * @param counter its iteration
     * @param inside what depends on the iteration, operands first
     */
    LoopStride(Node counter, List<Node> inside) {
        slopes.put(counter, new long[] {1});
        boolean all = true;
        for (Node n : inside) {
            all &= isKnown(n);
        }
        known = all;
    }

    private boolean isKnown(Node n) {
        List<Node> varying = n.operands().stream().filter(slopes::containsKey).toList();
        BitTerm t = n.term();
        switch (t.op()) {
            case AND, OR, NOT -> {
                return varying.isEmpty();
            }
            case ITE -> {
                return t.width() == 1 && varying.isEmpty();
            }
            case EQ, SLT, ULT -> {
                if (!varying.isEmpty()) {
                    comparisons.add(n);
                }
                return true;
            }
            case ADD, LOW -> {}
            case MUL -> {
                if (varying.size() > 1) {
                    return false;
                }
            }
            case SHL -> {
                if (varying.size() != 1 || varying.get(0) != n.operands().get(0)) {
                    return false;
                }
            }
            case SEXT, ZEXT -> widened.add(n);
            default -> {
                return false;
            }
        }
        slopes.put(n, new long[n.lanes()]);
        steady.add(n);
        return !varying.isEmpty();
    }

    /** Finds by how much the numbers change, whose values in some iteration are computed. */
    void begin() {
        if (known) {
            for (Node n : steady) {
                long[] of = slopes.get(n);
                for (int lane = 0; lane < of.length; lane++) {
                    of[lane] = slope(n, lane);
                }
            }
        }
    }

    private long slope(Node n, int lane) {
        BitTerm t = n.term();
        List<Node> operands = n.operands();
        long result =
                switch (t.op()) {
                    case ADD -> {
                        long sum = 0;
                        for (Node o : operands) {
                            sum += slopeOf(o, lane);
                        }
                        yield sum;
                    }
                    case MUL -> {
                        long product = 1;
                        for (Node o : operands) {
                            product *= slopes.containsKey(o) ? slopeOf(o, lane) : o.value(lane);
                        }
                        yield product;
                    }
                    case SHL -> TermValue.of(t, slopeOf(operands.get(0), lane), amount(n, lane));
                    default -> slopeOf(operands.get(0), lane);
                };
        return TermValue.signed(result, t.width());
    }

    private static long amount(Node shift, int lane) {
        return shift.operands().get(1).value(lane);
    }

    private long slopeOf(Node n, int lane) {
        long[] of = slopes.get(n);
        return of == null ? 0 : of[Math.min(lane, of.length - 1)];
    }

    /** The iterations, at least one, after which a comparison may have another value. */
    long next(int lanes) {
        if (!known) {
            return 1;
        }
        long least = Long.MAX_VALUE;
        for (Node n : widened) {
            Node of = n.operands().get(0);
            for (int m = alike(of, lanes); m != 0; m &= m - 1) {
                int lane = Integer.numberOfTrailingZeros(m);
                least = Math.min(least, inside(of, lane, n.term().op() == BitOp.SEXT));
            }
        }
        for (Node n : comparisons) {
            for (int m = alike(n, lanes); m != 0; m &= m - 1) {
                least = Math.min(least, change(n, Integer.numberOfTrailingZeros(m)));
            }
        }
        return Math.max(1, least);
    }

    /** One lane where all have one value. */
    private static int alike(Node n, int lanes) {
        return n.lanes() == 1 ? Integer.lowestOneBit(lanes) : lanes;
    }

    /** The iterations after which a comparison may have another value in a lane. */
    private long change(Node comparison, int lane) {
        Node left = comparison.operands().get(0);
        Node right = comparison.operands().get(1);
        boolean signed = comparison.term().op() != BitOp.ULT;
        int width = left.term().width();
        long a = number(left.value(lane), width, signed);
        long b = number(right.value(lane), width, signed);
        long slopeOfA = slopeOf(left, lane);
        long slopeOfB = slopeOf(right, lane);
        boolean isSign = !signed && (a < 0 || b < 0); // of 64 bits
        if (isSign || isLarge(a) || isLarge(b) || isLarge(slopeOfA) || isLarge(slopeOfB)) {
            return 1;
        }
        long ofRange = Math.min(inside(left, lane, signed), inside(right, lane, signed));
        long distance = a - b;
        long by = slopeOfA - slopeOfB;
        if (by == 0) {
            return ofRange;
        }
        long crossing;
        if (comparison.term().op() == BitOp.EQ) {
            boolean meet = distance % by == 0 && -distance / by >= 0;
            crossing = !meet ? Long.MAX_VALUE : distance == 0 ? 1 : -distance / by;
        } else if (distance < 0) {
            crossing = by < 0 ? Long.MAX_VALUE : -Math.floorDiv(distance, by);
        } else {
            crossing = by > 0 ? Long.MAX_VALUE : distance / -by + 1;
        }
        return Math.min(ofRange, crossing);
    }

    private static boolean isLarge(long number) {
        return number >= LARGE || number <= -LARGE;
    }

    private static long number(long value, int width, boolean signed) {
        boolean isNegative = signed || width >= Long.SIZE;
        return isNegative ? TermValue.signed(value, width) : value;
    }

    /** The iterations after which a number leaves its bits. */
    private long inside(Node n, int lane, boolean signed) {
        long slope = slopeOf(n, lane);
        int width = n.term().width();
        if (slope == 0 || width > Long.SIZE) {
            return Long.MAX_VALUE;
        }
        long value = signed ? TermValue.signed(n.value(lane), width) : n.value(lane);
        long most = signed ? Long.MAX_VALUE >>> Long.SIZE - width : -1L >>> Long.SIZE - width;
        long least = signed ? -most - 1 : 0;
        long room = slope > 0 ? most - value : value - least;
        long times = Long.divideUnsigned(room, Math.abs(slope));
        return times < 0 || times == Long.MAX_VALUE ? Long.MAX_VALUE : times + 1;
    }
}
