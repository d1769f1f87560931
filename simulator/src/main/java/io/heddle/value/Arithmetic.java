package io.heddle.value;

import io.heddle.ptx.Instruction;
import io.heddle.ptx.PtxType;
import io.heddle.term.TermStore;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * How an instruction comes to the float that it gives. Instructions of one way give one number for
 * one term: the exact result, rounded as their modifiers say. Those of two ways may give two.
 */
final class Arithmetic {
    /** The terms that instructions of different ways may both make. */
    enum Kind {
        SUM,
        PRODUCT,
        SCALED, // a product with a constant, which may be a quotient by one
        QUOTIENT,
        ROOT,
        POWER,
        LOGARITHM,
        FUNCTION
    }

    private static final List<String> MODIFIERS =
            List.of("rz", "rm", "rp", "rna", "rs", "approx", "full", "ftz");

    private static final List<String> PLACES = List.of("sync", "aligned", "row", "col");
    private static final List<String> ROUNDINGS = List.of("rn", "rz", "rm", "rp");

    private Arithmetic() {}

    static boolean isFloat(PtxType type) {
        return type.isFloat();
    }

    /** The types among the modifiers: that of the result first. */
    static List<PtxType> types(Instruction i) {
        return i.modifiers().stream().map(PtxType::parse).filter(Objects::nonNull).toList();
    }

    /** The terms that an instruction may make; none for what computes no float. */
    static Set<Kind> kinds(Instruction i) {
        List<PtxType> types = types(i);
        if (types.isEmpty() || !isFloat(types.get(0))) {
            return EnumSet.noneOf(Kind.class);
        }
        return switch (i.opcode()) {
            case "add", "sub", "atom", "red" -> EnumSet.of(Kind.SUM);
            case "mul" -> EnumSet.of(Kind.PRODUCT, Kind.SCALED);
            case "fma", "mad" -> EnumSet.of(Kind.SUM, Kind.PRODUCT, Kind.SCALED);
            case "div" -> EnumSet.of(Kind.SCALED, Kind.QUOTIENT);
            case "rcp", "rsqrt" -> EnumSet.of(Kind.QUOTIENT);
            case "sqrt" -> EnumSet.of(Kind.ROOT);
            case "ex2" -> EnumSet.of(Kind.POWER);
            case "lg2" -> EnumSet.of(Kind.LOGARITHM);
            case "sin", "cos", "tanh" -> EnumSet.of(Kind.FUNCTION);
            case "heddle" -> ofLibrary(i.modifiers().get(0));
            default ->
                    isMatrix(i)
                            ? EnumSet.of(Kind.SUM, Kind.PRODUCT, Kind.SCALED)
                            : EnumSet.noneOf(Kind.class);
        };
    }

    /** What a library function makes that the compiler has inlined. */
    private static Set<Kind> ofLibrary(String name) {
        return switch (name) {
            case "exp", "exp2", "exp10" -> EnumSet.of(Kind.POWER);
            case "log", "log2", "log10", "log1p" ->
                    EnumSet.of(Kind.LOGARITHM, Kind.QUOTIENT, Kind.SCALED);
            case "rsqrt", "tan" -> EnumSet.of(Kind.QUOTIENT);
            case "fmod", "remainder" ->
                    EnumSet.of(Kind.SUM, Kind.PRODUCT, Kind.SCALED, Kind.QUOTIENT);
            case "hypot" -> EnumSet.of(Kind.ROOT, Kind.SUM, Kind.PRODUCT, Kind.SCALED);
            case "expm1", "erfc" -> EnumSet.of(Kind.SUM);
            case "sinh", "cosh", "normcdf" -> EnumSet.of(Kind.PRODUCT, Kind.SCALED);
            case "pow" -> EnumSet.of(Kind.PRODUCT, Kind.SCALED, Kind.POWER, Kind.QUOTIENT);
            default -> EnumSet.of(Kind.FUNCTION);
        };
    }

    /** True for products of matrices, whose sums no manual says how to round. */
    static boolean isMatrix(Instruction i) {
        return i.opcode().equals("mma") || i.opcode().equals("wmma") && i.has("mma");
    }

    /** True if an instruction that computes floats has made {@code t}, as something new. */
    static boolean makes(Instruction i, TermStore store, int t) {
        return kind(store, t) != null && !kinds(i).isEmpty();
    }

