package io.heddle.suite;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files: paths of the local file system, or URIs {@code scheme:/path} and {@code
 * scheme://authority/path}. The path of a URI is taken literally, as Hadoop does: {@code %20} is no
 * blank.
 */
public final class FileNames {
    // two letters or more before the colon: one is a drive of Windows
    private static final Pattern URI =
            Pattern.compile(
                    "(?<scheme>[A-Za-z][A-Za-z0-9+.-]+):(?<authority>//[^/]*)?(?<path>/.*)?",
                    Pattern.DOTALL);

    private FileNames() {}

    private static Matcher uri(String name) {
        Matcher matcher = URI.matcher(name);
        return matcher.matches()
                        && (matcher.group("authority") != null || matcher.group("path") != null)
                ? matcher
                : null;
    }

    /** True if {@code name} is a URI. */
    static boolean isUri(String name) {
        return uri(name) != null;
    }

    /** The scheme of a URI in lower case; {@code file} for a path. */
    public static String scheme(String name) {
        Matcher uri = uri(name);
        return uri == null ? "file" : uri.group("scheme").toLowerCase(Locale.ROOT);
    }

    /** The path that a name of the scheme {@code file} stands for; null if it names a host. */
    public static String local(String name) {
        Matcher uri = uri(name);
        if (uri == null) {
            return name;
        }
        String authority = uri.group("authority");
        boolean here = authority == null || authority.equals("//");
        return here && uri.group("path") != null ? uri.group("path") : null;
    }

    /** The folder of a file; empty for a path of one name. */
    static String folder(String file) {
        Matcher uri = uri(file);
        if (uri == null) {
            try {
                Path parent = Path.of(file).getParent();
                return parent == null ? "" : parent.toString();
            } catch (InvalidPathException e) {
                return ""; // reading the file says so
            }
        }
        String path = uri.group("path") == null ? "/" : uri.group("path");
        return root(uri) + path.substring(0, Math.max(1, path.lastIndexOf('/')));
    }

    /**
     * What {@code name} means in a file of {@code folder}: itself if it is a URI, a file below the
     * folder if it is a relative path, and an absolute path of the folder's file system else.
     */
    static String resolve(String folder, String name) {
        if (isUri(name)) {
            return name;
        }
        Matcher uri = uri(folder);
        if (uri == null) {
            try {
                return Path.of(folder).resolve(name).toString();
            } catch (InvalidPathException e) {
                return folder + "/" + name; // reading it says what is wrong
            }
        }
        String joined =
                name.startsWith("/")
                        ? root(uri) + name
                        : name.isEmpty()
                                ? folder
                                : folder + (folder.endsWith("/") ? "" : "/") + name;
        boolean excess = joined.endsWith("/") && joined.length() > root(uri).length() + 1;
        return excess ? joined.substring(0, joined.length() - 1) : joined;
    }

    /** The part of a URI before its path. */
    private static String root(Matcher uri) {
        return uri.group("scheme")
                + ":"
                + (uri.group("authority") == null ? "" : uri.group("authority"));
    }
}
