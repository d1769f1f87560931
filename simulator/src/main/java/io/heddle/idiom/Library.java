package io.heddle.idiom;

import static io.heddle.idiom.Template.Operands.DECODED;
import static io.heddle.idiom.Template.Operands.ENCODED;
import static io.heddle.idiom.Template.Operands.OTHER;
import static io.heddle.idiom.Template.Operands.PAIR;

import io.heddle.idiom.Template.Probe;
import io.heddle.ptx.Function;
import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The templates of all functions by their anchors. A template is read from its probe when its
 * anchor first occurs in a program.
 */
final class Library {
    /**
     * One target of each generation of nvcc's code generator, NVVM 7 and NVVM 20; where they differ
     * from those, the functions that both call without optimisation ({@code -G}), those that are
     * others with {@code -use_fast_math}, and the spellings of nvcc 11 and 12, which copy signs
     * with masks, and whose library (Triton's, too) has other constants in some functions.
     */
    private static final List<String> GENERATIONS =
            List.of(
                    "sm_80",
                    "sm_100a",
                    "fast.sm_80",
                    "fast.sm_100a",
                    "debug.sm_80",
                    "debug.sm_100a",
                    "signs",
                    "masks",
                    "older.signs",
                    "older.masks");

    private static final long INTEGER = 1L << 40;

    private static final long LOG = INTEGER + 1059760811;
    private static final long POW = INTEGER + 1060439283;
    private static final long POW_EXP2 = 0x391FCB8EL;
    private static final long TWO_TO_23 = 0x4B000000L;
    private static final long TWO_OVER_PI = 0x3F22F983L;
    private static final long TWO_OVER_PI_DOUBLE = 0x3FE45F306DC9C883L;
    private static final long EXP = 0x3E5ADE1569CE2BDFL;
    private static final long ENCODED_NAN = INTEGER + 0x20000000; // of 0x7FFFFFFFE0000000
    private static final long LOG_SPLIT = INTEGER + 1073127583; // of the root of 2

