package io.heddle.cost;

import io.heddle.ptx.Effect;
import io.heddle.ptx.Instruction;
import io.heddle.ptx.Opcode;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What instructions compute, by their form: a class, and the operations on floats in it. */
final class Operations {
    private static final Pattern SHAPE = Pattern.compile("m([0-9]+)n([0-9]+)k([0-9]+)");
    private static final Set<String> FLOATS =
            Set.of("f16", "f16x2", "bf16", "bf16x2", "f32", "f32x2", "f64");
    private static final Set<String> SPECIAL =
            Set.of("rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2", "tanh", "div");

    private Operations() {}

    /**
     * The class of an instruction: {@code fma.f32}, {@code mma.f16}, {@code special}, {@code
     * integer}, {@code convert}, {@code memory}, {@code control}, {@code sync}, {@code warp},
     * {@code move} or {@code float}.
     */
    static String kind(Instruction i) {
        if (isMatrixProduct(i)) {
            return "mma." + lastFloatOrMatrix(i);
        }
        Effect effect = Opcode.form(i).map(f -> f.effect()).orElse(Effect.PURE);
        return switch (effect) {
            case LOAD, STORE, ATOMIC, ASYNC -> "memory";
            case WARP -> "warp";
            case SYNC, HINT -> "sync";
            case CONTROL, TRAP -> "control";
            default -> pure(i);
        };
    }

    private static String pure(Instruction i) {
        String type = type(i);
        if (SPECIAL.contains(i.opcode()) && FLOATS.contains(type)) {
            return "special";
        }
        return switch (i.opcode()) {
            case "mov", "cvta", "prmt", "selp", "slct", "isspacep", "mapa" -> "move";
            case "cvt" -> "convert";
            case "fma", "mad" -> FLOATS.contains(type) ? "fma." + type : "integer";
            default -> FLOATS.contains(type) ? "float" : "integer";
        };
    }

    /** Operations on floats by one thread: an fma is two, pairs count twice. */
    static int ofThread(Instruction i) {
        String type = type(i);
        if (!FLOATS.contains(type)) {
            return 0;
        }
        int pair = type.endsWith("x2") ? 2 : 1;
        return switch (i.opcode()) {
            case "add", "sub", "mul" -> pair;
            case "fma", "mad" -> 2 * pair;
            default -> 0;
        };
    }

    /** Operations of a matrix instruction by a warp: 2 m n k; 0 of other instructions. */
    static long ofWarp(Instruction i) {
        if (!isMatrixProduct(i)) {
            return 0;
        }
        for (String m : i.modifiers()) {
            Matcher shape = SHAPE.matcher(m);
            if (shape.matches()) {
                return 2L
                        * Long.parseLong(shape.group(1))
                        * Long.parseLong(shape.group(2))
                        * Long.parseLong(shape.group(3));
            }
        }
        return 0;
    }

    private static boolean isMatrixProduct(Instruction i) {
        return i.opcode().equals("mma") || i.opcode().equals("wmma") && i.has("mma");
    }

    /** The type of A: the last modifiers are the types of D, A, B and C. */
    private static String lastFloatOrMatrix(Instruction i) {
        var m = i.modifiers().stream().filter(Operations::isType).toList();
        return m.size() == 4 ? m.get(1) : m.isEmpty() ? "" : "f16";
    }

    private static boolean isType(String modifier) {
        return modifier.matches("(f16|bf16|tf32|f32|f64|e4m3|e5m2|[su](8|4|32)|b1)");
    }

    /** The type of the result, which is the first of two in {@code add.f32.f16}. */
    private static String type(Instruction i) {
        return i.modifiers().stream()
                .filter(FLOATS::contains)
                .findFirst()
                .orElse(i.modifiers().isEmpty() ? "" : i.modifiers().get(i.modifiers().size() - 1));
    }
}
