package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigParseOptions;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigSyntax;
import io.heddle.suite.Matrix.Combination;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads suite files (contract.md, Suite files). */
public final class SuiteReader {
    private static final List<String> KEYS =
            List.of("suite", "defaults", "tensors", "pairs", "matrix", "vars");

    private final Path file;
    private final Path folder;

    private SuiteReader(Path file) {
        this.file = file;
        this.folder = file.getParent() == null ? Path.of("") : file.getParent();
    }

    /**
     * The suite in {@code file}, instantiated for its matrix.
     *
     * @throws InputException if it cannot be used, naming file and line
     */
    public static Suite read(Path file) {
        try {
            return new SuiteReader(file).read();
        } catch (ConfigException e) {
            throw new InputException(message(file, e));
        }
    }

    private Suite read() {
        String text = text();
        Config parsed =
                ConfigFactory.parseFile(
                        file.toFile(), ConfigParseOptions.defaults().setSyntax(ConfigSyntax.CONF));
        Matrix matrix = Matrix.of(parsed, file.toString(), text, KEYS);
        List<List<Pair>> instances = new ArrayList<>();
        String name = null;
        for (Combination combination : matrix.combinations()) {
            Map<String, Node> root = root(parsed, combination);
            name = name(root);
            instances.add(pairs(root, name, combination));
        }
        return new Suite(name, file.toString(), interleave(instances));
    }

    private String text() {
        if (Files.isDirectory(file)) {
            throw new InputException(file + ": is a folder, not a suite file");
        }
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (java.nio.file.NoSuchFileException e) {
            throw new InputException(file + ": no such file");
        } catch (IOException e) {
            throw new InputException(file + ": cannot be read: " + e.getMessage());
        }
    }

    private Map<String, Node> root(Config parsed, Combination combination) {
        Config resolved = combination.bind(parsed).resolve(ConfigResolveOptions.noSystem());
        List<String> keys = new ArrayList<>(KEYS);
        keys.addAll(combination.values().keySet());
        return new Node(resolved.root(), "", combination.bindings(), file.toString()).fields(keys);
    }

    private String name(Map<String, Node> root) {
        if (root.containsKey("suite")) {
            return root.get("suite").text();
        }
        throw new InputException(file + ":1: lacks suite, the suite's name");
    }

    private List<Pair> pairs(Map<String, Node> root, String suite, Combination combination) {
        if (!root.containsKey("pairs")) {
            throw new InputException(file + ":1: lacks pairs");
        }
        PairReader reader =
                new PairReader(suite, folder, root.get("defaults"), root.get("tensors"));
        List<Pair> pairs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Node node : root.get("pairs").items()) {
            Pair pair = reader.read(node, pairs.size() + 1, combination.suffix());
            if (!names.add(pair.name())) {
                throw node.error("two pairs are named " + pair.name());
            }
            pairs.add(pair);
        }
        if (pairs.isEmpty()) {
            throw root.get("pairs").error("pairs: expected at least one pair");
        }
        return pairs;
    }

    private static List<Pair> interleave(List<List<Pair>> instances) {
        List<Pair> pairs = new ArrayList<>();
        for (int p = 0; p < instances.get(0).size(); p++) {
            for (List<Pair> instance : instances) {
                pairs.add(instance.get(p));
            }
        }
        return pairs;
    }

    /** HOCON's own message with the place in front, on one line. */
    private static String message(Path file, ConfigException e) {
        String text = e.getMessage().replaceAll("\\s*\\R\\s*", " ");
        int line = e.origin() == null ? -1 : e.origin().lineNumber();
        String place = file + (line > 0 ? ":" + line : "") + ": ";
        // a message begins with its origin: "/folder/x.conf: 3: Expecting …"
        return place + text.replaceFirst("^.*?: [0-9]+(-[0-9]+)?: ", "");
    }
}