    /** Inner functions first: log10 is a multiple of log. */
    private static final List<Probe> PROBES =
            List.of(
                    new Probe("exp", "expf", 0x3BBB989DL),
                    new Probe("exp10", "exp10f", 0x3C57FA62L),
                    new Probe("log", "logf", LOG),
                    new Probe("log10", "log10f", LOG),
                    new Probe("log2", "log2f", POW),
                    new Probe("log1p", "log1pf", INTEGER + 1061158912),
                    new Probe("tanh", "tanhf", 0x4038AA3BL),
                    new Probe("erf", "erff", 0x3F8060FEL),
                    new Probe("expm1", "expm1f", 0x35BFBE8EL),
                    new Probe("sinh", "sinhf", 0x363D0ADAL),
                    new Probe("cosh", "coshf", 0x4B40007DL),
                    new Probe("erfc", "erfcf", 0x3F9DD2C9L),
                    new Probe("normcdf", "normcdff", 0x3F9DD2C9L),
                    new Probe("sin", "sinf", TWO_OVER_PI),
                    new Probe("cos", "cosf", TWO_OVER_PI),
                    new Probe("tan", "tanf", TWO_OVER_PI),
                    new Probe("sin", "sincosf", 0, TWO_OVER_PI),
                    new Probe("cos", "sincosf", 1, TWO_OVER_PI),
                    new Probe("atan", "atanf", 0x3B2090AAL),
                    new Probe("asin", "asinf", 0x3D4DD2F7L),
                    new Probe("cbrt", "cbrtf", 0x3F2AAAABL),
                    new Probe("rsqrt", "frsqrt_rn", INTEGER + 16777215),
                    new Probe("pow", "powf", POW, POW_EXP2),
                    Probe.ofPower("pow_even", 10, POW, POW_EXP2),
                    Probe.ofPower("pow_odd", 5, POW, POW_EXP2),
                    Probe.ofPower("pow_fraction", 1.7f, POW, POW_EXP2),
                    Probe.ofPower("pow_minus_even", -10, POW, POW_EXP2),
                    Probe.ofPower("pow_minus_odd", -5, POW, POW_EXP2),
                    Probe.ofPower("pow_minus_fraction", -1.7f, POW, POW_EXP2),
                    Probe.ofBase("pow_of_2", 2, POW_EXP2),
                    Probe.ofBase("pow_of_10", 10, POW_EXP2),
                    Probe.ofBase("pow_of_10000", 10_000, POW_EXP2),
                    Probe.ofBase("pow_of_500000", 500_000, POW_EXP2),
                    Probe.ofBase("pow_of_1000000", 1_000_000, POW_EXP2),
                    new Probe("fmod", "fmodf", TWO_TO_23),
                    new Probe("remainder", "remainderf", TWO_TO_23),
                    new Probe("hypot", "hypotf", INTEGER + 2122317824),
                    Probe.of(OTHER, "exp", "exp", EXP),
                    Probe.of(OTHER, "exp2", "exp2", EXP),
                    Probe.of(OTHER, "exp10", "exp10", EXP),
                    Probe.of(OTHER, "log", "log", LOG_SPLIT),
                    Probe.of(OTHER, "log2", "log2", LOG_SPLIT),
                    Probe.of(OTHER, "log10", "log10", LOG_SPLIT),
                    Probe.of(OTHER, "expm1", "expm1", 0x3E21F4076ACD15B6L),
                    Probe.of(OTHER, "log1p", "log1p", 0x3EB372FB2FBE14B5L),
                    Probe.of(OTHER, "tanh", "tanh", 0xBEF0BC46E2F5E964L),
                    Probe.of(OTHER, "sinh", "sinh", 0x3D6B4C75AB274C53L),
                    Probe.of(OTHER, "erf", "erf", 0xBCF0679AFBA6F279L),
                    Probe.of(OTHER, "erfc", "erfc", 0xBDF8774AD4E0BFD7L),
                    Probe.of(OTHER, "atan", "atan", 0xBEF53E1D2A25FF7EL),
                    Probe.of(OTHER, "sin", "sin", TWO_OVER_PI_DOUBLE),
                    Probe.of(OTHER, "cos", "cos", TWO_OVER_PI_DOUBLE),
                    Probe.of(OTHER, "tan", "tan", TWO_OVER_PI_DOUBLE),
                    Probe.of(OTHER, "sin", "sincos", TWO_OVER_PI_DOUBLE),
                    Probe.of(OTHER, "cos", "sincos", TWO_OVER_PI_DOUBLE).second(),
                    Probe.of(OTHER, "exp", "hexp", INTEGER + 0x1F79),
                    Probe.of(OTHER, "exp2", "hexp2", INTEGER + 0x33800000),
                    Probe.of(OTHER, "exp10", "hexp10", INTEGER + 0x34DE),
                    Probe.of(OTHER, "log", "hlog", INTEGER + 0x160D),
                    Probe.of(OTHER, "log2", "hlog2", INTEGER + 0xA2E2),
                    Probe.of(OTHER, "log10", "hlog10", INTEGER + 0x338F),
                    Probe.of(OTHER, "sin", "hsin", INTEGER + 0x32B3),
                    Probe.of(OTHER, "cos", "hcos", INTEGER + 0x2B7C),
                    Probe.of(PAIR, "exp", "h2exp", INTEGER + 0x1F791F79),
                    Probe.of(PAIR, "exp2", "h2exp2", INTEGER + 0x33800000),
                    Probe.of(PAIR, "exp10", "h2exp10", INTEGER + 0x34DE34DE),
                    Probe.of(PAIR, "log", "h2log", INTEGER + 0x160D160D),
                    Probe.of(PAIR, "log2", "h2log2", INTEGER + 0x5D1D5D1E),
                    Probe.of(PAIR, "log10", "h2log10", INTEGER + 0x338F338F),
                    Probe.of(PAIR, "sin", "h2sin", INTEGER + 0x32B332B3),
                    Probe.of(PAIR, "cos", "h2cos", INTEGER + 0x2B7C2B7C),
                    Probe.of(ENCODED, "e4m3x2", "encode_e4m3", ENCODED_NAN),
                    Probe.of(ENCODED, "e5m2x2", "encode_e5m2", ENCODED_NAN),
                    Probe.of(DECODED, "e4m3x2", "decode_e4m3", INTEGER + 30720),
                    Probe.of(DECODED, "e5m2x2", "decode_e5m2", INTEGER + 124));

