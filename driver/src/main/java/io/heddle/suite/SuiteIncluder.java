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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Includes files into suites, and nothing else: a suite says the same on every machine. A file is
 * looked up in the file system of the one that includes it, relative to that one's folder.
 */
final class SuiteIncluder
        implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    private static final int DEEPEST = 50;
    private static final Map<String, ConfigSyntax> ENDINGS =
            new TreeMap<>(
                    Map.of(
                            ".conf", ConfigSyntax.CONF,
                            ".json", ConfigSyntax.JSON,
                            ".properties", ConfigSyntax.PROPERTIES));
    private static final String SCHEME = "[A-Za-z][A-Za-z0-9+.-]+:.*";

    /** What others may serve is no file, even where Hadoop would read it. */
    private static final Set<String> REMOTE = Set.of("http", "https", "ftp");

    private final String file;
    private final InputFiles files;
    private final int depth;

    /**
     * @param file the file that includes others
     * @param files to read from
     * @param depth number of files that include it one through the other
     */
    SuiteIncluder(String file, InputFiles files, int depth) {
        this.file = file;
        this.files = files;
        this.depth = depth;
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return this; // the library's own includer would look on the class path, too
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        boolean isFile = FileNames.isUri(what) && !REMOTE.contains(FileNames.scheme(what));
        if (what.matches(SCHEME) && !isFile) {
            throw refused("include " + what);
        }
        return include(context, what, FileNames.resolve(FileNames.folder(file), what));
    }

    /** Unlike a plain include, {@code include file("what")} begins in the working folder. */
    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        if (FileNames.isUri(file)) {
            throw new InputException(
                    file
                            + ": include file("
                            + what
                            + "): would be a file of this machine; include \""
                            + what
                            + "\" is one beside the suite");
        }
        return include(context, what.toString(), what.toString());
    }

    /** The file {@code name}; without one of the extensions, all files that have one. */
    private ConfigObject include(ConfigIncludeContext context, String what, String name) {
        boolean there = isFile(name); // an error where it is no regular file
        List<String> found =
                ENDINGS.keySet().stream().anyMatch(name::endsWith)
                        ? (there ? List.of(name) : List.of())
                        : ENDINGS.keySet().stream()
                                .map(e -> name + e)
                                .filter(this::isFile)
                                .toList();
        ConfigObject all = ConfigFactory.empty().root();
        for (String one : found) {
            all = all.withFallback(read(one));
        }
        if (found.isEmpty() && !context.parseOptions().getAllowMissing()) {
            throw new InputException(file + ": include " + what + ": no such file");
        }
        return all;
    }

    private boolean isFile(String name) {
        try {
            InputFiles.Kind kind = files.kind(name);
            if (kind == InputFiles.Kind.FOLDER || kind == InputFiles.Kind.OTHER) {
                throw new InputException(file + ": include " + name + ": is not a regular file");
            }
            return kind == InputFiles.Kind.FILE;
        } catch (IOException e) {
            throw new InputException(
                    file + ": include " + name + ": cannot be read: " + e.getMessage());
        }
    }

    private ConfigObject read(String name) {
        if (depth == DEEPEST) {
            throw new InputException(
                    file
                            + ": include "
                            + name
                            + ": more than "
                            + DEEPEST
                            + " includes one in another");
        }
        String ending = name.substring(name.lastIndexOf('.'));
        return HoconFile.read(name, files, ENDINGS.get(ending), depth + 1).config().root();
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        throw refused("include url(" + what + ")");
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        throw refused("include classpath(" + what + ")");
    }

    private InputException refused(String what) {
        return new InputException(file + ": " + what + ": only files can be included");
    }
}
