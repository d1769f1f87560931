package io.heddle.idiom;

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

/**
 * The templates of all functions by their anchors. A template is read from its probe when its
 * anchor first occurs in a program.
 */
final class Library {
    /**
     * One target of each generation of nvcc's code generator, NVVM 7 and NVVM 20; where they differ
     * from those, the functions that both call without optimisation ({@code -G}) and the spellings
     * of nvcc 11 and 12, which copy signs with masks.
     */
    private static final List<String> GENERATIONS =
            List.of("sm_80", "sm_100a", "debug.sm_80", "debug.sm_100a", "signs", "masks");

    private static final long INTEGER = 1L << 40;

    private static final long LOG = INTEGER + 1059760811;
    private static final long POW = INTEGER + 1060439283;
    private static final long POW_EXP2 = 0x391FCB8EL;
    private static final long TWO_OVER_PI = 0x3F22F983L;

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
                    new Probe("sin", "sincosf", 0, List.of(TWO_OVER_PI), 0, 0),
                    new Probe("cos", "sincosf", 1, List.of(TWO_OVER_PI), 0, 0),
                    new Probe("atan", "atanf", 0x3B2090AAL),
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
                    Probe.ofBase("pow_of_1000000", 1_000_000, POW_EXP2));

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
        if (u.is("real")) {
            return u.payload;
        }
        return u.is("integer") ? INTEGER + Math.abs(u.payload) : -1;
    }

    /** The keys that an immediate operand may have. */
    boolean isAnchor(long bits) {
        return probes.containsKey(bits & 0x7FFFFFFF)
                || probes.containsKey(INTEGER + Math.abs((long) (int) bits));
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
        return PROBES.stream().map(Probe::file).distinct().flatMap(f -> files(f).stream()).toList();
    }

    private static List<String> files(String probe) {
        return GENERATIONS.stream()
                .map(g -> probe + "." + g + ".ptx")
                .filter(f -> Library.class.getResource(f) != null)
                .toList();
    }

    /** The kernel of a probe, or its function where that has no kernel. */
    static Function function(PtxModule probe) {
        return probe.functions().stream().filter(Function::defined).findFirst().orElseThrow();
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
