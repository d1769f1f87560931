package io.heddle.suite;

import io.heddle.launch.Argument;
import io.heddle.launch.Dim3;
import io.heddle.launch.TensorSpec;
import io.heddle.ptx.Bytes;
import io.heddle.report.Printable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the pairs of a suite. A key of a side is looked up in the side, then in its pair, then in
 * the defaults of that side, then in the defaults.
 */
final class PairReader {
    /** The keys of a side. */
    static final List<String> SIDE_KEYS =
            List.of(
                    "ptx",
                    "spec",
                    "dims",
                    "launches",
                    "entry",
                    "args",
                    "grid",
                    "block",
                    "shared",
                    "cta",
                    "options");

    private static final List<String> LAUNCH_KEYS =
            List.of("ptx", "entry", "args", "grid", "block", "shared", "cta");

    private static final List<String> COMMON_KEYS =
            List.of(
                    "reference",
                    "candidate",
                    "compare",
                    "expect",
                    "expectLine",
                    "expectSourceLine",
                    "expectMessage",
                    "limits",
                    "tensors",
                    "tags",
                    "anyInput");
    private static final List<String> OPTIONS =
            List.of(
                    "sameValueRaces",
                    "finiteMasks",
                    "warpSynchronous",
                    "exactConstants",
                    "requireReplay");

    private final String suite;
    private final SuiteFolder folder;
    private final Map<String, HoconNode> defaults;
    private final Map<String, TensorSpec> suiteTensors;

    /**
     * @param suite name of the suite
     * @param folder that of the suite file
     * @param defaults the suite's {@code defaults}, or null
     * @param tensors the suite's {@code tensors}, or null
     */
    PairReader(String suite, SuiteFolder folder, HoconNode defaults, HoconNode tensors) {
        this.suite = Printable.of(suite);
        this.folder = folder;
        this.defaults = defaults == null ? Map.of() : defaults.fields(keys(COMMON_KEYS));
        this.suiteTensors = tensors(Map.of(), tensors);
    }

    private static List<String> keys(List<String> own) {
        List<String> keys = new ArrayList<>(own);
        keys.addAll(SIDE_KEYS);
        return keys;
    }

    private Map<String, TensorSpec> tensors(Map<String, TensorSpec> outer, HoconNode node) {
        Map<String, TensorSpec> tensors = new LinkedHashMap<>(outer);
        if (node != null) {
            node.fields()
                    .forEach((name, t) -> tensors.put(name, TensorReader.read(name, t, folder)));
        }
        return tensors;
    }

    /**
     * The pair that {@code node} describes.
     *
     * @param number 1 for the first pair; names it where it has no name
     * @param instance {@code [BM=32]} or empty
     */
    Pair read(HoconNode node, int number, String instance) {
        List<String> keys = keys(COMMON_KEYS);
        keys.add(0, "name");
        Map<String, HoconNode> fields = node.fields(keys);
        Map<String, HoconNode> reference = side("reference", fields);
        if (reference == null) {
            throw node.error("a pair needs a reference");
        }
        Map<String, HoconNode> candidate = side("candidate", fields);
        Map<String, TensorSpec> tensors =
                tensors(tensors(suiteTensors, defaults.get("tensors")), fields.get("tensors"));
        String name = fields.containsKey("name") ? fields.get("name").text() : "pair" + number;
        List<Comparison> compare = ComparisonReader.read(look("compare", fields, defaults));
        HoconNode formula = look("spec", reference, sideDefaults("reference"));
        Side first =
                formula == null ? side(node, "reference", reference, fields, null, tensors) : null;
        Side second =
                candidate == null
                        ? null
                        : side(node, "candidate", candidate, fields, first, tensors);
        HoconNode dims = look("dims", reference, sideDefaults("reference"));
        if (formula != null) {
            first = formula(formula, dims, second);
        } else if (dims != null) {
            throw dims.error("dims are of a formula, which spec names");
        }
        Pair pair =
                new Pair(
                        suite,
                        Printable.of(name + instance),
                        first,
                        second,
                        compare,
                        ExpectationReader.read(fields, defaults, candidate == null),
                        limits(fields),
                        either("exactConstants", fields, reference, candidate),
                        either("requireReplay", fields, reference, candidate),
                        AnyInputReader.read(look("anyInput", fields, defaults), first, second));
        Optional<PairRules.Violation> violation = PairRules.violation(pair);
        if (violation.isPresent()) {
            HoconNode at =
                    switch (violation.get().part()) {
                        case COMPARE -> look("compare", fields, defaults);
                        case ARGUMENTS, SIDES -> node;
                    };
            throw at.error("pair " + pair.name() + ": " + violation.get().message());
        }
        return pair;
    }

    /** The tags of a pair that {@link #read} took: its own and those of the defaults. */
    List<String> tags(HoconNode pair) {
        List<String> tags = new ArrayList<>();
        for (Map<String, HoconNode> level : List.of(defaults, pair.fields())) {
            if (level.containsKey("tags")) {
                level.get("tags").itemsOrSelf().forEach(t -> tags.add(t.text()));
            }
        }
        return tags;
    }

