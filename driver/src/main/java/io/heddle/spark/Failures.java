package io.heddle.spark;

/** Failures in one line. */
final class Failures {
    private Failures() {}

    /** The first line of a message. */
    static String firstLine(String text) {
        return text.strip().lines().findFirst().orElse("");
    }

    /** What is at the bottom of a failure that came back from Spark. */
    static String oneLine(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return firstLine(root.toString());
    }
}
