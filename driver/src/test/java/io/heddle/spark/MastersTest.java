package io.heddle.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.heddle.suite.InputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.rpc.RpcEnv;
import org.junit.jupiter.api.Test;

class MastersTest {
    private static void check(String master) {
        Masters.check(new SparkConf(false).setMaster(master));
    }

    private static String error(String master) {
        return assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThrows(InputException.class, () -> check(master)).getMessage());
    }

    @Test
    void aMasterThatDoesNotAnswerIsNamedAtOnce() throws IOException {
        int port;
        try (ServerSocket open = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = open.getLocalPort();
        }
        String master = "spark://127.0.0.1:" + port;
        String message = error(master);
        assertTrue(message.startsWith("no Spark master answers at " + master + ": "), message);
        assertEquals(
                "--master spark://host: expected spark://HOST:PORT, found 'host'",
                error("spark://host"));
        check("local[2]"); // not ours to check
    }

    @Test
    void aMasterIsFoundBesideOthers() {
        SparkConf conf = new SparkConf(false).set("spark.ui.enabled", "false");
        RpcEnv master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, conf)._1();
        try {
            check("spark://127.0.0.1:1,127.0.0.1:" + master.address().port()); // one is enough
        } finally {
            master.shutdown();
            master.awaitTermination();
        }
    }

    @Test
    void aWebServerIsNoMaster() throws IOException {
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            String host = "127.0.0.1:" + server.getAddress().getPort();
            assertEquals(
                    "no Spark master answers at spark://"
                            + host
                            + ": "
                            + host
                            + " is a web server; a master's page names its spark://HOST:PORT",
                    error("spark://" + host));
        } finally {
            server.stop(0);
        }
    }

    @Test
    void whatSaysNothingIsNoMaster() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
            String master = "spark://127.0.0.1:" + silent.getLocalPort();
            assertEquals(
                    "no Spark master answers at "
                            + master
                            + ": 127.0.0.1:"
                            + silent.getLocalPort()
                            + " takes connections, but does not answer as a Spark master",
                    error(master));
        }
    }
}
