package io.heddle.suite;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigResolveOptions;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValueFactory;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.PatternSyntaxException;

/**
 * Makes the pairs of folders: {@code pairs { reference = "ref/*.ptx", candidate = "new/*.ptx", by =
 * name }}. A pair is a reference with the candidate of the same file name. What else it needs
 * stands in a side-car file beside the reference ({@code ref/k.conf} for {@code ref/k.ptx}), else
 * in the rule {@code launch}, else in the suite's defaults.
 */
final class FolderPairs {
    private static final String REFERENCE = "reference";
    private static final String CANDIDATE = "candidate";
    private static final String LAUNCH = "launch";
    private static final String BY = "by";
    private static final String NAME = "name";
    private static final String EXTENSION = ".ptx";
    private static final int NAMED = 3;

    private final HoconNode node;
    private final SuiteFolder folder;
    private final Map<String, HoconNode> fields;

    private FolderPairs(HoconNode node, SuiteFolder folder) {
        this.node = node;
        this.folder = folder;
        this.fields = node.fields(List.of(REFERENCE, CANDIDATE, BY, LAUNCH));
    }

    /**
     * The pairs that {@code node} describes, as a list of pairs would have them.
     *
     * @param folder that of the suite file
     */
    static List<HoconNode> of(HoconNode node, SuiteFolder folder) {
        return new FolderPairs(node, folder).pairs();
    }

    private List<HoconNode> pairs() {
        if (!fields.containsKey(REFERENCE)) {
            throw node.error(
                    "pairs: expected a list of pairs, or { reference = \"ref/*.ptx\", … }");
        }
        if (fields.containsKey(BY) && !fields.get(BY).text().equals(NAME)) {
            throw fields.get(BY).error("pairs.by: expected name, found " + fields.get(BY).text());
        }
        Map<String, String> references = match(fields.get(REFERENCE));
        Map<String, String> candidates =
                fields.containsKey(CANDIDATE) ? match(fields.get(CANDIDATE)) : null;
        if (candidates != null) {
            complete(references, candidates, fields.get(CANDIDATE));
            complete(candidates, references, fields.get(REFERENCE));
        }
        List<HoconNode> pairs = new ArrayList<>();
        references.forEach(
                (name, file) ->
                        pairs.add(
                                pair(
                                        name,
                                        file,
                                        candidates == null ? null : candidates.get(name))));
        return pairs;
    }

    private static void complete(
            Map<String, String> have, Map<String, String> other, HoconNode otherGlob) {
        List<String> alone =
                have.entrySet().stream()
                        .filter(e -> !other.containsKey(e.getKey()))
                        .map(Map.Entry::getValue)
                        .toList();
        if (!alone.isEmpty()) {
            throw otherGlob.error(
                    "no file of "
                            + otherGlob.text()
                            + " has the name of "
                            + String.join(", ", alone.subList(0, Math.min(NAMED, alone.size())))
                            + (alone.size() > NAMED
                                    ? " and " + (alone.size() - NAMED) + " more"
                                    : ""));
        }
    }

    private HoconNode pair(String name, String reference, String candidate) {
        Config pair = sideCar(reference);
        if (fields.containsKey(LAUNCH)) {
            pair = pair.withFallback(below(pair, fields.get(LAUNCH).object().toConfig()));
        }
        String origin = reference;
        if (!pair.hasPath(NAME)) {
            pair = pair.withValue(NAME, ConfigValueFactory.fromAnyRef(name, origin));
        }
        pair = pair.withValue("reference.ptx", ConfigValueFactory.fromAnyRef(reference, origin));
        if (candidate != null) {
            pair =
                    pair.withValue(
                            "candidate.ptx", ConfigValueFactory.fromAnyRef(candidate, origin));
        }
        Map<String, String> bindings = new LinkedHashMap<>(node.bindings());
        bindings.put(NAME, name);
        return new HoconNode(
                pair.root().withOrigin(node.value().origin()),
                "pairs." + name,
                bindings,
                node.file());
    }

    /**
     * What of the rule {@code launch} is left below a side-car. HOCON would merge the two, and what
     * the rule says in a side, or of one tensor, would then come before the side-car's own words.
     */
    private static Config below(Config sideCar, Config launch) {
        List<String> said = new ArrayList<>();
        for (String side : List.of(REFERENCE, CANDIDATE)) {
            for (String key : PairReader.SIDE_KEYS) {
                if (key.equals("options")) {
                    names(sideCar, key).forEach(name -> said.add(path(side, key, name)));
                } else if (sideCar.root().containsKey(key)) {
                    said.add(path(side, key));
                }
            }
        }
        names(sideCar, "tensors").forEach(name -> said.add(path("tensors", name)));
        if (sideCar.root().containsKey("expectSourceLine")) {
            said.add(path("expectLine", "sourceLine"));
        }
        Config left = launch;
        for (String path : said) {
            left = left.withoutPath(path);
        }
        return left;
    }

    /** The keys of an object in a side-car; none where it is not one. */
    private static Set<String> names(Config sideCar, String key) {
        return sideCar.root().get(key) instanceof ConfigObject object ? object.keySet() : Set.of();
    }

    private static String path(String... keys) {
        return ConfigUtil.joinPath(keys);
    }

    private Config sideCar(String reference) {
        String file = folder.resolve(stem(reference) + ".conf");
        return kind(file, fields.get(REFERENCE)) == InputFiles.Kind.NONE
                ? ConfigFactory.empty()
                : HoconFile.read(file, folder.files())
                        .config()
                        .resolve(ConfigResolveOptions.noSystem());
    }

    private static String stem(String file) {
        return file.endsWith(EXTENSION)
                ? file.substring(0, file.length() - EXTENSION.length())
                : file;
    }

    /** The files of a glob by their names without folder and extension; relative to the suite. */
    private Map<String, String> match(HoconNode glob) {
        String text = glob.text();
        int wildcard = 0;
        while (wildcard < text.length() && "*?[{".indexOf(text.charAt(wildcard)) < 0) {
            wildcard++;
        }
        String base = text.substring(0, text.lastIndexOf('/', wildcard) + 1);
        String pattern = text.substring(base.length());
        String root = folder.resolve(base);
        if (kind(root, glob) != InputFiles.Kind.FOLDER) {
            throw glob.error(root + ": no such folder");
        }
        int depth =
                pattern.contains("**")
                        ? Integer.MAX_VALUE
                        : 1 + (int) pattern.chars().filter(c -> c == '/').count();
        Map<String, String> found = new TreeMap<>();
        try {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern);
            for (String file : folder.files().list(root, depth)) {
                if (matcher.matches(Path.of(file))) {
                    add(found, glob, base + file);
                }
            }
        } catch (IOException | PatternSyntaxException e) {
            throw glob.error(text + ": cannot be matched: " + e.getMessage());
        }
        if (found.isEmpty()) {
            throw glob.error("no file matches " + text);
        }
        return found;
    }

    private InputFiles.Kind kind(String file, HoconNode at) {
        try {
            return folder.files().kind(file);
        } catch (IOException e) {
            throw at.error(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static void add(Map<String, String> found, HoconNode glob, String file) {
        String name = stem(file.substring(file.lastIndexOf('/') + 1));
        String other = found.putIfAbsent(name, file);
        if (other != null) {
            throw glob.error(other + " and " + file + " have the same name");
        }
    }
}
