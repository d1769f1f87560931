package io.heddle.table;

/** One-line reasons of failures. */
final class Reasons {
    private Reasons() {}

    /** The first line of the innermost cause's message. */
    static String of(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.strip().lines().findFirst().orElse(root.toString());
    }
}
