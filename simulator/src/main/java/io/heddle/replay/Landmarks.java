package io.heddle.replay;

import io.heddle.launch.Computation;
import io.heddle.launch.Launch;
import io.heddle.ptx.Function;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Operand;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxType;
import io.heddle.replay.number.BinaryFormat;
import io.heddle.replay.number.Bits;
import io.heddle.replay.number.Elements;
import io.heddle.term.ElementType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values at which programs may change what they do: every constant in them, first those that
 * they compare with, its negative and its neighbours, where the domains of functions end, and small
 * multiples of what they divide by, in whatever spelling: a quotient turns there.
 */
final class Landmarks {
    private static final int MOST_CONSTANTS = 64;
    private static final int MOST_DIVISORS = 4;
    private static final int MOST_DIVISOR = 1 << 16;

    private final Set<Long> divisors = new LinkedHashSet<>();
    private final Set<Double> reals = new LinkedHashSet<>();
    private final Set<Long> integers = new LinkedHashSet<>();
    private boolean subnormal;

    /** The landmarks of two programs. */
    static Landmarks of(Computation reference, Computation candidate) {
        Landmarks found = new Landmarks();
        for (boolean compared : new boolean[] {true, false}) {
            for (Computation computation : List.of(reference, candidate)) {
                for (Launch launch : computation.launches()) {
                    reached(launch).forEach(f -> f.body().forEach(i -> found.add(i, compared)));
                }
            }
        }
        return found;
    }

    /** True if some f32 constant is subnormal. */
    boolean hasSubnormal() {
        return subnormal;
    }

    /** The entry and all functions that it may call. */
    private static Set<Function> reached(Launch launch) {
        PtxModule module = launch.module();
        Set<Function> reached = new LinkedHashSet<>();
        List<Function> open = new ArrayList<>();
        open.add(module.function(launch.entry()));
        while (!open.isEmpty()) {
            Function f = open.remove(open.size() - 1);
            if (f == null || !reached.add(f)) {
                continue;
            }
            for (Instruction i : f.body()) {
                for (Operand o : i.operands()) {
                    if (o instanceof Operand.Symbol s) {
                        open.add(module.function(s.name()));
                    }
                }
            }
        }
        return reached;
    }

    private static boolean compares(Instruction i) {
        return switch (i.opcode()) {
            case "setp", "set", "min", "max", "selp", "slct", "testp" -> true;
            default -> false;
        };
    }

    private void add(Instruction i, boolean compared) {
        if (compares(i) != compared || isAddressing(i)) {
            return;
        }
        for (Operand o : i.operands()) {
            for (Operand part : o instanceof Operand.Vector v ? v.elements() : List.of(o)) {
                if (part instanceof Operand.Immediate constant) {
                    add(i, constant);
                }
            }
        }
    }

    /** True of instructions whose immediates are no data: barriers, copies, warp operations. */
    private static boolean isAddressing(Instruction i) {
        return switch (i.opcode()) {
            case "bar", "barrier", "cp", "shfl", "vote", "mbarrier", "nanosleep", "lop3", "call" ->
                    true;
            default -> false;
        };
    }

    private void add(Instruction i, Operand.Immediate constant) {
        switch (constant.kind()) {
            case F32 -> {
                float value = Float.intBitsToFloat((int) constant.bits());
                subnormal |= value != 0 && Math.abs(value) < Float.MIN_NORMAL;
                real(i, value);
            }
            case F64 -> real(i, Double.longBitsToDouble(constant.bits()));
            case INTEGER -> {
                PtxType type = Bits.type(i);
                integer(constant.bits());
                if (divides(i)) {
                    divisor(constant.bits());
                }
                if (type == PtxType.B32 || type == PtxType.F32) {
                    real(Float.intBitsToFloat((int) constant.bits()));
                } else if (type == PtxType.B16 || type == PtxType.F16 || type == PtxType.F16X2) {
                    real(BinaryFormat.F16.toDouble(constant.bits() & 0xFFFF));
                    real(BinaryFormat.BF16.toDouble(constant.bits() & 0xFFFF));
                } else if (type != null && Bits.isInteger(type)) {
                    real((double) constant.bits());
                }
            }
        }
    }