    /** The power of doubles, by the inner function that it calls with |x| and y. */
    private static final Map<String, Probe> CALLERS =
            Map.of("__internal_accurate_pow", Probe.of(OTHER, "pow", "pow"));

    private final Map<Long, List<Probe>> probes = new TreeMap<>();
    private final Map<Probe, List<Template>> templates = new ConcurrentHashMap<>();

    private Library() {
        for (Probe p : PROBES) {
            for (long anchor : p.anchors()) {
                probes.computeIfAbsent(anchor, k -> new ArrayList<>()).add(p);
            }
        }
    }

    private static final class Holder {
        static final Library INSTANCE = new Library();
    }

    static Library instance() {
        return Holder.INSTANCE;
    }

    /** The key of a constant node, which does not tell its sign; −1 of another node. */
    static long key(ValueNode n) {
        ValueNode u = n.unsigned();
        if (u.is("real") || u.is("double")) {
            return u.payload;
        }
        return u.is("integer") ? INTEGER + Math.abs((long) (int) u.payload) : -1;
    }

    /** True if a constant has the key, perhaps as the integer of its bits. */
    static boolean isKey(long anchor, ValueNode n) {
        return key(n) == anchor || n.is("real") && INTEGER + n.payload == anchor;
    }

    /** The keys that an immediate operand may have. */
    boolean isAnchor(long bits) {
        return probes.containsKey(bits)
                || probes.containsKey(bits ^ Long.MIN_VALUE)
                || probes.containsKey(bits & 0x7FFFFFFF)
                || probes.containsKey(INTEGER + Math.abs((long) (int) bits));
    }

    /** True for the name of an inner function by whose arguments a function is found. */
    boolean isCallee(String name) {
        return CALLERS.containsKey(name);
    }

    /** The templates of the function that is found by a call of an inner one. */
    List<Template> calling(String callee) {
        return isCallee(callee) ? of(CALLERS.get(callee)) : List.of();
    }

    /** The probes with this anchor. */
    List<Probe> at(long anchor) {
        return probes.getOrDefault(anchor, List.of());
    }

    /** The templates of a probe, one for each generation. */
    List<Template> of(Probe p) {
        return templates.computeIfAbsent(p, Library::templates);
    }

    private static List<Template> templates(Probe p) {
        List<Template> result = new ArrayList<>();
        for (String file : files(p.file())) {
            result.add(
                    Template.of(p, probe(file))
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "probe " + file + " is not readable")));
        }
        return result;
    }

    /** The files of all probes. */
    static List<String> files() {
        return Stream.concat(PROBES.stream(), CALLERS.values().stream())
                .map(Probe::file)
                .distinct()
                .flatMap(f -> files(f).stream())
                .toList();
    }

    private static List<String> files(String probe) {
        return GENERATIONS.stream()
                .map(g -> probe + "." + g + ".ptx")
                .filter(f -> Library.class.getResource(f) != null)
                .toList();
    }

    /** The kernel of a probe, or its function where that has no kernel. */
    static Function function(PtxModule probe) {
        List<Function> all = probe.functions().stream().filter(Function::defined).toList();
        return all.stream().filter(Function::entry).findFirst().orElseGet(() -> all.get(0));
    }

    /** A probe among the resources. */
    static PtxModule probe(String file) {
        try (InputStream in = Library.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no probe " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PtxParser.parse(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
