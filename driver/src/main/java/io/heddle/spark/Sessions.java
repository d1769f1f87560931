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
        return start(name, master, defaultMaster, new TreeMap<>());
    }

    /**
     * A session for jobs on a cluster: only classes that {@link HeddleRegistrator} registers can be
     * sent.
     */
    static SparkSession startCluster(String name, String master, String defaultMaster) {
        return start(
                name,
                master,
                defaultMaster,
                Map.of(
                        "spark.serializer", "org.apache.spark.serializer.KryoSerializer",
                        "spark.kryo.registrator", HeddleRegistrator.class.getName(),
                        "spark.kryo.registrationRequired", "true",
                        "spark.kryoserializer.buffer.max", "1024m"));
    }

    private static SparkSession start(
            String name, String master, String defaultMaster, Map<String, String> required) {
        SparkConf conf = new SparkConf();
        installedDefaults().forEach(conf::setIfMissing);
        conf.setIfMissing("spark.app.name", name);
        if (master != null) {
            conf.setMaster(master);
        }
        conf.setIfMissing("spark.master", defaultMaster);
        required.forEach(conf::set);
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
        try {
            return SparkSession.builder().config(conf).getOrCreate();
        } catch (Exception e) {
            throw new InputException(
                    "Spark does not start on " + conf.get("spark.master") + ": " + e.getMessage());
        }
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
