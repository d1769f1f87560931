package io.heddle.spark;

import io.heddle.suite.InputException;
import java.io.IOException;
import java.io.Reader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;

/** Starts Spark sessions with the settings that Heddle needs. */
final class Sessions {
    private Sessions() {}

    /**
     * A session for a command.
     *
     * @param name of the application, for the Spark UI
     * @param master from the command line, or null: spark-submit's, or the default
     * @param defaultMaster the master if nothing names one
     */
    static SparkSession start(String name, String master, String defaultMaster) {
        return start(settings(name, master, defaultMaster));
    }

    /**
     * Settings of a session for jobs on a cluster: only classes that {@link HeddleRegistrator}
     * registers can be sent.
     */
    static SparkConf clusterSettings(String name, String master, String defaultMaster) {
        return settings(name, master, defaultMaster)
                .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .set("spark.kryo.registrator", HeddleRegistrator.class.getName())
                .set("spark.kryo.registrationRequired", "true")
                .set("spark.kryoserializer.buffer.max", "1024m")
                .set("spark.scheduler.mode", "FAIR"); // between the pools of Jobs
    }

    /** Settings of a session. */
    static SparkConf settings(String name, String master, String defaultMaster) {
        SparkConf conf = new SparkConf();
        installedDefaults().forEach(conf::setIfMissing);
        conf.setIfMissing("spark.app.name", name);
        if (master != null) {
            conf.setMaster(master);
        }
        conf.setIfMissing("spark.master", defaultMaster);
        conf.set("spark.sql.session.timeZone", "UTC");
        conf.set("spark.hadoop.mapreduce.fileoutputcommitter.marksuccessfuljobs", "false");
        if (conf.get("spark.master").startsWith("local[")
                || conf.get("spark.master").equals("local")) {
            // one process: no other host need be able to reach it, whatever its own is called
            conf.setIfMissing("spark.driver.host", "localhost");
            conf.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
        } else {
            shipApplication(conf);
        }
        return conf;
    }

    /**
     * Starts a session.
     *
     * @throws InputException if Spark does not start, for instance because no master answers
     */
    static SparkSession start(SparkConf conf) {
        Logs.configure();
        String master = conf.get("spark.master");
        Masters.check(conf);
        SparkSession session;
        try {
            session = SparkSession.builder().config(conf).getOrCreate();
        } catch (Exception e) {
            throw notStarted(master, Failures.firstLine(e.getMessage()));
        }
        if (session.sparkContext().isStopped()) {
            throw notStarted(master, "it ended as soon as it had begun");
        }
        return session;
    }

    private static InputException notStarted(String master, String why) {
        return new InputException("Spark does not start on " + master + ": " + why);
    }

    /** Settings of conf/spark-defaults.conf, which spark-submit would read. */
    private static Map<String, String> installedDefaults() {
        Path file = Settings.installed("spark-defaults.conf");
        Properties properties = new Properties();
        if (file != null) {
            try (Reader in = Files.newBufferedReader(file)) {
                properties.load(in);
            } catch (IOException e) {
                throw new InputException(file + ": cannot be read: " + e.getMessage());
            }
        }
        Map<String, String> settings = new TreeMap<>();
        properties
                .stringPropertyNames()
                .forEach(key -> settings.put(key, properties.getProperty(key).strip()));
        return settings;
    }

    /** Executors in other processes load the application's classes from its jar. */
    private static void shipApplication(SparkConf conf) {
        Path code = codeSource();
        if (code.toString().endsWith(".jar")) {
            conf.setIfMissing("spark.jars", code.toUri().toString());
        }
    }

    /** Where this class was loaded from: the application jar, or a folder of classes. */
    static Path codeSource() {
        try {
            return Path.of(
                    Sessions.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
