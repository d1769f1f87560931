package io.heddle.spark;

/** One-line texts of failures. */
final class Failures {
    private Failures() {}

    /** The first line of a message. */
    static String firstLine(String text) {
        return text == null ? "" : text.strip().lines().findFirst().orElse("");
    }

    /** The root cause of a failure that Spark returned, in one line. */
    static String oneLine(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return firstLine(root.toString());
    }
}
