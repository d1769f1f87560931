package io.heddle.suite;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigSyntax;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Includes files into suites, and nothing else: a suite says the same on every machine. A file is
 * looked up in the file system of the one that includes it, relative to that one's folder.
 */
final class SuiteIncluder
        implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    private static final int DEEPEST = 50;

    /** A depth at which nothing may be included. */
    static final int NONE = Integer.MAX_VALUE;

    private static final Map<String, ConfigSyntax> ENDINGS =
            new TreeMap<>(
                    Map.of(
                            ".conf", ConfigSyntax.CONF,
                            ".json", ConfigSyntax.JSON,
                            ".properties", ConfigSyntax.PROPERTIES));

    /** The beginning of a line or of an object, or the end of a field. */
    private static final String BEFORE = "(?:^|[\\n{,}\\]])[ \\t]*";

    private static final String SCHEME = "[A-Za-z][A-Za-z0-9+.-]+:.*";

    /** What others may serve is no file, even where Hadoop would read it. */
    private static final Set<String> REMOTE = Set.of("http", "https", "ftp");

    private final String file;
    private final String text;
    private final InputFiles files;
    private final int depth;
    private final List<PairsPlace> pairs = new ArrayList<>();

    /**
     * @param file the file that includes others
     * @param text what is in it
     * @param files to read from
     * @param depth number of files that include it one through the other
     */
    SuiteIncluder(String file, String text, InputFiles files, int depth) {
        this.file = file;
        this.text = text;
        this.files = files;
        this.depth = depth;
    }

    /** Where each include so far sets the suite's pairs; null for one that does not. */
    List<PairsPlace> pairs() {
        return Collections.unmodifiableList(pairs);
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this; // the library's own includer would look on the class path, too
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        boolean isFile = FileNames.isUri(what) && !REMOTE.contains(FileNames.scheme(what));
        if (what.matches(SCHEME) && !isFile) {
            throw refused(what, what);
        }
        return include(what, FileNames.resolve(FileNames.folder(file), what));
    }

    /** Unlike a plain include, {@code include file("what")} begins in the working folder. */
    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        if (FileNames.isUri(file)) {
            throw error(
                    what.toString(),
                    "file("
                            + what
                            + "): would be a file of this machine; include \""
                            + what
                            + "\" is one beside the suite");
        }
        return include(what.toString(), what.toString());
    }

    /**
     * The file {@code name}; without one of the extensions, all files that have one. One that is
     * not there is an error, though HOCON would take it for an empty one: what a suite expects may
     * stand in it.
     */
    private ConfigObject include(String what, String name) {
        if (depth == NONE) {
            throw error(what, what + ": this file may not include others");
        }
        boolean there = isFile(what, name); // an error where it is no regular file
        List<String> found =
                ENDINGS.keySet().stream().anyMatch(name::endsWith)
                        ? (there ? List.of(name) : List.of())
                        : ENDINGS.keySet().stream()
                                .map(e -> name + e)
                                .filter(n -> isFile(what, n))
                                .toList();
        if (found.isEmpty()) {
            throw error(what, what + ": no such file");
        }
        ConfigObject all = ConfigFactory.empty().root();
        PairsPlace first = null;
        for (String one : found) {
            HoconFile next = read(what, one);
            all = all.withFallback(next.config().root());
            if (first != null && next.pairs() != null) {
                throw error(
                        what,
                        what
                                + " brings two: "
                                + next.pairs().place()
                                + " has other pairs than "
                                + first.place());
            }
            first = first == null ? next.pairs() : first;
        }
        pairs.add(first);
        return all;
    }

    private boolean isFile(String what, String name) {
        try {
            InputFiles.Kind kind = files.kind(name);
            if (kind != InputFiles.Kind.FILE && kind != InputFiles.Kind.NONE) {
                throw error(what, name + ": " + kind.misfit());
            }
            return kind == InputFiles.Kind.FILE;
        } catch (IOException e) {
            throw error(what, name + ": cannot be read: " + e.getMessage());
        }
    }

    private HoconFile read(String what, String name) {
        if (depth == DEEPEST) {
            throw error(what, name + ": more than " + DEEPEST + " includes one in another");
        }
        String ending = name.substring(name.lastIndexOf('.'));
        return HoconFile.read(name, files, ENDINGS.get(ending), depth + 1);
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        throw refused(what.toString(), "url(" + what + ")");
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        throw refused(what, "classpath(" + what + ")");
    }

    private InputException refused(String what, String spelled) {
        return error(what, spelled + ": only files can be included");
    }

    /**
     * An error with the place of the include. The library does not tell it: it is the first in the
     * text that names {@code what}.
     */
    private InputException error(String what, String message) {
        Matcher include =
                Pattern.compile(BEFORE + "(include\\b[^\"\n]*\"" + Pattern.quote(what) + "\")")
                        .matcher(text);
        String place = file;
        if (include.find()) {
            String before = text.substring(0, include.start(1));
            long line = 1 + before.chars().filter(c -> c == '\n').count();
            place += ":" + line + ":" + (before.length() - before.lastIndexOf('\n'));
        }
        return new InputException(place + ": include " + message);
    }
}
