package io.heddle.spark;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.spark.SecurityManager;
import org.apache.spark.SparkConf;
import org.apache.spark.rpc.RpcAddress;
import org.apache.spark.rpc.RpcEnv;
import scala.Option;

/** Finds out whether a standalone master answers, which takes Spark itself a minute. */
final class Masters {
    private static final String STANDALONE = "spark://";
    private static final int TIMEOUT_MILLIS = 5000;
    private static final String MASTER = "Master"; // as Spark's masters call themselves
    private static final String LOG = "org.apache.spark.network";

    private Masters() {}

    /**
     * Asks a standalone master whether it is one, as Spark does before it registers an application;
     * other masters are left to Spark.
     *
     * @param conf has its URL, which may name several hosts, and how Spark talks to it
     * @throws InputException if none of the hosts answers as a master
     */
    static void check(SparkConf conf) {
        String master = conf.get("spark.master");
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
            String name = host.substring(0, colon);
            int port = Integer.parseInt(host.substring(colon + 1));
            why = failure(name, port);
            if (why == null && Logs.without(LOG, () -> isMaster(name, port, conf))) {
                return;
            }
            why = why == null ? isWebServer(name, port) ? webServer(host) : noMaster(host) : why;
        }
        throw new InputException("no Spark master answers at " + master + ": " + why);
    }

    private static String noMaster(String host) {
        return host + " takes connections, but does not answer as a Spark master";
    }

    private static String webServer(String host) {
        return host + " is a web server; a master's page names its spark://HOST:PORT";
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

    /** Whether a master answers; also true where this cannot be asked, which is left to Spark. */
    private static boolean isMaster(String host, int port, SparkConf conf) {
        RpcEnv client = null;
        try {
            client = client(conf);
            client.setupEndpointRef(new RpcAddress(host, port), MASTER);
            return true;
        } catch (LinkageError e) {
            return true; // a Spark that has these otherwise
        } catch (Exception e) { // Scala's throw checked ones that they do not declare
            return client == null;
        } finally {
            if (client != null) {
                client.shutdown();
                client.awaitTermination();
            }
        }
    }

    private static RpcEnv client(SparkConf conf) {
        SparkConf impatient =
                conf.clone()
                        .set("spark.rpc.lookupTimeout", TIMEOUT_MILLIS + "ms")
                        .set("spark.rpc.askTimeout", TIMEOUT_MILLIS + "ms");
        SecurityManager security =
                new SecurityManager(
                        impatient, Option.empty(), SecurityManager.$lessinit$greater$default$3());
        return RpcEnv.create("heddle-master", "localhost", 0, impatient, security, true);
    }

    /** Whether what is no master speaks HTTP. */
    private static boolean isWebServer(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS / 2);
            socket.getOutputStream()
                    .write("GET / HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] first = socket.getInputStream().readNBytes(5);
            return new String(first, StandardCharsets.US_ASCII).equals("HTTP/");
        } catch (IOException e) {
            return false;
        }
    }
}
