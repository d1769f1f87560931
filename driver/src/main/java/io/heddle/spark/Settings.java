package io.heddle.spark;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import io.heddle.cli.Heddle;
import io.heddle.suite.InputException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The settings of conf/heddle.conf.
 *
 * @param master Spark master when the command line names none
 * @param pairsAhead greatest number of pairs simulated and not yet decided
 * @param bytesAhead greatest size of the terms of such pairs (one pair may have more)
 * @param shardTerms approximate number of terms that one shard adds to those before it, at most
 * @param batchTerms greatest number of terms of the small pairs that share a task
 * @param flushSeconds finished pairs are written to the tables at least this often
 */
record Settings(
        String master,
        int pairsAhead,
        long bytesAhead,
        int shardTerms,
        int batchTerms,
        int flushSeconds) {
    /**
     * The packaged settings, with those of {@code conf/heddle.conf} of the installation over them.
     *
     * @throws InputException if that file cannot be used
     */
    static Settings load() {
        Config packaged =
                ConfigFactory.parseResources(
                        Settings.class.getClassLoader(), "io/heddle/heddle.conf");
        Config config = packaged;
        Path file = installed("heddle.conf");
        try {
            if (file != null) {
                config = ConfigFactory.parseFile(new File(file.toString())).withFallback(packaged);
            }
            Config spark = config.resolve().getConfig("heddle.spark");
            return new Settings(
                    spark.getString("master"),
                    spark.getInt("pairs-ahead"),
                    Math.min(spark.getBytes("memory-ahead"), Runtime.getRuntime().maxMemory() / 2),
                    spark.getInt("shard-terms"),
                    spark.getInt("batch-terms"),
                    spark.getInt("flush-seconds"));
        } catch (ConfigException e) {
            throw new InputException("conf/heddle.conf: " + e.getMessage());
        }
    }

    /** The file {@code name} of the installation's conf folder, or null if there is none. */
    static Path installed(String name) {
        String home = System.getProperty(Heddle.HOME);
        if (home == null) {
            return null;
        }
        Path file = Path.of(home, "conf", name);
        return Files.isRegularFile(file) ? file : null;
    }
}
