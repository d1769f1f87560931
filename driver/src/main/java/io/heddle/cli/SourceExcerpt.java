package io.heddle.cli;

import io.heddle.finding.Location;
import io.heddle.report.Printable;
import io.heddle.suite.LocalFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Shows the line of CUDA source that a finding names, with a caret below the column.
 *
 * <p>PTX names the file ({@code .file}, PTX ISA 11.5.3). It is read only if its name is that of C++
 * or Python source, so that the PTX of somebody else cannot show just any file of this machine.
 */
final class SourceExcerpt {
    private static final Pattern SOURCE =
            Pattern.compile(".*\\.(cu|cuh|c|cc|cpp|cxx|h|hpp|inl|py)");
    private static final Pattern LOC = Pattern.compile("\\s*\\.loc\\s+\\d+\\s+(\\d+)\\s+(\\d+).*");
    private static final long MOST_BYTES = 1 << 24;
    private static final int WIDEST = 120;

    private SourceExcerpt() {}

    /** The line with its number, and one with a caret; none if the file is not found. */
    static List<String> of(Location place) {
        if (place.source() == null) {
            return List.of();
        }
        String ptx = place.position().file();
        int number = place.source().line();
        Path file = find(place.source().file(), ptx);
        String line = file == null ? null : line(file, number);
        if (line == null || line.isBlank()) {
            return List.of();
        }
        String text = Printable.of(line.stripTrailing().replace('\t', ' '));
        int caret = column(ptx, place.position().line(), number) - 1;
        if (caret < 0 || caret >= text.length()) {
            caret = text.length() - text.stripLeading().length();
        }
        String gutter = String.format(Locale.ROOT, "%5d | ", number);
        return caret >= WIDEST
                ? List.of(gutter + cut(text))
                : List.of(
                        gutter + cut(text),
                        " ".repeat(gutter.length() - 2) + "| " + " ".repeat(caret) + "^");
    }

    /** True if a PTX file is there and says nothing of lines of source. */
    static boolean hasNoLines(String ptx) {
        try (Stream<String> lines = lines(LocalFiles.path(ptx))) {
            return lines.noneMatch(l -> LOC.matcher(l).matches());
        } catch (IOException | RuntimeException e) {
            return false; // not known
        }
    }

    private static String cut(String text) {
        return text.length() <= WIDEST ? text : text.substring(0, WIDEST - 1) + "…";
    }

    /** The file of a name: as it stands, relative to the PTX or to here, or beside the PTX. */
    private static Path find(String name, String ptx) {
        if (!SOURCE.matcher(name).matches()) {
            return null;
        }
        try {
            Path beside = LocalFiles.path(ptx).toAbsolutePath();
            Path path = Path.of(name);
            for (Path p :
                    List.of(
                            beside.resolveSibling(path),
                            path,
                            beside.resolveSibling(path.getFileName()))) {
                if (Files.isRegularFile(p)
                        && SOURCE.matcher(p.toRealPath().toString()).matches() // of a link
                        && Files.size(p) <= MOST_BYTES) {
                    return p;
                }
            }
        } catch (IOException | InvalidPathException e) {
            return null; // no file of this machine
        }
        return null;
    }

    private static String line(Path file, int number) {
        try (Stream<String> lines = lines(file)) {
            return lines.skip(number - 1L).findFirst().orElse(null);
        } catch (IOException | RuntimeException e) {
            return null; // not readable: the place alone must do
        }
    }

    /** The column that PTX gives for its line {@code at}; 0 if it gives none. */
    private static int column(String ptx, int at, int number) {
        try (Stream<String> lines = lines(LocalFiles.path(ptx))) {
            String last =
                    lines.limit(at)
                            .filter(l -> l.contains(".loc"))
                            .reduce((before, l) -> l)
                            .orElse("");
            Matcher loc = LOC.matcher(last);
            return loc.matches() && Integer.parseInt(loc.group(1)) == number
                    ? Integer.parseInt(loc.group(2))
                    : 0;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** The lines of a file; bytes that are no UTF-8 are read as replacement characters. */
    private static Stream<String> lines(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines();
    }
}
