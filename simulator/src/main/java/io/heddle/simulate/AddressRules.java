package io.heddle.simulate;

import io.heddle.isa.FloatingPoint;
import io.heddle.machine.Decoder;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.ptx.StateSpace;
import io.heddle.simulate.AddressOrigins.Origin;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a result follows from what is promised of addresses: objects do not overlap, each
 * begins at a multiple of its alignment, and none lies at address 0. This decides whether two
 * addresses are equal, how addresses of one object are ordered, and that an address in one object
 * is not in another. It says nothing about where objects lie.
 */
final class AddressRules {
    /** Bytes behind an object within which addresses do not wrap around. */
    private static final long FAR = 1L << 31;

    private AddressRules() {}

    /**
     * Operations whose result may depend on where objects lie without being an error; it is
     * followed further.
     */
    private static final Set<String> PASSING_ON =
            Set.of(
                    "add", "sub", "neg", "not", "mov", "selp", "shfl", "cvt", "shr", "and", "or",
                    "xor");

    /**
     * True if the result of the operation may depend on where objects lie and is followed further.
     */
    static boolean passesOn(String opcode) {
        return PASSING_ON.contains(opcode);
    }

    /**
     * True if the result of the instruction follows from the promises, or is a sum of addresses, or
     * half of one.
     *
     * @param values origin of each operand; null for an operand that is no integer
     * @param lowBits a power of two; the bits of the operands below it do not depend on where
     *     objects lie
     * @param ordered receives the pairs of objects on whose order the result depends
     */
    static boolean follows(Instruction i, Origin[] values, int lowBits, Set<Set<String>> ordered) {
        if (values.length < 2 || values[1] == null) {
            return false;
        }
        Origin a = values[1];
        Origin b = values.length > 2 ? values[2] : null;
        return switch (i.opcode()) {
            case "setp", "set" -> b != null && compares(i, a, b, ordered);
            case "and", "or", "xor" ->
                    b != null && (isOfLowBits(i, a, b, lowBits) || isOfLowBits(i, b, a, lowBits));
            case "isspacep" -> a.object() != null && a.offset() >= 0 && a.offset() <= a.size();
            case "add", "neg", "not" ->
                    isWhole(i, a, b, lowBits)
                            && (!a.isInWindow() || b != null && b.isSmall())
                            && (b == null || !b.isInWindow() || a.isSmall());
            case "sub" ->
                    b != null
                            && isWhole(i, a, b, lowBits)
                            && (a.isInWindow() == b.isInWindow() || b.isSmall());
            case "mov" -> !a.isInWindow();
            case "cvt" -> !a.isInWindow() && isCut(i);
            case "shr" ->
                    b != null && isNumber(b, 32) && Decoder.type(i).bits() == 64 && !a.isInWindow();
            case "rem" ->
                    b != null
                            && a.object() != null
                            && isNumber(b, b.offset())
                            && b.offset() > 0
                            && Long.bitCount(b.offset()) == 1
                            && b.offset() <= a.alignment();
            default -> false;
        };
    }

    private static boolean isNumber(Origin o, long n) {
        return o.known() && o.object() == null && o.offset() == n;
    }

    /** True for a conversion that keeps the low bits of an integer. */
    private static boolean isCut(Instruction i) {
        List<PtxType> types = Decoder.types(i);
        return types.size() == 2
                && types.stream().noneMatch(FloatingPoint::isFloat)
                && !i.has("sat")
                && types.get(0).bits() <= types.get(1).bits();
    }

    /** True for a sum of addresses and numbers, or of their low bits, but not of upper halves. */
    private static boolean isWhole(Instruction i, Origin a, Origin b, int lowBits) {
        boolean known = isPlaced(a) && (b == null || isPlaced(b));
        return lowBits > 1 || known && Decoder.type(i).bits() == Long.SIZE;
    }

    private static boolean isPlaced(Origin o) {
        return o.object() != null || o.known() || o.isSmall();
    }

    private static boolean isOfLowBits(Instruction i, Origin a, Origin b, int lowBits) {
        boolean number = b.known() && b.object() == null;
        if (!number) { // such as (p | q) & 15, an alignment test of both
            return !i.opcode().equals("and") && !(a.known() && a.object() == null);
        }
        long mask = b.offset();
        long rest = i.opcode().equals("and") ? ~mask : mask;
        boolean bits = i.opcode().equals("and") && mask >= 0 && mask < lowBits;
        return bits
                || a.object() != null
                        && (mask >= 0 && mask < a.alignment() || rest >= 0 && rest < a.alignment());
    }

    private static boolean compares(Instruction i, Origin a, Origin b, Set<Set<String>> ordered) {
        boolean equality = i.has("eq") || i.has("ne");
        if (!a.known() || !b.known() || !a.lasting() || !b.lasting()) {
            return false;
        }
        if (a.object() == null || b.object() == null) {
            Origin place = a.object() == null ? b : a;
            Origin number = a.object() == null ? a : b;
            return place.object() == null
                    || number.offset() == 0
                            && equality
                            && place.generic()
                            && place.offset() > -place.alignment()
                            && place.offset() <= FAR;
        }
        if (a.object().equals(b.object())) {
            return a.generic() == b.generic() && (equality || isNear(a) && isNear(b));
        }
        if (a.space() != b.space() || a.generic() != b.generic()) {
            return equality && a.generic() && b.generic() && isInside(a) && isInside(b);
        }
        long upwards = a.size() + b.offset() - a.offset(); // least b - a, if a's object is lower
        long downwards = b.size() + a.offset() - b.offset();
        if (equality) {
            return upwards > 0 && downwards > 0
                    || Math.floorMod(
                                    a.offset() - b.offset(), Math.min(a.alignment(), b.alignment()))
                            != 0;
        }
        boolean strict = upwards > 0 && downwards > 0;
        boolean touching =
                upwards == 0
                                && downwards > 0
                                && (i.has("le") || i.has("gt") || i.has("ls") || i.has("hi"))
                        || downwards == 0
                                && upwards > 0
                                && (i.has("ge") || i.has("lt") || i.has("hs") || i.has("lo"));
        ordered.add(Set.of(a.object(), b.object()));
        return (strict || touching)
                && (a.space() == StateSpace.GLOBAL || a.space() == StateSpace.SHARED);
    }

    private static boolean isInside(Origin o) {
        return o.offset() >= 0 && o.offset() < o.size();
    }

    private static boolean isNear(Origin o) {
        return o.offset() <= FAR && o.offset() >= (o.generic() ? -o.alignment() : 0);
    }
}