    /** The kind of {@code t} as something that an instruction has made, or null. */
    static Kind kind(TermStore store, int t) {
        return switch (store.op(t)) {
            case ADD, SUB, FMA -> Kind.SUM;
            case MUL ->
                    store.isRational(store.a(t)) || store.isRational(store.b(t))
                            ? Kind.SCALED
                            : Kind.PRODUCT;
            case DIV -> Kind.QUOTIENT;
            case SQRT -> Kind.ROOT;
            case EXP2 -> Kind.POWER;
            case LOG2 -> Kind.LOGARITHM;
            case APPLY -> Kind.FUNCTION;
            default -> null;
        };
    }

    /** What an instruction that clamps its result to [0, 1], or to what is positive, clamps. */
    static int unclamped(TermStore store, int t, Instruction i) {
        int result = t;
        if (i.has("sat") || i.has("relu")) {
            for (int k = 0; k < 2; k++) {
                switch (store.op(result)) {
                    case MAX, MIN -> {
                        int a = store.a(result);
                        result = store.isRational(a) ? store.b(result) : a;
                    }
                    default -> {}
                }
            }
        }
        return result;
    }

    /** The way of an instruction that makes such terms, integers floats, or floats narrower. */
    static String way(Instruction i) {
        boolean nearest = !isApproximate(i);
        return switch (i.opcode()) {
            case "div", "rcp" -> way(i, nearest ? "quotient" : i.opcode());
            case "rsqrt" -> way(i, i.opcode());
            case "atom", "red" -> way(i, "atomic");
            case "mma", "wmma" -> way(i, matrixWay(i));
            case "heddle" -> way(i, i.modifiers().get(0) + i.opcode());
            default -> productWay(i);
        };
    }

    /** As {@link #way}, where the instruction does what a product does: divides by 2^k. */
    static String productWay(Instruction i) {
        return way(i, null);
    }

    private static String way(Instruction i, String name) {
        List<String> way = new ArrayList<>(MODIFIERS);
        way.retainAll(i.modifiers());
        if (name != null) {
            way.add(name);
        }
        way.add(types(i).get(0).name().replace("X2", ""));
        return String.join(".", way);
    }

    /** True for a quotient that is rounded as the manual says. */
    static boolean isNearestQuotient(Instruction i) {
        return i.opcode().equals("div") && !isApproximate(i);
    }

    /** A shape and types have an order of sums of their own, which no manual tells. */
    private static String matrixWay(Instruction i) {
        List<String> way = new ArrayList<>(i.modifiers());
        way.removeAll(PLACES);
        way.add(0, i.opcode());
        return String.join(".", way);
    }

    /**
     * True for a sum that may take in its products unrounded: the manual lets a compiler fuse
     * {@code mul} and {@code add} that have no rounding modifier (PTX ISA 9.7.3.3).
     */
    static boolean mayFuseProducts(Instruction i) {
        return (i.opcode().equals("add") || i.opcode().equals("sub"))
                && isFloat(types(i).get(0))
                && Collections.disjoint(i.modifiers(), ROUNDINGS);
    }

    /** True for a product that such a sum may take in. */
    static boolean mayBeFused(Instruction i) {
        return i.opcode().equals("mul") && Collections.disjoint(i.modifiers(), ROUNDINGS);
    }

    /** What an instruction does to a float, as far as rounding goes: one text for what is alike. */
    static String event(Instruction i) {
        List<PtxType> types = types(i);
        String from = types.get(types.size() - 1).name().replace("X2", "");
        boolean exact = !kinds(i).isEmpty() && !isApproximate(i); // a function of the result
        return (exact ? "" : i.opcode() + " ") + way(i) + " of " + from;
    }

    /** True for the quotient or the remainder of integers. */
    static boolean dividesIntegers(Instruction i) {
        return switch (i.opcode()) {
            case "div", "rem" -> !isFloat(types(i).get(0));
            default -> false;
        };
    }

    /** True for an approximation of what other instructions round to nearest. */
    static boolean isApproximate(Instruction i) {
        return switch (i.opcode()) {
            case "div", "sqrt", "rcp", "rsqrt" -> i.has("approx") || i.has("full");
            default -> false;
        };
    }
}
