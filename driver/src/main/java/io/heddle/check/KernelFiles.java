package io.heddle.check;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.suite.InputException;
import io.heddle.suite.InputFiles;
import io.heddle.suite.LocalFiles;
import io.heddle.suite.Pair;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads and parses PTX files, and keeps those that were asked for last: each is parsed once unless
 * a run has more PTX than {@value #KEPT} characters. Thread-safe.
 *
 * <p>Text is read as UTF-8; bytes that are not become replacement characters, which the parser
 * reports with their place, unless they stand in comments.
 */
public final class KernelFiles {
    /** Characters of PTX whose modules are kept, some ten bytes of heap each. */
    private static final long KEPT = 20_000_000;

    private final InputFiles files;
    private final long kept;
    private final Map<String, Parsed> modules = new LinkedHashMap<>(16, 0.75f, true);
    private long characters; // of the modules
    private final Map<String, String> texts;
    private final Map<String, Long> unclaimed = new HashMap<>(); // nanoseconds by file

    private record Parsed(PtxModule module, int characters, int hash) {}

    /** Files of the local file system. */
    public KernelFiles() {
        this(new LocalFiles());
    }

    /** Files that are read from {@code files}. */
    public KernelFiles(InputFiles files) {
        this(files, Map.of(), KEPT);
    }

    /**
     * Files with the given texts, by path; all others are read from the local file system.
     *
     * @param kept characters of PTX whose modules are kept
     */
    KernelFiles(Map<String, String> texts, long kept) {
        this(new LocalFiles(), texts, kept);
    }

    private KernelFiles(InputFiles files, Map<String, String> texts, long kept) {
        this.files = files;
        this.texts = texts;
        this.kept = kept;
    }

    /** Files with the given texts, by path; all others are read from the local file system. */
    public static KernelFiles of(Map<String, String> texts) {
        return new KernelFiles(Map.copyOf(texts), KEPT);
    }

    /**
     * The module in {@code file}.
     *
     * @throws InputException if it cannot be read
     * @throws io.heddle.ptx.PtxSyntaxException if it is not PTX
     */
    public synchronized PtxModule module(String file) {
        Parsed known = modules.get(file);
        if (known != null) {
            return known.module();
        }
        long start = System.nanoTime();
        String text = texts.containsKey(file) ? texts.get(file) : read(file);
        PtxModule module = parse(file, text);
        unclaimed.merge(file, System.nanoTime() - start, Long::sum);
        modules.put(file, new Parsed(module, text.length(), text.hashCode()));
        characters += text.length();
        forgetEldest();
        return module;
    }

    /** Forgets modules until few enough are left, but for the one asked for last. */
    private void forgetEldest() {
        Iterator<Parsed> eldest = modules.values().iterator();
        while (characters > kept && modules.size() > 1) {
            characters -= eldest.next().characters();
            eldest.remove();
        }
    }

    /**
     * The text of a file that was parsed.
     *
     * @return empty if the file cannot be read any more, has changed since, or is forgotten
     */
    public Optional<String> text(String file) {
        Parsed parsed;
        synchronized (this) {
            parsed = modules.get(file);
        }
        try {
            String text = texts.containsKey(file) ? texts.get(file) : read(file);
            boolean same =
                    parsed != null
                            && parsed.characters() == text.length()
                            && parsed.hash() == text.hashCode();
            return same ? Optional.of(text) : Optional.empty();
        } catch (InputException e) {
            return Optional.empty();
        }
    }

    private static PtxModule parse(String file, String text) {
        try {
            return PtxParser.parse(file, text);
        } catch (OutOfMemoryError e) {
            throw InputException.tooLarge(file);
        }
    }

    /**
     * The nanoseconds spent on reading and parsing {@code file} since the last call, 0 if it was
     * not read since: its time is counted for one pair only.
     */
    synchronized long takeNanos(String file) {
        Long spent = unclaimed.remove(file);
        return spent == null ? 0 : spent;
    }

    /**
     * The text of {@code file}.
     *
     * @throws InputException if it cannot be read
     */
    public String read(String file) {
        return files.text(file);
    }

    /**
     * The texts of all files that some pairs name, by path.
     *
     * @throws InputException if one cannot be read
     */
    public Map<String, String> texts(List<Pair> pairs) {
        Map<String, String> texts = new TreeMap<>();
        for (Pair pair : pairs) {
            texts.computeIfAbsent(pair.reference().ptx(), this::read);
            if (!pair.isSingle()) {
                texts.computeIfAbsent(pair.candidate().ptx(), this::read);
            }
        }
        return texts;
    }
}
