package io.heddle.check;

import io.heddle.ptx.PtxModule;
import io.heddle.ptx.PtxParser;
import io.heddle.spec.Formula;
import io.heddle.spec.index.FormulaException;
import io.heddle.suite.InputException;
import io.heddle.suite.InputFiles;
import io.heddle.suite.LocalFiles;
import io.heddle.suite.Pair;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads and parses PTX files, and keeps those that were asked for last: each is parsed once unless
 * a run has more PTX than {@value #KEPT} characters. Thread-safe.
 *
 * <p>A file has one text for as long as this object lives: the SHA-256 of the first one stays, also
 * where the module is forgotten, and a file that is read again and differs cannot be used. A
 * verdict is therefore about the text of which other parts of a run have made keys.
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
    private final Map<String, Formula> formulas = new HashMap<>();
    private final Map<String, String> texts;
    private final Map<String, byte[]> digests = new HashMap<>(); // SHA-256 by file
    private final Set<String> changed = new HashSet<>();
    private final Map<String, Long> unclaimed = new HashMap<>(); // nanoseconds by file

    private record Parsed(PtxModule module, int characters) {}

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
        this.texts = new ConcurrentHashMap<>(texts);
        this.kept = kept;
    }

    /** Files with the given texts, by path; all others are read from the local file system. */
    public static KernelFiles of(Map<String, String> texts) {
        return new KernelFiles(Map.copyOf(texts), KEPT);
    }

    /**
     * Gives a text that is in no file system a name by which it can be read.
     *
     * @param stem what the name begins with; the text gets a number if another one has that name
     * @param extension what it ends with
     */
    public synchronized String give(String stem, String extension, String text) {
        int number = 1;
        String file = stem + extension;
        while (texts.containsKey(file) || digests.containsKey(file)) {
            file = stem + ++number + extension;
        }
        texts.put(file, text);
        return file;
    }

    /**
     * The module in {@code file}.
     *
     * @throws InputException if it cannot be read, or has changed
     * @throws io.heddle.ptx.PtxSyntaxException if it is not PTX
     */
    public synchronized PtxModule module(String file) {
        Parsed known = modules.get(file);
        if (known != null) {
            return known.module();
        }
        long start = System.nanoTime();
        String text = read(file);
        PtxModule module = parse(file, text);
        unclaimed.merge(file, System.nanoTime() - start, Long::sum);
        modules.put(file, new Parsed(module, text.length()));
        characters += text.length();
        forgetEldest();
        return module;
    }

    /**
     * The formula in {@code file}.
     *
     * @throws InputException if it cannot be read, has changed, or is no formula
     */
    public synchronized Formula formula(String file) {
        Formula known = formulas.get(file);
        if (known == null) {
            try {
                known = Formula.parse(file, read(file));
            } catch (FormulaException e) {
                throw new InputException(e.getMessage());
            }
            formulas.put(file, known);
        }
        return known;
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
     * @return empty if the file cannot be read any more, or has changed since
     */
    public Optional<String> text(String file) {
        try {
            return Optional.of(read(file));
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
     * @throws InputException if it cannot be read, or is another one than it was the first time
     */
    public String read(String file) {
        String text = texts.containsKey(file) ? texts.get(file) : files.text(file);
        byte[] digest = digest(text);
        synchronized (this) {
            byte[] first = digests.putIfAbsent(file, digest);
            if (first != null && !Arrays.equals(first, digest)) {
                changed.add(file);
                throw new InputException(file + ": has changed since the run began");
            }
        }
        return text;
    }

    /** True if a file of the pair was found to be another one than it was the first time. */
    public synchronized boolean haveChanged(Pair pair) {
        return pair.files().stream().anyMatch(changed::contains);
    }

    private static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java has it
        }
    }

    /**
     * Adds the texts of the files that a pair names, by path, to those that are there.
     *
     * @throws InputException if one cannot be read, or has changed
     */
    public void addTexts(Pair pair, Map<String, String> byFile) {
        pair.files().forEach(file -> byFile.computeIfAbsent(file, this::read));
    }
}
