package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

class MastersTest {
    private static String error(String master) {
        return assertThrows(InputException.class, () -> Masters.check(master)).getMessage();
    }

    @Test
    void aMasterThatDoesNotAnswerIsNamedAtOnce() throws IOException {
        int port;
        try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = open.getLocalPort();
            Masters.check("spark://127.0.0.1:1,127.0.0.1:" + port); // one of them is enough
        }
        String master = "spark://127.0.0.1:" + port;
        String message = error(master);
        assertTrue(message.startsWith("no Spark master answers at " + master + ": "), message);
        assertEquals(
                "--master spark://host: expected spark://HOST:PORT, found 'host'",
                error("spark://host"));
        Masters.check("local[2]"); // not ours to check
    }
}
