package io.heddle.spark;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Finds out whether a standalone master answers, which takes Spark itself a minute. */
final class Masters {
    private static final String STANDALONE = "spark://";
    private static final int TIMEOUT_MILLIS = 5000;

    private Masters() {}

    /**
     * Tries to connect to a standalone master; other masters are left to Spark.
     *
     * @param master its URL, which may name several hosts
     * @throws InputException if none of the hosts answers
     */
    static void check(String master) {
        if (!master.startsWith(STANDALONE)) {
            return;
        }
        String why = "";
        for (String host : master.substring(STANDALONE.length()).split(",")) {
            int colon = host.lastIndexOf(':');
            if (colon < 0 || !host.substring(colon + 1).matches("[0-9]{1,5}")) {
                throw new InputException(
                        "--master "
                                + master
                                + ": expected spark://HOST:PORT, found '"
                                + host
                                + "'");
            }
            why = failure(host.substring(0, colon), Integer.parseInt(host.substring(colon + 1)));
            if (why == null) {
                return;
            }
        }
        throw new InputException("no Spark master answers at " + master + ": " + why);
    }

    /** Why nothing answers at a port, or null if something does. */
    private static String failure(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            return null;
        } catch (IOException | IllegalArgumentException e) {
            return e instanceof java.net.UnknownHostException ? "unknown host" : e.getMessage();
        }
    }
}
