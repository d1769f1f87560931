package io.heddle.spark;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.function.Supplier;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;

/** Heddle's settings of Log4j, where nobody has made others. */
final class Logs {
    /** Spark's own file, which it takes where it finds no other. */
    private static final String SPARKS = "org/apache/spark/log4j2-defaults.properties";

    private Logs() {}

    /**
     * Uses the settings in the application jar instead of Spark's defaults, now and when Spark
     * loads those again: {@code spark-submit} loads them before it has the jar, and each context
     * does. Settings of the user's own stay.
     */
    static void configure() {
        URL own = Logs.class.getResource("/io/heddle/log4j2.properties");
        LoggerContext context = LoggerContext.getContext(false);
        if (own == null || !usesSparks(context)) {
            return;
        }
        try {
            URI settings = own.toURI();
            context.setConfigLocation(settings);
            context.addPropertyChangeListener(
                    change -> {
                        if (usesSparks(context)) {
                            context.setConfigLocation(settings);
                        }
                    });
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Does {@code what} without what {@code logger} logs, unless the user has settings of it. */
    static <T> T without(String logger, Supplier<T> what) {
        LoggerContext context = LoggerContext.getContext(false);
        if (context.getConfiguration().getLoggers().containsKey(logger)) {
            return what.get();
        }
        Configurator.setLevel(logger, "OFF");
        try {
            return what.get();
        } finally {
            context.getConfiguration().removeLogger(logger);
            context.updateLoggers();
        }
    }

    /**
     * Logs nothing of Spark's any more, since the process ends and Spark is stopped where it is.
     */
    static void end() {
        Configurator.setLevel("org.apache.spark", "OFF");
    }

    private static boolean usesSparks(LoggerContext context) {
        String source = context.getConfiguration().getConfigurationSource().getLocation();
        return source != null && source.contains(SPARKS);
    }
}
