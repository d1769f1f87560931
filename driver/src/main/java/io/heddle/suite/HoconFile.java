package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigOrigin;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A suite file or side-car as text and as unresolved HOCON.
 *
 * @param file its path or URI
 * @param text what is in it
 * @param config the same, parsed
 * @param pairs where it, or what it includes, sets the suite's pairs; null if nowhere
 */
record HoconFile(String file, String text, Config config, PairsPlace pairs) {
    /** Longer texts are not parsed again for the column of an error. */
    private static final int SHORT = 1 << 16;

    private static final int SHORT_LINE = 400;

    private static final Pattern LINES = Pattern.compile(": [0-9]+(-[0-9]+)?$");
    private static final Pattern QUOTED = Pattern.compile("'([^'\\s]+)'");

    /**
     * Reads and parses a file with what it includes.
     *
     * @param files to read from
     * @throws InputException if it cannot be used, naming file, line and column
     */
    static HoconFile read(String file, InputFiles files) {
        return read(file, files, ConfigSyntax.CONF, 0);
    }

    /**
     * The same, for a file that another may include.
     *
     * @param depth number of files that include it one through the other
     */
    static HoconFile read(String file, InputFiles files, ConfigSyntax syntax, int depth) {
        String text = text(file, files);
        SuiteStructure structure =
                new SuiteStructure(syntax == ConfigSyntax.PROPERTIES ? "" : text);
        structure
                .problem()
                .ifPresent(
                        p -> {
                            throw new InputException(file + ":" + p.place() + ": " + p.message());
                        });
        SuiteIncluder includer = new SuiteIncluder(file, text, files, depth);
        ConfigParseOptions options =
                ConfigParseOptions.defaults()
                        .setSyntax(syntax)
                        .setOriginDescription(file)
                        .setIncluder(includer);
        try {
            Config config = ConfigFactory.parseString(text, options);
            PairsPlace pairs =
                    syntax == ConfigSyntax.PROPERTIES
                            ? config.root().containsKey("pairs")
                                    ? new PairsPlace(file, PairsPlace.How.OBJECT)
                                    : null
                            : pairs(file, structure, includer.pairs());
            return new HoconFile(file, text, config, pairs);
        } catch (ConfigException.Parse e) {
            throw new InputException(message(file, e, column(text, e, options)));
        }
    }

    /**
     * Where the suite's pairs are set, which is one place.
     *
     * @param included where each include sets them, in the order of the text; null if nowhere
     */
    private static PairsPlace pairs(
            String file, SuiteStructure structure, List<PairsPlace> included) {
        PairsPlace first = null;
        for (SuiteStructure.PairsKey key : structure.pairs()) {
            String place = file + ":" + key.place();
            PairsPlace second =
                    key.how() != null
                            ? new PairsPlace(place, key.how())
                            : key.include() < included.size() ? included.get(key.include()) : null;
            if (first == null || second == null) {
                first = second == null ? first : second;
            } else {
                String what =
                        key.how() != null ? "" : "include brings from " + second.place() + " ";
                first = first.then(second, place + ": " + what);
            }
        }
        return first;
    }

    private static String text(String file, InputFiles files) {
        try {
            if (files.kind(file) == InputFiles.Kind.FOLDER) {
                throw new InputException(file + ": is a folder, not a suite file");
            }
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage());
        }
        return files.text(file);
    }

    /**
     * File and line of {@code origin}.
     *
     * @param file for what stands in no file, such as a default
     */
    static String place(ConfigOrigin origin, String file) {
        int line = origin == null ? -1 : origin.lineNumber();
        if (line <= 0) {
            return file;
        }
        // "suite.conf: 3", or "suite.conf: 3-5" for what stands on several lines
        return LINES.matcher(origin.description()).replaceFirst("") + ":" + line;
    }

    /** HOCON's own message with the place in front, on one line. */
    static String message(String file, ConfigException e, int column) {
        return place(e.origin(), file) + (column > 0 ? ":" + column : "") + ": " + plain(e);
    }

    private static String plain(ConfigException e) {
        // a message begins with its origin: "/folder/x.conf: 3: Expecting …"
        return e.getMessage()
                .replaceAll("\\s*\\R\\s*", " ")
                .replaceFirst("^.*?: [0-9]+(-[0-9]+)?: ", "");
    }

    /**
     * The column of a syntax error, or 0. The library does not say it: it is where the shortest
     * part of the text ends that has the same error.
     */
    private static int column(
            String text, ConfigException.Parse error, ConfigParseOptions options) {
        int line = error.origin() == null ? -1 : error.origin().lineNumber();
        String[] lines = text.split("\n", -1);
        if (line < 1
                || line > lines.length
                || text.length() > SHORT
                || lines[line - 1].length() > SHORT_LINE) {
            return 0;
        }
        int start = 0;
        for (int i = 0; i < line - 1; i++) {
            start += lines[i].length() + 1;
        }
        String wrong = plain(error);
        for (int length = 1; length <= lines[line - 1].length(); length++) {
            try {
                ConfigFactory.parseString(text.substring(0, start + length), options);
            } catch (ConfigException.Parse e) {
                if (plain(e).equals(wrong)) {
                    return begin(lines[line - 1].substring(0, length), wrong);
                }
            } catch (InputException e) { // of an include: said once this error is gone
                return 0;
            }
        }
        return 0;
    }

    /** The column at which the token that the message quotes begins, if the line ends in it. */
    private static int begin(String line, String message) {
        Matcher token = QUOTED.matcher(message);
        return token.find() && line.endsWith(token.group(1))
                ? line.length() - token.group(1).length() + 1
                : line.length();
    }
}
