package io.heddle.table;

import java.net.UnknownHostException;

/** One-line reasons of failures. */
final class Reasons {
    private Reasons() {}

    /** The first line of the innermost cause's message. */
    static String of(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root instanceof UnknownHostException) { // its message is the name alone
            return "no host " + root.getMessage();
        }
        String message = root.getMessage() == null ? root.toString() : root.getMessage();
        return message.strip().lines().findFirst().orElse(root.toString());
    }
}
