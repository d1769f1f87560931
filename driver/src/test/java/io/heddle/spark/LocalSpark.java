package io.heddle.spark;

import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A Spark session of this process for the tests of one class, with the settings of commands. */
public final class LocalSpark implements BeforeAllCallback, AfterAllCallback {
    private final SparkConf conf;
    private SparkSession session;

    /** A session on so many cores. */
    public LocalSpark(int cores) {
        conf =
                Sessions.clusterSettings("test", "local[" + cores + "]", "local")
                        .set("spark.ui.enabled", "false")
                        .set("spark.sql.shuffle.partitions", "1");
    }

    /** Has a setting of Spark's. */
    public LocalSpark with(String key, String value) {
        conf.set(key, value);
        return this;
    }

    /** The session. */
    public SparkSession session() {
        return session;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        session = Sessions.start(conf);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        session.stop();
    }
}