    private static boolean divides(Instruction i) {
        return i.opcode().equals("div") || i.opcode().equals("rem");
    }

    private void real(Instruction i, double value) {
        real(value);
        boolean reciprocal = i.opcode().equals("mul") || i.opcode().equals("fma");
        boolean moved = i.opcode().equals("mov") || i.opcode().equals("rcp");
        if (divides(i) || moved) {
            divisor(value);
        } else if (reciprocal && value != 0) {
            divisor(1 / value);
        }
    }

    /** Notes what is a whole number but for the rounding of its reciprocal. */
    private void divisor(double value) {
        double whole = Math.rint(value);
        if (Math.abs(value - whole) <= 1e-6 * Math.abs(value)) {
            divisor((long) Math.abs(whole));
        }
    }

    /** Notes a divisor that is no power of two. */
    private void divisor(long value) {
        boolean odd = value > 2 && Long.bitCount(value) > 1 && value <= MOST_DIVISOR;
        if (odd && divisors.size() < MOST_DIVISORS) {
            divisors.add(value);
        }
    }

    private void real(double value) {
        boolean ordinary = value != 0 && Math.abs(value) > 1e-30 && Math.abs(value) < 1e30;
        if (ordinary && reals.size() < MOST_CONSTANTS) {
            reals.add(value);
        }
    }

    private void integer(long value) {
        if (integers.size() < MOST_CONSTANTS) {
            integers.add(value);
        }
    }

    /**
     * Values for elements of {@code type}, the most telling first, each once.
     *
     * @param largest the greatest magnitude of an integer
     */
    double[] values(ElementType type, double largest) {
        Set<Double> values = new LinkedHashSet<>();
        if (type.isFloat()) {
            addReals(type, values);
        } else {
            addIntegers(type, largest, values);
        }
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private void addReals(ElementType type, Set<Double> values) {
        List<Double> constants = reals.stream().map(x -> rounded(x, type)).distinct().toList();
        values.addAll(constants);
        values.addAll(List.of(0.0, -0.0, 1.0, -1.0));
        multiples().forEach(n -> values.add(rounded(n, type)));
        for (double c : constants) {
            values.add(next(c, type, true));
            values.add(next(c, type, false));
        }
        for (double c : constants) {
            values.add(-c);
        }
        values.removeIf(v -> !Double.isFinite(v));
    }

    /** Each divisor, its neighbours, and its double and triple. */
    private List<Long> multiples() {
        List<Long> multiples = new ArrayList<>();
        for (long d : divisors) {
            multiples.addAll(List.of(d, d - 1, d + 1, 2 * d, 3 * d));
        }
        return multiples;
    }

    private static double rounded(double x, ElementType type) {
        return Elements.value(Elements.nearestBits(x, type), type);
    }

    /** The next number of the type. */
    private static double next(double x, ElementType type, boolean up) {
        double ulp = Elements.ulp(x, type);
        double near = rounded(up ? x + ulp / 2 : x - ulp / 2, type);
        return near != x ? near : rounded(up ? x + ulp : x - ulp, type);
    }

    private void addIntegers(ElementType type, double largest, Set<Double> values) {
        BigInteger low = type.minInteger().floor();
        BigInteger high = type.maxInteger().floor();
        List<BigInteger> wanted = new ArrayList<>();
        integers.forEach(c -> wanted.add(BigInteger.valueOf(c)));
        for (long small : new long[] {0, 1, -1}) {
            wanted.add(BigInteger.valueOf(small));
        }
        multiples().forEach(n -> wanted.add(BigInteger.valueOf(n)));
        for (long c : integers) {
            wanted.add(BigInteger.valueOf(c).add(BigInteger.ONE));
            wanted.add(BigInteger.valueOf(c).subtract(BigInteger.ONE));
        }
        wanted.add(low);
        wanted.add(high);
        integers.forEach(c -> wanted.add(BigInteger.valueOf(c).negate()));
        for (BigInteger n : wanted) {
            boolean fits = n.compareTo(low) >= 0 && n.compareTo(high) <= 0;
            if (fits && Math.abs(n.doubleValue()) <= largest) {
                values.add(n.doubleValue());
            }
        }
    }
}
