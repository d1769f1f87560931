package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigSyntax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A suite file or side-car as text and as unresolved HOCON.
 *
 * @param file its path
 * @param text what is in it
 * @param config the same, parsed
 */
record HoconFile(Path file, String text, Config config) {
    /** Longer texts are not parsed again for the column of an error. */
    private static final int SHORT = 1 << 16;

    private static final int SHORT_LINE = 400;

    private static final Pattern QUOTED = Pattern.compile("'([^'\\s]+)'");

    /**
     * Reads and parses a file.
     *
     * @throws InputException if it cannot be used, naming file, line and column
     */
    static HoconFile read(Path file) {
        String text = text(file);
        Optional<SuiteStructure.Problem> problem = SuiteStructure.problem(text);
        if (problem.isPresent()) {
            throw new InputException(file + ":" + problem.get());
        }
        try {
            return new HoconFile(file, text, ConfigFactory.parseFile(file.toFile(), options(file)));
        } catch (ConfigException.Parse e) {
            throw new InputException(message(file, e, column(text, file, e)));
        }
    }

    private static ConfigParseOptions options(Path file) {
        return ConfigParseOptions.defaults()
                .setSyntax(ConfigSyntax.CONF)
                .setIncluder(new SuiteIncluder(file));
    }

    private static String text(Path file) {
        if (Files.isDirectory(file)) {
            throw new InputException(file + ": is a folder, not a suite file");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new InputException(file + ": is not a regular file");
        }
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new InputException(file + ": no such file");
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage());
        }
    }

    /** HOCON's own message with the place in front, on one line. */
    static String message(Path file, ConfigException e, int column) {
        int line = e.origin() == null ? -1 : e.origin().lineNumber();
        String place =
                file + (line > 0 ? ":" + line + (column > 0 ? ":" + column : "") : "") + ": ";
        return place + plain(e);
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
    private static int column(String text, Path file, ConfigException.Parse error) {
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
                ConfigFactory.parseString(text.substring(0, start + length), options(file));
            } catch (ConfigException.Parse e) {
                if (plain(e).equals(wrong)) {
                    return begin(lines[line - 1].substring(0, length), wrong);
                }
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
