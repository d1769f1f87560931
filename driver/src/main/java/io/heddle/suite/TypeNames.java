package io.heddle.suite;

import io.heddle.term.ElementType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The spellings of element types: Heddle's own, and those of CUDA C++ as nvcc compiles it on 64-bit
 * Linux, where {@code char} is signed and {@code long} has 64 bits.
 */
final class TypeNames {
    private static final Map<String, ElementType> NAMES = names();

    private TypeNames() {}

    private static Map<String, ElementType> names() {
        Map<String, ElementType> names = new LinkedHashMap<>();
        for (ElementType t : ElementType.values()) {
            names.put(t.spelling(), t);
        }
        put(names, ElementType.F16, "half", "__half");
        put(names, ElementType.BF16, "nv_bfloat16", "__nv_bfloat16");
        put(names, ElementType.F32, "float");
        put(names, ElementType.F64, "double");
        put(names, ElementType.E4M3, "__nv_fp8_e4m3");
        put(names, ElementType.E5M2, "__nv_fp8_e5m2");
        put(names, ElementType.S8, "i8", "int8_t", "char", "signed char");
        put(names, ElementType.U8, "uint8_t", "unsigned char");
        put(names, ElementType.S16, "i16", "int16_t", "short");
        put(names, ElementType.U16, "uint16_t", "unsigned short");
        put(names, ElementType.S32, "i32", "int32_t", "int");
        put(names, ElementType.U32, "uint32_t", "unsigned", "unsigned int");
        put(names, ElementType.S64, "i64", "int64_t", "long", "long long");
        put(names, ElementType.U64, "uint64_t", "size_t", "unsigned long", "unsigned long long");
        return names;
    }

    private static void put(Map<String, ElementType> names, ElementType type, String... spellings) {
        for (String spelling : spellings) {
            names.put(spelling, type);
        }
    }

    /** The type spelled {@code text}, or null; words may be any number of blanks apart. */
    static ElementType parse(String text) {
        return NAMES.get(text.strip().replaceAll("\\s+", " "));
    }

    /** Heddle's spellings of all types, and what else there is. */
    static String all() {
        return Arrays.stream(ElementType.values())
                        .map(ElementType::spelling)
                        .collect(Collectors.joining(" "))
                + ", or as in C: float, half, int, int64_t …";
    }

    /** The message that {@code text} is not a type. */
    static String unknown(String text) {
        List<String> spellings = new ArrayList<>(NAMES.keySet());
        String nearest = NearestName.to(text, spellings);
        return "unknown type '"
                + text
                + "'"
                + (nearest == null ? "" : ", did you mean " + nearest)
                + "; types are "
                + all();
    }
}
