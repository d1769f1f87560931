package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigResolveOptions;
import io.heddle.report.Printable;
import io.heddle.suite.Matrix.Combination;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Reads suite files (contract.md, Suite files). */
public final class SuiteReader {
    private static final List<String> KEYS =
            List.of("suite", "defaults", "tensors", "pairs", "matrix", "vars");

    private static final int MOST_PAIRS = 100_000;

    private final String file;
    private final SuiteFolder folder;
    private final Map<String, Suite.Source> sources = new HashMap<>();

    private SuiteReader(String file, InputFiles files) {
        this.file = file;
        this.folder = SuiteFolder.of(file, files);
    }

    /**
     * The suite in a local file, instantiated for its matrix.
     *
     * @throws InputException if it cannot be used, naming file and line
     */
    public static Suite read(Path file) {
        return read(file.toString(), new LocalFiles());
    }

    /**
     * The suite in {@code file}, instantiated for its matrix.
     *
     * @param file its path or URI
     * @param files to read the suite and all that it names from
     * @throws InputException if it cannot be used, naming file and line
     */
    public static Suite read(String file, InputFiles files) {
        try {
            return new SuiteReader(file, files).read();
        } catch (ConfigException e) {
            throw new InputException(HoconFile.message(file, e, 0));
        } catch (StackOverflowError e) {
            throw new InputException(file + ": is nested too deeply");
        } catch (OutOfMemoryError e) {
            throw InputException.tooLarge(file);
        }
    }

    private Suite read() {
        HoconFile source = HoconFile.read(file, folder.files());
        Matrix matrix = Matrix.of(source.config(), file, source.text(), KEYS);
        long count = matrix.count(MOST_PAIRS);
        checkSize(count);
        long made = 0;
        List<List<Pair>> instances = new ArrayList<>();
        String name = null;
        for (long i = 0; i < count; i++) {
            Combination combination = matrix.combination(i);
            Map<String, HoconNode> root = root(source.config(), combination);
            name = name(root);
            instances.add(pairs(root, name, combination));
            made += instances.get(instances.size() - 1).size();
            checkSize(made);
        }
        return new Suite(Printable.of(name), file, interleave(instances), sources);
    }

    private void checkSize(long pairs) {
        if (pairs > MOST_PAIRS) {
            throw new InputException(
                    String.format(
                            Locale.ROOT,
                            "%s: the matrix makes more than %,d pairs; split the suite",
                            file,
                            MOST_PAIRS));
        }
    }

    private Map<String, HoconNode> root(Config parsed, Combination combination) {
        Config resolved = combination.bind(parsed).resolve(ConfigResolveOptions.noSystem());
        List<String> keys = new ArrayList<>(KEYS);
        keys.addAll(combination.values().keySet());
        return new HoconNode(resolved.root(), "", combination.bindings(), file).fields(keys);
    }

    private String name(Map<String, HoconNode> root) {
        if (root.containsKey("suite")) {
            return root.get("suite").text();
        }
        throw new InputException(file + ":1: lacks suite, the suite's name");
    }

    private List<Pair> pairs(Map<String, HoconNode> root, String suite, Combination combination) {
        if (!root.containsKey("pairs")) {
            throw new InputException(file + ":1: lacks pairs");
        }
        PairReader reader =
                new PairReader(suite, folder, root.get("defaults"), root.get("tensors"));
        List<Pair> pairs = new ArrayList<>();
        Set<String> names = new HashSet<>();
        HoconNode list = root.get("pairs");
        for (HoconNode node : list.isObject() ? FolderPairs.of(list, folder) : list.items()) {
            Pair pair = reader.read(node, pairs.size() + 1, combination.suffix());
            if (!names.add(pair.name())) {
                throw node.error("two pairs are named " + pair.name());
            }
            pairs.add(pair);
            sources.put(pair.name(), new Suite.Source(node.place(), reader.tags(node)));
        }
        if (pairs.isEmpty()) {
            throw root.get("pairs").error("pairs: expected at least one pair");
        }
        return pairs;
    }

    /** First pairs first; instances have unlike numbers where the matrix chooses folders. */
    private static List<Pair> interleave(List<List<Pair>> instances) {
        List<Pair> pairs = new ArrayList<>();
        int most = instances.stream().mapToInt(List::size).max().orElse(0);
        for (int p = 0; p < most; p++) {
            for (List<Pair> instance : instances) {
                if (p < instance.size()) {
                    pairs.add(instance.get(p));
                }
            }
        }
        return pairs;
    }
}
