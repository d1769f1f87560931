package io.heddle.idiom;

import io.heddle.ptx.Function;
import io.heddle.ptx.PtxParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The templates of all functions by their anchors. A template is read from its probe when its
 * anchor first occurs in a program.
 */
final class Library {
    /** One target of each generation of nvcc's code generator: NVVM 7 and NVVM 20. */
    private static final List<String> GENERATIONS = List.of("sm_80", "sm_100a");

    private static final long INTEGER = 1L << 40;

    /**
     * A template and where its anchor leads to.
     *
     * @param template of an argument less than it has values
     * @param argument the argument that the anchor suggests
     * @param distance from the anchor's neighbours to that argument
     */
    record Anchored(Template template, int argument, int distance) {}

    /**
     * A probe.
     *
     * @param name of the function in the pseudo-instruction
     * @param probe of the file, without generation
     * @param anchors one for each argument
     */
    private record Entry(String name, String probe, List<Long> anchors) {}

    /** Inner functions first: log10 is a multiple of log. */
    private static final List<Entry> ENTRIES =
            List.of(
                    entry("exp", "expf", 0x3BBB989DL),
                    entry("exp10", "exp10f", 0x3C57FA62L),
                    entry("log", "logf", INTEGER - 1059760811),
                    entry("log10", "log10f", INTEGER - 1059760811),
                    entry("log2", "log2f", INTEGER - 1060439283),
                    entry("log1p", "log1pf", INTEGER - 1061158912),
                    entry("tanh", "tanhf", 0x4038AA3BL),
                    entry("erf", "erff", 0x3F8060FEL));

    private final Map<Long, List<Entry>> entries = new TreeMap<>();
    private final Map<Long, List<Anchored>> loaded = new ConcurrentHashMap<>();

    private Library() {
        for (Entry e : ENTRIES) {
            for (long anchor : e.anchors) {
                List<Entry> all = entries.computeIfAbsent(anchor, k -> new ArrayList<>());
                all.add(e);
            }
        }
    }

    private static final class Holder {
        static final Library INSTANCE = new Library();
    }

    static Library instance() {
        return Holder.INSTANCE;
    }

    private static Entry entry(String name, String probe, Long... anchors) {
        return new Entry(name, probe, List.of(anchors));
    }

    /** The key of a constant node; −1 of another node. The sign of a real number is left out. */
    static long key(Node n) {
        Node u = n.unsigned();
        if (u.is("real")) {
            return u.payload;
        }
        return u.is("integer") ? INTEGER + u.payload : -1;
    }

    Set<Long> anchors() {
        return entries.keySet();
    }

    /** The keys that an immediate operand may have. */
    boolean isAnchor(long bits) {
        return entries.containsKey(bits & 0x7FFFFFFF) || entries.containsKey(INTEGER + (int) bits);
    }

    /** The templates with this anchor. */
    List<Anchored> at(long anchor) {
        List<Entry> all = entries.get(anchor);
        return all == null ? List.of() : loaded.computeIfAbsent(anchor, k -> load(k, all));
    }

    private static List<Anchored> load(long anchor, List<Entry> all) {
        List<Anchored> result = new ArrayList<>();
        for (Entry e : all) {
            for (String generation : GENERATIONS) {
                Template t = Template.of(e.name, probe(e.probe + "." + generation + ".ptx"));
                if (t == null) {
                    throw new IllegalStateException("probe of " + e.probe + " is not readable");
                }
                for (int k = 0; k < e.anchors.size(); k++) {
                    if (e.anchors.get(k) == anchor) {
                        result.add(new Anchored(t, k, t.distance(anchor, k)));
                    }
                }
            }
        }
        return result;
    }

    /** The kernel of a probe among the resources. */
    static Function probe(String file) {
        try (InputStream in = Library.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no probe " + file);
            }
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return PtxParser.parse(file, text).entries().get(0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