    /** True if the option holds for one of the sides. */
    private boolean either(
            String name,
            Map<String, HoconNode> fields,
            Map<String, HoconNode> reference,
            Map<String, HoconNode> candidate) {
        return option(name, fields, "reference", reference)
                || (candidate != null && option(name, fields, "candidate", candidate));
    }

    private static Map<String, HoconNode> side(String which, Map<String, HoconNode> pair) {
        return pair.containsKey(which) && !pair.get(which).isNull()
                ? pair.get(which).fields(SIDE_KEYS)
                : null;
    }

    /** The value of a key on the first level that has it; null if none has. */
    @SafeVarargs
    static HoconNode look(String key, Map<String, HoconNode>... levels) {
        for (Map<String, HoconNode> level : levels) {
            if (level.containsKey(key)) {
                return level.get(key);
            }
        }
        return null;
    }

    private Map<String, HoconNode> sideDefaults(String which) {
        Map<String, HoconNode> own = side(which, defaults);
        return own == null ? Map.of() : own;
    }

    private Side side(
            HoconNode pair,
            String which,
            Map<String, HoconNode> side,
            Map<String, HoconNode> fields,
            Side reference,
            Map<String, TensorSpec> tensors) {
        HoconNode launches = side.get("launches");
        if (launches != null) {
            return sequence(pair, which, side, launches, fields, tensors);
        }
        Map<String, HoconNode> own = sideDefaults(which);
        HoconNode ptx = look("ptx", side, fields, own, defaults);
        HoconNode args = look("args", side, fields, own, defaults);
        HoconNode block = look("block", side, fields, own, defaults);
        if (ptx == null && reference == null || args == null && reference == null) {
            throw pair.error("pair: " + which + " lacks " + (ptx == null ? "ptx" : "args"));
        }
        if (block == null) {
            throw pair.error("pair: " + which + " lacks block");
        }
        HoconNode entry = look("entry", side, fields, own, defaults);
        HoconNode grid = look("grid", side, fields, own, defaults);
        HoconNode shared = look("shared", side, fields, own, defaults);
        HoconNode cta = look("cta", side, fields, own, defaults);
        return new Side(
                ptx == null ? reference.ptx() : file(ptx),
                entry == null ? null : entry.text(),
                grid == null ? new Dim3(1, 1, 1) : dim3(grid, 1),
                dim3(block, 1),
                shared == null ? 0 : (int) shared.integer(0, Integer.MAX_VALUE),
                cta(cta),
                args == null ? reference.arguments() : arguments(args, tensors),
                new Side.Options(
                        option("sameValueRaces", fields, which, side),
                        option("finiteMasks", fields, which, side),
                        option("warpSynchronous", fields, which, side)));
    }

    private static boolean isPart(Side launch) {
        return launch.cta() != null && launch.grid().size() > 1;
    }

    /** The side of a formula: that of all of what the candidate writes. */
    private Side formula(HoconNode node, HoconNode dims, Side candidate) {
        if (candidate == null) {
            throw node.error("a formula needs a candidate that is compared with it");
        } else if (candidate.launches().stream().anyMatch(PairReader::isPart)) {
            throw node.error("a formula is compared with a whole grid: cta = all");
        }
        String file = file(node);
        if (!file.endsWith(Side.FORMULA)) {
            throw node.error(file + ": the name of a formula ends in " + Side.FORMULA);
        }
        Map<String, Long> given = new LinkedHashMap<>();
        if (dims != null) {
            dims.fields().forEach((name, n) -> given.put(name, n.integer(0, Integer.MAX_VALUE)));
        }
        return Side.ofFormula(file, candidate.allArguments(), given);
    }

    /** Launches one after the other; what a launch does not say, its side says. */
    private Side sequence(
            HoconNode pair,
            String which,
            Map<String, HoconNode> side,
            HoconNode launches,
            Map<String, HoconNode> fields,
            Map<String, TensorSpec> tensors) {
        List<Side> all = new ArrayList<>();
        for (HoconNode launch : launches.itemsOrSelf()) {
            Map<String, HoconNode> own = new LinkedHashMap<>(side);
            own.remove("launches");
            own.putAll(launch.fields(LAUNCH_KEYS));
            Side next = side(pair, which, own, fields, null, tensors);
            if (isPart(next)) {
                throw launch.error("launches are of whole grids: cta = all");
            }
            all.add(next);
        }
        if (all.isEmpty()) {
            throw launches.error("launches: expected at least one");
        }
        return Side.sequence(all);
    }

    private String file(HoconNode node) {
        if (CudaSource.is(node.text())) {
            throw node.error(
                    node.text()
                            + ": a suite names PTX; compile it: "
                            + CudaSource.command(node.text()));
        }
        String file = folder.resolve(node.text());
        try {
            String misfit = folder.files().kind(file).misfit();
            if (misfit == null) {
                return file;
            }
            throw node.error(file + ": " + misfit);
        } catch (IOException e) {
            throw node.error(file + ": cannot be read: " + e.getMessage());
        }
    }

