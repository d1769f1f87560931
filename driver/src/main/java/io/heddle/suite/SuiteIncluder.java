package io.heddle.suite;

import com.typesafe.config.ConfigIncludeContext;
import com.typesafe.config.ConfigIncluder;
import com.typesafe.config.ConfigIncluderClasspath;
import com.typesafe.config.ConfigIncluderFile;
import com.typesafe.config.ConfigIncluderURL;
import com.typesafe.config.ConfigObject;
import java.io.File;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/** Includes files into suites, and nothing else: a suite says the same on every machine. */
final class SuiteIncluder
        implements ConfigIncluder, ConfigIncluderFile, ConfigIncluderURL, ConfigIncluderClasspath {
    private final Path suite;
    private final ConfigIncluder inner;

    /**
     * @param suite the suite file
     */
    SuiteIncluder(Path suite) {
        this(suite, null);
    }

    private SuiteIncluder(Path suite, ConfigIncluder inner) {
        this.suite = suite;
        this.inner = inner;
    }

    @Override
    public ConfigIncluder withFallback(ConfigIncluder fallback) {
        return inner == null ? new SuiteIncluder(suite, fallback) : this;
    }

    @Override
    public ConfigObject include(ConfigIncludeContext context, String what) {
        if (what.matches("[A-Za-z][A-Za-z0-9+.-]+:.*")) {
            throw refused("include " + what);
        }
        check(suite.resolveSibling(what));
        return inner.include(context, what);
    }

    @Override
    public ConfigObject includeFile(ConfigIncludeContext context, File what) {
        check(what.toPath());
        return ((ConfigIncluderFile) inner).includeFile(context, what);
    }

    @Override
    public ConfigObject includeURL(ConfigIncludeContext context, URL what) {
        throw refused("include url(" + what + ")");
    }

    @Override
    public ConfigObject includeResources(ConfigIncludeContext context, String what) {
        throw refused("include classpath(" + what + ")");
    }

    private void check(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new InputException(suite + ": include " + file + ": is not a regular file");
        }
    }

    private InputException refused(String what) {
        return new InputException(suite + ": " + what + ": only files can be included");
    }
}