    private static Dim3 dim3(HoconNode node, int low) {
        List<HoconNode> items = node.itemsOrSelf();
        if (items.isEmpty() || items.size() > 3) {
            throw node.error(node.path() + ": expected one to three integers");
        }
        int[] d = {low, low, low};
        for (int i = 0; i < items.size(); i++) {
            d[i] = (int) items.get(i).integer(low, Integer.MAX_VALUE);
        }
        return new Dim3(d[0], d[1], d[2]);
    }

    /** The CTA to execute; null for all of the grid. */
    private static Dim3 cta(HoconNode node) {
        if (node == null) {
            return new Dim3(0, 0, 0);
        }
        if (!node.isList() && node.literal() == null) {
            if (node.isObject() || node.isNull() || !node.text().equals("all")) {
                throw node.error(node.path() + ": expected [X, Y, Z] or all");
            }
            return null;
        }
        return dim3(node, 0);
    }

    private boolean option(
            String key, Map<String, HoconNode> pair, String which, Map<String, HoconNode> side) {
        for (Map<String, HoconNode> level :
                Arrays.asList(side, pair, sideDefaults(which), defaults)) {
            if (level.containsKey("options")) {
                Map<String, HoconNode> options = level.get("options").fields(OPTIONS);
                if (options.containsKey(key)) {
                    return options.get(key).flag();
                }
            }
        }
        return false;
    }

    private static List<Argument> arguments(HoconNode node, Map<String, TensorSpec> tensors) {
        List<Argument> arguments = new ArrayList<>();
        for (HoconNode item : node.items()) {
            arguments.add(argument(item, tensors));
        }
        return arguments;
    }

    private static Argument argument(HoconNode node, Map<String, TensorSpec> tensors) {
        if (node.isNull()) {
            return new Argument.Null();
        }
        if (node.isObject()) {
            return structured(node);
        }
        Numbers.Literal literal = node.literal();
        if (literal != null) {
            return literal.argument();
        }
        String text = node.text();
        if (tensors.containsKey(text)) {
            return new Argument.Tensor(tensors.get(text));
        }
        Argument nonFinite = Argument.NonFinite.parse(text);
        if (nonFinite != null) {
            return nonFinite;
        }
        if (StructText.is(text)) {
            try {
                return StructText.parse(text, (field, column) -> open(field, tensors));
            } catch (StructText.UnreadableException e) {
                throw node.error(text + ": column " + (e.column() + 1) + ": " + e.getMessage());
            }
        }
        String nearest = NearestName.to(text, tensors.keySet());
        throw node.error(
                "unknown tensor "
                        + text
                        + (nearest != null
                                ? ", did you mean " + nearest
                                : "; declared are " + String.join(", ", tensors.keySet())));
    }

    /** The tensor or the symbolic scalar that a field of a structure names; null if neither. */
    private static Argument open(String field, Map<String, TensorSpec> tensors) {
        if (tensors.containsKey(field)) {
            return new Argument.Tensor(tensors.get(field));
        }
        return field.startsWith("sym:") ? ArgumentText.parse("args:", field) : null;
    }

    private static Argument structured(HoconNode node) {
        Map<String, HoconNode> fields = node.fields(List.of("sym", "type", "bytes"));
        if (fields.containsKey("bytes") && fields.size() == 1) {
            HoconNode bytes = fields.get("bytes");
            String digits = bytes.text().replaceAll("\\s", "");
            if (digits.isEmpty() || digits.length() % 2 != 0 || !digits.matches("[0-9a-fA-F]*")) {
                throw bytes.error("bytes: expected two hexadecimal digits a byte");
            }
            return new Argument.Aggregate(new Bytes(HexFormat.of().parseHex(digits)));
        }
        if (fields.containsKey("sym") && fields.containsKey("type") && fields.size() == 2) {
            String name = fields.get("sym").text();
            if (!name.matches(Tensors.NAME)) {
                throw fields.get("sym").error("'" + name + "' is not a scalar name");
            }
            return new Argument.SymbolicScalar(name, TensorReader.type(fields.get("type")));
        }
        throw node.error("expected { sym = NAME, type = TYPE } or { bytes = \"…\" }");
    }

    private Limits limits(Map<String, HoconNode> pair) {
        double seconds = Limits.DEFAULT.seconds();
        long bytes = Limits.DEFAULT.bytes();
        for (Map<String, HoconNode> level : Arrays.asList(defaults, pair)) {
            if (level.containsKey("limits")) {
                Map<String, HoconNode> limits =
                        level.get("limits").fields(List.of("seconds", "memory"));
                if (limits.containsKey("seconds")) {
                    HoconNode node = limits.get("seconds");
                    seconds = quantity(node, () -> Quantities.seconds(node.path(), node.text()));
                }
                if (limits.containsKey("memory")) {
                    HoconNode node = limits.get("memory");
                    bytes = quantity(node, () -> Quantities.bytes(node.path(), node.text()));
                }
            }
        }
        return new Limits(seconds, bytes);
    }

    private static <T> T quantity(HoconNode node, java.util.function.Supplier<T> read) {
        try {
            return read.get();
        } catch (InputException e) {
            throw node.error(e.getMessage());
        }
    }
}
